"""A part of a table to be calibrated: its guide, the hands of the twin, and what is kept of it.

    plan = plan_calibration("scale", CalibrationWishes(), place)
    ...                     # lead through plan.guide, at a terminal or on a page
    kept = keep_calibration(plan, place)

Only the calibrated section of the profile changes; the profile of before is kept beside it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from referee.calibrate.calibration_files import (
    TRAY_FILE,
    read_tray_reference,
    write_face_set,
    write_tray_reference,
)
from referee.calibrate.camera_guide import CameraGuide
from referee.calibrate.dice_guide import DiceGuide
from referee.calibrate.guide import CalibrationHands, Guide, say
from referee.calibrate.scale_guide import ScaleGuide
from referee.calibrate.scale_measurements import KnownMass, ScaleResult
from referee.calibrate.tray_guide import TrayGuide
from referee.config import TableProfile, read_table_profile, write_table_profile
from referee.config.sections import KIND_PATTERN, NONE, TWIN
from referee.devices.camera.contract import LightSettings
from referee.errors import InputError
from referee.games.boxes import every_die, game_rolling
from referee.table.sentences import Sentence

if TYPE_CHECKING:
    from referee.app.simulator import SimulatedWorld

AnyGuide: TypeAlias = Guide[Any]
"""Shown what its device delivers: frames, or what the scale tells."""
PartName = Literal["scale", "tray", "camera", "dice"]
PARTS: tuple[PartName, ...] = get_args(PartName)
_NAME = re.compile(KIND_PATTERN)
_ALIKE = 0.8
"""Chosen by hand: two masses nearer to each other than this show no bend between them."""


@dataclass(frozen=True, slots=True)
class ProfilePlace:
    """The file of the profile to be changed; `usual` is what a table without one goes by."""

    file: Path
    usual: TableProfile

    def read(self) -> TableProfile:
        """The profile as it is now."""
        return read_table_profile(self.file) if self.file.exists() else self.usual

    def check(self) -> None:
        """Refuse a place where nothing can be kept, before anybody measures anything."""
        folder = self.file.resolve().parent
        if not folder.is_dir():
            raise InputError(f"There is no folder {folder}: make it first, or take another one.")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise InputError(
                f"Nothing can be written into {folder}: become its owner, or take another one."
            )

    def beside(self, name: str) -> Path:
        """A file beside the profile."""
        return self.file.resolve().parent / name


@dataclass(frozen=True, slots=True)
class CalibrationWishes:
    """What people choose before the first step."""

    masses_g: tuple[float | None, float | None] = (None, None)
    """A known mass and a second one; without them the dice of the box are the weights."""
    name: str | None = None
    kind: str | None = None
    folder: Path | None = None


Keep = Callable[[TableProfile, LightSettings | None], tuple[TableProfile, Sequence[Sentence]]]
"""Writes what lies beside the profile; the changed profile, and what else is to be said."""


@dataclass(frozen=True, slots=True)
class CalibrationPlan:
    """One part: the guide to lead through, and what to do with its result."""

    part: PartName
    guide: AnyGuide
    keep: Keep
    wishes: CalibrationWishes

    @property
    def looks(self) -> bool:
        """Whether the guide is shown pictures; otherwise it is told what the scale tells."""
        return self.part != "scale"

    def hands(self, world: SimulatedWorld | None, url: str) -> CalibrationHands | None:
        """The hands that can do what the steps ask for, at a simulated table."""
        if world is None or url != TWIN:
            return None
        return world.calibration_hands(self.part, self.wishes.kind or "")


class ProfileChange(msgspec.Struct, frozen=True):
    """A key of the profile that changed; a value that was not there is empty."""

    key: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class KeptCalibration:
    """What was written, and what changed by it."""

    file: Path
    is_first: bool
    changes: tuple[ProfileChange, ...]
    told: tuple[Sentence, ...]


def device_url(profile: TableProfile, part: str) -> str:
    """The URL of the device that a part is calibrated with."""
    return profile.scale.url if part == "scale" else profile.camera.url


def plan_calibration(
    part: PartName, wishes: CalibrationWishes, place: ProfilePlace
) -> CalibrationPlan:
    """What is needed to calibrate this part of the table."""
    place.check()
    profile = place.read()
    device = "scale" if part == "scale" else "camera"
    if device_url(profile, part) == NONE:
        raise InputError(
            f"The table profile has no {device}: write its URL into {device}.url, then try again."
        )
    make = {"scale": _scale, "tray": _tray, "camera": _camera, "dice": _dice}[part]
    guide, keep = make(wishes, profile, place)
    return CalibrationPlan(part, guide, keep, wishes)


def keep_calibration(
    plan: CalibrationPlan, place: ProfilePlace, light: LightSettings | None = None
) -> KeptCalibration:
    """Write the result into the profile, whole or not at all."""
    is_first = not place.file.exists()
    before = place.read()
    after, told = plan.keep(before, light)
    write_table_profile(place.file, after)
    said = say("kept-first" if is_first else "kept", file=str(place.file))
    return KeptCalibration(place.file, is_first, profile_changes(before, after), (*told, said))


def profile_changes(before: TableProfile, after: TableProfile) -> tuple[ProfileChange, ...]:
    """The keys whose values differ, in the order of the profile."""
    old, new = _flat(before), _flat(after)
    return tuple(
        ProfileChange(key, old.get(key, ""), new.get(key, ""))
        for key in dict.fromkeys((*old, *new))
        if old.get(key) != new.get(key)
    )


def _flat(profile: TableProfile) -> dict[str, str]:
    found: dict[str, str] = {}

    def walk(path: str, value: object) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                walk(f"{path}.{name}" if path else name, inner)
        elif isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            for number, inner in enumerate(value):
                walk(f"{path}.{inner.get('kind', number)}", inner)
        elif value is not None:
            found[path] = _shown(value)

    walk("", msgspec.to_builtins(profile))
    return found


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    return str(value)


PlannedGuide = tuple[AnyGuide, Keep]


def _scale(wishes: CalibrationWishes, profile: TableProfile, _place: ProfilePlace) -> PlannedGuide:
    known, second = (None if each is None else KnownMass(each) for each in wishes.masses_g)
    if (known is None) != (second is None):
        raise InputError(
            "Two masses are needed: give both --mass and --second-mass.",
            message="calibrate-two-masses",
        )
    if (
        known
        and second
        and min(known.grams, second.grams) > _ALIKE * max(known.grams, second.grams)
    ):
        raise InputError(
            "Two masses that are nearly the same tell nothing of what lies between: take one of"
            " about half the other, such as 200 g and 100 g.",
            message="calibrate-masses-alike",
        )
    before = profile.scale.calibration
    guide = ScaleGuide(known, second, capacity_g=None if before is None else before.capacity_g)
    return guide, lambda profile, _light: (with_scale(profile, guide.result()), ())


def with_scale(profile: TableProfile, result: ScaleResult) -> TableProfile:
    """The profile with a calibrated scale and the pieces that were weighed."""
    touch = replace(profile.scale.touch, pieces=result.pieces)
    if (ring := result.ring) is not None and ring.frequency_hz and not ring.is_rattling:
        touch = replace(touch, plate_hz=max(1.0, ring.frequency_hz))
    section = replace(profile.scale, calibration=result.calibration, touch=touch)
    return replace(profile, scale=section)


def _tray(_wishes: CalibrationWishes, profile: TableProfile, place: ProfilePlace) -> PlannedGuide:
    section, file = profile.camera, place.beside(TRAY_FILE)
    before = read_tray_reference(file)
    guide = TrayGuide(section.tray, section.lens, die_mm=section.die_mm, before=before)

    def keep(
        profile: TableProfile, light: LightSettings | None
    ) -> tuple[TableProfile, Sequence[Sentence]]:
        write_tray_reference(file, guide.result())
        # A camera that cannot hold its light keeps what the profile says.
        light = light or profile.camera.light
        camera = replace(profile.camera, light=light, markers=True)
        return replace(profile, camera=camera), ()

    return guide, keep


def _camera(
    _wishes: CalibrationWishes, _profile: TableProfile, _place: ProfilePlace
) -> PlannedGuide:
    guide = CameraGuide()

    def keep(
        profile: TableProfile, _light: LightSettings | None
    ) -> tuple[TableProfile, Sequence[Sentence]]:
        return replace(profile, camera=replace(profile.camera, lens=guide.result())), ()

    return guide, keep


def _dice(wishes: CalibrationWishes, profile: TableProfile, place: ProfilePlace) -> PlannedGuide:
    name, kind, section = wishes.name, wishes.kind, profile.camera
    if not (name and kind):
        raise InputError(
            "A set of faces needs a name and a kind: give --name and --kind.",
            message="calibrate-set-incomplete",
        )
    for each in (name, kind):
        _check_name(each)
    die = every_die().get(kind)
    guide = DiceGuide(
        name,
        () if die is None else die.faces,
        game=game_rolling(kind),
        sheet=section.tray,
        lens=section.lens,
        die_mm=section.die_mm,
    )

    def keep(
        profile: TableProfile, _light: LightSettings | None
    ) -> tuple[TableProfile, Sequence[Sentence]]:
        file = write_face_set(wishes.folder or place.beside("dice"), guide.result())
        dice = replace(profile.dice, sets={**profile.dice.sets, kind: str(file)})
        return replace(profile, dice=dice), (
            say("dice-kept", folder=str(file.parent), file=str(file)),
        )

    return guide, keep


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{name!r} is no name here: use small letters, digits and hyphens.",
            message="calibrate-no-name",
        )
