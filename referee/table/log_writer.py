"""What is decided goes to the log first, and only then counts and is told.

While the disk refuses, the log keeps events in memory (`store/buffered_log.py`), the game goes on,
and everybody is told that it is not saved.

Mistakes are corrected in the same way: undo, change a reading, change the culprit. The log is never
edited.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from referee.clock import Clock
from referee.events import Envelope
from referee.games.base import Accepted, Action, AnyGame, AnyState, Event, Refused, fold
from referee.games.reports import ReportDice, ReportFall
from referee.table.archive import Archive
from referee.table.history import Acted, By, History, LiveAction, Undone, Why
from referee.table.orders import ChangeCulpritOrder, ChangeReadingOrder, UndoOrder
from referee.table.sentences import RefusalSentence, Sentence, Speech


@dataclass(frozen=True, slots=True)
class KeptAction:
    """An action that is recorded again, with the events it means now."""

    acted: Acted
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """Go back to the event `to`, then record these actions again."""

    to: int
    why: Why
    actions: tuple[KeptAction, ...]
    said: Sentence


@dataclass(frozen=True, slots=True)
class CannotCorrect:
    """The correction cannot be made."""

    why: Speech


def correction_for(
    game: AnyGame, history: History, order: UndoOrder | ChangeReadingOrder | ChangeCulpritOrder
) -> Correction | CannotCorrect:
    """How the log goes on to correct this mistake."""
    match order:
        case UndoOrder():
            return _undone(history, order.seq)
        case ChangeReadingOrder():
            return _changed(game, history, order.seq, _reread(history, order), Why.READING)
        case ChangeCulpritOrder():
            return _changed(game, history, order.seq, ReportFall(order.culprit), Why.CULPRIT)


def _reread(history: History, order: ChangeReadingOrder) -> ReportDice:
    """The roll as it was; the dice that were not thrown again stay."""
    wrong = history.action_at(order.seq)
    roll = None if wrong is None else wrong.action
    return ReportDice(order.faces, roll.stayed if isinstance(roll, ReportDice) else ())


def _undone(history: History, seq: int | None) -> Correction | CannotCorrect:
    actions = history.actions
    if not actions:
        return CannotCorrect(Sentence("umpire-nothing-to-undo"))
    first = actions[-1] if seq is None else history.action_at(seq)
    if first is None:
        return CannotCorrect(Sentence("umpire-no-such-action"))
    count = len(history.actions_from(first.seq))
    return Correction(first.seq - 1, Why.UNDO, (), Sentence("umpire-undone", {"count": count}))


def _changed(
    game: AnyGame, history: History, seq: int, action: Action, why: Why
) -> Correction | CannotCorrect:
    wrong = history.action_at(seq)
    if wrong is None or type(wrong.action) is not type(action):
        return CannotCorrect(Sentence("umpire-no-such-action"))
    ruling = game.judge(wrong.before, action)
    if isinstance(ruling, Refused):
        return CannotCorrect(RefusalSentence(game.name, ruling, game.card_names(wrong.before)))
    first = KeptAction(_acted(action, By.PERSON, wrong.evidence), ruling.events)
    later = history.actions_from(seq)[1:]
    changed = _changed_faces(wrong.action, action)
    kept = _still_true(game, fold(game, ruling.events, wrong.before), later, changed)
    dropped = len(later) - len(kept)
    said = Sentence(f"umpire-changed-{why}", {"dropped": dropped})
    return Correction(wrong.seq - 1, why, (first, *kept), said)


Changed = Sequence[tuple[str, str]]
"""Faces that were read, each with what it really was."""


def _changed_faces(wrong: Action, right: Action) -> Changed:
    if not (isinstance(wrong, ReportDice) and isinstance(right, ReportDice)):
        return ()
    pairs = zip(wrong.faces, right.faces, strict=False)
    return [(before, now) for before, now in pairs if before != now]


def _still_true(
    game: AnyGame, state: AnyState | None, later: Sequence[LiveAction], changed: Changed
) -> tuple[KeptAction, ...]:
    """The actions after a correction that the rules still allow, up to the first they do not."""
    kept = []
    for each in later:
        action, ruling = each.action, game.judge(state, each.action)
        if isinstance(action, ReportDice) and isinstance(ruling, Refused):
            # The die that was read wrongly lay there still.
            action = _with_changed(action, changed)
            ruling = game.judge(state, action)
        if not isinstance(ruling, Accepted):
            break
        kept.append(KeptAction(_acted(action, each.by, each.evidence), ruling.events))
        state = fold(game, ruling.events, state)
    return tuple(kept)


def _with_changed(report: ReportDice, changed: Changed) -> ReportDice:
    stayed = list(report.stayed)
    for before, now in changed:
        if before in stayed:
            stayed[stayed.index(before)] = now
    return ReportDice(report.faces, tuple(stayed))


def _acted(action: Action, by: By, evidence: tuple[str, ...]) -> Acted:
    return Acted(msgspec.to_builtins(action), by, evidence)


Entry = tuple[Event, int | None]
"""An event, and the number of the entry that caused it."""


class LogWriter:
    """Writes one game; `complain` is told when the log fails and when it is back."""

    def __init__(
        self, history: History, archive: Archive, clock: Clock, complain: Callable[[Sentence], None]
    ) -> None:
        self._history = history
        self._archive = archive
        self._clock = clock
        self._complain = complain
        self._recorded: list[Envelope] = []
        self._began_s = clock.monotonic_s()

    def go_on(self, played_s: float) -> None:
        """The game was played for so long before."""
        self._began_s = self._clock.monotonic_s() - played_s

    @property
    def unsaved(self) -> str:
        """Why the game or its evidence is kept in memory only; "" if all is on the disk."""
        return self._archive.unsaved or self._archive.unkept

    def write(self, entries: Sequence[Entry]) -> None:
        """Append first, then publish; what waits for the disk is published as not saved."""
        at, entries = self._clock.now(), [(self._timed(event), cause) for event, cause in entries]
        first = self._history.seq + 1
        envelopes = [
            self._history.codec.envelop(event, seq=first + number, at=at, cause=cause)
            for number, (event, cause) in enumerate(entries)
        ]
        was_unsaved = self.unsaved
        self._archive.append(envelopes)
        for number, (event, _) in enumerate(entries):
            self._history.add(first + number, event)
        self._recorded.extend(envelopes)
        self.tell_keeping(was_unsaved)

    def _timed(self, event: Event) -> Event:
        if not isinstance(event, Acted):
            return event
        played_s = round(self._clock.monotonic_s() - self._began_s, 3)
        return msgspec.structs.replace(event, played_s=played_s)

    def record(
        self,
        action: Action,
        ruling: Accepted,
        by: By,
        evidence: tuple[str, ...],
        asked: tuple[str, ...] = (),
    ) -> None:
        """An action, and what follows from it; `asked` are faces that people gave."""
        seq = self._history.seq + 1
        acted = Acted(msgspec.to_builtins(action), by, evidence, asked=asked)
        self.write([(acted, None), *((event, seq) for event in ruling.events)])

    def correct(self, plan: Correction) -> None:
        """One transaction: what no longer counts, and what is still true after it."""
        entries: list[Entry] = [(Undone(plan.to, plan.why), None)]
        for kept in plan.actions:
            cause = self._history.seq + 1 + len(entries)
            entries.append((kept.acted, None))
            entries.extend((event, cause) for event in kept.events)
        self.write(entries)

    def write_finished_evidence(self, *, is_last: bool = False) -> None:
        """Evidence is kept beside the game; note what has become complete."""
        was_unsaved = self.unsaved
        finished = self._archive.finished(is_last=is_last)
        self.tell_keeping(was_unsaved)
        for kept in finished:
            self.write([(kept, None)])

    def take_recorded(self) -> tuple[Envelope, ...]:
        """What was written since the last time."""
        recorded = tuple(self._recorded)
        self._recorded.clear()
        return recorded

    def tell_keeping(self, was_unsaved: str) -> None:
        """Say what can no longer be written, or that all of it is again."""
        if self.unsaved and self.unsaved != was_unsaved:
            self._complain(Sentence(self.unsaved))
        elif was_unsaved and not self.unsaved:
            self._complain(Sentence("umpire-saved-again"))
