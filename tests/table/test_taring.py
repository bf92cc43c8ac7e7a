"""The scale counts from what should lie on the plate: by itself, and when somebody tares it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.devices.voice.silent_voice import SilentVoice
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.store import open_store
from referee.table.announcing.announcer import Announcer
from referee.table.facts import Device, Fact
from referee.table.orders import AnswerOrder, DoneOrder, FellOrder
from referee.table.sentences import Sentence, Told
from referee.table.states.reset_and_removal import Resetting
from referee.table.states.standing_tower import GO_ON
from referee.table.table import Table
from tests.table.game_under_way import umpire_of
from tests.table.touch_stage import Plate, kinds

DIE_G = 5.0


class Stage:
    """A table with a plate, in lockstep."""

    def __init__(self, folder: Path) -> None:
        self.plate = Plate()
        self._facts: list[Fact] = []
        self.told: list[Told] = []
        self.store = open_store(f"sqlite:///{folder}/table.sqlite", clock=self.plate.clock)
        self.spoken: list[str] = []
        announcer = Announcer(SilentVoice(self.plate.clock))
        announcer.listen(lambda spoken: self.spoken.append(spoken.announcement.text))
        self.table = Table(
            self.store,
            self.plate.clock,
            announcer=announcer,
            senses=(self._take,),
            devices=(Device.SCALE,),
            count_as=self.plate.touch.count_as,
        )
        self.table.listen(lambda update: self.told.extend(update.told))

    def _take(self) -> list[Fact]:
        facts, self._facts = self._facts, []
        return facts

    def weigh(self, grams: float, seconds: float) -> list[Fact]:
        """So much lies there for so long, and the table steps along."""
        facts = []
        for _ in range(round(seconds / 0.1)):
            self._facts += self.plate.weigh(grams, 0.1)
            facts += self._facts
            self.table.step()
        return facts

    def begin(self, name: str = "magic-beanstalk") -> None:
        game = find_game(name)
        self.table.begin_game(name, ("Anna", "Ben", "Cleo"), parse_options(game, {}))

    @property
    def umpire_state(self) -> str:
        assert self.table.umpire is not None
        return self.table.umpire.umpire_state.name

    @property
    def level_g(self) -> float:
        level_g = self.plate.touch.level_g
        assert level_g is not None
        return level_g

    def tare(self) -> str:
        why_not = self.table.tare()
        return "" if why_not is None else why_not.message


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    made = Stage(tmp_path)
    yield made
    made.table.close()
    made.store.close()


def near(grams: float) -> object:
    return pytest.approx(grams, abs=0.06)


def test_a_game_that_begins_with_one_die_on_the_plate_counts_from_it(stage: Stage) -> None:
    stage.weigh(DIE_G + 0.6, 2.0)
    stage.begin()
    stage.weigh(DIE_G + 0.6, 3.0)
    assert stage.level_g == near(DIE_G)
    assert stage.umpire_state != "checking"


def test_a_game_without_a_plate_counts_from_the_bare_one(stage: Stage) -> None:
    stage.weigh(0.5, 2.0)
    stage.begin("bohnanza")
    stage.weigh(0.5, 3.0)
    assert stage.level_g == near(0.0)
    stage.weigh(DIE_G + 0.5, 3.0)
    assert stage.level_g == near(DIE_G), "a piece is never taken for zero"


def test_people_who_say_that_all_is_well_set_the_scale_right(stage: Stage) -> None:
    stage.weigh(DIE_G + 4.0, 2.0)
    stage.begin()
    stage.weigh(DIE_G + 4.0, 4.0)
    umpire = stage.table.umpire
    assert umpire is not None
    asked = umpire.umpire_state.question
    assert asked is not None
    assert stage.table.order(AnswerOrder(asked.number, GO_ON)).is_accepted
    stage.weigh(DIE_G + 4.0, 2.0)
    assert stage.level_g == near(DIE_G)


def test_a_table_that_was_put_in_order_counts_from_the_first_die(stage: Stage) -> None:
    stage.weigh(DIE_G, 2.0)
    stage.begin()
    stage.weigh(DIE_G, 2.0)
    stage.table.order(FellOrder())
    stage.table.order(DoneOrder())
    assert isinstance(umpire_of(stage.table).umpire_state, Resetting)
    stage.plate.scale.waiting.clear()
    stage.weigh(DIE_G + 0.7, 4.0)
    assert stage.umpire_state != "resetting"
    assert stage.level_g == near(DIE_G)


def test_the_drift_of_a_long_thought_puts_no_piece_on_the_tower(stage: Stage) -> None:
    stage.weigh(DIE_G, 2.0)
    stage.begin()
    stage.plate.drift_g_per_min = 0.5
    facts = stage.weigh(DIE_G, 360.0)
    assert kinds(facts) == []
    assert stage.plate.drifted_g > 2.9
    assert stage.level_g == near(DIE_G)
    before = stage.umpire_state
    umpire_of(stage.table).ledger.doubt()
    stage.weigh(DIE_G, 2.0)
    assert stage.umpire_state == before, "nothing is asked about a plate that only drifted"


def test_somebody_tares_the_bare_plate_between_games(stage: Stage) -> None:
    assert stage.tare() == "table-tare-restless", "nothing was weighed yet"
    stage.weigh(-7.0, 2.0)
    assert stage.tare() == ""
    stage.weigh(-7.0, 1.0)
    assert stage.level_g == near(0.0)
    assert stage.spoken == [
        "The plate is not at rest: take your hands off it, then tare again.",
        "The scale counts anew from what should lie on the plate.",
    ]


def test_a_piece_between_games_is_not_taken_for_zero(stage: Stage) -> None:
    stage.weigh(1.6, 2.0)
    assert stage.tare() == "table-tare-loaded"
    stage.weigh(1.6, 2.0)
    assert stage.level_g == near(1.6)


def test_in_a_game_taring_counts_what_should_stand_there(stage: Stage) -> None:
    stage.weigh(DIE_G, 2.0)
    stage.begin()
    stage.weigh(DIE_G, 2.0)
    stage.plate.drift_g_per_min = 8.0
    stage.weigh(DIE_G, 30.0)
    stage.plate.drift_g_per_min = 0.0
    stage.weigh(DIE_G, 2.0)
    assert stage.level_g > DIE_G + 2
    assert stage.tare() == ""
    stage.weigh(DIE_G, 1.0)
    assert stage.level_g == near(DIE_G)
    assert stage.told[-1].speech == Sentence("table-tared")


def test_what_somebody_put_there_in_a_game_is_not_tared_away(stage: Stage) -> None:
    stage.weigh(DIE_G, 2.0)
    stage.begin()
    stage.weigh(DIE_G, 2.0)
    stage.weigh(2 * DIE_G, 3.0)
    assert stage.tare() == "table-tare-unbalanced"
    stage.weigh(2 * DIE_G, 2.0)
    assert stage.level_g == near(2 * DIE_G)


def test_a_hand_on_the_plate_and_a_plate_that_is_off_are_refused(stage: Stage) -> None:
    stage.weigh(0.0, 2.0)
    for number in range(20):
        stage.weigh(3.0 * (number % 2), 0.1)
    assert stage.tare() == "table-tare-restless"
    stage.weigh(-45.0, 3.0)
    assert stage.tare() == "table-tare-far"
