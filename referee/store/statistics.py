"""Statistics of recorded games: pure functions over the facts of finished games.

Whether dice are fair is told by Pearson's chi-square test, with nothing but arithmetic.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median
from typing import NamedTuple

import msgspec

from referee.store.game_facts import GameFacts, Tower

_MOST_STEPS = 10_000
_PRECISION = 1e-15
_TINY = 1e-300
ENOUGH_EXPECTED = 5.0
"""With fewer expected in any cell the test says little."""


class ChiSquare(msgspec.Struct, frozen=True):
    """The test of one kind of dice; a small `p_value` means that fair dice rarely do that."""

    chi_square: float
    degrees_of_freedom: int
    p_value: float
    is_enough: bool


def chi_square_test(seen: Mapping[str, int], shares: Mapping[str, float]) -> ChiSquare:
    """Compare what was seen with what one expects."""
    total = sum(seen.values())
    expected = {face: share * total for face, share in shares.items() if share > 0}
    dof = len(expected) - 1
    if total == 0 or dof < 1:
        return ChiSquare(0.0, max(dof, 0), 1.0, is_enough=False)
    statistic = sum((seen.get(face, 0) - each) ** 2 / each for face, each in expected.items())
    is_enough = min(expected.values()) >= ENOUGH_EXPECTED
    return ChiSquare(statistic, dof, upper_gamma(dof / 2, statistic / 2), is_enough)


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(shape, x)."""
    if shape <= 0 or x < 0:
        raise ValueError("Q(a, x) needs a > 0 and x >= 0.")
    if x == 0:
        return 1.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - scale * _series(shape, x))
    return min(1.0, scale * _continued_fraction(shape, x))


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for step in range(1, _MOST_STEPS):
        term *= x / (shape + step)
        total += term
        if abs(term) < abs(total) * _PRECISION:
            break
    return total


def _continued_fraction(shape: float, x: float) -> float:
    """By Lentz's method, which never divides by zero."""
    b = x + 1.0 - shape
    c = 1.0 / _TINY
    d = 1.0 / b
    value = d
    for step in range(1, _MOST_STEPS):
        a = -step * (step - shape)
        b += 2.0
        d = 1.0 / (a * d + b or _TINY)
        c = b + a / c or _TINY
        change = d * c
        value *= change
        if abs(change - 1.0) < _PRECISION:
            break
    return value


class PlayerStatistics(msgspec.Struct, frozen=True):
    """How one player fared; a guest has no `player_id` and is known by name."""

    player_id: int | None
    name: str
    games: int
    wins: int
    win_share: float
    mean_score: float
    best_score: int
    falls: int


class GameResult(msgspec.Struct, frozen=True):
    """One game on the time axis."""

    game_id: int
    game: str
    begun_at: str
    duration_s: float
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    falls: int
    longest_tower: int | None


class DayCount(msgspec.Struct, frozen=True):
    """How many games began on a day (UTC)."""

    day: str
    games: int


class HeightCount(msgspec.Struct, frozen=True):
    """How many towers fell at this height."""

    height: int
    falls: int


class SurvivalStep(msgspec.Struct, frozen=True):
    """The share of towers that still stood after reaching this height (Kaplan–Meier).

    `at_risk` towers reached the height, `fell` of them fell there.
    """

    height: int
    at_risk: int
    fell: int
    share: float


class Blame(msgspec.Struct, frozen=True):
    """Who made towers fall; without a name it was nobody's fault."""

    player_id: int | None
    name: str
    falls: int


class LongestTower(msgspec.Struct, frozen=True):
    """The highest tower of all, in pieces."""

    height: int
    game_id: int
    begun_at: str


class TowerStatistics(msgspec.Struct, frozen=True):
    """All about towers."""

    towers: int
    falls: int
    heights: tuple[HeightCount, ...]
    survival: tuple[SurvivalStep, ...]
    blame: tuple[Blame, ...]
    longest: LongestTower


class FaceCount(msgspec.Struct, frozen=True):
    """How often a face was seen, and how often one expects it."""

    face: str
    seen: int
    expected: float


class DiceStatistics(msgspec.Struct, frozen=True):
    """The fairness of one kind of dice."""

    game: str
    kind: str
    rolled: int
    faces: tuple[FaceCount, ...]
    test: ChiSquare


class LengthStatistics(msgspec.Struct, frozen=True):
    """How long games take."""

    game: str
    games: int
    mean_s: float
    median_s: float
    shortest_s: float
    longest_s: float


class Statistics(msgspec.Struct, frozen=True):
    """Everything; `towers` is null where no game has one. `left_out` games are damaged."""

    games: int
    players: tuple[PlayerStatistics, ...]
    days: tuple[DayCount, ...]
    results: tuple[GameResult, ...]
    lengths: tuple[LengthStatistics, ...]
    towers: TowerStatistics | None
    dice: tuple[DiceStatistics, ...]
    left_out: int = 0


class _Person(NamedTuple):
    """Profiles are told apart by id, guests by name."""

    player_id: int | None
    name: str


def statistics(facts: Sequence[GameFacts], *, left_out: int = 0) -> Statistics:
    """The statistics of these games; so many others could not be read."""
    ordered = sorted(facts, key=lambda each: (each.begun_at, each.game_id))
    days = Counter(each.begun_at.date().isoformat() for each in ordered)
    return Statistics(
        games=len(ordered),
        players=player_statistics(ordered),
        days=tuple(DayCount(day, count) for day, count in sorted(days.items())),
        results=tuple(map(_result, ordered)),
        lengths=length_statistics(ordered),
        towers=tower_statistics(ordered),
        dice=dice_statistics(ordered),
        left_out=left_out,
    )


