"""Train the network that tells faces apart and write it as ONNX."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset

from referee.vision.faces.embedding import VIEW_PX
from scripts.train_dice.export import quarter_weights, write_onnx
from scripts.train_dice.training import trained
from scripts.train_faces.cuts import load_cuts
from scripts.train_faces.network import FaceNetwork, face_losses
from scripts.train_faces.symbols import load_training
from scripts.train_faces.views import FacePairs

_PEAK_RATE = 3e-3


class _Batches(IterableDataset):
    """Batches that are whole already: the loader adds a dimension of one."""

    def __init__(self, pairs: FacePairs, count: int, seed: int) -> None:
        self._pairs, self._count, self._seed = pairs, count, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        cv2.setNumThreads(0)
        rng = np.random.default_rng(self._seed)
        for batch in self._pairs.pairs(rng, self._count):
            yield tuple(torch.from_numpy(each) for each in batch)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.train_faces", description=__doc__)
    parser.add_argument("--symbols", type=Path, required=True)
    parser.add_argument("--cuts", type=Path, required=True, help="what cuts.py has drawn")
    parser.add_argument("--out", type=Path, default=Path("faces.onnx"))
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--pairs", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to begin with (.pt)")
    parser.add_argument("--rate", type=float, default=_PEAK_RATE)
    arguments = parser.parse_args()
    arguments.batch = None
    return arguments


def main() -> None:
    """Train, and write the network."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    arguments = _arguments()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    symbols = load_training(arguments.symbols)
    pairs = FacePairs(*load_cuts(arguments.cuts), symbols)
    network = FaceNetwork()
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start))
    batches = _Batches(pairs, arguments.pairs, arguments.seed)
    network = trained(network, batches, face_losses, arguments)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    write_onnx(network, arguments.out, (VIEW_PX, VIEW_PX), is_whole=True)
    quarter_weights(arguments.out)


if __name__ == "__main__":
    main()
