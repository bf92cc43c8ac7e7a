"""The special dice of a game: one folder `dice/KIND` for each kind that the game asks for.

`die.toml` names the set of faces and what the die looks like, `FACE.png` is the ink on a face
(white on black), and `SET.faces.json` what the camera has learned of the set (`referee teach`).
"""

from functools import cache
from pathlib import Path

import msgspec

from referee.games.base import AnyGame
from referee.games.editions import read_data
from referee.games.pieces import Colour, KindName, installed_games

SIDES = 6
TAUGHT_ENDING = ".faces.json"


class _DieFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    set: KindName
    net: tuple[KindName, ...]
    body: Colour
    ink: Colour
    faces: tuple[KindName, ...] = ()

    def __post_init__(self) -> None:
        if len(self.net) != SIDES:
            raise ValueError(f"net: a die has {SIDES} sides, and here are {len(self.net)}")
        if self.faces and sorted(self.faces) != sorted(set(self.net)):
            raise ValueError("faces: name each face of the net once")


class DieInfo(msgspec.Struct, frozen=True):
    """A kind of special die; `net` names its sides: top, four around, bottom."""

    folder: Path
    set: str
    net: tuple[str, ...]
    body: str
    ink: str
    faces: tuple[str, ...]
    """Each face once, in the order in which people are asked for them."""

    @property
    def kind(self) -> str:
        """The `kind` of `AwaitDice`."""
        return self.folder.name

    @property
    def gallery(self) -> Path:
        """What the camera has learned of the set; it may not be there yet."""
        return self.folder / f"{self.set}{TAUGHT_ENDING}"


def dice_of(game: AnyGame) -> tuple[DieInfo, ...]:
    """The special dice of this game; pip dice need no folder."""
    return _read_all(game.folder / "dice")


@cache
def _read_all(folder: Path) -> tuple[DieInfo, ...]:
    return tuple(_read(path) for path in sorted(folder.glob("*/die.toml")))


def _read(path: Path) -> DieInfo:
    die = read_data(path, _DieFile)
    faces = die.faces or tuple(dict.fromkeys(die.net))
    return DieInfo(path.parent, die.set, die.net, die.body, die.ink, faces)


def every_die() -> dict[str, DieInfo]:
    """The special dice of the installed games by kind; of two of one kind, the first."""
    found: dict[str, DieInfo] = {}
    for game in installed_games():
        for die in dice_of(game):
            found.setdefault(die.kind, die)
    return found


def shipped_sets() -> dict[str, DieInfo]:
    """The same dice by the names of their sets of faces, by which people ask for them."""
    # Of two sets of one name the first counts.
    return {die.set: die for die in reversed(every_die().values())}
