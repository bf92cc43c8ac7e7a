"""Pictures of the last few readings and questions, for as long as a screen may ask for them."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

from referee.web.capture import Capture

_MOST_RESTS = 4
_MOST_QUESTIONS = 4

_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")


class PictureShelf:
    """Cut-outs of dice by rest, pictures of questions by number."""

    def __init__(self) -> None:
        self._cutouts: OrderedDict[int, tuple[bytes, ...]] = OrderedDict()
        self._questions: OrderedDict[int, bytes] = OrderedDict()
        self._game_id: int | None = None

    def keep(self, taken: Capture) -> None:
        """Keep what is shown now."""
        if taken.game_id != self._game_id:
            # Another game counts its rests and questions from the beginning.
            self._game_id = taken.game_id
            self._cutouts.clear()
            self._questions.clear()
        playing = taken.playing
        if playing is None:
            return
        cutouts = tuple(each.cutout_jpeg for each in playing.dice)
        _put(self._cutouts, playing.rest_number, cutouts, _MOST_RESTS)
        question = playing.snapshot.question
        if question is not None and question.picture_jpeg:
            _put(self._questions, question.number, question.picture_jpeg, _MOST_QUESTIONS)

    def cutout(self, rest: int, number: int) -> bytes | None:
        """The picture of one die."""
        cutouts = self._cutouts.get(rest, ())
        return (cutouts[number] or None) if 0 <= number < len(cutouts) else None

    def question(self, number: int) -> bytes | None:
        """The picture of a question."""
        return self._questions.get(number)


def _put(kept: OrderedDict[_Key, _Kept], key: _Key, value: _Kept, most: int) -> None:
    kept[key] = value
    while len(kept) > most:
        kept.popitem(last=False)
