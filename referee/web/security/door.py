"""Who comes in: from a token and an address to a viewer with rights."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from argon2 import PasswordHasher

from referee.clock import Clock
from referee.web.security.binding import is_loopback, own_names
from referee.web.security.claims import Claims
from referee.web.security.lockout import Lockout
from referee.web.security.pins import PinKeeper
from referee.web.security.sessions import Sessions
from referee.web.viewers import OPERATOR, SCREEN, SPECTATOR, Viewer, seated


class Door:
    """PIN, sessions, claims and names of one table.

    `folder` keeps the PIN's hash and the claims; without one they last as long as the program.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        folder: Path | None = None,
        names: Iterable[str] = (),
        hasher: PasswordHasher | None = None,
    ) -> None:
        self.pins = PinKeeper(folder / "operator-pin" if folder else None, hasher)
        self.claims = Claims(folder / "seat-claims.json" if folder else None)
        self.sessions = Sessions(clock)
        self.lockout = Lockout(clock)
        self.names = own_names(names)

    def viewer(self, token: str, client: str, game_id: int | None) -> Viewer:
        """Who this is. A token that is not valid (any more) gives no rights at all."""
        if token:
            return self._by_token(token, game_id)
        if not is_loopback(client):
            return SPECTATOR
        # Whoever sits at the machine itself: the screen on the table.
        return SCREEN if self.pins.is_set else OPERATOR

    def _by_token(self, token: str, game_id: int | None) -> Viewer:
        if self.sessions.holds(token):
            return OPERATOR
        seat = self.claims.seat_of(token, game_id)
        return SPECTATOR if seat is None else seated(seat)
