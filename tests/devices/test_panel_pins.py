"""Wiring, colours and URLs of the panel."""

from __future__ import annotations

import msgspec
import pytest

from referee.clock import ManualClock
from referee.devices.panel.contract import (
    PLAYER_COLOURS,
    RED,
    WHITE,
    Buzz,
    LampLight,
    PanelState,
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


def test_lamps_shine_fully_in_one_colour() -> None:
    for colour in (*PLAYER_COLOURS, WHITE, RED):
        assert max(colour.shares) == 1.0
        assert min(colour.shares) >= 0.0


@pytest.mark.parametrize("code", languages())
def test_every_colour_has_a_name(code: str) -> None:
    names = [language(code).say(f"colour-{each.name}") for each in (*PLAYER_COLOURS, WHITE, RED)]
    assert len(set(names)) == len(names)


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
