"""A plain surface as the eye knows it: all that the camera sees is the tray.

Without markers nobody knows where the camera hangs. So what dice look like has to tell how wide
they are, and that one leans, lies on another or beside the tray is not seen.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from referee.devices.camera.contract import CameraFrame
from referee.vision.dice.centres import CentreFinder
from referee.vision.dice.face_reading import FaceReader
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.surface_reader import SurfaceReader
from referee.vision.motion.tray_watch import Patience, TrayObservation, TrayWatch
from referee.vision.pictures import Picture, SentPicture, reduced, width_and_height
from referee.vision.readings import Point, Reading
from referee.vision.tray.finder import TrayState, TrayStatus

_NEVER_S = float("-inf")
_OTHER_WIDTH = 1.2
"""Chosen by hand: dice that are so much wider or narrower than was thought are watched anew; less
is how much two readings of a die differ."""
_SAMPLE_SIZE = (64, 36)
_REDUCED_BY = 4
_SOFTENED = (5, 5)
_LEAST_CONTRAST = 5.0
"""Grey levels between dark and light. Chosen by hand: the light of a lamp falls off by more over
the plainest table; a cap on the lens, or a hand before it, shows less."""


class EyeSurface:
    """Watches a plain surface and reads its dice."""

    def __init__(self, readers: Mapping[str, FaceReader]) -> None:
        self._network = CentreFinder()
        self._dice_readers = {
            kind: DiceReader(faces, self._network) for kind, faces in readers.items()
        }
        self.outline_px: Sequence[Point] = ()
        self.status: TrayStatus | None = None
        self._is_elsewhere = False
        self._elsewhere_s = _NEVER_S
        self._begin()

    def _begin(self) -> None:
        self._readers = {kind: SurfaceReader(each) for kind, each in self._dice_readers.items()}
        self._watch = TrayWatch()
        self._die_px = self._watched_px = 0.0

    @property
    def is_usable(self) -> bool:
        """Whether dice may be read: something is to be seen."""
        return self.status is not None and self.status.state is TrayState.IN_PLACE

    def find(self, frame: CameraFrame) -> bool:
        """Look whether anything is to be seen; True if it is new, or not what it was."""
        was_blank = self.status is not None and not self.is_usable
        is_blank = shows_nothing(frame.sent)
        self.status = TrayStatus(TrayState.BLANK if is_blank else TrayState.IN_PLACE)
        outline_px = _corners(frame.sent)
        is_other = outline_px != self.outline_px or self._is_elsewhere
        if not (is_other or (was_blank and not is_blank)):
            return False
        if self._is_elsewhere:
            self._elsewhere_s, self._is_elsewhere = frame.at_s, False
        self.outline_px = outline_px
        self._begin()
        return True

    def watch(self, frame: CameraFrame) -> TrayObservation:
        """What happens on the surface."""
        observed = self._watch.see(frame.at_s, frame.sent, frame.missed_before)
        self._is_elsewhere = observed.cover.is_all_over
        if observed.is_readable and self._is_other_width():
            self._watched_px = self._die_px
            self._watch.measured(self._die_px, frame.sent)
        return observed

    def _is_other_width(self) -> bool:
        narrow, wide = sorted((self._die_px, self._watched_px))
        return wide > _OTHER_WIDTH * narrow

    def read(self, picture: Picture, kind: str) -> Reading:
        """The dice of this kind on the surface."""
        reader = self._readers[kind]
        reading = reader.read(picture)
        self._die_px = reader.die_px or self._die_px
        return reading

    def learn(self, kind: str, faces: FaceReader) -> None:
        """Read dice of this kind by these faces from now on."""
        self._dice_readers[kind] = DiceReader(faces, self._network)
        self._readers[kind] = SurfaceReader(self._dice_readers[kind])

    def shows_ground(self, frame: CameraFrame) -> bool:
        """Whether a picture without dice shows the surface, and nothing that was put before it.

        Somebody who leans over the table covers all of it, and goes again.
        """
        return self.is_usable and frame.at_s - self._elsewhere_s >= Patience().forget_hand_s


def shows_nothing(sent: SentPicture) -> bool:
    """Whether a picture is as good as blank: a cap on the lens, no light, nothing but white."""
    few = cv2.resize(reduced(sent, _REDUCED_BY), _SAMPLE_SIZE, interpolation=cv2.INTER_NEAREST)
    soft = cv2.blur(cv2.cvtColor(few, cv2.COLOR_BGR2GRAY), _SOFTENED)
    dark, light = np.percentile(soft, (2, 98))
    return bool(light - dark < _LEAST_CONTRAST)


def _corners(sent: SentPicture) -> tuple[Point, ...]:
    width, height = (float(side) for side in width_and_height(sent))
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
