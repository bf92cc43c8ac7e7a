"""What the app is given: the table, and everything that a table may or may not have."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from referee.table.table_thread import TableThread
from referee.web.access.authentication import Access
from referee.web.settings import MemorySettings
from referee.web.shapes import devices
from referee.web.shapes.table import OtherKind

STATIC = Path(__file__).parent / "static"


class CameraView(Protocol):
    """The newest picture of the camera; calls never wait for the next one."""

    def status(self) -> devices.CameraStatus:
        """What the camera does and what lies before it."""
        ...

    def frame_jpeg(self, *, with_boxes: bool) -> bytes | None:
        """The newest picture, None if there is none; `with_boxes` draws what was found."""
        ...

    def frame_number(self) -> int:
        """Grows with each picture."""
        ...


class ScaleView(Protocol):
    """The newest samples of the scale."""

    def status(self) -> devices.ScaleStatus:
        """What the scale does."""
        ...

    def samples_after(self, number: int) -> Sequence[devices.ScaleSample]:
        """Samples whose `number` is larger, oldest first; a few seconds of them at the most."""
        ...


class SimulationControls(Protocol):
    """The hands, faults and players of a simulated table; raises `InputError` for nonsense."""

    def state(self) -> devices.TwinState:
        """What can be done now."""
        ...

    def use_hands(self, motion: str, care: float, details: Mapping[str, object]) -> None:
        """Roll, place, nudge and so on."""
        ...

    def set_fault(self, device: str, fault: str, *, is_on: bool) -> None:
        """Break a device, or repair it."""
        ...

    def set_autoplay(self, *, is_on: bool, pace: float) -> None:
        """Let simulated players play."""
        ...


class Calibration(Protocol):
    """The guided calibration; raises `InputError` for what cannot be done."""

    @property
    def is_under_way(self) -> bool:
        """Whether somebody calibrates."""
        ...

    def state(self) -> devices.CalibrationState:
        """How it stands."""
        ...

    def begin(self, asked: devices.CalibrationRequest) -> None:
        """Begin with the first step; called in the table's thread."""
        ...

    def press(self, asked: devices.CalibrationDeed) -> bool:
        """Do what is asked; False if that step is over, or it cannot be done now."""
        ...

    def group_jpeg(self, number: int) -> bytes | None:
        """A picture of one of the groups in this step."""
        ...

    def picture_jpeg(self) -> bytes | None:
        """What the table sees in this step."""
        ...

    def target_pdf(self, name: str) -> bytes | None:
        """A target to be printed, such as `tray-sheet`; None if there is none of that name."""
        ...


class OtherTable(Protocol):
    """The table that the program can become instead."""

    def kind(self) -> OtherKind | None:
        """Which it is; None while it cannot be had."""
        ...

    def become(self) -> bool:
        """Become it; returns at once, False if it cannot be had."""
        ...


class LearnedDice(Protocol):
    """What the taught sets of dice learned from answers; asked from any thread."""

    @property
    def count(self) -> int:
        """How many pictures of dice it are."""
        ...

    def forget(self) -> None:
        """Read by what was taught alone; returns when that is so."""
        ...


class ScreenVoice(Protocol):
    """The voice of a table whose own screen speaks."""

    screens: int
    """How many screens of the table are there that can."""
    mute_screens: int
    """And how many that would have to, and cannot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebParts:
    """Everything the dashboard's server stands on. What a table does not have is None."""

    thread: TableThread
    access: Access
    table_name: str = "Table"
    is_simulated: bool = False
    has_markers: bool = True
    """Whether the camera knows by printed markers where the tray ends."""
    settings: MemorySettings = field(default_factory=MemorySettings)
    camera: CameraView | None = None
    scale: ScaleView | None = None
    health: Callable[[], Iterable[devices.HealthLight]] | None = None
    """Tells each light as soon as it is found."""
    screen_voice: ScreenVoice | None = None
    simulation: SimulationControls | None = None
    calibration: Calibration | None = None
    backup: Callable[[], str] | None = None
    """Makes a backup and tells its name."""
    backup_folder: Path | None = None
    """Where backups lie that the table knows of."""
    restart: Callable[[], None] | None = None
    """Asks the program to start anew; returns at once."""
    other_table: OtherTable | None = None
    has_quick_start: bool = False
    """Its own screen begins with what the camera sees."""
    static: Path = STATIC
    listen: Callable[[str], Awaitable[None]] | None = None
    """Lets the server listen at another address; raises an `OSError` if that cannot be."""
    learned: LearnedDice | None = None
