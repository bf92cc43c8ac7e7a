"""The network that turns a face into a few numbers: alike for the same face, unlike for others."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from referee.vision.faces.embedding import NUMBERS, VIEW_PX
from scripts.train_dice.network import Residual, convolution

PLACES = 4
# Errors in die widths, radians and as a logarithm of the width that are equally bad.
_PLACE_SCALES = (10.0, 10.0, 6.0, 8.0)


class FaceNetwork(nn.Module):
    """Views of (batch, 3, view, view), evened out → (batch, numbers) of length 1."""

    def __init__(self, width: int = 24, deep: int = 88, narrow: int = 16) -> None:
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
        self.whole = nn.Sequential(
            nn.Flatten(), nn.Linear(narrow * cells * cells, NUMBERS + PLACES)
        )

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        """What tells this face from others, and where it lies in the view."""
        told = self.whole(self.eye(views))
        return torch.cat((nn.functional.normalize(told[:, :NUMBERS]), told[:, NUMBERS:]), 1)


_SHARPNESS = 14.0
"""How much a difference of likeness counts: softer, and near neighbours are not learned apart."""


def face_losses(told: torch.Tensor, wanted: Sequence[torch.Tensor]) -> dict[str, torch.Tensor]:
    """Every face must be more like its other view than like any other face, and know its place.

    Views come in pairs, first all first ones, then all second ones. What is wanted: where the faces
    lie, and which symbols look the same to people too; those are not held against each other.
    """
    places, same = wanted
    numbers, half = told[:, :NUMBERS], len(told) // 2
    scores = _SHARPNESS * numbers @ numbers.T
    apart = same.repeat(2, 2) | torch.eye(len(told), dtype=torch.bool)
    partner = torch.arange(len(told)).roll(half)
    apart[torch.arange(len(told)), partner] = False
    scales = torch.tensor(_PLACE_SCALES)
    off = nn.functional.smooth_l1_loss(scales * told[:, NUMBERS:], scales * places, beta=0.1)
    return {
        "alike": nn.functional.cross_entropy(scores.masked_fill(apart, -1e4), partner),
        "place": 1.5 * off,
    }