def player_statistics(facts: Iterable[GameFacts]) -> tuple[PlayerStatistics, ...]:
    """Wins, scores and falls of everybody, the most frequent players first."""
    scores: defaultdict[_Person, list[int]] = defaultdict(list)
    wins: Counter[_Person] = Counter()
    falls: Counter[_Person] = Counter()
    names: dict[_Person, str] = {}
    for each in facts:
        for seat, score in enumerate(each.scores):
            person = _person(each, seat)
            names[person] = each.seats[seat]
            scores[person].append(score)
            wins[person] += seat in each.winners
        falls.update(_person(each, seat) for seat in _culprits(each))
    found = [
        PlayerStatistics(
            player_id=person.player_id,
            name=names[person],
            games=len(own),
            wins=wins[person],
            win_share=wins[person] / len(own),
            mean_score=fmean(own),
            best_score=max(own),
            falls=falls[person],
        )
        for person, own in scores.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.games, -each.wins, each.name)))


def tower_statistics(facts: Iterable[GameFacts]) -> TowerStatistics | None:
    """Heights, falls, blame and survival; None if there was never a tower."""
    built = [(each, tower) for each in facts for tower in each.towers]
    if not built:
        return None
    fallen = [(each, tower) for each, tower in built if tower.has_fallen]
    heights = Counter(tower.height for _, tower in fallen)
    game, highest = max(built, key=lambda pair: pair[1].height)
    return TowerStatistics(
        towers=len(built),
        falls=len(fallen),
        heights=tuple(HeightCount(height, count) for height, count in sorted(heights.items())),
        survival=survival([tower for _, tower in built]),
        blame=_blame(fallen),
        longest=LongestTower(highest.height, game.game_id, _begun_at(game)),
    )


def survival(towers: Sequence[Tower]) -> tuple[SurvivalStep, ...]:
    """The share of towers that still stood, height by height.

    A tower that did not fall tells only that it stood up to its height; that is Kaplan and Meier's
    estimate with height in the place of time.
    """
    fell = Counter(tower.height for tower in towers if tower.has_fallen)
    ended = Counter(tower.height for tower in towers)
    at_risk, share = len(towers), 1.0
    steps = []
    for height in range(1, max(ended, default=0) + 1):
        share *= 1 - fell[height] / at_risk
        steps.append(SurvivalStep(height, at_risk, fell[height], share))
        at_risk -= ended[height]
    return tuple(steps)


def dice_statistics(facts: Iterable[GameFacts]) -> tuple[DiceStatistics, ...]:
    """Every kind of dice of every game; editions with other dice add up to one expectation."""
    seen: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    expected: defaultdict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for each in facts:
        for dice in each.dice:
            key = (each.game, dice.kind)
            rolled = sum(dice.seen.values())
            seen[key].update(dice.seen)
            for face, share in dice.shares.items():
                expected[key][face] = expected[key].get(face, 0.0) + share * rolled
    return tuple(
        _dice(game, kind, seen[game, kind], expected[game, kind]) for game, kind in sorted(seen)
    )


def _dice(
    game: str, kind: str, seen: Counter[str], expected: Mapping[str, float]
) -> DiceStatistics:
    rolled = sum(seen.values())
    shares = {face: count / rolled if rolled else 0.0 for face, count in expected.items()}
    faces = tuple(FaceCount(face, seen[face], count) for face, count in expected.items())
    return DiceStatistics(game, kind, rolled, faces, chi_square_test(seen, shares))


def length_statistics(facts: Iterable[GameFacts]) -> tuple[LengthStatistics, ...]:
    """How long the games of each name took."""
    durations: defaultdict[str, list[float]] = defaultdict(list)
    for each in facts:
        durations[each.game].append(each.duration_s)
    return tuple(
        LengthStatistics(game, len(own), fmean(own), median(own), min(own), max(own))
        for game, own in sorted(durations.items())
    )


def _result(facts: GameFacts) -> GameResult:
    heights = [tower.height for tower in facts.towers]
    return GameResult(
        game_id=facts.game_id,
        game=facts.game,
        begun_at=_begun_at(facts),
        duration_s=facts.duration_s,
        seats=facts.seats,
        scores=facts.scores,
        winners=facts.winners,
        falls=sum(tower.has_fallen for tower in facts.towers),
        longest_tower=max(heights) if heights else None,
    )


def _blame(fallen: Sequence[tuple[GameFacts, Tower]]) -> tuple[Blame, ...]:
    falls: Counter[_Person | None] = Counter()
    names: dict[_Person, str] = {}
    for facts, tower in fallen:
        person = None if tower.culprit is None else _person(facts, tower.culprit)
        falls[person] += 1
        if person is not None and tower.culprit is not None:
            names[person] = facts.seats[tower.culprit]
    return tuple(
        Blame(person.player_id if person else None, names[person] if person else "", count)
        for person, count in falls.most_common()
    )


def _culprits(facts: GameFacts) -> Iterable[int]:
    return (each.culprit for each in facts.towers if each.has_fallen and each.culprit is not None)


def _person(facts: GameFacts, seat: int) -> _Person:
    player_id = facts.player_ids[seat]
    return _Person(player_id, "" if player_id is not None else facts.seats[seat])


def _begun_at(facts: GameFacts) -> str:
    return facts.begun_at.isoformat(timespec="seconds")
