"""Judges what comes from the draw pile, and the end that comes with its last card.

Reveals, draws, exhaustion (BO-40, BO-70, BO-R1, BO-R2); the final harvest (BO-100 to BO-103). The
pile may run out between two cards, so some rulings are made step by step.
"""

from functools import lru_cache

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.bohnanza import actions, events, refusals
from referee.games.bohnanza.edition import first_missing
from referee.games.bohnanza.events import Phase, Termination
from referee.games.bohnanza.evolve import evolve
from referee.games.bohnanza.refusals import missing_card, not_now, wrong_seat
from referee.games.bohnanza.state import State, harvest_of, is_last_pile_gone
from referee.games.reports import ReportCards


class RulingBuilder:
    """A ruling in the making: its events so far and the state after the latest."""

    __slots__ = ("_events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._events: list[Event] = []

    def add(self, event: Event) -> None:
        """This happens next."""
        self._events.append(event)
        self.state = evolve(self.state, event)

    def accepted(self) -> Accepted:
        """The ruling with everything that happens."""
        return Accepted(tuple(self._events))


def reveal_count(state: State) -> int:
    """BO-40, BO-R1, BO-R2: how many cards can be turned up, with a shuffle between if need be."""
    table, draw = state.rules.table, state.draw
    wanted = table.revealed
    if draw >= wanted:
        return wanted
    if draw and state.exhaustions + 1 >= table.exhaustions:
        return draw
    return min(wanted, draw + len(state.discard))


def reveal_phase(state: State) -> Phase:
    """What follows the hand. BO-R2: without any card to turn up only hand cards can be dealt."""
    return "revealing" if state.draw or state.discard else "dealing"


def report_cards(state: State, action: ReportCards) -> Ruling:
    """BO-40, BO-114: cards are turned up; this also ends the planting from the hand (BO-32)."""
    refused = _refuse_reveal(state, action)
    if refused:
        return refused
    cards, is_duel = action.cards, state.rules.table.duel
    if is_duel or len(cards) >= state.draw:
        return _reveal_in_steps(state, cards, "choosing" if is_duel else "dealing")
    missing = first_missing(state.rules.beans, state.unseen, cards)
    if missing is not None:
        return missing_card(state, missing)
    return Accepted((events.CardsRevealed(state.active, cards, "dealing"),))


def _refuse_reveal(state: State, action: ReportCards) -> Refused | None:
    phase = state.phase
    if phase == "planting":
        if not state.planted:
            return refusals.FRONT_CARD_FIRST(player=state.rules.names[state.active])
    elif phase not in ("revealing", "discarding"):
        return not_now(state)
    wanted = reveal_count(state)
    if len(action.cards) != wanted or not wanted:
        return refusals.WRONG_NUMBER_OF_CARDS(seen=len(action.cards), wanted=wanted)
    return None


def _reveal_in_steps(state: State, cards: tuple[str, ...], then: Phase) -> Ruling:
    """BO-R1: the pile may run out between two cards; the duel takes more from the discard pile."""
    building = RulingBuilder(state)
    while cards:
        _refill(building)
        draw = building.state.draw
        turned_up, cards = cards[:draw], cards[draw:]
        missing = first_missing(state.rules.beans, building.state.unseen, turned_up)
        if missing is not None:
            return missing_card(building.state, missing)
        building.add(events.CardsRevealed(state.active, turned_up, then))
        _check_exhausted(building)
    added = _cards_to_add(building.state) if then == "choosing" else ()
    if added:
        building.add(events.CardsAdded(state.active, added))
    return building.accepted()


def _cards_to_add(state: State) -> tuple[str, ...]:
    """BO-114: from the top of the discard pile, as long as the variety lies open already."""
    count = 0
    for card in reversed(state.discard):
        if card not in state.open_cards:
            break
        count += 1
    return state.discard[: -count - 1 : -1]


def _refill(building: RulingBuilder) -> None:
    """BO-R2: an empty pile is made of the discards as soon as there are some and cards are due."""
    state = building.state
    if not state.draw and state.discard:
        building.add(events.PileShuffled(len(state.discard)))


def _check_exhausted(building: RulingBuilder) -> None:
    """BO-R1: with its last card the pile is exhausted; shuffle at once unless that was the end."""
    if building.state.draw:
        return
    building.add(events.PileExhausted(building.state.exhaustions + 1))
    if not is_last_pile_gone(building.state):
        _refill(building)


def draw_cards(state: State, action: actions.DrawCards) -> Ruling:
    """BO-70, BO-116: the last step of a turn."""
    if state.phase != "drawing":
        return not_now(state)
    seat = action.seat
    if seat != state.active:
        return wrong_seat(state, seat)
    count = state.rules.table.drawn
    if state.draw > count:
        to = (seat + 1) % len(state.players)
        return _drawn(seat, count, to, _turn_phase(state, to))
    return _draw_in_steps(state, count)


def _draw_in_steps(state: State, wanted: int) -> Ruling:
    """BO-R1, BO-102: the pile may run out between two cards, and the game with it."""
    building = RulingBuilder(state)
    while wanted:
        _refill(building)
        count = min(wanted, building.state.draw)
        if not count:
            break
        building.add(events.CardsDrawn(state.active, count))
        wanted -= count
        _check_exhausted(building)
        if is_last_pile_gone(building.state):
            end_game(building)
            return building.accepted()
    if _is_out_of_cards(building.state):
        end_game(building, "no-cards")
    else:
        to = (state.active + 1) % len(state.players)
        building.add(events.TurnEnded(state.active, to, _turn_phase(building.state, to)))
    return building.accepted()


def _is_out_of_cards(state: State) -> bool:
    """BO-R2: nobody could ever plant, reveal or draw again, so the game would never end."""
    hands = sum([player.hand for player in state.players])
    return not (hands or state.draw or state.discard)


@lru_cache(maxsize=512)
def _drawn(seat: int, count: int, to: int, then: Phase) -> Accepted:
    """Nearly every turn ends like this; each such ruling is made once."""
    return Accepted((events.CardsDrawn(seat, count), events.TurnEnded(seat, to, then)))


def _turn_phase(state: State, seat: int) -> Phase:
    """BO-33, BO-112: a turn begins with the offer, the hand or the draw pile."""
    return "offer" if state.open_cards else hand_phase(state, seat)


def hand_phase(state: State, seat: int) -> Phase:
    """BO-33: with an empty hand phase 1 is skipped."""
    return "planting" if state.players[seat].hand else reveal_phase(state)


def turn_planted(state: State, last: Event) -> Ruling:
    """BO-101, BO-R10: after `last` everything is planted; draw, or end if the last pile is gone."""
    if not is_last_pile_gone(state):
        return Accepted((last,))
    building = RulingBuilder(state)
    building.add(last)
    end_game(building)
    return building.accepted()


def end_game(building: RulingBuilder, termination: Termination = "draw-pile") -> None:
    """BO-103, BO-R14: all fields are sold, single beans too; hands and offers are worth nothing."""
    for seat, player in enumerate(building.state.players):
        for index, field in enumerate(player.fields):
            if field.count:
                building.add(harvest_of(building.state, seat, index))
    building.add(events.GameEnded(termination))
