"""The clip of a moment: WebM with VP8, which every browser plays.

Cameras do not keep time exactly, films do. So for each picture of the film the kept one nearest to
its time is taken, and time in the film is time on the curve: a film picture at `t` seconds shows
the table at `began_s + t` seconds from the moment.
"""

from __future__ import annotations

import logging
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from referee.table.evidence.hushed import hushed
from referee.table.evidence.rings import KeptFrame
from referee.vision.pictures import Picture

CLIP_HZ = 15.0
_CODEC = "VP80"
_log = logging.getLogger(__name__)


class Clip(msgspec.Struct, frozen=True, eq=False):
    """A film; `began_s` is the time of its first picture, counted from the moment."""

    webm: bytes = b""
    began_s: float = 0.0
    rate_hz: float = CLIP_HZ
    pictures: int = 0

    @property
    def ended_s(self) -> float:
        """When the last picture ends, counted from the moment."""
        return self.began_s + self.pictures / self.rate_hz


def film(frames: Sequence[KeptFrame], moment_s: float, rate_hz: float = CLIP_HZ) -> Clip:
    """A film of the frames; an empty one if there are none or none can be written here."""
    if not frames:
        return Clip()
    chosen = _at_even_times(frames, rate_hz)
    webm = _written(chosen, rate_hz)
    if not webm:
        return Clip()
    return Clip(webm, frames[0].at_s - moment_s, rate_hz, len(chosen))


def _written(frames: Sequence[KeptFrame], rate_hz: float) -> bytes:
    reason = "there is no VP8 encoder"
    try:
        webm = _encoded(frames, rate_hz)
    except Exception as error:  # noqa: BLE001 - whatever it was, the curve is evidence too
        webm, reason = b"", str(error)
    if not webm:
        _log.warning("A clip could not be written (%s); the curve is kept all the same.", reason)
    return webm


def _at_even_times(frames: Sequence[KeptFrame], rate_hz: float) -> list[KeptFrame]:
    """For each even time the frame nearest to it; where the camera was gone, the last one."""
    times_s = [frame.at_s for frame in frames]
    number = round((times_s[-1] - times_s[0]) * rate_hz) + 1
    # Half a period ahead makes it the nearest frame where frames are many.
    ahead_s = times_s[0] + 0.5 / rate_hz
    return [_shown_at(frames, times_s, ahead_s + each / rate_hz) for each in range(number)]


def _shown_at(frames: Sequence[KeptFrame], times_s: Sequence[float], t_s: float) -> KeptFrame:
    return frames[max(0, bisect_right(times_s, t_s) - 1)]


def _encoded(frames: Sequence[KeptFrame], rate_hz: float) -> bytes:
    pictures = _decoded(frames)
    first = next(pictures, None)
    if first is None:
        return b""
    # VP8 keeps colours for two pixels together, so both sides are even.
    size = (first.shape[1] // 2 * 2, first.shape[0] // 2 * 2)
    with tempfile.TemporaryDirectory(prefix="referee-clip-") as folder:
        path = Path(folder) / "clip.webm"
        with hushed():
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*_CODEC), rate_hz, size)
        if not writer.isOpened():
            return b""
        writer.write(_sized(first, size))
        for picture in pictures:
            writer.write(_sized(picture, size))
        writer.release()
        return path.read_bytes() if path.exists() else b""


def _decoded(frames: Sequence[KeptFrame]) -> Iterator[Picture]:
    last: KeptFrame | None = None
    picture: Picture | None = None
    for frame in frames:
        if frame is not last:
            found = cv2.imdecode(np.frombuffer(frame.jpeg, np.uint8), cv2.IMREAD_COLOR)
            picture = picture if found is None else np.asarray(found, np.uint8)
            last = frame
        if picture is not None:
            yield picture


def _sized(picture: Picture, size: tuple[int, int]) -> Picture:
    """The same in the size of the film: cut if it is a pixel more, scaled if it is another."""
    width, height = size
    if picture.shape[0] - height in {0, 1} and picture.shape[1] - width in {0, 1}:
        return np.ascontiguousarray(picture[:height, :width])
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
