"""A camera read by a thread of its own; whoever asks gets the newest picture."""

from __future__ import annotations

from threading import Event, Thread

import msgspec

from referee.clock import Clock, SystemClock
from referee.devices.camera.contract import CameraStatus, Frame, LightSettings
from referee.devices.camera.keeper import CameraKeeper
from referee.devices.camera.source import SourceOpener
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
        self._stop = Event()
        self._thread: Thread | None = None
        self._fetched_seq = -1

    def open(self) -> None:
        """Start to look for the camera."""
        if self._thread is not None:
            return
        self._stop.clear()
        self._mailbox.open()
        self._thread = Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

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
        if self._thread is None:
            return
        self._stop.set()
        self._thread.join()
        self._thread = None
        self._mailbox.close()
        self._mailbox.take()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                pause_s = self._keeper.step()
                if pause_s:
                    self._stop.wait(pause_s)
        finally:
            self._keeper.close()
