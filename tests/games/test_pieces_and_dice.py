"""Pieces and special dice as the folders of the games tell them, and mistakes in these files."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from referee.app.face_sets import load_faces
from referee.errors import EditionError
from referee.games.awaiting import AwaitDice
from referee.games.base import AnyGame, fold
from referee.games.boxes import every_die, every_piece, shipped_sets
from referee.games.dice import dice_of, needs_only_dice
from referee.games.parsing import parse_options
from referee.games.pieces import PieceInfo, pieces_of
from referee.games.playout import seat_names
from referee.games.registry import find_game, games
from referee.language import language
from referee.touch.pieces import PieceMass, pieces_felt
from referee.vision.artwork.sets import face_set

BEANSTALK = find_game("magic-beanstalk")
BRICK = """
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
GEM = """
set = "gems"
net = ["moon", "bolt", "moon", "bolt", "moon", "bolt"]
body = "#2d3c78"
ink = "#f0e6d2"
"""

# Of the ink masks as they were drawn when the sets were taught: another picture needs new teaching.
MASKS = {
    "magic-beanstalk": {
        "eye": "700bdc354908869e",
        "die": "b77788daad41b577",
        "treasure": "35384aa108afdd85",
        "trunk": "637ebf5708b22586",
    },
    "spookies-friend": {
        "kracko": "1072e78894f242b6",
        "bonflair": "0691094ef3001efb",
        "anna": "e10e2d5e88f53547",
        "duffy": "c871d463147b9e9a",
        "poppy": "e38e390feb9fc473",
        "question": "672ed7d97e9a2c51",
    },
}


def test_the_pieces_are_those_that_touch_was_fitted_to() -> None:
    assert pieces_felt() == (
        PieceMass("die", 5.0, 0.08),
        PieceMass("token", 1.6, 0.05),
        PieceMass("cylinder", 2.8, 0.06),
        PieceMass("castle", 11.5, 0.15),
    )
    assert {kind: piece.count for kind, piece in every_piece().items()} == {
        "die": 12,
        "token": 15,
        "cylinder": 2,
        "castle": 1,
    }


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_piece_has_a_drawing_and_a_name(game: AnyGame) -> None:
    for piece in pieces_of(game):
        drawing = ET.parse(game.folder / "pieces" / f"{piece.kind}.svg").getroot()  # noqa: S314 - our own
        assert drawing.get("viewBox")
        assert language("fr").has(f"{game.name}-piece-{piece.kind}")


@pytest.mark.parametrize("name", MASKS)
def test_the_faces_are_the_ones_that_were_taught(name: str) -> None:
    die = shipped_sets()[name]
    faces = face_set(die).faces

    assert {face: sha256(ink.tobytes()).hexdigest()[:16] for face, ink in faces.items()} == MASKS[
        name
    ]
    assert all(ink.dtype == np.float32 for ink in faces.values())
    assert list(faces) == list(MASKS[name]) == list(load_faces(die.gallery).faces)


def test_dice_are_known_by_the_kind_that_their_game_asks_for() -> None:
    assert {kind: die.set for kind, die in every_die().items()} == {
        "beanstalk": "magic-beanstalk",
        "friend": "spookies-friend",
    }
    spookies = find_game("spookies")
    state = fold(spookies, spookies.setup(seat_names(2), parse_options(spookies, {})))
    waiting = spookies.awaiting(state)
    assert isinstance(waiting, AwaitDice)
    (die,) = dice_of(spookies)
    assert (waiting.kind, set(waiting.faces)) == (die.kind, set(die.faces))


@pytest.mark.parametrize(
    ("old", "new", "key", "problem"),
    [
        ("mass_g = 6.0\n", "", "piece[0].mass_g", "this key is missing"),
        ("mass_g = 6.0", "mass_g = -1", "piece[0].mass_g", "> 0"),
        ('"box"', '"ball"', "piece[0].shape", "ball"),
        ("count = 4", "count = 4\nsmell = 1", "piece[0].smell", "no such key"),
        ('"#c9503a"', '"red"', "piece[0].colour", "Expected"),
        ("[[piece]]", "[[piece", "", "not valid TOML"),
    ],
)
def test_a_mistake_in_the_pieces_is_one_sentence(
    tmp_path: Path, old: str, new: str, key: str, problem: str
) -> None:
    assert old in BRICK
    (tmp_path / "pieces.toml").write_text(BRICK.replace(old, new), encoding="utf-8")

    with pytest.raises(EditionError) as caught:
        pieces_of(replace(BEANSTALK, folder=tmp_path))

    assert (caught.value.key, problem in caught.value.problem) == (key, True)
    assert str(caught.value).startswith(f"Please correct {tmp_path / 'pieces.toml'}")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (', "bolt"]', "]", "net"),
        ("ink =", 'faces = ["moon"]\nink =', "faces"),
        ('"#2d3c78"', "3", "body"),
    ],
)
def test_a_mistake_in_a_die_is_one_sentence(tmp_path: Path, old: str, new: str, key: str) -> None:
    folder = tmp_path / "dice" / "gem"
    folder.mkdir(parents=True)
    (folder / "die.toml").write_text(GEM.replace(old, new), encoding="utf-8")

    with pytest.raises(EditionError, match=r"die\.toml") as caught:
        dice_of(replace(BEANSTALK, folder=tmp_path))

    assert caught.value.key == key


def test_a_piece_is_told_whole(tmp_path: Path) -> None:
    (tmp_path / "pieces.toml").write_text(BRICK, encoding="utf-8")

    assert pieces_of(replace(BEANSTALK, folder=tmp_path)) == (
        PieceInfo("brick", 6.0, 0.09, "box", 30, 15, "#c9503a", 4),
    )


def test_a_game_needs_only_dice_if_nothing_else_is_ever_reported() -> None:
    others = ("magic-beanstalk", "spookies", "haricots", "bohnanza", "tiles")
    assert needs_only_dice(find_game("pig"))
    assert [name for name in others if needs_only_dice(find_game(name))] == []


def test_a_game_with_dice_of_its_own_needs_more_than_those_from_a_drawer(tmp_path: Path) -> None:
    folder = tmp_path / "dice" / "gem"
    folder.mkdir(parents=True)
    (folder / "die.toml").write_text(GEM)
    assert not needs_only_dice(replace(find_game("pig"), folder=tmp_path))
