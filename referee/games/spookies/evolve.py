"""Applies events to states. Decides nothing: every choice was made when the event was judged."""

from functools import cache

from msgspec.structs import replace

from referee.games.base import Evolvers, with_item
from referee.games.spookies import events
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


def _game_started(state: None, event: events.GameStarted) -> State:
    opening: events.Phase = "figure" if event.variant == "free-choice" else "friend"
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


def _friend_rolled(state: State, event: events.FriendRolled) -> State:
    return replace(state, phase=event.then, figure=INDEX.get(event.face, NO_FIGURE))


def _figure_chosen(state: State, event: events.FigureChosen) -> State:
    return replace(state, phase="dice", figure=INDEX[event.figure])


def _dice_chosen(state: State, event: events.DiceChosen) -> State:
    return replace(state, phase="rolling", dice=event.count, haunted=event.haunted, faces=())


def _dice_rolled(state: State, event: events.DiceRolled) -> State:
    return replace(state, phase=event.then, faces=event.faces)


def _joker_used(state: State, event: events.JokerUsed) -> State:
    player = replace(state.players[event.seat], joker=False)
    players = with_item(state.players, event.seat, player)
    return replace(state, phase="rolling", players=players, faces=())


def _roll_kept(state: State, event: events.RollKept) -> State:
    return state


def _figure_climbed(state: State, event: events.FigureClimbed) -> State:
    return _rewarded(state, event, with_item(state.figures, INDEX[event.figure], event.space))


def _attic_held(state: State, event: events.AtticHeld) -> State:
    return _rewarded(state, event, state.figures)


def _rewarded(
    state: State, event: events.FigureClimbed | events.AtticHeld, figures: tuple[int, ...]
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


def _figure_stayed(state: State, event: events.FigureStayed) -> State:
    return replace(state, phase=event.then, is_turn_over=True)


def _figure_fell(state: State, event: events.FigureFell) -> State:
    """SP-R11: nobody knows any value, so paying the newest chips is as random as any choice."""
    player = state.players[event.seat]
    kept = player.chips - event.fine
    left = event.left - GARDEN
    left_fines = state.fine_values[left] + player.values[kept:]
    player = replace(player, chips=kept, values=player.values[:kept])
    return replace(
        state,
        phase=event.then,
        is_turn_over=True,
        players=with_item(state.players, event.seat, player),
        figures=with_item(state.figures, INDEX[event.figure], event.space),
        fines=with_item(state.fines, left, state.fines[left] + event.fine),
        fine_values=with_item(state.fine_values, left, left_fines),
    )


def _fines_taken(state: State, event: events.FinesTaken) -> State:
    at = event.space - GARDEN
    player = state.players[event.seat]
    values = player.values + state.fine_values[at]
    player = replace(player, chips=player.chips + event.count, values=values)
    return replace(
        state,
        phase=event.then,
        players=with_item(state.players, event.seat, player),
        fines=with_item(state.fines, at, 0),
        fine_values=with_item(state.fine_values, at, ()),
    )


def _fines_left(state: State, event: events.FinesLeft) -> State:
    return replace(state, phase=event.then)


def _ghost_moved(state: State, event: events.GhostMoved) -> State:
    return replace(state, phase=event.then, ghost=event.space, haunted=False)


def _turn_ended(state: State, event: events.TurnEnded) -> State:
    """Clockwise (SP-R1)."""
    return replace(
        state,
        phase=state.rules.opening,
        active=(event.seat + 1) % len(state.players),
        figure=NO_FIGURE,
        dice=0,
        faces=(),
        haunted=False,
        is_turn_over=False,
    )


def _joker_paid(state: State, event: events.JokerPaid) -> State:
    player = state.players[event.seat]
    count = event.count
    if event.unit == "points":
        player = replace(player, joker=False, bonus=count)
        return replace(state, players=with_item(state.players, event.seat, player))
    values = player.values + state.sealed_box[:count]
    player = replace(player, joker=False, chips=player.chips + count, values=values)
    return replace(
        state,
        players=with_item(state.players, event.seat, player),
        box=state.box - count,
        sealed_box=state.sealed_box[count:],
    )


def _game_ended(state: State, event: events.GameEnded) -> State:
    """Who owns no chip has nothing to count."""
    players = tuple([p if p.chips else replace(p, total=p.bonus) for p in state.players])
    return replace(state, phase="counting", players=players)


def _chips_counted(state: State, event: events.ChipsCounted) -> State:
    player = state.players[event.seat]
    player = replace(player, total=event.total + player.bonus, values=tuple(event.values or ()))
    players = with_item(state.players, event.seat, player)
    waiting = any(p.total is None for p in players)
    return replace(state, phase="counting" if waiting else "over", players=players)


def _chips_revealed(state: State, event: events.ChipsRevealed) -> State:
    players = tuple(
        replace(player, total=sum(values) + player.bonus)
        for player, values in zip(state.players, event.values, strict=True)
    )
    return replace(state, phase="over", players=players)


evolve: Evolvers[State] = Evolvers(
    {
        events.GameStarted: _game_started,
        events.FriendRolled: _friend_rolled,
        events.FigureChosen: _figure_chosen,
        events.DiceChosen: _dice_chosen,
        events.DiceRolled: _dice_rolled,
        events.JokerUsed: _joker_used,
        events.RollKept: _roll_kept,
        events.FigureClimbed: _figure_climbed,
        events.AtticHeld: _attic_held,
        events.FigureStayed: _figure_stayed,
        events.FigureFell: _figure_fell,
        events.FinesTaken: _fines_taken,
        events.FinesLeft: _fines_left,
        events.GhostMoved: _ghost_moved,
        events.TurnEnded: _turn_ended,
        events.JokerPaid: _joker_paid,
        events.GameEnded: _game_ended,
        events.ChipsCounted: _chips_counted,
        events.ChipsRevealed: _chips_revealed,
    }
)
