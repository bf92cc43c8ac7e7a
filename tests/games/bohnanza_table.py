"""Lays out a table of Bohnanza for a test: any fields, hands and piles, with no card too many."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from referee.games.base import Accepted, Action, Event, Refused, fold
from referee.games.bohnanza import GAME
from referee.games.bohnanza.edition import packed_unseen
from referee.games.bohnanza.invariants import visible_cards
from referee.games.bohnanza.state import EMPTY, Field, PlayerState, State
from referee.games.parsing import parse_options

NAMES = ("Anne", "Ben", "Clara", "David", "Emma", "Fred", "Gina")
A, B, C, D = range(4)


def start(players: int, **options: Any) -> State:
    return fold(GAME, GAME.setup(NAMES[:players], parse_options(GAME, options)))


def table(
    players: int = 4,
    fields: Mapping[int, Sequence[tuple[str, int] | None]] | None = None,
    *,
    hands: Mapping[int, int] | None = None,
    coins: Mapping[int, Sequence[str]] | None = None,
    aside: Mapping[int, Sequence[str]] | None = None,
    draw: int | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> State:
    """A state with these things on the table; cards that are left over are out of the game."""
    state = start(players, **(options or {}))
    seats = tuple(
        _player(
            player,
            (fields or {}).get(seat, ()),
            (hands or {}).get(seat, player.hand),
            tuple((coins or {}).get(seat, ())),
            tuple((aside or {}).get(seat, ())),
        )
        for seat, player in enumerate(state.players)
    )
    state = _counted(replace(state, players=seats, **changes), draw)
    assert list(GAME.faults(state)) == []
    return state


def _player(
    player: PlayerState,
    fields: Sequence[tuple[str, int] | None],
    hand: int,
    coins: tuple[str, ...],
    aside: tuple[str, ...],
) -> PlayerState:
    planted = [Field(*field) if field else EMPTY for field in fields]
    planted += [EMPTY] * (len(player.fields) - len(planted))
    return PlayerState(tuple(planted), hand, coins, aside)


def _counted(state: State, draw: int | None) -> State:
    beans = state.rules.beans
    unseen = Counter(beans.counts)
    unseen.subtract(visible_cards(state))
    hands = sum(player.hand for player in state.players)
    if draw is None:
        draw = unseen.total() - hands
    boxed = list(state.boxed)
    while unseen.total() > draw + hands:
        card = max(unseen, key=lambda name: unseen[name])
        unseen[card] -= 1
        boxed.append(card)
    count = packed_unseen(beans, unseen.elements())
    return replace(state, draw=draw, unseen=count, boxed=tuple(boxed))


def rule_on(state: State, action: Action) -> tuple[Event, ...]:
    """The events of an action that must be accepted."""
    ruling = GAME.judge(state, action)
    assert isinstance(ruling, Accepted), ruling
    return ruling.events


def after(state: State, *actions: Action) -> State:
    """The state after actions that must all be accepted; no invariant breaks on the way."""
    for action in actions:
        for event in rule_on(state, action):
            state = GAME.evolve(state, event)
            assert list(GAME.faults(state)) == []
    return state


def refused(state: State, action: Action) -> tuple[str, str]:
    """Rule and reason of an action that must be refused."""
    ruling = GAME.judge(state, action)
    assert isinstance(ruling, Refused), ruling
    assert action not in list(GAME.legal_actions(state))
    return ruling.rule, ruling.reason


def grown(state: State, seat: int) -> list[tuple[str, int]]:
    """What grows in the fields of a seat, in order; an empty field is ("", 0)."""
    return [(field.card, field.count) for field in state.players[seat].fields]
