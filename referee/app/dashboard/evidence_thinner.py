"""Evidence is thinned out at a quiet moment by the running table, in a thread of its own."""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread

from referee.app.doctor.findings import TrafficLight
from referee.app.doctor.system_checks import clock_finding
from referee.devices.device import OpensAndCloses
from referee.errors import Mistakes
from referee.store.backup import is_played
from referee.store.store import Store
from referee.store.thinning import FOR_EVER, thin_out
from referee.store.troubles import StoreError
from referee.table.table import Table
from referee.table.table_thread import TableStoppedError

_FIRST_S = 60.0
"""Chosen by hand: before the first game of an evening; the start itself is over by then."""
_AGAIN_S = 1800.0
"""Chosen by hand: often enough to meet a pause of a café that never sleeps."""
_log = logging.getLogger(__name__)
_Ask = Callable[[Callable[[Table], int | None]], Future[int | None]]


class EvidenceThinner(OpensAndCloses):
    """Looks from time to time what is due, as long as it is open."""

    def __init__(self, store: Store, ask: _Ask) -> None:
        self.kept_for = FOR_EVER
        """Until the operator's settings are known nothing goes by age."""
        self._store = store
        self._ask = ask
        self._stop = Event()
        self._mistakes = Mistakes(_log, "Old evidence could not be thinned out.")
        self._thread: Thread | None = None

    def open(self) -> None:
        """Start; a second call does nothing."""
        if self._thread is None:
            self._stop.clear()
            self._thread = Thread(target=self._run, name="evidence-thinner", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop; a second call does nothing."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None

    def look(self) -> None:
        """Delete what is due, unless somebody plays."""
        store = self._store
        if is_played(store.address, store.clock.now()):
            return
        # By a clock that is wrong nothing is old.
        light = clock_finding(store.clock, store.address.file).light
        kept_for = self.kept_for if light is TrafficLight.GREEN else FOR_EVER
        under_way = self._ask(lambda table: table.game_id).result()
        gone = thin_out(store, kept_for, under_way=under_way)
        if gone:
            _log.info("Old evidence was deleted: %d moments.", len(gone))

    def _run(self) -> None:
        wait_s = _FIRST_S
        while not self._stop.wait(wait_s):
            wait_s = _AGAIN_S
            try:
                self.look()
            except (StoreError, OSError, TableStoppedError) as error:
                self._mistakes.note(error)
