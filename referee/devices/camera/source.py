"""What a kind of camera must do for the keeper: open, give one picture after another, hold still.

Everything that all cameras share (coming back, health, the newest picture) is not here but in
`keeper` and `thread`; a simulated camera can stand behind the same few methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from referee.devices.camera.contract import CameraFinding, LightSettings
from referee.vision.pictures import Picture


class SourceLostError(OSError):
    """The camera cannot be opened or is gone. The keeper catches it; people see a state."""

    def __init__(self, name: str, finding: CameraFinding | None = None) -> None:
        super().__init__(name)
        self.finding = finding


class Shot(NamedTuple):
    """A picture, and when it was taken if the camera knows, on the host's monotonic clock."""

    picture: Picture
    at_s: float | None = None


class FrameSource(Protocol):
    """An open camera; each method but `close` raises `SourceLostError` once it is gone."""

    has_noise: bool
    """Whether two pictures of a still scene differ, as they do from every real sensor."""

    def read(self, timeout_s: float) -> Shot | None:
        """The next picture; waits at most so long, and not much less if there is none."""
        ...

    def lock(self, settings: LightSettings | None) -> LightSettings | None:
        """Hold these settings, or the present ones; what is held, None if that is impossible."""
        ...

    def held_light(self) -> LightSettings:
        """What the camera has now, as its driver tells; None for what it chooses by itself."""
        ...

    def unlock(self) -> None:
        """Choose by itself again."""
        ...

    def close(self) -> None:
        """Give the camera back; never raises."""
        ...


SourceOpener = Callable[[], FrameSource]
