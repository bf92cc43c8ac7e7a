"""Which pin does what: the wiring of a panel, checked before anything is switched on.

Pins have the numbers of the chip (BCM), as pinouts print them beside “GPIO”.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final, Literal

import msgspec

from referee.errors import InputError

LOWEST_PIN, HIGHEST_PIN = 2, 27
"""0 and 1 belong to the add-on boards' memory."""
MOST_SEATS = 8
_PULLED_UP = (2, 3)
"""These two have resistors to 3.3 V on the board."""

TARE: Final = "tare"
"""The button that tares the scale has a place of its own."""
PanelPlace = int | Literal["tare"] | None
"""A seat, the button for taring, or the table (None)."""
GpioPin = Annotated[int, msgspec.Meta(ge=LOWEST_PIN, le=HIGHEST_PIN)]


class PinError(InputError):
    """Wiring that cannot work."""


class Common(StrEnum):
    """Which leg the three colours of a lamp share."""

    CATHODE = "cathode"
    """The ground: a colour shines while its pin is high."""
    ANODE = "anode"
    """3.3 V: a colour shines while its pin is low."""


class PlacePins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The button and the lamp of one seat, or those of the table."""

    button: GpioPin | None = None
    red: GpioPin | None = None
    green: GpioPin | None = None
    blue: GpioPin | None = None

    def __post_init__(self) -> None:
        if None in self.lamp and self.lamp != (None, None, None):
            raise PinError("A lamp needs all three of red, green and blue, or none of them.")

    @property
    def lamp(self) -> tuple[int | None, int | None, int | None]:
        """The pins of the lamp."""
        return self.red, self.green, self.blue

    @property
    def has_lamp(self) -> bool:
        """Whether there is a lamp here."""
        return self.red is not None


class PanelPins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The wiring of the whole panel: the seats clockwise, the table, the buzzer."""

    seats: Annotated[tuple[PlacePins, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    table: PlacePins = PlacePins()
    tare: GpioPin | None = None
    """A button that tares the scale."""
    buzzer: GpioPin | None = None
    common: Common = Common.CATHODE
    pull_up: bool = True
    """Buttons join their pin to ground; False: to 3.3 V."""
    brightness: Annotated[float, msgspec.Meta(ge=0.01, le=1.0)] = 0.6

    def __post_init__(self) -> None:
        counts = Counter(self.all_pins())
        for pin, number in counts.items():
            if number > 1:
                raise PinError(f"Pin {pin} is used {number} times: give each wire its own pin.")
        for place in self.places().values():
            if not self.pull_up and place.button in _PULLED_UP:
                raise PinError(
                    f"A button on pin {place.button} must join it to ground: set pull_up to true, "
                    "or take another pin."
                )

    def places(self) -> dict[PanelPlace, PlacePins]:
        """Everything that has a button or a lamp."""
        taring: dict[PanelPlace, PlacePins] = (
            {} if self.tare is None else {TARE: PlacePins(button=self.tare)}
        )
        return {**dict(enumerate(self.seats)), **taring, None: self.table}

    def all_pins(self) -> Iterator[int]:
        """Every pin that is used, as often as it is used."""
        for place in self.places().values():
            yield from (pin for pin in (place.button, *place.lamp) if pin is not None)
        if self.buzzer is not None:
            yield self.buzzer
