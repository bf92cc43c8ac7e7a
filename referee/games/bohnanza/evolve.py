"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from msgspec.structs import replace

from referee.games.base import Evolvers, with_item
from referee.games.bohnanza import events
from referee.games.bohnanza.edition import beans_of, packed_unseen
from referee.games.bohnanza.state import EMPTY, Field, PlayerState, Rules, State


def _game_started(state: None, event: events.GameStarted) -> State:
    table, count, first = event.table, len(event.seats), event.first
    beans = beans_of(event.varieties)
    ties, names = event.hand_breaks_ties, event.card_names
    rules = Rules(event.seats, event.title, beans, table, first, ties, names)
    fields = (EMPTY,) * table.fields
    players = tuple(
        [PlayerState(fields, table.hand_of((seat - first) % count)) for seat in range(count)]
    )
    dealt = sum([player.hand for player in players])
    return State(
        rules,
        players,
        active=first,
        phase="planting",
        planted=0,
        open_cards=(),
        draw=sum(beans.counts.values()) - dealt,
        discard=(),
        unseen=sum([beans.unit[card] * number for card, number in beans.counts.items()]),
    )


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _card_planted(state: State, event: events.CardPlanted) -> State:
    seat, card, at = event.seat, event.card, event.field
    old = state.players[seat]
    growing = [*old.fields]
    growing[at] = Field(card, growing[at].count + 1)
    fields = tuple(growing)
    if event.source == "hand":
        player = PlayerState(fields, old.hand - 1, old.coins, old.aside)
        return replace(
            state,
            phase=event.then,
            players=with_item(state.players, seat, player),
            planted=state.planted + 1,
            unseen=state.unseen - state.rules.beans.unit[card],
        )
    if event.source == "aside":
        player = PlayerState(fields, old.hand, old.coins, _without(old.aside, card))
        return replace(state, phase=event.then, players=with_item(state.players, seat, player))
    return replace(
        state,
        phase=event.then,
        players=with_item(state.players, seat, replace(old, fields=fields)),
        open_cards=_without(state.open_cards, card),
    )


def _phase_only(state: State, event: events.PlantingStopped | events.OfferLeft) -> State:
    return replace(state, phase=event.then)


def _card_discarded(state: State, event: events.CardDiscarded) -> State:
    card, seat = event.card, event.seat
    discard = (*state.discard, card)
    if event.source == "open":
        left = _without(state.open_cards, card)
        return replace(state, phase=event.then, discard=discard, open_cards=left)
    player = state.players[seat]
    player = replace(player, hand=player.hand - 1)
    return replace(
        state,
        phase=event.then,
        discard=discard,
        players=with_item(state.players, seat, player),
        unseen=state.unseen - state.rules.beans.unit[card],
    )


def _cards_revealed(state: State, event: events.CardsRevealed) -> State:
    cards = event.cards
    unit = state.rules.beans.unit
    unseen = state.unseen
    for card in cards:
        unseen -= unit[card]
    return replace(
        state,
        phase=event.then,
        open_cards=state.open_cards + cards,
        draw=state.draw - len(cards),
        unseen=unseen,
    )


def _cards_added(state: State, event: events.CardsAdded) -> State:
    cards = event.cards
    return replace(
        state,
        open_cards=state.open_cards + cards,
        discard=state.discard[: len(state.discard) - len(cards)],
    )


def _cards_given(state: State, event: events.CardsGiven) -> State:
    open_cards = state.open_cards
    for card in event.cards[: event.revealed]:
        open_cards = _without(open_cards, card)
    from_hand = event.cards[event.revealed :]
    players = state.players
    giver, taker = players[event.seat], players[event.to]
    giver = replace(giver, hand=giver.hand - len(from_hand))
    taker = replace(taker, aside=taker.aside + event.cards)
    players = with_item(with_item(players, event.seat, giver), event.to, taker)
    unseen = state.unseen - packed_unseen(state.rules.beans, from_hand)
    return replace(state, players=players, open_cards=open_cards, unseen=unseen)


