"""The examination of a table while it runs: cheap, and without touching what the game uses.

The devices are asked for their states only. Whoever has a newest picture, or the weights of the
last seconds, gives them along; then focus, light, tray, noise and drift are measured as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.app.doctor.clock_findings import clock_finding
from referee.app.doctor.dice_findings import dice_finding
from referee.app.doctor.feeling import Numbers, Quiet, ScaleFeel, quiet_of_grams
from referee.app.doctor.findings import (
    FELT_PARTS,
    SEEN_PARTS,
    Finding,
    Light,
    Part,
    finding,
    not_fitted,
)
from referee.app.doctor.keeping_findings import disk_finding, open_database_finding
from referee.app.doctor.limiting import Check, findings_of
from referee.app.doctor.looking import look_once
from referee.app.doctor.picture_findings import (
    picture_findings,
    status_findings,
    troubled_tray,
)
from referee.app.doctor.scale_findings import link_finding, scale_findings
from referee.app.doctor.speaking_findings import panel_finding, voice_finding
from referee.app.running import RunningTable
from referee.devices.scale.contract import ScaleState
from referee.table.sentences import Sentence
from referee.vision.pictures import Picture
from referee.vision.tray.finder import TrayFinder

_LIMIT_S = 5.0


class RunningDoctor:
    """Looks after one running table; remembers its tray, its dice, and its plate at rest."""

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        camera = running.profile.camera
        lens = camera.lens
        if lens is None and running.world is not None:
            lens = running.world.tray.lens
        self._finder = TrayFinder(camera.tray, lens, die_mm=camera.die_mm, every_s=0.0)
        self._dice: Finding | None = None
        self._picture: Picture | None = None
        self._weights: tuple[Numbers, Numbers] | None = None
        self._quiet: Quiet | None = None

    def examine(
        self,
        picture: Picture | None = None,
        weights: tuple[Numbers, Numbers] | None = None,
    ) -> Iterator[Finding]:
        """Every part; `weights` are times in seconds and grams."""
        self._picture, self._weights = picture, weights
        for check in self._checks():
            yield from findings_of(check)

    def _checks(self) -> Sequence[Check]:
        store = self._running.store
        return (
            Check(SEEN_PARTS, self._see, _LIMIT_S),
            Check((Part.DICE,), self._know_dice, _LIMIT_S),
            Check(FELT_PARTS, self._feel, _LIMIT_S),
            Check((Part.DISK,), lambda: [disk_finding(store.address)], _LIMIT_S),
            Check((Part.CLOCK,), self._tell_time, _LIMIT_S),
            Check((Part.VOICE,), self._hear, _LIMIT_S),
            Check((Part.PANEL,), self._press, _LIMIT_S),
            Check(
                (Part.DATABASE,),
                lambda: [open_database_finding(self._running.table.recorded)],
                # The first time all games are read; what was found is remembered.
                limit_s=30.0,
            ),
            Check((Part.TABLE,), self._play, _LIMIT_S),
        )

    def _play(self) -> Sequence[Finding]:
        if self._running.thread.has_stopped:
            step = "doctor-table-stopped-next"
            return [finding(Part.TABLE, Light.RED, "doctor-table-stopped", step)]
        return [finding(Part.TABLE, Light.GREEN, "doctor-table-well")]

    def _see(self) -> Sequence[Finding]:
        camera = self._running.camera
        if camera is None:
            return not_fitted(*SEEN_PARTS)
        status = camera.status()
        if self._picture is None:
            found = status_findings(status)
            is_tray_told = any(each.part is Part.TRAY for each in found)
            return found if is_tray_told else [*found, troubled_tray(self._troubles())]
        die_mm, now_s = self._running.profile.camera.die_mm, self._running.clock.monotonic_s()
        return picture_findings(
            look_once(status, self._picture, self._finder, now_s, die_mm=die_mm)
        )

    def _troubles(self) -> tuple[Sentence, ...]:
        """What the table itself complains about; asked in its own thread."""
        snapshot = self._running.ask(lambda table: table.snapshot()).result(timeout=_LIMIT_S)
        troubles = () if snapshot is None else snapshot.troubles
        return tuple(sentence for trouble in troubles for sentence in trouble.sentences)

    def _know_dice(self) -> Sequence[Finding]:
        if self._running.camera is None:
            return not_fitted(Part.DICE)
        # The sets are loaded once, when the table is opened.
        self._dice = self._dice or dice_finding(self._running.profile.dice.sets)
        return [self._dice]

    def _feel(self) -> Sequence[Finding]:
        scale = self._running.scale
        if scale is None:
            return not_fitted(*FELT_PARTS)
        status = scale.status()
        quiet = self._last_quiet()
        found = scale_findings(ScaleFeel(status, quiet))
        if quiet is not None or status.state is not ScaleState.STREAMING:
            return found
        return [
            _by_link(each.part, link_finding(status))
            if each.part in {Part.NOISE, Part.DRIFT}
            else each
            for each in found
        ]

    def _last_quiet(self) -> Quiet | None:
        """How the plate was when nobody touched it: in a game hands come and go."""
        quiet = None if self._weights is None else quiet_of_grams(*self._weights)
        if quiet is not None and not quiet.is_touched:
            self._quiet = quiet
        return None if self._weights is None else self._quiet

    def _tell_time(self) -> Sequence[Finding]:
        return [clock_finding(self._running.clock, self._running.store.address.file)]

    def _hear(self) -> Sequence[Finding]:
        # Voice and panel belong to the table's thread.
        status = self._running.ask(lambda _table: self._running.voice.status())
        return [voice_finding(status.result(timeout=_LIMIT_S))]

    def _press(self) -> Sequence[Finding]:
        status = self._running.ask(lambda _table: self._running.panel.status())
        return [panel_finding(status.result(timeout=_LIMIT_S))]


def examine_running(
    running: RunningTable,
    *,
    picture: Picture | None = None,
    weights: tuple[Numbers, Numbers] | None = None,
) -> Iterator[Finding]:
    """Examine a running table once; a `RunningDoctor` does it again and again, and cheaper."""
    return RunningDoctor(running).examine(picture, weights)


def _by_link(part: Part, link: Finding) -> Finding:
    """Noise and drift as far as the scale itself complains."""
    if link.light is Light.GREEN:
        return finding(part, Light.GREEN, "doctor-plate-good")
    return Finding(part, link.light, Sentence("doctor-plate-bad"), link.next_steps)
