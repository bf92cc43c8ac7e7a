"""Keeps a game going when its log cannot be written: events wait in memory until it can again.

    save_state = buffered_log.append(envelopes)
    if not save_state.is_saved:
        say(language.say(save_state.message))      # what is wrong, and what to do

Nothing is given up silently: the umpire is told at every append whether the game is saved, and if
too many events wait, the game stops.
"""

from collections.abc import Sequence

import msgspec

from referee.clock import Clock
from referee.events import Envelope
from referee.store.game_log import GameLog
from referee.store.troubles import StoreError, StoreTrouble

# Chosen by hand: some 300 games of 300 events of 0.5 kB each, 50 MB of a Pi's
# memory; with fewer a disk that is full for an evening would stop the table.
MOST_UNSAVED = 100_000

# An attempt at these costs the table some waiting, so it is not made at every event.
_SLOW_TO_TRY = frozenset({StoreTrouble.LOST, StoreTrouble.LOCKED})
# As long as one attempt may take, so that the table waits at most half of the time.
_PAUSE_S = 2.0


class SaveState(msgspec.Struct, frozen=True):
    """How the game is kept now: saved, or in memory for a reason."""

    trouble: StoreTrouble | None = None
    unsaved: int = 0

    @property
    def is_saved(self) -> bool:
        """Whether every event is on the disk."""
        return self.trouble is None

    @property
    def message(self) -> str:
        """The name of the sentence in the language files."""
        return f"store-trouble-{self.trouble}" if self.trouble else "store-saved"


SAVED = SaveState()


class BufferedLog:
    """Appends to a log; what cannot be written now waits, and is written in order later."""

    def __init__(self, log: GameLog, clock: Clock, *, most_unsaved: int = MOST_UNSAVED) -> None:
        self.log = log
        self._clock = clock
        self._most_unsaved = most_unsaved
        self._unsaved: list[Envelope] = []
        self._save_state = SAVED
        self._tried_s = 0.0

    @property
    def save_state(self) -> SaveState:
        """How the game was kept when it was last tried."""
        return self._save_state

    @property
    def next_seq(self) -> int:
        """The number of the next envelope, counting those that wait."""
        return self.log.next_seq + len(self._unsaved)

    @property
    def unsaved(self) -> tuple[Envelope, ...]:
        """The envelopes that only this program knows."""
        return tuple(self._unsaved)

    def append(self, envelopes: Sequence[Envelope]) -> SaveState:
        """Write these envelopes after all that wait; raises a `StoreError` if too many wait."""
        if not self._unsaved:
            return self._save(envelopes)
        self._check_order(envelopes)
        waiting = [*self._unsaved, *envelopes]
        if self._is_time_to_try():
            return self._save(waiting)
        return self._wait(waiting, self._save_state.trouble)

    def retry(self) -> SaveState:
        """Try now to write what waits."""
        return self._save_state if self._save_state.is_saved else self._save(self._unsaved)

    def check(self) -> SaveState:
        """Between events: whether what was saved is still where it will be found."""
        try:
            self.log.check()
        except StoreError as error:
            return self._wait(self._unsaved, error.trouble)
        return self._save_state

    def _save(self, envelopes: Sequence[Envelope]) -> SaveState:
        try:
            self.log.append(envelopes)
        except StoreError as error:
            self._tried_s = self._clock.monotonic_s()
            return self._wait(envelopes, error.trouble)
        self._unsaved = []
        self._save_state = SAVED
        return SAVED

    def _wait(self, envelopes: Sequence[Envelope], trouble: StoreTrouble | None) -> SaveState:
        if len(envelopes) > self._most_unsaved:
            raise StoreError(
                f"{len(self._unsaved)} events could not be saved, and no more can wait: the game "
                "stops here; mend the log, and start the referee again.",
                trouble,
            )
        self._unsaved = list(envelopes)
        self._save_state = SaveState(trouble or StoreTrouble.FAILING, len(self._unsaved))
        return self._save_state

    def _check_order(self, envelopes: Sequence[Envelope]) -> None:
        for expected, envelope in enumerate(envelopes, start=self.next_seq):
            if envelope.seq != expected:
                raise ValueError(f"Event {expected} is next in the log, not {envelope.seq}.")

    def _is_time_to_try(self) -> bool:
        if self._save_state.trouble not in _SLOW_TO_TRY:
            return True
        return self._clock.monotonic_s() - self._tried_s >= _PAUSE_S
