"""The document from which the page's client types are made."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from referee.games.registry import games
from referee.web.app import app_to_describe
from referee.web.openapi import shapes_by_name

METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    with app_to_describe() as app:
        return app.openapi()


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert method in METHODS
            yield f"{method} {path}", operation


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert set(references(document)) <= known


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        assert operation["description"], name
        assert operation["tags"], name
        good = [each for status, each in operation["responses"].items() if status[0] == "2"]
        assert any(each.get("content") for each in good), name
        assert "default" in operation["responses"], name


def test_every_body_has_an_example_that_the_server_understands(document: dict[str, Any]) -> None:
    shapes = shapes_by_name()
    seen = 0
    for name, operation in operations(document):
        if "requestBody" in operation:
            media = operation["requestBody"]["content"]["application/json"]
            shape = shapes[media["schema"]["$ref"].rpartition("/")[2]]
            msgspec.convert(media["example"], shape)
            seen += 1
        else:
            assert name.split(" ")[0] not in {"put", "patch"}, name
    assert seen >= 10


def test_examples_of_answers_have_the_shape_they_promise(document: dict[str, Any]) -> None:
    shapes = shapes_by_name()
    for name, operation in operations(document):
        for answer in operation["responses"].values():
            media = answer.get("content", {}).get("application/json", {})
            if "example" in media:
                shape = shapes[media["schema"]["$ref"].rpartition("/")[2]]
                assert msgspec.convert(media["example"], shape) is not None, name


def test_the_views_of_all_games_are_in_it(document: dict[str, Any]) -> None:
    views = document["components"]["schemas"]["TableState"]["properties"]["view"]["anyOf"]
    # Haricots has two: the game, and the score sheet.
    assert len(views) == len(games()) + 1 + 1


def test_orders_can_be_told_apart(document: dict[str, Any]) -> None:
    order = document["components"]["schemas"]["OrderRequest"]["properties"]["order"]
    assert order["discriminator"]["propertyName"] == "type"
    assert len(order["discriminator"]["mapping"]) == 9


def test_the_command_prints_the_same(document: dict[str, Any]) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "referee.web.openapi"], capture_output=True, check=True
    )
    assert json.loads(printed.stdout) == json.loads(msgspec.json.encode(document))
