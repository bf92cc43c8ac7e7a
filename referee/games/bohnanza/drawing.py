"""Judges what comes from the draw pile, and the end that comes with its last card.

Reveals, draws and exhaustion (BO-40, BO-70, R-1, R-2); the final harvest and who has won (BO-100 to
BO-104). The pile may run out between two cards, so some rulings are made step by step.
"""

from __future__ import annotations

from functools import lru_cache

from referee.games.base import Accepted, Event, Outcome, Refused, Ruling
from referee.games.bohnanza import refusals as no
from referee.games.bohnanza.actions import DrawCards
from referee.games.bohnanza.edition import first_missing
from referee.games.bohnanza.events import (
    CardsAdded,
    CardsDrawn,
    CardsRevealed,
    GameEnded,
    Phase,
    PileExhausted,
    PileShuffled,
    Termination,
    TurnEnded,
)
from referee.games.bohnanza.evolve import evolve
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


def end_game(course: RulingBuilder, termination: Termination = "draw-pile") -> None:
    """BO-103, R-14: all fields are sold, single beans too; hands and offers are worth nothing."""
    for seat, player in enumerate(course.state.players):
        for index, field in enumerate(player.fields):
            if field.count:
                course.add(harvest_of(course.state, seat, index))
    course.add(GameEnded(termination))


def turn_planted(state: State, last: Event) -> Ruling:
    """BO-101, R-10: after `last` everything is planted; draw, or end if the last pile is gone."""
    if not is_last_pile_gone(state):
        return Accepted((last,))
    course = RulingBuilder(state)
    course.add(last)
    end_game(course)
    return course.accepted()


def outcome(state: State) -> Outcome | None:
    """BO-104, R-8: most coins; in A then most hand cards; equals share the victory."""
    if state.termination is None:
        return None
    ties = state.rules.hand_breaks_ties
    results = [(len(player.coins), player.hand if ties else 0) for player in state.players]
    best = max(results)
    winners = tuple([seat for seat, result in enumerate(results) if result == best])
    return Outcome(state.termination, winners, tuple([coins for coins, _ in results]))


def reveal_count(state: State) -> int:
    """BO-40, R-1, R-2: how many cards can be turned up, with a shuffle in between if need be."""
    table, draw = state.rules.table, state.draw
    wanted = table.revealed
    if draw >= wanted:
        return wanted
    if draw and state.exhaustions + 1 >= table.exhaustions:
        return draw
    return min(wanted, draw + len(state.discard))


def reveal_phase(state: State) -> Phase:
    """What follows the hand. R-2: without any card to turn up only hand cards can be dealt."""
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
        return no.missing_card(state, missing)
    return Accepted((CardsRevealed(state.active, cards, "dealing"),))


def _refuse_reveal(state: State, action: ReportCards) -> Refused | None:
    phase = state.phase
    if phase == "planting":
        if not state.planted:
            return no.FRONT_CARD_FIRST(player=state.rules.names[state.active])
    elif phase not in ("revealing", "discarding"):
        return no.not_now(state)
    wanted = reveal_count(state)
    if len(action.cards) != wanted or not wanted:
        return no.WRONG_NUMBER_OF_CARDS(seen=len(action.cards), wanted=wanted)
    return None


def _reveal_in_steps(state: State, cards: tuple[str, ...], then: Phase) -> Ruling:
    """R-1: the pile may run out between two cards; the duel takes more from the discard pile."""
    course = RulingBuilder(state)
    while cards:
        _refill(course)
        draw = course.state.draw
        turned_up, cards = cards[:draw], cards[draw:]
        missing = first_missing(state.rules.beans, course.state.unseen, turned_up)
        if missing is not None:
            return no.missing_card(course.state, missing)
        course.add(CardsRevealed(state.active, turned_up, then))
        _check_exhausted(course)
    added = _cards_to_add(course.state) if then == "choosing" else ()
    if added:
        course.add(CardsAdded(state.active, added))
    return course.accepted()


def _cards_to_add(state: State) -> tuple[str, ...]:
    """BO-114: from the top of the discard pile, as long as the variety lies open already."""
    count = 0
    for card in reversed(state.discard):
        if card not in state.open_cards:
            break
        count += 1
    return state.discard[: -count - 1 : -1]


def _refill(course: RulingBuilder) -> None:
    """R-2: an empty pile is made of the discards as soon as there are some and cards are due."""
    state = course.state
    if not state.draw and state.discard:
        course.add(PileShuffled(len(state.discard)))


def _check_exhausted(course: RulingBuilder) -> None:
    """R-1: with its last card the pile is exhausted; shuffle at once unless that was the end."""
    if course.state.draw:
        return
    course.add(PileExhausted(course.state.exhaustions + 1))
    if not is_last_pile_gone(course.state):
        _refill(course)


def draw_cards(state: State, action: DrawCards) -> Ruling:
    """BO-70, BO-116: the last step of a turn."""
    if state.phase != "drawing":
        return no.not_now(state)
    seat = action.seat
    if seat != state.active:
        return no.wrong_seat(state, seat)
    count = state.rules.table.drawn
    if state.draw > count:
        to = (seat + 1) % len(state.players)
        return _drawn(seat, count, to, _turn_phase(state, to))
    return _draw_in_steps(state, count)


def _draw_in_steps(state: State, wanted: int) -> Ruling:
    """R-1, BO-102: the pile may run out between two cards, and the game with it."""
    course = RulingBuilder(state)
    while wanted:
        _refill(course)
        count = min(wanted, course.state.draw)
        if not count:
            break
        course.add(CardsDrawn(state.active, count))
        wanted -= count
        _check_exhausted(course)
        if is_last_pile_gone(course.state):
            end_game(course)
            return course.accepted()
    if _is_out_of_cards(course.state):
        end_game(course, "no-cards")
    else:
        to = (state.active + 1) % len(state.players)
        course.add(TurnEnded(state.active, to, _turn_phase(course.state, to)))
    return course.accepted()


def _is_out_of_cards(state: State) -> bool:
    """R-2: nobody could ever plant, reveal or draw again, so the game would never end."""
    hands = sum([player.hand for player in state.players])
    return not (hands or state.draw or state.discard)


@lru_cache(maxsize=512)
def _drawn(seat: int, count: int, to: int, then: Phase) -> Accepted:
    """Nearly every turn ends like this; each such ruling is made once."""
    return Accepted((CardsDrawn(seat, count), TurnEnded(seat, to, then)))


def _turn_phase(state: State, seat: int) -> Phase:
    """BO-33, BO-112: a turn begins with the offer, the hand or the draw pile."""
    return "offer" if state.open_cards else hand_phase(state, seat)


def hand_phase(state: State, seat: int) -> Phase:
    """BO-33: with an empty hand phase 1 is skipped."""
    return "planting" if state.players[seat].hand else reveal_phase(state)
