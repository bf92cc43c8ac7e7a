"""The rules benchmark: our games beside other rules engines, in one run, on one core.

Our side is whole simulated games, and the fold of a recorded one.
"""

from __future__ import annotations

import platform
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle
from random import Random

import msgspec

from referee.errors import InputError
from referee.games.awaiting import AwaitDice
from referee.games.base import Action, AnyGame, AnyState, fold
from referee.games.parsing import parse_options
from referee.games.playout import Playouts, play_out, seat_names, usual_players
from referee.games.registry import games
from referee.games.reports import ReportDice
from scripts.bench.boardgame_io import BOARDGAME_IO, BoardgameIo
from scripts.bench.figures import BenchReport, Figure, Progress
from scripts.bench.measurement import (
    CALIBRATION,
    CalibrationLoop,
    Contestant,
    Measurement,
    ReferenceEngine,
    Runner,
    Timings,
    frozen_collector,
    interleave,
    one_core,
    play_for,
)
from scripts.bench.python_engines import (
    OPENSPIEL_CPP,
    OPENSPIEL_PYTHON,
    PYTHON_CHESS,
    TARGET_POINTS,
    PythonChess,
    openspiel_cpp,
    openspiel_python,
)


def all_references() -> list[ReferenceEngine]:
    """Every reference of the rules benchmark, the yardstick first; none is loaded yet."""
    return [
        CalibrationLoop(),
        openspiel_python(),
        openspiel_cpp(),
        BoardgameIo(),
        PythonChess(),
    ]


FLAGSHIP = "magic-beanstalk"
FOLD = f"{FLAGSHIP}, fold only"
PIG = "pig"
PIG_AT_RANDOM = f"{PIG}, two at random"
"""The same game in the same way as the references: two players to 100, any choice as likely."""


class Bar(msgspec.Struct, frozen=True):
    """What is asked of a contestant beside a reference: at least so many times as fast.

    Beside the calibration loop: at most so many of its iterations ("cal") for an action.
    """

    contestant: str
    reference: str
    asked: float
    is_aim: bool = False


def our_contestants() -> list[Contestant]:
    """Every game with sensible players, Pig like the references, and folding a flagship game."""
    contestants = [Contestant(game.name, _player(game)) for game in games().values()]
    return [
        *contestants,
        Contestant(PIG_AT_RANDOM, _pig_at_random(games()[PIG])),
        Contestant(FOLD, _folder(games()[FLAGSHIP])),
    ]


def our_bars() -> list[Bar]:
    """What we ask of ourselves; the flagship is held to more than the others."""
    bars = [
        Bar(FLAGSHIP, OPENSPIEL_PYTHON, 2.0),
        Bar(FLAGSHIP, BOARDGAME_IO, 20.0),
        Bar(FLAGSHIP, PYTHON_CHESS, 10.0),
        Bar(FLAGSHIP, OPENSPIEL_CPP, 1.0, is_aim=True),
        Bar(FLAGSHIP, CALIBRATION, 15, is_aim=True),
        # A million events a second where the calibration loop runs 4.5 million times.
        Bar(FOLD, CALIBRATION, 4.5),
        Bar(PIG_AT_RANDOM, OPENSPIEL_PYTHON, 3.0),
    ]
    for name in games():
        if name != FLAGSHIP:
            bars += [Bar(name, OPENSPIEL_PYTHON, 1.0), Bar(name, BOARDGAME_IO, 10.0)]
    return bars


def _playouts(game: AnyGame) -> Playouts:
    options = parse_options(game, next(iter(game.variants.values())))
    return Playouts(game, seat_names(usual_players(game)), options)


def _player(game: AnyGame) -> Callable[[float], Measurement]:
    playouts, rng = _playouts(game), Random(1)

    def play_game() -> int:
        return len(playouts.play_on(rng).actions)

    return lambda duration_s: play_for(duration_s, play_game)


class _AtRandom:
    """Draws every choice and every die by index, as `play_spiel_game` does for OpenSpiel."""

    def __init__(self, game: AnyGame, draw: Callable[[], float]) -> None:
        self._game = game
        self._draw = draw

    def act(self, state: AnyState) -> Action | None:
        waiting = self._game.awaiting(state)
        if waiting is None:
            return None
        # Several times as fast as `isinstance` where it is something else.
        if type(waiting) is AwaitDice:
            faces = waiting.faces
            return ReportDice((faces[int(self._draw() * len(faces))],))
        choices = [*self._game.legal_actions(state)]
        return choices[int(self._draw() * len(choices))]


def _pig_at_random(pig: AnyGame) -> Callable[[float], Measurement]:
    setup = pig.setup(seat_names(2), parse_options(pig, {"goal": TARGET_POINTS}))
    rng = Random(1)
    players = _AtRandom(pig, rng.random)

    def play_game() -> int:
        return len(play_out(pig, setup, rng, players).actions)

    return lambda duration_s: play_for(duration_s, play_game)


