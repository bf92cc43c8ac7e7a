"""The dice of the simulated tray: their kinds, and how each came in, rolled and was taken away.

Each kind is one well-made product: ink that stands out from the body, little gloss.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from referee.errors import InputError
from referee.games.boxes import every_die
from referee.games.dice import DieInfo
from referee.simulation.drawing.materials import Colour, Material, colour_of, plain_material
from referee.simulation.drawing.solids import PlacedDie, pip_net
from referee.simulation.tray.physics import DIE_MM, DiePose, Track
from referee.vision.artwork.canvas import InkMask
from referee.vision.artwork.sets import face_set

_GLOSS = 0.12


@dataclass(frozen=True, slots=True)
class DieKind:
    """One kind of die; `net` names its sides in the order of `drawing.solids.SIDES`."""

    name: str
    net: tuple[str, ...]
    material: Material
    artworks: Mapping[str, InkMask] | None = None


def die_kinds() -> dict[str, DieKind]:
    """All kinds by name: pips, and the special dice of the games."""
    return {"pips": _pips(), **{kind: _special(die) for kind, die in every_die().items()}}


@cache
def _pips() -> DieKind:
    return DieKind("pips", pip_net("1", "2", "3"), _made_of((230, 236, 238), (30, 26, 24)))


@cache
def _special(die: DieInfo) -> DieKind:
    material = _made_of(colour_of(die.body), colour_of(die.ink))
    return DieKind(die.kind, die.net, material, face_set(die).faces)


def kind_named(name: str) -> DieKind:
    """The kind of this name."""
    kind = die_kinds().get(name)
    if kind is None:
        known = ", ".join(die_kinds())
        raise InputError(f"There are no dice called {name!r} on the table: use one of {known}.")
    return kind


def check_face(kind: str, face: str) -> None:
    """Refuse a face that the dice of this kind do not have."""
    net = kind_named(kind).net
    if face not in net:
        faces = ", ".join(dict.fromkeys(net))
        raise InputError(f"The {kind} dice have no face {face!r}: choose from {faces}.")


def _made_of(body: Colour, ink: Colour) -> Material:
    return replace(plain_material(body, ink), gloss=_GLOSS)


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

    def pose_at(self, t_s: float) -> DiePose:
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

    def placed(self, pose: DiePose) -> PlacedDie:
        """The die as the drawing needs it."""
        return PlacedDie(
            centre=pose.centre_mm,
            rotation=pose.rotation,
            faces=self.kind.net,
            material=self.kind.material,
            size=DIE_MM,
            turns=self.turns,
            artworks=self.kind.artworks,
            is_leaning=not pose.is_flat,
        )

    def forget_before(self, t_s: float) -> bool:
        """Drop stays that ended before; whether any are left."""
        self.stays = [stay for stay in self.stays if stay.ends_s > t_s]
        return bool(self.stays)


def remaining(dice: Iterable[LiveDie]) -> list[LiveDie]:
    """The dice that lie in the tray after all that is under way."""
    return [die for die in dice if die.is_kept]
