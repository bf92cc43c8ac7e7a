"""Runs the networks that come with the program (`vision/dice/models/`)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from threading import local
from weakref import WeakKeyDictionary

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture

Told = npt.NDArray[np.float32]


class _Kept(local):
    """What the networks of one thread hold: the shape they were set up for, and the network."""

    def __init__(self) -> None:
        self.networks: WeakKeyDictionary[OnnxNetwork, tuple[tuple[int, ...], cv2.dnn.Net]] = (
            WeakKeyDictionary()
        )


class OnnxNetwork:
    """Runs a network; every thread has its own copy, because OpenCV's cannot be shared."""

    def __init__(self, model: bytes) -> None:
        self._model = np.frombuffer(model, np.uint8)

    def tell(self, pictures: Sequence[Picture]) -> Told:
        """What the network says about pictures of one size."""
        return self.tell_of(np.asarray(cv2.dnn.blobFromImages(list(pictures), 1 / 255), np.float32))

    def tell_of(self, views: Told) -> Told:
        """The same of prepared views: (views, channels, rows, columns)."""
        network = self._network(views.shape)
        network.setInput(views)
        return np.array(network.forward(), np.float32)

    def tell_each(self, views: Sequence[Picture]) -> Told:
        """What the network says about small views, one after the other.

        Together they would take as long, and any other number of them a new setting up.
        """
        return np.concatenate([self.tell([view]) for view in views])

    def _network(self, shape: tuple[int, ...]) -> cv2.dnn.Net:
        """The network that had this shape before: with another one it sets itself up anew."""
        networks = _kept.networks
        kept = networks.get(self)
        if kept is None or kept[0] != shape:
            # What the old one holds is given back first: that is most of the memory of a reading.
            networks.pop(self, None)
            kept = networks[self] = shape, cv2.dnn.readNetFromONNX(self._model)
        return kept[1]


_kept = _Kept()


def forget_networks() -> None:
    """Give back what the networks of this thread hold; the next reading takes 4 ms more."""
    _kept.networks.clear()


def shipped_model(name: str) -> bytes:
    """A network that comes with the program."""
    return files("referee.vision.dice").joinpath("models", name).read_bytes()


def shares_of(told: Told) -> Told:
    """What a network told, along the last axis, as chances that add up to one."""
    raised = np.exp(told - told.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)
