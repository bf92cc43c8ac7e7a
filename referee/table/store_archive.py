"""The umpire's pen and drawer on a real disk: the log through its keeper, evidence on the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.clock import Clock
from referee.events import Envelope
from referee.store.evidence import EvidencePart
from referee.store.keeper import LogKeeper
from referee.store.log import GameLog
from referee.store.store import Store
from referee.store.troubles import StoreError
from referee.table.evidence.keeper import EvidenceBundle, EvidenceKeeper
from referee.table.records import EvidenceKept

_RETRY_S = 5.0


class StoreArchive:
    """Keeps one game. Trouble with the disk never stops it; `unsaved` says what is wrong."""

    def __init__(
        self,
        store: Store,
        log: GameLog,
        clock: Clock,
        *,
        evidence: EvidenceKeeper | None = None,
        keeps_pictures: bool = True,
    ) -> None:
        self._store = store
        self._log = log
        self._clock = clock
        self._keeper = LogKeeper(log, clock)
        self._evidence = evidence
        self._keeps_pictures = keeps_pictures
        self._seqs: dict[str, int] = {}
        self._retried_s = clock.monotonic_s()

    @property
    def unsaved(self) -> str:
        """The message that says why the game is not being saved; empty when it is."""
        keeping = self._keeper.keeping
        return "" if keeping.is_saved else keeping.message

    def append(self, envelopes: Sequence[Envelope]) -> None:
        """Keep these events, durably unless `unsaved` says otherwise."""
        self._keeper.append(envelopes)

    def keep_moment(self, at_s: float, about: str, seq: int) -> tuple[str, ...]:
        """Keep the pictures and curves around a time, once they are complete."""
        if self._evidence is None:
            return ()
        name = f"{about}-{seq}"
        self._seqs[name] = seq
        self._evidence.keep(name, at_s)
        return (name,)

    def keep_picture(self, about: str, jpeg: bytes, seq: int) -> tuple[str, ...]:
        """Keep one picture now."""
        if not (jpeg and self._keeps_pictures and not self.unsaved):
            return ()
        return self._shelve(about, seq, {"tray.jpg": EvidencePart("image/jpeg", jpeg)})

    def finished(self) -> Sequence[EvidenceKept]:
        """Evidence that is complete and on disk since the last call."""
        self._retry()
        if self._evidence is None:
            return ()
        bundles = self._evidence.tick(self._clock.monotonic_s())
        return [kept for bundle in bundles for kept in self._keep(bundle)]

    def close(self) -> None:
        """Nothing more will be written; what waits in memory gets its last chance."""
        self._keeper.retry()
        self._log.close()

    def _retry(self) -> None:
        now_s = self._clock.monotonic_s()
        if self.unsaved and now_s - self._retried_s >= _RETRY_S:
            self._retried_s = now_s
            self._keeper.retry()

    def _keep(self, bundle: EvidenceBundle) -> Sequence[EvidenceKept]:
        seq = self._seqs.pop(bundle.name, None)
        if seq is None:
            # A moment of the game before this one.
            return ()
        about = bundle.name.rsplit("-", 1)[0]
        names = self._shelve(about, seq, _files(bundle))
        return [EvidenceKept(name, bundle.name, bundle.began_s, bundle.ended_s) for name in names]

    def _shelve(self, about: str, seq: int, files: Mapping[str, EvidencePart]) -> tuple[str, ...]:
        try:
            return (self._store.evidence.keep(self._log.game_id, seq, about, files).name,)
        except StoreError:
            # The game matters more than its pictures; the log tells of the same trouble.
            return ()


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
