"""What really happened at the plate and in the tray, to compare with what the referee noticed."""

import msgspec

NamedPiece = tuple[str, str]
"""A piece: its kind and its name."""


class PlateHappening(msgspec.Struct, frozen=True):
    """Something happened at `t_s`, in seconds of the world."""

    t_s: float


class Put(PlateHappening, frozen=True):
    """A hand set this piece down; it may still fall."""

    kind: str
    piece: str


class PiecesFell(PlateHappening, frozen=True):
    """Pieces left the stack that no hand took; `t_s` is when the first one left its place."""

    pieces: tuple[NamedPiece, ...]


class Lifted(PlateHappening, frozen=True):
    """A hand took this piece away, from the top of the stack or from where it lay."""

    kind: str
    piece: str


class Leaned(PlateHappening, frozen=True):
    """A hand leaned on the plate."""

    newton: float
    seconds: float


class Nudged(PlateHappening, frozen=True):
    """A finger pushed the tower sideways."""

    strength: float


class Bumped(PlateHappening, frozen=True):
    """Somebody knocked against the table."""

    strength: float


class Axed(PlateHappening, frozen=True):
    """A blow hit the tower; these pieces left the stack by it."""

    strength: float
    pieces: tuple[NamedPiece, ...]


class Cleared(PlateHappening, frozen=True):
    """Hands have made the plate ready: only a few dice stand on it."""

    kept: int


class ActualDie(msgspec.Struct, frozen=True):
    """What really lies in the tray: one die; `centre_mm` counts on the sheet, y down."""

    id: int
    kind: str
    face: str
    centre_mm: tuple[float, float]
    is_flat: bool


class Rolled(msgspec.Struct, frozen=True):
    """Dice left a hand; `faces` are what they will show, in the order of `ids`."""

    t_s: float
    ids: tuple[int, ...]
    faces: tuple[str, ...]


class AtRest(msgspec.Struct, frozen=True):
    """The last die of a throw came to lie still."""

    t_s: float


class Pushed(msgspec.Struct, frozen=True):
    """A resting die was hit by a thrown one, or put elsewhere; `face` is what it shows there."""

    t_s: float
    id: int
    face: str


class DieTaken(msgspec.Struct, frozen=True):
    """A hand closed around a die and took it away."""

    t_s: float
    id: int
    face: str


class HandIn(msgspec.Struct, frozen=True):
    """A hand came into the picture."""

    t_s: float


class HandOut(msgspec.Struct, frozen=True):
    """The hand left the picture."""

    t_s: float


TrayHappening = Rolled | AtRest | Pushed | DieTaken | HandIn | HandOut
