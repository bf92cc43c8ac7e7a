"""`referee run` at the terminal: a scripted person types, and we read what the screen says."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from referee.app.running_table import RunningTable, open_table
from referee.cli import run
from referee.cli.run import Restarting, RunOptions, run_table
from referee.cli.run_terminal import TableTerminal
from referee.config import TableProfile
from referee.errors import InputError
from referee.games.magic_beanstalk.state import State
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.language import language
from referee.simulation.next_motion import MOTIONS_BY_WORD, motion_of
from referee.table.orders import FellOrder
from tests.table.game_under_way import snapshot_of, umpire_of

GAME = "magic-beanstalk"
PATIENCE_S = 240.0


class TypedTable:
    """A table without devices, and one terminal at it."""

    def __init__(self, running: RunningTable, code: str) -> None:
        self.running = running
        self._screen = io.StringIO()
        console = Console(file=self._screen, width=300)
        self._terminal = TableTerminal(running, console, language(code))
        game = find_game(GAME)
        options = parse_options(game, {"numbers": {"stability_s": 0.5}})
        running.ask(lambda table: table.begin_game(GAME, ("Anna", "Ben"), options)).result()

    def type(self, *lines: str) -> str:
        """What the screen shows after these lines and because of them."""
        before = len(self._screen.getvalue())
        for line in lines:
            assert self._terminal.hear_line(line)
        return self._screen.getvalue()[before:]

    def wants_to_go(self, line: str) -> bool:
        return not self._terminal.hear_line(line)

    @property
    def screen(self) -> str:
        return self._screen.getvalue()

    @property
    def state(self) -> State:
        state = self.running.ask(lambda table: umpire_of(table).state).result()
        assert isinstance(state, State)
        return state

    @property
    def moment(self) -> str:
        return self.running.ask(lambda table: snapshot_of(table).umpire_state).result()

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < end_s, self.screen
            time.sleep(0.02)


def none_profile(folder: Path) -> TableProfile:
    none = {"url": "none:"}
    plain = dict.fromkeys(("camera", "scale", "voice", "panel"), none)
    return msgspec.convert(
        {**plain, "store": {"url": f"sqlite:///{folder}/table.sqlite"}}, TableProfile
    )


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningTable]:
    with open_table(none_profile(tmp_path)) as running:
        yield running


@pytest.fixture
def typed(running: RunningTable) -> TypedTable:
    return TypedTable(running, "en")


def rolled(typed: TypedTable) -> None:
    """Anna has rolled one Trunk."""
    typed.type("3", "5", "1", "trunk")
    assert typed.moment == "placing"


def told_fall(typed: TypedTable) -> str:
    """What the terminal shows when somebody says on the page that the tower fell."""
    before = len(typed.screen)
    typed.running.ask(lambda table: table.order(FellOrder())).result()
    return typed.screen[before:]


def test_a_turn_is_typed_from_the_cards_to_the_standing_tower(typed: TypedTable) -> None:
    assert "Anna, which Action card?" in typed.screen
    assert "The order is Anna and Ben" in typed.type("3", "5")
    assert "Anna rolls one die. What shows? (Eye, Die, Treasure or Trunk)" in typed.type("1")
    assert "Anna rolled Trunk." in typed.type("trunk")
    assert "Anna: put the cylinder on the tower." in typed.type("")
    typed.type("done")
    typed.wait_for(lambda: "The tower stands." in typed.screen)
    assert [piece.kind for piece in typed.state.tower] == ["die", "die", "cylinder"]
    assert "Hands off! Anna says the formula." in typed.screen
    assert "FUM!" in typed.screen


def test_what_is_taken_back_can_be_typed_anew(typed: TypedTable) -> None:
    rolled(typed)
    assert "Undone: the dice." in typed.type("undo")
    assert "Anna rolled Treasure." in typed.type("treasure")
    assert typed.state.turn.hand == ("treasure",)


def test_a_fall_is_settled_by_who_types_it(typed: TypedTable) -> None:
    rolled(typed)
    assert "Whose fault: Ben." in typed.type("fell ben")
    assert "Undone: the tower falls." in typed.type("undo")
    assert "Whose fault: Anna." in typed.type("fell")
    assert "Nobody here is called “Zorro”." in typed.type("fell Zorro")


def test_a_fall_that_is_told_elsewhere_is_a_question_answered_by_number(typed: TypedTable) -> None:
    rolled(typed)
    shown = told_fall(typed)
    answers = [line.strip() for line in shown.splitlines() if line.startswith("  ")]
    number = next(line.split()[0] for line in answers if "did not fall" in line)
    typed.type(number)
    assert typed.moment == "placing"
    shown = told_fall(typed)
    first = next(line.split()[0] for line in shown.splitlines() if "Ben" in line and "  " in line)
    typed.type(first)
    assert typed.moment == "resetting"
    typed.type("done")
    assert [piece.kind for piece in typed.state.tower] == ["die"]


def test_nonsense_is_answered_with_an_example(typed: TypedTable) -> None:
    seq = typed.running.ask(lambda table: snapshot_of(table).seq).result()
    assert "elephant" in typed.type("elephant")
    assert "[bold]" in typed.type("[bold]")
    assert typed.running.ask(lambda table: snapshot_of(table).seq).result() == seq


def test_what_the_rules_forbid_is_refused_with_a_sentence(typed: TypedTable) -> None:
    typed.type("3", "5", "1")
    shown = typed.type("trunk trunk trunk")
    assert shown.strip()
    assert typed.moment == "rollawaited"


def test_help_and_score_are_shown(typed: TypedTable) -> None:
    shown = typed.type("help")
    assert "undo" in shown
    assert "nudge" not in shown
    assert "The tower, bottom to top" in typed.type("score")


def test_somebody_else_acts_with_the_name_first(typed: TypedTable) -> None:
    assert "Ben, which Action card?" in typed.type("ben")
    assert "The order is Anna and Ben" in typed.type("5", "anna 3")


def test_what_is_typed_in_vain_is_asked_again(typed: TypedTable) -> None:
    typed.type("3", "5")
    assert "Anna, how many dice?" in typed.type("elephant")
    assert "Anna, how many dice?" in typed.type("score")
    assert "(MB-30)" in typed.type("9")


@pytest.mark.parametrize("word", ["quit", "EXIT", " quitte "])
def test_somebody_wants_to_go_home(typed: TypedTable, word: str) -> None:
    assert typed.wants_to_go(word)


def test_the_same_in_french(running: RunningTable) -> None:
    typed = TypedTable(running, "fr")
    assert "carte" in typed.screen
    typed.type("3", "5", "1")
    # What the voice of the table says is another matter: this terminal speaks French.
    assert "Anna" in typed.type("annule")
    assert typed.moment == "choosing"
    assert typed.type("aide").strip()


def test_words_for_the_hands_may_be_shortened_but_not_guessed() -> None:
    assert motion_of("knock") is MOTIONS_BY_WORD["knock"]
    assert motion_of("kno") is MOTIONS_BY_WORD["knock"]
    assert motion_of("kn") is None
    assert motion_of("dance") is None
    assert len(set(MOTIONS_BY_WORD)) == len(MOTIONS_BY_WORD)


def test_words_for_the_hands_mean_nothing_at_a_real_table(typed: TypedTable) -> None:
    """There the hands are the people's own."""
    assert "knock" in typed.type("knock")


