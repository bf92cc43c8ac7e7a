"""Anything may be sent to the API: the answer is always one that the document promises."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from referee.games.awaiting import Piece
from referee.games.parsing import action_name
from referee.games.registry import find_game, games
from referee.web.app import app_to_describe
from tests.web.fake_devices import everything
from tests.web.running_table import RunningTable, running_table

WHOLE = 5_000
"""So many cases in the slow run."""
FEW = 3
"""So many for each operation in the usual one."""
ENDLESS = "/api/v1/camera.mjpg"
_SOME = settings(
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    with running_table(tmp_path, **everything()) as running:
        yield running


@cache
def _operations() -> list[Any]:
    # Heavy, and read by every worker that only collects this file.
    import schemathesis
    from schemathesis.core.result import Ok

    with app_to_describe() as app:
        schema = schemathesis.openapi.from_dict(app.openapi())
    found = list(schema.get_all_operations())
    assert all(isinstance(each, Ok) for each in found), found
    operations = [each.ok() for each in found if isinstance(each, Ok)]
    return [each for each in operations if each.path != ENDLESS]


ROLES = ("stranger", "seat", "operator")


def _token(table: RunningTable, role: str) -> str:
    """What this role shows; whoever sits at the machine operates a table without a PIN."""
    if role == "seat":
        return table.claim(0)
    return "nobody" if role == "stranger" else ""


def _send_all(
    table: RunningTable, role: str, operations: list[Any], most: int, start: int
) -> list[int]:
    """Send so many cases to each operation, if it has as many; how many it were."""
    counts = []
    for number, operation in enumerate(operations, start=start):
        # Whatever the last operation did: a game is under way, and nobody needs a PIN.
        table.access.pin._hash = ""
        if table.thread.table.umpire is None or number == start:
            table.begin("magic-beanstalk")
        table.play(3)
        counts.append(_send(table, _token(table, role), operation, most, number))
    return counts


def _send(table: RunningTable, token: str, operation: Any, most: int, number: int) -> int:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    sent = 0
    headers = {"authorization": f"Bearer {token}"} if token else {}

    @settings(_SOME, max_examples=most)
    @seed(number)
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        nonlocal sent
        sent += 1
        answer = case.call(base_url=table.address, headers=headers, timeout=60)
        assert answer.status_code < 500, (case.as_curl_command(), answer.content)
        case.validate_response(
            answer,
            checks=[
                not_a_server_error,
                checks.response_schema_conformance,
                checks.status_code_conformance,
                checks.content_type_conformance,
            ],
        )

    send()
    return sent


@pytest.mark.parametrize("role", ROLES)
def test_a_few_cases_of_every_operation(table: RunningTable, role: str) -> None:
    counts = _send_all(table, role, _operations(), FEW, 0)
    assert min(counts) >= 1
    assert sum(counts) >= 100


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_five_thousand_cases(table: RunningTable, role: str) -> None:
    """Operations without parameters have only one case; the others make up for it."""
    operations = _operations()
    whole = WHOLE // len(ROLES) + 1
    most = whole // len(operations) + 1
    sent = start = 0
    while sent < whole:
        counts = _send_all(table, role, operations, most, start)
        sent += sum(counts)
        start += len(operations)
        operations = [each for each, count in zip(operations, counts, strict=True) if count >= most]
        assert operations


@pytest.mark.parametrize("name", sorted(games()))
def test_any_action_is_judged_or_refused(table: RunningTable, name: str) -> None:
    """Actions of the right form with any contents, in the middle of a game."""
    table.begin(name)
    table.play(15)
    rng = Random(name)
    with table.client() as client:
        for kind in find_game(name).actions:
            for _ in range(4):
                action = {"type": action_name(kind), **_any_fields(kind, rng)}
                order = {"order": {"type": "act", "action": action}}
                answer = client.post("/orders", json=order)
                assert answer.status_code in {200, 409, 422}, (action, answer.text)


def _any_fields(kind: type, rng: Random) -> dict[str, Any]:
    return {name: _any_value(hint, rng) for name, hint in get_type_hints(kind).items()}


def _any_value(hint: Any, rng: Random) -> Any:
    inner = [each for each in get_args(hint) if each is not Ellipsis]
    if get_origin(hint) is tuple:
        return [_any_value(inner[0], rng) for _ in range(rng.randrange(5))]
    if inner:
        return _any_value(rng.choice(inner), rng)
    return rng.choice(_SAMPLES.get(hint, (None,)))


_SAMPLES: dict[Any, tuple[Any, ...]] = {
    int: (-1, 0, 1, 2, 3, 7, 99, 10**15, -(10**15)),
    str: ("eye", "2", "poppy", "", "\u0000", "x" * 3000, "blue"),
    bool: (True, False),
    Piece: ({"kind": "die", "face": "eye"}, {"kind": "token", "seat": 1}, {"kind": ""}),
}
