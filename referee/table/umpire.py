"""The umpire: the one writer of a game.

Facts from the devices, orders from people and the passing of time go in, one after another, from
one thread. What is decided is judged by the game, appended to the log, and only then published.

    umpire = Umpire(game, log, clock)
    umpire.begin(game.setup(names, options))
    umpire.take(fact); umpire.order(order); umpire.tick()
"""

from collections.abc import Callable, Sequence
from functools import partial

from referee.clock import Clock
from referee.events import Envelope
from referee.games.awaiting import AwaitDice, AwaitPlacement, AwaitReset, Piece
from referee.games.base import Action, AnyGame, AnyState, Event, Refused
from referee.games.reports import ReportPiece, ReportRemoval, ReportReset
from referee.store.game_facts import live_envelopes, played_s
from referee.table.answered_faces import AnsweredDie, FaceLearner, LearnsNothing, rolls_of
from referee.table.archive import Archive
from referee.table.device_troubles import DeviceTroubles
from referee.table.facts import (
    Device,
    DeviceBack,
    DeviceTrouble,
    Fact,
    PlateLevel,
    TrayChanged,
    TrayRead,
)
from referee.table.history import By, History
from referee.table.log_writer import CannotCorrect, LogWriter, correction_for
from referee.table.orders import (
    AnswerOrder,
    ChangeCulpritOrder,
    ChangeReadingOrder,
    GoByHandOrder,
    Order,
    Reply,
    UndoOrder,
)
from referee.table.plate import LIGHTEST_G, PieceWeights, PlateLedger
from referee.table.prompts import prompt
from referee.table.sentences import (
    EventSentence,
    RefusalSentence,
    Sentence,
    Speech,
    Told,
    Topic,
)
from referee.table.states.base import UmpireState
from referee.table.states.countdown import CountingDown
from referee.table.states.next_state import state_for
from referee.table.states.people import Troubled
from referee.table.states.standing_tower import Checking
from referee.table.tray_memory import TrayMemory
from referee.table.updates import Countdown, Listener, Listeners, Snapshot, Update
from referee.touch.pieces import PieceMass, pieces_felt
from referee.touch.verdicts import TouchVerdict, decided

_ABOUT_THE_PLATE = (ReportPiece, ReportRemoval, ReportReset)

_FROZEN_S = 1.0
"""Ticks come a hundred times a second; after such a gap the program stood still. Chosen by hand:
with less a slow write to the disk would restart the formula, with more a word of it would go
unwatched."""

ExpectDice = Callable[[str, int | None], None]
CountAs = Callable[[float, float], bool]
"""What weighed the second counts as the first from now on; False if it cannot be."""


