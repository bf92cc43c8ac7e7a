"""Scenes with a tower, drawn from a seed: what somebody set out to do, and with which hands."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec
import numpy as np
import numpy.typing as npt

from referee.simulation.plate.bodies import PLATE_BODY
from referee.simulation.plate.pieces import PlateSpec, TowerPiece, draw_piece
from scripts.tower_scenes.model import (
    Bump,
    CellSpring,
    Lift,
    Nudge,
    Placement,
    Rest,
    SceneMotion,
    TowerModel,
    sideways,
)

# A beanstalk is mostly dice; the castle comes once, so it is rare.
_TOWER_KINDS = ("die", "die", "die", "token", "cylinder")
_PLACED_KINDS = ("die", "token", "cylinder", "castle")


def draw_tower(rng: np.random.Generator, count: int) -> list[TowerPiece]:
    """Pieces for a tower, from the bottom up; a castle may only crown it."""
    kinds = [str(kind) for kind in rng.choice(_TOWER_KINDS, count)]
    if rng.random() < 0.1:
        kinds[-1] = "castle"
    return [draw_piece(kind, rng) for kind in kinds]


def draw_placed(rng: np.random.Generator) -> TowerPiece:
    """The piece that a player puts down next."""
    return draw_piece(str(rng.choice(_PLACED_KINDS)), rng)


EVENT_S = 0.8  # the baseline of touch is known by then
FELL_M = 0.006  # two tokens; contacts give way by less, and pieces that only slipped drop less


class TowerScene(StrEnum):
    """What somebody set out to do."""

    PLACE = "place"
    PLACE_TWO = "place-two"
    DROP = "drop"
    PRESS = "press"
    HAND = "hand"
    BUMP = "bump"
    LIFT = "lift"
    NUDGE = "nudge"
    FALL_ON = "fall-on"
    FALL_OFF = "fall-off"
    FALL_PART = "fall-part"
    PLACE_FALL = "place-fall"
    OVERHANG = "overhang"


class TowerSetting(msgspec.Struct):
    """A tower, what hands will do to it, and where its pieces stood."""

    tower: TowerModel
    motions: list[SceneMotion]
    placements: list[Placement] = []
    lifted: int | None = None
    start_m: npt.NDArray[np.float64] | None = None

    def drops_m(self) -> npt.NDArray[np.float64]:
        """How far each piece has come down from where it stood or was put."""
        heights = self.tower.positions_m[:, 2].copy()
        if self.start_m is None:
            return np.zeros(len(heights))
        start = self.start_m.copy()
        for placement in self.placements:
            place = placement.index
            start[place] = placement.target_m if placement.is_put else heights[place]
        if self.lifted is not None:
            start[self.lifted] = heights[self.lifted]
        drops: npt.NDArray[np.float64] = start - heights
        drops[self.tower.standing + len(self.placements) :] = 0
        return drops

    def fallen(self) -> npt.NDArray[np.bool_]:
        """Which pieces have come down that no hand took."""
        fallen: npt.NDArray[np.bool_] = self.drops_m() > FELL_M
        return fallen


def draw_setting(
    scene: TowerScene, rng: np.random.Generator, cell: CellSpring | None = None
) -> TowerSetting:
    """The tower of the scene and what hands will do to it, all by the generator."""
    tower = draw_tower(rng, int(rng.integers(4, 11)))
    spares = [draw_placed(rng), draw_placed(rng)]
    setting = TowerSetting(TowerModel(tower, spares, _draw_plate(scene, rng), rng, cell), [])
    _DRAW[scene](setting, rng)
    return setting


def _draw_plate(scene: TowerScene, rng: np.random.Generator) -> PlateSpec:
    if scene is TowerScene.FALL_OFF:
        return PlateSpec(float(rng.choice([0.05, 0.06])), has_rim=False)
    has_rim = scene in {TowerScene.FALL_ON, TowerScene.FALL_PART} or rng.random() < 0.6
    return PlateSpec(0.22, has_rim=True) if has_rim else PlateSpec(0.12, has_rim=False)


def _place(
    setting: TowerSetting,
    rng: np.random.Generator,
    *,
    spread_m: float = 0.0015,
    start_s: float = EVENT_S,
) -> Placement:
    """A careful placement on the middle of the top; the scene may change it afterwards."""
    index = setting.tower.standing + len(setting.placements)
    release_s, gap_m = float(rng.uniform(0.02, 0.25)), float(rng.uniform(0.0002, 0.001))
    x, y = rng.normal(0, spread_m, 2)
    offset_m = (float(x), float(y))
    placement = Placement(index, start_s, release_s, gap_m, offset_m, below=index - 1)
    setting.placements.append(placement)
    setting.motions.append(placement)
    return placement


def _draw_place(setting: TowerSetting, rng: np.random.Generator) -> None:
    _place(setting, rng)


def _draw_two(setting: TowerSetting, rng: np.random.Generator) -> None:
    _place(setting, rng)
    # The second hand is a little later, and its piece goes on the first one.
    _place(setting, rng, start_s=EVENT_S + float(rng.uniform(0.1, 0.25)))


def _draw_drop(setting: TowerSetting, rng: np.random.Generator) -> None:
    gap_m = float(rng.uniform(0.003, 0.015))
    placement = _place(setting, rng, spread_m=0.002)
    placement.release_s, placement.gap_m = 0.0, gap_m


def _draw_press(setting: TowerSetting, rng: np.random.Generator) -> None:
    drawn = (rng.uniform(0.0, 0.1), rng.uniform(0.1, 1.2), rng.uniform(0.15, 0.7))
    placement = _place(setting, rng)
    placement.release_s, placement.press_n, placement.press_s = (float(each) for each in drawn)


def _draw_hand(setting: TowerSetting, rng: np.random.Generator) -> None:
    top = setting.tower.body(setting.tower.standing - 1)
    body = PLATE_BODY if rng.random() < 0.5 else top
    newton = float(np.exp(rng.uniform(np.log(0.05), np.log(3.0))))
    edge_s = float(rng.uniform(0.05, 0.2))
    hold_s = 2 * edge_s + float(rng.uniform(0.05, 1.5))
    setting.motions.append(Rest(body, EVENT_S, hold_s, newton, edge_s))


def _draw_bump(setting: TowerSetting, rng: np.random.Generator) -> None:
    direction = rng.normal(0, 1, 3) * (0.5, 0.5, 1.0)
    strength = rng.uniform(0.3, 3.0) / max(float(np.linalg.norm(direction)), 0.3)
    x, y, z = (float(each) for each in direction * strength)
    setting.motions.append(Bump(EVENT_S, float(rng.uniform(0.004, 0.03)), (x, y, z)))


def _draw_lift(setting: TowerSetting, rng: np.random.Generator) -> None:
    setting.lifted = setting.tower.standing - 1
    setting.motions.append(Lift(setting.lifted, EVENT_S, float(rng.uniform(0.1, 0.7))))


def _draw_nudge(setting: TowerSetting, rng: np.random.Generator) -> None:
    index = int(rng.integers(setting.tower.standing // 2, setting.tower.standing))
    x, y, z = sideways(rng, float(rng.uniform(0.002, 0.02)), float(rng.choice([0, 0, 0.3])))
    push_s = float(rng.uniform(0.05, 0.4))
    setting.motions.append(Nudge(index, EVENT_S, push_s, (x, y, z)))


def _knock_over(
    setting: TowerSetting, rng: np.random.Generator, lowest: int, start_s: float
) -> None:
    standing = setting.tower.standing
    index = int(rng.integers(max(1, lowest), standing))
    x, y, z = sideways(rng, float(rng.uniform(0.03, 0.12)), float(rng.choice([0, 0, 0.3])))
    ramp_s = float(rng.uniform(0.03, 0.3))
    motion = Nudge(index, start_s, 2.0, (x, y, z), ramp_s, lambda _: bool(setting.fallen().any()))
    setting.motions.append(motion)


def _draw_fall(setting: TowerSetting, rng: np.random.Generator) -> None:
    _knock_over(setting, rng, setting.tower.standing // 3, EVENT_S)


def _draw_part(setting: TowerSetting, rng: np.random.Generator) -> None:
    _knock_over(setting, rng, setting.tower.standing - 2, EVENT_S)


def _draw_place_fall(setting: TowerSetting, rng: np.random.Generator) -> None:
    release_s = float(rng.uniform(0.02, 0.15))
    _place(setting, rng).release_s = release_s
    _knock_over(setting, rng, setting.tower.standing // 3, EVENT_S + float(rng.uniform(0.0, 0.4)))


def _draw_overhang(setting: TowerSetting, rng: np.random.Generator) -> None:
    release_s = float(rng.uniform(0.02, 0.15))
    placement = _place(setting, rng)
    placement.release_s = release_s
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.007, 0.011)
    placement.offset_m = (float(reach * np.cos(angle)), float(reach * np.sin(angle)))


_DRAW: dict[TowerScene, Callable[[TowerSetting, np.random.Generator], None]] = {
    TowerScene.PLACE: _draw_place,
    TowerScene.PLACE_TWO: _draw_two,
    TowerScene.DROP: _draw_drop,
    TowerScene.PRESS: _draw_press,
    TowerScene.HAND: _draw_hand,
    TowerScene.BUMP: _draw_bump,
    TowerScene.LIFT: _draw_lift,
    TowerScene.NUDGE: _draw_nudge,
    TowerScene.FALL_ON: _draw_fall,
    TowerScene.FALL_OFF: _draw_fall,
    TowerScene.FALL_PART: _draw_part,
    TowerScene.PLACE_FALL: _draw_place_fall,
    TowerScene.OVERHANG: _draw_overhang,
}
