"""The dice that are or were in the tray: when each came in, how it went, when it was taken away."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from referee.twin.dice.solid import PlacedDie
from referee.twin.tray.kinds import DieKind
from referee.twin.tray.physics import DIE_MM, Pose, Track


class TrueDie(msgspec.Struct, frozen=True):
    """What is true of a die that lies in the tray; `centre_mm` counts on the sheet, y down."""

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
    """A lying die was hit by a thrown one; `face` is what it will show where it comes to lie."""

    t_s: float
    id: int
    face: str


class Taken(msgspec.Struct, frozen=True):
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


Happening = Rolled | AtRest | Pushed | Taken | HandIn | HandOut


@dataclass(slots=True)
class Stay:
    """One stay of a die in the tray, from the moment it left the hand until one took it."""

    begins_s: float
    track: Track
    ends_s: float = math.inf

    def is_on(self, t_s: float) -> bool:
        """Whether the die is in the tray then."""
        return self.begins_s <= t_s < self.ends_s

    def is_moving(self, t_s: float) -> bool:
        """Whether it still rolls then."""
        return t_s - self.begins_s < self.track.lasts_s

    def pose_at(self, t_s: float) -> Pose:
        """Where it is then."""
        return self.track.at(t_s - self.begins_s)


@dataclass(slots=True)
class LiveDie:
    """A die with its net, and all its stays that still matter."""

    id: int
    kind: DieKind
    turns: tuple[int, ...]
    stays: list[Stay] = field(default_factory=list)

    @property
    def last(self) -> Stay:
        """Its last or coming stay."""
        return self.stays[-1]

    @property
    def is_kept(self) -> bool:
        """Whether nobody is going to take it away."""
        return math.isinf(self.last.ends_s)

    @property
    def last_face(self) -> str:
        """What it shows, or will show, at the end of its last stay."""
        placed = self.placed(self.last.track.last)
        return placed.faces[placed.top_side]

    def stay_at(self, t_s: float) -> Stay | None:
        """The stay of this moment."""
        return next((stay for stay in self.stays if stay.is_on(t_s)), None)

    def placed(self, pose: Pose) -> PlacedDie:
        """The die as the drawing needs it."""
        return PlacedDie(
            centre=pose.centre_mm,
            rotation=pose.rotation,
            faces=self.kind.net,
            material=self.kind.material,
            size=DIE_MM,
            turns=self.turns,
            artworks=self.kind.artworks,
            is_cocked=not pose.is_flat,
        )

    def forget_before(self, t_s: float) -> bool:
        """Drop stays that ended before; whether any are left."""
        self.stays = [stay for stay in self.stays if stay.ends_s > t_s]
        return bool(self.stays)


def kept(dice: Iterable[LiveDie]) -> list[LiveDie]:
    """The dice that lie in the tray after all that is under way."""
    return [die for die in dice if die.is_kept]
