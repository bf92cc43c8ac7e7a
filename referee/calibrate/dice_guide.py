"""The guide of the dice: a die is turned over again and again, then people say what was seen.

A face is cut out whenever one die lies still in the tray, otherwise than before, and joins the
cut-outs that it is alike. Which face that is, people may say at any time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist, radians

import numpy as np

from referee.calibrate.die_finder import DieFinder, turned_by_rad, with_dice
from referee.calibrate.guide import GroupChange, Guide, ShownGroup, StepView, say
from referee.devices.camera.contract import CameraFrame
from referee.errors import InputError
from referee.table.sentences import Sentence, Term, Word
from referee.vision.faces.embedding import Rows, shipped_embedding, view_of_cut
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.groups import FaceGroup, FaceGroups
from referee.vision.faces.teaching import (
    Separability,
    TeachingVerdict,
    look_alikes,
    separability,
)
from referee.vision.motion.tray_watch import TrayWatch
from referee.vision.pictures import Picture
from referee.vision.readings import ReadDie
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import STANDARD_SHEET, TraySheet
from referee.vision.tray.view import TrayView, view_tray

# All chosen by hand. A die that lies half its width or so much of a turn away was touched; with
# less a die that nobody touched would be seen again and again.
_OTHER_DICE = 0.5
_OTHER_RAD = radians(12)
# Nor was it touched if it lies as before and looks so much like before.
_SAME_LOOK = 0.8
_HUNDRED = 100
_FACE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


@dataclass(slots=True)
class DiceLesson:
    """What the steps share: whose faces are shown, the groups so far, and what was learned.

    `names` are the faces in the rules of a game; without them people choose any names.
    """

    name: str
    names: tuple[str, ...]
    game: str
    finder: DieFinder
    sheet: TraySheet = STANDARD_SHEET
    lens: Lens | None = None
    groups: FaceGroups = field(default_factory=FaceGroups)
    taught: TaughtFaces | None = None
    report: Separability | None = None

    def may_be_called(self, name: str) -> bool:
        """Whether a face can have this name."""
        return name in self.names if self.names else _FACE_NAME.fullmatch(name) is not None

    def term(self, name: str) -> Term:
        """A face as people call it."""
        return Term(self.game, "face", name)

    def label(self, group: FaceGroup) -> Word:
        """What people call a group: its name, or its number."""
        if group.name:
            return self.term(group.name)
        return say("dice-group", number=group.number)


@dataclass(frozen=True, slots=True)
class _Taken:
    """The die as it lay when its face was cut out last, and how it looked."""

    die: ReadDie
    look: Rows


class ShowStep:
    """One die after the other is turned over until every face was shown, and every group named."""

    name = "dice-show"

    def __init__(self, lesson: DiceLesson) -> None:
        self._lesson = lesson
        self.restart()

    def restart(self) -> None:
        """Forget everything that was shown."""
        self._lesson.groups = FaceGroups()
        self._watch = TrayWatch()
        self._seq = 0
        self._taken: _Taken | None = None
        self._last: ReadDie | None = None
        self._view: TrayView | None = None
        self._picture: Picture | None = None
        self._dice: tuple[ReadDie, ...] = ()

    def see(self, seen: CameraFrame) -> None:
        """Look for the one die, and cut its face out if it lies still and otherwise."""
        observed = self._watch.see(seen.at_s, seen.picture, max(0, seen.seq - self._seq - 1))
        self._picture, self._seq = seen.picture, seen.seq
        self._view = view_tray(seen.picture, self._lesson.sheet, self._lesson.lens)
        found = self._view and self._lesson.finder.dice(seen.picture, self._view)
        self._dice = found or ()
        self._last = self._dice[0] if len(self._dice) == 1 else None
        # A hand that is still at the die hides part of its face.
        if self._view is not None and self._last is not None and observed.is_readable:
            self._take(seen.picture, self._view, self._last)

    def _take(self, picture: Picture, view: TrayView, die: ReadDie) -> None:
        cut = self._lesson.finder.cutout(picture, view, die)
        taken, before = _Taken(die, _look_of(cut)), self._taken
        if before is None or not _is_untouched(taken, before):
            self._taken = taken
            self._lesson.groups.add(cut)

    def view(self) -> StepView:
        """The groups, and what is still to be shown or named."""
        groups, lesson = self._lesson.groups, self._lesson
        missing = _missing(lesson)
        return StepView(
            say("dice-show-ask"),
            self._live(),
            (*self._in_the_way(), *missing) if missing else (),
            _too_near(lesson),
            None if self._picture is None else with_dice(self._picture, self._dice),
            groups=tuple(_shown(groups, each) for each in groups.groups),
            names=tuple(lesson.term(name) for name in lesson.names),
        )

    def _live(self) -> tuple[Sentence, ...]:
        kept = self._lesson.groups.kept
        seen = say("dice-live", count=sum(len(each.seen) for each in kept), faces=len(kept))
        if self._taken is None or self._last is None:
            return (seen,)
        is_seen = _lies_alike(self._last, self._taken.die)
        return seen, say("dice-turn" if is_seen else "dice-still")

    def _in_the_way(self) -> tuple[Sentence, ...]:
        if self._view is None:
            return (say("dice-no-tray"),)
        if not self._dice:
            return (say("dice-none"),)
        return (say("dice-many", dice=len(self._dice)),) if len(self._dice) > 1 else ()

    def finish(self) -> None:
        """Nothing more: the groups are kept all along."""


def _is_untouched(now: _Taken, before: _Taken) -> bool:
    looks_alike = float((now.look @ before.look.T).max()) > _SAME_LOOK
    return looks_alike and _lies_alike(now.die, before.die)


def _lies_alike(die: ReadDie, other: ReadDie) -> bool:
    is_near = dist(die.centre_px, other.centre_px) <= _OTHER_DICE * _width_px(die)
    return is_near and turned_by_rad(die, other) <= _OTHER_RAD


def _width_px(die: ReadDie) -> float:
    return dist(*die.corners_px[:2])


def _look_of(cut: Picture) -> Rows:
    return shipped_embedding().rows([view_of_cut(cut)])


def _shown(groups: FaceGroups, group: FaceGroup) -> ShownGroup:
    numbers = tuple(each.number for each in group.seen)
    wanted = 0 if group.is_left_out else groups.still_wanted(group)
    return ShownGroup(group.number, group.name, numbers, wanted, group.is_left_out)


def _missing(lesson: DiceLesson) -> tuple[Sentence, ...]:
    """What is still to be shown or named before the faces can be learned."""
    groups, kept = lesson.groups, lesson.groups.kept
    wanted = {each.name or each.number: each for each in kept if groups.still_wanted(each)}
    again = tuple(_times(lesson, each) for each in wanted.values())
    nameless = tuple(str(each.number) for each in kept if not each.name)
    unseen = tuple(lesson.term(name) for name in groups.without_name(lesson.names))
    found = [say("dice-again", list=again)] if again else []
    found += [_near(lesson, pair) for pair in groups.near() if any(map(groups.still_wanted, pair))]
    found += [say("dice-nameless", list=nameless)] if nameless else []
    found += [say("dice-unseen", list=unseen)] if unseen else []
    found += [say("dice-two")] if not found and len(groups.by_name()) < 2 else []
    return tuple(found)


def _times(lesson: DiceLesson, group: FaceGroup) -> Sentence:
    return say("dice-times", face=lesson.label(group), times=lesson.groups.still_wanted(group))


def _near(lesson: DiceLesson, pair: tuple[FaceGroup, FaceGroup]) -> Sentence:
    first, second = map(lesson.label, pair)
    return say("dice-near", first=first, second=second)


def _too_near(lesson: DiceLesson) -> tuple[Sentence, ...]:
    """Faces that still look alike after they were shown more often."""
    groups = lesson.groups
    pairs = [pair for pair in groups.near() if not any(map(groups.still_wanted, pair))]
    return tuple(
        say("dice-nearer", first=lesson.label(first), second=lesson.label(second))
        for first, second in pairs
    )


class SureStep:
    """Learns the faces and tells how sure each of them will be."""

    name = "dice-review"

    def __init__(self, lesson: DiceLesson) -> None:
        self._lesson = lesson

    def restart(self) -> None:
        """Learn from what was shown."""
        self._lesson.taught = TaughtFaces(self._lesson.name, self._lesson.groups.by_name())
        self._lesson.report = separability(self._lesson.taught)

    def see(self, seen: CameraFrame) -> None:
        """Nothing is seen here."""

    def finish(self) -> None:
        """The set is taken from the guide."""

    def view(self) -> StepView:
        """How sure each face will be, and the two most similar faces side by side."""
        report, taught = self._lesson.report, self._lesson.taught
        if report is None or taught is None:
            return StepView(say("dice-review-ask"), troubles=(say("camera-waiting"),))
        first, second = map(self._lesson.term, report.closest)
        told = say(f"dice-{report.verdict}", first=first, second=second)
        is_clear = report.verdict is TeachingVerdict.CLEAR
        is_alike = report.verdict is TeachingVerdict.ALIKE
        unsure = tuple(map(self._lesson.term, look_alikes(report)))
        return StepView(
            say("dice-review-ask"),
            (*self._sure(report), *((told,) if is_clear else ())),
            (told,) if is_alike else (),
            (
                *((say("dice-unsure", list=unsure),) if unsure else ()),
                *(() if is_alike or is_clear else (told,)),
            ),
            side_by_side(*(taught.cuts[face] for face in report.closest)),
        )

    def _sure(self, report: Separability) -> tuple[Sentence, ...]:
        return tuple(
            say("dice-sure", face=self._lesson.term(face), sure=int(_HUNDRED * report.sure[face]))
            for face in report.faces
        )


def side_by_side(first: Sequence[Picture], second: Sequence[Picture]) -> Picture:
    """The pictures of two faces, one row each."""
    count = min(len(first), len(second))
    return np.vstack([np.hstack(row[:count]) for row in (list(first), list(second))])


class DiceGuide(Guide[CameraFrame]):
    """Leads through the teaching of a set of faces; `names` are those in the rules of `game`."""

    def __init__(
        self,
        name: str,
        names: Sequence[str] = (),
        *,
        game: str = "",
        sheet: TraySheet = STANDARD_SHEET,
        lens: Lens | None = None,
        die_mm: float = 16.0,
    ) -> None:
        self._lesson = DiceLesson(name, tuple(names), game, DieFinder(die_mm), sheet, lens)
        super().__init__((ShowStep(self._lesson), SureStep(self._lesson)))

    @property
    def report(self) -> Separability | None:
        """How well the faces are told apart, as soon as they were learned."""
        return self._lesson.report

    def repeat(self) -> None:
        """Forget what was shown; from the last step, go on showing."""
        if self.name == SureStep.name:
            self._place = 0
        else:
            super().repeat()

    def arrange(self, asked: GroupChange) -> bool:
        """Name a group, split a cut-out off, leave the group out, or take it in again."""
        groups = self._lesson.groups
        group = groups.group(asked.group)
        if group is None or self.name != ShowStep.name:
            return False
        match asked.task:
            case "name":
                if asked.name and not self._lesson.may_be_called(asked.name):
                    return False
                group.name = asked.name
            case "split":
                return groups.split(group, asked.picture)
            case "leave-out" | "take-in":
                group.is_left_out = asked.task == "leave-out"
        return True

    def group_picture(self, number: int) -> Picture | None:
        """The cut-out of this number."""
        return self._lesson.groups.cut(number)

    def result(self) -> TaughtFaces:
        """The set, once the guide is done."""
        if self._lesson.taught is None:
            raise InputError("The faces are not taught yet: show every one of them.")
        return self._lesson.taught
