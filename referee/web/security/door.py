"""Who comes in: from what a visitor has to a viewer with rights."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from argon2 import PasswordHasher
from starlette.requests import HTTPConnection

from referee.clock import Clock
from referee.web.security.binding import is_loopback, own_names
from referee.web.security.claims import Claims
from referee.web.security.lockout import Lockout
from referee.web.security.network import Network
from referee.web.security.pins import PinKeeper
from referee.web.security.screen import ScreenKey, cookie_name
from referee.web.security.sessions import Sessions
from referee.web.viewers import OPERATOR, SCREEN, SPECTATOR, Viewer, seated

Screen = Literal["key", "loopback"]
"""How the table's own screen is known: by its key, or by sitting at the machine itself."""

_FORWARDED = ("forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip")
PIN_FILE, CLAIMS_FILE, SCREEN_FILE = "operator-pin", "seat-claims.json", "screen-key"


class Door:
    """PIN, sessions, claims, the screen's key and the names of one table.

    `folder` keeps what must outlast the program; without one nothing does.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        folder: Path | None = None,
        names: Iterable[str] = (),
        hasher: PasswordHasher | None = None,
        screen: Screen = "key",
        port: int = 0,
        network: Network | None = None,
    ) -> None:
        self.pins = PinKeeper(folder / PIN_FILE if folder else None, hasher)
        self.claims = Claims(folder / CLAIMS_FILE if folder else None)
        self.key = ScreenKey(folder / SCREEN_FILE if folder else None)
        self.sessions = Sessions(clock)
        self.lockout = Lockout(clock)
        self.seat_brake = Lockout(clock)
        self.names = own_names(names)
        self.network = network or Network("127.0.0.1")
        self.screen = screen
        self.port = port

    def viewer(self, connection: HTTPConnection, token: str, game_id: int | None) -> Viewer:
        """Who this is, by what they show; where they come from gives nobody a right."""
        found = self._by_token(token, game_id) if token else None
        if found is not None:
            return found
        return self.own_screen if self._is_screen(connection, token) else SPECTATOR

    @property
    def own_screen(self) -> Viewer:
        """The screen on the table; where there is no PIN it is the operator's too."""
        return SCREEN if self.pins.is_set else OPERATOR

    def _by_token(self, token: str, game_id: int | None) -> Viewer | None:
        if self.sessions.holds(token):
            return OPERATOR
        if self.key.fits(token):
            return self.own_screen
        seat = self.claims.seat_of(token, game_id)
        return None if seat is None else seated(seat)

    def _is_screen(self, connection: HTTPConnection, token: str) -> bool:
        if self.screen == "loopback":
            # Who shows something that is not valid wants to be somebody else.
            return not token and _sits_at_the_machine(connection)
        return self.key.fits(connection.cookies.get(cookie_name(self.port), ""))


def _sits_at_the_machine(connection: HTTPConnection) -> bool:
    """Whoever comes through a proxy does not, wherever the proxy runs."""
    names = connection.headers.keys()
    is_forwarded = any(name in _FORWARDED or name.startswith("x-forwarded") for name in names)
    host = connection.client.host if connection.client else ""
    return is_loopback(host) and not is_forwarded
