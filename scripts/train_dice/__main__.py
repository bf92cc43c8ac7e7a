"""Train the network and write it as ONNX: python -m scripts.train_dice --help."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import torch
from torch import nn

from scripts.train_dice.export import EXPORT_PX, halve_weights, write_onnx
from scripts.train_dice.network import DiceNetwork, TrayNetwork, load_weights, losses
from scripts.train_dice.photographs import load_photographs
from scripts.train_dice.samples import Samples, stored_scenes
from scripts.train_dice.training import trained

_log = logging.getLogger("train_dice")
_PEAK_RATE = 3e-3


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.train_dice", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled photographs")
    parser.add_argument("--scenes", type=Path, help="folder of drawn scenes")
    parser.add_argument("--out", type=Path, default=Path("dice.onnx"))
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, help="weights to begin with (.pt)")
    parser.add_argument("--tray", action="store_true", help="the lighter one for trays")
    parser.add_argument("--rate", type=float, default=_PEAK_RATE)
    return parser.parse_args()


def train(arguments: argparse.Namespace) -> nn.Module:
    """Train for a number of steps; the same seed and steps give the same weights."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    photographs = load_photographs(arguments.data, validation=False)
    scenes = stored_scenes(arguments.scenes)
    _log.info("%d photographs, %d scenes", len(photographs), len(scenes))
    samples = Samples(photographs, scenes, arguments.seed, is_tray=arguments.tray)
    network = TrayNetwork() if arguments.tray else DiceNetwork()
    if arguments.start:
        load_weights(network, arguments.start)
    return trained(network, samples, lambda told, wanted: losses(told, *wanted), arguments)


def main() -> None:
    """Train, and write the network."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    arguments = _arguments()
    network = train(arguments)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    write_onnx(network, arguments.out, (EXPORT_PX, EXPORT_PX))
    halve_weights(arguments.out)


if __name__ == "__main__":
    main()
