"""How well taught faces are told apart on drawn dice that were never seen before.

    python -m tests.simulation.face_trials magic-beanstalk --dice 500 --die-px 36

teaches the set from its five drawn pictures a face and shows it dice of the other domain: other
materials, lights, grounds and camera angles, touching, up to 45° from the vertical. Untaught faces
are symbols at random and pips, on the same kind of dice. Dice that are partly hidden, that lean, or
whose ink cannot be seen are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from rich.console import Console

from referee.games.boxes import shipped_sets
from referee.simulation.drawing.dice import DrawnDie
from referee.simulation.drawing.materials import Rng
from referee.vision.artwork.canvas import FaceSet, pip_faces
from referee.vision.artwork.sets import face_set
from referee.vision.artwork.symbols import random_faces
from referee.vision.faces.gallery import FaceMatch, TaughtFaces
from referee.vision.faces.teaching import learn_faces
from referee.vision.faces.top_face import cut_square
from referee.vision.pictures import Picture
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.scene import draw_scene
from scripts.face_pictures import face_pictures

# How wrong the hints of a detector are: middle in die widths, angle, size.
_MIDDLE_OFF = 0.06
_ANGLE_OFF_DEG = 6.0
_SIZE_OFF = 0.05
_WHOLE = 0.97
# Ink that is less than this many grey levels from the body can be read by nobody.
_LEGIBLE = 16.0
# A heap of one material in one light says little more than a few of its dice.
_MOST_A_SCENE = 5


@dataclass(frozen=True, slots=True)
class Trial:
    """Shares of the taught dice (right, refused, wrong) and of the untaught ones (refused)."""

    right: float
    refused: float
    wrong: float
    strangers_refused: float


def shown_faces(
    rng: Rng, faces: Callable[[], FaceSet], *, die_px: float, angle_deg: tuple[float, float]
) -> Iterator[tuple[str, Picture]]:
    """Top faces cut out with a detector's errors from scenes of the unseen domain, without end."""
    while True:
        size_px = round(6.2 * die_px)
        scene = draw_scene(
            rng,
            Domain.UNSEEN,
            faces=faces(),
            die_px=die_px,
            size_px=size_px,
            angle_deg=angle_deg,
        )
        for die in islice(filter(_is_readable, scene.dice), _MOST_A_SCENE):
            x, y = np.asarray(die.centre) + rng.uniform(-1, 1, 2) * _MIDDLE_OFF * die.die_px
            angle = die.angle_rad + np.radians(rng.uniform(-_ANGLE_OFF_DEG, _ANGLE_OFF_DEG))
            angle += np.pi / 2 * float(rng.integers(4))
            seen_px = die.die_px * float(rng.uniform(1 - _SIZE_OFF, 1 + _SIZE_OFF))
            yield die.face, cut_square(scene.picture, (float(x), float(y)), seen_px, float(angle))


def _is_readable(die: DrawnDie) -> bool:
    is_flat = not (die.is_leaning or die.is_stacked)
    return is_flat and die.visible >= _WHOLE and die.contrast >= _LEGIBLE


def _strangers(rng: Rng) -> Callable[[], FaceSet]:
    return lambda: pip_faces() if rng.random() < 0.3 else random_faces(rng)


def try_faces(
    taught: TaughtFaces,
    faces: FaceSet,
    *,
    dice: int,
    seed: int,
    die_px: float = 36.0,
    angle_deg: tuple[float, float] = (0, 45),
) -> Trial:
    """Shows so many taught and so many untaught faces."""
    rng = np.random.default_rng(seed)
    own = shown_faces(rng, lambda: faces, die_px=die_px, angle_deg=angle_deg)
    known = [(face, taught.match(picture)) for face, picture in islice(own, dice)]
    others = shown_faces(rng, _strangers(rng), die_px=die_px, angle_deg=angle_deg)
    unknown = [taught.match(picture) for _, picture in islice(others, dice)]
    return _counted(known, unknown)


def _counted(known: list[tuple[str, FaceMatch]], unknown: list[FaceMatch]) -> Trial:
    right = sum(match.face == face for face, match in known)
    refused = sum(match.face is None for _, match in known)
    strangers = sum(match.face is None for match in unknown)
    return Trial(
        right=right / len(known),
        refused=refused / len(known),
        wrong=(len(known) - right - refused) / len(known),
        strangers_refused=strangers / len(unknown),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Tries taught faces on dice never seen before.")
    parser.add_argument("name", choices=list(shipped_sets()))
    parser.add_argument("--dice", type=int, default=500)
    parser.add_argument("--die-px", type=float, default=36.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    taught = learn_faces(chosen.name, face_pictures(chosen.name))
    trial = try_faces(
        taught,
        face_set(shipped_sets()[chosen.name]),
        dice=chosen.dice,
        seed=chosen.seed,
        die_px=chosen.die_px,
    )
    Console().print(
        f"{chosen.name}, {chosen.dice} taught and {chosen.dice} untaught dice of"
        f" {chosen.die_px:.0f} px: right {trial.right:.1%}, refused {trial.refused:.1%},"
        f" wrong {trial.wrong:.1%}; untaught refused {trial.strangers_refused:.1%}"
        f" (threshold {taught.threshold:.2f})"
    )


if __name__ == "__main__":
    main()
