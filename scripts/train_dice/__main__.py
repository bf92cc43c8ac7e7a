"""Train the network and write it as ONNX: python -m scripts.train_dice --help."""

from __future__ import annotations

import argparse
import copy
import logging
import math
from pathlib import Path

import torch
from torch.utils.data import DataLoader

from scripts.train_dice.export import write_onnx
from scripts.train_dice.network import DiceNetwork, load_weights, losses
from scripts.train_dice.photographs import load_photographs
from scripts.train_dice.samples import Samples, stored_scenes

_log = logging.getLogger("train_dice")
_PEAK_RATE = 3e-3
_WARM_UP = 100
_AVERAGE = 0.995


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
    parser.add_argument("--rate", type=float, default=_PEAK_RATE)
    return parser.parse_args()


def _rate(step: int, steps: int, peak: float) -> float:
    if step < _WARM_UP:
        return peak * (step + 1) / _WARM_UP
    return peak * (0.5 + 0.5 * math.cos(math.pi * (step - _WARM_UP) / max(1, steps - _WARM_UP)))


def _average(mean: torch.nn.Module, network: torch.nn.Module, step: int) -> None:
    """The mean of the last weights reads steadier than the last weights."""
    keep = min(_AVERAGE, 1 - 1 / (step + 1))
    ours, theirs = mean.state_dict(), network.state_dict()
    for name, values in ours.items():
        if values.dtype.is_floating_point:
            values.mul_(keep).add_(theirs[name], alpha=1 - keep)


def train(arguments: argparse.Namespace) -> DiceNetwork:
    """Train for a number of steps; the same seed and steps give the same weights."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    photographs = load_photographs(arguments.data, validation=False)
    scenes = stored_scenes(arguments.scenes)
    _log.info("%d photographs, %d scenes", len(photographs), len(scenes))
    samples = Samples(photographs, scenes, arguments.seed)
    loader = iter(DataLoader(samples, arguments.batch, num_workers=1, prefetch_factor=4))
    network = DiceNetwork().to(memory_format=torch.channels_last)
    if arguments.start:
        load_weights(network, arguments.start)
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=1e-4)
    told: dict[str, float] = {}
    for step in range(arguments.steps):
        for group in optimiser.param_groups:
            group["lr"] = _rate(step, arguments.steps, arguments.rate)
        pictures, wanted, weight = next(loader)
        parts = losses(network(pictures.to(memory_format=torch.channels_last)), wanted, weight)
        optimiser.zero_grad()
        sum(parts.values()).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        _average(mean, network, step)
        for name, part in parts.items():
            told[name] = 0.98 * told.get(name, part.item()) + 0.02 * part.item()
        if step % 50 == 49:
            _log.info("%d %s", step + 1, {name: round(part, 3) for name, part in told.items()})
        if step % 250 == 249:
            torch.save(mean.state_dict(), arguments.out.with_suffix(".pt"))
    return mean.eval()


def main() -> None:
    """Train, and write the network."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    arguments = _arguments()
    network = train(arguments)
    torch.save(network.state_dict(), arguments.out.with_suffix(".pt"))
    write_onnx(network, arguments.out)


if __name__ == "__main__":
    main()
