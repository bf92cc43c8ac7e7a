"""The errors that people see.

Each carries one plain sentence that says what is wrong and what to do next. The command line prints
that sentence and ends with the error's `exit_code`. A traceback is only for mistakes in the
program, which are plain Python errors and not part of this tree.

A refused action is not here: refusing is a ruling, and a ruling is a value.
"""

import logging
from collections.abc import Mapping
from typing import ClassVar

Word = str | int | float | tuple[str | int, ...]
"""What a sentence mentions; a tuple is a choice: `2 or 3`."""


class RefereeError(Exception):
    """Root of every error that is meant for people.

    `message` names the same sentence in the language files, and `words` are what it mentions.
    """

    exit_code: ClassVar[int] = 1
    message: str = ""
    words: Mapping[str, Word] = {}


class InputError(RefereeError, ValueError):
    """Somebody gave the referee something it cannot use."""

    exit_code: ClassVar[int] = 2

    def __init__(self, *sentence: object, message: str = "", **words: Word) -> None:
        super().__init__(*sentence)
        self.message = message
        self.words = words


class UnknownGameError(InputError):
    """There is no game of that name."""


class EditionError(InputError):
    """A file of a game's box has a mistake: which file, which key, what is wrong with it.

    `key` is empty when the whole file is meant.
    """

    def __init__(self, file: str, key: str, problem: str) -> None:
        # All three go to the base class, so that the error survives pickling between processes.
        super().__init__(file, key, problem)
        self.file = file
        self.key = key
        self.problem = problem

    def __str__(self) -> str:
        where = f"{self.file}, key {self.key!r}" if self.key else self.file
        return f"Please correct {where}: {self.problem.rstrip('.')}."


class CodecError(RefereeError, ValueError):
    """A recorded event cannot be read by this version of the program."""


class Mistakes:
    """Logs what nobody foresaw: once, however often the same happens again."""

    def __init__(self, log: logging.Logger, sentence: str) -> None:
        self._log = log
        self._sentence = sentence
        self._last = ""

    def note(self, error: BaseException) -> None:
        """This was raised and caught; whoever caught it goes on."""
        kind = f"{type(error).__name__}: {error}"
        if kind != self._last:
            self._log.error(self._sentence, exc_info=error)
        self._last = kind
