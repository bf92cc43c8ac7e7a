"""The last seconds of everything, in memory: weights, accelerations and small pictures.

Eye and touch fill the rings from their threads while the umpire reads them from its own. A ring
never grows: what is too old, or too much, makes room. A curve is what the rings hold around one
moment, as compact JSON, its times counted from the moment itself.
"""

from collections import deque
from threading import Lock

import msgspec
import numpy as np
import numpy.typing as npt

from referee.devices.camera.contract import CameraFrame
from referee.table.senses.eye_reading import Outline, jpeg, tray_picture
from referee.vision.pictures import JpegPicture

KEPT_S = 12.0
"""The ten seconds of a fall, and two in which touch makes up its mind about it."""
_FRAME_QUALITY = 80
"""Chosen by hand: a better one takes memory and time, a worse one blurs the pips."""
# What an HX711 and the accelerometer can send, and a little more: then a ring holds less time.
_MOST_WEIGHTS_HZ = 100.0
_MOST_ACCELERATIONS_HZ = 500.0
_FRAMES_HZ = 15.0
"""As many as the film shows."""
_FRAME_PERIOD_S = 0.8 / _FRAMES_HZ
"""A little less than the period, so that every second frame of 30 a second is kept."""
_CALM_PERIOD_S = 0.2
"""Chosen by hand: where nothing moves, every second picture that is looked at is enough."""
_MOST_FRAMES = round(1.5 * KEPT_S * _FRAMES_HZ)
"""With that little less, a camera of another pace may give up to a quarter more."""
_MOST_BYTES = 24_000_000
"""Chosen by hand: it bounds what pictures full of noise take of the memory of a small computer."""

Numbers = npt.NDArray[np.float64]


class SampleRing:
    """Times, each with so many values; the newest push out the oldest."""

    def __init__(self, capacity: int, width: int = 1) -> None:
        self._rows: Numbers = np.zeros((capacity, 1 + width))
        self._added = 0
        self._lock = Lock()

    def add(self, t_s: float, *values: float) -> None:
        """One more sample."""
        with self._lock:
            self._rows[self._added % len(self._rows)] = (t_s, *values)
            self._added += 1

    def between(self, from_s: float, to_s: float) -> Numbers:
        """Rows of time and values within these times, oldest first."""
        with self._lock:
            rows = self._in_order()
        return rows[(rows[:, 0] >= from_s) & (rows[:, 0] <= to_s)]

    def _in_order(self) -> Numbers:
        if self._added <= len(self._rows):
            return self._rows[: self._added].copy()
        return np.roll(self._rows, -(self._added % len(self._rows)), axis=0)


class CurveRing:
    """What happened to the plate: grams, and its acceleration along three axes, in g."""

    def __init__(self) -> None:
        self.weights = SampleRing(round(KEPT_S * _MOST_WEIGHTS_HZ))
        self.accelerations = SampleRing(round(KEPT_S * _MOST_ACCELERATIONS_HZ), width=3)

    def add(
        self, t_s: float, grams: float | None, acceleration_g: tuple[float, float, float] | None
    ) -> None:
        """One sample as touch gives it: either of the two."""
        if grams is not None:
            self.weights.add(t_s, grams)
        if acceleration_g is not None:
            self.accelerations.add(t_s, *acceleration_g)


class KeptFrame(msgspec.Struct, frozen=True, eq=False):
    """A picture and when it was taken: a small one of the tray, or as the camera sent it."""

    at_s: float
    jpeg: bytes
    outline_px: Outline | None = None
    """What of it may be shown, where that was not cut out yet."""


