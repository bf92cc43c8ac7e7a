"""The rules benchmark: our games beside other rules engines, in one run, on one core.

Our side is whole simulated games, and the fold of a recorded one.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from random import Random

from referee.errors import InputError
from referee.games.base import AnyGame, fold
from referee.games.parsing import parse_options
from referee.games.playout import Playouts, seat_names, usual_players
from referee.games.registry import games
from scripts.bench.boardgame_io import BOARDGAME_IO, BoardgameIo
from scripts.bench.measurement import (
    CalibrationLoop,
    Contestant,
    Measurement,
    Progress,
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
    PythonChess,
    openspiel_cpp,
    openspiel_python,
)
from scripts.bench.report import (
    Bar,
    Missing,
    Rate,
    Report,
    at_most_cal,
    judge_bar,
    ratio_of,
    spread_of,
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


def our_contestants() -> list[Contestant]:
    """Every game with its usual number of players, and folding a recorded flagship game."""
    contestants = [Contestant(game.name, _player(game)) for game in games().values()]
    return [*contestants, Contestant(FOLD, _folder(games()[FLAGSHIP]))]


def our_bars() -> list[Bar]:
    """What we ask of ourselves; the flagship is held to more than the others."""
    bars = [
        Bar(FLAGSHIP, OPENSPIEL_PYTHON, 2.0),
        Bar(FLAGSHIP, BOARDGAME_IO, 20.0),
        Bar(FLAGSHIP, PYTHON_CHESS, 10.0),
        Bar(FLAGSHIP, OPENSPIEL_CPP, 1.0, "aim"),
        at_most_cal(FLAGSHIP, 15, "aim"),
        # A million events a second where the calibration loop runs 4.5 million times.
        at_most_cal(FOLD, 4.5),
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
) -> Report:
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
) -> Report:
    rates = timings.actions_per_s
    measured = [each for each in references if each.name in rates]
    ratios = [
        ratio_of(ours.name, rates[ours.name], theirs.name, rates[theirs.name])
        for ours in contestants
        for theirs in measured
    ]
    return Report(
        python=platform.python_version(),
        rounds=rounds,
        slice_s=slice_s,
        contestants=[_rate(each.name, "", rates) for each in contestants],
        references=[_rate(each.name, each.counting, rates) for each in measured],
        missing=[Missing(name, reason) for name, reason in timings.failures.items()],
        ratios=ratios,
        bars=[judge_bar(bar, ratios) for bar in bars],
    )


def _rate(name: str, counting: str, rates: dict[str, list[float]]) -> Rate:
    return Rate(name, spread_of(rates[name]), counting)
