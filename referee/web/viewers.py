"""Who looks at the table, and what they may see and do."""

from __future__ import annotations

from dataclasses import dataclass

from referee.web.shapes.operator import Audience
from referee.web.shapes.table import Role, You


@dataclass(frozen=True, slots=True)
class Viewer:
    """A client as the table knows it.

    `may_act`: gives orders for everybody, as the screen on the table does. `may_operate`: changes
    settings. A `seat` acts for one player only.
    """

    role: Role = "spectator"
    seat: int | None = None
    may_act: bool = False
    may_operate: bool = False

    @property
    def you(self) -> You:
        """What the client is told about itself."""
        return You(self.role, self.seat, self.may_act, self.may_operate)


SPECTATOR = Viewer()
SCREEN = Viewer(may_act=True)
"""The table's own screen, where a PIN protects the settings."""
OPERATOR = Viewer(role="operator", may_act=True, may_operate=True)


def seated(seat: int) -> Viewer:
    """A phone that claimed this seat."""
    return Viewer(role="seat", seat=seat)


def sees(who: Audience, viewer: Viewer) -> bool:
    """Whether this viewer belongs to those who may look."""
    if who == "players":
        return viewer.may_act or viewer.seat is not None
    return who == "open" or viewer.may_operate
