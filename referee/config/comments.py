"""Comments above the headers of a TOML file stay there, whatever is added to the section before.

For the library such a comment is the end of the section before, and a new key would come after it.
"""

import re
from collections.abc import MutableSequence, Sequence

from tomlkit import TOMLDocument, dumps
from tomlkit.items import AoT, Comment, Item, Key, Null, Table, Whitespace

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
