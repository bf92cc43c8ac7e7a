"""The pins of a Raspberry Pi through gpiozero, which is looked for only when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from referee.devices.panel.contract import PanelFinding
from referee.devices.panel.pins import Common, PanelPins, PanelPlace, PlacePins

PinFactory = Any
"""What gpiozero calls so: the chip whose pins are used, or a mock of one."""

Edge = Callable[[PanelPlace, bool], None]
"""Called with the seat and whether its button went down, from any thread."""

_ACCESS_REFUSED = ("permission", "not permitted")
_IN_USE = ("busy", "in use")


class PanelLostError(OSError):
    """The pins cannot be used. The panel catches it; people see a state."""

    def __init__(self, finding: PanelFinding) -> None:
        super().__init__(finding)
        self.finding = finding


@contextmanager
def _lost_if_it_fails(otherwise: PanelFinding) -> Iterator[None]:
    try:
        yield
    # lgpio raises a class of its own that derives from nothing narrower.
    except Exception as error:
        raise PanelLostError(_finding_of(error, otherwise)) from error


def lgpio_chip() -> PinFactory:
    """The pins of this computer."""
    try:
        pins: Any = import_module("gpiozero.pins.lgpio")
    except ImportError as error:
        raise PanelLostError(PanelFinding.NO_LGPIO) from error
    with _lost_if_it_fails(PanelFinding.NO_CHIP):
        return pins.LGPIOFactory()


class WiredPanel:
    """Open buttons, lamps and buzzer; raises `PanelLostError` if they cannot be had."""

    def __init__(self, pins: PanelPins, chip: PinFactory, edge: Edge) -> None:
        self._pins = pins
        self._chip = chip
        self._edge = edge
        self._devices: list[Any] = []
        self._lamps: dict[PanelPlace, Any] = {}
        self._buttons: dict[PanelPlace, Any] = {}
        self._buzzer: Any = None
        try:
            with _lost_if_it_fails(PanelFinding.BAD_PIN):
                self._wire(_gpiozero())
        except PanelLostError:
            self.close()
            raise

    @property
    def lamps(self) -> tuple[PanelPlace, ...]:
        """The places that have a lamp."""
        return tuple(self._lamps)

    def is_down(self, seat: PanelPlace) -> bool:
        """Whether the button of this place is down now."""
        with _lost_if_it_fails(PanelFinding.NO_CHIP):
            return bool(self._buttons[seat].is_pressed)

    @property
    def buttons(self) -> tuple[PanelPlace, ...]:
        """The places that have a button."""
        return tuple(self._buttons)

    def light(self, seat: PanelPlace, shares: tuple[float, float, float]) -> None:
        """Let a lamp shine like this."""
        with _lost_if_it_fails(PanelFinding.NO_CHIP):
            self._lamps[seat].color = shares

    def sound(self, *, is_on: bool) -> None:
        """Switch the buzzer."""
        if self._buzzer is not None:
            with _lost_if_it_fails(PanelFinding.NO_CHIP):
                self._buzzer.value = is_on

    def close(self) -> None:
        """Switch everything off and give the pins back; never raises."""
        for device in (*self._devices, self._chip):
            # Whatever a chip that went away raises, the other pins are still to be closed.
            with suppress(Exception):
                device.close()
        self._devices.clear()

    def _wire(self, gpiozero: Any) -> None:
        for seat, place in self._pins.places().items():
            if place.button is not None:
                self._buttons[seat] = self._button(gpiozero, seat, place.button)
            if place.has_lamp:
                self._lamps[seat] = self._lamp(gpiozero, place)
        if self._pins.buzzer is not None:
            self._buzzer = self._keep(
                gpiozero.DigitalOutputDevice(self._pins.buzzer, pin_factory=self._chip)
            )

    def _button(self, gpiozero: Any, seat: PanelPlace, pin: int) -> Any:
        button = self._keep(
            gpiozero.Button(pin, pull_up=self._pins.pull_up, pin_factory=self._chip)
        )
        button.when_pressed = lambda: self._edge(seat, True)
        button.when_released = lambda: self._edge(seat, False)
        return button

    def _lamp(self, gpiozero: Any, place: PlacePins) -> Any:
        is_cathode = self._pins.common is Common.CATHODE
        return self._keep(
            gpiozero.RGBLED(*place.lamp, active_high=is_cathode, pin_factory=self._chip)
        )

    def _keep(self, device: Any) -> Any:
        self._devices.append(device)
        return device


def _gpiozero() -> Any:
    try:
        return import_module("gpiozero")
    except ImportError as error:
        raise PanelLostError(PanelFinding.NO_GPIOZERO) from error


def _finding_of(error: Exception, otherwise: PanelFinding) -> PanelFinding:
    """What is wrong, as far as the words of libraries tell; they have no numbers for it."""
    if isinstance(error, PanelLostError):
        return error.finding
    text = str(error).lower()
    if isinstance(error, PermissionError) or any(words in text for words in _ACCESS_REFUSED):
        return PanelFinding.NO_PERMISSION
    is_in_use = any(words in text for words in _IN_USE)
    return PanelFinding.BUSY if is_in_use else otherwise