def _deal_proposed(state: State, event: events.DealProposed) -> State:
    pair = {event.seat, event.partner}
    others = [each for each in state.proposals if {each.seat, each.partner} != pair]
    return replace(state, proposals=(*others, event), proposed=event.proposal)


def _proposal_closed(
    state: State, event: events.DealAccepted | events.DealDeclined | events.DealLapsed
) -> State:
    left = tuple([each for each in state.proposals if each.proposal != event.proposal])
    return replace(state, proposals=left)


def _dealing_ended(state: State, event: events.DealingEnded) -> State:
    kept = event.cards
    if not kept:
        return replace(state, phase=event.then, proposals=())
    seat = event.seat
    old = state.players[seat]
    player = PlayerState(old.fields, old.hand, old.coins, old.aside + kept)
    players = with_item(state.players, seat, player)
    return replace(state, phase=event.then, players=players, open_cards=(), proposals=())


def _field_harvested(state: State, event: events.FieldHarvested) -> State:
    seat, at, card, coins = event.seat, event.field, event.card, event.coins
    old = state.players[seat]
    fields = with_item(old.fields, at, EMPTY)
    player = PlayerState(fields, old.hand, old.coins + (card,) * coins, old.aside)
    return replace(
        state,
        players=with_item(state.players, seat, player),
        discard=state.discard + (card,) * (event.count - coins),
    )


def _field_bought(state: State, event: events.FieldBought) -> State:
    player, paid = state.players[event.seat], event.cards
    left = player.coins[: len(player.coins) - len(paid)]
    player = replace(player, fields=(*player.fields, EMPTY), coins=left)
    players = with_item(state.players, event.seat, player)
    if event.coins_to == "box":
        return replace(state, players=players, boxed=state.boxed + paid)
    return replace(state, players=players, discard=state.discard + paid)


def _cards_drawn(state: State, event: events.CardsDrawn) -> State:
    seat, count = event.seat, event.count
    old = state.players[seat]
    player = PlayerState(old.fields, old.hand + count, old.coins, old.aside)
    players = with_item(state.players, seat, player)
    return replace(state, players=players, draw=state.draw - count)


def _pile_exhausted(state: State, event: events.PileExhausted) -> State:
    return replace(state, exhaustions=event.times)


def _pile_shuffled(state: State, event: events.PileShuffled) -> State:
    return replace(
        state,
        draw=state.draw + event.count,
        discard=(),
        unseen=state.unseen + packed_unseen(state.rules.beans, state.discard),
    )


def _turn_ended(state: State, event: events.TurnEnded) -> State:
    return replace(state, phase=event.then, active=event.to, planted=0)


def _game_ended(state: State, event: events.GameEnded) -> State:
    return replace(state, phase="over", termination=event.termination)


evolve: Evolvers[State] = Evolvers(
    {
        events.GameStarted: _game_started,
        events.CardPlanted: _card_planted,
        events.PlantingStopped: _phase_only,
        events.CardDiscarded: _card_discarded,
        events.CardsRevealed: _cards_revealed,
        events.CardsAdded: _cards_added,
        events.CardsGiven: _cards_given,
        events.DealProposed: _deal_proposed,
        events.DealAccepted: _proposal_closed,
        events.DealDeclined: _proposal_closed,
        events.DealLapsed: _proposal_closed,
        events.DealingEnded: _dealing_ended,
        events.OfferLeft: _phase_only,
        events.FieldHarvested: _field_harvested,
        events.FieldBought: _field_bought,
        events.CardsDrawn: _cards_drawn,
        events.PileExhausted: _pile_exhausted,
        events.PileShuffled: _pile_shuffled,
        events.TurnEnded: _turn_ended,
        events.GameEnded: _game_ended,
    }
)
