"""Where the umpire keeps things: the log, and the evidence beside it, in memory or on a disk."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from referee.clock import Clock
from referee.events import Envelope
from referee.store.buffered_log import BufferedLog
from referee.store.evidence import EvidencePart
from referee.store.game_log import GameLog
from referee.store.store import Store
from referee.store.troubles import StoreError
from referee.table.evidence.recorder import EvidenceBundle, EvidenceRecorder
from referee.table.history import EvidenceKept


class Archive(Protocol):
    """Where the umpire's log and evidence go; only this reaches the store."""

    @property
    def unsaved(self) -> str:
        """The message that says why the game is not being saved; empty when it is."""

    @property
    def unkept(self) -> str:
        """The message that says that evidence cannot be written; empty when it can."""

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Keep these events, durably when it returns; trouble shows in `unsaved`."""

    def keep_evidence(self, at_s: float, about: str, seq: int) -> tuple[str, ...]:
        """Keep the pictures and curves around a time; the name under which they will be found.

        `seq` is the newest event so far.
        """

    def keep_picture(self, about: str, jpeg: bytes, seq: int) -> tuple[str, ...]:
        """Keep one picture."""

    def keep_answer(self, name: str, answer: str) -> None:
        """Keep what was felt around this evidence, and what people said that it was."""

    def finished(self, *, is_last: bool = False) -> Sequence[EvidenceKept]:
        """Evidence that is complete and on disk since the last call.

        The last call before the game is left waits for what is still being made.
        """


class MemoryArchive:
    """Keeps the log in memory and no evidence: for tests and for a table without a disk."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.unsaved = self.unkept = ""

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Keep these events."""
        self.envelopes.extend(envelopes)

    def keep_evidence(self, at_s: float, about: str, seq: int) -> tuple[str, ...]:
        """Nothing is kept."""
        return ()

    def keep_picture(self, about: str, jpeg: bytes, seq: int) -> tuple[str, ...]:
        """Nothing is kept."""
        return ()

    def keep_answer(self, name: str, answer: str) -> None:
        """Nothing is kept."""

    def finished(self, *, is_last: bool = False) -> Sequence[EvidenceKept]:
        """Nothing is ever complete."""
        return ()


_RETRY_S = 5.0
"""Chosen by hand: a full disk is no sooner emptied, and each try may hold up the table for a
while."""
_MOST_UNWRITTEN = 16
"""So much evidence waits in memory for a disk that takes it again; then the oldest is given up.
Chosen by hand: more than the falls of a game, and little beside the memory of the smallest Pi."""


class _EvidenceName(msgspec.Struct, frozen=True):
    """The name of evidence; `seq` was the newest event when it was made."""

    name: str
    about: str
    seq: int


class _Complete(msgspec.Struct, frozen=True, eq=False):
    """Evidence that can be written; `told` is the event that follows.

    With `is_more` files are added to evidence that is kept already.
    """

    name: _EvidenceName
    files: Mapping[str, EvidencePart]
    told: EvidenceKept | None = None
    is_more: bool = False


class StoreArchive:
    """Keeps one game. Trouble with the disk never stops it; `unsaved` says what is wrong."""

    def __init__(
        self,
        store: Store,
        log: GameLog,
        clock: Clock,
        *,
        evidence: EvidenceRecorder | None = None,
    ) -> None:
        self._store = store
        self._log = log
        self._clock = clock
        self._buffered_log = BufferedLog(log, clock)
        self._evidence = evidence
        self._named: dict[str, _EvidenceName] = {}
        self._waiting: deque[_Complete] = deque(maxlen=_MOST_UNWRITTEN)
        self._answers: dict[str, str] = {}
        self._traces: dict[str, bytes] = {}
        """What was felt around the newest evidence, until somebody says what it was."""
        self.unkept = ""
        self._retried_s = clock.monotonic_s()

    @property
    def unsaved(self) -> str:
        """The message that says why the game is not being saved; empty when it is."""
        save_state = self._buffered_log.save_state
        return "" if save_state.is_saved else save_state.message

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Keep these events, durably unless `unsaved` says otherwise."""
        self._buffered_log.append(envelopes)

    def keep_evidence(self, at_s: float, about: str, seq: int) -> tuple[str, ...]:
        """Keep the pictures and curves around a time, once they are complete."""
        if self._evidence is None or self._store.address.evidence is None:
            return ()
        named = self._new_name(about, seq)
        self._named[named.name] = named
        self._evidence.keep(named.name, at_s)
        return (named.name,)

    def keep_picture(self, about: str, jpeg: bytes, seq: int) -> tuple[str, ...]:
        """Keep one picture now."""
        if not jpeg or self.unsaved or self._store.address.evidence is None:
            return ()
        named = self._new_name(about, seq)
        self._waiting.append(_Complete(named, {"tray.jpg": EvidencePart("image/jpeg", jpeg)}))
        if not self.unkept:
            self._shelve()
        return (named.name,)

    def keep_answer(self, name: str, answer: str) -> None:
        """Keep trace and answer in two more files, once the evidence is complete."""
        self._answers[name] = answer

    def finished(self, *, is_last: bool = False) -> Sequence[EvidenceKept]:
        """Evidence that is complete and on disk since the last call."""
        self._buffered_log.check()
        is_due = self._retry() or is_last
        if self._evidence is not None:
            now_s = self._clock.monotonic_s()
            made = self._evidence.flush(now_s) if is_last else self._evidence.tick(now_s)
            complete = [_complete(self._named.pop(each.name), each) for each in made]
            self._traces |= {each.name: each.trace_csv for each in made}
            complete += self._answered()
            self._waiting.extend(complete)
            is_due = is_due or (bool(complete) and not self.unkept)
        return self._shelve() if is_due else ()

    def close(self) -> None:
        """Nothing more will be written; what waits in memory gets its last chance."""
        self._buffered_log.retry()
        self._log.close()

    def _answered(self) -> list[_Complete]:
        """What was said of evidence that is complete."""
        said = [name for name in self._answers if name in self._traces]
        more = [
            _Complete(
                _EvidenceName(name, "", 0),
                _answer_files(name, self._traces.pop(name), self._answers.pop(name)),
                is_more=True,
            )
            for name in said
        ]
        while len(self._traces) > _MOST_UNWRITTEN:
            self._traces.pop(next(iter(self._traces)))
        return more

    def _retry(self) -> bool:
        """Try again what failed, from time to time; whether evidence is due for it too."""
        now_s = self._clock.monotonic_s()
        if not (self.unsaved or self._waiting) or now_s - self._retried_s < _RETRY_S:
            return False
        self._retried_s = now_s
        self._buffered_log.retry()
        return True

    def _new_name(self, about: str, seq: int) -> _EvidenceName:
        return _EvidenceName(self._store.evidence.new_name(self._log.game_id, about), about, seq)

    def _shelve(self) -> Sequence[EvidenceKept]:
        """Write what waits, in its order; the game matters more, so trouble never stops it."""
        told: list[EvidenceKept] = []
        self.unkept = ""
        # Trouble with the log itself is told by the log.
        while self._waiting and not (self.unkept or self.unsaved):
            first = self._waiting[0]
            try:
                self._write(first)
            except StoreError:
                self.unkept = "store-trouble-evidence"
            else:
                self._waiting.popleft()
                told += [first.told] if first.told else []
        return told

    def _write(self, complete: _Complete) -> None:
        named, shelf = complete.name, self._store.evidence
        if complete.is_more:
            shelf.add(named.name, complete.files)
            return
        shelf.keep(self._log.game_id, named.seq, named.about, complete.files, name=named.name)


def _complete(named: _EvidenceName, bundle: EvidenceBundle) -> _Complete:
    told = EvidenceKept(named.name, named.about, bundle.began_s, bundle.ended_s)
    return _Complete(named, _files(bundle), told)


def _answer_files(name: str, trace: bytes, answer: str) -> dict[str, EvidencePart]:
    said = msgspec.json.encode({"evidence": name, "answer": answer})
    return {
        "trace.csv": EvidencePart("text/csv", trace),
        "answer.json": EvidencePart("application/json", said),
    }


def _files(bundle: EvidenceBundle) -> dict[str, EvidencePart]:
    times = {
        "clip_began_s": bundle.clip_began_s,
        "clip_hz": bundle.clip_hz,
        "began_s": bundle.began_s,
        "ended_s": bundle.ended_s,
    }
    files = {
        "curve.json": EvidencePart("application/json", bundle.curve_json),
        "times.json": EvidencePart("application/json", msgspec.json.encode(times)),
    }
    if bundle.clip_webm:
        files["clip.webm"] = EvidencePart("video/webm", bundle.clip_webm)
    return files
