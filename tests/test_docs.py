"""The documentation is true: examples are judged, names exist, links lead somewhere."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from referee.games.base import Accepted, Action, AnyGame, Event
from referee.games.game_file import GameFromFile, is_blank
from referee.games.parsing import action_name, parse_action
from referee.games.registry import games, open_options

ROOT = Path(__file__).parent.parent
GAMES_PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```jsonl\n(.*?)```", GAMES_PAGE, re.DOTALL)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
each_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)


def section_of(game: AnyGame) -> str:
    """The part of the page about one game, with what is said of all games before it."""
    common, *sections = re.split(r"^## ", GAMES_PAGE, flags=re.MULTILINE)
    shared = [part for part in sections if part.startswith("What the table waits for")]
    own = [part for part in sections if part.lower().startswith(game.title.lower())]
    return common + "".join(shared + own)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.splitlines()[0][:60])
def test_every_example_is_accepted(example: str) -> None:
    first, *rest = [line for line in example.splitlines() if not is_blank(line)]
    judged = list(GameFromFile(first).judge_lines(rest))
    assert judged
    assert [each for each in judged if not isinstance(each.ruling, Accepted)] == []


@each_game
def test_every_game_has_an_example(game: AnyGame) -> None:
    assert [text for text in EXAMPLES if json.loads(text.splitlines()[0])["game"] == game.name]


@each_game
def test_every_action_and_event_is_described(game: AnyGame) -> None:
    section = section_of(game)
    kinds: list[type[Action] | type[Event]] = [*game.actions, *game.events]
    names = {action_name(kind) for kind in kinds}
    assert (
        sorted(name for name in names if f"`{name}`" not in section and f'"{name}"' not in section)
        == []
    )


@each_game
def test_every_option_is_described(game: AnyGame) -> None:
    section = section_of(game)
    assert [name for name in game.options.__struct_fields__ if f"`{name}`" not in section] == []


def rows_of(game: AnyGame) -> dict[str, str]:
    """What the tables of a game's section say, by each name in their first column."""
    rows = re.findall(r"^\| ([^|]*`[^|]*) \| (.*)$", section_of(game), re.MULTILINE)
    return {name: rest for names, rest in rows for name in re.findall(r"`([^`]+)`", names)}


def test_the_page_says_that_bonus_tiles_have_no_winners() -> None:
    """Who wins is for the host game to say, whatever the tiles are worth."""
    tiles = " ".join(section_of(games()["tiles"]).partition("Bonus tiles for")[2].split())
    assert "There are no winners here" in tiles


@each_game
def test_every_field_of_an_event_and_every_value_of_an_option_is_named(game: AnyGame) -> None:
    rows = rows_of(game)
    facts = [(action_name(kind), field) for kind in game.events for field in kind.__struct_fields__]
    values = [(option.name, value) for option in open_options(game) for value in option.choices]
    for row, word in facts + values:
        assert re.search(f'`"?{word}"?`', rows[row]), (row, word)


@each_game
def test_every_action_shown_in_a_table_can_be_read(game: AnyGame) -> None:
    names = {action_name(kind) for kind in game.actions}
    for text in re.findall(r"`(\{\"type\".*?\})`", section_of(game)):
        if "…" not in text and json.loads(text)["type"] in names:
            parse_action(game, text)


@pytest.mark.parametrize(("page", "most"), [("promises.md", 13), ("security.md", 20)])
def test_every_line_that_promises_something_names_its_test(page: str, most: int) -> None:
    rows = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    promises = [row for row in rows if row.startswith("| ")][2:]
    assert 0 < len(promises) <= most
    for promise in promises:
        guard = re.search(r"\| `((?:tests|referee)/[^`]+\.py)((?:::\w+)+)` \|$", promise)
        assert guard, promise
        place: ast.AST = ast.parse((ROOT / guard[1]).read_text(encoding="utf-8"))
        for name in guard[2].split("::")[1:]:
            inside = [each for each in ast.iter_child_nodes(place) if named(each, name)]
            assert inside, guard[0]
            place = inside[0]
        assert name.startswith("test_"), guard[0]


def named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_the_documentation_exist(page: Path) -> None:
    commands = set()
    for module in (ROOT / "referee" / "cli").glob("*.py"):
        source = module.read_text(encoding="utf-8")
        commands |= set(re.findall(r"@commands\.command\(\"([\w-]+)\"\)", source))
    text = page.read_text(encoding="utf-8")
    for named in re.findall(r"(?:`|\$ )referee ([a-z][\w-]*)", text, re.MULTILINE):
        assert named in commands, named
