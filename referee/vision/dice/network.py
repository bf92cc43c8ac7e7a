"""A trained network that comes with the program, run by OpenCV."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from threading import local

import cv2
import numpy as np
import numpy.typing as npt

from referee.vision.pictures import Picture

_MOST_NETWORKS = 3

Told = npt.NDArray[np.float32]


class Network:
    """Runs a network; every thread has its own copy, because OpenCV's cannot be shared."""

    def __init__(self, model: bytes) -> None:
        self._model = np.frombuffer(model, np.uint8)
        self._kept = local()

    def tell(self, pictures: Sequence[Picture]) -> Told:
        """What the network says about pictures of one size."""
        blob = cv2.dnn.blobFromImages(list(pictures), 1 / 255)
        network = self._network(blob.shape)
        network.setInput(blob)
        return np.asarray(network.forward(), np.float32)

    def tell_each(self, views: Sequence[Picture]) -> Told:
        """What the network says about small views, one after the other.

        Together they would take as long, and any other number of them a new setting up.
        """
        return np.concatenate([self.tell([view]) for view in views])

    def _network(self, shape: tuple[int, ...]) -> cv2.dnn.Net:
        """A network that had this shape before: with another one it sets itself up anew."""
        if not hasattr(self._kept, "networks"):
            self._kept.networks = {}
        networks: dict[tuple[int, ...], cv2.dnn.Net] = self._kept.networks
        network = networks.pop(shape, None)
        if network is None:
            if len(networks) >= _MOST_NETWORKS:
                del networks[next(iter(networks))]
            # The classic engine takes pictures of any size and is the faster one on a processor.
            network = cv2.dnn.readNetFromONNX(self._model, cv2.dnn.ENGINE_CLASSIC)
        # The one used last is dropped last.
        networks[shape] = network
        return network


def shipped_model(name: str) -> bytes:
    """A network that comes with the program."""
    return files("referee.vision.dice").joinpath("models", name).read_bytes()
