"""Who takes part in a benchmark: our contestants, and the references beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from referee.bench.measurement import Measurement
from referee.errors import RefereeError


class ReferenceFailedError(RefereeError, RuntimeError):
    """A reference broke down while it was measured."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something of ours to be measured: `run` plays whole games for about that many seconds."""

    name: str
    run: Callable[[float], Measurement]


class Reference(Protocol):
    """Somebody else's engine, measured the same way.

    Its packages are optional, so it imports them only when asked for.
    """

    @property
    def name(self) -> str:
        """Its name in the report."""

    @property
    def counting(self) -> str:
        """What counts as an action, in a few words."""

    def available(self) -> str | None:
        """Make ready, installing what it can; None, or a sentence why it cannot be measured."""

    def run(self, duration_s: float) -> Measurement:
        """Play for about that long; raises `ReferenceFailedError` if it breaks down."""

    def close(self) -> None:
        """Let go of processes and the like; may be called at any time, also twice."""