class Umpire:
    """Referees one game. All calls come from one thread."""

    def __init__(
        self,
        game: AnyGame,
        archive: Archive,
        clock: Clock,
        *,
        devices: Sequence[Device] = (),
        countdown_s: float | None = None,
        measured: Sequence[PieceMass] = (),
        expect_dice: ExpectDice = lambda _kind, _count: None,
        count_as: CountAs = lambda _grams, _seen_g: True,
        learner: FaceLearner | None = None,
    ) -> None:
        self.game = game
        self.countdown_s = countdown_s
        self.weights = PieceWeights(pieces_felt(measured, game))
        self.ledger = PlateLedger()
        self.tray = TrayMemory()
        self.names: tuple[str, ...] = ()
        self._history = History(game)
        self._archive = archive
        self._clock = clock
        self._log_writer = LogWriter(
            self._history, archive, clock, partial(self.tell, Topic.TROUBLE)
        )
        self._troubles = DeviceTroubles(devices)
        self._expect_dice = expect_dice
        self._count_as = count_as
        self._learner: FaceLearner = learner or LearnsNothing()
        self._umpire_state: UmpireState = state_for(None)
        self._listeners: Listeners[Update] = Listeners()
        self._ticked_s: float | None = None
        self._questions = 0
        self._change = 0
        self._told: list[Told] = []
        self._why_not: Speech | None = None

    # What a state may use.

    @property
    def now_s(self) -> float:
        """The table's time."""
        return self._clock.monotonic_s()

    @property
    def state(self) -> AnyState | None:
        """Where the game stands."""
        return self._history.state

    @property
    def history(self) -> History:
        """What counts of this game."""
        return self._history

    @property
    def umpire_state(self) -> UmpireState:
        """What the umpire is doing."""
        return self._umpire_state

    def has(self, device: Device) -> bool:
        """Whether this device can be relied on now."""
        return self._troubles.works(device)

    def tell(self, topic: Topic, speech: Speech) -> None:
        """Say something to everybody."""
        self._told.append(Told(self.now_s, topic, speech))

    def refuse(self, speech: Speech) -> None:
        """Say no."""
        self._why_not = speech
        self.tell(Topic.REFUSAL, speech)

    def question_number(self) -> int:
        """A number no question had before."""
        self._questions += 1
        return self._questions

    def expect_dice(self, kind: str, count: int | None) -> None:
        """Tell the eye what will lie in the tray."""
        self._expect_dice(kind, count)

    @property
    def due_on_plate(self) -> tuple[Piece, ...]:
        """What should lie on the plate now."""
        waiting = self.game.awaiting(self.state)
        return waiting.expected if isinstance(waiting, AwaitReset) else self._tower

    @property
    def _tower(self) -> tuple[Piece, ...]:
        return self.game.standing(self.state)

    def trust_plate(self, pieces: Sequence[Piece], level: PlateLevel) -> None:
        """Exactly these pieces lie there: the scale counts from them on."""
        self._count_as(self.weights.mass_g(pieces), level.grams)

    def keep_evidence(self, at_s: float, about: str) -> tuple[str, ...]:
        """Keep picture and curve of the time around this."""
        return self._archive.keep_evidence(at_s, about, self._history.seq)

    def learn_fall(self, evidence: tuple[str, ...], answer: str) -> None:
        """Keep what was felt with what people said of it, if the operator lets the table learn."""
        for name in evidence if self._learner.is_on else ():
            self._archive.keep_answer(name, answer)

    def keep_picture(self, about: str, jpeg: bytes) -> tuple[str, ...]:
        """Keep a picture of what was read."""
        was_unsaved = self._log_writer.unsaved
        names = self._archive.keep_picture(about, jpeg, self._history.seq)
        self._log_writer.tell_keeping(was_unsaved)
        return names

    def act(
        self,
        action: Action,
        by: By,
        evidence: tuple[str, ...] = (),
        answered: Sequence[AnsweredDie] = (),
    ) -> UmpireState:
        """Judge and record an action; the state that follows, or the present one if refused."""
        ruling = self.game.judge(self.state, action)
        if isinstance(ruling, Refused):
            card_names = self.game.card_names(self.state)
            self.refuse(RefusalSentence(self.game.name, ruling, card_names))
            return self._umpire_state
        waiting = self.game.awaiting(self.state)
        was_placing = isinstance(waiting, AwaitPlacement)
        self._log_writer.record(action, ruling, by, evidence, tuple(each.face for each in answered))
        if answered and evidence and isinstance(waiting, AwaitDice):
            self._learner.answered(waiting.kind, evidence[0], answered)
        self._announce(ruling.events)
        if not was_placing:
            # Dice that went back to the box before the building began are on no tower.
            self.tray.taken = ()
        if by is By.PERSON and isinstance(action, _ABOUT_THE_PLATE):
            self.ledger.doubt()
        return self.follow()

    def follow(self) -> UmpireState:
        """The state in which the umpire waits for what the game waits for."""
        return state_for(self.game.awaiting(self.state))

    # What the table calls.

    def listen(self, listener: Listener) -> None:
        """Be told of everything from now on; listeners return at once."""
        self._listeners.add(listener)

    def begin(self, setup: Sequence[Event]) -> None:
        """Begin a new game with the events of its setup."""
        self._log_writer.write([(event, None) for event in setup])
        self._seat_players()
        self._announce(setup)
        self._move(Checking(self.follow()))
        self._publish()

    def resume(self, envelopes: Sequence[Envelope]) -> None:
        """Go on with a game from its log; the plate is compared with it first."""
        self._history.replay(envelopes)
        self._log_writer.go_on(played_s(self.game, live_envelopes(envelopes)))
        self._seat_players()
        self.tell(Topic.PROMPT, Sentence("umpire-resumed", {"game": self.game.title}))
        self._move(Checking(self.follow(), is_after_gap=True))
        self._publish()

    def take(self, fact: Fact) -> None:
        """A device noticed something."""
        match fact:
            case DeviceTrouble():
                self._fail(fact)
            case DeviceBack():
                self._come_back(fact)
            case _:
                self._perceive(fact)
        self._publish()

    def order(self, order: Order, seen: int | None = None) -> Reply:
        """Somebody says something; `seen` is the `seq` they had before their eyes."""
        self._why_not = None
        if seen is not None and seen != self._history.seq:
            self.refuse(Sentence("umpire-stale"))
        else:
            self._obey(order)
        self._publish()
        return Reply(self._history.seq, self._why_not)

    def tick(self) -> None:
        """Time has passed."""
        if self._has_been_frozen():
            self._move(self._umpire_state.thawed(self))
        self._move(self._umpire_state.tick(self))
        self._log_writer.write_finished_evidence()
        self._publish()

    def _has_been_frozen(self) -> bool:
        """Whether so much time passed since the last tick that nobody can have watched."""
        before_s, self._ticked_s = self._ticked_s, self.now_s
        return before_s is not None and self.now_s - before_s > _FROZEN_S

    def leave(self) -> None:
        """The game is put aside; what is still being kept of it is written."""
        self._log_writer.write_finished_evidence(is_last=True)

    def snapshot(self) -> Snapshot:
        """All that can be seen of the table now."""
        waiting, state = self.game.awaiting(self.state), self.state
        return Snapshot(
            seq=self._history.seq,
            change=self._change,
            now_s=self.now_s,
            game=self.game.name,
            names=self.names,
            state=self.state,
            view=self.game.view(self.state, None),
            awaiting=waiting,
            umpire_state=self._umpire_state.name,
            seat=self._umpire_state.seat,
            prompt=None if waiting is None else prompt(self.game, state, waiting, self.names),
            question=self._umpire_state.question,
            countdown=self._countdown(),
            troubles=self._troubles.listed(),
            can_undo=bool(self._history.actions),
            outcome=self.game.outcome(self.state),
            needs=self._umpire_state.needs,
            works=frozenset(filter(self.has, Device)),
            unsaved=self._log_writer.unsaved,
        )

    # The parts of it.

    def _seat_players(self) -> None:
        self.names = self.game.seats(self.state)

    def _countdown(self) -> Countdown | None:
        state = self._umpire_state
        if not isinstance(state, CountingDown) or state.began_s is None:
            return None
        return Countdown(state.said, state.began_s, state.began_s + state.duration_s(self))

    def _perceive(self, fact: Fact) -> None:
        match fact:
            case TrayRead():
                self.tray.see(fact)
            case TrayChanged():
                self.tray.stir(fact.phase)
            case TouchVerdict():
                fact = decided(fact, self._umpire_state.fall_odds(self, fact))
                self.ledger.change(fact)
            case PlateLevel():
                tower, weights = self._tower, self.weights
                self.ledger.settle(fact.grams, weights.mass_g(tower), weights.tolerance_g(tower))
                if abs(fact.grams) < LIGHTEST_G and not self.due_on_plate:
                    self.trust_plate((), fact)
        self._move(self._umpire_state.fact(self, fact))

    def _fail(self, trouble: DeviceTrouble) -> None:
        if not self._troubles.add(trouble):
            return
        for message in trouble.sentences[:1]:
            self.tell(Topic.TROUBLE, Sentence(message, trouble.words))
        if self._umpire_state.needs is trouble.device:
            self.tell(Topic.TROUBLE, Sentence("umpire-paused"))
            self._move(Troubled(self._umpire_state, trouble.device))

    def _come_back(self, back: DeviceBack) -> None:
        if self._troubles.remove(back.device):
            self.tell(Topic.TROUBLE, Sentence(f"umpire-back-{back.device}"))
            self._move(self._umpire_state.returned(self, back.device))

    def _obey(self, order: Order) -> None:
        match order:
            case UndoOrder() | ChangeReadingOrder() | ChangeCulpritOrder():
                self._correct(order)
            case GoByHandOrder():
                self._troubles.go_by_hand(Device(order.device))
                self._move(self._umpire_state.order(self, order))
            case AnswerOrder():
                self._hear_answer(order)
            case _:
                self._move(self._umpire_state.order(self, order))

    def _hear_answer(self, answer: AnswerOrder) -> None:
        asked = self._umpire_state.question
        if asked is None or asked.number != answer.question:
            self.refuse(Sentence("umpire-stale"))
        elif not asked.allows(answer.value):
            self.refuse(Sentence("umpire-no-such-answer"))
        else:
            self._move(self._umpire_state.order(self, answer))

    def _correct(self, order: UndoOrder | ChangeReadingOrder | ChangeCulpritOrder) -> None:
        plan = correction_for(self.game, self._history, order)
        if isinstance(plan, CannotCorrect):
            self.refuse(plan.why)
            return
        before = rolls_of(self._history)
        self._log_writer.correct(plan)
        now = rolls_of(self._history)
        self._learner.taken_back({name for name, faces in before.items() if now.get(name) != faces})
        self.ledger.balance()
        self.tell(Topic.CORRECTION, plan.said)
        self._move(Checking(self.follow()))

    def _announce(self, events: Sequence[Event]) -> None:
        card_names = self.game.card_names(self.state)
        for event in events:
            public = self.game.disclose(event, None)
            self.tell(Topic.EVENT, EventSentence(self.game.name, public, self.names, card_names))

    def _move(self, following: UmpireState) -> None:
        while following is not self._umpire_state:
            self._umpire_state = self._paused(following)
            self._change += 1
            following = self._umpire_state.begin(self)

    def _paused(self, following: UmpireState) -> UmpireState:
        """A state whose device is in trouble waits for it, unless people go on by hand."""
        device = following.needs
        if device is None or not self._troubles.pauses(device):
            return following
        return Troubled(following, device)

    def _publish(self) -> None:
        recorded = self._log_writer.take_recorded()
        if not (self._told or recorded) and not self._has_changed():
            return
        update = Update(self._history.seq, self._change, recorded, tuple(self._told))
        self._told = []
        self._listeners.tell(update)

    def _has_changed(self) -> bool:
        changed = self._change != self._published_change
        self._published_change = self._change
        return changed

    _published_change = -1
