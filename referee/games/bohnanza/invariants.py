"""What must be true after every event. Used by tests and simulations."""

from collections import Counter
from collections.abc import Iterator

from referee.games.bohnanza.edition import MAX_FIELDS, unseen_of
from referee.games.bohnanza.fields import CARDS_FROM_HAND
from referee.games.bohnanza.state import PlayerState, State, is_last_pile_gone

_WITH_ASIDE = ("dealing", "sowing")
_WITH_OPEN_CARDS = ("dealing",)
_WITH_OPEN_CARDS_IN_DUEL = ("choosing", "drawing", "offer", "over")
_IN_DUEL_ONLY = ("offer", "discarding", "choosing")


def faults(state: State) -> Iterator[str]:
    """A sentence for every broken invariant."""
    yield from _card_faults(state)
    for seat, player in enumerate(state.players):
        yield from _player_faults(state, seat, player)
    yield from _phase_faults(state)
    yield from _proposal_faults(state)
    yield from _pile_faults(state)


def visible_cards(state: State) -> Counter[str]:
    """Every card whose face the table has seen and that was not shuffled in again."""
    visible = Counter((*state.open_cards, *state.discard, *state.boxed))
    for player in state.players:
        visible.update((*player.coins, *player.aside))
        visible.update({field.card: field.count for field in player.fields if field.count})
    return visible


def _card_faults(state: State) -> Iterator[str]:
    """BO-1: every variety adds up to what the box has of it."""
    beans = state.rules.beans
    visible = visible_cards(state)
    for card, count in beans.counts.items():
        unseen = unseen_of(beans, state.unseen, card)
        if visible[card] + unseen != count:
            yield f"{visible[card]} {card} are visible and {unseen} hidden, but {count} exist"
    for card in visible.keys() - beans.counts.keys():
        yield f"{card} is not in play"
    unseen = sum(unseen_of(beans, state.unseen, card) for card in beans.cards)
    hidden = state.draw + sum(player.hand for player in state.players)
    if unseen != hidden:
        yield f"{hidden} cards are in hands and draw pile, but {unseen} are unseen"


def _player_faults(state: State, seat: int, player: PlayerState) -> Iterator[str]:
    """BO-20, BO-21, BO-60."""
    growing = [field.card for field in player.fields if field.count]
    if len(set(growing)) != len(growing):
        yield f"seat {seat} grows one variety in two fields"
    if any(bool(field.card) != (field.count > 0) for field in player.fields):
        yield f"seat {seat} has a field that is neither empty nor planted"
    if not state.rules.table.fields <= len(player.fields) <= MAX_FIELDS:
        yield f"seat {seat} has {len(player.fields)} fields"
    if player.hand < 0:
        yield f"seat {seat} has {player.hand} cards in the hand"
    if player.aside and state.phase not in _WITH_ASIDE:
        yield f"seat {seat} has not planted {player.aside}"
    if state.phase == "over" and growing:
        yield f"seat {seat} has not sold {growing}"


def _phase_faults(state: State) -> Iterator[str]:
    duel = state.rules.table.duel
    if not 0 <= state.active < len(state.players):
        yield f"there is no seat {state.active}"
    if state.open_cards and state.phase not in (
        _WITH_OPEN_CARDS_IN_DUEL if duel else _WITH_OPEN_CARDS
    ):
        yield f"cards lie open while {state.phase}"
    if not 0 <= state.planted <= CARDS_FROM_HAND:
        yield f"{state.planted} cards were planted from the hand"
    if state.phase in _IN_DUEL_ONLY and not duel:
        yield f"{state.phase} belongs to the duel"
    if state.phase == "planting" and not state.players[state.active].hand:
        yield "nothing can be planted from an empty hand"
    if (state.phase == "over") != (state.termination is not None):
        yield "the game is over without a reason"


def _proposal_faults(state: State) -> Iterator[str]:
    """BO-42: at most one proposal is open between the active player and each of the others."""
    pairs = {frozenset((each.seat, each.partner)) for each in state.proposals}
    if state.proposals and state.phase != "dealing":
        yield f"a deal is proposed while {state.phase}"
    if len(pairs) != len(state.proposals):
        yield "two proposals are open between the same two seats"
    if any(state.active not in pair or len(pair) != 2 for pair in pairs):
        yield "a deal is proposed without the active player"


def _pile_faults(state: State) -> Iterator[str]:
    if state.draw < 0:
        yield f"{state.draw} cards are in the draw pile"
    if state.exhaustions > state.rules.table.exhaustions:
        yield f"the draw pile ran out {state.exhaustions} times"
    if is_last_pile_gone(state) and state.draw:
        yield "the last draw pile is gone, but cards are left in it"
    if state.termination == "draw-pile" and not is_last_pile_gone(state):
        yield "the game is over before the last draw pile is gone"
