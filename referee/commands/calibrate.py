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

from referee.app.simulated import simulate
from referee.calibrate.camera import CameraGuide
from referee.calibrate.dice import DiceGuide
from referee.calibrate.guide import Guide, GuideState
from referee.calibrate.keeping import (
    TRAY_FILE,
    read_tray_reference,
    write_face_set,
    write_tray_reference,
)
from referee.calibrate.page import page_pdf, page_svg
from referee.calibrate.scale import ScaleGuide
from referee.calibrate.scale_notes import Reference, ScaleResult
from referee.calibrate.targets import target_pages
from referee.calibrate.tray import TrayGuide
from referee.calibrate.twin_hands import PlateHands
from referee.clock import Clock, SystemClock
from referee.commands.calibrate_keys import Key, Keys, terminal_keys
from referee.commands.teach import check_name
from referee.config import TableProfile, read_table_profile, write_table_profile
from referee.devices.camera.contract import Frame, LightSettings
from referee.devices.camera.urls import camera_from_url
from referee.devices.scale.urls import scale_from_url
from referee.errors import InputError
from referee.language import Language
from referee.vision.pictures import Picture, write_picture

TWIN = "twin:"
PICTURE_FILE = "calibration-view.jpg"
_WAIT_S = 0.1
_PICTURE_EVERY_S = 1.0

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


