"""Panels by URL: `gpio:` or `none:`, a table without buttons and lights."""

from collections.abc import Callable, Sequence

from referee.clock import Clock, SystemClock
from referee.devices.device import DeviceUrl, OpensAndCloses, find_factory
from referee.devices.panel.contract import Buzz, LampLight, Panel, PanelState, PanelStatus, Press
from referee.devices.panel.gpio_panel import GpioPanel
from referee.devices.panel.pins import PanelPins
from referee.errors import InputError


class SilentPanel(OpensAndCloses):
    """Shows nothing and is never pressed."""

    def open(self) -> None:
        """Nothing has to be opened."""

    def tick(self) -> None:
        """Nothing is ever due."""

    def pressed(self) -> Sequence[Press]:
        """Nobody can press anything."""
        return ()

    def show(self, seat: int | None, light: LampLight | None) -> None:
        """There is no lamp."""

    def buzz(self, buzz: Buzz) -> None:
        """There is no buzzer."""

    def status(self) -> PanelStatus:
        """Switched off, and nothing is wrong."""
        return PanelStatus(state=PanelState.OFF)

    def close(self) -> None:
        """Nothing has to be closed."""


PanelFactory = Callable[[DeviceUrl, PanelPins, Clock], Panel]


def panel_from_url(url: str, pins: PanelPins | None = None, clock: Clock | None = None) -> Panel:
    """The panel of this URL with this wiring, not yet opened."""
    parsed, factory = find_factory(url, "panel", _FACTORIES)
    if parsed.path:
        raise InputError(f"{url!r} has something after the colon: write {parsed.scheme}: alone.")
    parsed.expect_only()
    return factory(parsed, pins or PanelPins(), clock or SystemClock())


def _gpio(url: DeviceUrl, pins: PanelPins, clock: Clock) -> Panel:
    if not any(pins.all_pins()):
        raise InputError(f"{url} needs to know the wiring: name the pins in the table profile.")
    return GpioPanel(pins, clock)


def _none(_url: DeviceUrl, _pins: PanelPins, _clock: Clock) -> Panel:
    return SilentPanel()


_FACTORIES: dict[str, PanelFactory] = {"gpio": _gpio, "none": _none}
