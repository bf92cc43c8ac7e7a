"""The network of the close look: one candidate in the middle of a small picture, judged as a whole.

Plain convolutions, then one layer that sees all of the picture at once: it says what the top face
shows, or that there is none, and where exactly the face lies.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

from scripts.train_dice.close_samples import CLASSES, NO_FACE, UNREADABLE, VIEW_PX
from scripts.train_dice.network import Residual, convolution

# Errors of the place (in die widths), of the turn and of the width that are equally bad.
_PLACE_SCALES = (10.0, 10.0, 1.5, 1.5, 8.0)
PLACES = len(_PLACE_SCALES)
ODDITIES = 2


class CloseNetwork(nn.Module):
    """Pictures of (batch, 3, view, view) in 0…1 → (batch, classes + places + oddities)."""

    def __init__(self, width: int = 24, narrow: int = 16, seen: int = 48) -> None:
        super().__init__()
        deep = width * 8 // 3
        self.eye = nn.Sequential(
            convolution(3, width, 2),
            convolution(width, width),
            convolution(width, 2 * width, 2),
            Residual(2 * width, 1),
            convolution(2 * width, deep, 2),
            Residual(deep, 1),
            nn.Conv2d(deep, narrow, 1, bias=False),
            nn.BatchNorm2d(narrow),
            nn.ReLU(inplace=True),
        )
        cells = (VIEW_PX // 8) ** 2
        self.whole = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(narrow * cells, seen),
            nn.ReLU(inplace=True),
            nn.Linear(seen, CLASSES + PLACES + ODDITIES),
        )

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """What the network says about each candidate."""
        return self.whole(self.eye(pictures))


def close_losses(told: torch.Tensor, wanted: Sequence[torch.Tensor]) -> dict[str, torch.Tensor]:
    """The parts of the loss, each per candidate; what is wanted comes in the order of `Answer`."""
    kind, place, place_counts, odd, odd_counts = wanted
    shares = torch.log_softmax(told[:, :CLASSES], dim=1)
    is_known = kind != UNREADABLE
    chosen = shares.gather(1, kind.clamp(max=CLASSES - 1)[:, None])[:, 0]
    # Nobody knows what it shows, but it is a face.
    some_face = torch.log1p(-shares[:, NO_FACE].exp().clamp(max=1 - 1e-4))
    scales = torch.tensor(_PLACE_SCALES)
    off = nn.functional.smooth_l1_loss(
        scales * told[:, CLASSES : CLASSES + PLACES], scales * place, reduction="none", beta=0.1
    )
    oddity = nn.functional.binary_cross_entropy_with_logits(
        told[:, CLASSES + PLACES :], odd, 1 + 2 * odd, reduction="none"
    )
    return {
        "kind": -torch.where(is_known, chosen, some_face).mean(),
        "place": 0.3 * (off * place_counts).sum(dim=1).mean(),
        "odd": 1.0 * (oddity * odd_counts[:, None]).mean(),
    }
