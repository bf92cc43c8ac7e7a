"""What lies in the tray: which dice are new, which were there before, which were taken away.

Dice are known by their place. One that nobody touched keeps the face it was accepted with, however
the next reading sees it; so a face that a person gave is never asked for again. While the hand
chooses which dice it throws again, one that shows another face in its place counts as a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TypeVar

from msgspec.structs import replace as with_fields

from referee.table.facts import TrayRead
from referee.vision.motion.changes import changes, nearest_pairs, turn_between_rad
from referee.vision.motion.tray_watch import TrayPhase
from referee.vision.readings import Certainty, ReadDie, Reading

# As in `referee.vision.motion.changes`, but wider: here a face that a person gave hangs on it, and
# a die that seems touched is asked about again. Chosen by hand: with less a knock makes dice seem
# new, with more a rolled die that comes to lie where it lay keeps its old face.
_UNTOUCHED_DICE = 0.2
_UNTOUCHED_RAD = 0.15
SAME_PLACE_DICE = 0.35
# Dice that come to rest where no hand is, or move when one has gone. A hand that comes in looks
# the same before it is known for one.
_ROLLS = {(TrayPhase.ROLLING, TrayPhase.AT_REST), (TrayPhase.HAND, TrayPhase.ROLLING)}

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die in the tray; `roll` is the roll in which it came, 0 for dice nobody announced.

    `face_jpeg` is its straightened top face, if that was in doubt.

    `rest` is the number of the rest that first showed it here, or no longer here. `read` is what
    the camera last read for certain, whatever face was accepted.
    """

    die: ReadDie
    roll: int
    cutout_jpeg: bytes = b""
    rest: int = 0
    read: str = ""
    face_jpeg: bytes = b""

    @property
    def looks(self) -> str:
        """The face as the camera sees it."""
        return self.read or self.die.face


