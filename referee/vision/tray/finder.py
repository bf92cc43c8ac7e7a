"""Watching the tray: where it is, that it was moved or bumped, that its markers are covered.

The finder is shown every frame and looks at few of them: the tray hardly ever moves. What it saw
last stays good while a hand covers the markers.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from referee.vision.pictures import SentPicture, as_picture, whole, width_and_height
from referee.vision.tray.lens import Lens
from referee.vision.tray.markers import LEAST_MARKERS, find_markers
from referee.vision.tray.sheet import MARKER_IDS, STANDARD_SHEET, TraySheet
from referee.vision.tray.view import TrayView, fit_view

# All chosen by hand. A sheet that moved by less is read as well as before; a hand covers the
# markers for seconds, not for ten; an error of the corners above `_UNEVEN_DICE` shifts the planes
# under the dice.
_AGAIN_S = 0.2
_GONE_S = 10.0
_MOVED_DICE = 0.15
_UNEVEN_DICE = 0.04


class TrayState(StrEnum):
    """What is known about the tray; each has a sentence `tray-state-…`."""

    UNSEEN = "unseen"
    IN_PLACE = "in-place"
    SHIFTING = "shifting"
    COVERED = "covered"
    GONE = "gone"
    BLANK = "blank"
    """Where the whole picture is the tray: nothing can be seen in it."""


class TrayFinding(StrEnum):
    """What happened or is odd; each has a sentence `tray-finding-…`."""

    MOVED = "moved"
    BUMPED = "bumped"
    PARTLY_COVERED = "partly-covered"
    UNEVEN = "uneven"


@dataclass(frozen=True, slots=True)
class TrayStatus:
    """The state of the tray and the last good view of it."""

    state: TrayState
    view: TrayView | None = None
    findings: tuple[TrayFinding, ...] = ()
    markers: tuple[int, ...] = ()
    """The numbers of the markers seen in the last search."""

    @property
    def is_usable(self) -> bool:
        """Whether dice may be read with the view: the tray is known and not on its way."""
        return self.view is not None and self.state not in {TrayState.SHIFTING, TrayState.GONE}


class TrayFinder:
    """Finds the tray in a stream of frames, searching at most once in `every_s`.

    A tray that is seen elsewhere in two searches has moved; one that is back in the second was only
    bumped. The second search follows soon.
    """

    def __init__(
        self,
        sheet: TraySheet = STANDARD_SHEET,
        lens: Lens | None = None,
        *,
        die_mm: float = 16.0,
        every_s: float = 1.0,
    ) -> None:
        self._sheet, self._lens = sheet, lens
        self._die_mm = die_mm
        self._every_s = every_s
        self._forget()

    def _forget(self) -> None:
        self._status = TrayStatus(TrayState.UNSEEN)
        self._elsewhere: TrayView | None = None
        self._seen_s: float | None = None
        self._searched_s: float | None = None

    @property
    def searched_s(self) -> float | None:
        """When the markers were last looked for."""
        return self._searched_s

    @property
    def status(self) -> TrayStatus:
        """What was known after the last frame."""
        return self._status

    def see(self, sent: SentPicture, at_s: float) -> TrayStatus:
        """What is known with this frame; `MOVED` and `BUMPED` are said with one frame only."""
        if self._is_other_size(sent):
            self._forget()
        if self._is_too_early(at_s):
            self._status = replace(self._status, findings=self._lasting_findings())
            return self._status
        picture = as_picture(whole(sent))
        candidates = find_markers(picture)
        view = fit_view(candidates, self._sheet, (picture.shape[1], picture.shape[0]), self._lens)
        seen = tuple(sorted(view.markers_px if view else candidates))
        status = self._judged(view, at_s) if view else self._unseen(at_s)
        self._status = self._with_markers(status, seen)
        self._searched_s = at_s
        return self._status

    def _is_too_early(self, at_s: float) -> bool:
        if self._searched_s is None:
            return False
        is_shifting = self._status.state is TrayState.SHIFTING
        wait_s = min(_AGAIN_S, self._every_s) if is_shifting else self._every_s
        # A recording that starts again has times before the last search.
        return 0 <= at_s - self._searched_s < wait_s

    def _is_other_size(self, sent: SentPicture) -> bool:
        view = self._status.view
        return view is not None and width_and_height(sent) != (view.width_px, view.height_px)

    def _unseen(self, at_s: float) -> TrayStatus:
        """Fewer than three markers: the last good view stays."""
        self._elsewhere = None
        if self._seen_s is None:
            return TrayStatus(TrayState.UNSEEN)
        is_gone = at_s - self._seen_s > _GONE_S
        return TrayStatus(TrayState.GONE if is_gone else TrayState.COVERED, self._status.view)

    def _judged(self, view: TrayView, at_s: float) -> TrayStatus:
        self._seen_s = at_s
        held = self._status.view
        if held is None:
            return self._in_place(view)
        if self._is_same_place(held, view):
            return self._still_there(held, view)
        elsewhere, self._elsewhere = self._elsewhere, view
        if elsewhere is not None and self._is_same_place(elsewhere, view):
            self._elsewhere = None
            return self._in_place(view, TrayFinding.MOVED)
        return TrayStatus(TrayState.SHIFTING, held)

    def _still_there(self, held: TrayView, view: TrayView) -> TrayStatus:
        was_elsewhere, self._elsewhere = self._elsewhere is not None, None
        # A view from all four markers is better than a newer one from three.
        better = view if len(view.markers_px) >= len(held.markers_px) else held
        findings = (TrayFinding.BUMPED,) if was_elsewhere else ()
        return self._in_place(better, *findings)

    def _in_place(self, view: TrayView, *findings: TrayFinding) -> TrayStatus:
        is_uneven = view.error_px > _UNEVEN_DICE * view.die_px(self._die_mm)
        uneven = (TrayFinding.UNEVEN,) if is_uneven else ()
        return TrayStatus(TrayState.IN_PLACE, view, (*findings, *uneven))

    def _with_markers(self, status: TrayStatus, markers: tuple[int, ...]) -> TrayStatus:
        is_partly = status.state is TrayState.IN_PLACE and len(markers) < len(MARKER_IDS)
        partly = (TrayFinding.PARTLY_COVERED,) if is_partly else ()
        return replace(status, markers=markers, findings=(*status.findings, *partly))

    def _is_same_place(self, held: TrayView, view: TrayView) -> bool:
        shared = held.markers_px.keys() & view.markers_px.keys()
        if len(shared) < LEAST_MARKERS - 1:
            return False
        shifts = [np.abs(view.markers_px[each] - held.markers_px[each]).max() for each in shared]
        return bool(max(shifts) <= _MOVED_DICE * held.die_px(self._die_mm))

    def _lasting_findings(self) -> tuple[TrayFinding, ...]:
        passing = {TrayFinding.MOVED, TrayFinding.BUMPED}
        return tuple(each for each in self._status.findings if each not in passing)
