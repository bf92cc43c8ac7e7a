"""What a seat may choose to do. Cards turned up from the draw pile arrive as `ReportCards`."""

from referee.games.base import Action


class PlantCard(Action, frozen=True):
    """Plant a card in the field of this number, counted from 0 (BO-30, BO-60, BO-112, BO-115)."""

    seat: int
    card: str
    field: int


class StopPlanting(Action, frozen=True):
    """Plant no second card from the hand (BO-32). Turning up cards at once means the same."""

    seat: int


class Deal(Action, frozen=True):
    """Exchange or give away cards, agreed by both (BO-41 to BO-48).

    `seat` gives `revealed` cards and cards of its `hand`; `partner` gives the cards `received` from
    its hand. One of the two is the active player, to whom the revealed cards belong.
    """

    seat: int
    partner: int
    revealed: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    received: tuple[str, ...] = ()


class ProposeDeal(Action, frozen=True):
    """Ask the partner for a deal or offer a gift; nothing moves until the partner accepts (BO-46).

    `seat` gives cards of its `hand`, `partner` gives the cards `received` from its own; `revealed`
    cards come from the active player, whichever of the two that is.
    """

    seat: int
    partner: int
    revealed: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    received: tuple[str, ...] = ()


class AcceptDeal(Action, frozen=True):
    """Agree to the proposal of this number: the cards move as in a `Deal` (BO-46, BO-48)."""

    seat: int
    proposal: int


class DeclineDeal(Action, frozen=True):
    """Say no to the proposal of this number, or, if it is one's own, take it back (BO-48)."""

    seat: int
    proposal: int


class EndDealing(Action, frozen=True):
    """Make no more deals; the revealed cards that are left are kept (BO-50)."""

    seat: int


class DrawCards(Action, frozen=True):
    """Draw the cards that end the turn (BO-70, BO-116)."""

    seat: int


class HarvestField(Action, frozen=True):
    """Harvest and sell one field (BO-80)."""

    seat: int
    field: int


class BuyField(Action, frozen=True):
    """Pay for a third field (BO-90)."""

    seat: int


class DiscardCard(Action, frozen=True):
    """Duel: discard an offered card, or one card of the hand (BO-112, BO-113)."""

    seat: int
    card: str


class KeepHand(Action, frozen=True):
    """Duel: discard no card of the hand (BO-113). Turning up cards at once means the same."""

    seat: int


class LeaveOffer(Action, frozen=True):
    """Duel: plant no more; the rest is the offer for the opponent (BO-115)."""

    seat: int
