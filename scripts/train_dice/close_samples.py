"""Training pictures for the close look: one candidate in the middle of each, true or false.

A candidate is where the first look may point: a die, roughly in the middle and roughly of the right
size, or something that is no top face — the side of a die, the gap between two, a key, a coin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from scripts.train_dice.augment import recolour, rotation
from scripts.train_dice.photographs import Photograph
from scripts.train_dice.scenes import StoredScene
from scripts.train_dice.targets import Target

VIEW_PX = 56
DIE_PX = 36.0
VALUES = 6
SYMBOL, NO_FACE, UNREADABLE = VALUES, VALUES + 1, VALUES + 2
CLASSES = VALUES + 2

SHARES = {"mixed-top-down": 0.30, "webcam": 0.14, "playing-cards": 0.02, "scenes": 0.54}
_NO_DIE = 0.36
_ODD_DICE = 0.25
# How far the first look may be off: in die widths, and in the logarithm of the width.
_PLACE_OFF, _PLACE_MOST = 0.09, 0.3
_SIZE_OFF, _SIZE_MOST = 0.1, 0.3
_VISIBLE = 0.75
_NEAREST_NO_DIE = 0.5


Place = tuple[float, float, float]
"""x, y and the width of a die, in pixels."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture with its dice, and places in it that an earlier network took for dice."""

    picture: np.ndarray
    dice: tuple[Target, ...]
    die_px: float
    mistaken: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is to be said about a candidate; `place` is x, y, cos 4θ, sin 4θ and log width."""

    kind: int
    place: np.ndarray
    place_counts: np.ndarray
    odd: np.ndarray
    odd_counts: float


_NOTHING = Answer(NO_FACE, np.zeros(5), np.zeros(5), np.zeros(2), 0.0)


def shown_photograph(photograph: Photograph) -> Shown:
    """A photograph; its dice are placed roughly, and how they are turned nobody wrote down."""
    dice = tuple(
        Target(die.value, die.x, die.y, die.width, is_measured=False) for die in photograph.dice
    )
    return Shown(photograph.picture, dice, photograph.die_px)


@dataclass(frozen=True, slots=True)
class ShownScene:
    """A drawn scene, and places in it that an earlier network took for dice."""

    scene: StoredScene
    mistaken: tuple[Place, ...] = ()

    @property
    def is_odd(self) -> bool:
        """Whether a die of it leans or lies on another."""
        return any(die.is_leaning or die.is_stacked for die in self.scene.targets)

    def shown(self) -> Shown:
        """Its picture, in pixels."""
        scene = self.scene
        return Shown(scene.picture(), tuple(scene.targets), DIE_PX, self.mistaken)


class CloseSamples(IterableDataset):
    """An endless, repeatable stream of candidates as tensors."""

    def __init__(
        self, photographs: dict[str, list[Shown]], scenes: list[ShownScene], seed: int
    ) -> None:
        self._photographs = photographs
        self._scenes = scenes
        self._odd = [scene for scene in scenes if scene.is_odd]
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        worker = get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(1)
        there = {name for name, shown in self._photographs.items() if shown} | {"scenes"}
        names = [name for name in SHARES if name in there]
        shares = np.array([SHARES[name] for name in names])
        while True:
            name = names[rng.choice(len(names), p=shares / shares.sum())]
            for picture, answer in self._several(name, rng):
                yield _as_tensors(picture, answer)

    def _several(self, name: str, rng: np.random.Generator) -> Iterator[tuple[np.ndarray, Answer]]:
        """A few candidates of one picture: decoding it is what takes the time."""
        if name != "scenes":
            photographs = self._photographs[name]
            yield candidate(photographs[int(rng.integers(len(photographs)))], rng)
            return
        is_odd = bool(self._odd) and rng.random() < _ODD_DICE
        pool = self._odd if is_odd else self._scenes
        shown = pool[int(rng.integers(len(pool)))].shown()
        for _ in range(3):
            yield candidate(shown, rng, strength=0.5, odd_first=is_odd)


def candidate(
    shown: Shown, rng: np.random.Generator, *, strength: float = 1.0, odd_first: bool = False
) -> tuple[np.ndarray, Answer]:
    """One candidate of a picture, and what is to be said about it."""
    readable = [die for die in shown.dice if die.visible >= _VISIBLE]
    odd = [die for die in readable if die.is_leaning or die.is_stacked]
    if not readable or rng.random() < _NO_DIE:
        place = _no_die(shown, rng)
        if place is not None:
            return _view(shown.picture, place, None, rng, strength)
    if not readable:
        height, width = shown.picture.shape[:2]
        return _view(shown.picture, (width / 2, height / 2, shown.die_px * 3), None, rng, strength)
    choice = odd if odd and odd_first and rng.random() < 0.5 else readable
    die = choice[int(rng.integers(len(choice)))]
    off = np.clip(rng.normal(0, _PLACE_OFF, 2), -_PLACE_MOST, _PLACE_MOST) * die.width
    wider = float(np.clip(rng.normal(0, _SIZE_OFF), -_SIZE_MOST, _SIZE_MOST))
    guessed = (die.x + off[0], die.y + off[1], die.width * float(np.exp(wider)))
    return _view(shown.picture, guessed, die, rng, strength)


def _no_die(shown: Shown, rng: np.random.Generator) -> tuple[float, float, float] | None:
    """A place that is no top face, but may look like one."""
    height, width = shown.picture.shape[:2]
    for _ in range(8):
        size = shown.die_px * float(np.exp(rng.normal(0, 0.25)))
        way = rng.random()
        if shown.mistaken and way < 0.35:
            x, y, size = shown.mistaken[int(rng.integers(len(shown.mistaken)))]
            x, y = (at + rng.normal(0, _PLACE_OFF / 2) * size for at in (x, y))
        elif shown.dice and way < 0.75:
            die = shown.dice[int(rng.integers(len(shown.dice)))]
            around, away = rng.uniform(0, 2 * np.pi), die.width * rng.uniform(0.5, 1.3)
            x, y = die.x + away * np.cos(around), die.y + away * np.sin(around)
            size = die.width * float(np.exp(rng.normal(0, 0.2)))
        else:
            x, y = rng.uniform(0, width), rng.uniform(0, height)
        if _is_no_die(shown, x, y, size) and 0 <= x < width and 0 <= y < height:
            return float(x), float(y), size
    return None


def _is_no_die(shown: Shown, x: float, y: float, size: float) -> bool:
    return all(
        (die.x - x) ** 2 + (die.y - y) ** 2
        > (_NEAREST_NO_DIE * (die.width if die.visible >= _VISIBLE else die.width + size)) ** 2
        for die in shown.dice
    )


def _view(
    picture: np.ndarray,
    guessed: tuple[float, float, float],
    die: Target | None,
    rng: np.random.Generator,
    strength: float,
) -> tuple[np.ndarray, Answer]:
    """The candidate in the middle, turned and mirrored by chance, squashed a little."""
    x, y, width = guessed
    scale = DIE_PX / width
    turn, flip = rng.uniform(0, 2 * np.pi), 1.0 if rng.random() < 0.5 else -1.0
    matrix = scale * rotation(turn) @ np.diag([1.0, flip])
    if die is None or not die.is_measured:
        squash_turn, squash = rng.uniform(0, 2 * np.pi), float(rng.uniform(0.88, 1.0))
        squashed = rotation(squash_turn) @ np.diag([1.0, squash]) @ rotation(-squash_turn)
        matrix = matrix @ squashed / np.sqrt(squash)
    middle = np.array([VIEW_PX / 2, VIEW_PX / 2])
    whole = np.hstack([matrix, (middle - matrix @ np.array([x, y]))[:, None]])
    view = recolour(_cut(picture, whole, scale), rng, strength=strength)
    if die is None:
        return view, _NOTHING
    return view, _answer(die, whole, scale, turn, flip)


def _cut(picture: np.ndarray, matrix: np.ndarray, scale: float) -> np.ndarray:
    if scale < 0.6:
        # Averaged first: a plain warp would drop pixels, and pips with them.
        reach = VIEW_PX / scale
        at = np.linalg.solve(matrix[:, :2], np.array([VIEW_PX / 2] * 2) - matrix[:, 2])
        left, top = (int(max(0, each - reach)) for each in at)
        part = picture[top : int(at[1] + reach) + 1, left : int(at[0] + reach) + 1]
        if part.size:
            small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            shift = matrix[:, :2] @ np.array([left, top]) + matrix[:, 2]
            matrix = np.hstack([matrix[:, :2] / scale, shift[:, None]])
            picture = small
    return cv2.warpAffine(
        picture, matrix, (VIEW_PX, VIEW_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def _answer(die: Target, matrix: np.ndarray, scale: float, turn: float, flip: float) -> Answer:
    x, y = (matrix @ np.array([die.x, die.y, 1.0]) - VIEW_PX / 2) / DIE_PX
    place = np.array([x, y, 0.0, 0.0, float(np.log(die.width * scale / DIE_PX))])
    counts = np.array([1.0, 1.0, 0.0, 0.0, 1.0]) * (1.0 if die.is_measured else 0.15)
    if die.angle_rad is not None:
        angle = turn + flip * die.angle_rad
        place[2:4] = np.cos(4 * angle), np.sin(4 * angle)
        counts[2:4] = 1.0
    kind = UNREADABLE if die.value is None else SYMBOL if die.value == 0 else die.value - 1
    odd = np.array([float(die.is_leaning), float(die.is_stacked)])
    return Answer(kind, place, counts, odd, 1.0 if die.is_measured else 0.5)


def _as_tensors(picture: np.ndarray, answer: Answer) -> tuple[torch.Tensor, ...]:
    image = np.ascontiguousarray(picture.transpose(2, 0, 1)).astype(np.float32) / 255
    return (
        torch.from_numpy(image),
        torch.tensor(answer.kind),
        torch.from_numpy(answer.place.astype(np.float32)),
        torch.from_numpy(answer.place_counts.astype(np.float32)),
        torch.from_numpy(answer.odd.astype(np.float32)),
        torch.tensor(answer.odd_counts, dtype=torch.float32),
    )