class FrameRing:
    """Pictures of the tray, at most so many a second and so many bytes in all.

    What a camera sends as JPEG is kept as it came, because to cut the tray out of each picture
    costs more than all else that is done at rest. Where no tray is known they are whole pictures,
    which are forgotten as soon as one is.
    """

    def __init__(self) -> None:
        self._frames: deque[KeptFrame] = deque()
        self._bytes = 0
        self._are_whole = False
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, frame: CameraFrame, outline_px: Outline = (), *, is_calm: bool = False) -> None:
        """Keep what is within the outline, unless the last frame is too recent."""
        are_whole, self._are_whole = self._are_whole, not outline_px
        if are_whole and outline_px:
            with self._lock:
                self._frames.clear()
                self._bytes = 0
        last_s = self._frames[-1].at_s if self._frames else None
        period_s = _CALM_PERIOD_S if is_calm else _FRAME_PERIOD_S
        if last_s is not None and 0 <= frame.at_s - last_s < period_s:
            return
        if isinstance(frame.sent, JpegPicture):
            self._keep(KeptFrame(frame.at_s, frame.sent.data, outline_px))
        elif small := jpeg(tray_picture(frame.sent, outline_px), _FRAME_QUALITY):
            self._keep(KeptFrame(frame.at_s, small))

    def _keep(self, frame: KeptFrame) -> None:
        with self._lock:
            self._frames.append(frame)
            self._bytes += len(frame.jpeg)
            while self._is_too_much(frame.at_s):
                self._bytes -= len(self._frames.popleft().jpeg)

    def _is_too_much(self, now_s: float) -> bool:
        is_old = not 0 <= now_s - self._frames[0].at_s <= KEPT_S
        return is_old or self._bytes > _MOST_BYTES or len(self._frames) > _MOST_FRAMES

    def between(self, from_s: float, to_s: float) -> list[KeptFrame]:
        """The pictures within these times, oldest first; they are shared, not copied."""
        with self._lock:
            frames = list(self._frames)
        return [frame for frame in frames if from_s <= frame.at_s <= to_s]


_MILLISECONDS = 3
_GRAM_DECIMALS = 2
_G_DECIMALS = 3


class Curve(msgspec.Struct, frozen=True):
    """Grams on the plate, and its acceleration (1 g at rest), each with its times in seconds.

    Zero is the moment; before it times are negative.
    """

    weight_s: list[float]
    weight_g: list[float]
    acceleration_s: list[float]
    acceleration_g: list[float]


def curve_of(ring: CurveRing, event_s: float, before_s: float, after_s: float) -> Curve:
    """What the ring holds around the moment."""
    from_s, to_s = event_s - before_s, event_s + after_s
    weights = ring.weights.between(from_s, to_s)
    accelerations = ring.accelerations.between(from_s, to_s)
    return Curve(
        _rounded(weights[:, 0] - event_s, _MILLISECONDS),
        _rounded(weights[:, 1], _GRAM_DECIMALS),
        _rounded(accelerations[:, 0] - event_s, _MILLISECONDS),
        _rounded(np.linalg.norm(accelerations[:, 1:], axis=1), _G_DECIMALS),
    )


def trace_csv(ring: CurveRing, event_s: float, before_s: float, after_s: float) -> bytes:
    """What the ring holds around the moment, as a trace that the sense of touch can feel again."""
    from_s, to_s = event_s - before_s, event_s + after_s
    lines = [
        (t_s, f"{t_s - event_s:.5f},{grams:.4f},,,")
        for t_s, grams in ring.weights.between(from_s, to_s).tolist()
    ]
    lines += [
        (t_s, f"{t_s - event_s:.5f},,{x:.5f},{y:.5f},{z:.5f}")
        for t_s, x, y, z in ring.accelerations.between(from_s, to_s).tolist()
    ]
    return "\n".join(["t_s,grams,ax,ay,az", *(line for _, line in sorted(lines)), ""]).encode()


def curve_json(curve: Curve) -> bytes:
    """The curve for the log and for the screen."""
    return msgspec.json.encode(curve)


def _rounded(values: Numbers, decimals: int) -> list[float]:
    rounded: list[float] = values.round(decimals).tolist()
    return rounded
