"""The live picture for the dashboard: the newest frame, the tray's outline, the dice as read."""

from __future__ import annotations

from threading import Lock

import cv2
import numpy as np

from referee.app.running import RunningTable
from referee.devices.camera.contract import CameraFrame, camera_sentences
from referee.language import language
from referee.vision.pictures import Picture
from referee.vision.readings import ReadDie, Reading, annotated
from referee.web.shapes.devices import CameraStatus, DieBox
from referee.web.texts import Text

_QUALITY = 80
_GOLD = (60, 180, 240)


class TableCamera:
    """The camera of a running table, for onlookers; asked from any thread."""

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        self._lock = Lock()
        self._frame: CameraFrame | None = None
        self._number = 0
        running.on_frame(self._see)

    def _see(self, frame: CameraFrame) -> None:
        with self._lock:
            self._frame = frame
            self._number += 1

    def frame_number(self) -> int:
        """Grows with each picture."""
        return self._number

    @property
    def newest_picture(self) -> Picture | None:
        """The newest picture as it was taken."""
        with self._lock:
            return None if self._frame is None else self._frame.picture

    def status(self) -> CameraStatus:
        """What the camera does and what lies before it."""
        camera = self._running.camera
        if camera is None:
            return CameraStatus("off")
        status = camera.status()
        said = {code: camera_sentences(status, language(code)) for code in ("en", "fr")}
        findings = [Text(en=en, fr=fr) for en, fr in zip(said["en"], said["fr"], strict=True)]
        width_px, height_px = status.size_px or (0, 0)
        outline = self._outline()
        return CameraStatus(
            state=str(status.state),
            findings=tuple(findings),
            is_tray_found=bool(outline),
            tray_px=outline,
            dice=tuple(map(_box, self._dice())),
            width_px=width_px,
            height_px=height_px,
            rate_hz=status.rate_hz or 0.0,
        )

    def _outline(self) -> tuple[tuple[float, float], ...]:
        eye = self._running.eye
        return () if eye is None else tuple(eye.tray_outline_px)

    def _dice(self) -> tuple[ReadDie, ...]:
        umpire = self._running.table.umpire
        return () if umpire is None else tuple(each.die for each in umpire.tray.dice)

    def frame_jpeg(self, *, with_boxes: bool) -> bytes | None:
        """The newest picture; `with_boxes` draws what was found."""
        with self._lock:
            frame = self._frame
        if frame is None:
            return None
        picture = self._drawn(frame.picture) if with_boxes else frame.picture
        is_good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return bytes(data) if is_good else None

    def _drawn(self, picture: Picture) -> Picture:
        drawn = annotated(picture, Reading(self._dice(), 0.0))
        outline = self._outline()
        if outline:
            corners = np.rint(np.array(outline)).astype(np.int32)
            cv2.polylines(drawn, [corners], True, _GOLD, 2, cv2.LINE_AA)
        return drawn


def _box(die: ReadDie) -> DieBox:
    return DieBox(die.face, round(die.confidence, 3), str(die.certainty), die.box_px)
