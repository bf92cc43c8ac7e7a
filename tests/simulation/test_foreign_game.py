"""A game from another distribution brings pieces and dice of its own to the simulated table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from referee.app.face_sets import dice_readers, sets_of_table
from referee.calibrate.scale_guide import pieces_weighed
from referee.clock import ManualClock
from referee.games import registry
from referee.games.base import Options
from referee.games.boxes import every_piece, game_with
from referee.games.registry import broken_games, find_game
from referee.language import language, messages
from referee.simulation.lockstep import LockstepTable
from referee.simulation.plate.world import PlateWorld
from referee.store.store import open_store
from referee.touch.pieces import PieceMass, pieces_felt
from tests.simulation.brick_tower import BRICK, NAME, PIECES, teach_dice, write_distribution


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the game, which is installed for the length of a test."""
    found = write_distribution(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    _forget()
    yield found
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    sys.modules.pop("brick_tower_game", None)
    registry._found.cache_clear()
    messages.cache_clear()
    language.cache_clear()


def test_its_dice_are_read_and_its_pieces_felt(folder: Path, tmp_path: Path) -> None:
    teach_dice(find_game(NAME))
    clock = ManualClock()
    store = open_store(f"sqlite:///{tmp_path}/bricks.sqlite", clock=clock)
    table = LockstepTable(store, dice_readers({}), clock=clock, seed=5, care=1.0)
    table.open()
    table.begin_game(NAME, ("Anna", "Ben"), Options(), Random(1))

    assert table.play(most_s=300)

    tally = table.players.scoring.tally
    assert (tally.rolls, tally.dice, tally.pieces) == (1, 2, 2)
    assert tally.disagreements == []
    assert dict(tally.questions) == {}
    assert [kind for kind, _ in table.plate.standing] == ["brick", "brick"]
    table.close()
    store.close()


@pytest.mark.usefixtures("folder")
def test_the_box_of_the_simulated_table_holds_the_pieces_of_all_games() -> None:
    world = PlateWorld(np.random.default_rng(3))

    assert list(every_piece()) == ["die", "token", "cylinder", "castle", "brick"]
    assert len(world.left_in_box("brick")) == 4
    name = world.place("brick", care=1.0)
    world.advance_to(5.0)
    assert world.on_plate_g == pytest.approx(world.mass_g(name)) == pytest.approx(6.0, abs=0.3)


@pytest.mark.usefixtures("folder")
def test_a_table_feels_the_pieces_of_the_game_that_is_played() -> None:
    measured = (PieceMass("die", 5.2, 0.1), PieceMass("brick", 6.3, 0.1))

    assert pieces_felt(measured, find_game(NAME)) == (PieceMass("brick", 6.3, 0.1),)
    own = pieces_felt(measured, find_game("magic-beanstalk"))
    assert [each.kind for each in own] == ["die", "token", "cylinder", "castle"]
    assert own[0].mass_g == 5.2
    # Between games, and in games that name none, whatever is known.
    assert len(pieces_felt(measured)) == len(pieces_felt(measured, find_game("spookies"))) == 5


@pytest.mark.usefixtures("folder")
def test_the_calibration_weighs_its_pieces_by_their_name() -> None:
    assert pieces_weighed() == {"die": 4, "token": 4, "cylinder": 2, "castle": 1, "brick": 4}
    assert language("fr").term(game_with(BRICK.kind), "piece", BRICK.kind) == "brick"


@pytest.mark.usefixtures("folder")
def test_dice_that_nobody_taught_keep_no_table_from_starting() -> None:
    assert sets_of_table({"friend": "ours"}) == {
        "beanstalk": "magic-beanstalk",
        "friend": "ours",
        "gem": "gems",
    }
    assert set(dice_readers({})) == {"pips", "beanstalk", "friend"}


def test_a_game_with_a_broken_box_is_left_out_and_named(folder: Path) -> None:
    (folder / "pieces.toml").write_text(PIECES.replace("mass_g = 6.0\n", ""))

    (broken,) = broken_games()

    assert broken.name == NAME
    assert "pieces.toml" in broken.detail
    assert "brick" not in every_piece()
