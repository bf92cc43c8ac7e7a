"""The network: a small hourglass of plain convolutions, one heat map for each value.

Plain 3×3 convolutions only: they are what OpenCV runs fastest on a Raspberry Pi.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from scripts.train_dice.targets import CHANNELS, FACE, LEANING, OFFSET_X, SIZE, STACKED

# Errors of offsets (in cells), of the turn and of the width that are equally bad.
_PLACE_SCALES = (1.0, 1.0, 1.5, 1.5, 5.0)


def convolution(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """A 3×3 convolution, normalised and rectified."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions that say what to add."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.first = convolution(width, width, dilation=dilation)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The features with what is added."""
        return torch.relu(features + self.second(self.first(features)))


class DiceNetwork(nn.Module):
    """Pictures of (batch, 3, height, width) in 0…1 → (batch, channels, height/4, width/4)."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            convolution(3, width, 2), convolution(width, width), convolution(width, 2 * width, 2)
        )
        self.fine = Residual(2 * width, 1)
        self.down = convolution(2 * width, 3 * width, 2)
        self.coarse = nn.Sequential(Residual(3 * width, 1), Residual(3 * width, 2))
        self.up = nn.Sequential(
            nn.Conv2d(3 * width, 2 * width, 1, bias=False), nn.BatchNorm2d(2 * width)
        )
        self.join = convolution(2 * width, 2 * width)
        self.head = nn.Conv2d(2 * width, CHANNELS, 1)
        # Centres are rare: begin by expecting none.
        nn.init.constant_(self.head.bias[: FACE + 1], -4.0)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """What the network says about every cell."""
        fine = self.fine(self.stem(pictures))
        coarse = self.up(self.coarse(self.down(fine)))
        coarse = nn.functional.interpolate(coarse, scale_factor=2.0, mode="nearest")
        return self.head(self.join(torch.relu(fine + coarse)))


class TrayNetwork(nn.Module):
    """The same for trays, where every die is looked at closely anyway: a third of the work."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 12, 2), convolution(12, 24, 2))
        self.down = convolution(24, 40, 2)
        self.coarse = nn.Sequential(Residual(40, 1), Residual(40, 2))
        self.up = nn.Sequential(nn.Conv2d(40, 24, 1, bias=False), nn.BatchNorm2d(24))
        self.join = convolution(24, 24)
        self.head = nn.Conv2d(24, CHANNELS, 1)
        nn.init.constant_(self.head.bias[: FACE + 1], -4.0)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """What the network says about every cell."""
        fine = self.stem(pictures)
        coarse = self.up(self.coarse(self.down(fine)))
        coarse = nn.functional.interpolate(coarse, scale_factor=2.0, mode="nearest")
        return self.head(self.join(torch.relu(fine + coarse)))


def losses(
    told: torch.Tensor, wanted: torch.Tensor, weight: torch.Tensor
) -> dict[str, torch.Tensor]:
    """The parts of the loss, each per die."""
    heat, goal, mask = told[:, : FACE + 1], wanted[:, : FACE + 1], weight[:, : FACE + 1]
    probability = torch.sigmoid(heat)
    is_centre = goal >= 1.0
    dice = (is_centre & (mask > 0))[:, FACE].sum().clamp(min=1.0)
    found = -nn.functional.logsigmoid(heat) * (1 - probability) ** 2
    empty = -nn.functional.logsigmoid(-heat) * probability**2 * (1 - goal) ** 4
    heat_loss = (torch.where(is_centre, found, empty) * mask).sum() / dice
    scales = torch.tensor(_PLACE_SCALES).view(1, -1, 1, 1)
    places = slice(OFFSET_X, SIZE + 1)
    place = nn.functional.smooth_l1_loss(
        scales * told[:, places], scales * wanted[:, places], reduction="none", beta=0.1
    )
    return {
        "heat": heat_loss,
        "leaning": 0.2 * _told(LEANING, told, wanted, weight) / dice,
        "stacked": 0.2 * _told(STACKED, told, wanted, weight) / dice,
        "place": 0.5 * (place * weight[:, places]).sum() / dice,
    }


def _told(
    channel: int, told: torch.Tensor, wanted: torch.Tensor, weight: torch.Tensor
) -> torch.Tensor:
    return nn.functional.binary_cross_entropy_with_logits(
        told[:, channel], wanted[:, channel], weight[:, channel], reduction="sum"
    )


def load_weights(network: nn.Module, path: Path) -> None:
    """Begin with the weights of an earlier network; channels that it did not have begin fresh."""
    stored = torch.load(path)
    own = network.state_dict()
    for name in ("head.weight", "head.bias"):
        fresh = own[name].clone()
        fresh[: len(stored[name])] = stored[name]
        stored[name] = fresh
    network.load_state_dict(stored)
