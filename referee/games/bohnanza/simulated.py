"""Simulated players: sensible, not strong.

They plant what grows already, harvest the field that pays best when room is needed, give away what
they cannot use, ask for what they can, and buy a third field while there is time to use it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from referee.games.base import Action
from referee.games.bohnanza import actions as a
from referee.games.bohnanza.dealer import Dealer, is_possible
from referee.games.bohnanza.edition import MAX_PLAYERS
from referee.games.bohnanza.fields import can_buy_field
from referee.games.bohnanza.state import State, room_for, sowers
from referee.games.reports import ReportCards

_DEALS = 0.2
_END_DEALING = tuple(a.EndDealing(seat) for seat in range(MAX_PLAYERS))
_DRAW_CARDS = tuple(a.DrawCards(seat) for seat in range(MAX_PLAYERS))
_PLANTS_SECOND_CARD_IN_EMPTY_FIELD = 0.5
_DISCARDS_HAND_CARD = 0.4


class SimulatedBohnanza:
    """Players who know their own hands, and the table that turns up cards."""

    __slots__ = ("_dealer", "_random")

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random
        self._dealer = Dealer(state, rng)

    def act(self, state: State) -> Action | None:
        """What a sensible player, or the table, does next."""
        return _ACTS[state.phase](self, state)

    def turn_up(self, state: State) -> Action:
        """The next cards of the draw pile: the only thing the table has to report."""
        return ReportCards(self._dealer.turn_up(state))

    def nothing(self, state: State) -> None:
        """The game is over."""

    def plant(self, state: State) -> Action:
        """The front card; a second one if it grows already, or sometimes on an empty field."""
        seat = state.active
        card = self._dealer.front(state, seat)
        fields = state.players[seat].fields
        index = room_for(fields, card)
        if state.planted and (
            index < 0
            or (not fields[index].count and self._random() > _PLANTS_SECOND_CARD_IN_EMPTY_FIELD)
        ):
            return self._stop(state)
        if index < 0:
            return self._make_room(state, seat)
        del self._dealer.hands[seat][0]
        return a.PlantCard(seat, card, index)

    def _stop(self, state: State) -> Action:
        """Turning up cards ends the planting; the duel has a discard in between."""
        if state.rules.table.duel or not (state.draw or state.discard):
            return a.StopPlanting(state.active)
        return self.turn_up(state)

    def _make_room(self, state: State, seat: int) -> Action:
        """A third field while there is a pile to come, otherwise the harvest that pays best."""
        player = state.players[seat]
        table = state.rules.table
        if (
            len(player.coins) > table.price
            and can_buy_field(state, seat)
            and (state.exhaustions + 1 < table.exhaustions or table.duel)
        ):
            return a.BuyField(seat)
        return a.HarvestField(seat, self._best_harvest(state, seat))

    def _best_harvest(self, state: State, seat: int) -> int:
        """Most coins first, then fewest cards; a protected single bean is no choice (BO-84)."""
        payout = state.rules.beans.payout
        best, best_value = 0, -1000
        for index, field in enumerate(state.players[seat].fields):
            count = field.count
            if count:
                value = 100 * payout[field.card][count] - count if count > 1 else -500
                if value > best_value:
                    best, best_value = index, value
        return best

    def deal(self, state: State) -> Action:
        """Now and then a swap or a gift of a revealed card that somebody else grows."""
        if state.open_cards and self._random() < _DEALS:
            return self._find_deal(state) or _END_DEALING[state.active]
        return _END_DEALING[state.active]

    def _find_deal(self, state: State) -> Action | None:
        seat = state.active
        players = state.players
        mine = [field.card for field in players[seat].fields]
        for card in state.open_cards:
            if card in mine:
                continue
            for partner, player in enumerate(players):
                if partner != seat and any(field.card == card for field in player.fields):
                    return self._swap(state, partner, card, mine)
        return None

    def _swap(self, state: State, partner: int, card: str, mine: list[str]) -> Action:
        """A hand card of the partner that grows here, for the revealed one; else a gift."""
        hand = self._dealer.hand(state, partner)
        for wanted in hand:
            if wanted in mine and is_possible(state, [wanted]):
                hand.remove(wanted)
                return a.Deal(state.active, partner, (card,), (), (wanted,))
        return a.Deal(state.active, partner, (card,))

    def sow(self, state: State) -> Action:
        """What grows already first, then what finds an empty field; room is made if need be."""
        seat = state.active
        player = state.players[seat]
        if not player.aside:
            seat = sowers(state)[0]
            player = state.players[seat]
        fields = player.fields
        for card in player.aside:
            index = room_for(fields, card)
            if index >= 0 and fields[index].count:
                return a.PlantCard(seat, card, index)
        # The last card has been looked up already: where there is no field for it, there is none.
        if index >= 0:
            return a.PlantCard(seat, card, index)
        return self._make_room(state, seat)

    def draw(self, state: State) -> Action:
        """The end of the turn."""
        self._dealer.draw(state)
        return _DRAW_CARDS[state.active]

    def offer(self, state: State) -> Action:
        """Duel: plant what fits, discard the rest."""
        card = state.open_cards[0]
        index = room_for(state.players[state.active].fields, card)
        if index < 0:
            return a.DiscardCard(state.active, card)
        return a.PlantCard(state.active, card, index)

    def discard(self, state: State) -> Action:
        """Duel: get rid of the next front card if it would find no room."""
        seat = state.active
        card = self._dealer.front(state, seat)
        if room_for(state.players[seat].fields, card) >= 0 or self._random() > _DISCARDS_HAND_CARD:
            return a.KeepHand(seat)
        del self._dealer.hands[seat][0]
        return a.DiscardCard(seat, card)

    def pick(self, state: State) -> Action:
        """Duel: plant what fits, leave the rest to the opponent."""
        fields = state.players[state.active].fields
        for card in state.open_cards:
            index = room_for(fields, card)
            if index >= 0:
                return a.PlantCard(state.active, card, index)
        return a.LeaveOffer(state.active)


_ACTS: dict[str, Callable[[SimulatedBohnanza, State], Action | None]] = {
    "offer": SimulatedBohnanza.offer,
    "planting": SimulatedBohnanza.plant,
    "discarding": SimulatedBohnanza.discard,
    "dealing": SimulatedBohnanza.deal,
    "sowing": SimulatedBohnanza.sow,
    "choosing": SimulatedBohnanza.pick,
    "drawing": SimulatedBohnanza.draw,
    "revealing": SimulatedBohnanza.turn_up,
    "over": SimulatedBohnanza.nothing,
}
