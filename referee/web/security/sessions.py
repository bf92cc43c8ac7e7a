"""Operator sessions: they end after some hours, and earlier when nobody uses them."""

from __future__ import annotations

from dataclasses import dataclass

from referee.clock import Clock
from referee.web.security.tokens import digest_of, find_digest, new_token

LONGEST_S = 12 * 3600.0
IDLE_S = 2 * 3600.0
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
        self._sessions[digest_of(token)] = _Session(now_s + LONGEST_S, now_s)
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
            if now_s < each.ends_s and now_s - each.used_s < IDLE_S
        }
