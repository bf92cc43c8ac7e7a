"""The kinds of dice on the simulated table: what is printed on their six sides, and how they look.

Each kind is one well-made product: ink that stands out from the body, little gloss.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from referee.errors import InputError
from referee.twin.dice.materials import Material, plain_material
from referee.vision.artwork.canvas import InkMask
from referee.vision.artwork.sets import magic_beanstalk_faces, spookies_friend_faces

# Above, the four sides around, below; opposite pips add up to seven.
_PIP_NET = ("1", "2", "3", "5", "4", "6")
_GLOSS = 0.12


@dataclass(frozen=True, slots=True)
class DieKind:
    """One kind of die; `net` names its sides in the order of `referee.twin.dice.solid.SIDES`."""

    name: str
    net: tuple[str, ...]
    material: Material
    artworks: Mapping[str, InkMask] | None = None


@cache
def die_kinds() -> dict[str, DieKind]:
    """All kinds by name, drawn once."""
    beanstalk, friend = magic_beanstalk_faces(), spookies_friend_faces()
    kinds = (
        DieKind(
            "beanstalk", beanstalk.net, _made_of((225, 238, 242), (40, 90, 30)), beanstalk.faces
        ),
        DieKind("pips", _PIP_NET, _made_of((230, 236, 238), (30, 26, 24))),
        DieKind("friend", friend.net, _made_of((120, 45, 60), (240, 240, 240)), friend.faces),
    )
    return {kind.name: kind for kind in kinds}


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


def _made_of(body: tuple[float, float, float], ink: tuple[float, float, float]) -> Material:
    return replace(plain_material(body, ink), gloss=_GLOSS)
