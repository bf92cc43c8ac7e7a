"""What a seat may choose to do. Cards turned up from the draw pile arrive as `ReportCards`."""

from referee.games.base import SeatAction
from referee.games.naming import Place, Seat


class PlantCard(SeatAction, frozen=True):
    """Plant a card in the field of this number, counted from 0 (BO-30, BO-60, BO-112, BO-115)."""

    card: str
    field: Place


class StopPlanting(SeatAction, frozen=True):
    """Plant no second card from the hand (BO-32). Turning up cards at once means the same."""


class Deal(SeatAction, frozen=True):
    """Exchange or give away cards, agreed by both (BO-41 to BO-48).

    `seat` gives `revealed` cards and cards of its `hand`; `partner` gives the cards `received` from
    its hand. One of the two is the active player, to whom the revealed cards belong.
    """

    partner: Seat
    revealed: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    received: tuple[str, ...] = ()


class ProposeDeal(SeatAction, frozen=True):
    """Ask the partner for a deal or offer a gift; nothing moves until the partner accepts (BO-46).

    `seat` gives cards of its `hand`, `partner` gives the cards `received` from its own; `revealed`
    cards come from the active player, whichever of the two that is.
    """

    partner: Seat
    revealed: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    received: tuple[str, ...] = ()


class AcceptDeal(SeatAction, frozen=True):
    """Agree to the proposal of this number: the cards move as in a `Deal` (BO-46, BO-48)."""

    proposal: int


class DeclineDeal(SeatAction, frozen=True):
    """Say no to the proposal of this number, or, if it is one's own, take it back (BO-48)."""

    proposal: int


class EndDealing(SeatAction, frozen=True):
    """Make no more deals; the revealed cards that are left are kept (BO-50)."""


class DrawCards(SeatAction, frozen=True):
    """Draw the cards that end the turn (BO-70, BO-116)."""


class HarvestField(SeatAction, frozen=True):
    """Harvest and sell one field (BO-80)."""

    field: Place


class BuyField(SeatAction, frozen=True):
    """Pay for a third field (BO-90)."""


class DiscardCard(SeatAction, frozen=True):
    """Duel: discard an offered card, or one card of the hand (BO-112, BO-113)."""

    card: str


class KeepHand(SeatAction, frozen=True):
    """Duel: discard no card of the hand (BO-113). Turning up cards at once means the same."""


class LeaveOffer(SeatAction, frozen=True):
    """Duel: plant no more; the rest is the offer for the opponent (BO-115)."""
