"""The camera over the simulated tray: driven by a thread in real time, or by hand in lock-step.

Both stand behind the same connection as every real camera, which cares for loss, coming back,
health and held light. `twin:` as a camera's URL is the tray that was offered last.
"""

from threading import Event

import msgspec

from referee.clock import Clock
from referee.devices.camera.connection import CameraConnection, ThreadedCamera
from referee.devices.camera.contract import (
    Camera,
    CameraDeviceStatus,
    CameraFinding,
    CameraFrame,
    CameraState,
    FrameSource,
    LightSettings,
    Shot,
    SourceLostError,
    SourceOpener,
)
from referee.devices.camera.urls import register_camera
from referee.devices.connection import Mailbox
from referee.devices.device import DeviceUrl, OpensAndCloses
from referee.simulation.faults import CameraStalled, CameraUnplugged
from referee.simulation.tray.world import TrayWorld

RATE_HZ = 30.0
_NAME = "twin"
_LIGHT = LightSettings(exposure_us=6000.0, gain=1.0, red_gain=1.0, blue_gain=1.0)
# Times are added up from fractions of a second, so that a frame may seem due a hair too late.
_SLACK_S = 1e-6
_STEPS = 3


class TraySource:
    """Draws what the world's camera sees, at most `RATE_HZ` times a second."""

    has_noise = True

    def __init__(self, world: TrayWorld, clock: Clock, *, can_wait: bool) -> None:
        self._world, self._clock = world, clock
        self._can_wait = can_wait
        self._light = _LIGHT
        self._next_s = clock.monotonic_s()
        self._check_cable()

    def read(self, timeout_s: float) -> Shot | None:
        """The picture of this moment, if one is due."""
        self._check_cable()
        wait_s = self._next_s - self._clock.monotonic_s()
        if self._can_wait and wait_s > 0:
            Event().wait(min(wait_s, timeout_s))
        now_s = self._clock.monotonic_s()
        if now_s < self._next_s - _SLACK_S or self._world.faults.has(CameraStalled):
            return None
        # A late reader gets no burst of frames afterwards.
        is_late = now_s > self._next_s + 1 / RATE_HZ
        self._next_s = (now_s if is_late else self._next_s) + 1 / RATE_HZ
        return Shot(self._world.frame_at(now_s), now_s)

    def lock(self, settings: LightSettings | None) -> LightSettings | None:
        """The simulated light never changes by itself, so any settings can be held."""
        self._check_cable()
        self._light = settings or _LIGHT
        return self._light

    def held_light(self) -> LightSettings:
        """What was asked for."""
        return self._light

    def unlock(self) -> None:
        """There is nothing that would choose by itself."""
        self._check_cable()

    def close(self) -> None:
        """There is nothing to give back."""

    def _check_cable(self) -> None:
        if self._world.faults.has(CameraUnplugged):
            raise SourceLostError(_NAME, CameraFinding.NO_SUCH_DEVICE)


class LockstepCamera(OpensAndCloses):
    """A camera without a thread: a frame is taken when somebody asks for one.

    The camera runs at `RATE_HZ`, but only frames that are fetched are drawn; a caller may fetch
    fewer of them while nothing happens.
    """

    def __init__(self, world: TrayWorld, clock: Clock) -> None:
        self._clock = clock
        self._mailbox: Mailbox[CameraFrame] = Mailbox(1)
        self._connection = CameraConnection(
            _opener(world, clock, can_wait=False), clock, self._mailbox, name=_NAME
        )
        self._is_open = False
        self._fetched = -1

    def open(self) -> None:
        """Begin."""
        self._is_open = True

    def latest(self, timeout_s: float = 0.0) -> CameraFrame | None:  # noqa: ARG002 - the contract
        """The frame of this moment, if the last one is at least a thirtieth of a second old."""
        if not self._is_open:
            return None
        self._step()
        frames = self._mailbox.take()
        if not frames:
            return None
        missed, self._fetched = frames[-1].seq - self._fetched - 1, frames[-1].seq
        return msgspec.structs.replace(frames[-1], missed_before=missed)

    def status(self) -> CameraDeviceStatus:
        """How the camera fares; frames that nobody asked for are no slow camera."""
        status = self._connection.status()
        if self._is_open and status.state is CameraState.SILENT:
            # Nobody fetched a frame for a while; whether the camera has one shows now.
            self._step()
            status = self._connection.status()
        if status.rate_hz is None:
            return status
        findings = tuple(each for each in status.findings if each is not CameraFinding.SLOW_RATE)
        return msgspec.structs.replace(status, findings=findings, rate_hz=RATE_HZ)

    def lock(
        self,
        settings: LightSettings | None = None,
        timeout_s: float = 5.0,  # noqa: ARG002 - the contract
    ) -> LightSettings | None:
        """Hold the light at once: there is no thread to wait for."""
        self._connection.hold(settings, 0.0)
        self._step()
        return self._connection.status().light

    def unlock(self) -> None:
        """Let the light go."""
        self._connection.release()
        self._step()

    def close(self) -> None:
        """Stop."""
        if self._is_open:
            self._is_open = False
            self._connection.close()
            self._mailbox.take()

    def _step(self) -> None:
        """Connect if need be, then read once."""
        for _ in range(_STEPS):
            if self._connection.step():
                return


def offer_tray(world: TrayWorld) -> None:
    """Let `twin:` as a camera's URL be a camera over this tray, with a thread of its own."""

    def make(url: DeviceUrl, clock: Clock) -> Camera:
        url.expect_only()
        return ThreadedCamera(_opener(world, clock, can_wait=True), name=_NAME, clock=clock)

    register_camera("twin", make)


def _opener(world: TrayWorld, clock: Clock, *, can_wait: bool) -> SourceOpener:
    def open_source() -> FrameSource:
        return TraySource(world, clock, can_wait=can_wait)

    return open_source
