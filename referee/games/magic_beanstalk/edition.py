"""The box of Magic Beanstalk (MB-1 to MB-6): its pieces, and the numbers an edition prints.

The numbers MB-N1 to MB-N4 and MB-N8 differ between boxes; `Edition` checks that they fit.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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


_Share = Annotated[int, Meta(ge=0, le=6)]
_DiceNumber = Annotated[int, Meta(ge=1, le=11)]


class FaceCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of the six faces of a die show each symbol (MB-2, MB-N2)."""

    eye: _Share
    die: _Share
    treasure: _Share
    trunk: _Share

    def __post_init__(self) -> None:
        total = self.eye + self.die + self.treasure + self.trunk
        if total != 6:
            raise ValueError(f"the faces add up to {total}, but a die has six")

    def layout(self) -> tuple[Face, ...]:
        """The six faces of one die."""
        return tuple(face for face in FACES for _ in range(getattr(self, face)))


class SackKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Sacks of Gold carry one value (MB-5, MB-N3)."""

    value: Annotated[int, Meta(ge=1, le=10_000)]
    count: Annotated[int, Meta(ge=1, le=30)]


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One printed edition of the game; see `editions/standard.toml` for every key."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    cards: tuple[tuple[_DiceNumber, ...], ...]
    faces: FaceCounts
    sacks: tuple[SackKind, ...]
    reroll_face: Face
    stability_s: Annotated[float, Meta(ge=0.5, le=30)]

    def __post_init__(self) -> None:
        self._check_cards()
        self._check_sacks()

    def _check_cards(self) -> None:
        if len(self.cards) != CARDS:
            raise ValueError(f"cards: there are {CARDS} Action cards, not {len(self.cards)}")
        for value, numbers in enumerate(self.cards, start=1):
            if not numbers or list(numbers) != sorted(set(numbers)):
                raise ValueError(f"cards: card {value} needs rising numbers without repeats")

    def _check_sacks(self) -> None:
        total = sum(kind.count for kind in self.sacks)
        if total != SACKS:
            raise ValueError(f"sacks: there are {SACKS} Sacks of Gold, not {total}")
        values = [kind.value for kind in self.sacks]
        if len(set(values)) != len(values):
            raise ValueError("sacks: every value stands once, with its count")

    def sack_values(self) -> tuple[int, ...]:
        """All thirty sacks, sorted by value."""
        return tuple(kind.value for kind in self.sacks for _ in range(kind.count))
