#!/usr/bin/env python3
"""Writes the page's types from the OpenAPI document of the table, so that they cannot drift.

scripts/ui_types.py            writes referee/web/ui/src/lib/wire-types.ts
scripts/ui_types.py --check    says whether it would change, without writing
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.web.openapi import schemas

TYPES = Path(__file__).parents[1] / "referee/web/ui/src/lib/wire-types.ts"
_HEAD = "/** Made by scripts/ui_types.py from the OpenAPI document of the table: do not edit. */\n"
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

Schema = Mapping[str, Any]


def typescript(described: Mapping[str, Schema]) -> str:
    """One exported type for every schema, in alphabetical order."""
    found = {type_name(name): schema for name, schema in described.items()}
    parts = [f"export type {name} = {written(found[name])};\n" for name in sorted(found)]
    return "\n".join([_HEAD, *parts])


def type_name(schema_name: str) -> str:
    """`referee.games.spookies.view.SeatView` becomes `SpookiesSeatView`.

    >>> type_name("referee.games.magic_beanstalk.view.TableView")
    'MagicBeanstalkTableView'
    """
    *path, name = schema_name.split(".")
    if "games" not in path:
        return name
    game = path[path.index("games") + 1]
    return "".join(part.capitalize() for part in game.split("_")) + name


def written(schema: Schema) -> str:
    """The type of a schema as TypeScript writes it."""
    if "$ref" in schema:
        return type_name(str(schema["$ref"]).rsplit("/", 1)[-1])
    if "enum" in schema:
        return " | ".join(_constant(each) for each in schema["enum"])
    if "const" in schema:
        return _constant(schema["const"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(written(each) for each in schema[several]))
    return _of_kind(schema)


def _of_kind(schema: Schema) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(written({**schema, "type": each}) for each in kind)
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return _object(schema)
    return _PLAIN.get(str(kind), "unknown")


def _array(schema: Schema) -> str:
    if schema.get("prefixItems"):
        return f"[{', '.join(written(each) for each in schema['prefixItems'])}]"
    item = written(schema.get("items") or {})
    return f"({item})[]" if " " in item else f"{item}[]"


def _object(schema: Schema) -> str:
    fields = schema.get("properties")
    if not fields:
        value = schema.get("additionalProperties")
        return f"Record<string, {written(value) if isinstance(value, dict) else 'unknown'}>"
    required = set(schema.get("required", ()))
    lines = [
        f"  {name}{'' if name in required else '?'}: {_indented(written(field))};"
        for name, field in fields.items()
    ]
    return "\n".join(["{", *lines, "}"])


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def _constant(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def main(arguments: list[str]) -> int:
    """Write the file, or with --check only compare it."""
    text = typescript(schemas())
    is_same = TYPES.exists() and TYPES.read_text(encoding="utf-8") == text
    if "--check" in arguments:
        return 0 if is_same else 1
    if not is_same:
        TYPES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
