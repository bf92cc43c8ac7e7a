"""Cut-outs that nobody has named are put together by face, whatever the colour of the die."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from referee.simulation.tray.dice import kind_named
from referee.vision.artwork.canvas import InkMask
from referee.vision.artwork.symbols import random_faces
from referee.vision.faces.embedding import CUT_PX, CUT_WIDTHS
from referee.vision.faces.groups import ENOUGH, ENOUGH_OF_NEAR, FaceGroup, FaceGroups
from referee.vision.pictures import Picture

COLOURS = (
    ((210, 225, 230), (40, 30, 110)),
    ((40, 40, 190), (240, 240, 240)),
    ((50, 140, 60), (20, 20, 20)),
)
"""Body and ink, in the order of OpenCV."""
BEANSTALK = kind_named("beanstalk").artworks or {}
BLANK = np.zeros((128, 128), np.float32)


def cut(artwork: InkMask, colours: int = 0, seed: int = 1) -> Picture:
    """A die seen straight from above, turned a little, with the air around it."""
    rng = np.random.default_rng(seed)
    die_px = round(CUT_PX / CUT_WIDTHS)
    ink = cv2.resize(artwork, (die_px, die_px), interpolation=cv2.INTER_AREA)[..., np.newaxis]
    body, mark = (np.array(each, np.float32) for each in COLOURS[colours])
    picture = np.full((CUT_PX, CUT_PX, 3), 90, np.float32)
    at = (CUT_PX - die_px) // 2
    picture[at : at + die_px, at : at + die_px] = body * (1 - ink) + mark * ink
    middle = (CUT_PX - 1) / 2
    turn_deg = float(rng.choice([0, 90, 180, 270]) + rng.uniform(-3, 3))
    turn = cv2.getRotationMatrix2D((middle, middle), turn_deg, 1.0)
    turned = cv2.warpAffine(picture, turn, (CUT_PX, CUT_PX), borderMode=cv2.BORDER_REPLICATE)
    noisy = turned * rng.uniform(0.8, 1.1) + rng.normal(0, 2, turned.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


@cache
def symbols(seed: int) -> tuple[InkMask, ...]:
    return tuple(random_faces(np.random.default_rng(seed)).faces.values())


def shown(artworks: tuple[InkMask, ...], times: int = ENOUGH, colours: int = 0) -> FaceGroups:
    groups = FaceGroups()
    for number in range(times):
        for artwork in artworks:
            groups.add(cut(artwork, colours, number))
    return groups


def named(*names: str) -> FaceGroups:
    """A group for each name, shown often enough."""
    groups = shown(tuple(BEANSTALK.values())[: len(names)])
    for group, name in zip(groups.groups, names, strict=True):
        group.name = name
    return groups


def numbers(group: FaceGroup) -> list[int]:
    return [each.number for each in group.seen]


def test_each_face_of_a_die_has_a_group_of_its_own() -> None:
    groups = shown(tuple(BEANSTALK.values()))
    assert [len(each.seen) for each in groups.groups] == [ENOUGH] * len(BEANSTALK)
    assert [numbers(each)[0] for each in groups.groups] == [1, 2, 3, 4]


def test_the_same_face_of_dice_of_other_colours_joins() -> None:
    groups = FaceGroups()
    for colours in range(len(COLOURS)):
        for at, artwork in enumerate(BEANSTALK.values()):
            group = groups.add(cut(artwork, colours, 10 * colours + at))
            assert group.number == at + 1


def test_a_face_without_anything_on_it_is_a_face() -> None:
    groups = shown((BLANK, BEANSTALK["eye"]))
    assert [len(each.seen) for each in groups.groups] == [ENOUGH, ENOUGH]


def test_what_was_split_off_stays_in_a_group_of_its_own() -> None:
    groups = shown((BEANSTALK["eye"],))
    (first,) = groups.groups
    assert groups.split(first, 2)
    assert [numbers(each) for each in groups.groups] == [[1, 3], [2]]
    assert not groups.split(first, 2), "it is not there any more"
    assert not groups.split(groups.groups[1], 2), "it is alone already"
    kept = groups.cut(2)
    assert kept is not None
    assert np.array_equal(kept, cut(BEANSTALK["eye"], seed=1))
    assert groups.cut(9) is None


def test_groups_of_one_name_are_one_face() -> None:
    groups = named("eye", "trunk", "eye")
    assert {name: len(cuts) for name, cuts in groups.by_name().items()} == {
        "eye": 2 * ENOUGH,
        "trunk": ENOUGH,
    }


def test_every_name_of_the_game_needs_a_group() -> None:
    groups = named("eye", "trunk")
    assert groups.without_name(("eye", "die", "trunk", "treasure")) == ("die", "treasure")
    groups.groups[0].is_left_out = True
    assert groups.without_name(("eye", "trunk")) == ("eye",)


def test_what_is_left_out_teaches_nothing_but_takes_in_its_like() -> None:
    groups = shown((BEANSTALK["eye"], BEANSTALK["trunk"]))
    groups.groups[0].name = groups.groups[1].name = "any"
    groups.groups[0].is_left_out = True
    assert len(groups.by_name()["any"]) == ENOUGH
    assert groups.add(cut(BEANSTALK["eye"], seed=9)) is groups.groups[0]
    assert groups.kept == (groups.groups[1],)
    assert groups.group(2) is groups.groups[1]
    assert groups.group(0) is groups.group(3) is None


def test_a_face_is_shown_a_few_times_and_together_counts() -> None:
    groups = shown((BEANSTALK["eye"], BEANSTALK["treasure"]), times=2)
    first, second = groups.groups
    assert [groups.still_wanted(each) for each in (first, second)] == [1, 1]
    first.name = second.name = "eye"
    assert groups.still_wanted(first) == 0, "the pictures of both are of one face"


def test_faces_that_look_alike_are_shown_twice_more() -> None:
    groups = shown((BEANSTALK["eye"],), times=2 * ENOUGH)
    first = groups.groups[0]
    for number in (4, 5, 6):
        groups.split(first, number)
    second = groups.groups[1]
    assert (first, second) in groups.near()
    assert groups.still_wanted(first) == ENOUGH_OF_NEAR - ENOUGH
    for group in groups.groups:
        group.name = "eye"
    assert groups.near() == ()


@pytest.mark.parametrize("seed", [2, 3, 5, 8])
def test_symbols_that_nobody_knows_are_told_apart(seed: int) -> None:
    """One die of six symbols: each group holds one symbol only, and few are in two groups."""
    groups = FaceGroups()
    of_group: dict[int, set[int]] = {}
    for number in range(ENOUGH):
        for at, artwork in enumerate(symbols(seed)):
            group = groups.add(cut(artwork, number, 7 * number + at))
            of_group.setdefault(group.number, set()).add(at)
    assert all(len(each) == 1 for each in of_group.values())
    assert len(of_group) <= 7
