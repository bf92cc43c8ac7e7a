"""The sheet of Yatzy: its rows, the numbers of an edition, and what five dice give in each row."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

DICE = 5
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
YATZY = "yatzy"

Lower = Literal[
    "one-pair",
    "two-pairs",
    "three-alike",
    "four-alike",
    "small-straight",
    "large-straight",
    "full-house",
    "chance",
    "yatzy",
]
Sheet = tuple[int | None, ...]
"""What a seat has written, in the order of `Edition.rows`; None: the row is open."""

_Points = Annotated[int, Meta(ge=0, le=1000)]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to score; see `editions/standard.toml` for every key."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    rolls: Annotated[int, Meta(ge=1, le=9)]
    bonus_from: Annotated[int, Meta(ge=1, le=105)]
    bonus: _Points
    lower: tuple[Lower, ...]
    alike_counts: Literal["alike", "all"]
    straights: Literal["exact", "runs"]
    small_straight: _Points
    large_straight: _Points
    full_house: _Points
    yatzy: _Points
    yatzy_bonus: _Points
    joker: bool

    def __post_init__(self) -> None:
        if len(set(self.lower)) != len(self.lower):
            raise ValueError("lower: every row stands once")
        if (self.joker or self.yatzy_bonus) and YATZY not in self.lower:
            raise ValueError("lower: without a row for yatzy there is no joker and no bonus for it")

    @property
    def rows(self) -> tuple[str, ...]:
        """The whole sheet, top to bottom."""
        return UPPER + self.lower


# There are 252 rolls of five dice; a table plays few editions.
@lru_cache(maxsize=2048)
def points_by_row(edition: Edition, faces: tuple[str, ...]) -> Mapping[str, int]:
    """YZ-5 to YZ-12: what sorted dice give in each row, no joker among them."""
    pips = [int(face) for face in faces]
    counts = [pips.count(pip) for pip in range(1, 7)]
    points = {row: pip * counts[pip - 1] for pip, row in enumerate(UPPER, start=1)}
    return points | {row: _lower_points(edition, row, counts, sum(pips)) for row in edition.lower}


def _lower_points(edition: Edition, row: Lower, counts: list[int], total: int) -> int:
    match row:
        case "one-pair":
            return _alike_points(counts, 2)
        case "two-pairs":
            pairs = [pip for pip in range(1, 7) if counts[pip - 1] >= 2]
            return 2 * sum(pairs) if len(pairs) == 2 else 0
        case "three-alike" | "four-alike":
            count = 3 if row == "three-alike" else 4
            alike = _alike_points(counts, count)
            return total if alike and edition.alike_counts == "all" else alike
        case "small-straight" | "large-straight":
            return _straight_points(edition, row == "small-straight", counts)
        case "full-house":
            return (edition.full_house or total) if {2, 3} <= {*counts} else 0
        case "chance":
            return total
        case "yatzy":
            return edition.yatzy if DICE in counts else 0


def _alike_points(counts: list[int], count: int) -> int:
    """YZ-7, YZ-8: the pips of so many equal dice, the highest if there are several."""
    return count * max([pip for pip in range(1, 7) if counts[pip - 1] >= count], default=0)


def _straight_points(edition: Edition, is_small: bool, counts: list[int]) -> int:
    """YZ-9: exactly 1 to 5 or 2 to 6, or any run of four or five."""
    shown = "".join("x" if count else "-" for count in counts)
    if edition.straights == "runs":
        is_straight = "x" * (4 if is_small else 5) in shown
    else:
        is_straight = shown == ("xxxxx-" if is_small else "-xxxxx")
    points = edition.small_straight if is_small else edition.large_straight
    return points if is_straight else 0


def has_yatzy_again(edition: Edition, sheet: Sheet, faces: tuple[str, ...]) -> bool:
    """YZ-14, YZ-15: five of a kind, and the row for it is written already."""
    if faces.count(faces[0]) != DICE or YATZY not in edition.lower:
        return False
    return sheet[edition.rows.index(YATZY)] is not None


def rows_to_write(edition: Edition, sheet: Sheet, faces: tuple[str, ...]) -> Mapping[str, int]:
    """YZ-4, YZ-15: every row that may be written now, with its points."""
    points = points_by_row(edition, faces)
    written = zip(edition.rows, sheet, strict=True)
    free = {row: points[row] for row, content in written if content is None}
    if not edition.joker or not has_yatzy_again(edition, sheet, faces):
        return free
    pip = int(faces[0])
    own = UPPER[pip - 1]
    if own in free:
        return {own: free[own]}
    fixed = {
        "full-house": edition.full_house or DICE * pip,
        "small-straight": edition.small_straight,
        "large-straight": edition.large_straight,
    }
    lower = {row: fixed.get(row, free[row]) for row in free if row not in UPPER}
    return lower or free


def upper_sum(sheet: Sheet) -> int:
    """What stands in the rows from ones to sixes."""
    return sum(points or 0 for points in sheet[: len(UPPER)])
