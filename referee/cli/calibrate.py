"""`referee calibrate`: leads through the calibration of one part and keeps it in the profile.

At the terminal Enter accepts, r repeats, s leaves a step out that is not needed, q aborts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import typer
from msgspec.structs import replace
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from referee.app.calibration import (
    PARTS,
    CalibrationPlan,
    CalibrationWishes,
    ProfilePlace,
    device_url,
    keep_calibration,
    plan_calibration,
)
from referee.app.running_table import camera_of
from referee.app.simulator import simulated_world
from referee.calibrate.guide import CalibrationHands, GroupChange, Guide, GuideState
from referee.calibrate.printed_targets import page_pdf, page_svg, target_pages
from referee.cli import LanguageCode, commands
from referee.cli.calibration_groups import group_lines, with_groups
from referee.cli.calibration_keys import Keys, PressedKey, terminal_keys
from referee.clock import Clock, SystemClock
from referee.config import TableProfile
from referee.config.sections import TWIN
from referee.devices.camera.contract import CameraFrame, LightSettings
from referee.devices.scale.urls import scale_from_url
from referee.errors import InputError
from referee.language import Language, language
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

    @property
    def wishes(self) -> CalibrationWishes:
        """The same for the plan of a calibration."""
        return CalibrationWishes(self.masses_g, self.name, self.kind, self.out)

    def check(self, part: str) -> None:
        """Refuse what was given for another part: nobody would notice that it does nothing."""
        values = (self.out, *self.masses_g, self.name, self.kind)
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
    bench = PartCalibration(place, console, words, keys or terminal_keys(), clock or SystemClock())
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
class PartCalibration:
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
        world = None
        if url == TWIN:
            world = simulated_world(self.clock, language_code=self.words.code)
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


def _seen_with(
    latest: Deliver[CameraFrame], hands: CalibrationHands | None
) -> Deliver[CameraFrame]:
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
    hands: CalibrationHands | None = None,
    album: Album | None = None,
) -> bool:
    """Go through the guide with the keys of a person; whether it was accepted to the end."""
    is_helped = is_refused = False
    with Live(console=console, auto_refresh=False, transient=False) as live:
        while guide.state is GuideState.ASKING:
            if hands is not None and (is_helped or not guide.view().can_accept):
                is_helped = hands.help(guide.name)
            seen = deliver(_WAIT_S)
            if seen is not None:
                guide.see(seen)
            panel = step_panel(guide, words, album, is_helped=is_helped, typed=keys.typed)
            if is_refused:
                panel.subtitle = words.say("calibrate-typed-wrong")
            live.update(panel, refresh=True)
            key = keys.pressed()
            if isinstance(key, GroupChange):
                is_refused = not guide.arrange(key)
            # Nobody accepts what simulated hands are still at.
            elif not (is_helped and key is PressedKey.ACCEPT):
                _press(guide, key)
    if not console.is_terminal:
        console.print()
    if guide.state is GuideState.ABORTED:
        console.print(words.say("calibrate-aborted"), markup=False, highlight=False)
    return guide.state is GuideState.DONE


def _press(guide: Guide[Shown], key: PressedKey | None) -> None:
    if key is PressedKey.ACCEPT:
        guide.accept()
    elif key is PressedKey.REPEAT:
        guide.repeat()
    elif key is PressedKey.SKIP:
        guide.skip()
    elif key is PressedKey.ABORT:
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
    guide: Guide[Shown],
    words: Language,
    album: Album | None = None,
    *,
    is_helped: bool = False,
    typed: str = "",
) -> Panel:
    """The present step: what to do, what is seen, what is wrong, which keys there are."""
    view = guide.view()
    lines = [Text(view.ask.text(words), style="bold"), Text()]
    lines += [Text(each) for each in group_lines(view, words)]
    lines += [Text(each.text(words)) for each in view.live]
    lines += [Text(f"✗ {each.text(words)}", style="red") for each in view.troubles]
    lines += [Text(f"! {each.text(words)}", style="yellow") for each in view.advice]
    if album is not None and view.picture is not None:
        album.show(with_groups(view.picture, view.groups, guide.group_picture))
        told = words.say("calibrate-picture", file=str(album.file))
        lines.append(Text(told, style="dim"))
    if is_helped:
        lines.append(Text(words.say("calibrate-hands"), style="dim"))
    is_ready = view.can_accept and not is_helped
    lines += [Text(), Text(words.say(f"calibrate-keys-{'ready' if is_ready else 'wait'}"))]
    if view.can_skip:
        lines.append(Text(words.say("calibrate-keys-skip")))
    if view.groups:
        lines.append(Text(words.say("calibrate-keys-groups")))
        lines.append(Text(f"> {typed}"))
    title = words.say("calibrate-step", number=guide.number, count=guide.count)
    return Panel(Group(*lines), title=title, border_style="green" if is_ready else "yellow")


CalibratedPart = Literal["print", "scale", "tray", "camera", "dice"]
"""What can be calibrated; `print` makes the targets for it."""


@commands.command("calibrate")
def calibrate(
    part: Annotated[
        CalibratedPart, typer.Argument(help="What to calibrate, or print its targets.")
    ],
    table: Annotated[Path, typer.Option(help="The profile to keep it in.")] = Path("table.toml"),
    out: Annotated[
        Path | None, typer.Option(help="print, dice: the folder for what is made.")
    ] = None,
    mass: Annotated[
        float | None,
        typer.Option(help="scale: a known mass in grams, instead of a box of dice."),
    ] = None,
    second_mass: Annotated[
        float | None, typer.Option(help="scale: another known mass in grams.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="dice: how the set of faces shall be called.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="dice: which dice of the games these are, such as beanstalk.")
    ] = None,
    language_code: LanguageCode = "en",
) -> None:
    """Calibrate a part of the table, step by step; Enter accepts, r repeats, q aborts.

    Example: referee calibrate scale --table table.toml
    """
    asked = CalibrateOptions(
        profile=table, out=out, masses_g=(mass, second_mass), name=name, kind=kind
    )
    raise typer.Exit(calibrate_part(part, asked, Console(), language(language_code)))
