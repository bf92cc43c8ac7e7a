"""Who asks: from an operator's session, the screen's key or a seat's claim to a viewer with rights.

Sessions end after some hours, and earlier when nobody uses them. Whoever has the screen's key is
the table's own screen.
"""

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from argon2 import PasswordHasher
from starlette.requests import HTTPConnection
from starlette.responses import Response

from referee.clock import Clock
from referee.store.durable_files import read_private, write_private
from referee.web.access.claims import Claims, digest_of, find_digest, new_token
from referee.web.access.gate import own_names
from referee.web.access.network import NetworkAccess, is_loopback
from referee.web.access.pins import Lockout, OperatorPin
from referee.web.access.rights import OPERATOR, SCREEN, SPECTATOR, Viewer, seated

# Chosen by hand: a day of play without logging in again, and not longer than a lost tablet is safe.
LONGEST_SESSION_S = 12 * 3600.0
IDLE_SESSION_S = 2 * 3600.0
_MOST_SESSIONS = 32


@dataclass(slots=True)
class _Session:
    ends_s: float
    used_s: float


class Sessions:
    """Who is logged in."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sessions: dict[str, _Session] = {}

    def begin(self) -> str:
        """A token for a new session; the oldest session makes room if there are too many."""
        self._forget_ended()
        while len(self._sessions) >= _MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        token, now_s = new_token(), self._clock.monotonic_s()
        self._sessions[digest_of(token)] = _Session(now_s + LONGEST_SESSION_S, now_s)
        return token

    def holds(self, token: str) -> bool:
        """Whether this token is of a session that goes on; using it keeps it alive."""
        self._forget_ended()
        found = find_digest(token, self._sessions)
        if found is None:
            return False
        self._sessions[found].used_s = self._clock.monotonic_s()
        return True

    def end(self, token: str) -> str | None:
        """Log out; the digest of the session that has ended, if it was one."""
        found = find_digest(token, self._sessions)
        if found is not None:
            del self._sessions[found]
        return found

    def end_all(self) -> None:
        """Everybody logs in anew, because the PIN has changed."""
        self._sessions.clear()

    def _forget_ended(self) -> None:
        now_s = self._clock.monotonic_s()
        self._sessions = {
            digest: each
            for digest, each in self._sessions.items()
            if now_s < each.ends_s and now_s - each.used_s < IDLE_SESSION_S
        }


_KEY_FORM = re.compile(r"[\w-]{43}", re.ASCII)
_YEAR_S = 365 * 24 * 3600


class ScreenKey:
    """Made at the first start and kept like the PIN, so that a screen stays one over a restart."""

    def __init__(self, file: Path | None = None) -> None:
        self.word = _read_key(file)
        if not self.word:
            self.word = new_token()
            if file is not None:
                write_private(file, self.word.encode())

    def fits(self, word: str) -> bool:
        """Whether this is the key; takes equally long whatever it is."""
        return hmac.compare_digest(self.word.encode(), word.encode())

    def hand_over(self, answer: Response, port: int) -> None:
        """Give it to a browser, which shows it from now on, and to nobody else."""
        answer.set_cookie(
            cookie_name(port), self.word, max_age=_YEAR_S, httponly=True, samesite="strict"
        )


def cookie_name(port: int) -> str:
    """Browsers tell no ports apart: two tables of one computer need two names."""
    return f"referee-screen-{port}"


def _read_key(file: Path | None) -> str:
    """The kept key; "" if there is none that can be used."""
    try:
        word = (read_private(file) or b"").decode()
    except (OSError, UnicodeDecodeError):
        return ""
    return word if _KEY_FORM.fullmatch(word) else ""


ScreenMode = Literal["key", "loopback"]
"""How the table's own screen is known: by its key, or by sitting at the machine itself."""

_FORWARDED = ("forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip")
PIN_FILE, CLAIMS_FILE, SCREEN_FILE = "operator-pin", "seat-claims.json", "screen-key"


class Access:
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
        screen: ScreenMode = "key",
        port: int = 0,
        network: NetworkAccess | None = None,
    ) -> None:
        self.pin = OperatorPin(folder / PIN_FILE if folder else None, hasher)
        self.claims = Claims(folder / CLAIMS_FILE if folder else None)
        self.screen_key = ScreenKey(folder / SCREEN_FILE if folder else None)
        self.sessions = Sessions(clock)
        self.lockout = Lockout(clock)
        self.seat_lockout = Lockout(clock)
        self.names = own_names(names)
        self.network = network or NetworkAccess("127.0.0.1")
        self.screen_mode = screen
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
        return SCREEN if self.pin.is_set else OPERATOR

    def _by_token(self, token: str, game_id: int | None) -> Viewer | None:
        if self.sessions.holds(token):
            return OPERATOR
        if self.screen_key.fits(token):
            return self.own_screen
        seat = self.claims.seat_of(token, game_id)
        return None if seat is None else seated(seat)

    def _is_screen(self, connection: HTTPConnection, token: str) -> bool:
        if self.screen_mode == "loopback":
            # Who shows something that is not valid wants to be somebody else.
            return not token and _sits_at_the_machine(connection)
        return self.screen_key.fits(connection.cookies.get(cookie_name(self.port), ""))


def _sits_at_the_machine(connection: HTTPConnection) -> bool:
    """Whoever comes through a proxy does not, wherever the proxy runs."""
    names = connection.headers.keys()
    is_forwarded = any(name in _FORWARDED or name.startswith("x-forwarded") for name in names)
    host = connection.client.host if connection.client else ""
    return is_loopback(host) and not is_forwarded
