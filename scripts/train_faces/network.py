"""The network that turns a face into a few numbers: alike for the same face, unlike for others."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from referee.vision.faces.embedding import VIEW_PX
from scripts.train_dice.network import Residual, convolution

NUMBERS = 64


class FaceNetwork(nn.Module):
    """Views of (batch, 3, view, view), evened out → (batch, numbers) of length 1."""

    def __init__(self, width: int = 16, deep: int = 64, narrow: int = 16) -> None:
        super().__init__()
        self.eye = nn.Sequential(
            convolution(3, width, 2),
            convolution(width, 2 * width, 2),
            Residual(2 * width, 1),
            convolution(2 * width, deep, 2),
            Residual(deep, 1),
            nn.Conv2d(deep, narrow, 1, bias=False),
            nn.BatchNorm2d(narrow),
            nn.ReLU(inplace=True),
        )
        cells = -(-VIEW_PX // 8)
        self.whole = nn.Sequential(nn.Flatten(), nn.Linear(narrow * cells * cells, NUMBERS))

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        """What tells this face from others."""
        return nn.functional.normalize(self.whole(self.eye(views)))


_SHARPNESS = 14.0
"""How much a difference of likeness counts: softer, and near neighbours are not learned apart."""


def alike_loss(told: torch.Tensor, wanted: Sequence[torch.Tensor]) -> dict[str, torch.Tensor]:
    """Every face must be more like its other view than like any other face.

    Views come in pairs, first all first ones, then all second ones. What is wanted says which
    symbols look the same to people too: those are not held against each other.
    """
    half = len(told) // 2
    scores = _SHARPNESS * told @ told.T
    apart = wanted[0].repeat(2, 2) | torch.eye(len(told), dtype=torch.bool)
    partner = torch.arange(len(told)).roll(half)
    apart[torch.arange(len(told)), partner] = False
    return {"alike": nn.functional.cross_entropy(scores.masked_fill(apart, -1e4), partner)}
