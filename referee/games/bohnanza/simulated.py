"""Simulated players, sensible, not strong, and the dealer who knows their hidden cards.

The players plant what grows already, harvest the field that pays best when room is needed, give
away what they cannot use, ask for what they can, and buy a third field while there is time to use
it.

The referee knows only how many cards are where. If a game takes a course that contradicts the
dealer's cards (somebody else answered for the players), what nobody can see is dealt anew.
"""

from collections.abc import Callable
from random import Random

from referee.games.base import Action
from referee.games.bohnanza import actions
from referee.games.bohnanza.drawing import reveal_count
from referee.games.bohnanza.edition import MAX_PLAYERS, UNSEEN_MASK, first_missing, unpacked_unseen
from referee.games.bohnanza.fields import can_buy_field
from referee.games.bohnanza.state import State, room_for, seats_to_plant
from referee.games.reports import ReportCards


class Dealer:
    """Holds the draw pile, next card last, and the hands, front card first (BO-12, BO-13)."""

    __slots__ = ("_random", "deck", "hands")

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random
        self.deck: list[str] = []
        self.hands: list[list[str]] = []
        self.deal_out(state)

    def deal_out(self, state: State) -> None:
        """BO-11: shuffle everything unseen and deal the hands; the rest is the draw pile."""
        deck = unpacked_unseen(state.rules.beans, state.unseen)
        self._shuffle(deck)
        hands = []
        for player in state.players:
            rest = len(deck) - player.hand
            hands.append(deck[rest:])
            del deck[rest:]
        self.deck, self.hands = deck, hands

    def _shuffle(self, cards: list[str]) -> None:
        """Sorting by a random key is several times as fast as swapping card by card."""
        random = self._random
        cards.sort(key=lambda card: random())

    def front(self, state: State, seat: int) -> str:
        """The card that must be planted first (BO-30)."""
        hand = self.hands[seat]
        if len(hand) == state.players[seat].hand:
            card = hand[0]
            if state.unseen >> state.rules.beans.shift[card] & UNSEEN_MASK:
                return card
        self.deal_out(state)
        return self.hands[seat][0]

    def hand(self, state: State, seat: int) -> list[str]:
        """The whole hand of a seat, to look for a card; empty if the referee would object."""
        hand = self.hands[seat]
        return hand if len(hand) == state.players[seat].hand else []

    def turn_up(self, state: State) -> tuple[str, ...]:
        """BO-40: the next cards of the pile; always a reveal that the public counts allow."""
        draw, wanted = state.draw, reveal_count(state)
        if len(self.deck) != draw or not is_possible(state, self.deck[-wanted:]):
            self.deal_out(state)
        return tuple(self._take(state, wanted))

    def draw(self, state: State) -> None:
        """BO-70: the cards go behind the last one of the active player's hand."""
        if len(self.deck) == state.draw:
            self.hands[state.active] += self._take(state, state.rules.table.drawn)

    def _take(self, state: State, count: int) -> list[str]:
        """BO-R1: so many cards from the pile, with a shuffle of the discards in between."""
        deck = self.deck
        if len(deck) > count:
            taken = deck[-count:]
            del deck[-count:]
            return taken
        exhaustions = state.exhaustions
        discards = list(state.discard)
        taken = []
        while len(taken) < count:
            if not deck:
                deck, discards = discards, []
                self._shuffle(deck)
            if not deck:
                break
            taken.append(deck.pop())
            if not deck:
                exhaustions += 1
                if exhaustions >= state.rules.table.exhaustions:
                    break
                deck, discards = discards, []
                self._shuffle(deck)
        self.deck = deck
        return taken


def is_possible(state: State, cards: list[str]) -> bool:
    """Whether all of these cards are still unseen."""
    return first_missing(state.rules.beans, state.unseen, cards) is None


# All chosen by hand, so that every rule comes into play; the effects are means of 400 simulated
# games with four players, or two in the duel.

