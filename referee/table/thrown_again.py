"""Which dice were thrown again, and which stayed: everything that may have happened in the tray.

Untouched dice stayed. A new one was thrown, unless it may be one that left its place between the
same two readings: with the same face anywhere, or turned over. Who throws lifts dice first: if the
tray was seen at rest without some, those are the ones that come back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import dist
from typing import Any

import msgspec

from referee.games.base import AnyGame, AnyState, Refused, fold
from referee.games.reports import ReportDice
from referee.table.tray_memory import SAME_PLACE_DICE, TrayDie, TrayMemory

Faces = tuple[str, ...]
DieAndFace = tuple[TrayDie, str]
"""A die in the tray, and the face it counts with."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One thing that may have happened; perhaps nothing was thrown at all.

    `moved` dice lie elsewhere or were turned, but not thrown. It `is_told` if no dice are missing
    but those that were set aside.
    """

    thrown: tuple[DieAndFace, ...]
    moved: tuple[DieAndFace, ...]
    stayed: Faces
    is_told: bool

    @property
    def report(self) -> ReportDice:
        """What the game is told."""
        return ReportDice(tuple(face for _, face in self.thrown), self.stayed)


def put_down(tray: TrayMemory) -> list[DieAndFace]:
    """New dice that were only put there, with the faces they count with; all of them or none.

    If something rolled they may have been thrown, unless others are still in the hand.
    """
    here, away, found = list(tray.lifted), list(tray.away), []
    for new in tray.rolled:
        same = [each for each in here if each.rest == new.rest and each.looks == new.die.face]
        if same:
            here.remove(same[0])
            found.append((new, same[0].die.face))
        elif new.die.face in away:
            away.remove(new.die.face)
            found.append((new, new.die.face))
    is_told = not tray.has_rolled or len(tray.lifted) > len(found)
    return found if len(found) == len(tray.rolled) and is_told else []


def possible_throws(tray: TrayMemory, dice: Sequence[TrayDie], faces: Faces) -> list[Throw]:
    """What may have happened if these new dice show these faces; no two with the same report."""
    found: dict[tuple[Faces, Faces], Throw] = {}
    may_be = [(None, *_may_be(tray, *each)) for each in zip(dice, faces, strict=True)]
    for were in product(*may_be):
        for throw in _throws(tray, dice, faces, were):
            found.setdefault((tuple(sorted(throw.report.faces)), throw.stayed), throw)
    return list(found.values())


def _may_be(tray: TrayMemory, new: TrayDie, face: str) -> set[str]:
    """What this die counts with if it was not thrown; nothing if it was."""
    at_once = [each for each in tray.lifted if each.rest == new.rest]
    return {each.die.face for each in at_once if each.looks == face or _is_turned(tray, each, new)}


def _is_turned(tray: TrayMemory, before: TrayDie, now: TrayDie) -> bool:
    """Whether a die was tipped over in its place, or by those that were lifted before it moved."""

    def away_px(new: TrayDie) -> float:
        return dist(before.die.centre_px, new.die.centre_px)

    is_here = away_px(now) < SAME_PLACE_DICE * tray.die_px
    were_lifted = any(each.rest < before.rest for each in tray.lifted)
    return (is_here or were_lifted) and min(tray.rolled, key=away_px, default=now) is now


def _throws(
    tray: TrayMemory, dice: Sequence[TrayDie], faces: Faces, were: Sequence[str | None]
) -> Iterator[Throw]:
    """What may have happened if these new dice were such before, and the others were thrown."""
    lifted, thrown, moved = list(tray.lifted), [], []
    for new, face, before in zip(dice, faces, were, strict=True):
        same = [each for each in lifted if (each.rest, each.die.face) == (new.rest, before)]
        if before is None:
            thrown.append((new, face))
        elif same:
            lifted.remove(same[0])
            moved.append((new, before))
        else:
            return
    stayed = [each.die.face for each in tray.stayed] + [face for _, face in moved]
    for left, is_told in _left_behind(lifted, tray.away, len(thrown)):
        yield Throw(tuple(thrown), tuple(moved), tuple(sorted((*stayed, *left))), is_told)


def _left_behind(
    lifted: Sequence[TrayDie], away: Faces, thrown: int
) -> Iterator[tuple[Faces, bool]]:
    """The faces of the dice that nobody sees, if so many were thrown; and whether that is told."""
    faces = tuple(each.die.face for each in lifted)
    if thrown >= len(faces):
        for left in set(combinations(sorted(away), max(0, len(away) - thrown + len(faces)))):
            yield left, True
        return
    aside = _set_aside(lifted, len(faces) - thrown)
    if aside is not None:
        yield (*away, *aside), True
        return
    for left in set(combinations(sorted(faces), len(faces) - thrown)):
        yield (*away, *left), False


def _set_aside(lifted: Sequence[TrayDie], count: int) -> Faces | None:
    """So many dice that were lifted first, if no others were lifted together and are as many.

    Whoever sets dice aside does so before lifting those that are thrown.
    """
    rests = sorted({each.rest for each in lifted})
    fitting = [
        some
        for number in range(1, len(rests))
        for some in combinations(rests, number)
        if sum(each.rest in some for each in lifted) == count
    ]
    if len(fitting) != 1 or fitting[0] != tuple(rests[: len(fitting[0])]):
        return None
    return tuple(each.die.face for each in lifted if each.rest in fitting[0])


def are_alike(game: AnyGame, state: AnyState | None, reports: Sequence[ReportDice]) -> bool:
    """Whether the game goes on in the same way after each of these."""
    return len({_outcome(game, state, each) for each in reports}) <= 1


def _outcome(game: AnyGame, state: AnyState | None, report: ReportDice) -> bytes:
    if report.faces:
        ruling = game.judge(state, report)
        if isinstance(ruling, Refused):
            return b""
        state = fold(game, ruling.events, state)
    return msgspec.json.encode(_unordered(msgspec.to_builtins(state)))


# Any: a state of any game in its JSON form.
def _unordered(value: Any) -> Any:
    """The order in which dice are told makes no difference."""
    match value:
        case dict():
            return {key: _unordered(each) for key, each in value.items()}
        case list() | tuple():
            texts = [each for each in value if isinstance(each, str)]
            return sorted(texts) if len(texts) == len(value) else [*map(_unordered, value)]
    return value
