"""What `referee run` becomes at the touch of a button: the webcam's table, or the simulated one."""

from collections.abc import Callable, Sequence

from referee.app.simulator import can_simulate
from referee.devices.camera.capture_cameras import webcams
from referee.web.shapes.table import OtherKind


class OtherTable:
    """Of the two tables that need no profile, the one that does not run.

    `start` begins the program anew as `referee run` with the words it is given.
    """

    def __init__(self, start: Callable[[Sequence[str]], None], *, has_camera: bool) -> None:
        self._start = start
        self._has_camera = has_camera

    def kind(self) -> OtherKind | None:
        """Which of the two it is; None while it cannot be had."""
        if self._words() is None:
            return None
        return "simulated" if self._has_camera else "camera"

    def become(self) -> bool:
        """Become it, without the game under way; False if it cannot be had."""
        words = self._words()
        if words is not None:
            self._start(words)
        return words is not None

    def _words(self) -> Sequence[str] | None:
        if self._has_camera:
            return () if can_simulate() else None
        found = webcams()
        return ("--camera", str(found[0])) if found else None
