"""Fits the weights of the confidence on pictures that the network was not trained on.

Half of the pictures fit, the other half is judged, and the other way round; the weights that are
printed come from all of them. `--off-tray` tells instead how sure the program is in pictures
without a known plane: the same photographs and drawn scenes, as they are and disturbed, and
pictures without dice.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.vision.dice.centres import Centre, CentreFinder, cut_top_face
from referee.vision.dice.close_look import CloseLook
from referee.vision.dice.confidence import CERTAIN_FROM, OFF_TRAY_WEIGHTS
from referee.vision.dice.face_reading import FoundDie, best_value, evidence_of
from referee.vision.dice.pips import fit_pips
from referee.vision.dice.reader import DiceReader
from referee.vision.pictures import Picture
from scripts.bench.any_table import any_table_scene, is_clear
from scripts.bench.disturbances import disturbed
from scripts.bench.photographs import LabelledBox, labelled_pictures
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.no_dice import draw_no_dice
from scripts.drawn_scenes.scene import draw_scene

_log = logging.getLogger("confidence")
_SOFT = 1e-2
_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Case:
    """One die that was read: its evidence, whether the value was right, and where it is from."""

    features: tuple[float, ...]
    is_right: bool
    collection: str
    half: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture with its labels; centres that are `unjudged` count neither as right nor wrong."""

    collection: str
    half: int
    picture: Picture
    boxes: list[LabelledBox]
    die_px: float | None = None
    unjudged: tuple[tuple[float, float], ...] = ()
    near_px: float = 25.0


def photograph_cases(reader: DiceReader, data: Path) -> list[Case]:
    """The dice of the validation photographs."""
    cases = []
    for collection in ("mixed-top-down", "webcam"):
        for labelled in labelled_pictures(data / collection, validation=True):
            half = hashlib.sha256(labelled.path.name.encode()).digest()[1] % 2
            shown = Shown(collection, half, labelled.picture(), list(labelled.boxes))
            cases += _cases(reader, shown)
    return cases


_TIMES_DISTURBED = 3


def off_tray_cases(reader: DiceReader, data: Path, scenes: int) -> list[Case]:
    """The dice of photographs and scenes whose plane nobody knows, and what is none."""
    cases = []
    for shown in _off_tray(data, scenes):
        widths_px = reader.widths_px(shown.picture)
        cases += _judged(shown, reader.found_off_tray(shown.picture, widths_px))
    return cases


def _off_tray(data: Path, scenes: int) -> Iterator[Shown]:
    for collection in ("mixed-top-down", "webcam", "playing-cards"):
        for labelled in labelled_pictures(data / collection, validation=True):
            half = hashlib.sha256(labelled.path.name.encode()).digest()[1] % 2
            # Cards have boxes too, but no dice.
            boxes = [box for box in labelled.boxes if box.value]
            name = collection if boxes else "none"
            die_px = float(np.median([box.size_px for box in boxes])) if boxes else 60.0
            picture = labelled.picture()
            yield Shown(name, half, picture, boxes)
            rng = np.random.default_rng(int.from_bytes(labelled.path.name.encode()) % 2**32)
            for _ in range(_TIMES_DISTURBED if boxes else 1):
                yield Shown(name, half, disturbed(picture, rng, die_px), boxes)
    for seed in range(600_000, 600_000 + scenes):
        yield from _off_tray_scenes(seed)


def _off_tray_scenes(seed: int) -> Iterator[Shown]:
    rng, half = np.random.default_rng(seed), seed % 2
    die_px, scene = any_table_scene(rng)
    dice = [die for die in scene.dice if is_clear(die)]
    boxes = [_box(die.face, die.corners) for die in dice]
    others = tuple(die.centre for die in scene.dice)
    yield Shown("drawn", half, scene.picture, boxes, unjudged=others, near_px=0.7 * die_px)
    spoilt = disturbed(scene.picture, rng, die_px)
    yield Shown("drawn", half, spoilt, boxes, unjudged=others, near_px=0.7 * die_px)
    yield Shown("none", half, draw_no_dice(rng, domain=Domain.UNSEEN), [])


def drawn_cases(reader: DiceReader, scenes: int) -> list[Case]:
    """The dice of drawn scenes of the unseen domain."""
    cases = []
    for seed in range(500_000, 500_000 + scenes):
        scene = draw_scene(np.random.default_rng(seed), Domain.UNSEEN)
        dice = [die for die in scene.dice if die.visible > 0.9 and not die.is_leaning]
        if not dice or dice[0].face not in "123456":
            continue
        boxes = [_box(die.face, die.corners) for die in dice if die.contrast > 12]
        others = tuple(die.centre for die in scene.dice)
        shown = Shown("drawn", seed % 2, scene.picture, boxes, 36.0, others)
        cases += _cases(reader, shown)
    return cases


def _box(face: str, corners: np.ndarray) -> LabelledBox:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return LabelledBox(face, float(left), float(top), float(right), float(bottom))


def _cases(reader: DiceReader, shown: Shown) -> list[Case]:
    die_px = shown.die_px or reader.read(shown.picture).die_px
    return _judged(shown, reader.found(shown.picture, die_px)) if die_px else []


