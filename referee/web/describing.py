"""How routes tell the OpenAPI document what they take and give."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.web.shapes.problems import Problem

EXAMPLE_JSON = "x-example-json"

Described = dict[int | str, dict[str, Any]]

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


def json_content(shape: type, example: Any = None) -> dict[str, Any]:
    """A JSON body of this shape."""
    media: dict[str, Any] = {"schema": reference(shape)}
    if example is not None:
        # As text, because FastAPI would leave out everything in it that is null.
        media[EXAMPLE_JSON] = msgspec.json.encode(example).decode()
    return {"application/json": media}


def answers(shape: type, description: str, example: Any = None, *, status: int = 200) -> Described:
    """What a route answers with; whatever goes wrong is a `Problem`."""
    return {
        status: {"description": description, "content": json_content(shape, example)},
        **problems(),
    }


def answers_bytes(*media_types: str, description: str) -> Described:
    """A route that answers with a file."""
    content = {kind: {"schema": _file_schema(kind)} for kind in media_types}
    return {200: {"description": description, "content": content}, **problems()}


def _file_schema(media_type: str) -> dict[str, str]:
    is_json = media_type == "application/json"
    return {"type": "object"} if is_json else {"type": "string", "format": "binary"}


def problems() -> Described:
    """Every no has the same shape; 422 is named because FastAPI would describe it otherwise."""
    content = json_content(Problem, PROBLEM_EXAMPLE)
    return {
        422: {"description": "The request makes no sense.", "content": content},
        "default": {"description": "It cannot be done, and why.", "content": content},
    }


def takes(shape: type, example: Any = None) -> dict[str, Any]:
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
