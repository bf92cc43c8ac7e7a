"""Every way in which Bohnanza says no. The sentences are in the language files."""

from referee.games.base import Refusal, Refused, TurnRefusals
from referee.games.bohnanza.edition import unseen_of
from referee.games.bohnanza.state import State, seats_to_plant

NO_SUCH_SEAT = Refusal("BO-14", "no-such-seat")
NOT_NOW = Refusal("BO-30", "not-now")
NOT_YOUR_TURN = Refusal("BO-72", "not-your-turn")
NO_SUCH_CARD = Refusal("BO-11", "no-such-card")
NO_MORE_OF_THIS_CARD = Refusal("BO-1", "no-more-of-this-card")
NO_SUCH_FIELD = Refusal("BO-20", "no-such-field")
OTHER_BEAN_GROWS_THERE = Refusal("BO-20", "other-bean-grows-there")
GROWS_ELSEWHERE = Refusal("BO-21", "grows-elsewhere")
NO_ROOM = Refusal("BO-31", "no-room")
FRONT_CARD_FIRST = Refusal("BO-30", "front-card-first")
TWO_CARDS_AT_MOST = Refusal("BO-32", "two-cards-at-most")
NOT_AMONG_THE_CARDS = Refusal("BO-60", "not-among-the-cards")
WRONG_NUMBER_OF_CARDS = Refusal("BO-40", "wrong-number-of-cards")
DEAL_WITHOUT_ACTIVE_PLAYER = Refusal("BO-42", "deal-without-active-player")
DEAL_WITH_ONESELF = Refusal("BO-42", "deal-with-oneself")
EMPTY_DEAL = Refusal("BO-41", "empty-deal")
REVEALED_CARDS_OF_ANOTHER = Refusal("BO-43", "revealed-cards-of-another")
NOT_REVEALED = Refusal("BO-41", "not-revealed")
RECEIVED_CARDS_STAY = Refusal("BO-47", "received-cards-stay")
HAND_TOO_SMALL = Refusal("BO-46", "hand-too-small")
NO_SUCH_PROPOSAL = Refusal("BO-46", "no-such-proposal")
PROPOSAL_OF_OTHERS = Refusal("BO-48", "proposal-of-others")
NO_DEALS_IN_DUEL = Refusal("BO-110", "no-deals-in-duel")
ONLY_IN_DUEL = Refusal("BO-110", "only-in-duel")
EMPTY_FIELD = Refusal("BO-81", "empty-field")
SINGLE_BEAN_PROTECTED = Refusal("BO-84", "single-bean-protected")
HARVEST_IN_OWN_TURN = Refusal("BO-111", "harvest-in-own-turn")
HAS_THREE_FIELDS = Refusal("BO-90", "has-three-fields")
TOO_FEW_COINS = Refusal("BO-93", "too-few-coins")

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)

_TURN_REFUSALS = TurnRefusals(
    {
        "offer": "BO-112",
        "planting": "BO-30",
        "discarding": "BO-113",
        "revealing": "BO-40",
        "dealing": "BO-50",
        "sowing": "BO-60",
        "choosing": "BO-115",
        "drawing": "BO-70",
        "over": "BO-100",
    },
    NOT_NOW,
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
)
wrong_seat = _TURN_REFUSALS.wrong_seat


def not_now(state: State) -> Refused:
    """The table waits for something else; say what."""
    planting = seats_to_plant(state) if state.phase == "sowing" else ()
    return _TURN_REFUSALS.not_now(state, planting[0] if planting else None)


def missing_card(state: State, card: str) -> Refused:
    """A card is named that does not exist, or of which all others have been seen."""
    beans = state.rules.beans
    if card not in beans.counts:
        return NO_SUCH_CARD(card=card)
    hidden = unseen_of(beans, state.unseen, card)
    return NO_MORE_OF_THIS_CARD(card=card, count=beans.counts[card], hidden=hidden)
