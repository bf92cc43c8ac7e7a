"""A game of its own distribution, with pieces and dice that no other game has.

Roll two gem dice, then put two bricks on each other; that is all.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import cv2
import msgspec
import numpy as np

from referee.games.awaiting import AwaitDice, Awaiting, AwaitPlacement, AwaitReset, Piece
from referee.games.base import (
    CONTRACT,
    Accepted,
    Action,
    Event,
    Evolvers,
    Game,
    Judges,
    Options,
    Outcome,
    Refusal,
    Refused,
    Ruling,
)
from referee.games.dice import dice_of
from referee.games.reports import ReportDice, ReportFall, ReportPiece, ReportReset
from referee.vision.artwork.canvas import as_mask, blank_canvas, disc, stroke
from referee.vision.faces.files import faces_to_bytes
from referee.vision.faces.teaching import learn_faces
from scripts.face_pictures import face_pictures

NAME = "brick-tower"
BRICK = Piece("brick")
FACES = ("moon", "bolt")
_BRICKS = 2

PIECES = """
[[piece]]
kind = "brick"
mass_g = 6.0
spread_g = 0.09
shape = "box"
width_mm = 30
height_mm = 15
colour = "#c9503a"
count = 4
"""
DIE = """
set = "gems"
net = ["moon", "bolt", "moon", "bolt", "moon", "bolt"]
body = "#2d3c78"
ink = "#f0e6d2"
"""
WORDS = "brick-tower-title = Brick tower\nbrick-tower-piece-brick = brick\n"


class Started(Event, frozen=True):
    seats: tuple[str, ...]


class Cleared(Event, frozen=True):
    pass


class Rolled(Event, frozen=True):
    faces: tuple[str, ...]


class Placed(Event, frozen=True):
    piece: Piece


class State(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    is_clear: bool = False
    faces: tuple[str, ...] = ()
    placed: int = 0


def _awaiting(state: State) -> Awaiting | None:
    if not state.is_clear:
        return AwaitReset(())
    if not state.faces:
        return AwaitDice(0, 2, "gem", FACES)
    return AwaitPlacement(0, (BRICK,)) if state.placed < _BRICKS else None


_NOT_NOW = Refusal("BT-1", "not-now")


def _not_now(_state: State) -> Refused:
    return _NOT_NOW()


def _roll(state: State, action: ReportDice) -> Ruling:
    is_due = isinstance(_awaiting(state), AwaitDice)
    return Accepted((Rolled(action.faces),)) if is_due else _not_now(state)


def _place(state: State, action: ReportPiece) -> Ruling:
    is_due = isinstance(_awaiting(state), AwaitPlacement) and action.piece == BRICK
    return Accepted((Placed(BRICK),)) if is_due else _not_now(state)


class Players:
    """Answer whatever is due."""

    def __init__(self, _state: State, _rng: Random) -> None:
        pass

    def act(self, state: State) -> Action | None:
        match _awaiting(state):
            case AwaitReset():
                return ReportReset()
            case AwaitDice():
                return ReportDice(FACES)
            case AwaitPlacement():
                return ReportPiece(BRICK)
            case _:
                return None


def game(folder: Path) -> Game[State, Options]:
    """The record of this game, whose data lies in this folder."""
    return Game(
        contract=CONTRACT,
        name=NAME,
        title="Brick tower",
        folder=folder,
        min_players=1,
        max_players=2,
        options=Options,
        variants={},
        refusals=(_NOT_NOW,),
        setup=lambda names, _options: (Started(names),),
        evolve=Evolvers(
            {
                Started: lambda _state, event: State(event.seats),
                Cleared: lambda state, _event: msgspec.structs.replace(state, is_clear=True),
                Rolled: lambda state, event: msgspec.structs.replace(state, faces=event.faces),
                Placed: lambda state, _: msgspec.structs.replace(state, placed=state.placed + 1),
            }
        ),
        awaiting=_awaiting,
        legal_actions=lambda _state: iter(()),
        judge=Judges(
            {
                ReportReset: lambda _state, _action: Accepted((Cleared(),)),
                ReportDice: _roll,
                ReportPiece: _place,
                ReportFall: lambda _state, _action: Accepted(()),
            },
            _not_now,
        ),
        outcome=lambda state: None if _awaiting(state) else Outcome("built", (0,), (1, 0)),
        view=lambda state, _seat: state,
        faults=lambda _state: iter(()),
        simulated=Players,
        seats=lambda state: state.names,
        scores=lambda state: (state.placed, 0),
        standing=lambda state: (BRICK,) * state.placed,
        rolled=lambda state: state.faces,
    )


def write_distribution(site: Path) -> Path:
    """Install the game into this folder, as a package manager would; the folder of the game."""
    folder, info = site / "brick_tower_game", site / "brick_tower_game-1.0.dist-info"
    for each in (folder / "dice" / "gem", folder / "words", info):
        each.mkdir(parents=True)
    (folder / "__init__.py").write_text(
        "from pathlib import Path\nfrom tests.simulation.brick_tower import game\n"
        "GAME = game(Path(__file__).parent)\n"
    )
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brick-tower-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[referee.games]\n{NAME} = brick_tower_game:GAME\n")
    for code in ("en", "fr"):
        (folder / "words" / f"{code}.ftl").write_text(WORDS)
    (folder / "pieces.toml").write_text(PIECES)
    (folder / "dice" / "gem" / "die.toml").write_text(DIE)
    _draw(folder / "dice" / "gem")
    return folder


def _draw(folder: Path) -> None:
    moon, bolt = blank_canvas(), blank_canvas()
    disc(moon, (0.5, 0.5), 0.34)
    disc(moon, (0.66, 0.42), 0.26, 0)
    stroke(bolt, [(0.62, 0.14), (0.34, 0.52), (0.64, 0.5), (0.36, 0.88)], 0.12)
    for name, canvas in (("moon", moon), ("bolt", bolt)):
        grey = np.rint(as_mask(canvas) * 255).astype(np.uint8)
        cv2.imwrite(str(folder / f"{name}.png"), grey)


def teach_dice(installed: Game[State, Options]) -> None:
    """Learn the faces from pictures of the dice, as `referee teach` does, and keep them there."""

    for die in dice_of(installed):
        die.gallery.write_bytes(faces_to_bytes(learn_faces(die.set, face_pictures(die.set))))
