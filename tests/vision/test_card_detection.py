"""Cards are found against the empty table: alone, side by side, overlapping, in changed light."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np
import pytest

from referee.vision.cards.detection import find_cards
from referee.vision.cards.outline import CardShape, clockwise, likeness, quad_around, upright
from referee.vision.pictures import PictureError
from tests.vision.card_scene import ACTION, BEANS, HARICOTS, CardScene, Laid, card_back

TABLE = (640, 360)
ARTS = [ACTION["1"], BEANS["chili"], HARICOTS["4"], card_back(), ACTION["7"], BEANS["soy"]]


def worst_corner(quads: list[np.ndarray], exact: np.ndarray) -> float:
    """How far the nearest found card is off at its worst corner, in widths of the card."""
    width = np.linalg.norm(exact[1] - exact[0])
    offs = [np.abs(np.roll(quad, turn, 0) - exact).max() for quad in quads for turn in range(4)]
    return float(min(offs, default=np.inf) / width)


class Changed(TypedDict, total=False):
    """What a scene may have other than usual."""

    tilt: float
    light: float
    slope: float
    blur_px: float
    noise: float


def check(scene: CardScene, most_off: float, known: np.ndarray | None = None) -> None:
    quads = find_cards(scene.picture(), scene.empty(), known=known)
    assert len(quads) == len(scene.cards)
    for laid in scene.cards:
        assert worst_corner(quads, scene.quad(laid)) < most_off


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"light": 0.5},
        {"light": 1.15, "slope": 0.5},
        {"tilt": 0.2},
        {"blur_px": 1.6, "noise": 8.0},
    ],
    ids=str,
)
def test_cards_apart_are_found_in_any_light(changed: Changed) -> None:
    turns = (0.0, 12.0, -35.0, 60.0, 90.0, 170.0)
    places = [(x, y) for x in (0.2, 0.5, 0.8) for y in (0.16, 0.42)]
    cards = [
        Laid(art, *place, turn, 0.12) for art, place, turn in zip(ARTS, places, turns, strict=True)
    ]
    check(CardScene(cards, TABLE, **changed), 0.03)


def test_an_empty_table_has_no_cards_whatever_the_light() -> None:
    for light, slope in ((0.85, 0.0), (0.5, 0.0), (1.1, 0.5), (0.3, -0.5)):
        scene = CardScene([], TABLE, light=light, slope=slope, seed=5)
        assert find_cards(scene.picture(), scene.empty()) == []


def test_a_row_of_touching_cards_is_split() -> None:
    row = [Laid(ARTS[index], 0.35 + 0.14 * index, 0.3, 0.0, 0.14) for index in range(3)]
    check(CardScene([*row, Laid(ARTS[4], 0.12, 0.3, 5.0, 0.14)], TABLE), 0.1)


def test_two_side_by_side_need_a_card_that_was_seen_before() -> None:
    """Together they have the shape of one across card."""
    alone = CardScene([Laid(ARTS[0], 0.5, 0.28, 0.0, 0.16)], TABLE)
    known = find_cards(alone.picture(), alone.empty())[0]
    pair = CardScene(
        [Laid(ARTS[0], 0.4, 0.28, 0.0, 0.16), Laid(ARTS[1], 0.56, 0.28, 0.0, 0.16)], TABLE
    )
    assert len(find_cards(pair.picture(), pair.empty())) == 1
    check(pair, 0.1, known)


@pytest.mark.parametrize(("dx", "dy", "turn_deg"), [(0.09, 0.05, 8.0), (0.1, -0.06, -14.0)])
def test_overlapping_cards_are_split(dx: float, dy: float, turn_deg: float) -> None:
    cards = [
        Laid(ARTS[2], 0.3, 0.28, 0.0, 0.14),
        Laid(ARTS[4], 0.3 + dx, 0.28 + dy, turn_deg, 0.14),
        Laid(ARTS[1], 0.75, 0.28, 30.0, 0.14),
    ]
    check(CardScene(cards, TABLE), 0.1)


def test_a_coin_and_a_sleeve_are_no_cards() -> None:
    scene = CardScene([], TABLE)
    picture = scene.picture()
    rows, columns = np.mgrid[0:360, 0:640]
    picture[(rows - 150) ** 2 + (columns - 200) ** 2 < 40**2] = 220
    picture[(rows > 200) & (columns > 400 + rows / 3)] = (150, 120, 90)
    assert find_cards(picture, scene.empty()) == []


def test_a_card_is_found_without_the_empty_table_on_a_plain_ground() -> None:
    scene = CardScene([Laid(ARTS[2], 0.5, 0.28, 20.0, 0.2)], TABLE)
    quads = find_cards(scene.picture())
    assert len(quads) == 1
    assert worst_corner(quads, scene.quad(scene.cards[0])) < 0.05


def test_the_empty_table_must_have_the_same_size() -> None:
    scene = CardScene([], TABLE)
    with pytest.raises(PictureError, match="empty table has another size"):
        find_cards(scene.picture(), scene.empty()[:200])
    too_small: Any = np.zeros((3, 3))
    with pytest.raises(PictureError, match="The empty table"):
        find_cards(scene.picture(), too_small)


def test_corners_start_at_the_higher_short_side_and_go_clockwise() -> None:
    across = np.array([(0.0, 0.0), (0.0, 10.0), (14.0, 10.0), (14.0, 0.0)])
    turned = upright(clockwise(across))
    assert np.linalg.norm(turned[1] - turned[0]) == 10.0
    standing = np.array([(0.0, 14.0), (0.0, 0.0), (10.0, 0.0), (10.0, 14.0)])
    assert upright(clockwise(standing)).tolist()[:2] == [[0.0, 0.0], [10.0, 0.0]]


def test_shapes() -> None:
    card = np.array([(0, 0), (100, 0), (100, 140), (0, 140)], np.float64)
    assert CardShape().fits(card)
    assert not CardShape().fits(card * (1, 3))
    assert likeness(card, card) == 1.0
    assert 0.4 < likeness(card, card + (30, 0)) < 0.6
    circle = np.array([(np.cos(a), np.sin(a)) for a in np.linspace(0, 6.2, 60)]) * 50
    quad = quad_around(circle)
    assert quad is None or likeness(circle, quad) < 0.9
