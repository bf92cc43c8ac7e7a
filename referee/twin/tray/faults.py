"""Faults on demand for the simulated camera: of its cable, its sensor, the light of the room."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from referee.twin.faults import Fault, FaultDesk

Kind = TypeVar("Kind", bound=Fault)


class CameraUnplugged(Fault, frozen=True, kw_only=True):
    """The cable is pulled: the camera is gone until it is put in again."""


class CameraFrozen(Fault, frozen=True, kw_only=True):
    """The camera gives the same picture again and again."""


class CameraStalled(Fault, frozen=True, kw_only=True):
    """The camera is there, but gives no picture."""


class CoveredLens(Fault, frozen=True, kw_only=True):
    """Something lies on the lens: all is black."""


class DimLight(Fault, frozen=True, kw_only=True):
    """Somebody switched the lamp off; `gain` is what is left of the light."""

    gain: float = 0.03


class Glare(Fault, frozen=True, kw_only=True):
    """The sun shines into the tray: nearly all is white."""

    gain: float = 8.0


class LampFlicker(Fault, frozen=True, kw_only=True):
    """The lamp's light goes up and down by `depth` of it."""

    depth: float = 0.06
    rate_hz: float = 7.3


class WanderingShadow(Fault, frozen=True, kw_only=True):
    """Somebody stands in the light: a soft shadow wanders over the tray, once in `period_s`."""

    depth: float = 0.3
    period_s: float = 4.0


TRAY_FAULTS: tuple[type[Fault], ...] = (
    CameraUnplugged,
    CameraFrozen,
    CameraStalled,
    CoveredLens,
    DimLight,
    Glare,
    LampFlicker,
    WanderingShadow,
)


class TrayFaults(FaultDesk):
    """The faults of camera and light that are on now; any thread may switch them."""

    def one(self, kind: type[Kind]) -> Kind | None:
        """The fault of this kind, if it is on."""
        return next((fault for fault in self._faults if isinstance(fault, kind)), None)

    def gain_at(self, t_s: float) -> float:
        """How bright everything is, as a multiple of the usual light."""
        if self.has(CoveredLens):
            return 0.0
        gain = 1.0
        for fault in (self.one(DimLight), self.one(Glare)):
            gain *= fault.gain if fault else 1.0
        flicker = self.one(LampFlicker)
        if flicker:
            gain *= 1 + flicker.depth * float(np.sin(2 * np.pi * flicker.rate_hz * t_s))
        return gain