# How often the active player looks for a deal: 10 gifts and swaps a game; 0.05 gives 2, 0.8 gives
# 50.
_DEALS = 0.2
# How often a second card goes on an empty field: 139 are planted; 137 with 0.1, 142 with 0.9.
_PLANTS_SECOND_CARD_IN_EMPTY_FIELD = 0.5
# How often a card without room leaves the hand of a duel: 64 discards; 59 with 0.1, 74 with 0.9.
_DISCARDS_HAND_CARD = 0.4

_END_DEALING = tuple(actions.EndDealing(seat) for seat in range(MAX_PLAYERS))
_DRAW_CARDS = tuple(actions.DrawCards(seat) for seat in range(MAX_PLAYERS))


class SimulatedBohnanza:
    """Players who know their own hands, and the table that turns up cards."""

    __slots__ = ("_dealer", "_random")

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random
        self._dealer = Dealer(state, rng)

    def act(self, state: State) -> Action | None:
        """What a sensible player, or the table, does next."""
        return _ACT_BY_PHASE[state.phase](self, state)

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
        return actions.PlantCard(seat, card, index)

    def _stop(self, state: State) -> Action:
        """Turning up cards ends the planting; the duel has a discard in between."""
        if state.rules.table.duel or not (state.draw or state.discard):
            return actions.StopPlanting(state.active)
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
            return actions.BuyField(seat)
        return actions.HarvestField(seat, self._best_harvest(state, seat))

    def _best_harvest(self, state: State, seat: int) -> int:
        """Most coins first, then fewest cards; a protected single bean is no choice (BO-84)."""
        payout = state.rules.beans.payout
        best, best_value = 0, -1000
        for index, field in enumerate(state.players[seat].fields):
            count = field.count
            if count:
                # Coins count far more than cards; a single bean comes last.
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
                return actions.Deal(state.active, partner, (card,), (), (wanted,))
        return actions.Deal(state.active, partner, (card,))

    def plant_aside(self, state: State) -> Action:
        """What grows already first, then what finds an empty field; room is made if need be."""
        seat = state.active
        player = state.players[seat]
        if not player.aside:
            seat = seats_to_plant(state)[0]
            player = state.players[seat]
        fields = player.fields
        for card in player.aside:
            index = room_for(fields, card)
            if index >= 0 and fields[index].count:
                return actions.PlantCard(seat, card, index)
        # The last card has been looked up already: where there is no field for it, there is none.
        if index >= 0:
            return actions.PlantCard(seat, card, index)
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
            return actions.DiscardCard(state.active, card)
        return actions.PlantCard(state.active, card, index)

    def discard(self, state: State) -> Action:
        """Duel: get rid of the next front card if it would find no room."""
        seat = state.active
        card = self._dealer.front(state, seat)
        if room_for(state.players[seat].fields, card) >= 0 or self._random() > _DISCARDS_HAND_CARD:
            return actions.KeepHand(seat)
        del self._dealer.hands[seat][0]
        return actions.DiscardCard(seat, card)

    def plant_open(self, state: State) -> Action:
        """Duel: plant what fits, leave the rest to the opponent."""
        fields = state.players[state.active].fields
        for card in state.open_cards:
            index = room_for(fields, card)
            if index >= 0:
                return actions.PlantCard(state.active, card, index)
        return actions.LeaveOffer(state.active)


_ACT_BY_PHASE: dict[str, Callable[[SimulatedBohnanza, State], Action | None]] = {
    "offer": SimulatedBohnanza.offer,
    "planting": SimulatedBohnanza.plant,
    "discarding": SimulatedBohnanza.discard,
    "dealing": SimulatedBohnanza.deal,
    "sowing": SimulatedBohnanza.plant_aside,
    "choosing": SimulatedBohnanza.plant_open,
    "drawing": SimulatedBohnanza.draw,
    "revealing": SimulatedBohnanza.turn_up,
    "over": SimulatedBohnanza.nothing,
}
