"""`referee calibrate`: leads through the calibration of one part and keeps it in the profile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from referee.app.calibration import (
    PARTS,
    TWIN,
    CalibrationPlan,
    CalibrationWishes,
    ProfilePlace,
    device_url,
    keep_calibration,
    plan_calibration,
)
from referee.app.running import camera_of
from referee.app.simulated import simulate
from referee.calibrate.guide import Guide, GuideState
from referee.calibrate.page import page_pdf, page_svg
from referee.calibrate.targets import target_pages
from referee.calibrate.twin_hands import Hands
from referee.clock import Clock, SystemClock
from referee.commands.calibrate_keys import Key, Keys, terminal_keys
from referee.config import TableProfile
from referee.devices.camera.contract import CameraFrame, LightSettings
from referee.devices.scale.urls import scale_from_url
from referee.errors import InputError
from referee.language import Language
from referee.vision.pictures import Picture, write_picture

PICTURE_FILE = "calibration-view.jpg"
_WAIT_S = 0.1
_PICTURE_EVERY_S = 1.0

_MADE_FOR = {
    "--out": ("print", "dice"),
    "--mass": ("scale",),
    "--second-mass": ("scale",),
    "--name": ("dice",),
    "--kind": ("dice",),
    "--faces": ("dice",),
}

Shown = TypeVar("Shown")
Deliver = Callable[[float], Shown | None]


def print_targets(folder: Path, console: Console, words: Language) -> int:
    """Write every target as SVG and as PDF."""
    pages = target_pages(words)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for page in pages:
            (folder / f"{page.name}.svg").write_text(page_svg(page), encoding="utf-8")
            (folder / f"{page.name}.pdf").write_bytes(page_pdf([page]))
    except OSError as error:
        reason = (error.strerror or "unwritable").lower()
        raise InputError(f"{folder} cannot be written ({reason}): choose another --out.") from None
    told = words.say("calibrate-printed", count=len(pages), folder=str(folder))
    console.print(told, markup=False, highlight=False)
    return 0


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """What was asked for on the command line."""

    profile: Path = Path("table.toml")
    out: Path | None = None
    masses_g: tuple[float | None, float | None] = (None, None)
    name: str | None = None
    kind: str | None = None
    faces: str | None = None

    @property
    def wishes(self) -> CalibrationWishes:
        """The same for the plan of a calibration."""
        faces = [each.strip() for each in (self.faces or "").split(",") if each.strip()]
        return CalibrationWishes(self.masses_g, self.name, self.kind, faces, self.out)

    def check(self, part: str) -> None:
        """Refuse what was given for another part: nobody would notice that it does nothing."""
        values = (self.out, *self.masses_g, self.name, self.kind, self.faces)
        for option, value in zip(_MADE_FOR, values, strict=True):
            if value is not None and part not in _MADE_FOR[option]:
                parts = " and ".join(_MADE_FOR[option])
                raise InputError(f"{option} is for {parts} only: leave it out, or name that part.")


def calibrate_part(
    part: str,
    options: CalibrateOptions,
    console: Console,
    words: Language,
    *,
    keys: Keys | None = None,
    clock: Clock | None = None,
) -> int:
    """Calibrate one part; 1 if it was aborted."""
    options.check(part)
    known = next((each for each in PARTS if each == part), None)
    if known is None:
        return print_targets(options.out or Path("targets"), console, words)
    # A table without a profile begins with the defaults.
    place = ProfilePlace(options.profile, TableProfile())
    plan = plan_calibration(known, options.wishes, place)
    bench = Bench(place, console, words, keys or terminal_keys(), clock or SystemClock())
    is_done, light = bench.lead(plan)
    if not is_done:
        return 1
    kept = keep_calibration(plan, place, light)
    for change in kept.changes:
        bench.tell(f"  {change.key}: {change.before or '–'} → {change.after or '–'}")
    for sentence in kept.told:
        bench.tell(sentence.text(words))
    return 0


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything a part needs to be calibrated."""

    place: ProfilePlace
    console: Console
    words: Language
    keys: Keys
    clock: Clock

    def lead(self, plan: CalibrationPlan) -> tuple[bool, LightSettings | None]:
        """Lead through a plan: whether it was accepted, and the light that is held for it."""
        profile = self.place.read()
        url = device_url(profile, plan.part)
        world = simulate(self.clock) if url == TWIN else None
        hands = plan.hands(world, url)
        if not plan.looks:
            with scale_from_url(url, self.clock) as scale, self.keys as keys:
                is_done = lead(plan.guide, scale.read, keys, self.console, self.words, hands=hands)
            return is_done, None
        # Where the tray is calibrated the camera may choose its light anew, to hold it afterwards.
        is_light_chosen = plan.part == "tray"
        section = replace(profile.camera, light=None) if is_light_chosen else profile.camera
        with camera_of(section, self.clock) as camera, self.keys as keys:
            album = Album(self.place.beside(PICTURE_FILE), self.clock)
            see = _seen_with(camera.latest, hands)
            if not lead(plan.guide, see, keys, self.console, self.words, hands=hands, album=album):
                return False, None
            return True, camera.lock() if is_light_chosen else None

    def tell(self, text: str) -> None:
        """Say something below the steps."""
        self.console.print(text, markup=False, highlight=False)


