"""The operator's PIN, kept as an argon2 hash in a file of its own."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError

from referee.errors import InputError
from referee.store.durable import make_private
from referee.web.kept_file import write_private

SHORTEST_PIN = 4
LONGEST_PIN = 64


class PinKeeper:
    """Knows whether a PIN is right, never what it is."""

    def __init__(self, file: Path | None, hasher: PasswordHasher | None = None) -> None:
        self._file = file
        self._hasher = hasher or PasswordHasher()
        self._hash = _read(file, self._hasher.hash_len)
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


def _read(file: Path | None, hash_bytes: int) -> str:
    """The hash in the file; "" without one. A torn one must never count as a table without PIN."""
    if file is None:
        return ""
    make_private(file)
    try:
        hashed = file.read_text(encoding="utf-8").strip()
        if extract_parameters(hashed).hash_len == hash_bytes:
            return hashed
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        pass
    raise InputError(
        f"The PIN file {file} is damaged or cannot be read: remove it, and set a new PIN."
    )
