"""Cards taught from a folder of pictures are read again in another picture."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from referee.cli import app
from referee.errors import InputError
from referee.vision.pictures import write_picture

WIDTH, HEIGHT = 140, 200


def _card(number: int) -> np.ndarray:
    card = np.full((HEIGHT, WIDTH, 3), 245, np.uint8)
    cv2.rectangle(card, (4, 4), (WIDTH - 5, HEIGHT - 5), (60, 60, 60), 2)
    colour = ((30, 30, 200), (30, 160, 30), (200, 60, 30), (20, 140, 200))[number % 4]
    for row in range(number):
        cv2.circle(card, (40 + 60 * (row % 2), 60 + 30 * (row // 2)), 11, colour, -1, cv2.LINE_AA)
    cv2.putText(card, str(number), (12, 34), cv2.FONT_HERSHEY_SIMPLEX, 0.9, colour, 2, cv2.LINE_AA)
    return card


def _table(*cards: int) -> np.ndarray:
    rng = np.random.default_rng(len(cards))
    table = np.full((420, 760, 3), (60, 90, 50), np.float64)
    for at, number in enumerate(cards):
        left = 60 + 230 * at
        table[100 : 100 + HEIGHT, left : left + WIDTH] = _card(number)
    return np.clip(table + rng.normal(0, 2, table.shape), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    for number in range(1, 5):
        (folder / str(number)).mkdir()
        for copy in range(2):
            noise = np.random.default_rng([number, copy]).normal(0, 2, (HEIGHT, WIDTH, 3))
            picture = np.clip(_card(number) + noise, 0, 255).astype(np.uint8)
            write_picture(folder / str(number) / f"{copy}.png", picture)
    return folder


def _run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    if isinstance(result.exception, InputError):
        return result.exception.exit_code, str(result.exception)
    return result.exit_code, result.output


def test_cards_are_taught_and_read(folder: Path, tmp_path: Path) -> None:
    code, told = _run("teach", "action", str(folder), "--cards", "--out", str(tmp_path))
    assert code == 0
    assert "action.cards" in told
    write_picture(tmp_path / "table.png", _table(3, 1, 4))
    write_picture(tmp_path / "empty.png", _table())
    code, told = _run(
        "read",
        str(tmp_path / "table.png"),
        "--cards",
        str(tmp_path / "action.cards"),
        "--empty",
        str(tmp_path / "empty.png"),
        "--json",
    )
    assert code == 0
    assert sorted(card["card"] for card in json.loads(told)["cards"]) == ["1", "3", "4"]


def test_a_set_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    write_picture(tmp_path / "table.png", _table(2))
    code, told = _run("read", str(tmp_path / "table.png"), "--cards", str(tmp_path / "none.cards"))
    assert code == 2
    assert "none.cards" in told


def test_a_folder_without_cards_gets_a_sentence(tmp_path: Path) -> None:
    code, told = _run("teach", "action", str(tmp_path), "--cards")
    assert (code, "subfolder" in told) == (2, True)
