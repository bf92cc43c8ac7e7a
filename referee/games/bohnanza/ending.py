"""Ends a turn's planting and the game: the final harvest and who has won (BO-100 to BO-104)."""

from __future__ import annotations

from referee.games.base import Accepted, Event, Outcome, Ruling
from referee.games.bohnanza.consequences import Consequences
from referee.games.bohnanza.events import GameEnded, Termination
from referee.games.bohnanza.fields import harvest_of
from referee.games.bohnanza.state import State, is_last_pile_gone


def end_game(course: Consequences, termination: Termination = "draw-pile") -> None:
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
    course = Consequences(state)
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
