"""A game and a calibration need the same tray and plate: one of them at a time.

Both are asked for in the table's thread, so that neither can begin while the other does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from referee.table.table import Table
from referee.web.hub import Hub
from referee.web.parts import Calibration
from referee.web.problems import Refusal
from referee.web.shapes.calibration import CalibrationRequest
from referee.web.texts import message_text

Result = TypeVar("Result")


def unless_calibrating(hub: Hub, deed: Callable[[Table], Result]) -> Callable[[Table], Result]:
    """The same deed, refused while somebody calibrates."""

    def checked(table: Table) -> Result:
        calibration = hub.parts.calibration
        if calibration is not None and calibration.is_under_way:
            raise Refusal(409, message_text("calibrate-blocks-game"))
        return deed(table)

    return checked


def unless_playing(calibration: Calibration, asked: CalibrationRequest) -> Callable[[Table], None]:
    """Begin this calibration, refused while a game is under way."""

    def checked(table: Table) -> None:
        snapshot = table.snapshot()
        if snapshot is not None and snapshot.awaiting is not None:
            raise Refusal(409, message_text("calibrate-game-blocks"))
        if calibration.is_under_way:
            raise Refusal(409, message_text("calibrate-already"))
        calibration.begin(asked)

    return checked
