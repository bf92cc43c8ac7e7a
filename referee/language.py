"""The sentences for people: every word the referee says comes from Fluent files.

The rules speak in names (`pig`, `not-your-turn`, `dice-rolled`); this module turns them into a
language. The table's own words are in `locales/CODE/*.ftl`, those of a game in its folder,
`words/CODE.ftl`. What a language lacks is said in English. One catalogue serves the terminal, the
screen and the voice.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from fluent.runtime import FluentBundle, FluentResource

from referee.errors import InputError, RefereeError, Word
from referee.games.awaiting import Piece
from referee.games.base import Action, Event, Refused
from referee.games.naming import SEAT, kinds_named
from referee.games.registry import games

LOCALES = Path(__file__).parent / "locales"
FALLBACK = "en"
"""The language of whatever has no words in another."""

_log = logging.getLogger(__name__)

Words = Mapping[str, Word]


def languages() -> tuple[str, ...]:
    """The languages the referee speaks."""
    return tuple(sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()))


LanguageCode = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"^({'|'.join(languages())})\Z", description=f"one of {', '.join(languages())}"
    ),
]
"""In profiles, settings and requests: a language that the referee speaks."""


@cache
def language(code: str) -> Language:
    """The language of this code, `en` or `fr`; `fr_FR` means `fr`."""
    short = code.replace("-", "_").split("_")[0].lower()
    if short not in languages():
        raise InputError(f"{code!r} is not a language; choose one of {', '.join(languages())}.")
    return Language(short)


def word_files(code: str) -> Iterator[Path]:
    """All files of a language: the table's own, and one for each game that has it."""
    yield from sorted((LOCALES / code).glob("*.ftl"))
    for game in games().values():
        path = game.folder / "words" / f"{code}.ftl"
        if path.is_file():
            yield path
        elif code != FALLBACK:
            _log.warning("%s has no words in %r and speaks English there.", game.title, code)


@cache
def messages(code: str) -> Mapping[str, str]:
    """Every message of a language in Fluent's own form, by name; in English what it lacks.

    A game's messages begin with its name, and none takes the place of one of the table's own.
    """
    found = {} if code == FALLBACK else dict(messages(FALLBACK))
    prefixes = {game.folder / "words": f"{game.name}-" for game in games().values()}
    for path in reversed([*word_files(code)]):
        prefix = prefixes.get(path.parent, "")
        found |= {name: text for name, text in _read(path) if name.startswith(prefix)}
    return found