def _folder(game: AnyGame) -> Callable[[float], Measurement]:
    playouts = _playouts(game)
    logs = [playouts.play(str(seed)).events for seed in range(20)]
    rotation = cycle(logs)

    def fold_game() -> int:
        events = next(rotation)
        fold(game, events)
        return len(events)

    return lambda duration_s: play_for(duration_s, fold_game)


def rules_benchmark(
    contestants: Sequence[Contestant],
    duration_s: float,
    rounds: int,
    *,
    bars: Sequence[Bar] = (),
    references: Sequence[ReferenceEngine] | None = None,
    on_progress: Progress | None = None,
) -> BenchReport:
    """Measure contestants and references in turn; `duration_s` is shared among all their slices.

    One slice each to warm up comes on top, and so does fetching a reference for the first time.
    A reference that cannot be measured is named in the report with the reason.
    """
    chosen = all_references() if references is None else references
    _check(contestants, duration_s, rounds, chosen, bars)
    with _closing(chosen), one_core():
        unavailable = {each.name: each.available() for each in chosen}
        reasons = {name: reason for name, reason in unavailable.items() if reason is not None}
        runners: dict[str, Runner] = {each.name: each.run for each in contestants}
        runners |= {each.name: each.run for each in chosen if each.name not in reasons}
        slice_s = duration_s / (len(runners) * rounds)
        with frozen_collector():
            timings = interleave(runners, slice_s, rounds, on_progress)
    timings.failures |= reasons
    return _report(contestants, chosen, timings, bars=bars, slice_s=slice_s, rounds=rounds)


def _check(
    contestants: Sequence[Contestant],
    duration_s: float,
    rounds: int,
    references: Sequence[ReferenceEngine],
    bars: Sequence[Bar],
) -> None:
    if not contestants:
        raise InputError("There is nothing to measure; name at least one game.")
    if duration_s <= 0 or rounds < 1:
        raise InputError("A benchmark needs some time and a round; ask for one second or more.")
    ours = [each.name for each in contestants]
    theirs = [each.name for each in references]
    if len({*ours, *theirs}) < len(ours) + len(theirs):
        raise InputError("Two contestants have the same name; give each its own.")
    for bar in bars:
        if bar.contestant not in ours or bar.reference not in theirs:
            raise InputError(
                f"The bar compares {bar.contestant!r} with {bar.reference!r}; "
                f"choose from {', '.join(ours)} and from {', '.join(theirs)}."
            )


@contextmanager
def _closing(references: Sequence[ReferenceEngine]) -> Iterator[None]:
    try:
        yield
    finally:
        for each in references:
            each.close()


def _report(
    contestants: Sequence[Contestant],
    references: Sequence[ReferenceEngine],
    timings: Timings,
    *,
    bars: Sequence[Bar],
    slice_s: float,
    rounds: int,
) -> BenchReport:
    rates = timings.actions_per_s
    asked = {(bar.contestant, bar.reference): bar for bar in bars}
    figures = [
        figure
        for ours in contestants
        for figure in _figures(ours.name, [each.name for each in references], rates, asked)
    ]
    measured = [each for each in references if each.name in rates]
    counted = "; ".join(f"{each.name}: {each.counting}" for each in measured)
    missing = [f"{name} is missing: {reason}" for name, reason in timings.failures.items()]
    note = (
        f"Python {platform.python_version()}, one core, median of {rounds} rounds "
        f"(lowest–highest), {slice_s * 1000:.0f} ms a slice. Counted: {counted}."
    )
    return BenchReport("The rules beside other engines", figures, [*missing, note])


def _figures(
    contestant: str,
    references: Sequence[str],
    rates: Mapping[str, Sequence[float]],
    asked: Mapping[tuple[str, str], Bar],
) -> Iterator[Figure]:
    ours = rates[contestant]
    yield _figure(contestant, "speed", ours, unit="actions/s")
    for reference in references:
        bar = asked.get((contestant, reference))
        values: list[float] = []
        if reference in rates:
            # Round by round, because the machine was equally busy within a round.
            pairs = zip(ours, rates[reference], strict=True)
            is_cost = reference == CALIBRATION
            values = [_times(*(reversed(pair) if is_cost else pair)) for pair in pairs]
        if values or bar is not None:
            yield _beside(contestant, reference, values, bar)


def _beside(contestant: str, reference: str, values: Sequence[float], bar: Bar | None) -> Figure:
    figure = (
        _figure(contestant, "cost of an action", values, unit=CALIBRATION)
        if reference == CALIBRATION
        else _figure(contestant, f"speed beside {reference}", values, unit="×")
    )
    if bar is None:
        return figure
    return msgspec.structs.replace(
        figure, asked=bar.asked, is_aim=bar.is_aim, is_at_most=reference == CALIBRATION
    )


def _figure(group: str, name: str, values: Sequence[float], *, unit: str) -> Figure:
    return Figure(
        group,
        name,
        statistics.median(values) if values else None,
        unit=unit,
        spread=(min(values), max(values)) if values else None,
    )


def _times(ours: float, theirs: float) -> float:
    """Who did nothing gives no ratio to boast of."""
    return ours / theirs if theirs > 0 else 0.0
