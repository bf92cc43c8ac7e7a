"""An endless, repeatable stream of training pictures: photographs and drawn scenes in turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from scripts.train_dice.augment import (
    ANY_SIZE,
    CROP_PX,
    TRAY_SIZE,
    crop_photograph,
    crop_scene,
)
from scripts.train_dice.photographs import Photograph
from scripts.train_dice.scenes import StoredScene
from scripts.train_dice.targets import Target, heat_maps

# How often each source is drawn; a source that is not there leaves its share to the others.
SHARES = {"mixed-top-down": 0.38, "webcam": 0.16, "playing-cards": 0.03, "scenes": 0.43}
TRAY_SHARES = {"mixed-top-down": 0.27, "webcam": 0.13, "playing-cards": 0.02, "scenes": 0.58}


class Samples(IterableDataset):
    """Pictures as (3, size, size) in 0…1, what should be said of them, and the weights."""

    def __init__(
        self,
        photographs: list[Photograph],
        scenes: list[StoredScene],
        seed: int,
        *,
        is_tray: bool = False,
    ) -> None:
        self._shares, self._sizes = (TRAY_SHARES, TRAY_SIZE) if is_tray else (SHARES, ANY_SIZE)
        self._sources: dict[str, list[Photograph | StoredScene]] = {"scenes": [*scenes]}
        for photograph in photographs:
            self._sources.setdefault(photograph.collection, []).append(photograph)
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
        worker = get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(1)
        names = [name for name in self._shares if self._sources.get(name)]
        shares = np.array([self._shares[name] for name in names])
        while True:
            name = names[rng.choice(len(names), p=shares / shares.sum())]
            yield self._sample(name, rng)

    def _sample(
        self, name: str, rng: np.random.Generator
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        source = self._sources[name]
        chosen = source[int(rng.integers(len(source)))]
        if isinstance(chosen, StoredScene):
            picture, targets = crop_scene(chosen.picture(), chosen.targets, rng, self._sizes)
        else:
            picture, targets = crop_photograph(chosen, rng, self._sizes)
        return as_tensors(picture, targets)


def as_tensors(
    picture: np.ndarray, targets: list[Target]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """A picture and its heat maps for the network."""
    wanted, weight = heat_maps(targets, CROP_PX)
    image = np.ascontiguousarray(picture.transpose(2, 0, 1)).astype(np.float32) / 255
    return torch.from_numpy(image), torch.from_numpy(wanted), torch.from_numpy(weight)


def stored_scenes(folder: Path | None) -> list[StoredScene]:
    """The drawn scenes of a folder."""
    return [] if folder is None else StoredScene.load_all(folder)
