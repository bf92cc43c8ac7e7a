"""What the lamps and the buzzer tell of the table."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from referee.devices.panel.contract import (
    BLUE,
    GREEN,
    RED,
    VERMILION,
    WHITE,
    YELLOW,
    Buzz,
    LampLight,
    Pattern,
)
from referee.devices.panel.urls import SilentPanel
from referee.table.announcing.lamps import (
    FROZEN,
    IDLE,
    TROUBLED,
    Doing,
    Lamps,
    LampScene,
    asking,
    counting_down,
    fallen,
    over,
    plan,
    sound,
    waiting_for,
)
from referee.table.updates import COUNTDOWN_WORDS


@dataclass
class NotedPanel(SilentPanel):
    """Notes what it is told."""

    shown: list[tuple[int | None, LampLight | None]] = field(default_factory=list)
    buzzed: list[Buzz] = field(default_factory=list)

    def show(self, seat: int | None, light: LampLight | None) -> None:
        self.shown.append((seat, light))

    def buzz(self, buzz: Buzz) -> None:
        self.buzzed.append(buzz)


def test_the_player_whose_turn_it_is_has_the_only_light() -> None:
    lights = plan(waiting_for(1), 3)
    assert lights.seats == (None, LampLight(VERMILION), None)
    assert lights.table == LampLight(VERMILION)


def test_several_players_are_waited_for_together() -> None:
    lights = plan(waiting_for(0, 2), 3)
    assert lights.seats == (LampLight(BLUE), None, LampLight(YELLOW))
    assert lights.table == LampLight(WHITE)


def test_each_word_of_the_countdown_lights_one_more_lamp() -> None:
    for words in range(1, COUNTDOWN_WORDS + 1):
        lights = plan(counting_down(3, words), 4)
        assert sum(light is not None for light in lights.seats) == words
        assert lights.seats[3] == LampLight(GREEN)
    assert plan(counting_down(3, 2), 4).seats == (LampLight(GREEN), None, None, LampLight(GREEN))
    tables = [plan(counting_down(0, words), 1).table for words in range(5)]
    assert all(one != other for one, other in itertools.pairwise(tables))


@given(st.integers(1, 8), st.integers(0, 7), st.integers(0, COUNTDOWN_WORDS))
def test_the_countdown_never_loses_a_lamp_and_ends_with_all(
    seats: int, builder: int, words: int
) -> None:
    builder %= seats

    def lit(said: int) -> set[int]:
        lights = plan(counting_down(builder, said), seats).seats
        return {seat for seat, light in enumerate(lights) if light is not None}

    assert builder in lit(words)
    assert lit(words) >= lit(max(0, words - 1))
    assert lit(COUNTDOWN_WORDS) == set(range(seats))


def test_a_fall_is_red_and_points_at_whose_it_was() -> None:
    lights = plan(fallen(0), 2)
    assert lights.seats == (LampLight(BLUE, Pattern.BLINK), None)
    assert lights.table == LampLight(RED, Pattern.BLINK)
    assert all(plan(fallen(), 2).seats)


def test_a_suspicion_stops_everybody() -> None:
    red = LampLight(RED, Pattern.PULSE)
    assert plan(FROZEN, 2).seats == (red, red)
    assert sound(waiting_for(0), FROZEN) is Buzz.STOP


def test_questions_pulse_and_troubles_blink() -> None:
    assert plan(asking(1), 2).seats == (None, LampLight(VERMILION, Pattern.PULSE))
    assert all(light and light.pattern is Pattern.PULSE for light in plan(asking(), 3).seats)
    assert plan(TROUBLED, 1).table == LampLight(WHITE, Pattern.BLINK)


def test_only_winners_shine_at_the_end() -> None:
    assert plan(over(1), 3).seats == (None, LampLight(VERMILION, Pattern.BLINK), None)
    assert plan(over(), 2).seats == (None, None)


def test_the_buzzer_ticks_with_the_words_and_tells_the_end() -> None:
    scenes = [waiting_for(0), *(counting_down(0, words) for words in range(5)), waiting_for(1)]
    heard = [sound(one, other) for one, other in itertools.pairwise(scenes)]
    assert heard == [None, Buzz.TICK, Buzz.TICK, Buzz.TICK, None, Buzz.DONE]
    assert sound(counting_down(0, 4), over(0)) is Buzz.WIN
    assert sound(counting_down(0, 2), counting_down(0, 0)) is None, (
        "it starts again without a sound"
    )
    assert sound(counting_down(0, 2), fallen(0)) is Buzz.STOP


def test_nothing_buzzes_twice_for_the_same() -> None:
    assert sound(asking(0), asking(1)) is None
    assert sound(TROUBLED, TROUBLED) is None
    assert sound(waiting_for(0), waiting_for(1)) is None
    assert sound(waiting_for(0), TROUBLED) is Buzz.TROUBLE


def test_the_panel_is_told_only_what_changes() -> None:
    panel = NotedPanel()
    lamps = Lamps(panel, seats=2)
    lamps.show(waiting_for(0))
    assert panel.shown == [(0, LampLight(BLUE)), (None, LampLight(BLUE))]
    panel.shown.clear()
    lamps.show(waiting_for(0))
    assert panel.shown == []
    lamps.show(waiting_for(1))
    assert (0, None) in panel.shown
    assert (1, LampLight(VERMILION)) in panel.shown
    lamps.show(fallen(1))
    assert panel.buzzed == [Buzz.STOP]


scenes = st.builds(
    LampScene,
    st.sampled_from(Doing),
    st.lists(st.integers(0, 7), max_size=3, unique=True).map(tuple),
    st.integers(0, COUNTDOWN_WORDS),
)


@given(st.lists(scenes, max_size=12), st.integers(0, 8))
def test_any_game_can_be_shown(scenes: list[LampScene], seats: int) -> None:
    panel = NotedPanel()
    lamps = Lamps(panel, seats)
    for scene in scenes:
        lamps.show(scene)
        lights = plan(scene, seats)
        assert len(lights.seats) == seats
        assert lights.table is not None, "a table with one lamp always tells something"
    state = dict(panel.shown)
    if scenes:
        assert all(
            state.get(seat) == light for seat, light in enumerate(plan(scenes[-1], seats).seats)
        )
    assert plan(IDLE, seats).seats == (None,) * seats
