"""The drawn pictures of dice: repeatable, true to their labels, and two worlds kept apart."""

from __future__ import annotations

import numpy as np
import pytest

from referee.simulation.drawing.dice import DrawnDie, draw_dice
from referee.simulation.drawing.materials import plain_material
from referee.simulation.drawing.solids import PlacedDie, project, turned
from referee.simulation.drawing.surfaces import lamp
from referee.vision.artwork.canvas import FaceSet, pip_mask
from referee.vision.pictures import Picture
from scripts.drawn_scenes.lens import SceneView, top_plane_camera
from scripts.drawn_scenes.looks import LOOKS, Domain, within
from scripts.drawn_scenes.scene import Spot, draw_scene, is_free, touching

PIPS_UP = ("6", "2", "3", "5", "4", "1")


def one_die(
    spot: tuple[float, ...] = (0.0, 0.0),
    turn_rad: float = 0.0,
    turns: tuple[int, ...] = (0, 0, 0, 0, 0, 0),
) -> PlacedDie:
    return PlacedDie(
        centre=np.array([*spot, 0.5]),
        rotation=turned(turn_rad),
        faces=PIPS_UP,
        material=plain_material((230, 230, 230), (20, 20, 20)),
        turns=turns,
    )


def photograph(
    *dice: PlacedDie, angle_deg: float = 30.0, size_px: int = 200
) -> tuple[Picture, tuple[DrawnDie, ...]]:
    camera = top_plane_camera(SceneView(np.radians(angle_deg), 1.0, 20.0), 40.0, size_px)
    ground = np.full((size_px, size_px, 3), (40, 90, 40), np.uint8)
    return draw_dice(ground, dice, camera, lamp(70, 30), np.random.default_rng(0))


def test_the_same_seed_draws_the_same_picture() -> None:
    first, again, other = (
        draw_scene(np.random.default_rng(seed), Domain.TRAINING) for seed in (5, 5, 6)
    )
    assert np.array_equal(first.picture, again.picture)
    assert [die.face for die in first.dice] == [die.face for die in again.dice]
    assert not np.array_equal(first.picture, other.picture)


@pytest.mark.parametrize("domain", list(Domain))
def test_scenes_keep_their_promises(domain: Domain) -> None:
    for seed in range(25):
        scene = draw_scene(np.random.default_rng(seed), domain, size_px=224, die_px=36)
        assert scene.picture.shape == (224, 224, 3)
        assert scene.picture.dtype == np.uint8
        assert len(scene.dice) <= 26
        for die in scene.dice:
            assert 0 < die.visible <= 1
            # Odd ones stand higher, lean, or are small or large dice of a mixed set.
            if not (die.is_leaning or die.is_stacked):
                assert 36 * 0.88 * 0.75 < die.die_px < 36 * 1.12 * 1.3


def test_top_faces_are_squares_in_the_rectified_view() -> None:
    _, (die,) = photograph(one_die((0.8, -0.4), 0.3), angle_deg=45)
    edges = np.linalg.norm(die.corners - np.roll(die.corners, -1, 0), axis=1)
    assert edges == pytest.approx([40] * 4, rel=1e-6)
    assert die.angle_rad == pytest.approx(-0.3)


def test_what_is_printed_is_where_the_labels_say() -> None:
    picture, (die,) = photograph(one_die(turn_rad=0.4, turns=(1, 0, 0, 0, 0, 0)))
    # A six: three pips along the left and the right edge of the printed face.
    top_left, top_right, _, bottom_left = die.corners
    at = top_left + 0.24 * (top_right - top_left) + 0.5 * (bottom_left - top_left)
    between = top_left + 0.5 * (top_right - top_left) + 0.24 * (bottom_left - top_left)
    grey = picture.mean(2)
    assert grey[tuple(np.rint(at[::-1]).astype(int))] < 100
    assert grey[tuple(np.rint(between[::-1]).astype(int))] > 150


def test_faces_are_not_mirrored() -> None:
    corner = np.zeros((64, 64), np.float32)
    corner[4:24, 4:24] = 1
    faces = FaceSet("corner", {"corner": corner})
    die = PlacedDie(
        centre=np.array([0, 0, 0.5]),
        rotation=np.eye(3),
        faces=faces.net,
        material=plain_material(),
        artworks=faces.faces,
    )
    picture, (drawn,) = photograph(die)
    x, y = np.rint(drawn.corners[0] + 0.2 * (drawn.corners[2] - drawn.corners[0])).astype(int)
    assert picture[y, x].mean() < 100
    assert x < 100
    assert y < 100


def test_side_faces_show_on_the_camera_s_side() -> None:
    """The camera stands to the right and sees the side that looks to the right."""
    camera = top_plane_camera(SceneView(np.radians(40), 0.0, 20.0), 40.0, 200)
    top, foot = project(camera, np.array([[0, 0, 1.0], [0, 0, 0.0]]))
    assert top == pytest.approx((99.5, 99.5))
    assert foot[0] > 99.5 + 25


def test_a_hidden_or_cut_die_is_less_visible() -> None:
    _, (whole, cut) = photograph(one_die(), one_die((2.5, 0.0)))
    assert whole.visible > 0.97
    assert cut.visible == pytest.approx(0.5, abs=0.12)
    above = PlacedDie(
        centre=np.array([0.5, 0, 1.5]),
        rotation=np.eye(3),
        faces=PIPS_UP,
        material=plain_material(),
        is_stacked=True,
    )
    _, (below, stacked) = photograph(one_die(), above, angle_deg=0)
    assert below.visible < 0.7
    assert stacked.visible > 0.97


def test_heaped_dice_touch_but_never_overlap() -> None:
    rng = np.random.default_rng(3)
    heap = [Spot(0, 0, 0.2)]
    for _ in range(24):
        heap.append(touching(rng, heap, 1.0, gap=0.01))
    for number, spot in enumerate(heap):
        others = heap[:number] + heap[number + 1 :]
        assert is_free(spot, others)
        assert not is_free(spot, others, gap=0.05)


def test_the_two_worlds_share_nothing() -> None:
    seen, unseen = LOOKS[Domain.TRAINING], LOOKS[Domain.UNSEEN]
    for kinds in ("bodies", "grounds", "clutter"):
        assert not set(getattr(seen, kinds)) & set(getattr(unseen, kinds))
    for bands in ("hues_deg", "camera_deg", "light_up_deg", "light_around_deg", "warmth"):
        for low, high in getattr(seen, bands):
            assert all(b <= low or a >= high for a, b in getattr(unseen, bands))


def test_angles_stay_inside_the_limits() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        angle = within(rng, LOOKS[Domain.UNSEEN].camera_deg, (0, 30))
        assert 12 <= angle <= 17 or 27 <= angle <= 30


def test_pips_are_where_they_belong() -> None:
    counts = [float(pip_mask(face, radius=0.08).sum()) for face in "123456"]
    assert np.array(counts) / counts[0] == pytest.approx([1, 2, 3, 4, 5, 6], rel=0.02)
