"""The sections of a table profile. Without a file a table is simulated, and so are the defaults."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.devices.camera.contract import LightSettings
from referee.devices.panel.pins import PanelPins
from referee.devices.voice.contract import VoiceSettings
from referee.language import LanguageCode
from referee.touch.counts import ScaleCalibration
from referee.touch.profile import TouchProfile
from referee.touch.shown_hands import ShownHands
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import STANDARD_SHEET, TraySheet

TWIN, NONE = "twin:", "none:"
"""The URL of a simulated device, and of a device that is not there."""
KIND_PATTERN = r"^[a-z0-9][a-z0-9-]{0,59}\Z"
LONGEST_PATH = 500

Text = Annotated[str, Meta(max_length=200)]
DeviceText = Annotated[
    str,
    Meta(
        max_length=500,
        pattern=r"^[a-z][a-z0-9+]*:",
        description="the URL of a device, such as twin: or none:",
    ),
]
KindName = Annotated[str, Meta(pattern=KIND_PATTERN)]
PathText = Annotated[str, Meta(min_length=1, max_length=LONGEST_PATH)]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The common root of the sections."""


class TableSection(Section, frozen=True):
    """The table itself."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] = "Table"
    language: LanguageCode = "en"
    countdown_s: Annotated[float, Meta(ge=1, le=30)] = 3.0


class CameraSection(Section, frozen=True):
    """The camera, what it holds fast, and the tray it looks at."""

    url: DeviceText = TWIN
    die_mm: Annotated[float, Meta(ge=5, le=60)] = 16.0
    markers: bool = True
    light: LightSettings | None = None
    lens: Lens | None = None
    tray: TraySheet = STANDARD_SHEET


class DiceSection(Section, frozen=True):
    """The taught set of faces for each kind of special dice: a shipped name, or a folder.

    A kind that is not named here has the set that comes with its game.
    """

    sets: dict[KindName, PathText] = {}


class ScaleSection(Section, frozen=True):
    """The scale, what its counts stand for, and when a touch is what."""

    url: DeviceText = TWIN
    calibration: ScaleCalibration | None = None
    touch: TouchProfile = TouchProfile()
    hands: ShownHands | None = None


class VoiceSection(Section, frozen=True):
    """The voice and how it sounds."""

    url: DeviceText = NONE
    volume: Annotated[int, Meta(ge=0, le=100)] = 70
    muted: bool = False
    words_per_minute: Annotated[int, Meta(ge=80, le=400)] = 165
    pitch: Annotated[int, Meta(ge=0, le=99)] = 50
    voice: Annotated[
        str,
        Meta(
            pattern=r"^[A-Za-z0-9_+-]*\Z",
            max_length=32,
            description="the name of a voice, such as +f3, or nothing",
        ),
    ] = ""

    @property
    def settings(self) -> VoiceSettings:
        """How it sounds, for the voice."""
        return VoiceSettings(
            volume=self.volume,
            words_per_minute=self.words_per_minute,
            pitch=self.pitch,
            voice=self.voice,
        )


class PanelSection(Section, frozen=True):
    """Buttons, lights and buzzer, and the pins they are wired to."""

    url: DeviceText = NONE
    pins: PanelPins = PanelPins()


class StoreSection(Section, frozen=True):
    """Where the log and the evidence are kept."""

    url: Annotated[
        str,
        Meta(
            max_length=500,
            pattern=r"^[a-z][a-z0-9+]*://",
            description="the address of a log, such as sqlite:///referee.sqlite",
        ),
    ] = "sqlite:///referee.sqlite"
    evidence: Annotated[
        str, Meta(max_length=500, description="a folder, or nothing for one beside the log")
    ] = ""

    @property
    def evidence_folder(self) -> Path | None:
        """The folder of the evidence; None for one beside the log."""
        return Path(self.evidence) if self.evidence else None


class WebSection(Section, frozen=True):
    """Where the dashboard is served."""

    host: Annotated[str, Meta(min_length=1, max_length=255)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8080
    screen: Literal["key", "loopback"] = "key"
    trusted_proxies: tuple[Annotated[str, Meta(min_length=1, max_length=100)], ...] = ()
    kiosk: bool = False


class OperatorSection(Section, frozen=True):
    """Who looks after the table, told to players who need help."""

    name: Text = ""
    contact: Text = ""


class TableProfile(Section, frozen=True):
    """Everything a table knows about itself."""

    table: TableSection = TableSection()
    camera: CameraSection = CameraSection()
    dice: DiceSection = DiceSection()
    scale: ScaleSection = ScaleSection()
    voice: VoiceSection = VoiceSection()
    panel: PanelSection = PanelSection()
    store: StoreSection = StoreSection()
    web: WebSection = WebSection()
    operator: OperatorSection = OperatorSection()
