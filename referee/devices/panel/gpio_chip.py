"""The pins of a Raspberry Pi through gpiozero, which is looked for only when it is needed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Protocol, TypeVar, cast

from referee.devices.panel.contract import PanelFinding
from referee.devices.panel.pins import Common, PanelPins, PanelPlace, PlacePins


class _Closes(Protocol):
    """Something of gpiozero that is given back."""

    def close(self) -> None: ...


PinFactory = _Closes
"""What gpiozero calls so: the chip whose pins are used, or a mock of one."""
_Device = TypeVar("_Device", bound=_Closes)


class _Lamp(_Closes, Protocol):
    """What is used of `gpiozero.RGBLED`."""

    color: tuple[float, float, float]


class _Button(_Closes, Protocol):
    """What is used of `gpiozero.Button`."""

    is_pressed: bool
    when_pressed: Callable[[], None] | None
    when_released: Callable[[], None] | None


class _Output(_Closes, Protocol):
    """What is used of `gpiozero.DigitalOutputDevice`."""

    value: bool


class _Gpiozero(Protocol):
    """What is used of the module `gpiozero`."""

    def RGBLED(  # noqa: N802 - its name there
        self, *pins: int | None, active_high: bool, pin_factory: PinFactory
    ) -> _Lamp: ...
    def Button(  # noqa: N802
        self, pin: int, *, pull_up: bool, pin_factory: PinFactory
    ) -> _Button: ...
    def DigitalOutputDevice(  # noqa: N802
        self, pin: int, *, pin_factory: PinFactory
    ) -> _Output: ...


Edge = Callable[[PanelPlace, bool], None]
"""Called with the place and whether its button went down, from any thread."""

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
    with _lost_if_it_fails(PanelFinding.NO_LGPIO):
        pins = _lgpio_pins()
    with _lost_if_it_fails(PanelFinding.NO_CHIP):
        return cast("PinFactory", pins.LGPIOFactory())


def _lgpio_pins() -> ModuleType:
    """When it is first loaded, lgpio puts a pipe into the folder in which the program runs.

    That may be one where nothing may be written, or one with the pipe of another program.
    """
    if "lgpio" not in sys.modules and find_spec("lgpio") is not None:
        # Both ends are open afterwards, and nobody looks for its name again.
        with TemporaryDirectory(prefix="referee-pins-") as folder, chdir(folder):
            import_module("lgpio")
    return import_module("gpiozero.pins.lgpio")


class WiredPanel:
    """Open buttons, lamps and buzzer; raises `PanelLostError` if they cannot be had."""

    def __init__(self, pins: PanelPins, chip: PinFactory, edge: Edge) -> None:
        self._pins = pins
        self._chip = chip
        self._edge = edge
        self._devices: list[_Closes] = []
        self._lamps: dict[PanelPlace, _Lamp] = {}
        self._buttons: dict[PanelPlace, _Button] = {}
        self._buzzer: _Output | None = None
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

    def is_down(self, place: PanelPlace) -> bool:
        """Whether the button of this place is down now."""
        with _lost_if_it_fails(PanelFinding.NO_CHIP):
            return bool(self._buttons[place].is_pressed)

    @property
    def buttons(self) -> tuple[PanelPlace, ...]:
        """The places that have a button."""
        return tuple(self._buttons)

    def light(self, place: PanelPlace, shares: tuple[float, float, float]) -> None:
        """Let a lamp shine like this."""
        with _lost_if_it_fails(PanelFinding.NO_CHIP):
            self._lamps[place].color = shares

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

    def _wire(self, gpiozero: _Gpiozero) -> None:
        for place, pins in self._pins.places().items():
            if pins.button is not None:
                self._buttons[place] = self._button(gpiozero, place, pins.button)
            if pins.has_lamp:
                self._lamps[place] = self._lamp(gpiozero, pins)
        if self._pins.buzzer is not None:
            self._buzzer = self._keep(
                gpiozero.DigitalOutputDevice(self._pins.buzzer, pin_factory=self._chip)
            )

    def _button(self, gpiozero: _Gpiozero, place: PanelPlace, pin: int) -> _Button:
        button = self._keep(
            gpiozero.Button(pin, pull_up=self._pins.pull_up, pin_factory=self._chip)
        )
        button.when_pressed = lambda: self._edge(place, True)
        button.when_released = lambda: self._edge(place, False)
        return button

    def _lamp(self, gpiozero: _Gpiozero, pins: PlacePins) -> _Lamp:
        is_cathode = self._pins.common is Common.CATHODE
        return self._keep(
            gpiozero.RGBLED(*pins.lamp, active_high=is_cathode, pin_factory=self._chip)
        )

    def _keep(self, device: _Device) -> _Device:
        self._devices.append(device)
        return device


def _gpiozero() -> _Gpiozero:
    try:
        return cast("_Gpiozero", import_module("gpiozero"))
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
