"""What `referee run` becomes at the touch of a button: the webcam's table, or the simulated one."""

from collections.abc import Callable, Sequence
from pathlib import Path

from referee.app.simulator import can_simulate
from referee.web.shapes.table import OtherKind


def found_webcam() -> str | None:
    """The first camera of this computer, as `--camera` takes it; None if there is none."""
    numbers = [path.name.removeprefix("video") for path in Path("/dev").glob("video*")]
    return min((each for each in numbers if each.isdecimal()), key=int, default=None)


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
        camera = found_webcam()
        return None if camera is None else ("--camera", camera)
