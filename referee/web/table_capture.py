"""What is taken from the table in its own thread and handed over: all of it frozen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar
from zlib import crc32

from referee.events import Envelope
from referee.games.base import AnyGame
from referee.store.games import GameRecord
from referee.store.troubles import StoreError
from referee.table.history import EvidenceBook, LiveAction
from referee.table.sentences import Told
from referee.table.table import Table
from referee.table.tray_memory import TrayDie
from referee.table.updates import Snapshot, Update
from referee.web.shapes.table import ReplayState


@dataclass(frozen=True, slots=True)
class GameCapture:
    """The game under way."""

    game_id: int
    game: AnyGame
    snapshot: Snapshot
    actions: tuple[LiveAction, ...]
    replays: tuple[ReplayState, ...]
    dice: tuple[TrayDie, ...]
    rest_number: int


@dataclass(frozen=True, slots=True)
class TableCapture:
    """The table as it was seen; `playing` is None between games."""

    now_s: float
    playing: GameCapture | None
    is_dark: bool = False

    @property
    def game_id(self) -> int | None:
        """The game under way."""
        return None if self.playing is None else self.playing.game_id

    def is_like(self, other: TableCapture) -> bool:
        """Whether nothing changed but the time."""
        return _marks(self) == _marks(other)


def capture_table(table: Table) -> TableCapture:
    """Take what can be seen; called in the table's thread."""
    umpire, game_id = table.umpire, table.game_id
    now_s = table.clock.monotonic_s()
    if umpire is None or game_id is None:
        return TableCapture(now_s, None, table.is_dark)
    playing = GameCapture(
        game_id,
        umpire.game,
        umpire.snapshot(),
        umpire.history.actions,
        tuple(_replays(umpire.history.evidence)),
        umpire.tray.dice,
        umpire.tray.rest_number,
    )
    return TableCapture(now_s, playing, table.is_dark)


def _marks(capture: TableCapture) -> object:
    playing = capture.playing
    if playing is None:
        return capture.is_dark
    seen = playing.snapshot
    dice = tuple((each.die.face, each.die.certainty) for each in playing.dice)
    return (
        playing.game_id,
        capture.is_dark,
        seen.seq,
        seen.change,
        seen.troubles,
        seen.unsaved,
        dice,
        playing.rest_number,
        playing.replays,
    )


def _replays(book: EvidenceBook) -> Iterator[ReplayState]:
    """What was kept of the game, and by which action; `fall-17` is how older logs call a fall."""
    for kept in book.kept:
        about = kept.about.rstrip("0123456789").rstrip("-")
        yield ReplayState(kept.evidence, about, book.seq_of(kept.evidence))


@dataclass(frozen=True, slots=True)
class Handover:
    """The table now; `record` and the whole log come with the first handover of a game."""

    capture: TableCapture
    envelopes: tuple[Envelope, ...] = ()
    told: tuple[Told, ...] = ()
    is_new_game: bool = False
    record: GameRecord | None = None


class TableWatcher:
    """Lives in the table's thread and remembers which game it spoke of last."""

    def __init__(self) -> None:
        self._game_id: int | None = None
        self._capture: TableCapture | None = None

    def has_changed(self, table: Table) -> bool:
        """Whether there is something to hand over that the umpire did not speak of."""
        return self._capture is None or not capture_table(table).is_like(self._capture)

    def hand_over(self, table: Table, update: Update | None = None) -> Handover:
        """Everything since the last time."""
        self._capture = capture = capture_table(table)
        envelopes = update.envelopes if update else ()
        told = update.told if update else ()
        if capture.game_id == self._game_id:
            return Handover(capture, envelopes, told)
        self._game_id = capture.game_id
        if capture.game_id is None:
            return Handover(capture, is_new_game=True)
        record, logged = _from_log(table, capture.game_id)
        last = logged[-1].seq if logged else -1
        new = tuple(each for each in envelopes if each.seq > last)
        return Handover(capture, (*logged, *new), told, is_new_game=True, record=record)


def _from_log(table: Table, game_id: int) -> tuple[GameRecord | None, tuple[Envelope, ...]]:
    try:
        record = table.store.game(game_id)
        log = table.store.open_game(game_id)
        with log:
            return record, tuple(log.envelopes())
    except StoreError:
        # The game goes on without its log; the screens do too.
        return None, ()


_MOST_RESTS = 4
"""Chosen by hand: a page that is a roll or two behind still finds its pictures."""
_MOST_QUESTIONS = 4

_PictureKey = TypeVar("_PictureKey")
_Picture = TypeVar("_Picture")


def cutout_number(die: TrayDie) -> int:
    """Which picture of a rest shows this die, whatever its place among the dice is by now."""
    return crc32(die.cutout_jpeg) >> 1


class PictureCache:
    """Cut-outs of dice by rest and by what is on them, pictures of questions by number."""

    def __init__(self) -> None:
        self._cutouts: OrderedDict[int, dict[int, bytes]] = OrderedDict()
        self._questions: OrderedDict[int, bytes] = OrderedDict()
        self._game_id: int | None = None

    def keep(self, capture: TableCapture) -> None:
        """Keep what is shown now."""
        if capture.game_id != self._game_id:
            # Another game counts its rests and questions from the beginning.
            self._game_id = capture.game_id
            self._cutouts.clear()
            self._questions.clear()
        playing = capture.playing
        if playing is None:
            return
        cutouts = {cutout_number(each): each.cutout_jpeg for each in playing.dice}
        _put(self._cutouts, playing.rest_number, cutouts, _MOST_RESTS)
        question = playing.snapshot.question
        if question is not None and question.picture_jpeg:
            _put(self._questions, question.number, question.picture_jpeg, _MOST_QUESTIONS)

    def cutout(self, rest: int, number: int) -> bytes | None:
        """The picture of one die."""
        return self._cutouts.get(rest, {}).get(number) or None

    def question(self, number: int) -> bytes | None:
        """The picture of a question."""
        return self._questions.get(number)


def _put(
    kept: OrderedDict[_PictureKey, _Picture], key: _PictureKey, value: _Picture, most: int
) -> None:
    kept[key] = value
    while len(kept) > most:
        kept.popitem(last=False)
