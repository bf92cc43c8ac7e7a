"""A camera read by a thread of its own; whoever asks gets the newest picture."""

from __future__ import annotations

import msgspec

from referee.clock import Clock, SystemClock
from referee.devices.camera.contract import CameraStatus, Frame, LightSettings
from referee.devices.camera.keeper import CameraKeeper
from referee.devices.camera.source import SourceOpener
from referee.devices.keeper_thread import KeeperThread
from referee.devices.mailbox import Mailbox
from referee.devices.opening import OpensAndCloses

_FRAMES_KEPT = 1
"""A picture is large, and only the newest is of use."""


class ThreadedCamera(OpensAndCloses):
    """A camera behind a `FrameSource`; `name` is what people know it by."""

    def __init__(
        self, open_source: SourceOpener, *, name: str = "", clock: Clock | None = None
    ) -> None:
        self._mailbox: Mailbox[Frame] = Mailbox(_FRAMES_KEPT)
        self._keeper = CameraKeeper(open_source, clock or SystemClock(), self._mailbox, name=name)
        self._keeping = KeeperThread(self._keeper, "camera")
        self._fetched_seq = -1

    def open(self) -> None:
        """Start to look for the camera."""
        if not self._keeping.is_running:
            self._mailbox.open()
            self._keeping.start()

    def latest(self, timeout_s: float = 0.0) -> Frame | None:
        """The newest picture that was not fetched yet."""
        frames = self._mailbox.take(timeout_s)
        if not frames:
            return None
        missed = frames[-1].seq - self._fetched_seq - 1
        self._fetched_seq = frames[-1].seq
        return msgspec.structs.replace(frames[-1], missed_before=missed)

    def status(self) -> CameraStatus:
        """How the camera fares now."""
        return self._keeper.status()

    def lock(
        self, settings: LightSettings | None = None, timeout_s: float = 5.0
    ) -> LightSettings | None:
        """Hold these settings, or what the camera has now."""
        return self._keeper.hold(settings, timeout_s)

    def unlock(self) -> None:
        """Let the camera choose by itself again."""
        self._keeper.release()

    def close(self) -> None:
        """Stop the thread and give the camera back."""
        if self._keeping.is_running:
            self._keeping.stop()
            self._mailbox.close()
            self._mailbox.take()
