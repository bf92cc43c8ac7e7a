"""What lies in the tray: which dice are new, which were there before, which were taken away.

Dice are known by their place. One that nobody touched keeps the face it was accepted with, however
the next reading sees it; so a face that a person gave is never asked for again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TypeVar

from msgspec.structs import replace as with_fields

from referee.table.facts import TrayRead
from referee.vision.motion.changes import changes, nearest_pairs, turn_between_rad
from referee.vision.readings import Certainty, ReadDie, Reading

# As in `referee.vision.motion.changes`, but wider: here a face that a person gave hangs on it, and
# a die that seems touched is asked about again. Chosen by hand: with less a knock makes dice seem
# new, with more a rolled die that comes to lie where it lay keeps its old face.
_UNTOUCHED_DICE = 0.2
_UNTOUCHED_RAD = 0.15
_SAME_PLACE_DICE = 0.35

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die in the tray; `roll` is the roll in which it came, 0 for dice nobody announced."""

    die: ReadDie
    roll: int
    cutout_jpeg: bytes = b""


class TrayMemory:
    """Remembers the dice of the last settled reading, and what was taken since the last roll."""

    def __init__(self) -> None:
        self.dice: tuple[TrayDie, ...] = ()
        self.taken: tuple[str, ...] = ()
        self.rest_number = 0
        self.picture_jpeg = b""
        self._kind = ""
        self._roll = 0
        self._die_px = 0.0
        self._expected: int | None = None

    def begin_roll(self, count: int) -> None:
        """What comes to lie in the tray from now on is the new roll."""
        self._roll += 1
        self._expected = count
        self.taken = ()

    def end_roll(self, dice: Sequence[TrayDie], faces: Sequence[str]) -> None:
        """These dice of the roll were accepted with these faces."""
        known = dict(zip((id(each) for each in dice), faces, strict=True))
        self.dice = tuple(
            _accepted(each, known[id(each)]) if id(each) in known else each for each in self.dice
        )
        self._expected = None

    @property
    def rolled(self) -> tuple[TrayDie, ...]:
        """The dice of the roll that is going on."""
        return tuple(each for each in self.dice if each.roll == self._roll > 0)

    def use(self, face: str) -> None:
        """A die with this face that was taken from the tray has found its place."""
        left = list(self.taken)
        if face in left:
            left.remove(face)
        self.taken = tuple(left)

    def see(self, seen: TrayRead) -> None:
        """Take over a settled reading."""
        self.rest_number = seen.rest_number
        self.picture_jpeg = seen.picture_jpeg
        kept, fresh, gone = self._sorted(seen)
        self.taken += tuple(each.die.face for each in gone if each.roll and each.die.face)
        self.dice = (*kept, *fresh)
        self._kind, self._die_px = seen.kind, seen.reading.die_px

    def _sorted(self, seen: TrayRead) -> tuple[list[TrayDie], list[TrayDie], list[TrayDie]]:
        cutouts = {id(die): cut for die, cut in zip(seen.reading.dice, seen.cutouts, strict=False)}
        old, new = list(self.dice), list(seen.reading.dice)
        kept = self._untouched(old, new, seen)
        pushed = self._pushed(old, new, seen.reading) if self._kind == seen.kind else []
        fresh = [TrayDie(die, self._roll, cutouts.get(id(die), b"")) for die in new]
        return [*kept, *pushed], fresh, old

    def _untouched(self, old: list[TrayDie], new: list[ReadDie], seen: TrayRead) -> list[TrayDie]:
        die_px = seen.reading.die_px or self._die_px
        is_other_kind = self._kind != seen.kind

        def is_same(left: int, right: int) -> bool:
            before, after = old[left].die, new[right]
            return is_other_kind or (
                dist(before.centre_px, after.centre_px) < _UNTOUCHED_DICE * die_px
                and turn_between_rad(before, after) < _UNTOUCHED_RAD
            )

        pairs = nearest_pairs(
            [each.die.centre_px for each in old],
            [die.centre_px for die in new],
            _SAME_PLACE_DICE * die_px,
            is_same,
        )
        kept = [_moved(old[left], new[right]) for left, right in pairs]
        _leave_out(old, {left for left, _ in pairs})
        _leave_out(new, {right for _, right in pairs})
        return kept

    def _pushed(self, old: list[TrayDie], new: list[ReadDie], reading: Reading) -> list[TrayDie]:
        """Dice that were shoved aside: the same face, not far away."""
        before = Reading(tuple(each.die for each in old), self._die_px)
        after = Reading(tuple(new), reading.die_px)
        told = changes(before, after, self._expected)
        same = {id(die) for die in (*told.stayed, *told.pushed)}
        pushed = [die for die in new if id(die) in same]
        kept = []
        for die in pushed:
            number = next(n for n, each in enumerate(old) if each.die.face == die.face)
            kept.append(_moved(old.pop(number), die))
        _leave_out(new, {number for number, die in enumerate(new) if id(die) in same})
        return kept


def _moved(known: TrayDie, now: ReadDie) -> TrayDie:
    """The same die where it lies now; a face that is certain stays, a surer one replaces."""
    if known.die.is_certain or known.die.confidence >= now.confidence:
        now = with_fields(
            now,
            face=known.die.face,
            confidence=known.die.confidence,
            certainty=known.die.certainty,
            likely=known.die.likely,
            findings=known.die.findings,
        )
    return replace(known, die=now)


def _accepted(known: TrayDie, face: str) -> TrayDie:
    die = with_fields(
        known.die, face=face, certainty=Certainty.CERTAIN, confidence=1.0, findings=()
    )
    return replace(known, die=die)


def _leave_out(items: list[_Item], numbers: set[int]) -> None:
    items[:] = [each for number, each in enumerate(items) if number not in numbers]
