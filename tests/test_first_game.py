"""docs/first-game.md is true: its commands are run, its listings are read or written, in order."""

from __future__ import annotations

import ast
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.new_game_stage import ROOT, installed, run

PAGE = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")


@dataclass
class Block:
    """A listing, and the sentence that leads to it."""

    kind: str
    text: str
    lead: str


def blocks() -> list[Block]:
    """The listings that say what they are; the first one, which installs the referee, does not."""
    parts = re.split(r"^```(\w*)\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)
    found = zip(parts[::3], parts[1::3], parts[2::3], strict=False)
    leads = [(" ".join(prose.split("\n\n")[-2].split()), kind, text) for prose, kind, text in found]
    return [Block(kind, text, lead) for lead, kind, text in leads if kind]


@dataclass
class Reader:
    """Somebody who does what the page says, but for what takes too long."""

    folder: Path
    left_out: tuple[str, ...] = ()
    output: str | None = ""
    env: dict[str, str] = field(default_factory=dict)

    def follow(self) -> None:
        self.env = installed(site=self.folder / "site")
        listed = blocks()
        for block, after in zip(listed, [*listed[1:], Block("", "", "")], strict=True):
            match block.kind:
                case "sh":
                    typed = re.findall(r"^> (.*)$", after.text, re.MULTILINE)
                    for line in block.text.splitlines():
                        self.output = self.type(line, "\n".join(typed) + "\n")
                case "text":
                    self.expect(block.text)
                case _ if re.search(r"\b(Change|[Aa]dd to) `[^`]+`:$", block.lead):
                    self.write(block)
                case _:
                    self.compare(block)

    def type(self, line: str, typed: str) -> str | None:
        if line.startswith(self.left_out):
            return None
        command, *words = shlex.split(line)
        if command == "cd":
            self.folder /= words[0]
            return None
        if command == "pip":
            self.env = installed(self.folder, site=self.folder.parent / "with game")
            return None
        module = {"referee": "referee.cli", "pytest": "pytest"}[command]
        done = run(module, *words, cwd=self.folder, env=self.env, typed=typed)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def expect(self, text: str) -> None:
        if self.output is None:
            return
        printed = [line.removeprefix("> ") for line in self.output.splitlines()]
        for line in text.splitlines():
            assert line.startswith("> ") or line in printed, self.output

    def file(self, block: Block) -> Path:
        name: str = re.findall(r"`([^`]+)`:$", block.lead)[0]
        return self.folder / name

    def compare(self, block: Block) -> None:
        text = self.file(block).read_text(encoding="utf-8")
        assert block.text in text, f"{block.lead}: copy the listing anew"

    def write(self, block: Block) -> None:
        """A function takes the place of the one of its name; a section comes at the end."""
        path = self.file(block)
        text = path.read_text(encoding="utf-8")
        if block.kind == "python":
            [new] = ast.parse(block.text).body
            assert isinstance(new, ast.FunctionDef)
            [old] = [
                ast.get_source_segment(text, each) or ""
                for each in ast.parse(text).body
                if isinstance(each, ast.FunctionDef) and each.name == new.name
            ]
            assert old != block.text.rstrip()
            path.write_text(text.replace(old, block.text.rstrip()), encoding="utf-8")
        else:
            path.write_text(f"{text}\n{block.text}", encoding="utf-8")


def test_whoever_follows_the_page_has_a_game(tmp_path: Path) -> None:
    reader = Reader(tmp_path, left_out=("referee run",))
    reader.follow()

    assert {block.kind for block in blocks()} == {"sh", "text", "python", "ftl", "markdown"}
    # Uninstalled, it is gone, and everything else is as before.
    without = installed(site=tmp_path / "without game")
    done = run("referee.cli", "play", "dare", cwd=tmp_path, env=without)
    assert done.returncode == 2
    assert "There is no game called 'dare'; the games are bohnanza," in done.stderr


@pytest.mark.slow
def test_and_it_is_played_by_camera(tmp_path: Path) -> None:
    reader = Reader(tmp_path, left_out=("pytest", "referee play", "referee simulate"))
    reader.follow()

    assert reader.output is not None
    assert "wins with" in reader.output
