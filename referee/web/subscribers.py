"""Everybody who looks on live, grouped by what they may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.web.outlets import FrameOutlet
from referee.web.viewers import Viewer


class Subscribers:
    """The live clients."""

    def __init__(self) -> None:
        self._by_viewer: dict[Viewer, list[FrameOutlet]] = {}
        self._digests: dict[FrameOutlet, str] = {}

    def add(self, viewer: Viewer, outlet: FrameOutlet, digest: str = "") -> None:
        """A client came, with a token of this digest."""
        self._by_viewer.setdefault(viewer, []).append(outlet)
        self._digests[outlet] = digest

    def with_token(self, digest: str) -> Sequence[FrameOutlet]:
        """The clients that came with this token."""
        return [outlet for outlet, own in self._digests.items() if own == digest]

    def remove(self, outlet: FrameOutlet) -> None:
        """A client went."""
        self._digests.pop(outlet, None)
        for viewer, outlets in list(self._by_viewer.items()):
            if outlet in outlets:
                outlets.remove(outlet)
                if not outlets:
                    del self._by_viewer[viewer]

    def by_viewer(self) -> Iterator[tuple[Viewer, Sequence[FrameOutlet]]]:
        """The clients of each kind."""
        for viewer, outlets in list(self._by_viewer.items()):
            yield viewer, tuple(outlets)

    def close_all(self) -> None:
        """Let everybody go."""
        for _, outlets in self.by_viewer():
            for outlet in outlets:
                outlet.close()
