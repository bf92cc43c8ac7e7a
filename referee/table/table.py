"""The running table: senses in, umpire in the middle, voice and lamps out.

`step` does everything once and belongs to one thread: in real time a `TableThread` calls it some
hundred times a second; a simulation in lockstep calls it after each small step of its clock.
"""

import logging
from collections.abc import Callable, Sequence

import msgspec

from referee.clock import Clock
from referee.errors import InputError, Mistakes
from referee.events import JsonObject
from referee.games.base import Event, Options
from referee.games.parsing import parse_options
from referee.games.registry import find_game
from referee.store.game_log import GameLog
from referee.store.games import GameRecord
from referee.store.store import Store
from referee.store.troubles import StoreError
from referee.table.announcing.announcer import Announcer
from referee.table.answered_faces import FaceLearner
from referee.table.archive import StoreArchive
from referee.table.evidence.recorder import EvidenceRecorder
from referee.table.facts import Device, Fact, PlateLevel, TrayRead
from referee.table.orders import Order, Reply
from referee.table.plate import LIGHTEST_G
from referee.table.recorded_games import RecordedGames
from referee.table.sentences import Sentence, Told, Topic, Word
from referee.table.umpire import CountAs, ExpectDice, Umpire
from referee.table.updates import Listener, Listeners, Snapshot, Update
from referee.touch.pieces import PieceMass

Sense = Callable[[], Sequence[Fact]]
"""What was perceived since the last call; never waits."""

_NOTE_AGAIN_S = 5.0
"""When the disk refused, the end of a game is entered again after so long, as the log is."""
_FRESH_S = 1.5
"""A plate at rest is told twice a second; three that are missing mean that it is touched."""
_log = logging.getLogger(__name__)


