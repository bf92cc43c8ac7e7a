"""What is wrong with the pictures of a camera that streams: frozen, black, blown out or blurred."""

import numpy as np

from referee.devices.camera.contract import CameraFinding
from referee.devices.connection import RateMeter
from referee.vision.pictures import JpegPicture, Picture, PictureError, SentPicture, whole
from referee.vision.tray.picture_quality import WHITE, sharpness

_SLOW_HZ = 8.0
"""Too slow to tell when a roll begins and ends."""
# A sensor's noise makes every picture another one. Chosen by hand: some drivers give a picture
# twice or thrice when the computer is busy; with more, dice are read from an old picture.
_FROZEN_S = 1.5
_FROZEN_FRAMES = 8
_SAMPLES_ACROSS = 80
"""Chosen by hand: enough for light and darkness, and hardly any time a frame."""
_LOOK_EVERY_S, _LOOK_AGAIN_S, _LOOK_SELDOM_S = 2.0, 0.5, 10.0
"""Chosen by hand: a look decodes the whole picture; what is bad is soon looked at again."""
_BAD_LOOKS = 2
"""A cup that passes the lens is no fault: it must be bad twice in a row."""
_BLACK_LEVEL = 20
"""Of 255, at the brightest hundredth. Chosen by hand: a cap on the lens stays below, a dim room
that can still be read does not."""
_WHITE_SHARE = 0.5
"""Chosen by hand: a lamp's glare on the tray covers less; with more no die would be left to
read."""
_MIN_SHARPNESS = 0.075
"""The steepest edges rise by so much of the whole contrast within a pixel; photographs that can be
read have 0.18 and more, out of focus by a fifth of a die they fall below."""


class CameraHealth:
    """Watches the pictures and names what a person should put right."""

    def __init__(self, *, has_noise: bool = True) -> None:
        self._has_noise = has_noise
        self._rate = RateMeter()
        self._last: SentPicture | None = None
        self._equal = 0
        self._equal_since_s = 0.0
        self._looked_s = float("-inf")
        self._bad_looks: dict[CameraFinding, int] = {}

    @property
    def rate_hz(self) -> float | None:
        """Frames per second; None until there are enough."""
        return self._rate.rate_hz

    def see(self, at_s: float, picture: SentPicture, *, is_every: bool = True) -> None:
        """Take one picture into account; unless `is_every` others came before it."""
        if is_every:
            self._rate.add(at_s)
        else:
            self._rate.restart()
        if self._has_noise:
            self._compare(at_s, picture)
        usual_s = _LOOK_EVERY_S if is_every else _LOOK_SELDOM_S
        every_s = _LOOK_AGAIN_S if any(self._bad_looks.values()) else usual_s
        if not 0 <= at_s - self._looked_s < every_s:
            self._looked_s = at_s
            self._look(picture)

    def findings(self) -> tuple[CameraFinding, ...]:
        """What should be put right, as far as it can be told now."""
        bad = {finding for finding, looks in self._bad_looks.items() if looks >= _BAD_LOOKS}
        # Where all is black or white no noise is left, so equal pictures prove nothing.
        if self._is_frozen() and not bad & {CameraFinding.BLACK, CameraFinding.OVER_EXPOSED}:
            bad.add(CameraFinding.FROZEN)
        if self.rate_hz is not None and self.rate_hz < _SLOW_HZ and self._has_noise:
            bad.add(CameraFinding.SLOW_RATE)
        return tuple(finding for finding in CameraFinding if finding in bad)

    def _is_frozen(self) -> bool:
        last_s = self._rate.last_s
        if last_s is None or self._equal < _FROZEN_FRAMES:
            return False
        return last_s - self._equal_since_s >= _FROZEN_S

    def _compare(self, at_s: float, picture: SentPicture) -> None:
        if self._last is not None and _are_equal(self._last, picture):
            self._equal += 1
        else:
            self._equal, self._equal_since_s = 0, at_s
        self._last = picture

    def _look(self, sent: SentPicture) -> None:
        try:
            picture = whole(sent)
        except PictureError:
            self._note(CameraFinding.GARBLED, is_bad=True)
            return
        self._note(CameraFinding.GARBLED, is_bad=False)
        samples = _samples(picture)
        is_black = float(np.percentile(samples, 99)) < _BLACK_LEVEL
        is_white = float((samples.min(axis=2) >= WHITE).mean()) > _WHITE_SHARE
        self._note(CameraFinding.BLACK, is_bad=is_black)
        self._note(CameraFinding.OVER_EXPOSED, is_bad=is_white)
        is_blurred = not (is_black or is_white) and sharpness(picture) < _MIN_SHARPNESS
        self._note(CameraFinding.BLURRED, is_bad=is_blurred)

    def _note(self, finding: CameraFinding, *, is_bad: bool) -> None:
        self._bad_looks[finding] = self._bad_looks.get(finding, 0) + 1 if is_bad else 0


def _are_equal(earlier: SentPicture, later: SentPicture) -> bool:
    """Whether two pictures are equal bit for bit; a few samples tell nearly always."""
    if isinstance(earlier, JpegPicture) or isinstance(later, JpegPicture):
        return _bytes_of(earlier) == _bytes_of(later)
    if earlier.shape != later.shape or not np.array_equal(_samples(earlier), _samples(later)):
        return False
    return bool(np.array_equal(earlier, later))


def _bytes_of(sent: SentPicture) -> bytes:
    return sent.data if isinstance(sent, JpegPicture) else b""


def _samples(picture: Picture) -> Picture:
    step = max(1, picture.shape[1] // _SAMPLES_ACROSS)
    return picture[::step, ::step]
