"""Writing a table profile: complete, in its maker's order with all comments, and never half."""

import re
from collections.abc import MutableMapping, MutableSequence, Sequence
from pathlib import Path

import msgspec
import tomlkit
from tomlkit import TOMLDocument, dumps
from tomlkit.items import AoT, Comment, Item, Key, Null, Table, Whitespace

from referee.config.keys import MOVED_KEYS
from referee.config.reader import ProfileError, parse_table_profile
from referee.config.sections import TableProfile
from referee.events import JsonObject
from referee.store.durable_files import PRIVATE, replace_file

_MARK = re.compile("\0([0-9]+)\0")
_Body = MutableSequence[tuple[Key | None, Item]]


class HeaderComments:
    """The comments of a document; marks at its headers keep their places while it is changed."""

    def __init__(self, document: TOMLDocument) -> None:
        self._comments: list[str] = []
        self._rest = self._lift(document.body)

    def text_of(self, document: TOMLDocument) -> str:
        """The changed document with the comments in it again."""
        text = _MARK.sub(lambda mark: self._comments[int(mark[1])], dumps(document))
        return text + self._rest

    def _lift(self, body: _Body, above: str = "") -> str:
        """Mark the headers in this body; what stands below the last section is left."""
        start = 0
        for place, (key, item) in enumerate(body):
            if isinstance(item, Table | AoT) and not (key and key.is_dotted()):
                above = self._lift_above(item, above + _text(body[start:place]))
                body[start:place] = [(None, Null())] * (place - start)
            if not isinstance(item, Comment | Whitespace):
                start = place + 1
        left = _text(body[start:])
        del body[start:]
        return above + left

    def _lift_above(self, item: Table | AoT, above: str) -> str:
        for section in item.body if isinstance(item, AoT) else [item]:
            if above and not section.is_super_table():
                section.trivia.indent = f"\0{len(self._comments)}\0{section.trivia.indent}"
                self._comments.append(above)
                above = ""
            above = self._lift(section.value.body, above)
        return above


def _text(items: Sequence[tuple[Key | None, Item]]) -> str:
    return "".join(item.as_string() for _, item in items)


_HEAD = "# The profile of this table; docs/profile.md tells what each key means.\n\n"
# A header straight below a value; what stands in a list of several lines ends with a comma.
_CROWDED_HEADER = re.compile(r"(?m)^(\S+ = .*[^,\[\n])\n(?=\[)")


def format_table_profile(profile: TableProfile, before: str = "") -> str:
    """The profile as TOML: every key that has a value, so that it stays what it is.

    Order and comments are those of the text `before`, whose values are replaced.
    """
    content = _content(profile)
    try:
        written = tomlkit.parse(before or _HEAD)
        comments = HeaderComments(written)
        _fill(written, content)
        text = _airy(comments.text_of(written))
        is_kept = parse_table_profile(text) == profile
    except Exception:  # noqa: BLE001 - whatever the library stumbles over, the values are kept
        is_kept = False
    return text if is_kept else _HEAD + _airy(tomlkit.dumps(content))


def write_table_profile(path: Path, profile: TableProfile) -> None:
    """Put the profile in the place of the old one, which is kept as `table.toml.previous`.

    What could not be read again is refused, and the file stays as it is.
    """
    target = path.resolve()
    try:
        # The address of a log may hold a password, so a new file is its owner's alone.
        mode, before = PRIVATE, b""
        if target.exists():
            mode, before = target.stat().st_mode & 0o7777, target.read_bytes()
        text = format_table_profile(profile, before.decode("utf-8-sig", "replace"))
        if parse_table_profile(text, str(path)) != profile:
            raise ProfileError(str(path), "", "it would not be read back as it is written")
        if before:
            replace_file(target.with_name(f"{target.name}.previous"), before, mode=mode)
        replace_file(target, text.encode(), mode=mode)
    except OSError as error:
        reason = (error.strerror or "unwritable").lower()
        raise ProfileError(
            str(path), "", f"it cannot be written ({reason}): make room, or take another folder"
        ) from None


def _airy(text: str) -> str:
    return _CROWDED_HEADER.sub(r"\1\n\n", text)


def _content(profile: TableProfile) -> JsonObject:
    content: JsonObject = msgspec.json.decode(msgspec.json.encode(profile))
    for path in MOVED_KEYS:
        *parents, name = path.split(".")
        holder = content
        for parent in parents:
            holder = holder[parent]
        del holder[name]
    return {name: _given(section) for name, section in content.items()}


def _given(value: object) -> object:
    """The value without what is left out inside it."""
    if isinstance(value, dict):
        return {name: _given(each) for name, each in value.items() if each is not None}
    return list(map(_given, value)) if isinstance(value, list) else value


def _fill(written: MutableMapping[str, object], content: JsonObject) -> None:
    """Change what differs and leave the rest as somebody wrote it."""
    for name in [name for name in written if name not in content]:
        del written[name]
    for name, value in content.items():
        inside = written.get(name)
        if isinstance(value, dict) and isinstance(inside, MutableMapping):
            _fill(inside, value)
        elif isinstance(inside, AoT) and len(inside) == len(value):
            for each, new in zip(inside, value, strict=True):
                _fill(each, new)
        elif inside != value:
            written[name] = value
