"""Scales by URL, such as `serial:auto` or `file:evening.csv?speed=4`: a simulation is a setting.

Other rooms add their own schemes with `register_scale`; the simulated table does so with `twin:`.
"""

from collections.abc import Callable

from referee.clock import Clock, SystemClock
from referee.devices.device import DeviceUrl, find_factory
from referee.devices.scale.avr_scale import AvrScale
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import Scale
from referee.devices.scale.file_scale import FileScale
from referee.devices.scale.serial_port import ports_for, stable_name
from referee.errors import InputError

ScaleFactory = Callable[[DeviceUrl, Clock], Scale]


def register_scale(scheme: str, factory: ScaleFactory) -> None:
    """Add a kind of scale; a scheme that is already there is replaced."""
    _FACTORIES[scheme] = factory


def scale_from_url(url: str, clock: Clock | None = None) -> Scale:
    """The scale of this URL, not yet opened."""
    parsed, factory = find_factory(url, "scale", _FACTORIES, "serial:auto")
    return factory(parsed, clock or SystemClock())


def _serial_scale(url: DeviceUrl, clock: Clock) -> Scale:
    url.expect_only("board")
    if not url.path:
        raise InputError("serial: needs a port: write serial:auto or serial:/dev/ttyUSB0.")
    path = url.path if url.path == "auto" else stable_name(url.path)
    return SerialScale(ports_for(path), clock=clock, board_id=_board_id(url))


def _board_id(url: DeviceUrl) -> int | None:
    text = url.options.get("board")
    try:
        return None if text is None else int(text, 16)
    except ValueError:
        raise InputError(
            f"In {url}, board must be an id in hexadecimal such as 1A2B3C4D, not {text!r}."
        ) from None


def _avr_scale(url: DeviceUrl, clock: Clock) -> Scale:
    url.expect_only("rate")
    return AvrScale(url.path, rate_hz=url.number("rate", 80), clock=clock)


def _file_scale(url: DeviceUrl, clock: Clock) -> Scale:
    url.expect_only("speed")
    return FileScale(url.path, speed=url.number("speed", 1), clock=clock)


_FACTORIES: dict[str, ScaleFactory] = {
    "serial": _serial_scale,
    "avr": _avr_scale,
    "file": _file_scale,
}
