"""The OpenAPI document; `python -m referee.web.openapi` prints it.

Shapes are described by msgspec from the very values that are sent, so the document cannot drift.
Routes tell here what they take and give; examples are made by the program itself.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from referee.events import JsonObject
from referee.games.base import fold
from referee.games.parsing import parse_options
from referee.games.registry import find_game, games
from referee.store import statistics
from referee.table.prompts import prompt
from referee.table.sentences import Topic
from referee.web.access.rights import SCREEN
from referee.web.shapes import devices, operator, table
from referee.web.shapes import games as game_shapes
from referee.web.shapes.table import (
    Choice,
    GameInfo,
    KioskState,
    Problem,
    PublicEvent,
    SeatInfo,
    TableInfo,
    TableState,
    ToldState,
)
from referee.web.state import plain_action
from referee.web.texts import Text, action_text, text_of

EXAMPLE_JSON = "x-example-json"

Described = dict[int | str, JsonObject]

PROBLEM_EXAMPLE = {
    "why_not": {
        "en": "No game is under way. Please begin one first.",
        "fr": "Aucune partie n'est en cours. Commencez-en une d'abord.",
    },
    "detail": "",
}


def reference(shape: type) -> dict[str, str]:
    """Where the document describes this shape."""
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def json_content(shape: type, example: Any = None) -> JsonObject:
    """A JSON body of this shape."""
    media: JsonObject = {"schema": reference(shape)}
    if example is not None:
        # As text, because FastAPI would leave out everything in it that is null.
        media[EXAMPLE_JSON] = msgspec.json.encode(example).decode()
    return {"application/json": media}


def answers(shape: type, description: str, example: Any = None, *, status: int = 200) -> Described:
    """What a route answers with; whatever goes wrong is a `Problem`."""
    return {
        status: {"description": description, "content": json_content(shape, example)},
        **problem_responses(),
    }


def answers_bytes(*media_types: str, description: str) -> Described:
    """A route that answers with a file."""
    content = {kind: {"schema": _file_schema(kind)} for kind in media_types}
    return {200: {"description": description, "content": content}, **problem_responses()}


def _file_schema(media_type: str) -> dict[str, str]:
    is_json = media_type == "application/json"
    return {"type": "object"} if is_json else {"type": "string", "format": "binary"}


def problem_responses() -> Described:
    """Every no has the same shape; 422 is named because FastAPI would describe it otherwise."""
    content = json_content(Problem, PROBLEM_EXAMPLE)
    return {
        422: {"description": "The request makes no sense.", "content": content},
        "default": {"description": "It cannot be done, and why.", "content": content},
    }


def takes(shape: type, example: Any = None) -> JsonObject:
    """The JSON body that a route takes."""
    return {"requestBody": {"required": True, "content": json_content(shape, example)}}


def show_examples(document: Any) -> None:
    """Put the examples where readers of the document look for them."""
    if isinstance(document, dict):
        if EXAMPLE_JSON in document:
            document["example"] = msgspec.json.decode(document.pop(EXAMPLE_JSON))
        for each in document.values():
            show_examples(each)
    elif isinstance(document, list):
        for each in document:
            show_examples(each)


_EXAMPLE_NAMES = ("Juliette", "Fred")


@cache
def example_state() -> TableState:
    """A game that has just begun."""
    game = find_game("magic-beanstalk")
    state = fold(game, game.setup(_EXAMPLE_NAMES, parse_options(game, {})))
    waiting = game.awaiting(state)
    if waiting is None:
        raise LookupError("A game that has just begun waits for something.")
    asked = text_of(prompt(game, waiting, _EXAMPLE_NAMES))
    return TableState(
        seq=0,
        change=2,
        now_s=12.5,
        phase="playing",
        table=TableInfo("Living room", True, "en", False, KioskState()),
        game=GameInfo(7, game.name, game.title, "base"),
        seats=(
            SeatInfo(0, "Juliette", "blue", "circle", False, 1),
            SeatInfo(1, "Fred", "vermilion", "triangle", True, None),
        ),
        you=SCREEN.you,
        view=game.view(state, None),
        awaiting=waiting,
        moment="choosing",
        seat=None,
        prompt=asked,
        choices=tuple(
            Choice(plain_action(each), action_text(game.name, each, _EXAMPLE_NAMES), 0)
            for each in list(game.legal_actions(state))[:1]
        ),
        question=None,
        countdown=None,
        dice=(),
        troubles=(),
        unsaved=None,
        actions=(),
        can_undo=False,
        replays=(),
        outcome=None,
        told=(ToldState(12.4, str(Topic.PROMPT), asked),),
    )


@cache
def example_event() -> PublicEvent:
    """Dice were rolled."""
    text = Text(en="Fred rolls an Eye.", fr="Fred obtient un Œil.")
    data = {"seat": 1, "faces": ["eye"], "then": "stacking", "reroll": False}
    return PublicEvent(17, "2025-01-01T12:00:00.000+00:00", 16, "dice-rolled", data, text)


def plain_json(value: Any) -> Any:
    """A value as plain JSON."""
    return msgspec.to_builtins(value, str_keys=True)


_TEMPLATE = "#/components/schemas/{name}"
_MODULES = (table, game_shapes, operator, devices, statistics, statistics)


def document(app: FastAPI) -> JsonObject:
    """The document of an app."""
    described = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
    )
    show_examples(described)
    components = described.setdefault("components", {})
    components["schemas"] = schemas()
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    described["security"] = [{}, {"token": []}]
    return described


def schemas() -> JsonObject:
    """Every shape by its name."""
    views = _views()
    refs, found = msgspec.json.schema_components([*_shapes(), *views], ref_template=_TEMPLATE)
    # Only here, because msgspec cannot tell untagged values apart when it reads them.
    shown = [*list(refs)[-len(views) :], {"type": "null"}]
    found["TableState"]["properties"]["view"] = {"anyOf": shown}
    return dict(sorted(found.items()))


def _shapes() -> list[type]:
    return [
        each
        for module in _MODULES
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each.__module__ == module.__name__
        and not each.__name__.startswith("_")
    ]


def shapes_by_name() -> dict[str, type]:
    """The shapes of the document, for whoever wants to read what was sent."""
    return {each.__name__: each for each in _shapes()}


def _views() -> list[type]:
    """What each game shows; a game may have several views."""
    found: list[type] = []
    for game in games().values():
        hint = get_type_hints(game.view)["return"]
        found += get_args(hint) or (hint,)
    return found


def main() -> None:
    """Print the document."""
    # Here, because the app itself needs this module.
    from referee.web.app import app_to_describe  # noqa: PLC0415

    with app_to_describe() as app:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(app.openapi())).decode() + "\n")


if __name__ == "__main__":
    main()
