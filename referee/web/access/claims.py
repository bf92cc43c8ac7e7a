"""Which phone acts for which seat, by tokens of which only the digest is kept.

The code of a seat carries a word that fits once; who has no camera types the four digits that the
screen shows beside it. The phone brings a key of its own, so that a claim whose answer was lost can
be repeated. Claims are kept by game: they outlast a restart, and a game that is put aside.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import RLock

import msgspec

from referee.errors import InputError
from referee.store.durable_files import NotSavedError, read_private, write_private


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_digest(token: str, digests: Iterable[str]) -> str | None:
    """The digest of this token among these; takes equally long whichever it is."""
    wanted = digest_of(token)
    found = None
    for each in digests:
        if hmac.compare_digest(each, wanted):
            found = each
    return found


_MOST_GAMES = 50
"""Chosen by hand: games that were put aside longer ago are claimed anew."""


class SeatCode(msgspec.Struct, frozen=True):
    """What lets a phone in once: a `word` for its camera, `digits` for its player."""

    word: str
    digits: str

    def fits(self, given: str) -> bool:
        """Whether this is one of the two."""
        return any(
            hmac.compare_digest(own.encode(), given.encode()) for own in (self.word, self.digits)
        )


class _GameClaims(msgspec.Struct, frozen=True):
    digests: dict[int, str] = {}
    codes: dict[int, SeatCode] = {}


class SeatTakenError(InputError):
    """Another phone has this seat."""


class WrongCodeError(InputError):
    """This is not what the screen shows beside the seat."""


class Claims:
    """The claimed seats of the table's games."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._games = _read(file)
        self._turn = RLock()

    def claimed(self, game_id: int | None) -> frozenset[int]:
        """The seats of this game that phones act for."""
        return frozenset(self._of(game_id).digests)

    def code(self, game_id: int, seat: int) -> SeatCode:
        """What lets a phone take this seat."""
        with self._turn:
            game = self._of(game_id)
            if seat not in game.codes:
                code = SeatCode(secrets.token_urlsafe(12), f"{secrets.randbelow(10_000):04d}")
                game = _GameClaims(game.digests, {**game.codes, seat: code})
                # On a full disk it lasts as long as the program.
                with suppress(NotSavedError):
                    self._keep(game_id, game)
                self._games = {**self._games, game_id: game}
            return game.codes[seat]

    def claim(self, game_id: int, seat: int, code: str, key: str) -> None:
        """From now on whoever shows this key acts for the seat."""
        with self._turn:
            self._claim(game_id, seat, code, key)

    def _claim(self, game_id: int, seat: int, code: str, key: str) -> None:
        game, digest = self._of(game_id), digest_of(key)
        if hmac.compare_digest(game.digests.get(seat, ""), digest):
            return
        if seat in game.digests:
            raise SeatTakenError(
                "Another phone plays this seat: release it there or on the table's screen.",
                message="web-seat-taken",
            )
        if not self.code(game_id, seat).fits(code):
            raise WrongCodeError(
                "This is not the code that the table's screen shows beside this seat.",
                message="web-wrong-code",
            )
        # A phone has one seat of a game, and a code fits once.
        digests = {own: each for own, each in game.digests.items() if each != digest}
        codes = {own: each for own, each in self._of(game_id).codes.items() if own != seat}
        self._keep(game_id, _GameClaims({**digests, seat: digest}, codes))

    def release(self, game_id: int, seat: int) -> None:
        """Nobody's phone acts for this seat any more, and its code is another one."""
        with self._turn:
            game = self._of(game_id)
            digests = {own: each for own, each in game.digests.items() if own != seat}
            codes = {own: each for own, each in game.codes.items() if own != seat}
            self._keep(game_id, _GameClaims(digests, codes))

    def seat_of(self, token: str, game_id: int | None) -> int | None:
        """The seat that this key was brought for."""
        digests = self._of(game_id).digests
        found = find_digest(token, digests.values())
        return next((seat for seat, digest in digests.items() if digest == found), None)

    def _of(self, game_id: int | None) -> _GameClaims:
        return _GameClaims() if game_id is None else self._games.get(game_id, _GameClaims())

    def _keep(self, game_id: int, game: _GameClaims) -> None:
        games = {**self._games, game_id: game}
        newest = sorted(games, key=lambda each: (each == game_id, each))[-_MOST_GAMES:]
        games = {each: games[each] for each in newest}
        if self._file is not None:
            write_private(self._file, msgspec.json.encode(games))
        self._games = games


def _read(file: Path | None) -> dict[int, _GameClaims]:
    try:
        return msgspec.json.decode(read_private(file) or b"{}", type=dict[int, _GameClaims])
    except (OSError, msgspec.DecodeError):
        # Phones can claim their seats again; a game must not stop for it.
        return {}
