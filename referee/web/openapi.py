"""The OpenAPI document; `python -m referee.web.openapi` prints it.

Shapes are described by msgspec from the very values that are sent, so the document cannot drift.
What a route takes and answers is read from its signature; each shape has one example.
"""

import sys
from collections.abc import Iterator
from typing import get_args, get_type_hints

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from referee.events import JsonObject
from referee.games.registry import games
from referee.store import statistics
from referee.web.examples import examples
from referee.web.shapes import devices, operator, table
from referee.web.shapes import games as game_shapes
from referee.web.shapes.table import Problem

Described = dict[int | str, JsonObject]
_TEMPLATE = "#/components/schemas/{name}"


class Media:
    """A file of one of these types."""

    def __init__(self, *types: str) -> None:
        self.types = types


def answers(answer: type[msgspec.Struct] | Media, status: int) -> Described:
    """What a route answers with; whatever goes wrong is a `Problem`."""
    return {
        status: {"content": _content(answer)},
        422: {"description": "The request makes no sense.", "content": json_content(Problem)},
        "default": {"description": "It cannot be done, and why.", "content": json_content(Problem)},
    }


def takes(body: type[msgspec.Struct]) -> JsonObject:
    """The JSON body that a route takes."""
    return {"requestBody": {"required": True, "content": json_content(body)}}


def _content(answer: type[msgspec.Struct] | Media) -> JsonObject:
    if isinstance(answer, Media):
        return {each: {"schema": _file_schema(each)} for each in answer.types}
    return json_content(answer)


def json_content(shape: type[msgspec.Struct]) -> JsonObject:
    """A JSON body of this shape."""
    return {"application/json": {"schema": {"$ref": _TEMPLATE.format(name=shape.__name__)}}}


def _file_schema(media_type: str) -> dict[str, str]:
    is_json = media_type == "application/json"
    return {"type": "object"} if is_json else {"type": "string", "format": "binary"}


_MODULES = (table, game_shapes, operator, devices, statistics)


def document(app: FastAPI) -> JsonObject:
    """The document of an app."""
    described = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
    )
    _add_examples(described)
    components = described.setdefault("components", {})
    components["schemas"] = schemas()
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    described["security"] = [{}, {"token": []}]
    return described


def _add_examples(described: JsonObject) -> None:
    """Only now, because FastAPI leaves out everything in an example that is null."""
    known = {shape.__name__: example for shape, example in examples().items()}
    for media in _json_contents(described):
        name = media["schema"].get("$ref", "").rpartition("/")[2]
        if name in known:
            media["example"] = msgspec.to_builtins(known[name], str_keys=True)


def _json_contents(described: JsonObject) -> Iterator[JsonObject]:
    for methods in described["paths"].values():
        for operation in methods.values():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            yield from (
                each["content"]["application/json"]
                for each in bodies
                if "application/json" in each.get("content", {})
            )


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
    """What each game shows, if it says so; a game may have several views."""
    found: list[type] = []
    for game in games().values():
        hint = get_type_hints(game.view).get("return")
        found += [each for each in get_args(hint) or (hint,) if _has_schema(each)]
    return found


def _has_schema(view: object) -> bool:
    """Whether this can be described; a game of somebody else must not spoil the document."""
    try:
        msgspec.json.schema(view)
    except (TypeError, RuntimeError):
        return False
    return isinstance(view, type) and issubclass(view, msgspec.Struct)


def main() -> None:
    """Print the document."""
    # Here, because the app itself needs this module.
    from referee.web.app import app_to_describe  # noqa: PLC0415

    with app_to_describe() as app:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(app.openapi())).decode() + "\n")


if __name__ == "__main__":
    main()
