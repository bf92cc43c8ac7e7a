"""Checks that take too long or break: each is a finding, and none of them stops the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Thread

import msgspec

from referee.app.doctor.findings import Finding, Light, Part, finding
from referee.errors import RefereeError

Examine = Callable[[], Sequence[Finding]]


class Check(msgspec.Struct, frozen=True):
    """How to examine some parts that belong together, and how long that may take."""

    parts: tuple[Part, ...]
    examine: Examine
    limit_s: float = 10.0


def findings_of(check: Check) -> Iterator[Finding]:
    """What the check finds; whatever happens, each of its parts gets a finding."""
    answers: SimpleQueue[Sequence[Finding]] = SimpleQueue()
    # A check that hangs cannot be ended; as a daemon it does not hold up the program either.
    Thread(
        target=lambda: answers.put(_shielded(check)), name=f"doctor-{check.parts[0]}", daemon=True
    ).start()
    try:
        found = answers.get(timeout=check.limit_s)
    except Empty:
        found = _all(check, "doctor-too-long", seconds=round(check.limit_s))
    yield from found
    told = {each.part for each in found}
    yield from (each for each in _all(check, "doctor-untold") if each.part not in told)


def _shielded(check: Check) -> Sequence[Finding]:
    try:
        return check.examine()
    except RefereeError as error:
        return _all(check, "doctor-refused", why=str(error))
    except Exception as error:  # noqa: BLE001 - one broken part never stops the others
        return _all(check, "doctor-failed", why=f"{type(error).__name__}: {error}"[:200])


def _all(check: Check, message: str, **words: str | int) -> list[Finding]:
    step = f"{message}-next"
    return [finding(part, Light.RED, message, step, **words) for part in check.parts]