class TestTheCommand:
    """`run_table` itself, with nobody typing."""

    def profile_file(self, folder: Path) -> Path:
        file = folder / "table.toml"
        sections = "".join(
            f'[{name}]\nurl = "none:"\n' for name in ("camera", "scale", "voice", "panel")
        )
        file.write_text(f'{sections}[store]\nurl = "sqlite:///{folder}/table.sqlite"\n')
        return file

    def run(self, options: RunOptions, monkeypatch: pytest.MonkeyPatch, *lines: str) -> str:
        screen = io.StringIO()
        console = Console(file=screen, width=300)
        typed = iter(lines)

        def answer(*_: object) -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(console, "input", answer)
        assert run_table(options, console, language("en")) == 0
        return screen.getvalue()

    def test_a_game_is_begun_left_and_resumed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = self.profile_file(tmp_path)
        first = RunOptions(profile=file, game=GAME, players="Anna,Ben", is_served=False)
        shown = self.run(first, monkeypatch, "3", "5", "1")
        assert "Anna rolls one die. What shows?" in shown
        again = RunOptions(profile=file, is_resumed=True, is_served=False)
        shown = self.run(again, monkeypatch, "trunk", "quit")
        assert "We go on with Magic Beanstalk." in shown
        assert "The tower, bottom to top" in shown
        assert "Anna rolled Trunk." in shown

    def test_a_restart_that_is_asked_for_before_the_game_begins_is_not_lost(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[Restarting] = []
        anew: list[int | None] = []

        def begin(*_: object) -> None:
            asked[0].is_asked = True
            raise KeyboardInterrupt

        def restarting() -> Restarting:
            asked.append(Restarting())
            return asked[0]

        monkeypatch.setattr(run, "_begin", begin)
        monkeypatch.setattr(run, "Restarting", restarting)
        monkeypatch.setattr(Restarting, "start_anew", lambda _self, port: anew.append(port))
        self.run(RunOptions(profile=self.profile_file(tmp_path), is_served=False), monkeypatch)
        assert anew == [None]

    def test_only_a_simulated_table_plays_by_itself(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        options = RunOptions(profile=self.profile_file(tmp_path), is_autoplay=True, is_served=False)
        with pytest.raises(InputError, match="Only a simulated table"):
            self.run(options, monkeypatch)

    def test_a_care_beyond_one_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(InputError, match="from 0 to 1"):
            self.run(RunOptions(profile=self.profile_file(tmp_path), care=2.0), monkeypatch)
