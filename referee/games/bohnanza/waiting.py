"""What the table waits for, and what the seats may choose meanwhile."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from referee.games.awaiting import AwaitCards, AwaitChoice, Awaiting
from referee.games.base import Action
from referee.games.bohnanza import actions
from referee.games.bohnanza.drawing import reveal_count
from referee.games.bohnanza.edition import MAX_PLAYERS, unseen_of
from referee.games.bohnanza.fields import can_buy_field, can_harvest_now
from referee.games.bohnanza.state import State, is_protected, seats_to_plant


def _choices(prompt: str) -> tuple[AwaitChoice, ...]:
    """The same question to each seat. They are asked over and over, so each is made once."""
    return tuple(AwaitChoice((seat,), prompt) for seat in range(MAX_PLAYERS))


_PLANT, _PLANT_AGAIN = _choices("plant"), _choices("plant-again")
_choice = lru_cache(maxsize=256)(AwaitChoice)
_cards = lru_cache(maxsize=256)(AwaitCards)


def awaiting(state: State) -> Awaiting | None:
    """What the table waits for; None when the game is over."""
    question = _QUESTIONS.get(state.phase)
    return _AWAITING[state.phase](state) if question is None else question[state.active]


def _await_planting(state: State) -> Awaiting:
    return (_PLANT_AGAIN if state.planted else _PLANT)[state.active]


def _await_reveal(state: State) -> Awaiting:
    return _cards("reveal", reveal_count(state), state.rules.beans.cards, state.active)


def _await_sowing(state: State) -> Awaiting:
    return _choice(seats_to_plant(state), "sow")


# Phases in which the active player has one question to answer; the others depend on the state.
_QUESTIONS: dict[str, tuple[AwaitChoice, ...]] = {
    "offer": _choices("offer"),
    "discarding": _choices("discard"),
    "dealing": _choices("deal"),
    "choosing": _choices("choose"),
    "drawing": _choices("draw"),
}
_AWAITING: dict[str, Callable[[State], Awaiting | None]] = {
    "planting": _await_planting,
    "revealing": _await_reveal,
    "sowing": _await_sowing,
    "over": lambda state: None,
}


def legal_actions(state: State) -> Iterator[Action]:
    """Every choice the seats have now. Deals are free, reveals are reported: none is listed."""
    if state.phase == "over":
        return
    listing = _LEGAL.get(state.phase)
    if listing is not None:
        yield from listing(state)
    for seat in range(len(state.players)):
        yield from _legal_at_any_time(state, seat)


def _legal_at_any_time(state: State, seat: int) -> Iterator[Action]:
    """BO-80, BO-84, BO-90, BO-111."""
    fields = state.players[seat].fields
    if can_harvest_now(state, seat):
        for index, field in enumerate(fields):
            if field.count and not is_protected(fields, field):
                yield actions.HarvestField(seat, index)
    if can_buy_field(state, seat):
        yield actions.BuyField(seat)


def _plantings(state: State, seat: int, card: str) -> Iterator[Action]:
    """BO-20, BO-21: the field where the card grows, otherwise every empty one."""
    fields = state.players[seat].fields
    growing = [index for index, field in enumerate(fields) if field.card == card]
    empty = [index for index, field in enumerate(fields) if not field.count]
    for index in growing or empty:
        yield actions.PlantCard(seat, card, index)


def _hidden_cards(state: State) -> Iterator[str]:
    """Every variety that may still be in a hand."""
    beans = state.rules.beans
    for card in beans.cards:
        if unseen_of(beans, state.unseen, card):
            yield card


def _legal_plantings(state: State) -> Iterator[Action]:
    for card in _hidden_cards(state):
        yield from _plantings(state, state.active, card)
    if state.planted:
        yield actions.StopPlanting(state.active)


def _legal_sowings(state: State) -> Iterator[Action]:
    for seat in seats_to_plant(state):
        for card in dict.fromkeys(state.players[seat].aside):
            yield from _plantings(state, seat, card)


def _legal_offers(state: State) -> Iterator[Action]:
    for card in dict.fromkeys(state.open_cards):
        yield from _plantings(state, state.active, card)
        yield actions.DiscardCard(state.active, card)


def _legal_discards(state: State) -> Iterator[Action]:
    yield actions.KeepHand(state.active)
    for card in _hidden_cards(state):
        yield actions.DiscardCard(state.active, card)


def _legal_choosings(state: State) -> Iterator[Action]:
    yield actions.LeaveOffer(state.active)
    for card in dict.fromkeys(state.open_cards):
        yield from _plantings(state, state.active, card)


def _legal_dealings(state: State) -> Iterator[Action]:
    yield actions.EndDealing(state.active)
    for each in state.proposals:
        yield actions.AcceptDeal(each.partner, each.proposal)
        yield actions.DeclineDeal(each.partner, each.proposal)
        yield actions.DeclineDeal(each.seat, each.proposal)


def _legal_draws(state: State) -> Iterator[Action]:
    yield actions.DrawCards(state.active)


_LEGAL: dict[str, Callable[[State], Iterator[Action]]] = {
    "offer": _legal_offers,
    "planting": _legal_plantings,
    "discarding": _legal_discards,
    "dealing": _legal_dealings,
    "sowing": _legal_sowings,
    "choosing": _legal_choosings,
    "drawing": _legal_draws,
}