def profile_to_calibrate(path: Path) -> TableProfile:
    """The profile to be changed; a table without one begins with the defaults."""
    return read_table_profile(path) if path.exists() else TableProfile()


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """What was asked for on the command line."""

    profile: Path = Path("table.toml")
    out: Path | None = None
    masses_g: tuple[float | None, float | None] = (None, None)
    name: str | None = None
    kind: str | None = None
    faces: str | None = None


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
    if part == "print":
        return print_targets(options.out or Path("targets"), console, words)
    deed = {
        "scale": calibrate_scale,
        "tray": calibrate_tray,
        "camera": calibrate_camera,
        "dice": calibrate_dice,
    }[part]
    profile = profile_to_calibrate(options.profile)
    bench = Bench(options, profile, console, words, keys or terminal_keys(), clock or SystemClock())
    _require(profile.scale.url if part == "scale" else profile.camera.url, part)
    return 0 if deed(bench) else 1


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything the parts need to be calibrated."""

    options: CalibrateOptions
    profile: TableProfile
    console: Console
    words: Language
    keys: Keys
    clock: Clock

    def helper(self, url: str) -> Callable[[str], bool] | None:
        """Hands that help with each step, at a simulated table."""
        return PlateHands(simulate(self.clock).plate).help if url == TWIN else None

    def lead_with_camera(self, guide: Guide[Frame]) -> tuple[bool, LightSettings | None]:
        """Lead through a guide that looks: whether it was accepted, and the light now held."""
        section = self.profile.camera
        if section.url == TWIN:
            simulate(self.clock)
        with camera_from_url(section.url, self.clock) as camera, self.keys as keys:
            album = Album(self.beside(PICTURE_FILE), self.clock)
            if not lead(guide, camera.latest, keys, self.console, self.words, album=album):
                return False, None
            return True, camera.lock(section.light)

    def keep(self, profile: TableProfile) -> None:
        """Write the profile and say so."""
        is_first = not self.options.profile.exists()
        write_table_profile(self.options.profile, profile)
        message = "calibrate-kept-first" if is_first else "calibrate-kept"
        self.tell(message, file=str(self.options.profile))

    def tell(self, message: str, **words: str) -> None:
        """Say something below the steps."""
        self.console.print(self.words.say(message, **words), markup=False, highlight=False)

    def beside(self, name: str) -> Path:
        """A file beside the profile."""
        return self.options.profile.resolve().parent / name


def calibrate_scale(bench: Bench) -> bool:
    """Calibrate the scale; whether it was accepted."""
    known, second = (None if each is None else Reference(each) for each in bench.options.masses_g)
    if (known is None) != (second is None):
        raise InputError("Two masses are needed: give both --mass and --second-mass.")
    section = bench.profile.scale
    capacity_g = None if section.calibration is None else section.calibration.capacity_g
    guide = ScaleGuide(known, second, capacity_g=capacity_g)
    helper = bench.helper(section.url)
    with scale_from_url(section.url, bench.clock) as scale, bench.keys as keys:
        if not lead(guide, scale.read, keys, bench.console, bench.words, helper=helper):
            return False
    bench.keep(with_scale(bench.profile, guide.result()))
    return True


def with_scale(profile: TableProfile, result: ScaleResult) -> TableProfile:
    """The profile with a calibrated scale and the pieces that were weighed."""
    touch = replace(profile.scale.touch, pieces=result.pieces)
    section = replace(profile.scale, calibration=result.calibration, touch=touch)
    return replace(profile, scale=section)


def calibrate_tray(bench: Bench) -> bool:
    """Calibrate the tray; whether it was accepted."""
    section, file = bench.profile.camera, bench.beside(TRAY_FILE)
    before = read_tray_reference(file)
    guide = TrayGuide(section.tray, section.lens, die_mm=section.die_mm, before=before)
    is_done, light = bench.lead_with_camera(guide)
    if not is_done:
        return False
    result = guide.result()
    write_tray_reference(file, result)
    # A camera that cannot hold its light keeps what the profile says.
    held = light or section.light
    bench.keep(replace(bench.profile, camera=replace(section, light=held)))
    return True


def calibrate_camera(bench: Bench) -> bool:
    """Measure the lens; whether it was accepted."""
    guide = CameraGuide()
    if not bench.lead_with_camera(guide)[0]:
        return False
    section = replace(bench.profile.camera, lens=guide.result())
    bench.keep(replace(bench.profile, camera=section))
    return True


def calibrate_dice(bench: Bench) -> bool:
    """Teach a set of faces; whether it was accepted."""
    options, section = bench.options, bench.profile.camera
    name, kind, faces = options.name, options.kind, options.faces
    if name is None or kind is None or faces is None:
        raise InputError(
            "A set of faces needs a name, a kind and its faces: give --name, --kind and --faces."
        )
    check_name(name)
    names = [each.strip() for each in faces.split(",")]
    for each in (kind, *names):
        check_name(each)
    guide = DiceGuide(name, names, sheet=section.tray, lens=section.lens, die_mm=section.die_mm)
    if not bench.lead_with_camera(guide)[0]:
        return False
    file = write_face_set(options.out or bench.beside("dice"), *guide.result())
    bench.tell("calibrate-dice-kept", folder=str(file.parent))
    sets = {**bench.profile.dice.sets, kind: str(file)}
    bench.keep(replace(bench.profile, dice=replace(bench.profile.dice, sets=sets)))
    return True


def _require(url: str, part: str) -> None:
    if url == TWIN and part in {"camera", "dice"}:
        raise InputError(
            "At the simulated table nobody can hold a board or a die before the camera: write the"
            " URL of a real one into camera.url, then try again."
        )
    if url == "none:":
        device = "scale" if part == "scale" else "camera"
        raise InputError(
            f"The table profile has no {device}: write its URL into {device}.url, then try again."
        )


def lead(
    guide: Guide[Shown],
    deliver: Deliver[Shown],
    keys: Keys,
    console: Console,
    words: Language,
    *,
    helper: Callable[[str], bool] | None = None,
    album: Album | None = None,
) -> bool:
    """Go through the guide with the keys of a person; whether it was accepted to the end."""
    with Live(console=console, auto_refresh=False, transient=False) as live:
        while guide.state is GuideState.ASKING:
            is_helped = helper is not None and helper(guide.name)
            seen = deliver(_WAIT_S)
            if seen is not None:
                guide.see(seen)
            live.update(step_panel(guide, words, album), refresh=True)
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


def step_panel(guide: Guide[Shown], words: Language, album: Album | None = None) -> Panel:
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
    is_ready = view.can_accept
    lines += [Text(), Text(words.say(f"calibrate-keys-{'ready' if is_ready else 'wait'}"))]
    title = words.say("calibrate-step", number=guide.number, count=guide.count)
    return Panel(Group(*lines), title=title, border_style="green" if is_ready else "yellow")
