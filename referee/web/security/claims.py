"""Which phone acts for which seat. Claims last as long as their game, also over a restart."""

from __future__ import annotations

from pathlib import Path

import msgspec

from referee.errors import InputError
from referee.web.kept_file import write_private
from referee.web.security.tokens import digest_of, find_digest, new_token


class _Kept(msgspec.Struct, frozen=True):
    game_id: int | None = None
    digests: dict[int, str] = {}


class SeatTakenError(InputError):
    """Another phone has this seat."""


class Claims:
    """The claimed seats of the game under way. Used from the event loop only."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._kept = _read(file)

    def claimed(self, game_id: int | None) -> frozenset[int]:
        """The seats of this game that phones act for."""
        return frozenset(self._of(game_id))

    def claim(self, game_id: int, seat: int) -> str:
        """Take a free seat; the token to show from now on."""
        digests = self._of(game_id)
        if seat in digests:
            raise SeatTakenError(
                "Another phone plays this seat: release it there or on the table's screen.",
                message="web-seat-taken",
            )
        token = new_token()
        self._keep(_Kept(game_id, {**digests, seat: digest_of(token)}))
        return token

    def release(self, game_id: int, seat: int) -> None:
        """Nobody's phone acts for this seat any more."""
        left = {each: digest for each, digest in self._of(game_id).items() if each != seat}
        self._keep(_Kept(game_id, left))

    def seat_of(self, token: str, game_id: int | None) -> int | None:
        """The seat that this token was given for."""
        digests = self._of(game_id)
        found = find_digest(token, digests.values())
        return next((seat for seat, digest in digests.items() if digest == found), None)

    def _of(self, game_id: int | None) -> dict[int, str]:
        is_same = game_id is not None and game_id == self._kept.game_id
        return self._kept.digests if is_same else {}

    def _keep(self, kept: _Kept) -> None:
        if self._file is not None:
            write_private(self._file, msgspec.json.encode(kept))
        self._kept = kept


def _read(file: Path | None) -> _Kept:
    if file is None or not file.is_file():
        return _Kept()
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        # Phones can claim their seats again; a game must not stop for it.
        return _Kept()
