"""The facts of a game of Haricots and of a score sheet.

`to` is the seat that has the next turn, decided when the event was judged, so that replaying a
record never decides anything again. When a round ends, `to` is its winner.
"""

from typing import Literal

from referee.games.base import Event
from referee.games.haricots.edition import Edition
from referee.games.naming import Seat

Reason = Literal["hand-empty", "last-left"]


class GameStarted(Event, frozen=True):
    """Names in clockwise order, the numbers of the box, and who begins (HA-11 to HA-13)."""

    seats: tuple[str, ...]
    edition: Edition
    seat: Seat


class CardsPlayed(Event, frozen=True):
    """Equal cards were laid down; `value` is to beat now, and `seat` owns it (HA-20 to HA-24)."""

    seat: Seat
    cards: tuple[str, ...]
    value: int
    to: Seat


class CardDrawn(Event, frozen=True):
    """A seat passed and took the top card of its personal deck, unseen by the others (HA-30)."""

    seat: Seat
    to: Seat


class DroppedOut(Event, frozen=True):
    """A seat passed with an empty personal deck and is out for this round (HA-31)."""

    seat: Seat
    to: Seat


class TableCleared(Event, frozen=True):
    """Nobody beat this seat's play: all cards are put aside, 0 is to beat (HA-25, HA-R1)."""

    seat: Seat


class RoundWon(Event, frozen=True):
    """A seat takes one victory chip and now has so many `chips` (HA-40 to HA-42)."""

    seat: Seat
    reason: Reason
    chips: int


class RoundStarted(Event, frozen=True):
    """All cards are shuffled and dealt; `seat` has the first-player marker (HA-15, HA-43)."""

    seat: Seat
    round: int


class GameWon(Event, frozen=True):
    """This seat has enough victory chips (HA-10)."""

    seat: Seat
    chips: int


class SheetOpened(Event, frozen=True):
    """A score sheet for an advanced game: seats in clockwise order and the chips of the box."""

    seats: tuple[str, ...]
    edition: Edition


class RoundWritten(Event, frozen=True):
    """One line of the sheet, written by `seat`: +3 chips and negative points by seat."""

    seat: Seat
    round: int
    chips: tuple[int, ...]
    negative: tuple[int, ...]


class SheetClosed(Event, frozen=True):
    """The players say that their game is over; `seat` told the referee."""

    seat: Seat
