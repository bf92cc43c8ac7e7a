"""The steps of a training: a rate that rises and falls, steps that are limited, mean weights."""

from __future__ import annotations

import argparse
import copy
import logging
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch.utils.data import DataLoader, IterableDataset

_log = logging.getLogger("training")
_WARM_UP = 100
_AVERAGE = 0.995
_SAVE_EVERY = 250

Losses = Callable[[torch.Tensor, Sequence[torch.Tensor]], dict[str, torch.Tensor]]
"""The parts of the loss, from what was told and what was wanted."""


class Training:
    """Trains a network by its losses; `mean` reads steadier than the last weights."""

    def __init__(self, network: torch.nn.Module, steps: int, peak_rate: float) -> None:
        self.mean = copy.deepcopy(network)
        self._network = network
        self._steps, self._peak_rate = steps, peak_rate
        self._optimiser = torch.optim.AdamW(network.parameters(), lr=peak_rate, weight_decay=1e-4)
        self._told: dict[str, float] = {}

    def step(self, step: int, parts: dict[str, torch.Tensor]) -> None:
        """One step down the sum of the losses."""
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate(step)
        self._optimiser.zero_grad()
        sum(parts.values()).backward()
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), 5.0)
        self._optimiser.step()
        self._average(step)
        self._tell(step, parts)

    def save(self, path: Path) -> None:
        """Keep the mean weights."""
        torch.save(self.mean.state_dict(), path)

    def _rate(self, step: int) -> float:
        if step < _WARM_UP:
            return self._peak_rate * (step + 1) / _WARM_UP
        done = (step - _WARM_UP) / max(1, self._steps - _WARM_UP)
        return self._peak_rate * (0.5 + 0.5 * math.cos(math.pi * done))

    def _average(self, step: int) -> None:
        keep = min(_AVERAGE, 1 - 1 / (step + 1))
        ours, theirs = self.mean.state_dict(), self._network.state_dict()
        for name, values in ours.items():
            if values.dtype.is_floating_point:
                values.mul_(keep).add_(theirs[name], alpha=1 - keep)

    def _tell(self, step: int, parts: dict[str, torch.Tensor]) -> None:
        for name, part in parts.items():
            self._told[name] = 0.98 * self._told.get(name, part.item()) + 0.02 * part.item()
        if step % 50 == 49:
            told = {name: round(part, 3) for name, part in self._told.items()}
            _log.info("%d %s", step + 1, told)


def trained(
    network: torch.nn.Module,
    samples: IterableDataset,
    losses: Losses,
    arguments: argparse.Namespace,
) -> torch.nn.Module:
    """The network after as many steps as asked for; its weights are kept now and then."""
    loader = iter(DataLoader(samples, arguments.batch, num_workers=1, prefetch_factor=4))
    network = network.to(memory_format=torch.channels_last)
    training = Training(network, arguments.steps, arguments.rate)
    for step in range(arguments.steps):
        pictures, *wanted = next(loader)
        told = network(pictures.to(memory_format=torch.channels_last))
        training.step(step, losses(told, wanted))
        if step % _SAVE_EVERY == _SAVE_EVERY - 1:
            training.save(arguments.out.with_suffix(".pt"))
    return training.mean.eval()
