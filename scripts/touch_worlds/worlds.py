"""The sources of tower scenes, each a world of its own behind the same few words.

    trace = WORLDS["forces"].play("touch-still", seed=1, plate_hz=(60.0, 160.0))

A world is a source, never another seed or another range of plates of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.simulation.bullet_towers import scenes as bullet
from referee.simulation.force_profiles import scenes as forces
from referee.simulation.force_profiles.sprung_plate import PlateRange, draw_plate
from referee.simulation.tower_trace import TowerTrace
from scripts.tower_scenes.model import CellSpring, spring_of
from scripts.tower_scenes.scenes import TowerScene
from scripts.tower_scenes.traces import play_scene

_PLATE_STREAM = 13


@dataclass(frozen=True, slots=True)
class World:
    """A source of scenes: its classes, which of them should be falls, and how one is played.

    Whether a scene was a fall is told by its outcome: in a world of rigid bodies a push may spare
    the tower. `lifts` are the classes in which a hand takes pieces off or puts them back.
    """

    name: str
    harmless: tuple[str, ...]
    falls: tuple[str, ...]
    lifts: frozenset[str]
    play: Callable[[str, int, PlateRange], TowerTrace]

    def plan(self, harmless: int, falls: int, first_seed: int) -> Iterator[tuple[str, int]]:
        """So many scenes of each class, in turn, so that a part is a fair part."""
        for number in range(max(harmless, falls)):
            if number < harmless:
                yield from ((scene, first_seed + number) for scene in self.harmless)
            if number < falls:
                yield from ((scene, first_seed + number) for scene in self.falls)


_OWN_HZ = CellSpring().plate_hz


def _play_bodies(scene: str, seed: int, plate_hz: PlateRange) -> TowerTrace:
    """On its own plate if that is in the range: its steps are too long for much stiffer ones."""
    low, high = plate_hz
    drawn = draw_plate(np.random.default_rng([seed, _PLATE_STREAM]), plate_hz)
    cell = None if low <= _OWN_HZ <= high else spring_of(drawn.hz)
    return play_scene(TowerScene(scene), seed, cell)


def _play_forces(scene: str, seed: int, plate_hz: PlateRange) -> TowerTrace:
    return forces.play_forces(forces.ForceScene(scene), seed, plate_hz)


def _play_bullet(scene: str, seed: int, plate_hz: PlateRange) -> TowerTrace:
    return bullet.play_bullet(bullet.BulletScene(scene), seed, plate_hz)


_BODY_FALLS = (
    TowerScene.FALL_ON,
    TowerScene.FALL_OFF,
    TowerScene.FALL_PART,
    TowerScene.PLACE_FALL,
)

WORLDS = {
    world.name: world
    for world in (
        World(
            name="bodies",
            harmless=tuple(each for each in TowerScene if each not in _BODY_FALLS),
            falls=_BODY_FALLS,
            lifts=frozenset({TowerScene.LIFT}),
            play=_play_bodies,
        ),
        World(
            name="forces",
            harmless=tuple(each for each in forces.ForceScene if each not in forces.FALLS),
            falls=tuple(each for each in forces.ForceScene if each in forces.FALLS),
            lifts=forces.LIFTS,
            play=_play_forces,
        ),
        World(
            name="bullet",
            harmless=tuple(each for each in bullet.BulletScene if each not in bullet.FALLS),
            falls=tuple(each for each in bullet.BulletScene if each in bullet.FALLS),
            lifts=bullet.LIFTS,
            play=_play_bullet,
        ),
    )
}
