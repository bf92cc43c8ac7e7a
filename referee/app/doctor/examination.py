"""The examination of a table: one that is not open, or one that runs.

For the first the doctor opens each part by itself; the second is cheap, and touches nothing that
the game uses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.app.doctor import findings, scale_checks, system_checks
from referee.app.doctor.camera_checks import (
    bare_finding,
    look_once,
    look_through,
    picture_findings,
    status_findings,
    troubled_tray,
)
from referee.app.doctor.face_checks import dice_finding, unless_asked, unless_asked_in
from referee.app.face_sets import sets_of_table
from referee.app.heat import SYSTEM, heat_of
from referee.app.running_table import RunningTable, camera_of
from referee.app.simulator import is_simulated, lens_of, simulated_world
from referee.clock import Clock, SystemClock
from referee.config import TableProfile
from referee.config.sections import NONE, CameraSection
from referee.devices.panel.urls import panel_from_url
from referee.devices.scale.contract import ScaleState
from referee.devices.scale.urls import scale_from_url
from referee.devices.voice.urls import voice_from_url
from referee.language import language
from referee.store.address import StoreAddress, parse_address
from referee.table.sentences import Sentence
from referee.vision.pictures import Picture
from referee.vision.tray.finder import TrayFinder
from referee.vision.tray.lens import Lens

if TYPE_CHECKING:
    from referee.app.simulator import SimulatedWorld

OnPart = Callable[[findings.TablePart], None]
"""Told before a part is examined."""


def examine(
    profile: TableProfile,
    *,
    clock: Clock | None = None,
    world: SimulatedWorld | None = None,
    free: system_checks.FreeBytes = system_checks.free_bytes,
    system: Path = SYSTEM,
    on_part: OnPart = lambda _part: None,
    only: Collection[findings.TablePart] = (),
) -> Iterator[findings.Finding]:
    """Examine one part after another; each has a finding, whatever happens to the others.

    With `only`, those parts and what is looked at along with them: with any of a scale all of it.
    A simulated table gets a new `world` unless one is given, whose devices `twin:` then names.
    """
    clock = clock or SystemClock()
    if world is None and is_simulated(profile):
        world = simulated_world(
            clock, language_code=profile.table.language, markers=profile.camera.markers
        )
    doctor = _Doctor(profile, clock, world, free, system)
    for check in doctor.checks():
        if only and not set(only) & set(check.parts):
            continue
        on_part(check.parts[0])
        yield from findings.findings_of(check)


class _Doctor:
    """Knows how to examine each part of one table."""

    def __init__(
        self,
        profile: TableProfile,
        clock: Clock,
        world: SimulatedWorld | None,
        free: system_checks.FreeBytes,
        system: Path,
    ) -> None:
        self._profile = profile
        self._clock = clock
        self._world = world
        self._free = free
        self._system = system

    def checks(self) -> Sequence[findings.Check]:
        """All checks in their order; each has more time than its own patience takes."""
        return (
            findings.Check(findings.CAMERA_PARTS, self._check_camera, limit_s=15.0),
            findings.Check((findings.TablePart.DICE,), self._check_dice, limit_s=20.0),
            findings.Check(findings.SCALE_PARTS, self._check_scale, limit_s=25.0),
            findings.Check(
                (findings.TablePart.DISK,),
                lambda: [system_checks.disk_finding(self._address(), self._free)],
            ),
            findings.Check((findings.TablePart.CLOCK,), self._check_clock),
            findings.Check(
                (findings.TablePart.HEAT,),
                lambda: [system_checks.heat_finding(heat_of(self._system))],
            ),
            findings.Check((findings.TablePart.VOICE,), self._check_voice, limit_s=15.0),
            findings.Check((findings.TablePart.PANEL,), self._check_panel),
            findings.Check(
                (findings.TablePart.DATABASE,),
                lambda: [system_checks.database_finding(self._address())],
                limit_s=30.0,
            ),
            findings.Check(
                (findings.TablePart.BACKUP,),
                lambda: [system_checks.backup_finding(self._address(), self._clock)],
            ),
            findings.Check((findings.TablePart.GAMES,), lambda: [system_checks.games_finding()]),
        )

    def _check_camera(self) -> Sequence[findings.Finding]:
        section = self._profile.camera
        if section.url == NONE:
            return findings.not_fitted(*findings.CAMERA_PARTS)
        finder = _tray_finder(section, lens_of(section, self._world), every_s=0.5)
        with camera_of(section, self._clock) as camera:
            look = look_through(camera, finder, self._clock, die_mm=section.die_mm)
        return picture_findings(look)

    def _check_dice(self) -> Sequence[findings.Finding]:
        if self._profile.camera.url == NONE:
            return findings.not_fitted(findings.TablePart.DICE)
        sets = sets_of_table(self._profile.dice.sets)
        return [unless_asked_in(dice_finding(sets), sets, self._address())]

    def _check_scale(self) -> Sequence[findings.Finding]:
        section = self._profile.scale
        if section.url == NONE:
            return findings.not_fitted(*findings.SCALE_PARTS)
        with scale_from_url(section.url, self._clock) as scale:
            reading = scale_checks.read_through(scale, self._clock, section.calibration)
        return scale_checks.scale_findings(reading, section)

    def _check_clock(self) -> Sequence[findings.Finding]:
        return [system_checks.clock_finding(self._clock, self._address().file)]

    def _check_voice(self) -> Sequence[findings.Finding]:
        section = self._profile.voice
        words = language(self._profile.table.language)
        with voice_from_url(section.url, self._clock, section.settings) as voice:
            return [system_checks.try_voice(voice, words, self._clock)]

    def _check_panel(self) -> Sequence[findings.Finding]:
        section = self._profile.panel
        with panel_from_url(section.url, section.pins, self._clock) as panel:
            return [system_checks.try_panel(panel)]

    def _address(self) -> StoreAddress:
        section = self._profile.store
        return parse_address(section.url, section.evidence_folder)


_LIMIT_S = 5.0
"""Nothing is waited for at a running table; what takes longer hangs."""


class RunningDoctor:
    """Looks after one running table; remembers its tray, its dice, and its plate at rest."""

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        camera = running.profile.camera
        lens = lens_of(camera, running.world)
        self._finder = _tray_finder(camera, lens, every_s=0.0)
        self._dice: findings.Finding | None = None
        self._picture: Picture | None = None
        self._weights: tuple[scale_checks.Numbers, scale_checks.Numbers] | None = None
        self._quiet: scale_checks.Quiet | None = None

    def examine(
        self,
        picture: Picture | None = None,
        weights: tuple[scale_checks.Numbers, scale_checks.Numbers] | None = None,
    ) -> Iterator[findings.Finding]:
        """Every part; `weights` are times in seconds and grams."""
        self._picture, self._weights = picture, weights
        for check in self._checks():
            yield from findings.findings_of(check)

    def _checks(self) -> Sequence[findings.Check]:
        store = self._running.store
        return (
            findings.Check(findings.CAMERA_PARTS, self._check_camera, _LIMIT_S),
            findings.Check((findings.TablePart.DICE,), self._check_dice, _LIMIT_S),
            findings.Check(findings.SCALE_PARTS, self._check_scale, _LIMIT_S),
            findings.Check(
                (findings.TablePart.DISK,),
                lambda: [system_checks.disk_finding(store.address)],
                _LIMIT_S,
            ),
            findings.Check((findings.TablePart.CLOCK,), self._check_clock, _LIMIT_S),
            findings.Check((findings.TablePart.HEAT,), self._check_heat, _LIMIT_S),
            findings.Check((findings.TablePart.VOICE,), self._check_voice, _LIMIT_S),
            findings.Check((findings.TablePart.PANEL,), self._check_panel, _LIMIT_S),
            findings.Check(
                (findings.TablePart.DATABASE,),
                lambda: [system_checks.open_database_finding(self._running.table.recorded)],
                # The first time all games are read; what was found is remembered.
                limit_s=30.0,
            ),
            findings.Check(
                (findings.TablePart.BACKUP,),
                lambda: [system_checks.backup_finding(store.address, self._running.clock)],
                _LIMIT_S,
            ),
            findings.Check((findings.TablePart.GAMES,), lambda: [system_checks.games_finding()]),
            findings.Check((findings.TablePart.TABLE,), self._check_table, _LIMIT_S),
        )

    def _check_table(self) -> Sequence[findings.Finding]:
        if self._running.thread.has_stopped:
            step = "doctor-table-stopped-next"
            return [
                findings.finding(
                    findings.TablePart.TABLE,
                    findings.TrafficLight.RED,
                    "doctor-table-stopped",
                    step,
                )
            ]
        return [
            findings.finding(
                findings.TablePart.TABLE, findings.TrafficLight.GREEN, "doctor-table-well"
            )
        ]

    def _check_camera(self) -> Sequence[findings.Finding]:
        camera = self._running.camera
        if camera is None:
            return findings.not_fitted(*findings.CAMERA_PARTS)
        status = camera.status()
        if self._picture is None:
            found = status_findings(status)
            is_tray_told = any(each.part is findings.TablePart.TRAY for each in found)
            if is_tray_told:
                return found
            is_bare = self._finder is None
            return [*found, bare_finding() if is_bare else troubled_tray(self._troubles())]
        die_mm, now_s = self._running.profile.camera.die_mm, self._running.clock.monotonic_s()
        return picture_findings(
            look_once(status, self._picture, self._finder, now_s, die_mm=die_mm)
        )

    def _troubles(self) -> tuple[Sentence, ...]:
        """What the table itself complains about; asked in its own thread."""
        snapshot = self._running.ask(lambda table: table.snapshot()).result(timeout=_LIMIT_S)
        troubles = () if snapshot is None else snapshot.troubles
        return tuple(sentence for trouble in troubles for sentence in trouble.sentences)

    def _check_dice(self) -> Sequence[findings.Finding]:
        if self._running.camera is None:
            return findings.not_fitted(findings.TablePart.DICE)
        # The sets are loaded once, when the table is opened.
        sets = sets_of_table(self._running.profile.dice.sets)
        self._dice = self._dice or dice_finding(sets)
        return [unless_asked(self._dice, sets, self._running.table.recorded)]

    def _check_scale(self) -> Sequence[findings.Finding]:
        scale = self._running.scale
        if scale is None:
            return findings.not_fitted(*findings.SCALE_PARTS)
        status = scale.status()
        quiet = self._last_quiet()
        found = scale_checks.scale_findings(
            scale_checks.ScaleReading(status, quiet), self._running.profile.scale
        )
        if quiet is not None or status.state is not ScaleState.STREAMING:
            return found
        return [
            _by_link(each.part, scale_checks.link_finding(status))
            if each.part in {findings.TablePart.NOISE, findings.TablePart.DRIFT}
            else each
            for each in found
        ]

    def _last_quiet(self) -> scale_checks.Quiet | None:
        """How the plate was when nobody touched it: in a game hands come and go."""
        quiet = None if self._weights is None else scale_checks.quiet_of_grams(*self._weights)
        if quiet is not None and not quiet.is_touched:
            self._quiet = quiet
        return None if self._weights is None else self._quiet

    def _check_clock(self) -> Sequence[findings.Finding]:
        return [system_checks.clock_finding(self._running.clock, self._running.store.address.file)]

    def _check_heat(self) -> Sequence[findings.Finding]:
        return [system_checks.heat_finding(heat_of(self._running.system))]

    def _check_voice(self) -> Sequence[findings.Finding]:
        # Voice and panel belong to the table's thread.
        status = self._running.ask(lambda _table: self._running.voice.status())
        return [system_checks.voice_finding(status.result(timeout=_LIMIT_S))]

    def _check_panel(self) -> Sequence[findings.Finding]:
        status = self._running.ask(lambda _table: self._running.panel.status())
        return [system_checks.panel_finding(status.result(timeout=_LIMIT_S))]


def _tray_finder(section: CameraSection, lens: Lens | None, *, every_s: float) -> TrayFinder | None:
    """What finds the tray; None where no markers tell where it is."""
    if not section.markers:
        return None
    return TrayFinder(section.tray, lens, die_mm=section.die_mm, every_s=every_s)


def _by_link(part: findings.TablePart, link: findings.Finding) -> findings.Finding:
    """Noise and drift as far as the scale itself complains."""
    if link.light is findings.TrafficLight.GREEN:
        return findings.finding(part, findings.TrafficLight.GREEN, "doctor-plate-good")
    return findings.Finding(part, link.light, Sentence("doctor-plate-bad"), link.next_steps)
