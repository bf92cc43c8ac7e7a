"""The `with` block of a device: opened on the way in, closed on the way out."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self


class WithBlock(Protocol):
    """Something that leaving a `with` block closes."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class OpensAndCloses:
    """The `with` block of whatever can be opened and closed."""

    def open(self) -> None:
        """Begin."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