class Table:
    """One table with its devices; plays one game after another."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        senses: Sequence[Sense] = (),
        devices: Sequence[Device] = (),
        announcer: Announcer | None = None,
        countdown_s: float | None = None,
        measured: Sequence[PieceMass] = (),
        expect_dice: ExpectDice = lambda _kind, _count: None,
        expect_pieces: Callable[[tuple[PieceMass, ...]], None] = lambda _pieces: None,
        count_as: CountAs = lambda _grams, _seen_g: False,
        evidence: EvidenceRecorder | None = None,
        learner: FaceLearner | None = None,
    ) -> None:
        self.store = store
        self.recorded = RecordedGames(store)
        self.clock = clock
        self._countdown_s = countdown_s
        self._senses = tuple(senses)
        self._devices = tuple(devices)
        self._announcer = announcer
        self._measured = tuple(measured)
        self._expect_dice = expect_dice
        self._expect_pieces = expect_pieces
        self._count_as = count_as
        self._learner = learner
        self._level: PlateLevel | None = None
        self.last_tray: TrayRead | None = None
        """The dice that were read last, also while no game is played."""
        self._evidence = evidence
        self._listeners: Listeners[Update] = Listeners()
        if announcer is not None:
            self._listeners.add(lambda update: _announce(announcer, update))
        self._mistakes = Mistakes(_log, "A part of the table stumbled; the others go on.")
        self._umpire: Umpire | None = None
        self._archive: StoreArchive | None = None
        self._game_id: int | None = None
        self._is_ended = False
        self.is_dark = False
        """Whether the table's own screen is dark, because nobody is there."""
        self._note_again_s = 0.0

    @property
    def umpire(self) -> Umpire | None:
        """Who referees the game under way, if there is one."""
        return self._umpire

    @property
    def game_id(self) -> int | None:
        """The game under way."""
        return self._game_id

    def listen(self, listener: Listener) -> None:
        """Be told of everything in this and all later games."""
        self._listeners.add(listener)

    def begin_game(
        self,
        name: str,
        seats: Sequence[str],
        options: Options,
        *,
        player_ids: Sequence[int | None] | None = None,
    ) -> int:
        """Begin a game; its id. A game under way stays unfinished and can be resumed."""
        game = find_game(name)
        setup = game.setup(tuple(seats), options)
        agreed: JsonObject = msgspec.to_builtins(options)
        # If no new game can be written, the one under way stays.
        log = self.store.begin_game(game.name, seats, player_ids=player_ids, options=agreed)
        self.leave_game()
        self._open(name, log.game_id, self._archive_of(log)).begin(setup)
        return log.game_id

    def resume_game(self, game_id: int) -> None:
        """Go on with a game from the log, unless it is another table's or damaged.

        If that fails, the game under way stays under way.
        """
        if game_id == self._game_id:
            return
        record = self.store.own_game(game_id)
        envelopes = self.recorded.read(game_id).envelopes
        before = self._umpire, self._archive, self._game_id, self._is_ended
        archive = self._archive_of(self.store.open_game(game_id))
        try:
            umpire = self._open(record.game, game_id, archive)
            self._is_ended = record.ended_at is not None
            if envelopes:
                umpire.resume(envelopes)
            else:
                # The power went after the game was entered and before its setup was written.
                umpire.begin(_setup_of(record))
        except Exception:
            archive.close()
            self._umpire, self._archive, self._game_id, self._is_ended = before
            if self._umpire is not None:
                self._expect_pieces(self._umpire.weights.pieces)
            raise
        _put_aside(*before[:2])

    def leave_game(self) -> None:
        """Put the game under way aside; its log stays."""
        left = self._umpire, self._archive
        self._umpire = self._archive = self._game_id = None
        _put_aside(*left)
        # Between games the camera is tried out with the dice that everybody has.
        self._expect_dice("pips", None)

    def order(self, order: Order, seen: int | None = None) -> Reply:
        """Somebody says something about the game under way."""
        if self._umpire is None:
            raise InputError("No game is under way: begin one first.", message="twin-no-game")
        return self._umpire.order(order, seen)

    def tare(self) -> Sentence | None:
        """Count what lies on the plate as what should lie there; why not, if that is not so.

        Between games it should be bare. What came of it is said aloud.
        """
        why_not = self._taring()
        topic = Topic.HINT if why_not is None else Topic.REFUSAL
        self.say(topic, why_not or Sentence("table-tared"))
        return why_not

    def say(self, topic: Topic, sentence: Sentence) -> None:
        """Say something aloud, in a game or between two."""
        if self._umpire is not None:
            self._umpire.tell(topic, sentence)
        elif self._announcer is not None:
            self._announcer.tell(Told(self.clock.monotonic_s(), topic, sentence))

    def _taring(self) -> Sentence | None:
        umpire, level = self._umpire, self._level
        if level is None or self.clock.monotonic_s() - level.at_s > _FRESH_S:
            return Sentence("table-tare-restless")
        due_g = 0.0 if umpire is None else umpire.weights.mass_g(umpire.due_on_plate)
        off: dict[str, Word] = {"grams": round(abs(level.grams - due_g), 1)}
        if umpire is not None and not umpire.ledger.is_balanced:
            return Sentence("table-tare-unbalanced", off)
        # Between games nobody keeps the books: a piece that lies there must not become zero.
        if umpire is None and level.grams > LIGHTEST_G:
            return Sentence("table-tare-loaded", off)
        return None if self._count_as(due_g, level.grams) else Sentence("table-tare-far", off)

    def set_countdown(self, countdown_s: float | None) -> None:
        """Let the tower stand for so long from now on; None: as long as the game says."""
        self._countdown_s = countdown_s
        if self._umpire is not None:
            self._umpire.countdown_s = countdown_s

    def snapshot(self) -> Snapshot | None:
        """All that can be seen of the game under way."""
        return None if self._umpire is None else self._umpire.snapshot()

    def step(self) -> None:
        """Perceive, decide, speak; once."""
        for sense in self._senses:
            for fact in self._perceived(sense):
                self._remember(fact)
                if self._umpire is not None:
                    self._umpire.take(fact)
        if self._umpire is not None:
            self._umpire.tick()
            self._note_end()
        if self._announcer is not None:
            self._speak(self._announcer)

    def _remember(self, fact: Fact) -> None:
        """How plate and tray were left is true for the next game too."""
        match fact:
            case PlateLevel():
                self._level = fact
            case TrayRead():
                self.last_tray = fact
            case _:
                pass

    def _perceived(self, sense: Sense) -> Sequence[Fact]:
        """A panel that fails must not keep the table from the other senses."""
        try:
            return sense()
        except Exception as error:  # noqa: BLE001 - whatever it was
            self._mistakes.note(error)
            return ()

    def _speak(self, announcer: Announcer) -> None:
        try:
            announcer.tick(self.clock.monotonic_s())
        except Exception as error:  # noqa: BLE001 - a voice that fails stops no game
            self._mistakes.note(error)

    def close(self) -> None:
        """The table is no longer used."""
        self.leave_game()

    def _archive_of(self, log: GameLog) -> StoreArchive:
        return StoreArchive(self.store, log, self.clock, evidence=self._evidence)

    def _open(self, name: str, game_id: int, archive: StoreArchive) -> Umpire:
        self._archive, self._game_id, self._is_ended = archive, game_id, False
        self._umpire = Umpire(
            find_game(name),
            archive,
            self.clock,
            devices=self._devices,
            countdown_s=self._countdown_s,
            measured=self._measured,
            expect_dice=self._expect_dice,
            count_as=self._count_as,
            learner=self._learner,
        )
        self._umpire.listen(self._hear)
        self._expect_pieces(self._umpire.weights.pieces)
        if self.last_tray is not None:
            # The eye tells these dice again as soon as a roll is due.
            self._umpire.tray.see(self.last_tray)
        return self._umpire

    def _hear(self, update: Update) -> None:
        self._note_end()
        self._listeners.tell(update)

    def _note_end(self) -> None:
        """A game that is over is over in the list of games too; and again open if undone."""
        umpire, archive = self._umpire, self._archive
        if umpire is None or archive is None or archive.unsaved:
            return
        is_over = umpire.game.outcome(umpire.state) is not None
        if is_over != self._is_ended and self.clock.monotonic_s() >= self._note_again_s:
            self._enter_end(umpire)

    def _enter_end(self, umpire: Umpire) -> None:
        """Trouble with the disk is told by the log; here it only means to try again later."""
        outcome = umpire.game.outcome(umpire.state)
        game_id = self._game_id
        if game_id is None:
            return
        try:
            if outcome is None:
                self.store.reopen_game(game_id)
            else:
                self.store.end_game(game_id, outcome)
        except StoreError:
            self._note_again_s = self.clock.monotonic_s() + _NOTE_AGAIN_S
        else:
            self._is_ended = outcome is not None


def _put_aside(umpire: Umpire | None, archive: StoreArchive | None) -> None:
    """What is still being kept of the game is written, then its log is closed."""
    try:
        if umpire is not None:
            umpire.leave()
    finally:
        if archive is not None:
            archive.close()


def _announce(announcer: Announcer, update: Update) -> None:
    for told in update.told:
        announcer.tell(told)


def _setup_of(record: GameRecord) -> Sequence[Event]:
    game = find_game(record.game)
    return game.setup(record.seats, parse_options(game, record.options))
