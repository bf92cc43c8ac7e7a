"""The guide of the dice: each face is shown a few times, then it is told whether they differ.

A picture is taken whenever one die lies still in the tray, turned or placed otherwise than before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist, radians

import numpy as np

from referee.calibrate.die_finder import DieFinder, turned_by_rad, with_dice
from referee.calibrate.guide import Guide, Step, StepView, say
from referee.devices.camera.contract import CameraFrame
from referee.errors import InputError
from referee.table.sentences import Sentence, Word
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.faces.teaching import Separability, TeachingVerdict, teach
from referee.vision.pictures import Picture
from referee.vision.readings import ReadDie
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import STANDARD_SHEET, TraySheet
from referee.vision.tray.view import TrayView, view_tray

# All chosen by hand.
PICTURES_A_FACE = 5
"""With fewer one odd picture spoils what was learned of a face, with more people tire of it."""
# In widths of a die, between two frames: less asks too much of noisy corners, more lets it roll.
_STILL_DICE = 0.06
# A picture is another one if the die moved by half its width or turned by so much; with less five
# pictures of a die that nobody touched would be taken.
_OTHER_DICE = 0.5
_OTHER_RAD = radians(12)


@dataclass(slots=True)
class DicePictures:
    """The pictures of each face, and what was learned from them."""

    name: str
    finder: DieFinder
    sheet: TraySheet = STANDARD_SHEET
    lens: Lens | None = None
    by_face: dict[str, list[Picture]] = field(default_factory=dict)
    last: ReadDie | None = None
    """The die as it lay for the last picture of the face before."""
    taught: TaughtFaces | None = None
    report: Separability | None = None


class FaceStep:
    """One face, shown several times."""

    def __init__(self, pictures: DicePictures, face: str, wanted: int) -> None:
        self.name = f"dice-{face}"
        self._pictures, self._face, self._wanted = pictures, face, wanted
        self.restart()

    def restart(self) -> None:
        """Forget the pictures of this face."""
        self._taken: list[tuple[ReadDie, Picture]] = []
        self._last: ReadDie | None = None
        self._view: TrayView | None = None
        self._picture: Picture | None = None
        self._dice: tuple[ReadDie, ...] = ()

    def see(self, seen: CameraFrame) -> None:
        """Look for the one die, and take its picture if it lies still and otherwise."""
        if len(self._taken) >= self._wanted:
            return
        self._picture = seen.picture
        self._view = view_tray(seen.picture, self._pictures.sheet, self._pictures.lens)
        found = self._view and self._pictures.finder.dice(seen.picture, self._view)
        self._dice = found or ()
        last, self._last = self._last, self._dice[0] if len(self._dice) == 1 else None
        if self._view is None or self._last is None or last is None:
            return
        if self._is_still(last, self._last) and self._is_new(self._last):
            cut = self._pictures.finder.cutout(seen.picture, self._view, self._last)
            self._taken.append((self._last, cut))

    def _is_still(self, last: ReadDie, die: ReadDie) -> bool:
        return dist(last.centre_px, die.centre_px) < _STILL_DICE * _width_px(die)

    def _is_new(self, die: ReadDie) -> bool:
        # A die that nobody touched since the step before still shows the face of that step.
        before = () if self._pictures.last is None else (self._pictures.last,)
        return all(
            dist(die.centre_px, other.centre_px) > _OTHER_DICE * _width_px(die)
            or turned_by_rad(die, other) > _OTHER_RAD
            for other in (*before, *(other for other, _ in self._taken))
        )

    def view(self) -> StepView:
        """How many pictures there are, and the last of them."""
        ask = say("dice-ask", face=self._face, wanted=self._wanted)
        live = (say("dice-live", count=len(self._taken), wanted=self._wanted),)
        return StepView(ask, live, self._troubles(), picture=self._drawn())

    def _drawn(self) -> Picture | None:
        """The tray with its die, and what was taken of it so far."""
        if self._picture is None:
            return None
        return with_dice(self._picture, self._dice, [picture for _, picture in self._taken])

    def _troubles(self) -> tuple[Sentence, ...]:
        if len(self._taken) >= self._wanted:
            return ()
        if self._view is None:
            return (say("dice-no-tray"),)
        if not self._dice:
            return (say("dice-none"),)
        if len(self._dice) > 1:
            return (say("dice-many", dice=len(self._dice)),)
        return (say("dice-turn", left=self._wanted - len(self._taken)),)

    def finish(self) -> None:
        """Keep the pictures."""
        self._pictures.by_face[self._face] = [picture for _, picture in self._taken]
        self._pictures.last = self._taken[-1][0]


def _width_px(die: ReadDie) -> float:
    return dist(*die.corners_px[:2])


class TellApartStep:
    """Learns the faces and tells which of them look most alike."""

    name = "dice-review"

    def __init__(self, pictures: DicePictures) -> None:
        self._pictures = pictures

    def restart(self) -> None:
        """Learn from the pictures that were taken."""
        self._pictures.taught, self._pictures.report = teach(
            self._pictures.name, self._pictures.by_face
        )

    def see(self, seen: CameraFrame) -> None:
        """Nothing is seen here."""

    def finish(self) -> None:
        """The set is taken from the guide."""

    def view(self) -> StepView:
        """The confusion table face by face, and the two most similar faces side by side."""
        report = self._pictures.report
        if report is None:
            return StepView(say("dice-review-ask"), troubles=(say("camera-waiting"),))
        first, second = report.closest
        told = say(f"dice-{report.verdict}", first=first, second=second)
        is_alike, is_clear = (
            report.verdict is TeachingVerdict.ALIKE,
            report.verdict is TeachingVerdict.CLEAR,
        )
        return StepView(
            say("dice-review-ask"),
            (*_confusion(report), *((told,) if is_clear else ())),
            (told,) if is_alike else (),
            () if is_alike or is_clear else (told,),
            side_by_side(self._pictures.by_face[first], self._pictures.by_face[second]),
        )


def _confusion(report: Separability) -> list[Sentence]:
    lines = []
    for face in report.faces:
        row = report.confusion[face]
        others = tuple(f"{each or '?'} ({n})" for each, n in row.items() if n and each != face)
        words: dict[str, Word] = {
            "face": face,
            "right": row.get(face, 0),
            "count": sum(row.values()),
            "others": others,
        }
        lines.append(say("dice-row-mixed" if others else "dice-row", **words))
    return lines


def side_by_side(first: Sequence[Picture], second: Sequence[Picture]) -> Picture:
    """The pictures of two faces, one row each."""
    count = min(len(first), len(second))
    return np.vstack([np.hstack(row[:count]) for row in (list(first), list(second))])


class DiceGuide(Guide[CameraFrame]):
    """Leads through the teaching of a set of faces."""

    def __init__(
        self,
        name: str,
        faces: Sequence[str],
        *,
        sheet: TraySheet = STANDARD_SHEET,
        lens: Lens | None = None,
        die_mm: float = 16.0,
        wanted: int = PICTURES_A_FACE,
    ) -> None:
        if len(set(faces)) < 2 or len(set(faces)) != len(faces) or not all(faces):
            raise InputError(
                "A die has at least two faces, each with a name of its own: list them."
            )
        self._pictures = DicePictures(name, DieFinder(die_mm), sheet, lens)
        steps: list[Step[CameraFrame]] = [FaceStep(self._pictures, face, wanted) for face in faces]
        super().__init__((*steps, TellApartStep(self._pictures)))

    @property
    def report(self) -> Separability | None:
        """How well the faces are told apart, as soon as they were learned."""
        return self._pictures.report

    def result(self) -> tuple[TaughtFaces, dict[str, list[Picture]]]:
        """The set and the pictures it was learned from, once the guide is done."""
        if self._pictures.taught is None:
            raise InputError("The faces are not taught yet: show every one of them.")
        return self._pictures.taught, self._pictures.by_face
