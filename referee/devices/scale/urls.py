"""Scales by URL, such as `serial:auto` or `file:evening.csv?speed=4`: a simulation is a setting.

Other rooms add their own schemes with `register_scale`; the simulated table does so with `twin:`.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.clock import Clock, SystemClock
from referee.devices.device import DeviceUrl, parse_device_url
from referee.devices.scale.avr_scale import AvrScale
from referee.devices.scale.connection import SerialScale
from referee.devices.scale.contract import Scale
from referee.devices.scale.file_scale import FileScale
from referee.devices.scale.serial_port import ports_for, stable_name
from referee.errors import InputError

ScaleUrl = DeviceUrl
ScaleFactory = Callable[[ScaleUrl, Clock], Scale]


def parse_scale_url(url: str) -> ScaleUrl:
    """The parts of a URL.

    >>> parse_scale_url("file:a.csv?speed=2").options
    {'speed': '2'}
    """
    parsed = parse_device_url(url)
    if parsed is None:
        raise InputError(
            f"{url!r} names no scale; write for example serial:auto, or {scale_schemes_text()}."
        )
    return parsed


def register_scale(scheme: str, factory: ScaleFactory) -> None:
    """Add a kind of scale; a scheme that is already there is replaced."""
    _FACTORIES[scheme] = factory


def scale_from_url(url: str, clock: Clock | None = None) -> Scale:
    """The scale of this URL, not yet opened."""
    parsed = parse_scale_url(url)
    factory = _FACTORIES.get(parsed.scheme)
    if factory is None:
        raise InputError(f"{url!r} is no kind of scale; use one of {scale_schemes_text()}.")
    return factory(parsed, clock or SystemClock())


def scale_schemes_text() -> str:
    """The schemes in use, for a sentence."""
    return ", ".join(f"{scheme}:" for scheme in sorted(_FACTORIES))


def _serial_scale(url: ScaleUrl, clock: Clock) -> Scale:
    url.expect_only("board")
    if not url.path:
        raise InputError("serial: needs a port: write serial:auto or serial:/dev/ttyUSB0.")
    path = url.path if url.path == "auto" else stable_name(url.path)
    return SerialScale(ports_for(path), clock=clock, board_id=_board_id(url))


def _board_id(url: ScaleUrl) -> int | None:
    text = url.options.get("board")
    try:
        return None if text is None else int(text, 16)
    except ValueError:
        raise InputError(
            f"In {url}, board must be an id in hexadecimal such as 1A2B3C4D, not {text!r}."
        ) from None


def _avr_scale(url: ScaleUrl, clock: Clock) -> Scale:
    url.expect_only("rate")
    return AvrScale(url.path, rate_hz=url.number("rate", 80), clock=clock)


def _file_scale(url: ScaleUrl, clock: Clock) -> Scale:
    url.expect_only("speed")
    return FileScale(url.path, speed=url.number("speed", 1), clock=clock)


_FACTORIES: dict[str, ScaleFactory] = {
    "serial": _serial_scale,
    "avr": _avr_scale,
    "file": _file_scale,
}
