"""The special dice of a game: one folder `dice/KIND` for each kind that the game asks for.

`die.toml` names the set of faces and what the die looks like, `FACE.png` is the ink on a face
(white on black), and `SET.faces.json` what the camera has learned of the set (`referee teach`).
"""

from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.games.base import AnyGame
from referee.games.editions import read_data
from referee.games.pieces import Colour, KindName
from referee.games.reports import REPORTS, ReportDice

TAUGHT_ENDING = ".faces.json"


class DieInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of special die; `net` names its sides: top, four around, bottom."""

    set: KindName
    net: tuple[KindName, ...]
    body: Colour
    ink: Colour
    faces: tuple[KindName, ...] = ()
    """Each face once, in the order in which people are asked for them; else as in the net."""
    folder: Path = Path()
    """Where all this lies; the file itself cannot say."""

    def __post_init__(self) -> None:
        if len(self.net) != 6:
            raise ValueError(f"net: a die has six sides, and here are {len(self.net)}")
        if self.faces and sorted(self.faces) != sorted(set(self.net)):
            raise ValueError("faces: name each face of the net once")

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


def needs_only_dice(game: AnyGame) -> bool:
    """Whether dice with pips are all that the hands move: nothing else is ever reported."""
    reported = set(game.actions).intersection(REPORTS)
    return reported == {ReportDice} and not dice_of(game)


@cache
def _read_all(folder: Path) -> tuple[DieInfo, ...]:
    return tuple(_read(path) for path in sorted(folder.glob("*/die.toml")))


def _read(path: Path) -> DieInfo:
    die = read_data(path, DieInfo)
    return replace(die, folder=path.parent, faces=die.faces or tuple(dict.fromkeys(die.net)))
