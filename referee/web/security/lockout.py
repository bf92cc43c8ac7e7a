"""Wrong PINs cost time: after a few, the next attempt has to wait, longer each time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from referee.clock import Clock

FREE_ATTEMPTS = 5
FREE_FOR_ALL = 40
"""Of all strangers together: whoever guesses from many addresses is stopped too."""
OWN_SCREEN = "screen"
"""The client at the table's own screen, whom no stranger's guesses stop."""
FIRST_WAIT_S = 60.0
LONGEST_WAIT_S = 900.0
FORGIVEN_AFTER_S = 3600.0
_MOST_CLIENTS = 1024
_STRANGERS = ""


@dataclass(slots=True)
class _Wrong:
    attempts: int = 0
    until_s: float = 0.0
    last_s: float = 0.0


class Lockout:
    """Counts wrong attempts of each client, and of all strangers together."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, _Wrong] = OrderedDict()
        self._turns = {True: asyncio.Lock(), False: asyncio.Lock()}

    def turn(self, client: str) -> asyncio.Lock:
        """One client tries at a time; before the table's own screen no stranger can crowd."""
        return self._turns[client == OWN_SCREEN]

    def wait_s(self, client: str) -> float:
        """How long this client has to wait before it may try; 0: not at all."""
        now_s = self._clock.monotonic_s()
        names = (client,) if client == OWN_SCREEN else (client, _STRANGERS)
        kept = map(self._wrong.get, names)
        return max([0.0, *(each.until_s - now_s for each in kept if each is not None)])

    def fail(self, client: str) -> None:
        """The PIN was wrong."""
        self._count(client, FREE_ATTEMPTS)
        if client != OWN_SCREEN:
            self._count(_STRANGERS, FREE_FOR_ALL)

    def succeed(self, client: str) -> None:
        """The PIN was right: this client's mistakes are forgotten."""
        self._wrong.pop(client, None)

    def _count(self, client: str, free: int) -> None:
        now_s = self._clock.monotonic_s()
        wrong = self._wrong.pop(client, None)
        if wrong is None or now_s - wrong.last_s > FORGIVEN_AFTER_S:
            wrong = _Wrong()
        wrong.attempts += 1
        wrong.last_s = now_s
        if wrong.attempts >= free:
            doubled = FIRST_WAIT_S * 2 ** min(wrong.attempts - free, 10)
            wrong.until_s = now_s + min(doubled, LONGEST_WAIT_S)
        self._wrong[client] = wrong
        self._forget_oldest()

    def _forget_oldest(self) -> None:
        """A flood of addresses must not fill the memory; the count of all of them stays."""
        while len(self._wrong) > _MOST_CLIENTS:
            oldest = next(name for name in self._wrong if name not in {OWN_SCREEN, _STRANGERS})
            del self._wrong[oldest]
