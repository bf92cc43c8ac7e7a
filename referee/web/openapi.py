"""The OpenAPI document; `python -m referee.web.openapi` prints it.

Shapes are described by msgspec from the very values that are sent, so the document cannot drift.
"""

from __future__ import annotations

import sys
from typing import Any, get_args, get_type_hints

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from referee.games.registry import games
from referee.store.statistics import chi_square, figures
from referee.web.describing import show_examples
from referee.web.shapes import calibration, devices, operator, orders, problems, table, twin
from referee.web.shapes import games as game_shapes

_TEMPLATE = "#/components/schemas/{name}"
_MODULES = (
    table,
    orders,
    game_shapes,
    operator,
    devices,
    twin,
    calibration,
    problems,
    figures,
    chi_square,
)


def document(app: FastAPI) -> dict[str, Any]:
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


def schemas() -> dict[str, Any]:
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
    from referee.web.openapi_app import described_app  # noqa: PLC0415

    with described_app() as app:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(app.openapi())).decode() + "\n")


if __name__ == "__main__":
    main()
