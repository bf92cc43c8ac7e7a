"""Eight players are told apart by every eye, by colour and by shape, by night and by day."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import referee.web
from referee.devices.panel.contract import PLAYER_COLOURS, player_colour
from referee.games.playout import seat_names
from referee.games.registry import games
from referee.web.state import SEAT_SHAPES

PAGE = Path(referee.web.__file__).parent / "ui" / "src"
SEATS = 8

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


def light_of(screen: str) -> np.ndarray:
    """The light of a colour as screens write it (sRGB)."""
    levels = np.array([int(screen[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    light: np.ndarray = np.where(
        levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4
    )
    return light


def seen(light: np.ndarray, sight: str) -> np.ndarray:
    """Where this light lies among what can be told apart (OKLab)."""
    place: np.ndarray = _TO_LAB @ np.cbrt(_TO_LMS @ np.clip(SIGHT[sight] @ light, 0, 1))
    return place


def difference(one: np.ndarray, other: np.ndarray, sight: str) -> float:
    return float(np.linalg.norm(seen(one, sight) - seen(other, sight)))


def tokens(theme: str) -> dict[str, str]:
    """The colours of the page by their names, with those of one theme."""
    text = (PAGE / "styles" / "tokens.css").read_text(encoding="utf-8")
    both, dark, light = re.split(r'data-theme="(?:dark|light)"', text)
    part = {"dark": dark, "light": light}[theme]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", both + part))


def contrast(one: str, other: str) -> float:
    """How well one colour is read on the other (WCAG 2)."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    dark, bright = sorted(float(weights @ light_of(each)) for each in (one, other))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("medium", ["screen", "lamp"])
def test_every_eye_tells_the_players_apart(sight: str, medium: str) -> None:
    """0.02 can just be seen side by side; across a table it takes three times that.

    The least is 0.076 on a screen (green and purple, deuteranopia) and 0.082 in lamps (green and
    sand, tritanopia).
    """
    colours = PLAYER_COLOURS
    lights = [np.array(c.shares) if medium == "lamp" else light_of(c.screen) for c in colours]
    least = min(difference(one, other, sight) for one, other in combinations(lights, 2))
    assert least > (0.08 if medium == "lamp" else 0.075)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_colour_is_seen_on_the_panels(sight: str, theme: str) -> None:
    """The least is 0.066: yellow on the raised panel by day, tritanopia; all others, 0.16."""
    named = tokens(theme)
    for colour in PLAYER_COLOURS:
        for panel in ("panel", "panel-raised"):
            light = light_of(named[f"player-{colour.name}"])
            least = 0.06 if colour.name == "yellow" else 0.16
            assert difference(light, light_of(named[panel]), sight) > least, (colour.name, panel)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_page_has_the_same_colours_and_text_is_read_on_them(theme: str) -> None:
    """The least contrast is 4.9 : 1, on vermilion."""
    named = tokens(theme)
    for colour in PLAYER_COLOURS:
        assert named[f"player-{colour.name}"] == colour.screen
        assert contrast(colour.screen, named[f"on-{colour.name}"]) >= 4.5


def test_every_seat_of_every_game_has_a_look_of_its_own() -> None:
    looks = {(player_colour(seat).name, SEAT_SHAPES[seat]) for seat in range(SEATS)}
    assert len({colour for colour, _ in looks}) == len({shape for _, shape in looks}) == SEATS
    assert player_colour(SEATS) == player_colour(0)
    assert len(set(seat_names(SEATS))) == SEATS
    assert all(game.max_players <= SEATS for game in games().values())


def test_the_page_knows_and_draws_every_look() -> None:
    seats = (PAGE / "lib" / "seats.ts").read_text(encoding="utf-8")
    listed = re.findall(r'"(\w+)"', seats.split("const SHAPES")[0].partition("=")[2])
    assert listed == [colour.name for colour in PLAYER_COLOURS]
    shapes = seats.split("const SHAPES")[1].split("];")[0]
    assert re.findall(r'"(\w+)"', shapes) == list(SEAT_SHAPES)
    drawn = (PAGE / "pieces" / "SeatShape.svelte").read_text(encoding="utf-8")
    outlines = re.findall(r'<(?:circle|rect) [^>]*>|d="([^"]*)"', drawn)
    assert len(outlines) == SEATS
