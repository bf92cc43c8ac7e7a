"""How a game of a test ended."""

from referee.games.base import Chosen, Game, Outcome, State


def outcome_of(game: Game[State, Chosen], state: State) -> Outcome:
    """The outcome of a game that must be over."""
    outcome = game.outcome(state)
    assert outcome is not None, state
    return outcome
