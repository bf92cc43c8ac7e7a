"""What a seat may choose to do, in the game and on the score sheet."""

from referee.games.base import SeatAction


class PlayCards(SeatAction, frozen=True):
    """Lay these cards face up in the middle, by what they show: `"4"`, `"1/17"` (HA-20)."""

    cards: tuple[str, ...]


class Pass(SeatAction, frozen=True):
    """Draw from the personal deck and pass; with an empty deck, drop out (HA-30, HA-31)."""


class WriteRound(SeatAction, frozen=True):
    """Score sheet: the +3 chips and the negative points of one round, both by seat."""

    chips: tuple[int, ...]
    negative: tuple[int, ...]


class CloseSheet(SeatAction, frozen=True):
    """Score sheet: the players say that their game is over."""
