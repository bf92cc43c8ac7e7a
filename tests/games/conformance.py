"""What the conformance suite needs: every game in every form, random play, arbitrary actions."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from referee.errors import InputError
from referee.games.awaiting import AwaitChoice, Piece
from referee.games.base import Accepted, Action, AnyGame, Event, Refused, fold
from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import games

_ONLY_TESTED: dict[str, dict[str, dict[str, Any]]] = {
    "bohnanza": {
        "A, the second seat begins": {"edition": "a", "first": 1},
        "A, third field from the start": {"edition": "a", "third_field": "start"},
    },
    "spookies": {
        "fine chips always taken": {"fine_chips": "always"},
        "everything": {
            "variant": "free-choice",
            "joker": True,
            "ghost": True,
            "chips": "digital",
        },
    },
}


def option_sets(game: AnyGame) -> dict[str, Mapping[str, Any]]:
    """Every named option set of a game, by name."""
    return {**game.variants, **_ONLY_TESTED.get(game.name, {})}


LONGEST_GAME = 20_000


class Case(typing.NamedTuple):
    """One game in one variant with one number of players."""

    game: AnyGame
    variant: str
    players: int

    def __str__(self) -> str:
        return f"{self.game.name}, {self.variant}, {self.players} players"

    def setup(self, seed: int | str, **more: Any) -> tuple[Event, ...]:
        words = {**option_sets(self.game)[self.variant], **more}
        options = self.game.seal(parse_options(self.game, words), Random(seed))
        return self.game.setup(seat_names(self.players), options)


def all_cases() -> list[Case]:
    """Games × variants × player counts, without the counts an edition does not allow."""
    cases = [
        Case(game, variant, players)
        for game in games().values()
        for variant in option_sets(game)
        for players in range(game.min_players, game.max_players + 1)
    ]
    return [case for case in cases if _is_allowed(case)]


def _is_allowed(case: Case) -> bool:
    try:
        case.setup(0)
    except InputError:
        return False
    return True


class Step(typing.NamedTuple):
    """One accepted action of a random game, with the state before and after it."""

    before: Any
    action: Action
    events: tuple[Event, ...]
    after: Any


def random_play(game: AnyGame, setup: tuple[Event, ...], seed: int | str) -> Iterator[Step]:
    """Seats choose anything they may, the table reports anything that can be; to the end."""
    rng = Random(f"random play {seed}")
    state = fold(game, setup)
    for _ in range(LONGEST_GAME):
        if game.awaiting(state) is None:
            return
        action = random_action(game, state, rng)
        ruling = game.judge(state, action)
        assert isinstance(ruling, Accepted), f"{action} was refused: {ruling}"
        after = fold(game, ruling.events, state)
        yield Step(state, action, ruling.events, after)
        state = after
    raise AssertionError(f"{game.name} does not end")


class Record(typing.NamedTuple):
    """One random game of a case, played once and looked at from every side."""

    case: Case
    setup: tuple[Event, ...]
    steps: list[Step]

    @property
    def events(self) -> list[Event]:
        return [*self.setup, *(event for step in self.steps for event in step.events)]

    @property
    def viewers(self) -> list[int | None]:
        return [None, *range(self.case.players)]


def play(case: Case, seed: int | str, **more: Any) -> Record:
    setup = case.setup(seed, **more)
    return Record(case, setup, list(random_play(case.game, setup, seed)))


def random_action(game: AnyGame, state: Any, rng: Random) -> Action:
    if isinstance(game.awaiting(state), AwaitChoice):
        legal = list(game.legal_actions(state))
        assert legal, f"a choice is awaited, but there is none: {state}"
        return rng.choice(legal)
    action = game.simulated(state, rng).act(state)
    assert action is not None
    return action


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


def any_action(game: AnyGame) -> st.SearchStrategy[Action]:
    """Every well-typed action of a game, however senseless."""
    return st.one_of([_values(kind) for kind in game.actions])


_NUMBERS = st.integers(-3, 12) | st.integers(-(10**20), 10**20)
_WORDS = st.sampled_from(
    ("die", "token", "cylinder", "castle", "eye", "treasure", "1", "6", "question", "anna")
    + ("blue", "soy", "red", "1/17", "2/16", "4", "", "?")
)


def _values(kind: type[Any]) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(kind)
    fields = {name: _content(hints[name]) for name in kind.__struct_fields__}
    return st.builds(kind, **fields)


_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: _NUMBERS,
    str: _WORDS,
    type(None): st.none(),
    Piece: st.builds(Piece, _WORDS, _WORDS | st.none(), st.integers(-1, 5) | st.none()),
}


def _content(hint: Any) -> st.SearchStrategy[Any]:
    """Values of the type that a field is declared with."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _values(hint)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if origin is typing.Annotated:
        return _content(arguments[0]).filter(lambda value: _fits(value, hint))
    if origin is tuple:
        return _tuples(arguments)
    return st.one_of([_content(argument) for argument in arguments])


def _tuples(arguments: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    if arguments[-1] is ...:
        return st.lists(_content(arguments[0]), max_size=6).map(tuple)
    return st.tuples(*map(_content, arguments))


def _fits(value: Any, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


def refuse_or_accept(game: AnyGame, state: Any, action: Action) -> Accepted | Refused:
    """Judge, and check what is promised of every ruling."""
    ruling = game.judge(state, action)
    assert isinstance(ruling, Accepted | Refused)
    if isinstance(ruling, Refused):
        assert ruling.reason in {refusal.reason for refusal in game.refusals}
        assert ruling.rule
    else:
        assert ruling.events
    return ruling
