"""What the table waits for, and what the seats may choose meanwhile."""

from collections.abc import Callable, Iterator

from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting, AwaitTally
from referee.games.base import Action
from referee.games.spookies import actions
from referee.games.spookies.edition import DICE_NUMBERS, FIGURES, FRIEND_FACES, MAX_PLAYERS, PIPS
from referee.games.spookies.rules import ghost_goals, numbers_of_dice
from referee.games.spookies.state import State
from referee.games.tallying import seats_to_tally

_SEATS = range(MAX_PLAYERS)

# Frozen and asked for over and over: each is made once, by phase and seat.
_AWAITED: dict[str, tuple[Awaiting, ...]] = {
    "friend": tuple(AwaitDice(seat, 1, "friend", FRIEND_FACES) for seat in _SEATS),
    **{
        phase: tuple(AwaitChoice((seat,), phase) for seat in _SEATS)
        for phase in ("figure", "dice", "joker", "fines", "ghost", "continuing")
    },
}
_ROLLS: dict[int, tuple[Awaiting, ...]] = {
    count: tuple(AwaitDice(seat, count, "pips", PIPS) for seat in _SEATS) for count in DICE_NUMBERS
}


def awaiting(state: State) -> Awaiting | None:
    """What the table waits for; None when the game is over."""
    phase = state.phase
    if phase == "rolling":
        return _ROLLS[state.dice][state.active]
    awaited = _AWAITED.get(phase)
    if awaited is not None:
        return awaited[state.active]
    return None if phase == "over" else _await_tally(state)


def _await_tally(state: State) -> Awaiting:
    seats = seats_to_tally(state.players)
    return AwaitTally(seats, "chips", tuple([state.players[seat].chips for seat in seats]))


def legal_actions(state: State) -> Iterator[Action]:
    """Every choice the seats have now. What the table reports is judged, not listed."""
    listing = _LEGAL.get(state.phase)
    return iter(()) if listing is None else listing(state)


def _legal_figures(state: State) -> Iterator[Action]:
    for figure in FIGURES:
        yield actions.ChooseFigure(state.active, figure)


def _legal_dice(state: State) -> Iterator[Action]:
    for count in numbers_of_dice(state):
        yield actions.ChooseDice(state.active, count)


def _legal_continuations(state: State) -> Iterator[Action]:
    yield from _legal_dice(state)
    yield actions.StopTurn(state.active)


def _legal_jokers(state: State) -> Iterator[Action]:
    yield actions.KeepRoll(state.active)
    yield actions.UseJoker(state.active)


def _legal_fines(state: State) -> Iterator[Action]:
    yield actions.TakeFines(state.active)
    yield actions.LeaveFines(state.active)


def _legal_ghost_moves(state: State) -> Iterator[Action]:
    for space in ghost_goals(state):
        yield actions.MoveGhost(state.active, space)


_LEGAL: dict[str, Callable[[State], Iterator[Action]]] = {
    "figure": _legal_figures,
    "dice": _legal_dice,
    "joker": _legal_jokers,
    "fines": _legal_fines,
    "ghost": _legal_ghost_moves,
    "continuing": _legal_continuations,
}
