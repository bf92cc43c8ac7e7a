"""What the suite needs: a game in every form, one random game of each, arbitrary actions."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from referee.errors import InputError
from referee.games.awaiting import AwaitChoice
from referee.games.base import Accepted, Action, AnyGame, Event, fold
from referee.games.parsing import parse_options
from referee.games.playout import RandomPlayers, seat_names
from referee.games.registry import find_game

LONGEST_GAME = 20_000
"""Chosen by hand: several times as many actions as the longest game seen."""


def option_sets(game: AnyGame) -> dict[str, Mapping[str, Any]]:
    """Every named option set of a game, by name; at least that of no options."""
    return {**game.variants, **game.tested_options} or {"standard": {}}


@dataclass(frozen=True, eq=False)
class Case:
    """One game in one variant with one number of players."""

    game: AnyGame = field(repr=False)
    variant: str
    players: int

    def __str__(self) -> str:
        return f"{self.game.name}, {self.variant}, {self.players} players"

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays."""
        return seat_names(self.players)

    def setup(self, seed: int | str, **more: Any) -> tuple[Event, ...]:
        """The first events, with what is sealed shuffled by this seed."""
        words = {**option_sets(self.game)[self.variant], **more}
        options = self.game.seal(parse_options(self.game, words), Random(seed))
        return self.game.setup(self.names, options)


@cache
def cases_of(name: str) -> tuple[Case, ...]:
    """Variants × player counts of a game, without the counts an edition does not allow."""
    game = find_game(name)
    counts = range(game.min_players, game.max_players + 1)
    cases = (Case(game, variant, players) for variant in option_sets(game) for players in counts)
    return tuple(case for case in cases if _is_allowed(case))


def _is_allowed(case: Case) -> bool:
    try:
        case.setup(0)
    except InputError:
        return False
    return True


class Step(NamedTuple):
    """One accepted action of a random game, with the state before and after it."""

    before: Any
    action: Action
    events: tuple[Event, ...]
    after: Any


def random_play(game: AnyGame, setup: tuple[Event, ...], seed: int | str) -> Iterator[Step]:
    """Seats choose anything they may, the table reports anything that can be; to the end."""
    players = RandomPlayers(game, Random(f"random play {seed}"))
    state = fold(game, setup)
    for _ in range(LONGEST_GAME):
        wanted = game.awaiting(state)
        if wanted is None:
            return
        if isinstance(wanted, AwaitChoice):
            assert any(game.legal_actions(state)), (
                f"a choice is awaited, but there is none: {state}"
            )
        action = players.act(state)
        assert action is not None, f"the table waits for {wanted}, but nobody acts"
        ruling = game.judge(state, action)
        assert isinstance(ruling, Accepted), f"{action} was refused: {ruling}"
        after = fold(game, ruling.events, state)
        yield Step(state, action, ruling.events, after)
        state = after
    raise AssertionError(f"{game.name} does not end within {LONGEST_GAME} actions")


class Record(NamedTuple):
    """One random game of a case, played once and looked at from every side."""

    case: Case
    setup: tuple[Event, ...]
    steps: list[Step]

    @property
    def game(self) -> AnyGame:
        """What was played."""
        return self.case.game

    @property
    def events(self) -> list[Event]:
        """All that happened, the setup first."""
        return [*self.setup, *(event for step in self.steps for event in step.events)]

    @property
    def states(self) -> list[Any]:
        """Where the game stood, from the setup to the end."""
        return [fold(self.game, self.setup), *(step.after for step in self.steps)]

    @property
    def viewers(self) -> list[int | None]:
        """Everybody, and each seat."""
        return [None, *range(self.case.players)]


def play(case: Case, **more: Any) -> Record:
    """The random game of a case, with these options besides."""
    setup = case.setup(1, **more)
    return Record(case, setup, list(random_play(case.game, setup, 1)))


@cache
def opening(case: Case) -> Record:
    """The first moments of the same random game."""
    setup = case.setup(1)
    return Record(case, setup, list(islice(random_play(case.game, setup, 1), 60)))


def spoiled(action: Action, rng: Random) -> Action:
    """The action with one of its values changed: usually illegal, always well-typed."""
    fields = [f for f in action.__struct_fields__ if isinstance(getattr(action, f), int | str)]
    if not fields:
        return action
    field = rng.choice(fields)
    content = getattr(action, field)
    if isinstance(content, bool):
        changed: Any = not content
    elif isinstance(content, int):
        changed = content + rng.choice((-100, -2, -1, 1, 2, 3, 100, 10**9))
    else:
        changed = rng.choice(("", "?", content + "x", content.upper()))
    return msgspec.structs.replace(action, **{field: changed})


@cache
def any_action(case: Case) -> st.SearchStrategy[Action]:
    """Every well-typed action of a game, however senseless, in words that its events know."""
    known = re.findall(r'"([^"\\]+)"', msgspec.json.encode(opening(case).events).decode())
    words = st.sampled_from(sorted({"", "?", *known}))
    return st.one_of([_any_value(kind, words) for kind in case.game.actions])


_NUMBERS = st.integers(-3, 12) | st.integers(-(10**20), 10**20)


def _any_value(hint: Any, words: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Values of the type that a field is declared with."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = typing.get_type_hints(hint)
        fields = {name: _any_value(hints[name], words) for name in hint.__struct_fields__}
        return st.builds(hint, **fields)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if origin is typing.Annotated:
        return _any_value(arguments[0], words).filter(lambda value: _fits(value, hint))
    parts = [_any_value(each, words) for each in arguments if each is not ...]
    if origin is tuple:
        is_open = ... in arguments
        return st.lists(parts[0], max_size=6).map(tuple) if is_open else st.tuples(*parts)
    if parts:
        return st.one_of(parts)
    plain = {str: words, int: _NUMBERS}
    return plain[hint] if hint in plain else st.from_type(hint)


def _fits(value: Any, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True
