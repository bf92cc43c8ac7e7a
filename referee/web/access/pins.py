"""The operator's PIN, kept as an argon2 hash in a file of its own; wrong PINs cost time.

After a few wrong ones the next attempt has to wait, longer each time.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError

from referee.clock import Clock
from referee.errors import InputError
from referee.store.durable_files import read_private, write_private

SHORTEST_PIN = 4
LONGEST_PIN = 64


class OperatorPin:
    """Knows whether a PIN is right, never what it is."""

    def __init__(self, file: Path | None, hasher: PasswordHasher | None = None) -> None:
        self._file = file
        self._hasher = hasher or PasswordHasher()
        self._hash = _read_hash(file, self._hasher.hash_len)
        # Each check takes tens of megabytes and milliseconds on purpose: one at a time.
        self._lock = Lock()

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN."""
        return bool(self._hash)

    def is_right(self, pin: str) -> bool:
        """Whether this is the PIN."""
        with self._lock:
            try:
                return bool(self._hash) and self._hasher.verify(self._hash, pin)
            except (VerificationError, InvalidHashError):
                return False

    def change(self, pin: str) -> None:
        """Set a new PIN."""
        check_pin(pin)
        with self._lock:
            hashed = self._hasher.hash(pin)
            if self._file is not None:
                write_private(self._file, hashed.encode())
            self._hash = hashed


def check_pin(pin: str) -> None:
    """Refuse a PIN that anybody would guess or nobody can type."""
    if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN or not pin.isprintable():
        raise InputError(
            f"A PIN has {SHORTEST_PIN} to {LONGEST_PIN} letters or digits: choose another.",
            message="web-unfit-pin",
            least=SHORTEST_PIN,
            most=LONGEST_PIN,
        )


def _read_hash(file: Path | None, hash_bytes: int) -> str:
    """The hash in the file; "" without one. A torn one must never count as a table without PIN."""
    try:
        content = read_private(file)
        hashed = "" if content is None else content.decode().strip()
        if content is None or extract_parameters(hashed).hash_len == hash_bytes:
            return hashed
    except (OSError, ValueError):
        pass
    raise InputError(
        f"The PIN file {file} is damaged or cannot be read: remove it, and set a new PIN."
    )


# Chosen by hand. From one address some 100 PINs a day can be tried, of the 10,000 that have four
# digits; the owner who has mistyped a few waits a minute.
FREE_ATTEMPTS = 5
FREE_FOR_ALL = 40
"""Of all strangers together: whoever guesses from many addresses is stopped too."""
OWN_SCREEN = "screen"
"""The client at the table's own screen, whom no stranger's guesses stop."""
FIRST_WAIT_S = 60.0
LONGEST_WAIT_S = 900.0
FORGIVEN_AFTER_S = 3600.0
_MOST_CLIENTS = 1024
"""Chosen by hand: addresses that are remembered, some hundred bytes each."""
_STRANGERS = ""


@dataclass(slots=True)
class _WrongAttempts:
    attempts: int = 0
    until_s: float = 0.0
    last_s: float = 0.0


class Lockout:
    """Counts wrong attempts of each client, and of all strangers together."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, _WrongAttempts] = OrderedDict()
        self._own_turn, self._turn = asyncio.Lock(), asyncio.Lock()

    def turn(self, client: str) -> asyncio.Lock:
        """One client tries at a time; before the table's own screen no stranger can crowd."""
        return self._own_turn if client == OWN_SCREEN else self._turn

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
            wrong = _WrongAttempts()
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