def _read(path: Path) -> Iterator[tuple[str, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        _log.warning("The words in %s cannot be read (%s): save it as UTF-8.", path, error)
        return
    yield from ((match["name"], match[0]) for match in _MESSAGE.finditer(text))


# A message begins at the start of a line and goes on over the lines that are set in.
_MESSAGE = re.compile(r"^(?P<name>-?[a-zA-Z][\w-]*) *=.*(?:\n(?:[ \t}].*)?)*", re.MULTILINE)


_REFERENCE = re.compile(r"\{\s*(-?[a-zA-Z][\w-]*)")


class Language:
    """One language with all its sentences."""

    names = "a"
    """Whose names the things of a game have, where its editions print different ones."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._bundle = FluentBundle([code], use_isolating=False)
        self._known: set[str] = set()

    def with_names(self, names: str) -> Language:
        """The same language with the names that another edition prints."""
        if names == self.names:
            return self
        other = copy(self)
        other.names = names
        return other

    def has(self, message: str) -> bool:
        """Whether there is a sentence of this name."""
        self._learn(message)
        return self._bundle.has_message(message)

    def _learn(self, message: str) -> None:
        """Parse a sentence when it is first needed: all of them take a third of a start."""
        text = messages(self.code).get(message, "")
        if message in self._known or not text:
            return
        # Other threads rely on what is known, so what it refers to comes first.
        for other in _REFERENCE.findall(text):
            if other != message:
                self._learn(other)
        self._bundle.add_resource(FluentResource(text))
        self._known.add(message)

    def say(self, message: str, **words: Word) -> str:
        """The sentence of this name with its words filled in; of several words, one or another.

        A sentence of a game that is missing or wrong must not stop the table.
        """
        try:
            return self.say_exactly(message, words)
        except LookupError as error:
            game = next((name for name in games() if message.startswith(f"{name}-")), None)
            if game is None:
                raise
            _note_gap(str(error))
            name = message.removeprefix(f"{game}-").partition("-")[2].replace("-", " ")
            return " ".join((name, *map(str, words.values())))

    def say_exactly(self, message: str, words: Words) -> str:
        """The same; a `LookupError` says what is wrong with the sentence."""
        self._learn(message)
        found = self._bundle.get_message(message)
        if found.value is None:
            raise LookupError(f"The message {message} has no text in {self.code}.")
        readable = {key: self._readable(word) for key, word in words.items()}
        text, problems = self._bundle.format_pattern(found.value, readable)
        if problems:
            raise LookupError(f"{message} in {self.code}: {problems[0]}")
        return str(text)

    def error(self, error: Exception) -> str:
        """What went wrong, in this language if the error knows how."""
        if isinstance(error, RefereeError) and error.message:
            return self.say(error.message, **error.words)
        return str(error)

    def refusal(self, game: str, refused: Refused) -> str:
        """Why the referee said no."""
        details = self._translated(game, refused.details)
        return self.say(f"{game}-refuse-{refused.reason}", **details)

    def event(self, game: str, event: Event, names: Sequence[str]) -> str | None:
        """What happened; None for events that need no words."""
        message = f"{game}-event-{event.__struct_config__.tag}"
        return self.say(message, **self._words(game, event, names)) if self.has(message) else None

    def action(self, game: str, action: Action, names: Sequence[str]) -> str:
        """What a player may choose, as a label."""
        message = f"{game}-action-{action.__struct_config__.tag}"
        return self.say(message, **self._words(game, action, names))

    def report(self, game: str, action: Action, names: Sequence[str]) -> str:
        """What somebody did or the table reported, in a few words."""
        name = str(action.__struct_config__.tag)
        is_choice = self.has(f"{game}-action-{name}") or not self.has(name)
        return self.action(game, action, names) if is_choice else self.say(name)

    def prompt(self, game: str, prompt: str, **words: str | int | float) -> str:
        """The question behind an `AwaitChoice`."""
        return self.say(f"{game}-choose-{prompt}", **words)

    def term(self, game: str, kind: str, name: str) -> str:
        """The word for a thing of the game, such as its `face` `eye`; the bare name if none."""
        message = f"{game}-{kind}-{name}"
        return self.say(message, names=self.names) if self.has(message) else name

    def listing(self, items: Sequence[str], joint: str = "and") -> str:
        """`a, b and c`, or with another joint `a, b or c`."""
        if len(items) < 2:
            return "".join(items)
        return self.say(f"list-{joint}", first=", ".join(items[:-1]), last=items[-1])

    def _words(self, game: str, value: msgspec.Struct, names: Sequence[str]) -> dict[str, Word]:
        """The fields of an action or event as words: seats by name, things by their names."""
        return {
            field: self._word(game, kind, getattr(value, field), names)
            for field, kind in kinds_named(type(value)).items()
        }

    def _word(self, game: str, kind: str, content: object, names: Sequence[str]) -> Word:
        if isinstance(content, tuple):
            items = [str(self._word(game, kind, each, names)) for each in content]
            return self.listing(items) or self.say("list-none")
        if isinstance(content, str):
            return self.term(game, kind, content)
        if kind == SEAT:
            return names[content] if isinstance(content, int) else self.say("nobody")
        if isinstance(content, Piece):
            return self.term(game, "piece", content.kind)
        if isinstance(content, int | float) and not isinstance(content, bool):
            return content
        return str(content).lower()

    def _translated(self, game: str, details: Words) -> dict[str, Word]:
        return {
            key: self.term(game, key, value) if isinstance(value, str) else value
            for key, value in details.items()
        }

    def _readable(self, word: Word) -> str | float:
        """Numbers that Fluent cannot format are only text; of several words, one or another."""
        if isinstance(word, tuple):
            return self.listing([str(each) for each in word], "or")
        is_huge = isinstance(word, int) and abs(word) > _LARGEST_NUMBER
        return str(word) if is_huge else word


# Chosen by hand: no score comes near it, and Fluent still formats it.
_LARGEST_NUMBER = 10**12


@cache
def _note_gap(gap: str) -> None:
    """Once, however often the table wants to say it."""
    _log.warning("A game lacks a sentence, and its bare name is said instead: %s", gap)
