"""The things in the box (MB-1 to MB-6) and what a die face may show."""

from __future__ import annotations

from typing import Literal

from referee.games.awaiting import Piece

Face = Literal["eye", "die", "treasure", "trunk"]

EYE: Face = "eye"
DIE: Face = "die"
TREASURE: Face = "treasure"
TRUNK: Face = "trunk"
FACES: tuple[Face, ...] = (EYE, DIE, TREASURE, TRUNK)

MAX_PLAYERS = 5
DICE = 12
CYLINDERS = 2
TOKENS = 3
CARDS = 7
HAND = 3
SACKS = 30

# Pieces are made once: comparing and storing them is then as cheap as it gets.
DIE_PIECES: dict[str, Piece] = {face: Piece("die", face=face) for face in FACES}
TOKEN_PIECES: tuple[Piece, ...] = tuple(Piece("token", seat=seat) for seat in range(MAX_PLAYERS))
CYLINDER = Piece("cylinder")
CASTLE = Piece("castle")
FIRST_DIE = Piece("die")
"""Level 1 of the tower; its face has no effect (MB-10)."""


def faceless(piece: Piece) -> Piece:
    """A piece as one sees it fall: nobody asks a die in the tower for its face."""
    return FIRST_DIE if piece.kind == "die" else piece
