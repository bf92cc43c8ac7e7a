"""Everybody who looks on live, grouped by what they may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from referee.web.messages import Bundle
from referee.web.viewers import Viewer

MOST_CLIENTS = 1000


class Outlet(Protocol):
    """The way to one client; nothing here ever waits."""

    def offer(self, bundle: Bundle) -> None:
        """Send this now, or instead of what still waits to be sent."""
        ...

    def close(self) -> None:
        """Let the client go."""
        ...


class Subscribers:
    """The live clients."""

    def __init__(self) -> None:
        self._by_viewer: dict[Viewer, list[Outlet]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_viewer.values()))

    @property
    def is_full(self) -> bool:
        """Whether no more clients are taken."""
        return len(self) >= MOST_CLIENTS

    def add(self, viewer: Viewer, outlet: Outlet) -> None:
        """A client came."""
        self._by_viewer.setdefault(viewer, []).append(outlet)

    def remove(self, outlet: Outlet) -> None:
        """A client went."""
        for viewer, outlets in list(self._by_viewer.items()):
            if outlet in outlets:
                outlets.remove(outlet)
                if not outlets:
                    del self._by_viewer[viewer]

    def by_viewer(self) -> Iterator[tuple[Viewer, Sequence[Outlet]]]:
        """The clients of each kind."""
        for viewer, outlets in list(self._by_viewer.items()):
            yield viewer, tuple(outlets)

    def close_all(self) -> None:
        """Let everybody go."""
        for _, outlets in self.by_viewer():
            for outlet in outlets:
                outlet.close()