class TrayMemory:
    """Remembers the dice of the last settled reading, and what was taken since the last roll."""

    def __init__(self) -> None:
        self.dice: tuple[TrayDie, ...] = ()
        self.taken: tuple[str, ...] = ()
        self.lifted: tuple[TrayDie, ...] = ()
        """Dice that may be thrown again and left their places, where and when they did."""
        self.away: tuple[str, ...] = ()
        """The faces of dice that may be thrown again and were out of sight from the start."""
        self.has_rolled = False
        """Whether something rolled before the last reading, as far as the eye can tell."""
        self.rest_number = 0
        self.picture_jpeg = b""
        self.die_px = 0.0
        self._kind = ""
        self._roll = 0
        self._expected: int | None = None
        self._faces: tuple[str, ...] = ()
        self._phase: TrayPhase | None = None
        self._is_stirred = self._is_rolling = False

    def begin_roll(self, count: int | None) -> None:
        """What comes to lie in the tray from now on is the new roll."""
        self._roll += 1
        self._expected = count
        self.taken = self.away = self._faces = ()
        self.lifted = ()

    def begin_choice(self, faces: Sequence[str]) -> None:
        """Dice with these faces lie here or out of sight; the hand chooses which it throws."""
        self.begin_roll(None)
        # Those that lie here are a roll of their own, before the one to come.
        self.begin_roll(None)
        self._faces = tuple(faces)
        self._recognise()

    def end_roll(self, dice: Sequence[TrayDie], faces: Sequence[str]) -> None:
        """These dice of the roll were accepted with these faces."""
        known = dict(zip((id(each) for each in dice), faces, strict=True))
        self.dice = tuple(
            _accepted(each, known[id(each)]) if id(each) in known else each for each in self.dice
        )
        self._expected = None
        self._faces = ()

    @property
    def rolled(self) -> tuple[TrayDie, ...]:
        """The dice of the roll that is going on."""
        return tuple(each for each in self.dice if each.roll == self._roll > 0)

    @property
    def stayed(self) -> tuple[TrayDie, ...]:
        """The dice that the hand may throw again and has left where they were."""
        return tuple(each for each in self.dice if each.roll == self._roll - 1 > 0)

    def keep(self, die: TrayDie, face: str) -> None:
        """This die was not thrown, only put elsewhere or turned: it counts with this face."""
        self.dice = tuple(
            replace(_accepted(each, face), roll=self._roll - 1) if each is die else each
            for each in self.dice
        )
        left = [each for each in self.lifted if each.die.face == face]
        if left:
            out = min(left, key=lambda each: each.rest != die.rest)
            self.lifted = tuple(each for each in self.lifted if each is not out)
        else:
            self.away = _without(self.away, (face,))

    def stir(self, phase: TrayPhase) -> None:
        """The tray went over into this phase."""
        self._is_stirred |= phase in {TrayPhase.HAND, TrayPhase.ROLLING}
        self._is_rolling |= (self._phase, phase) in _ROLLS
        self._phase = phase

    def use(self, face: str) -> None:
        """A die with this face that was taken from the tray has found its place."""
        self.taken = _without(self.taken, (face,))

    def see(self, seen: TrayRead) -> None:
        """Take over a settled reading."""
        self.rest_number = seen.rest_number
        self.picture_jpeg = seen.picture_jpeg
        kept, fresh, gone = self._sorted(seen)
        self.taken += tuple(each.die.face for each in gone if each.roll and each.die.face)
        chosen = [each for each in gone if each.roll == self._roll - 1 and self._faces]
        self.lifted += tuple(replace(each, rest=seen.rest_number) for each in chosen)
        self.dice = (*kept, *fresh)
        self._kind, self.die_px = seen.kind, seen.reading.die_px
        if self._faces and not (self.stayed or self.lifted or self._is_stirred):
            # Nobody touched anything: this is how the dice lay.
            self._recognise()
        self.has_rolled = self._is_rolling
        self._is_stirred = self._is_rolling = False

    def _recognise(self) -> None:
        """Find the dice of the game among those that lie here; newer ones come first."""
        left, known, others = list(self._faces), [], []
        for each in sorted(self.dice, key=lambda each: -each.roll):
            if each.die.face in left:
                left.remove(each.die.face)
                known.append(each)
            else:
                others.append(each)
        of_game = [each for each in others if each.roll]
        if len(left) == len(of_game) == 1:
            # Somebody corrected its face.
            others.remove(of_game[0])
            known.append(_accepted(of_game[0], left.pop()))
        known = [replace(each, roll=self._roll - 1) for each in known]
        self.dice = (*known, *(replace(each, roll=0) for each in others))
        self.away = tuple(left)

    def _sorted(self, seen: TrayRead) -> tuple[list[TrayDie], list[TrayDie], list[TrayDie]]:
        cutouts = {id(die): cut for die, cut in zip(seen.reading.dice, seen.cutouts, strict=False)}
        faces = {id(die): cut for die, cut in zip(seen.reading.dice, seen.faces_jpeg, strict=False)}
        old, new = list(self.dice), list(seen.reading.dice)
        kept = self._untouched(old, new, seen)
        was, came = [*old], [*new]
        pushed = self._pushed(old, new, seen.reading) if self._kind == seen.kind else []
        if self._faces and new and not self.lifted:
            # Some were lifted and thrown between two looks: any that moved may be one of them.
            old, new, pushed = was, came, []
        fresh = [
            TrayDie(
                die,
                self._roll,
                cutouts.get(id(die), b""),
                seen.rest_number,
                _certain(die),
                faces.get(id(die), b""),
            )
            for die in new
        ]
        return [*kept, *pushed], fresh, old

    def _untouched(self, old: list[TrayDie], new: list[ReadDie], seen: TrayRead) -> list[TrayDie]:
        die_px = seen.reading.die_px or self.die_px
        is_other_kind = self._kind != seen.kind

        def is_same(left: int, right: int) -> bool:
            before, after = old[left].die, new[right]
            if self._faces and old[left].read and _certain(after) not in {"", old[left].read}:
                return False
            return is_other_kind or (
                dist(before.centre_px, after.centre_px) < _UNTOUCHED_DICE * die_px
                and turn_between_rad(before, after) < _UNTOUCHED_RAD
            )

        pairs = nearest_pairs(
            [each.die.centre_px for each in old],
            [die.centre_px for die in new],
            SAME_PLACE_DICE * die_px,
            is_same,
        )
        kept = [_moved(old[left], new[right]) for left, right in pairs]
        _leave_out(old, {left for left, _ in pairs})
        _leave_out(new, {right for _, right in pairs})
        return kept

    def _pushed(self, old: list[TrayDie], new: list[ReadDie], reading: Reading) -> list[TrayDie]:
        """Dice that were shoved aside: the same face, not far away."""
        as_seen = tuple(with_fields(each.die, face=each.looks) for each in old)
        before = Reading(as_seen, self.die_px)
        after = Reading(tuple(new), reading.die_px)
        fresh = {id(die) for die in changes(before, after, self._expected).new}
        kept = []
        for die in [each for each in new if id(each) not in fresh]:
            known = min(old, key=lambda each: _unlikeness(each, die))
            old.remove(known)
            kept.append(_moved(known, die))
        new[:] = [die for die in new if id(die) in fresh]
        return kept


def _unlikeness(known: TrayDie, now: ReadDie) -> tuple[bool, float]:
    return known.looks != now.face, dist(known.die.centre_px, now.centre_px)


def _moved(known: TrayDie, now: ReadDie) -> TrayDie:
    """The same die where it lies now; a face that is certain stays, a surer one replaces."""
    read = _certain(now) or known.read
    if known.die.is_certain or known.die.confidence >= now.confidence:
        now = with_fields(
            now,
            face=known.die.face,
            confidence=known.die.confidence,
            certainty=known.die.certainty,
            likely=known.die.likely,
            findings=known.die.findings,
        )
    return replace(known, die=now, read=read)


def _certain(die: ReadDie) -> str:
    return die.face if die.is_certain else ""


def _without(faces: Sequence[str], taken: Sequence[str]) -> tuple[str, ...]:
    """The faces that are left when these are taken away, as far as they are there."""
    left = list(faces)
    for face in taken:
        if face in left:
            left.remove(face)
    return tuple(left)


def _accepted(known: TrayDie, face: str) -> TrayDie:
    die = with_fields(
        known.die, face=face, certainty=Certainty.CERTAIN, confidence=1.0, findings=()
    )
    return replace(known, die=die)


def _leave_out(items: list[_Item], numbers: set[int]) -> None:
    items[:] = [each for number, each in enumerate(items) if number not in numbers]
