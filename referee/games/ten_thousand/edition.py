"""What dice give in Ten Thousand: the numbers of an edition, and every way to set dice aside."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.games.rerolls import FACES

DICE = 6

_Points = Annotated[int, Meta(ge=0, le=100_000)]
_Score = Annotated[int, Meta(ge=1, le=100_000)]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of one house; see `editions/standard.toml` for every key."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    goal: Annotated[int, Meta(ge=100, le=1_000_000)]
    entry: _Points
    one: _Score
    five: _Score
    three_ones: _Score
    three_alike: _Score
    more_alike: Literal["double", "add"]
    straight: _Points
    three_pairs: _Points
    hot_dice: Literal["may", "must"]


# There are 923 sets of one to six dice; a table plays few editions.
@lru_cache(maxsize=4096)
def scoring_parts(edition: Edition, faces: tuple[str, ...]) -> Mapping[tuple[str, ...], int]:
    """TT-3 to TT-6: every part of sorted dice in which each die scores, with its points."""
    counts = range(1, len(faces) + 1)
    parts = dict.fromkeys(part for count in counts for part in combinations(faces, count))
    points = {part: _points(edition, part) for part in parts}
    return {part: each for part, each in points.items() if each is not None}


def best_points(edition: Edition, faces: tuple[str, ...]) -> int:
    """TT-8: the most that these dice give, whichever of them score."""
    return max(scoring_parts(edition, faces).values(), default=0)


def _points(edition: Edition, faces: tuple[str, ...]) -> int | None:
    """The most that these dice give if every one of them scores; None if one cannot."""
    counts = [faces.count(face) for face in FACES]
    by_face = [_points_alike(edition, pip, count) for pip, count in enumerate(counts, start=1)]
    singly = [points for points in by_face if points is not None]
    ways = [sum(singly)] if len(singly) == len(FACES) else []
    if edition.straight and counts == [1] * DICE:
        ways.append(edition.straight)
    if edition.three_pairs and counts.count(2) == DICE // 2:
        ways.append(edition.three_pairs)
    return max(ways, default=None)


def _points_alike(edition: Edition, pip: int, count: int) -> int | None:
    """TT-3, TT-4: the most that so many dice of one number give, in one group or several."""
    if not count:
        return 0
    single = {1: edition.one, 5: edition.five}.get(pip)
    ways = [] if single is None else [single * count]
    three = edition.three_ones if pip == 1 else edition.three_alike * pip
    for size in range(3, count + 1):
        rest = _points_alike(edition, pip, count - size)
        times = 2 ** (size - 3) if edition.more_alike == "double" else size - 2
        ways += [] if rest is None else [three * times + rest]
    return max(ways, default=None)
