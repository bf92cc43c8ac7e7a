"""The table in real time: one thread steps it, everybody else asks that thread.

A mistake in a step, a task or a listener is logged, and the thread goes on. If it ends all the
same, whoever asks is told so at once, and the service manager no longer hears that it lives.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, TypeVar

from referee.devices.device import OpensAndCloses
from referee.errors import Mistakes, RefereeError
from referee.table.table import Table
from referee.table.updates import Listeners

_STEP_S = 0.01
"""Chosen by hand: the voice says a word of the countdown within a hundredth of its time; more often
would only cost the processor, less often the lamps would be seen to lag."""
_DARK_S = 0.1
"""Chosen by hand: who comes to a dark table does not see that it answers so much later."""
_log = logging.getLogger(__name__)

Result = TypeVar("Result")


class TableStoppedError(RefereeError):
    """The thread of the table has ended: nothing can be asked of it any more."""

    message = "ui-table-stopped"

    def __init__(self) -> None:
        super().__init__(
            "The table has stopped by a mistake of the program: start the referee anew; the game "
            "is kept."
        )


class TableThread(OpensAndCloses):
    """Steps a table until it is closed; `ask` runs something in its thread."""

    def __init__(self, table: Table, *, step_s: float = _STEP_S) -> None:
        self.table = table
        self._step_s = step_s
        self.is_dark = False
        """Whether nobody is there: it steps less often."""
        self._asked: SimpleQueue[tuple[Callable[[Table], Any], Future[Any]]] = SimpleQueue()
        self._on_step: Listeners[[]] = Listeners()
        self._mistakes = Mistakes(_log, "The table stumbled and goes on.")
        self._stop = Event()
        self._thread: Thread | None = None
        self._lock = Lock()
        self._is_over = False

    @property
    def has_stopped(self) -> bool:
        """Whether the thread has ended, by a mistake or because it was closed."""
        return self._is_over

    def open(self) -> None:
        """Start; a second call does nothing."""
        if self._thread is None:
            self._stop.clear()
            self._is_over = False
            self._thread = Thread(target=self._run, name="table", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Finish what was asked, then stop; a second call does nothing."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None
            self._answer_all()
            self._end()
            self.table.close()

    def on_step(self, listener: Callable[[], None]) -> None:
        """Be called after each step: whoever watches over the table hears that it lives."""
        self._on_step.add(listener)

    def ask(self, task: Callable[[Table], Result]) -> Future[Result]:
        """Run this in the table's thread, between two steps."""
        answer: Future[Result] = Future()
        with self._lock:
            if self._is_over:
                answer.set_exception(TableStoppedError())
            else:
                self._asked.put((task, answer))
        return answer

    def _run(self) -> None:
        try:
            while not self._stop.wait(_DARK_S if self.is_dark else self._step_s):
                self._answer_all()
                self._step()
        except BaseException:  # noqa: BLE001 - nobody else would say so
            _log.critical("The table has stopped; start the referee anew.", exc_info=True)
            self._end()

    def _step(self) -> None:
        try:
            self.table.step()
        except Exception as error:  # noqa: BLE001 - a mistake must not end the game
            self._mistakes.note(error)
        else:
            self._on_step.tell()

    def _end(self) -> None:
        """Nobody is left to answer."""
        with self._lock:
            self._is_over = True
        for _, answer in self._taken():
            if answer.set_running_or_notify_cancel():
                answer.set_exception(TableStoppedError())

    def _answer_all(self) -> None:
        for task, answer in self._taken():
            if answer.set_running_or_notify_cancel():
                _carry_out(task, answer, self.table)

    def _taken(self) -> Iterator[tuple[Callable[[Table], Any], Future[Any]]]:
        with suppress(Empty):
            while True:
                yield self._asked.get_nowait()


def _carry_out(task: Callable[[Table], Any], answer: Future[Any], table: Table) -> None:
    try:
        answer.set_result(task(table))
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        answer.set_exception(error)
    except SystemExit as error:
        # Neither the table nor whoever asked is to end by it.
        answer.set_exception(
            RuntimeError(f"A task at the table wanted to end the program: {error}")
        )
