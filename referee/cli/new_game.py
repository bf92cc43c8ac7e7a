"""`referee new-game`: a distribution of its own for a game, which begins as a copy of Pig.

Only what lies around a game is a template, in `kit/`. The game itself is the folder of one that
ships with the referee, under another name; so it can be played at once and is always up to date.
"""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated, NamedTuple, Self

import typer
from rich.console import Console

from referee.cli import commands, print_plainly
from referee.errors import InputError
from referee.games.base import AnyGame
from referee.games.registry import GAME_NAME, broken_games, find_game, games
from referee.language import language, languages

_KIT = Path(__file__).parent / "kit"
_COPIED = "pig"
_AS_TEXT = {".ftl", ".md", ".py", ".toml"}


class Forms(NamedTuple):
    """A game's name in every form: `liars-dice`, `liars_dice`, `Liars Dice`, `LIARSDICE`."""

    name: str
    package: str
    title: str
    rules: str
    """As in the rule `LIARSDICE-1`: nothing but letters."""

    @classmethod
    def of(cls, name: str) -> Self:
        """All forms of a name that is written as `liars-dice`."""
        title = name.replace("-", " ").title()
        return cls(name, name.replace("-", "_"), title, re.sub(r"[^A-Z]", "", name.upper()))

    @property
    def classes(self) -> str:
        """`LiarsDice`, as in `LiarsDiceOptions`."""
        return self.title.replace(" ", "")


def make_game(name: str, parent: Path) -> Path:
    """Write the new distribution into a folder of its name, and say where that is."""
    forms, folder = Forms.of(name), parent / name
    _check(forms, folder)
    try:
        for path, content in _files(forms):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written ({error.strerror}): go where you may write."
        ) from None
    return folder


def _check(forms: Forms, folder: Path) -> None:
    name, problem = forms.name, ""
    if not GAME_NAME.fullmatch(name):
        problem = (
            "is no name for a game: small letters first, then digits too, such as liars-dice-2"
        )
    elif name in {*games(), *(broken.name for broken in broken_games())}:
        problem = "is the name of a game that is installed already: choose another"
    elif folder.exists():
        problem = "exists here already: choose another name, or go to another folder"
    elif iskeyword(forms.package) or find_spec(forms.package) is not None:
        problem = f"cannot be used, {forms.package} means something in Python: choose another"
    if problem:
        raise InputError(f"{name!r} {problem}.")


def _files(forms: Forms) -> Iterator[tuple[Path, bytes]]:
    places = {
        "pyproject.txt": Path("pyproject.toml"),
        "README.md": Path("README.md"),
        "gitignore": Path(".gitignore"),
        "test_game.txt": Path("tests", f"test_{forms.package}.py"),
    }
    for template, path in places.items():
        text = (_KIT / template).read_text(encoding="utf-8")
        yield path, Template(text).substitute(forms._asdict()).encode()
    copied = find_game(_COPIED)
    renamings = _renamings(copied, forms)
    for path in sorted(copied.folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            place = Path("src", forms.package, path.relative_to(copied.folder))
            yield place, _copy(path, renamings)


def _renamings(copied: AnyGame, forms: Forms) -> tuple[tuple[str, str], ...]:
    """Patterns, each with what takes its place; of several that fit, the first."""
    old = Forms.of(copied.name)
    titles = "|".join(language(code).say(f"{copied.name}-title") for code in languages())
    return (
        (rf"\breferee\.games\.{old.package}\b", forms.package),
        (rf"(?<=[a-z]){old.classes}\b|\b{old.classes}(?=[A-Z])", forms.classes),
        (rf"\b{old.rules}(?=-\d)", forms.rules),
        (rf"\b{old.name}\b", forms.name),
        (rf"\b(?:{titles})\b", forms.title),
    )


def _copy(path: Path, renamings: tuple[tuple[str, str], ...]) -> bytes:
    if path.suffix not in _AS_TEXT:
        return path.read_bytes()
    pattern = "|".join(f"({old})" for old, _ in renamings)
    text = path.read_text(encoding="utf-8")
    return re.sub(pattern, lambda found: renamings[(found.lastindex or 1) - 1][1], text).encode()


@commands.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(help="Its name: small letters, such as liars-dice.")],
) -> None:
    """Begin a game of your own: a folder with a small game that can be played at once.

    Example: referee new-game liars-dice
    """
    folder = make_game(name, Path.cwd())
    console = Console()
    print_plainly(console, f"{folder.name}/ is a game of its own now, a copy of Pig. Next:")
    install = f"cd {name} && pip install -e '.[test]'"
    for command in (install, "pytest", f"referee play {name}"):
        print_plainly(console, f"  {command}")
