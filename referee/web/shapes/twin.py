"""The simulated table on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Deed = Literal["roll", "place", "lift", "nudge", "bump", "axe", "clear", "lean", "take"]


class TwinFault(msgspec.Struct, frozen=True):
    """A fault that can be switched on."""

    device: str
    fault: str
    on: bool


class TwinState(msgspec.Struct, frozen=True):
    """What hands can do now, which faults there are, and whether simulated players play."""

    deeds: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    faults: tuple[TwinFault, ...] = ()
    autoplay: bool = False
    pace: float = 1.0


class HandsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Do this with the hands; `care` is 1 for the steadiest hand. `details` depend on the deed."""

    deed: Deed
    care: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    details: dict[str, Any] = {}


class FaultRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Break a device, or mend it."""

    device: Annotated[str, msgspec.Meta(max_length=40)]
    fault: Annotated[str, msgspec.Meta(max_length=40)]
    on: bool


class AutoplayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let simulated players play; `pace` 2 is twice as fast as people."""

    on: bool
    pace: Annotated[float, msgspec.Meta(gt=0, le=1000)] = 1.0
