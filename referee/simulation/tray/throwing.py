"""How a hand throws dice: where they leave it, how fast, and which throws are tidy enough.

A die starts turned any way at all, so by symmetry each of its sides is up equally often; choosing
among throws only looks at places and tilts, never at faces.
"""

from collections.abc import Sequence

import numpy as np

from referee.errors import RefereeError
from referee.simulation.drawing.materials import Rng
from referee.simulation.drawing.solids import SIDES, Matrix, rotation_about, rotations_of, turned
from referee.simulation.tray.physics import DIE_MM, DiePose, Release, Throw, Track, throw

# How a hand throws, chosen by hand: faster dice pile up at the far wall, slower ones hardly turn.
_TRIES = 60
_LEAST_VIGOUR = 0.1
_SPACING_MM = 1.5 * DIE_MM
_HEIGHT_MM = 46.0
_A_LAYER = 3
_SPEED_MM_S = (200.0, 1000.0)
_ASIDE_MM_S = 450.0
_DOWN_MM_S = (-350.0, 50.0)
_SPIN_RAD_S = 35.0
_LEAN_RAD = (0.25, 0.6)


class ThrowError(RefereeError):
    """The dice did not come to lie as they should."""


def tidy_throw(
    rng: Rng,
    resting: Sequence[DiePose],
    count: int,
    room_mm: tuple[float, float],
    from_rad: float,
    *,
    is_leaning: bool = False,
) -> Throw:
    """A throw after which all dice lie flat and the ones that lay there were not pushed.

    In a very full tray there may be none; then others are pushed, and their tracks say where to.
    With `is_leaning` one of the new dice comes to lean on something that is not in the picture.
    """
    flat: Throw | None = None
    for number in range(_TRIES):
        # In a full tray only a gentle throw pushes nothing.
        vigour = max(_LEAST_VIGOUR, 1 - number / _TRIES)
        thrown = throw(resting, _releases(rng, count, room_mm, from_rad, vigour=vigour), room_mm)
        if not _is_flat(thrown):
            continue
        flat = thrown
        if not _has_pushed(thrown, resting):
            break
    if flat is not None:
        return _with_leaning(rng, flat, len(resting)) if is_leaning else flat
    raise ThrowError(
        f"{count} dice find no room beside {len(resting)} others: take some out of the tray first."
    )


def placed_pose(
    rng: Rng, side: int, resting: Sequence[DiePose], room_mm: tuple[float, float]
) -> DiePose:
    """Where a hand puts a die down: this side up, turned somehow, clear of the resting ones."""
    for _ in range(_TRIES):
        x, y = rng.uniform(-0.35, 0.35, 2) * np.array(room_mm)
        centre = np.array([x, y, DIE_MM / 2])
        if all(np.linalg.norm(centre - each.centre_mm) > _SPACING_MM for each in resting):
            break
    else:
        raise ThrowError("There is no room for a die: take some out of the tray first.")
    yaw = turned(float(rng.uniform(0, 2 * np.pi)))
    return DiePose(centre, yaw @ SIDES[0].T @ SIDES[side])


def _is_flat(thrown: Throw) -> bool:
    return thrown.is_at_rest and all(track.last.is_flat for track in thrown.tracks)


def _has_pushed(thrown: Throw, resting: Sequence[DiePose]) -> bool:
    return any(track.lasts_s > 0 for track in thrown.tracks[: len(resting)])


def _releases(
    rng: Rng, count: int, room_mm: tuple[float, float], from_rad: float, *, vigour: float = 1.0
) -> list[Release]:
    """A handful of dice over the edge of the tray, thrown towards its middle."""
    out = np.array([np.cos(from_rad), np.sin(from_rad), 0.0])
    aside = np.array([-out[1], out[0], 0.0])
    hand = _edge(room_mm, from_rad) * out
    return [
        Release(
            DiePose(hand + _in_hand(rng, number, count, aside), _any_turn(rng)),
            -out * vigour * rng.uniform(*_SPEED_MM_S)
            + aside * vigour * rng.normal(0, _ASIDE_MM_S)
            + np.array([0.0, 0.0, rng.uniform(*_DOWN_MM_S)]),
            rng.normal(0, _SPIN_RAD_S, 3),
        )
        for number in range(count)
    ]


def release_point(room_mm: tuple[float, float], from_rad: float) -> Matrix:
    """Where the middle of the handful is."""
    reach = _edge(room_mm, from_rad)
    return np.array([reach * np.cos(from_rad), reach * np.sin(from_rad), _HEIGHT_MM])


def _edge(room_mm: tuple[float, float], from_rad: float) -> float:
    """How far from the middle dice are let go, so that the whole handful is between the walls."""
    across = (room_mm[0] / 2 - 2.4 * DIE_MM) / max(1e-6, abs(float(np.cos(from_rad))))
    away = (room_mm[1] / 2 - 2.4 * DIE_MM) / max(1e-6, abs(float(np.sin(from_rad))))
    return min(across, away)


def _in_hand(rng: Rng, number: int, count: int, aside: Matrix) -> Matrix:
    layer, place = divmod(number, _A_LAYER)
    in_layer = min(_A_LAYER, count - layer * _A_LAYER)
    along = (place - (in_layer - 1) / 2) * _SPACING_MM + rng.uniform(-2, 2)
    height = _HEIGHT_MM + layer * 1.75 * DIE_MM + rng.uniform(-3, 3)
    return np.asarray(along * aside + np.array([0.0, 0.0, height]))


def _any_turn(rng: Rng) -> Matrix:
    """A rotation matrix, each as likely as any other."""
    return rotations_of(_unit(rng.normal(size=4)))


def _unit(vector: Matrix) -> Matrix:
    return np.asarray(vector / np.linalg.norm(vector))


def _with_leaning(rng: Rng, thrown: Throw, first: int) -> Throw:
    number = int(rng.integers(first, len(thrown.tracks)))
    track = thrown.tracks[number]
    tracks, last = list(thrown.tracks), _leaning(rng, track.last)
    tracks[number] = Track(
        np.vstack((track.centres_mm, last.centre_mm[None])),
        np.vstack((track.rotations, last.rotation[None])),
    )
    return Throw(tuple(tracks), max(each.lasts_s for each in tracks))


def _leaning(rng: Rng, pose: DiePose) -> DiePose:
    """Tipped over one of its lower edges."""
    lean = float(rng.uniform(*_LEAN_RAD))
    flat = int(np.argmin(np.abs(pose.rotation[2])))
    axis = _unit(pose.rotation[:, flat] * np.array([1.0, 1.0, 0.0]))
    rotation = rotation_about(axis, lean) @ pose.rotation
    height = DIE_MM / 2 * float(np.abs(rotation[2]).sum())
    return DiePose(np.array([*pose.centre_mm[:2], height]), rotation)
