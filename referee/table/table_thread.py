"""The table in real time: one thread steps it, everybody else asks that thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

from referee.devices.opening import OpensAndCloses
from referee.table.table import Table

_STEP_S = 0.01
_log = logging.getLogger(__name__)

Result = TypeVar("Result")


class TableThread(OpensAndCloses):
    """Steps a table until it is closed; `ask` runs something in its thread."""

    def __init__(self, table: Table, *, step_s: float = _STEP_S) -> None:
        self.table = table
        self._step_s = step_s
        self._asked: SimpleQueue[tuple[Callable[[Table], Any], Future[Any]]] = SimpleQueue()
        self._on_step: list[Callable[[], None]] = []
        self._stop = Event()
        self._thread: Thread | None = None

    def open(self) -> None:
        """Start; a second call does nothing."""
        if self._thread is None:
            self._stop.clear()
            self._thread = Thread(target=self._run, name="table", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Finish what was asked, then stop; a second call does nothing."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None
            self._answer_all()
            self.table.close()

    def on_step(self, listener: Callable[[], None]) -> None:
        """Be called after each step: whoever watches over the table hears that it lives."""
        self._on_step.append(listener)

    def ask(self, deed: Callable[[Table], Result]) -> Future[Result]:
        """Run this in the table's thread, between two steps."""
        answer: Future[Result] = Future()
        self._asked.put((deed, answer))
        return answer

    def _run(self) -> None:
        while not self._stop.wait(self._step_s):
            self._answer_all()
            try:
                self.table.step()
                for listener in self._on_step:
                    listener()
            except Exception:  # noqa: BLE001 - a mistake in the program must not end the evening
                _log.exception("The table stumbled and goes on.")

    def _answer_all(self) -> None:
        while True:
            try:
                deed, answer = self._asked.get_nowait()
            except Empty:
                return
            if answer.set_running_or_notify_cancel():
                _carry_out(deed, answer, self.table)


def _carry_out(deed: Callable[[Table], Any], answer: Future[Any], table: Table) -> None:
    try:
        answer.set_result(deed(table))
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        answer.set_exception(error)
