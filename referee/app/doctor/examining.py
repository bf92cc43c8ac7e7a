"""The examination of a table that is not open: the doctor opens each part by itself.

for finding in examine(profile):
    print(finding.part, finding.light, finding.says.text(words))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from referee.app.doctor.clock_findings import clock_finding
from referee.app.doctor.dice_findings import dice_finding
from referee.app.doctor.feeling import feel_through
from referee.app.doctor.findings import FELT_PARTS, SEEN_PARTS, Finding, Part, not_fitted
from referee.app.doctor.keeping_findings import (
    FreeBytes,
    database_finding,
    disk_finding,
    free_bytes,
)
from referee.app.doctor.limiting import Check, findings_of
from referee.app.doctor.looking import look_through
from referee.app.doctor.picture_findings import picture_findings
from referee.app.doctor.scale_findings import scale_findings
from referee.app.doctor.speaking_findings import try_panel, try_voice
from referee.app.running import NONE, camera_of
from referee.app.simulated import SimulatedWorld, simulate
from referee.clock import Clock, SystemClock
from referee.config import TableProfile
from referee.devices.panel.urls import panel_from_url
from referee.devices.scale.urls import scale_from_url
from referee.devices.voice.urls import voice_from_url
from referee.language import language
from referee.store.address import StoreAddress, parse_address
from referee.vision.tray.finder import TrayFinder
from referee.vision.tray.lens import Lens

TWIN = "twin:"

OnPart = Callable[[Part], None]
"""Told before a part is examined."""


def examine(
    profile: TableProfile,
    *,
    clock: Clock | None = None,
    world: SimulatedWorld | None = None,
    free: FreeBytes = free_bytes,
    on_part: OnPart = lambda _part: None,
) -> Iterator[Finding]:
    """Examine one part after another; each has a finding, whatever happens to the others.

    A simulated table gets a new `world` unless one is given, whose devices `twin:` then names.
    """
    if world is None and TWIN in {profile.camera.url, profile.scale.url}:
        world = simulate(clock or SystemClock())
    doctor = _Doctor(profile, clock or SystemClock(), world, free)
    for check in doctor.checks():
        on_part(check.parts[0])
        yield from findings_of(check)


class _Doctor:
    """Knows how to examine each part of one table."""

    def __init__(
        self,
        profile: TableProfile,
        clock: Clock,
        world: SimulatedWorld | None,
        free: FreeBytes,
    ) -> None:
        self._profile = profile
        self._clock = clock
        self._world = world
        self._free = free

    def checks(self) -> Sequence[Check]:
        """All checks in their order."""
        return (
            Check(SEEN_PARTS, self._see, limit_s=15.0),
            Check((Part.DICE,), self._read_dice, limit_s=20.0),
            Check(FELT_PARTS, self._feel, limit_s=25.0),
            Check((Part.DISK,), lambda: [disk_finding(self._address(), self._free)]),
            Check((Part.CLOCK,), self._tell_time),
            Check((Part.VOICE,), self._speak, limit_s=15.0),
            Check((Part.PANEL,), self._light_up),
            Check((Part.DATABASE,), lambda: [database_finding(self._address())], limit_s=30.0),
        )

    def _see(self) -> Sequence[Finding]:
        section = self._profile.camera
        if section.url == NONE:
            return not_fitted(*SEEN_PARTS)
        finder = TrayFinder(section.tray, self._lens(), die_mm=section.die_mm, every_s=0.5)
        with camera_of(section, self._clock) as camera:
            look = look_through(camera, finder, self._clock, die_mm=section.die_mm)
        return picture_findings(look)

    def _lens(self) -> Lens | None:
        section = self._profile.camera
        if section.lens is None and self._world is not None and section.url == TWIN:
            return self._world.tray.lens
        return section.lens

    def _read_dice(self) -> Sequence[Finding]:
        if self._profile.camera.url == NONE:
            return not_fitted(Part.DICE)
        return [dice_finding(self._profile.dice.sets)]

    def _feel(self) -> Sequence[Finding]:
        section = self._profile.scale
        if section.url == NONE:
            return not_fitted(*FELT_PARTS)
        with scale_from_url(section.url, self._clock) as scale:
            return scale_findings(feel_through(scale, self._clock, section.calibration))

    def _tell_time(self) -> Sequence[Finding]:
        return [clock_finding(self._clock, self._address().file)]

    def _speak(self) -> Sequence[Finding]:
        section = self._profile.voice
        words = language(self._profile.table.language)
        with voice_from_url(section.url, self._clock, section.settings) as voice:
            return [try_voice(voice, words, self._clock)]

    def _light_up(self) -> Sequence[Finding]:
        section = self._profile.panel
        with panel_from_url(section.url, section.pins, self._clock) as panel:
            return [try_panel(panel)]

    def _address(self) -> StoreAddress:
        section = self._profile.store
        evidence = Path(section.evidence) if section.evidence else None
        return parse_address(section.url, evidence)
