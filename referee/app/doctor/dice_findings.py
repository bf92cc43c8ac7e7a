"""Whether the taught sets of dice are there, and whether their faces can be told apart."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from referee.app.doctor.findings import Finding, Light, Part, finding
from referee.app.face_sets import find_faces
from referee.errors import InputError
from referee.vision.faces.gallery import TaughtFaces
from referee.vision.pictures import Picture

_APART, _ALIKE = 0.2, 0.1
"""How far the most similar face must stay behind; the sets that come along have 0.28 and more."""

Closest = tuple[float, str, str]


def dice_finding(sets: Mapping[str, str]) -> Finding:
    """All sets together; the worst of them is told."""
    closest: tuple[Closest, str] | None = None
    for name in sets.values():
        try:
            taught = find_faces(name)
        except InputError:
            step = "doctor-dice-missing-next"
            return finding(Part.DICE, Light.RED, "doctor-dice-missing", step, set=name)
        found = closest_faces(taught), name
        closest = found if closest is None else min(closest, found)
    if closest is None:
        return finding(Part.DICE, Light.GREEN, "doctor-dice-pips")
    (margin, first, second), name = closest
    if margin >= _APART:
        return finding(Part.DICE, Light.GREEN, "doctor-dice-ready", sets=tuple(sets.values()))
    return finding(
        Part.DICE,
        Light.YELLOW if margin >= _ALIKE else Light.RED,
        "doctor-dice-alike",
        "doctor-dice-alike-next",
        set=name,
        first=first,
        second=second,
    )


def closest_faces(taught: TaughtFaces) -> Closest:
    """The two faces that look most alike, and how far the wrong one stays behind the right one."""
    closest: Closest = (float("inf"), "", "")
    for own, (face, ink) in enumerate(taught.inks.items()):
        scores, _ = taught.scores(_picture(np.asarray(ink)))
        for other, rival in enumerate(taught.faces):
            if other != own:
                closest = min(closest, (float(scores[own] - scores[other]), face, rival))
    return closest


def _picture(ink: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Picture:
    """A face as dark ink on a light die."""
    share = (ink - ink.min()) / max(float(np.ptp(ink)), 1e-6)
    grey = np.round(255 * (1 - share)).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
