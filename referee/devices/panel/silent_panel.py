"""No panel: a table without buttons and lights."""

from __future__ import annotations

from collections.abc import Sequence

from referee.devices.opening import OpensAndCloses
from referee.devices.panel.contract import Buzz, Light, PanelState, PanelStatus, Press


class SilentPanel(OpensAndCloses):
    """Shows nothing and is never pressed."""

    def open(self) -> None:
        """Nothing has to be opened."""

    def tick(self) -> None:
        """Nothing is ever due."""

    def pressed(self) -> Sequence[Press]:
        """Nobody can press anything."""
        return ()

    def show(self, seat: int | None, light: Light | None) -> None:
        """There is no lamp."""

    def buzz(self, buzz: Buzz) -> None:
        """There is no buzzer."""

    def status(self) -> PanelStatus:
        """Switched off, and nothing to mend."""
        return PanelStatus(state=PanelState.OFF)

    def close(self) -> None:
        """Nothing has to be closed."""
