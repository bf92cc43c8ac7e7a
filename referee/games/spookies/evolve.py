"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from msgspec.structs import replace

from referee.games.base import Evolvers
from referee.games.spookies import events as e
from referee.games.spookies.edition import (
    CHIPS,
    GARDEN,
    GHOST_START,
    INDEX,
    NO_FIGURE,
    NO_GHOST,
    Edition,
)
from referee.games.spookies.state import PlayerState, Rules, State

_Item = TypeVar("_Item")


def _game_started(state: None, event: e.GameStarted) -> State:
    opening: e.Phase = "figure" if event.variant == "free-choice" else "friend"
    rules = Rules(
        names=event.seats,
        edition=event.edition,
        variant=event.variant,
        joker=event.joker,
        joker_pays=event.joker_pays,
        ghost=event.ghost,
        chips=event.chips,
        fine_chips=event.fine_chips,
        in_play=event.in_play,
        opening=opening,
        rewards=_rewards_by_start(event.edition),
    )
    return State(
        rules,
        (PlayerState(joker=event.joker),) * len(event.seats),
        event.seat,
        opening,
        event.in_play,
        CHIPS - event.in_play,
        event.sealed_chips[: event.in_play],
        event.sealed_chips[event.in_play :],
        ghost=GHOST_START if event.ghost else NO_GHOST,
    )


@cache
def _rewards_by_start(edition: Edition) -> tuple[tuple[int, ...], ...]:
    """What a figure earns next, by where it stands: in the attic the same once more (SP-30)."""
    rows = edition.rewards.rows()
    return (*rows, rows[-1])


def _put(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def _friend_rolled(state: State, event: e.FriendRolled) -> State:
    return replace(state, phase=event.then, figure=INDEX.get(event.face, NO_FIGURE))


def _figure_chosen(state: State, event: e.FigureChosen) -> State:
    return replace(state, phase="dice", figure=INDEX[event.figure])


def _dice_chosen(state: State, event: e.DiceChosen) -> State:
    return replace(state, phase="rolling", dice=event.count, haunted=event.haunted, faces=())


def _dice_rolled(state: State, event: e.DiceRolled) -> State:
    return replace(state, phase=event.then, faces=event.faces)


def _joker_used(state: State, event: e.JokerUsed) -> State:
    player = replace(state.players[event.seat], joker=False)
    players = _put(state.players, event.seat, player)
    return replace(state, phase="rolling", players=players, faces=())


def _roll_kept(state: State, event: e.RollKept) -> State:
    return state


def _figure_climbed(state: State, event: e.FigureClimbed) -> State:
    figures = list(state.figures)
    figures[INDEX[event.figure]] = event.space
    return _rewarded(state, event, tuple(figures))


def _attic_held(state: State, event: e.AtticHeld) -> State:
    return _rewarded(state, event, state.figures)


def _rewarded(
    state: State, event: e.FigureClimbed | e.AtticHeld, figures: tuple[int, ...]
) -> State:
    """The commonest event of all, hence no call more than needed."""
    count, sealed = event.chips, state.sealed
    players = list(state.players)
    player = players[event.seat]
    if not sealed:
        players[event.seat] = replace(player, chips=player.chips + count)
        return replace(
            state,
            phase=event.then,
            players=tuple(players),
            reserve=state.reserve - count,
            figures=figures,
        )
    values = player.values + sealed[:count]
    players[event.seat] = replace(player, chips=player.chips + count, values=values)
    return replace(
        state,
        phase=event.then,
        players=tuple(players),
        reserve=state.reserve - count,
        sealed=sealed[count:],
        figures=figures,
    )


def _figure_stayed(state: State, event: e.FigureStayed) -> State:
    return replace(state, phase=event.then, is_over=True)


def _figure_fell(state: State, event: e.FigureFell) -> State:
    """R-11: nobody knows any value, so paying the newest chips is as random as any choice."""
    player = state.players[event.seat]
    kept = player.chips - event.fine
    left = event.left - GARDEN
    lying = state.fine_values[left] + player.values[kept:]
    player = replace(player, chips=kept, values=player.values[:kept])
    return replace(
        state,
        phase=event.then,
        is_over=True,
        players=_put(state.players, event.seat, player),
        figures=_put(state.figures, INDEX[event.figure], event.space),
        fines=_put(state.fines, left, state.fines[left] + event.fine),
        fine_values=_put(state.fine_values, left, lying),
    )


def _fines_taken(state: State, event: e.FinesTaken) -> State:
    at = event.space - GARDEN
    player = state.players[event.seat]
    values = player.values + state.fine_values[at]
    player = replace(player, chips=player.chips + event.count, values=values)
    return replace(
        state,
        phase=event.then,
        players=_put(state.players, event.seat, player),
        fines=_put(state.fines, at, 0),
        fine_values=_put(state.fine_values, at, ()),
    )


def _fines_left(state: State, event: e.FinesLeft) -> State:
    return replace(state, phase=event.then)


def _ghost_moved(state: State, event: e.GhostMoved) -> State:
    return replace(state, phase=event.then, ghost=event.space, haunted=False)


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    """Clockwise (R-1)."""
    return replace(
        state,
        phase=state.rules.opening,
        active=(event.seat + 1) % len(state.players),
        figure=NO_FIGURE,
        dice=0,
        faces=(),
        haunted=False,
        is_over=False,
    )


def _joker_paid(state: State, event: e.JokerPaid) -> State:
    player = state.players[event.seat]
    count = event.count
    if event.unit == "points":
        player = replace(player, joker=False, bonus=count)
        return replace(state, players=_put(state.players, event.seat, player))
    values = player.values + state.sealed_box[:count]
    player = replace(player, joker=False, chips=player.chips + count, values=values)
    return replace(
        state,
        players=_put(state.players, event.seat, player),
        box=state.box - count,
        sealed_box=state.sealed_box[count:],
    )


def _game_ended(state: State, event: e.GameEnded) -> State:
    """Who owns no chip has nothing to count."""
    players = tuple([p if p.chips else replace(p, total=p.bonus) for p in state.players])
    return replace(state, phase="counting", players=players)


def _chips_counted(state: State, event: e.ChipsCounted) -> State:
    player = state.players[event.seat]
    player = replace(player, total=event.total + player.bonus, values=tuple(event.values or ()))
    players = _put(state.players, event.seat, player)
    waiting = any(p.total is None for p in players)
    return replace(state, phase="counting" if waiting else "over", players=players)


def _chips_revealed(state: State, event: e.ChipsRevealed) -> State:
    players = tuple(
        replace(player, total=sum(values) + player.bonus)
        for player, values in zip(state.players, event.values, strict=True)
    )
    return replace(state, phase="over", players=players)


evolve: Evolvers[State] = Evolvers(
    {
        e.GameStarted: _game_started,
        e.FriendRolled: _friend_rolled,
        e.FigureChosen: _figure_chosen,
        e.DiceChosen: _dice_chosen,
        e.DiceRolled: _dice_rolled,
        e.JokerUsed: _joker_used,
        e.RollKept: _roll_kept,
        e.FigureClimbed: _figure_climbed,
        e.AtticHeld: _attic_held,
        e.FigureStayed: _figure_stayed,
        e.FigureFell: _figure_fell,
        e.FinesTaken: _fines_taken,
        e.FinesLeft: _fines_left,
        e.GhostMoved: _ghost_moved,
        e.TurnEnded: _turn_ended,
        e.JokerPaid: _joker_paid,
        e.GameEnded: _game_ended,
        e.ChipsCounted: _chips_counted,
        e.ChipsRevealed: _chips_revealed,
    }
)
