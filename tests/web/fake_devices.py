"""Stand-ins for what a table may have: a camera, a scale, a simulated pair of hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from threading import Event
from typing import Any

from referee.errors import InputError
from referee.web.shapes.devices import (
    CameraStatus,
    DieBox,
    HealthLight,
    ScaleSample,
    ScaleStatus,
    TwinFault,
    TwinState,
)
from referee.web.shapes.table import OtherKind

JPEG = b"\xff\xd8\xff\xe0 a picture \xff\xd9"
BOXED = b"\xff\xd8\xff\xe0 with boxes \xff\xd9"


class StandInCamera:
    """Shows a new picture each time it is asked for its number."""

    def __init__(self) -> None:
        self.number = 0

    def status(self) -> CameraStatus:
        finding = {"en": "It is dark.", "fr": "Il fait sombre."}
        die = DieBox("eye", 0.98, "certain", (10, 10, 40, 40))
        return CameraStatus("live", (finding,), is_tray_found=True, dice=(die,), rate_hz=30)

    def frame_jpeg(self, *, with_boxes: bool) -> bytes | None:
        return BOXED if with_boxes else JPEG

    def frame_number(self) -> int:
        self.number += 1
        return self.number


class StandInScale:
    """Has a new sample each time it is asked."""

    def status(self) -> ScaleStatus:
        return ScaleStatus("live", grams=12.5, rate_hz=80)

    def samples_after(self, number: int) -> Sequence[ScaleSample]:
        return (ScaleSample(number + 1, (number + 1) / 80, 12.5, "placed"),)


class StandInTwin:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.deeds: list[tuple[str, float, Mapping[str, Any]]] = []
        self.faults: dict[tuple[str, str], bool] = {("scale", "silent"): False}
        self.autoplay = (False, 1.0)

    def state(self) -> TwinState:
        faults = tuple(TwinFault(*key, on) for key, on in self.faults.items())
        is_on, pace = self.autoplay
        return TwinState(("roll", "bump"), ("die",), faults, is_on, pace)

    def use_hands(self, motion: str, care: float, details: Mapping[str, object]) -> None:
        self.deeds.append((motion, care, details))

    def set_fault(self, device: str, fault: str, *, is_on: bool) -> None:
        if (device, fault) not in self.faults:
            raise InputError(f"There is no fault {fault!r}: choose one of those shown.")
        self.faults[device, fault] = is_on

    def set_autoplay(self, *, is_on: bool, pace: float) -> None:
        self.autoplay = (is_on, pace)


class StandInOther:
    """The table that the program can become; remembers whether it should."""

    def __init__(self, kind: OtherKind | None = "camera") -> None:
        self.found = kind
        self.is_wanted = False

    def kind(self) -> OtherKind | None:
        return self.found

    def become(self) -> bool:
        self.is_wanted = self.found is not None
        return self.is_wanted


def health() -> Sequence[HealthLight]:
    well = {"en": "The camera sees the tray.", "fr": "La caméra voit le plateau."}
    return (HealthLight("camera", "green", well),)


class SlowHealth:
    """Tells of the camera at once, and of the scale when the test lets it."""

    def __init__(self) -> None:
        self.may_go_on = Event()

    def __call__(self) -> Iterator[HealthLight]:
        yield from health()
        assert self.may_go_on.wait(120), "nobody let the examination go on"
        yield HealthLight("scale", "green", {"en": "The scale is weighing.", "fr": "Elle pèse."})


class StandInLearned:
    """Three pictures of dice that were learned, until they are forgotten."""

    count = 3

    def forget(self) -> None:
        self.count = 0


def everything() -> dict[str, Any]:
    """All that a table can have."""
    return {
        "camera": StandInCamera(),
        "scale": StandInScale(),
        "simulation": StandInTwin(),
        "health": health,
        "backup": lambda: "referee-2025-01-01",
        "restart": lambda: None,
        "learned": StandInLearned(),
        "other_table": StandInOther(),
        "is_simulated": True,
    }
