"""The rules of a game as people read them, from the folder `rules` of the game.

`rules/CODE.md` begins with the game in short. Then each rule has a heading with its id, and a
sentence or two:

    ## MB-30 Announcing the dice
    You say how many dice you roll: one of the numbers on your card.

Paragraphs and lists of one level are all the Markdown there is; other headings are only for
whoever reads the file itself. What has no text in a language is read in English, and a game
without such a folder has no rules to read.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from referee.games.base import AnyGame

_ENGLISH = "en"
_RULE = re.compile(r"^## (?P<id>[A-Z]+-\w+) +(?P<title>.+)$", re.MULTILINE)
_HEADING = re.compile(r"^#.*\n?", re.MULTILINE)


class Rule(msgspec.Struct, frozen=True):
    """One rule, or a ruling where the booklet is silent."""

    id: str
    title: str
    text: str


class Rulebook(msgspec.Struct, frozen=True):
    """A game in short, and its rules by id in the order of the file."""

    short: str = ""
    rules: Mapping[str, Rule] = {}


def rulebook(game: AnyGame, code: str) -> Rulebook:
    """The rules of a game in this language, where it has them, and else in English."""
    return _rulebook(game.folder / "rules", code)


# The files are part of the game, and never change while the program runs.
@cache
def _rulebook(folder: Path, code: str) -> Rulebook:
    own, english = _read(folder / f"{code}.md"), _read(folder / f"{_ENGLISH}.md")
    return Rulebook(own.short or english.short, {**english.rules, **own.rules})


def _read(path: Path) -> Rulebook:
    if not path.is_file():
        return Rulebook()
    # A wrong letter in a text of somebody else is no reason to show none.
    text = path.read_text(encoding="utf-8", errors="replace")
    found = list(_RULE.finditer(text))
    starts = [each.start() for each in found] + [len(text)]
    rules = (
        Rule(each["id"], each["title"].strip(), _plain(text[each.end() : end]))
        for each, end in zip(found, starts[1:], strict=True)
    )
    return Rulebook(_plain(text[: starts[0]]), {rule.id: rule for rule in rules})


def _plain(text: str) -> str:
    return _HEADING.sub("", text).strip()
