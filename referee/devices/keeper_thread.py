"""The thread behind a device: it lets a keeper work, step by step, until it is stopped.

What nobody foresaw must not cost the evening its camera or scale: it is logged, the device is
closed, and after a while opened anew.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from threading import Event, Thread
from typing import Protocol

from referee.errors import Mistakes

_AFTER_MISTAKE_S = 0.25
_log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Whoever looks for a device, reads it, and brings it back when it is lost."""

    def step(self) -> float:
        """Do what is due; how many seconds there is nothing to do then."""
        ...

    def fail(self) -> None:
        """A step raised something unforeseen: let go of the device, say so, come back later."""
        ...

    def close(self) -> None:
        """Let go of the device."""
        ...


class KeeperThread:
    """Runs a keeper from `start` to `stop`; both may be called twice."""

    def __init__(self, keeper: Keeper, name: str) -> None:
        self._keeper = keeper
        self._name = name
        self._mistakes = Mistakes(_log, f"The thread of the {name} stumbled and begins anew.")
        self._stop = Event()
        self.thread: Thread | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped."""
        return self.thread is not None

    def start(self) -> None:
        """Begin to work."""
        if self.thread is None:
            self._stop.clear()
            self.thread = Thread(target=self._run, name=self._name, daemon=True)
            self.thread.start()

    def stop(self) -> None:
        """End the present step, and let go of the device."""
        if self.thread is not None:
            self._stop.set()
            self.thread.join()
            self.thread = None

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                pause_s = self._step()
                if pause_s:
                    self._stop.wait(pause_s)
        finally:
            self._keeper.close()

    def _step(self) -> float:
        try:
            return self._keeper.step()
        except BaseException as error:  # noqa: BLE001 - also what a driver ends programs with
            self._mistakes.note(error)
            with suppress(Exception):
                self._keeper.fail()
            return _AFTER_MISTAKE_S
