"""The suite would find it: games that break one promise each, and the promise that tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from referee.conformance import suite
from referee.conformance.cases import Case, Record, play
from referee.games.base import Accepted, Judges, Refused
from referee.games.registry import find_game
from referee.games.showing import AnyShown, Cell, Counter, ScoreTable

PIG = find_game("pig")
SEALED = find_game("magic-beanstalk")


def showing(*shown: AnyShown) -> Callable[..., tuple[AnyShown, ...]]:
    return lambda _state, _seat: shown


def accepting_all() -> Judges[Any]:
    """The judge of the game, but whoever says that somebody holds, is believed."""
    kinds = dict(PIG.judge.by_kind)
    [hold] = [kind for kind in kinds if kind.__name__ == "Hold"]
    honest = kinds[hold]

    def believe(state: Any, action: Any) -> Accepted | Refused:
        return honest(state, type(action)(state.active))

    return Judges({**kinds, hold: believe}, lambda state: Refused("PIG-2", "not-now"))


BROKEN: list[tuple[Callable[[Record], None], dict[str, Any]]] = [
    (
        suite.invariants_hold_and_folding_the_events_gives_the_state,
        {"faults": lambda state: iter(["always"])},
    ),
    (suite.seats_and_scores_are_told, {"seats": lambda state: ()}),
    (suite.seats_and_scores_are_told, {"scores": lambda state: (0,) * len(state.scores)}),
    (suite.seats_and_scores_are_told, {"outcome": lambda state: None}),
    (suite.listed_actions_are_accepted_and_others_refused, {"judge": accepting_all()}),
    (suite.everything_survives_json, {"awaiting": lambda state: None}),
    (
        suite.what_is_shown_can_be_drawn,
        {"shown": showing(Counter(label="goal", count=1, seat=2))},
    ),
    (suite.what_is_shown_can_be_drawn, {"shown": showing(Counter(label="no-word", count=1))}),
    (
        suite.what_is_shown_can_be_drawn,
        {"shown": showing(ScoreTable(label="goal", rows=("a", "b"), cells=((Cell(), Cell()),)))},
    ),
    (
        suite.what_is_shown_can_be_drawn,
        {
            "shown": showing(
                ScoreTable(
                    label="goal",
                    rows=("a",),
                    columns=("b",),
                    cells=((Cell(1, {"type": "hold", "seat": 7}),),),
                )
            )
        },
    ),
]


@pytest.mark.parametrize(("promise", "changed"), BROKEN)
def test_a_broken_promise_is_found(
    promise: Callable[[Record], None], changed: dict[str, Any]
) -> None:
    good = play(Case(PIG, "standard", 2))
    promise(good)
    bad = good._replace(case=Case(replace(PIG, **changed), "standard", 2))

    with pytest.raises(AssertionError):
        promise(bad)


def raw(state: Any, _seat: int | None) -> msgspec.Struct:
    """All there is, secrets too."""
    assert isinstance(state, msgspec.Struct)
    return state


def shown_secret(state: Any, _seat: int | None) -> tuple[AnyShown, ...]:
    return tuple(Counter(label=secret, count=0) for secret in SEALED.secrets(state))


@pytest.mark.parametrize(
    "leak",
    [{"view": raw}, {"disclose": lambda event, _seat: event}, {"shown": shown_secret}],
    ids=["view", "event", "shown"],
)
def test_a_secret_that_gets_out_is_found(leak: dict[str, Any]) -> None:
    good = play(Case(SEALED, "base", 2), **SEALED.leak_test_options)
    bad = good._replace(case=Case(replace(SEALED, **leak), "base", 2))
    for promise in suite._OF_SECRETS:
        promise(good)

    errors = [suite._kept(promise, bad) for promise in suite._OF_SECRETS]

    assert any(isinstance(error, AssertionError) for error in errors)
