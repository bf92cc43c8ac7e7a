"""What the terminal shows: the table, the tower, the countdown, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.games.awaiting import Piece
from referee.games.base import Game, Outcome
from referee.language import Language

_SEAT_COLOURS = ("bright_blue", "bright_red", "bright_green", "bright_yellow", "bright_magenta")
_PIECE_SIGNS = {"die": "▣", "token": "☁", "cylinder": "◍", "castle": "♜"}


class Screen:
    """Shows one game in one language."""

    def __init__(
        self, console: Console, game: Game[Any], names: Sequence[str], words: Language
    ) -> None:
        self.console = console
        self._game = game
        self._names = names
        self._words = words

    def say(self, text: str, style: str = "") -> None:
        """One sentence."""
        self.console.print(text, style=style or None, markup=False, highlight=False)

    def table(self, state: Any) -> None:
        """Who has what: every public field of the seats that the language files have a word for."""
        view = self._game.view(state, None)
        seats = getattr(view, "seats", ())
        fields = [
            field
            for field in (seats[0].__struct_fields__ if seats else ())
            if self._words.has(f"{self._game.name}-show-{field}")
        ]
        table = Table(expand=False)
        table.add_column(self._words.say("play-seat"))
        for field in fields:
            table.add_column(self._words.say(f"{self._game.name}-show-{field}"), justify="right")
        for index, seat in enumerate(seats):
            cells = [_cell(getattr(seat, field)) for field in fields]
            table.add_row(Text(self._names[index], style=colour_of(index)), *cells)
        self.console.print(table)
        self._rest(view)
        if getattr(view, "tower", None):
            self.tower(view.tower)  # type: ignore[attr-defined]

    def _rest(self, view: msgspec.Struct) -> None:
        """What lies in the middle of the table, in one line."""
        parts = [
            f"{self._words.say(f'{self._game.name}-table-{field}')}: {_cell(getattr(view, field))}"
            for field in view.__struct_fields__
            if self._words.has(f"{self._game.name}-table-{field}")
        ]
        if parts:
            self.say(" · ".join(parts))

    def tower(self, tower: Sequence[Piece]) -> None:
        """The tower on its side: the first level on the left."""
        line = Text()
        for piece in tower:
            style = colour_of(piece.seat) if piece.seat is not None else ""
            line.append(_PIECE_SIGNS.get(piece.kind, "?") + " ", style=style)
        self.console.print(Panel(line, title=self._words.say("play-tower-legend"), expand=False))

    def countdown(self, duration_s: float, pause: Callable[[float], None]) -> None:
        """The formula, word by word, for as long as the tower has to stand."""
        message = f"{self._game.name}-formula"
        parts = self._words.say(message).split(" – ") if self._words.has(message) else ["…"]
        for part in parts:
            pause(duration_s / len(parts))
            self.console.print(f"  {part.upper()}", style="bold yellow", highlight=False)

    def saved(self, path: Path) -> None:
        """Where the game is; the path on a line of its own that can be copied whole."""
        self.say(self._words.say("play-saved"), "dim")
        self.console.print(f"  {path}", markup=False, highlight=False, soft_wrap=True)

    def end(self, outcome: Outcome) -> None:
        """Everybody's score and the winner."""
        table = Table(title=self._words.say("play-final"))
        table.add_column(self._words.say("play-seat"))
        table.add_column(self._words.say("play-points"), justify="right")
        ranking = sorted(range(len(self._names)), key=lambda seat: -outcome.scores[seat])
        for seat in ranking:
            name = Text(self._names[seat], style=colour_of(seat))
            table.add_row(name, str(outcome.scores[seat]))
        self.console.print(table)
        winners = self._words.listing([self._names[seat] for seat in outcome.winners])
        score = max(outcome.scores)
        self.say(
            self._words.say("play-winner", count=len(outcome.winners), names=winners, score=score),
            "bold green",
        )


def colour_of(seat: int) -> str:
    """The colour of a seat."""
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]


def _cell(content: Any) -> str:
    if isinstance(content, bool):
        return "✓" if content else "–"
    if isinstance(content, tuple):
        return ", ".join(_cell(item) for item in content) or "–"
    if isinstance(content, msgspec.Struct):
        return " ".join(str(item) for item in msgspec.structs.astuple(content) if item) or "–"
    return "–" if content is None or content == "" else str(content)
