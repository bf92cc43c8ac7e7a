"""The facts of a game of Bohnanza.

`then` is the phase that follows, decided when the event was judged, so that replaying a record
never decides anything again.
"""

from typing import Annotated, Literal

from referee.games.base import Event
from referee.games.bohnanza.edition import CardNames, TableNumbers, Variety
from referee.games.naming import Place, Seat, names

Phase = Literal[
    "offer",
    "planting",
    "discarding",
    "revealing",
    "dealing",
    "sowing",
    "choosing",
    "drawing",
    "over",
]
Termination = Literal["draw-pile", "no-cards"]
Source = Literal["hand", "aside", "open"]
"""Where a card comes from: the hidden hand, laid aside in front of a seat, or open on the table."""


class GameStarted(Event, frozen=True):
    """Seats in clockwise order, who begins, the cards in play, the numbers (BO-10 to BO-14)."""

    seats: tuple[str, ...]
    title: str
    varieties: tuple[Variety, ...]
    table: TableNumbers
    first: Seat
    hand_breaks_ties: bool = True
    card_names: CardNames = "a"


class CardPlanted(Event, frozen=True):
    """A card went on a field (BO-30, BO-60, BO-112, BO-115)."""

    seat: Seat
    card: str
    field: Place
    source: Source
    then: Phase


class PlantingStopped(Event, frozen=True):
    """No more cards leave the hand (BO-32, BO-113)."""

    seat: Seat
    then: Phase


class CardDiscarded(Event, frozen=True):
    """Duel: a card went on the discard pile (BO-112, BO-113)."""

    seat: Seat
    card: str
    source: Source
    then: Phase


class CardsRevealed(Event, frozen=True):
    """These cards were turned up from the draw pile, in this order (BO-40, BO-114)."""

    seat: Seat
    cards: tuple[str, ...]
    then: Phase


class CardsAdded(Event, frozen=True):
    """Duel: these cards came from the top of the discard pile to the revealed ones (BO-114)."""

    seat: Seat
    cards: tuple[str, ...]


class CardsGiven(Event, frozen=True):
    """Cards changed hands and lie aside; the first `revealed` of them lay open (BO-41 to BO-48).

    A deal is one such event for each side that gives something.
    """

    seat: Seat
    to: Seat
    cards: tuple[str, ...]
    revealed: int = 0


class DealProposed(Event, frozen=True):
    """A deal is proposed, in place of any other that was open between the two (BO-46, BO-48).

    `seat` would give `cards` and get those `received`. Of what the active player would give, be it
    the one or the other, the first `revealed` lie open.
    """

    seat: Seat
    partner: Seat
    proposal: int
    cards: tuple[str, ...]
    received: tuple[Annotated[str, names("card")], ...]
    revealed: int = 0


class DealAccepted(Event, frozen=True):
    """`seat` agreed to what `partner` had proposed; the cards change hands (BO-46)."""

    seat: Seat
    partner: Seat
    proposal: int


class DealDeclined(Event, frozen=True):
    """`seat` said no to the proposal of `partner`, or took back its own to them (BO-48)."""

    seat: Seat
    partner: Seat
    proposal: int
    withdrawn: bool = False


class DealLapsed(Event, frozen=True):
    """What `seat` had proposed to `partner` was settled otherwise, or cards for it are gone."""

    seat: Seat
    partner: Seat
    proposal: int


class DealingEnded(Event, frozen=True):
    """The active player deals no more and keeps these revealed cards (BO-50).

    Proposals that are still open end with it.
    """

    seat: Seat
    cards: tuple[str, ...]
    then: Phase


class OfferLeft(Event, frozen=True):
    """Duel: these cards are the offer for the opponent (BO-115)."""

    seat: Seat
    cards: tuple[str, ...]
    then: Phase


class FieldHarvested(Event, frozen=True):
    """All cards of a field were sold: `coins` of them are coins, the rest is discarded (BO-82)."""

    seat: Seat
    field: Place
    card: str
    count: int
    coins: int


class FieldBought(Event, frozen=True):
    """A third field was paid for with these cards, top coin first (BO-91)."""

    seat: Seat
    cards: tuple[str, ...]
    coins_to: Literal["discard", "box"]


class CardsDrawn(Event, frozen=True):
    """So many cards went behind the last card of the hand (BO-70)."""

    seat: Seat
    count: int


class PileExhausted(Event, frozen=True):
    """The last card of the draw pile was taken, for the `times`-th time (BO-R1)."""

    times: int


class PileShuffled(Event, frozen=True):
    """The discard pile, so many cards, was shuffled into a new draw pile (BO-71)."""

    count: int


class TurnEnded(Event, frozen=True):
    """The turn passes to the left (BO-72)."""

    seat: Seat
    to: Seat
    then: Phase


class GameEnded(Event, frozen=True):
    """The last draw pile ran out, or no card is left to play (BO-R2); all is sold (BO-103)."""

    termination: Termination
