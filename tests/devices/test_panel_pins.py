"""Wiring, colours and URLs of the panel."""

from __future__ import annotations

from itertools import combinations

import msgspec
import numpy as np
import pytest

from referee.clock import ManualClock
from referee.devices.panel.contract import (
    PLAYER_COLOURS,
    RED,
    WHITE,
    Buzz,
    Colour,
    LampLight,
    PanelState,
    player_colour,
)
from referee.devices.panel.gpio_panel import GpioPanel
from referee.devices.panel.pins import PanelPins, PlacePins
from referee.devices.panel.urls import panel_from_url
from referee.errors import InputError
from referee.language import language, languages


def read(**fields: object) -> PanelPins:
    """The wiring as a profile gives it."""
    return msgspec.convert(fields, PanelPins)


@pytest.mark.parametrize(
    ("wiring", "problem"),
    [
        ({"buzzer": 28}, "<= 27"),
        ({"buzzer": 1}, ">= 2"),
        ({"buzzer": 4, "table": {"button": 4}}, "Pin 4 is used 2 times"),
        ({"seats": [{"button": 4}, {"button": 4}]}, "Pin 4 is used 2 times"),
        ({"seats": [{"red": 4, "green": 5}]}, "all three"),
        ({"seats": [{"red": 4, "green": 5, "blue": 5}]}, "Pin 5 is used 2 times"),
        ({"pull_up": False, "table": {"button": 3}}, "must join it to ground"),
        ({"common": "kathode"}, "Invalid enum"),
        ({"brightness": 0}, ">= 0.01"),
        ({"seats": [{}] * 9}, "length <= 8"),
        ({"lamp": 4}, "unknown field"),
    ],
)
def test_wiring_that_cannot_work_is_refused(wiring: dict[str, object], problem: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=problem):
        read(**wiring)


def test_five_seats_with_button_and_lamp_fit_on_the_header() -> None:
    pins = iter(range(2, 28))
    seats = [dict(zip(("button", "red", "green", "blue"), pins, strict=False)) for _ in range(5)]
    wiring = read(seats=seats, buzzer=next(pins))
    assert len(list(wiring.all_pins())) == 21
    assert list(wiring.places()) == [0, 1, 2, 3, 4, None]


def test_an_error_made_in_code_is_a_sentence() -> None:
    with pytest.raises(InputError, match="all three of red, green and blue"):
        PlacePins(red=4)


# How the three kinds of colour blindness see linear light (Machado, Oliveira and Fernandes 2009).
SIGHT = {
    "full": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def seen(light: tuple[float, float, float], sight: np.ndarray) -> np.ndarray:
    """Where this light lies among what can be told apart (OKLab)."""
    place: np.ndarray = _TO_LAB @ np.cbrt(_TO_LMS @ np.clip(sight @ np.array(light), 0, 1))
    return place


def screen_light(colour: Colour) -> tuple[float, float, float]:
    levels = np.array([int(colour.screen[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    light = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    return tuple(light)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("medium", ["screen", "lamp"])
def test_every_eye_tells_the_players_apart(sight: str, medium: str) -> None:
    """0.02 can just be seen side by side; across a table it takes three times that."""
    lights = [each.shares if medium == "lamp" else screen_light(each) for each in PLAYER_COLOURS]
    least = min(
        float(np.linalg.norm(seen(one, SIGHT[sight]) - seen(other, SIGHT[sight])))
        for one, other in combinations(lights, 2)
    )
    assert least > 3 * 0.02


def test_lamps_shine_fully_in_one_colour() -> None:
    for colour in (*PLAYER_COLOURS, WHITE, RED):
        assert max(colour.shares) == 1.0
        assert min(colour.shares) >= 0.0


@pytest.mark.parametrize("code", languages())
def test_every_colour_has_a_name(code: str) -> None:
    names = [language(code).say(f"colour-{each.name}") for each in (*PLAYER_COLOURS, WHITE, RED)]
    assert len(set(names)) == len(names)


def test_a_sixth_player_shares_a_colour() -> None:
    assert player_colour(5) == player_colour(0)
    assert len({player_colour(seat).name for seat in range(5)}) == 5


def test_no_panel_shows_nothing() -> None:
    with panel_from_url("none:") as panel:
        panel.show(0, LampLight(RED))
        panel.buzz(Buzz.STOP)
        panel.tick()
        assert panel.pressed() == ()
        assert panel.status().state is PanelState.OFF


def test_a_panel_on_pins() -> None:
    panel = panel_from_url("gpio:", PanelPins(buzzer=4), ManualClock())
    assert isinstance(panel, GpioPanel)


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("gpio:", "needs to know the wiring"),
        ("gpio", "no kind of panel"),
        ("buttons:", "no kind of panel; use one of gpio:, none:"),
        ("none:1", "after the colon"),
        ("none:?a=1", "no option 'a'"),
    ],
)
def test_a_wrong_url_gets_a_sentence(url: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        panel_from_url(url)
