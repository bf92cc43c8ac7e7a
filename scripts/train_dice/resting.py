"""Train how dice rest and write the network: python -m scripts.train_dice.resting --help."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import IterableDataset, get_worker_info

from referee.vision.dice.resting import RESTING_VIEW_PX, Resting, resting_view
from scripts.drawn_scenes.looks import Domain
from scripts.drawn_scenes.resting import DIE_PX, RestingDie, RestingScene, draw_resting
from scripts.train_dice.augment import recolour
from scripts.train_dice.export import halve_weights, write_onnx
from scripts.train_dice.network import Residual, convolution
from scripts.train_dice.training import trained

_log = logging.getLogger("how dice rest")
_PEAK_RATE = 2e-3
CHANNELS = 4
# How wrong the reader is about the place (in die widths) and the table about the way to the foot.
_PLACE_OFF, _FOOT_OFF = 0.05, 0.03
# A lean so slight is no mistake in either direction.
_SLIGHT_DEG = 12.0
_SLIGHT_COUNTS = 0.3
_KEPT = {Resting.FLAT: 0.45, Resting.SIDE: 0.5}


class RestingNetwork(nn.Module):
    """Views of (batch, 4, view, view) in 0…1 → (batch, 4): as `Resting` counts."""

    def __init__(self, width: int = 12, narrow: int = 12, seen: int = 32) -> None:
        super().__init__()
        self.eye = nn.Sequential(
            convolution(CHANNELS, width, 2),
            convolution(width, 2 * width, 2),
            Residual(2 * width, 1),
            convolution(2 * width, 3 * width, 2),
            Residual(3 * width, 1),
            nn.Conv2d(3 * width, narrow, 1, bias=False),
            nn.BatchNorm2d(narrow),
            nn.ReLU(inplace=True),
        )
        self.whole = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.15),
            nn.Linear(narrow * (RESTING_VIEW_PX // 8) ** 2, seen),
            nn.ReLU(inplace=True),
            nn.Linear(seen, len(Resting)),
        )

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        """How each die rests, before the soft maximum."""
        return self.whole(self.eye(views))


class RestingSamples(IterableDataset):
    """An endless, repeatable stream of dice as tensors."""

    def __init__(self, scenes: list[RestingScene], seed: int) -> None:
        self._scenes = [scene for scene in scenes if scene.dice]
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        worker = get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(1)
        while True:
            scene = self._scenes[int(rng.integers(len(self._scenes)))]
            picture = recolour(scene.picture(), rng, strength=0.4)
            for die in scene.dice:
                if rng.random() < _KEPT.get(die.resting, 1.0):
                    yield _as_tensors(_seen(picture, die, rng), die)


def _seen(picture: np.ndarray, die: RestingDie, rng: np.random.Generator) -> np.ndarray:
    off, foot_off = rng.normal(0, _PLACE_OFF * DIE_PX, 2), rng.normal(0, _FOOT_OFF * DIE_PX, 2)
    foot = (die.foot_x + foot_off[0], die.foot_y + foot_off[1])
    view = resting_view(picture, (die.x + off[0], die.y + off[1]), DIE_PX, foot)
    # Seen in a mirror, across the way to the foot, it lies just the same.
    return view[::-1] if rng.random() < 0.5 else view


def _as_tensors(view: np.ndarray, die: RestingDie) -> tuple[torch.Tensor, ...]:
    image = np.ascontiguousarray(view.transpose(2, 0, 1)).astype(np.float32) / 255
    is_slight = die.resting is Resting.LEANING and die.tilt_deg < _SLIGHT_DEG
    counts = _SLIGHT_COUNTS if is_slight else 1.0
    return torch.from_numpy(image), torch.tensor(int(die.resting)), torch.tensor(counts)


def _draw(seed: int) -> RestingScene:
    cv2.setNumThreads(1)
    return draw_resting(np.random.default_rng(seed), Domain.TRAINING)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.train_dice.resting", description=__doc__
    )
    parser.add_argument("--scenes", type=int, default=12_000, help="how many scenes are drawn")
    parser.add_argument("--out", type=Path, default=Path("resting.onnx"))
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rate", type=float, default=_PEAK_RATE)
    return parser.parse_args()


def train(arguments: argparse.Namespace) -> nn.Module:
    """Draw scenes and train for a number of steps."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    cv2.setNumThreads(0)
    with Pool(2) as pool:
        scenes = pool.map(_draw, range(arguments.scenes), chunksize=100)
    _log.info("%d scenes, %d dice", len(scenes), sum(len(scene.dice) for scene in scenes))
    samples = RestingSamples(scenes, arguments.seed)
    return trained(RestingNetwork(), samples, _losses, arguments)


def _losses(told: torch.Tensor, wanted: Sequence[torch.Tensor]) -> dict[str, torch.Tensor]:
    restings, counts = wanted
    loss = nn.functional.cross_entropy(told, restings, reduction="none")
    return {"resting": (loss * counts).mean()}


def main() -> None:
    """Train, and write the network."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    arguments = _arguments()
    network = train(arguments)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    write_onnx(
        network, arguments.out, (RESTING_VIEW_PX, RESTING_VIEW_PX), is_whole=True, channels=CHANNELS
    )
    halve_weights(arguments.out)


if __name__ == "__main__":
    main()
