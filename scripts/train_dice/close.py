"""Train the close look and write it as ONNX: python -m scripts.train_dice.close --help."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from referee.vision.dice.centres import NOMINAL_PX, Centre, CentreFinder, apart
from referee.vision.dice.close_look import NO_FACE, CloseLook
from scripts.train_dice.close_network import CloseNetwork, close_losses
from scripts.train_dice.close_samples import (
    DIE_PX,
    VIEW_PX,
    CloseSamples,
    Place,
    Shown,
    ShownScene,
    shown_photograph,
)
from scripts.train_dice.export import halve_weights, write_onnx
from scripts.train_dice.photographs import load_photographs
from scripts.train_dice.samples import stored_scenes
from scripts.train_dice.targets import Target
from scripts.train_dice.training import trained

_log = logging.getLogger("close look")
_PEAK_RATE = 2e-3
# What the first look takes for a die at any of these sizes is worth learning from.
_SIZES = (0.7, 1.0, 1.4)
_LEAST = 0.06
_SURELY_NONE = 0.85


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.train_dice.close", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled photographs")
    parser.add_argument("--scenes", type=Path, help="folder of drawn scenes")
    parser.add_argument("--out", type=Path, default=Path("close.onnx"))
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, help="weights to begin with (.pt)")
    parser.add_argument("--judge", type=Path, help="an earlier close look: its mistakes are shown")
    parser.add_argument(
        "--searched", type=int, default=0, help="how many scenes are searched for mistakes"
    )
    parser.add_argument("--rate", type=float, default=_PEAK_RATE)
    return parser.parse_args()


class Mistakes:
    """Finds where a die is seen and there is none.

    The first look points there; an earlier close look, if there is one, was not sure that it is
    wrong, so these are the hard ones.
    """

    def __init__(self, judge: Path | None) -> None:
        # Threads of OpenCV do not survive the fork of the loader.
        cv2.setNumThreads(0)
        self._finder = CentreFinder()
        self._close_look = CloseLook(judge.read_bytes()) if judge else None

    def of(
        self, picture: np.ndarray, dice: Sequence[Target], die_px: float, sizes: Sequence[float]
    ) -> tuple[Place, ...]:
        """The places in a picture, with the width that is seen there."""
        places = []
        for times in sizes:
            factor = NOMINAL_PX / die_px * times
            scaled = cv2.resize(picture, None, fx=factor, fy=factor)
            for centre in apart(self._seen(scaled)):
                at = centre.moved(1 / factor)
                if all(_is_elsewhere(at, die) for die in dice):
                    places.append((at.x, at.y, at.width_px))
        return tuple(places)

    def _seen(self, picture: np.ndarray) -> list[Centre]:
        seen = self._finder.find(picture, _LEAST)
        if self._close_look is None:
            return seen
        judged = self._close_look.judge(picture, seen)
        return [centre for centre in judged if centre.shares[NO_FACE] < _SURELY_NONE]


def _is_elsewhere(centre: Centre, die: Target) -> bool:
    away = np.hypot(centre.x - die.x, centre.y - die.y)
    return bool(away > 0.5 * max(die.width, centre.width_px))


def _photographs(data: Path, mistakes: Mistakes) -> dict[str, list[Shown]]:
    shown: dict[str, list[Shown]] = {}
    for photograph in load_photographs(data, validation=False):
        plain = shown_photograph(photograph)
        places = mistakes.of(plain.picture, plain.dice, plain.die_px, _SIZES)
        shown.setdefault(photograph.collection, []).append(replace(plain, mistaken=places))
    return shown


def _scenes(folder: Path | None, mistakes: Mistakes, searched: int) -> list[ShownScene]:
    return [
        ShownScene(
            scene,
            mistakes.of(scene.picture(), scene.targets, DIE_PX, (1.0,)) if at < searched else (),
        )
        for at, scene in enumerate(stored_scenes(folder))
    ]


def train(arguments: argparse.Namespace) -> nn.Module:
    """Train for a number of steps."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    mistakes = Mistakes(arguments.judge)
    photographs = _photographs(arguments.data, mistakes)
    for name, shown in photographs.items():
        _log.info("%s: %d, %d mistaken", name, len(shown), sum(len(s.mistaken) for s in shown))
    scenes = _scenes(arguments.scenes, mistakes, arguments.searched)
    _log.info("scenes: %d, %d mistaken", len(scenes), sum(len(s.mistaken) for s in scenes))
    samples = CloseSamples(photographs, scenes, arguments.seed)
    network = CloseNetwork()
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start))
    return trained(network, samples, close_losses, arguments)


def main() -> None:
    """Train, and write the network."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    arguments = _arguments()
    network = train(arguments)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    write_onnx(network, arguments.out, (VIEW_PX, VIEW_PX), is_whole=True)
    halve_weights(arguments.out)


if __name__ == "__main__":
    main()