def _seen_with(latest: Deliver[CameraFrame], hands: Hands | None) -> Deliver[CameraFrame]:
    """What the camera sees while these hands are before it."""
    if hands is None:
        return latest

    def seen(timeout_s: float) -> CameraFrame | None:
        frame = latest(timeout_s)
        return None if frame is None else hands.before_camera(frame)

    return seen


def lead(
    guide: Guide[Shown],
    deliver: Deliver[Shown],
    keys: Keys,
    console: Console,
    words: Language,
    *,
    hands: Hands | None = None,
    album: Album | None = None,
) -> bool:
    """Go through the guide with the keys of a person; whether it was accepted to the end."""
    is_helped = False
    with Live(console=console, auto_refresh=False, transient=False) as live:
        while guide.state is GuideState.ASKING:
            if hands is not None and (is_helped or not guide.view().can_accept):
                is_helped = hands.help(guide.name)
            seen = deliver(_WAIT_S)
            if seen is not None:
                guide.see(seen)
            live.update(step_panel(guide, words, album, is_helped=is_helped), refresh=True)
            key = keys.pressed()
            # Nobody accepts what simulated hands are still at.
            _press(guide, None if is_helped and key is Key.ACCEPT else key)
    if not console.is_terminal:
        console.print()
    if guide.state is GuideState.ABORTED:
        console.print(words.say("calibrate-aborted"), markup=False, highlight=False)
    return guide.state is GuideState.DONE


def _press(guide: Guide[Shown], key: Key | None) -> None:
    if key is Key.ACCEPT:
        guide.accept()
    elif key is Key.REPEAT:
        guide.repeat()
    elif key is Key.ABORT:
        guide.abort()


class Album:
    """The picture of the present step as a file, because a terminal cannot show it."""

    def __init__(self, file: Path, clock: Clock) -> None:
        self.file = file
        self._clock = clock
        self._written_s = -_PICTURE_EVERY_S

    def show(self, picture: Picture) -> None:
        """Write it, now and then."""
        now_s = self._clock.monotonic_s()
        if now_s - self._written_s >= _PICTURE_EVERY_S:
            self._written_s = now_s
            write_picture(self.file, picture)


def step_panel(
    guide: Guide[Shown], words: Language, album: Album | None = None, *, is_helped: bool = False
) -> Panel:
    """The present step: what to do, what is seen, what is wrong, which keys there are."""
    view = guide.view()
    lines = [Text(view.ask.text(words), style="bold"), Text()]
    lines += [Text(each.text(words)) for each in view.live]
    lines += [Text(f"✗ {each.text(words)}", style="red") for each in view.troubles]
    lines += [Text(f"! {each.text(words)}", style="yellow") for each in view.advice]
    if album is not None and view.picture is not None:
        album.show(view.picture)
        told = words.say("calibrate-picture", file=str(album.file))
        lines.append(Text(told, style="dim"))
    if is_helped:
        lines.append(Text(words.say("calibrate-hands"), style="dim"))
    is_ready = view.can_accept and not is_helped
    lines += [Text(), Text(words.say(f"calibrate-keys-{'ready' if is_ready else 'wait'}"))]
    title = words.say("calibrate-step", number=guide.number, count=guide.count)
    return Panel(Group(*lines), title=title, border_style="green" if is_ready else "yellow")
