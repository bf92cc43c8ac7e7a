"""Panels by URL: `gpio:` or `none:`."""

from __future__ import annotations

from collections.abc import Callable

from referee.clock import Clock, SystemClock
from referee.devices.device_url import DeviceUrl, parse_device_url
from referee.devices.panel.contract import Panel
from referee.devices.panel.gpio_panel import GpioPanel
from referee.devices.panel.pins import PanelPins
from referee.devices.panel.silent_panel import SilentPanel
from referee.errors import InputError

PanelFactory = Callable[[DeviceUrl, PanelPins, Clock], Panel]


def panel_from_url(url: str, pins: PanelPins | None = None, clock: Clock | None = None) -> Panel:
    """The panel of this URL with this wiring, not yet opened."""
    parsed = parse_device_url(url)
    factory = None if parsed is None else _FACTORIES.get(parsed.scheme)
    if parsed is None or factory is None:
        raise InputError(f"{url!r} is no kind of panel; use one of {panel_schemes_text()}.")
    if parsed.path:
        raise InputError(f"{url!r} has something after the colon: write {parsed.scheme}: alone.")
    parsed.expect_only()
    return factory(parsed, pins or PanelPins(), clock or SystemClock())


def panel_schemes_text() -> str:
    """The schemes in use, for a sentence."""
    return ", ".join(f"{scheme}:" for scheme in sorted(_FACTORIES))


def _gpio(url: DeviceUrl, pins: PanelPins, clock: Clock) -> Panel:
    if not any(pins.all_pins()):
        raise InputError(f"{url} needs to know the wiring: name the pins in the table profile.")
    return GpioPanel(pins, clock)


def _none(_url: DeviceUrl, _pins: PanelPins, _clock: Clock) -> Panel:
    return SilentPanel()


_FACTORIES: dict[str, PanelFactory] = {"gpio": _gpio, "none": _none}
