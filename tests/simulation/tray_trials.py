"""How well the eye reads the simulated tray: throws read by the same steps as at the table.

    python -m tests.simulation.tray_trials beanstalk --throws 300 --seed 1

The markers tell where the tray is, the plane of the top faces is rectified, the dice are read in
one frame and in three frames that vote.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from referee.clock import ManualClock
from referee.simulation.happenings import ActualDie
from referee.simulation.tray.dice import die_kinds
from referee.simulation.tray.physics import DIE_MM
from referee.simulation.tray.world import TrayWorld
from referee.vision.dice.face_reading import FaceReader, PipFaceReader
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.faces.teaching import learn_faces
from referee.vision.motion.voting import vote
from referee.vision.pictures import Picture
from referee.vision.readings import Reading
from referee.vision.tray.lens import Lens
from referee.vision.tray.view import TrayView, view_tray
from scripts.face_pictures import face_pictures

_SETS = {"beanstalk": "magic-beanstalk", "friend": "spookies-friend"}
_NEAR_MM = 6.0
_FRAMES = 3
_PAUSE_S = 0.5
_FRAME_S = 1 / 30


class ReadScore(msgspec.Struct, frozen=True):
    """What became of the dice of many throws, and in how many of these somebody is asked."""

    throws: int = 0
    dice: int = 0
    right: int = 0
    doubtful: int = 0
    wrong: int = 0
    """Certain, and not what the die shows."""
    missing: int = 0
    extra: int = 0
    doubtful_throws: int = 0

    def plus(self, other: ReadScore) -> ReadScore:
        """Both together."""
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return ReadScore(*(a + b for a, b in zip(mine, theirs, strict=True)))


class ReadThrow(msgspec.Struct, frozen=True):
    """One throw: its number, how one frame was read, and how the vote of three was."""

    number: int
    single: ReadScore
    voted: ReadScore


def face_reader(kind: str) -> FaceReader:
    """Pips, or the shipped set of this kind as it is taught."""
    if kind == "pips":
        return PipFaceReader()
    name = _SETS[kind]
    return TaughtFaceReader(learn_faces(name, face_pictures(name)))


def read_throws(
    kind: str,
    throws: int,
    *,
    seed: int = 1,
    most: int = 6,
    reader: DiceReader | None = None,
    lens: Lens | None = None,
) -> Iterator[ReadThrow]:
    """Throw 1 to `most` dice again and again and read them; `lens` is the calibrated one."""
    clock, rng = ManualClock(), np.random.default_rng(seed)
    world = TrayWorld(rng.spawn(1)[0], clock)
    view = _seen(world, lens)
    eye = reader or DiceReader(face_reader(kind))
    tray = TrayReader.of_view(eye, view, DIE_MM)
    for number in range(throws):
        world.roll(kind, int(rng.integers(1, most + 1)))
        clock.advance_s(world.busy_until_s - world.now_s + _PAUSE_S)
        readings = [tray.read(_next_frame(world, clock)) for _ in range(_FRAMES)]
        actual = world.dice
        yield ReadThrow(
            number,
            score(actual, readings[0], view),
            score(actual, vote(readings), view),
        )
        world.clear()
        clock.advance_s(world.busy_until_s - world.now_s + _PAUSE_S)


def score(actual: Sequence[ActualDie], reading: Reading, view: TrayView) -> ReadScore:
    """The true dice beside what was read, by their places."""
    plane = view.top_plane(DIE_MM)
    places = plane.to_plane(np.array([die.centre_px for die in reading.dice]).reshape(-1, 2))
    left = set(range(len(reading.dice)))
    counts = dict.fromkeys(("right", "doubtful", "wrong", "missing"), 0)
    for die in actual:
        away = {at: float(np.hypot(*(places[at] - die.centre_mm))) for at in left}
        nearest = min(away, key=lambda at: away[at], default=None)
        if nearest is None or away[nearest] > _NEAR_MM:
            counts["missing"] += 1
            continue
        left.remove(nearest)
        read = reading.dice[nearest]
        counts[_judged(die.face, read.face, is_certain=read.is_certain)] += 1
    is_asked = counts["doubtful"] + counts["missing"] + len(left) > 0
    return ReadScore(
        throws=1, dice=len(actual), extra=len(left), doubtful_throws=int(is_asked), **counts
    )


def _judged(face: str, read: str, *, is_certain: bool) -> str:
    if not is_certain:
        return "doubtful"
    return "right" if read == face else "wrong"


def _next_frame(world: TrayWorld, clock: ManualClock) -> Picture:
    clock.advance_s(_FRAME_S)
    return world.frame_at(clock.monotonic_s())


def _seen(world: TrayWorld, lens: Lens | None) -> TrayView:
    view = view_tray(world.frame_at(world.now_s), world.sheet, lens)
    if view is None:
        raise RuntimeError("the markers of the drawn tray cannot be seen")
    return view


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line and writes the figures, and the throws with something odd."""
    parser = argparse.ArgumentParser(description="Reads throws of the simulated tray.")
    parser.add_argument("kind", choices=list(die_kinds()))
    parser.add_argument("--throws", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=6)
    chosen = parser.parse_args(arguments)
    single, voted = ReadScore(), ReadScore()
    for thrown in read_throws(chosen.kind, chosen.throws, seed=chosen.seed, most=chosen.most):
        single, voted = single.plus(thrown.single), voted.plus(thrown.voted)
        if thrown.voted.right < thrown.voted.dice or thrown.voted.extra:
            sys.stdout.write(f"throw {thrown.number}: {thrown.voted}\n")
    sys.stdout.write(f"one frame:    {single}\nthree frames: {voted}\n")


if __name__ == "__main__":
    main()
