"""The operator's settings on the wire."""

from typing import Annotated, Literal

import msgspec

from referee.events import JsonObject
from referee.language import LanguageCode
from referee.store.players import Deletion
from referee.store.thinning import KeptFor, Kind
from referee.web.shapes.table import KioskState

Pin = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Audience = Literal["open", "players", "operator"]
"""Everybody; the table's screen and claimed seats; the operator alone."""


class Privacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may look at the live camera and at what is recorded of games and players.

    `whole_pictures`: films of falls show all that the camera sees, not the tray alone. `kept_for`:
    after how many days pictures and films are deleted.
    """

    camera: Audience = "players"
    results: Audience = "open"
    whole_pictures: bool = False
    kept_for: KeptFor = KeptFor()


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the operator sets. `countdown_s` null: as long as the game says.

    `learn_faces`: answers about dice with taught faces teach them further.
    """

    language: LanguageCode = "en"
    voice: bool = True
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.8
    muted: bool = False
    countdown_s: Annotated[float, msgspec.Meta(ge=0.5, le=60)] | None = None
    kiosk: KioskState = KioskState()
    privacy: Privacy = Privacy()
    learn_faces: bool = False


class KeptKind(msgspec.Struct, frozen=True):
    """How much is kept of one kind of moment, and the day of the oldest."""

    kind: Kind
    count: int
    megabytes: int
    oldest: str


class KeptEvidence(msgspec.Struct, frozen=True):
    """What is kept of rolls, of falls and of disputed moments, as far as there is any."""

    kinds: tuple[KeptKind, ...]


class LearnedFaces(msgspec.Struct, frozen=True):
    """How many pictures of dice were learned from answers."""

    pictures: int


class PrivacyInfo(msgspec.Struct, frozen=True):
    """What everybody may know of what is kept, on the table's own disk or `is_on_server`.

    Without `has_markers` pictures show all that the camera sees: nothing tells where the tray ends.
    """

    settings: Privacy
    is_on_server: bool
    deletions: tuple[Deletion, ...]
    has_markers: bool = True


class EditionNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the box on this table, replacing those of the shipped edition."""

    numbers: JsonObject


class LoginRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's PIN."""

    pin: Pin


class PinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new PIN; `old` is needed where there is one already."""

    new: Pin
    old: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Token(msgspec.Struct, frozen=True):
    """Send it as `Authorization: Bearer …`; `expires_in_s` null: until the game ends."""

    token: str
    expires_in_s: float | None = None


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True


class BackupMade(msgspec.Struct, frozen=True):
    """The name of the backup."""

    name: str


class ScreenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key in the address that the table printed."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NetworkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether phones reach the table; `pin` is a new one, asked for only where there is none."""

    is_open: bool
    pin: Annotated[str, msgspec.Meta(max_length=64)] = ""


class NetworkState(msgspec.Struct, frozen=True):
    """Who reaches the table, and where phones find its page; the best address first."""

    is_open: bool
    addresses: tuple[str, ...]


class ClaimRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `code` beside a seat, and the `key` that the phone made for itself."""

    code: Annotated[str, msgspec.Meta(max_length=64)]
    key: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