def _judged(shown: Shown, every: Sequence[FoundDie]) -> list[Case]:
    free = list(shown.boxes)
    cases = []
    for found in every:
        centre = found.centre
        box = _nearest(centre.x, centre.y, free)
        if box is None and _is_near(centre, shown.unjudged, shown.near_px):
            # A die that is half hidden or leans: neither right nor wrong.
            continue
        if box is not None:
            free.remove(box)
        evidence = evidence_of(shown.picture, found, fit_pips(cut_top_face(shown.picture, centre)))
        value = str(best_value(centre) + 1)
        is_right = box is not None and box.value == value
        cases.append(Case(evidence.features(), is_right, shown.collection, shown.half))
    return cases


def _nearest(x: float, y: float, boxes: list[LabelledBox]) -> LabelledBox | None:
    near = [
        (np.hypot(x - box.centre[0], y - box.centre[1]), at)
        for at, box in enumerate(boxes)
        if max(abs(x - box.centre[0]), abs(y - box.centre[1])) < 0.65 * max(box.size_px, 12)
    ]
    return boxes[min(near)[1]] if near else None


def _is_near(centre: Centre, others: tuple[tuple[float, float], ...], near_px: float) -> bool:
    return any(np.hypot(centre.x - x, centre.y - y) < near_px for x, y in others)


def fit(cases: list[Case], shares: dict[str, float]) -> np.ndarray:
    """Logistic regression; every collection counts as much as its share says.

    Every feature grows with the confidence, so none may have a weight below zero: one that would
    is left out, and the others are fitted again.
    """
    features = np.array([case.features for case in cases])
    right = np.array([float(case.is_right) for case in cases])
    counts = {name: sum(case.collection == name for case in cases) for name in shares}
    weight = np.array([shares[case.collection] / counts[case.collection] for case in cases])
    weight *= len(cases) / weight.sum()
    used = np.ones(features.shape[1], bool)
    while True:
        weights = np.zeros(features.shape[1])
        weights[used] = _regression(features[:, used], right, weight)
        worst = 1 + int(np.argmin(weights[1:]))
        if weights[worst] >= 0:
            return weights
        used[worst] = False


def _regression(features: np.ndarray, right: np.ndarray, weight: np.ndarray) -> np.ndarray:
    weights = np.zeros(features.shape[1])
    soft = _SOFT * len(right) * np.diag([0.0, *([0.01] * (features.shape[1] - 1))])
    for _ in range(_ROUNDS):
        told = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (weight * (right - told)) - soft @ weights
        curve = (features * (weight * told * (1 - told))[:, None]).T @ features + soft
        weights = weights + np.linalg.solve(curve + 1e-6 * np.eye(len(weights)), slope)
    return weights


def tell(cases: list[Case], told: np.ndarray) -> None:
    """How often readings of each confidence were right, and what certainty costs."""
    for collection in sorted({case.collection for case in cases}):
        at = [n for n, case in enumerate(cases) if case.collection == collection]
        right = np.array([cases[n].is_right for n in at])
        sure = told[at]
        _log.info("%s: %d dice, %.1f %% right", collection, len(at), 100 * right.mean())
        for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.985), (0.985, 1.01)):
            band = (sure >= low) & (sure < high)
            if band.any():
                _log.info(
                    "  %.3f–%.3f: %4d, told %.3f, right %.3f",
                    low,
                    high,
                    band.sum(),
                    sure[band].mean(),
                    right[band].mean(),
                )
        for limit in (0.95, 0.97, 0.98, CERTAIN_FROM, 0.99, 0.993, 0.995):
            certain = sure >= limit
            _log.info(
                "  from %.3f: doubtful %.1f %%, wrong as certain %.2f %% (%d)",
                limit,
                100 * (~certain).mean(),
                100 * (certain & ~right).mean(),
                (certain & ~right).sum(),
            )


def main() -> None:
    """Fit, and print the weights."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--close", type=Path)
    parser.add_argument("--scenes", type=int, default=300)
    parser.add_argument("--off-tray", action="store_true", help="for pictures without a plane")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    model = arguments.model.read_bytes() if arguments.model else None
    close = arguments.close.read_bytes() if arguments.close else None
    reader = DiceReader(finder=CentreFinder(model), close_look=CloseLook(close))
    if arguments.off_tray:
        cases = off_tray_cases(reader, arguments.data, arguments.scenes)
        totals = np.array([np.dot(OFF_TRAY_WEIGHTS, case.features) for case in cases])
        tell(cases, 1 / (1 + np.exp(-totals)))
        return
    cases = photograph_cases(reader, arguments.data) + drawn_cases(reader, arguments.scenes)
    shares = {"mixed-top-down": 0.4, "webcam": 0.3, "drawn": 0.3}
    halves = [fit([case for case in cases if case.half != half], shares) for half in (0, 1)]
    totals = np.array([np.dot(halves[case.half], case.features) for case in cases])
    tell(cases, 1 / (1 + np.exp(-totals)))
    _log.info("weights %s", tuple(round(float(each), 3) for each in fit(cases, shares)))


if __name__ == "__main__":
    main()
