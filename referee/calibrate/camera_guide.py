"""The guide of the camera: the board is shown from all sides; good views are taken by itself."""

import numpy as np

from referee.calibrate.guide import Guide, StepView, say
from referee.devices.camera.contract import CameraFrame
from referee.errors import InputError
from referee.table.sentences import PlainMessage, Sentence
from referee.vision.pictures import Picture
from referee.vision.tray import lens

MOST_VIEWS = 40
"""Chosen by hand: five times the fewest; with more every new fit takes longer."""
# All in widths of the picture, and chosen by hand.
# Three pixels at 1280 between two frames: less no hand holds still enough, more lets blur in.
_STILL = 0.0025
# From so far on a view is another one: with less one place fills the set, with more none is new.
_OTHER = 0.07
# One pixel at 1280: with more a bent board or a blurred picture passes.
_LARGEST_ERROR = 0.0008


class ViewsStep:
    """Takes a view whenever the board is held still and shows something new."""

    name = "camera-views"

    def __init__(self, board: lens.LensBoard = lens.STANDARD_BOARD) -> None:
        self._board = board
        self.restart()

    def restart(self) -> None:
        """Forget all views."""
        self._views: list[lens.BoardCorners] = []
        self._picture: Picture | None = None
        self._last: lens.BoardCorners | None = None
        self._fit: lens.LensFit | None = None
        self._is_seen = False

    @property
    def fit(self) -> lens.LensFit | None:
        """The lens, as soon as the views suffice."""
        return self._fit

    def see(self, seen: CameraFrame) -> None:
        """Look for the board, and take the view if it helps."""
        if self._picture is not None and seen.picture.shape != self._picture.shape:
            self.restart()
        self._picture = seen.picture
        found = lens.find_board(seen.picture, self._board)
        last, self._last = self._last, found
        self._is_seen = found is not None
        if found is None or last is None or not self._is_still(last, found):
            return
        if len(self._views) < MOST_VIEWS and self._is_new(found):
            self._views.append(found)
            self._fit = lens.fit_lens(self._views, self._size) if self._is_whole() else None

    @property
    def _size(self) -> tuple[int, int]:
        if self._picture is None:
            return 1, 1
        return self._picture.shape[1], self._picture.shape[0]

    def _is_still(self, one: lens.BoardCorners, other: lens.BoardCorners) -> bool:
        return _moved_px(one, other) < _STILL * self._size[0]

    def _is_new(self, view: lens.BoardCorners) -> bool:
        adds_part = lens.parts_of(view, self._size) & set(
            lens.missing_parts(self._views, self._size)
        )
        adds_lean = lens.lean_of(view, self._size) in lens.missing_leans(self._views, self._size)
        least_px = _OTHER * self._size[0]
        is_elsewhere = all(_moved_px(view, each) > least_px for each in self._views)
        return is_elsewhere or bool(adds_part) or adds_lean

    def _is_whole(self) -> bool:
        is_missing = lens.missing_parts(self._views, self._size) or lens.missing_leans(
            self._views, self._size
        )
        return len(self._views) >= lens.FEWEST_VIEWS and not is_missing

    def view(self) -> StepView:
        """How far it is, with the coverage of the picture."""
        ask = say("camera-ask")
        if self._picture is None:
            return StepView(ask, troubles=(say("camera-waiting"),))
        live = [say("camera-live", count=len(self._views), least=lens.FEWEST_VIEWS)]
        live.append(say("camera-seen" if self._is_seen else "camera-unseen"))
        if self._fit is not None:
            live.append(say("camera-error-live", error=f"{self._fit.error_px:.2f}"))
        covered = lens.coverage_picture(self._picture, self._views)
        return StepView(ask, tuple(live), self._troubles(), picture=covered)

    def _troubles(self) -> tuple[Sentence, ...]:
        troubles = []
        parts = lens.missing_parts(self._views, self._size)
        if parts:
            words = tuple(PlainMessage(f"calibrate-part-{part}") for part in parts)
            troubles.append(say("camera-missing-parts", parts=words))
        leans = lens.missing_leans(self._views, self._size)
        if leans:
            words = tuple(PlainMessage(f"calibrate-lean-{lean}") for lean in leans)
            troubles.append(say("camera-missing-leans", leans=words))
        if not troubles and len(self._views) < lens.FEWEST_VIEWS:
            troubles.append(say("camera-more", left=lens.FEWEST_VIEWS - len(self._views)))
        return tuple(troubles) or self._badness()

    def _badness(self) -> tuple[Sentence, ...]:
        """Whether the views do not fit together: a bent board, or blurred pictures."""
        if self._fit is None:
            return (say("camera-waiting"),)
        if self._fit.error_px <= _LARGEST_ERROR * self._size[0]:
            return ()
        odd = tuple(str(number + 1) for number in self._fit.odd_views)
        error = f"{self._fit.error_px:.2f}"
        if odd:
            return (say("camera-odd", error=error, views=odd),)
        return (say("camera-bad", error=error),)

    def finish(self) -> None:
        """The lens is taken from the step itself."""


def _moved_px(one: lens.BoardCorners, other: lens.BoardCorners) -> float:
    """How far the corners that both show moved in the mean; far if they share none."""
    places = {(x, y): number for number, (x, y) in enumerate(one.points_mm.tolist())}
    pairs = [
        (places[x, y], number)
        for number, (x, y) in enumerate(other.points_mm.tolist())
        if (x, y) in places
    ]
    if not pairs:
        return float("inf")
    first, second = np.array(pairs).T
    off = one.points_px[first] - other.points_px[second]
    return float(np.linalg.norm(off, axis=1).mean())


class CameraGuide(Guide[CameraFrame]):
    """Leads through the calibration of a lens."""

    def __init__(self, board: lens.LensBoard = lens.STANDARD_BOARD) -> None:
        self._views = ViewsStep(board)
        super().__init__((self._views,))

    def result(self) -> lens.Lens:
        """The lens, once the guide is done."""
        if self._views.fit is None:
            raise InputError("The camera is not calibrated yet: show the board from all sides.")
        return self._views.fit.lens

    @property
    def error_px(self) -> float | None:
        """How well the lens fits."""
        return None if self._views.fit is None else self._views.fit.error_px
