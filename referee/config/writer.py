"""Writing a table profile: complete, readable, and never half: a power cut leaves old or new."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from referee.config.keys import MOVED_KEYS
from referee.config.reader import ProfileError, parse_table_profile
from referee.config.sections import TableProfile
from referee.events import JsonObject
from referee.store.durable_files import replace_file

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")
_HEAD = "# The profile of this table; docs/profile.md tells what each key means.\n"


def format_table_profile(profile: TableProfile) -> str:
    """The profile as TOML: every key that has a value, so that it stays what it is."""
    content = _without_moved(msgspec.to_builtins(profile))
    return _HEAD + "".join(_table("", content)).rstrip("\n") + "\n"


def write_table_profile(path: Path, profile: TableProfile) -> None:
    """Put the profile in the place of the old one, which is kept as `table.toml.previous`.

    What could not be read again is refused, and the file stays as it is.
    """
    text = format_table_profile(profile)
    if parse_table_profile(text, str(path)) != profile:
        raise ProfileError(str(path), "", "it would not be read back as it is written")
    target = path.resolve()
    try:
        # The address of a log may hold a password, so a new file is its owner's alone.
        mode = 0o600
        if target.exists():
            mode = target.stat().st_mode & 0o7777
            previous = target.with_name(f"{target.name}.previous")
            replace_file(previous, target.read_bytes(), mode=mode)
        replace_file(target, text.encode(), mode=mode)
    except OSError as error:
        reason = (error.strerror or "unwritable").lower()
        raise ProfileError(
            str(path), "", f"it cannot be written ({reason}): make room, or take another folder"
        ) from None


def _without_moved(content: JsonObject) -> JsonObject:
    for path in MOVED_KEYS:
        *parents, name = path.split(".")
        holder = content
        for parent in parents:
            holder = holder[parent]
        del holder[name]
    return content


def _table(path: str, content: JsonObject) -> Iterator[str]:
    """A table's own values first, then the tables inside it, as TOML wants it."""
    given = {name: value for name, value in content.items() if value is not None}
    for name, value in given.items():
        if not _is_nested(value):
            yield f"{_key(name)} = {_value(value)}\n"
    for name, value in given.items():
        if _is_nested(value):
            yield from _nested(f"{path}.{_key(name)}" if path else _key(name), value)


def _nested(path: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield f"\n[{path}]\n"
        yield from _table(path, value)
        return
    for item in value:
        yield f"\n[[{path}]]\n"
        yield from _table(path, item)


def _is_nested(value: Any) -> bool:
    is_list = isinstance(value, list | tuple)
    return isinstance(value, dict) or (is_list and any(isinstance(each, dict) for each in value))


def _key(name: str) -> str:
    return name if _BARE_KEY.match(name) else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    return repr(value)


def _text(text: str) -> str:
    # TOML escapes what JSON escapes, and one character more.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
