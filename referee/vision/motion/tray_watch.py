"""From frames to what happens in the tray: a roll began, the dice lie still, a hand is in the way.

All times are given by the caller, so a recording is judged as it was played.
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from referee.vision.motion.hands import Cover, HandWatch
from referee.vision.motion.small_pictures import SmallView, shrink, small_view_of
from referee.vision.motion.stillness import StillnessWatch
from referee.vision.pictures import Picture, SentPicture, width_and_height
from referee.vision.readings import Point

_NEVER_S = float("-inf")


class TrayPhase(StrEnum):
    """What happens in the tray; each has a sentence `tray-phase-…`."""

    STARTING = "starting"
    AT_REST = "at-rest"
    ROLLING = "rolling"
    HAND = "hand"


class Patience(msgspec.Struct, frozen=True):
    """How long something must last to be believed, in seconds; all chosen by hand.

    Longer times make players wait, or read a hand's work late. With shorter ones a die that rocks
    on its edge is read too early, a flash ends a rest, and fingers that pause are taken for dice.
    """

    settle_s: float = 0.4
    """The dice lie still if nothing moved for so long."""
    doubtful_settle_s: float = 1.2
    """The same while something large lies in the tray that may be a hand."""
    moving_s: float = 0.07
    """Motion counts if it lasts so long; shorter is a flash."""
    hand_gone_s: float = 0.25
    look_every_s: float = 0.1
    """Hands are looked for so often."""
    gap_s: float = 1.0
    """After so long without a frame, looked at or not, nobody knows what happened meanwhile."""
    refresh_s: float = 2.0
    """The settled tray is remembered anew so often."""
    forget_hand_s: float = 8.0
    """What lies stone still for so long is no hand, but something that was put there."""


class TrayObservation(msgspec.Struct, frozen=True):
    """What one frame told; `rest_number` grows with every new rest, so each is read once.

    `since_s` is when the phase began.
    """

    t_s: float
    phase: TrayPhase
    since_s: float
    has_changed: bool
    is_still: bool
    rest_number: int
    cover: Cover = Cover()

    @property
    def is_readable(self) -> bool:
        """Whether the dice may be read in this frame."""
        return self.phase is TrayPhase.AT_REST and self.is_still


class TrayWatch:
    """Tells the phase of the tray frame by frame; `region_px` is the tray's outline, if known."""

    def __init__(
        self,
        die_px: float | None = None,
        region_px: Sequence[Point] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._die_px = die_px
        self._patience = patience or Patience()
        self._stillness = StillnessWatch(die_px, region_px)
        self._hands = HandWatch(region_px)
        self._view: SmallView | None = None
        self._phase, self._since_s = TrayPhase.STARTING, _NEVER_S
        self._rests = 0
        self._was_still = True
        self._last_s = self._moved_s = self._motion_began_s = _NEVER_S
        self._looked_s = self._hand_s = self._settled_s = _NEVER_S
        self._cover = Cover()

    def see(self, t_s: float, picture: SentPicture, missed: int = 0) -> TrayObservation:
        """What this frame tells; `missed` came before it while nobody had time to look."""
        small, view = self._shrunk(picture)
        is_still = self._stillness.see_small(t_s, small, view)
        self._note_motion(t_s, is_still, missed)
        self._look_for_hand(t_s, small, view)
        phase = self._next_phase(t_s, is_still)
        has_changed = phase is not self._phase
        if has_changed:
            self._enter(phase, t_s)
        if phase is TrayPhase.AT_REST and is_still:
            self._keep_settled(t_s, small, view, is_new=has_changed)
        self._last_s = t_s
        return TrayObservation(
            t_s, phase, self._since_s, has_changed, is_still, self._rests, self._cover
        )

    def measured(self, die_px: float, picture: SentPicture) -> None:
        """Dice are so wide, as it turned out; all lies still in this picture, and goes on so."""
        self._die_px, self._view = die_px, None
        small, view = self._shrunk(picture)
        self._stillness.see_small(self._last_s, small, view)
        self._keep_settled(self._last_s, small, view, is_new=True)

    def _shrunk(self, picture: SentPicture) -> tuple[Picture, SmallView]:
        view = self._view
        if view is None or (view.width_px, view.height_px) != width_and_height(picture):
            view = self._view = small_view_of(picture, self._die_px)
        return shrink(picture, view), view

    def _note_motion(self, t_s: float, is_still: bool, missed: int) -> None:
        # Whoever reads slowly would begin anew after each reading, and never be through.
        if not 0 <= t_s - self._last_s <= self._patience.gap_s * (1 + missed):
            self._begin_anew(t_s)
        if not is_still:
            self._motion_began_s = t_s if self._was_still else self._motion_began_s
            self._moved_s = t_s
        self._was_still = is_still

    def _begin_anew(self, t_s: float) -> None:
        """Nobody knows what happened before; also when a recording begins again."""
        self._phase, self._since_s = TrayPhase.STARTING, t_s
        self._moved_s = self._motion_began_s = t_s
        self._looked_s = self._hand_s = self._settled_s = _NEVER_S

    def _look_for_hand(self, t_s: float, small: Picture, view: SmallView) -> None:
        if t_s - self._looked_s >= self._patience.look_every_s:
            self._looked_s = t_s
            self._cover = self._hands.look(small, view)
        if self._cover.is_hand and not self._is_forgotten(t_s):
            self._hand_s = t_s

    def _is_forgotten(self, t_s: float) -> bool:
        return t_s - self._moved_s >= self._patience.forget_hand_s

    def _next_phase(self, t_s: float, is_still: bool) -> TrayPhase:
        if t_s - self._hand_s < self._patience.hand_gone_s:
            return TrayPhase.HAND
        if self._phase is TrayPhase.AT_REST:
            return TrayPhase.ROLLING if self._is_moving(t_s, is_still) else TrayPhase.AT_REST
        if t_s - self._moved_s >= self._settle_s():
            return TrayPhase.AT_REST
        # What moved while the hand was going was the hand; dice roll on without it.
        is_hand_going = self._moved_s < self._hand_s + self._patience.hand_gone_s
        if self._phase is TrayPhase.HAND and is_hand_going:
            return TrayPhase.HAND
        is_before = self._phase is TrayPhase.STARTING
        return TrayPhase.STARTING if is_before else TrayPhase.ROLLING

    def _is_moving(self, t_s: float, is_still: bool) -> bool:
        return not is_still and t_s - self._motion_began_s >= self._patience.moving_s

    def _settle_s(self) -> float:
        is_doubtful = self._cover.doubtful_dice > 0
        return self._patience.doubtful_settle_s if is_doubtful else self._patience.settle_s

    def _enter(self, phase: TrayPhase, t_s: float) -> None:
        self._phase, self._since_s = phase, t_s
        self._rests += phase is TrayPhase.AT_REST

    def _keep_settled(self, t_s: float, small: Picture, view: SmallView, *, is_new: bool) -> None:
        """Remember the tray as it lies; again and again, for shadows wander through a room."""
        is_due = t_s - self._settled_s >= self._patience.refresh_s
        is_clear = not self._cover.may_be_hand or self._is_forgotten(t_s)
        if is_new or (is_due and is_clear):
            self._settled_s = t_s
            self._hands.settle(small, view)
            self._cover = Cover()
