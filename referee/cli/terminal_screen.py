"""What a terminal shows of a game: who has what, the tower, the final scores."""

from collections.abc import Sequence

import msgspec
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.games.awaiting import Piece
from referee.games.base import Outcome
from referee.language import Language
from referee.table.updates import Snapshot

_SEAT_COLOURS = ("bright_blue", "bright_red", "bright_green", "bright_yellow", "bright_magenta")
_PIECE_SIGNS = {"die": "▣", "token": "☁", "cylinder": "◍", "castle": "♜"}


def table_shown(now: Snapshot, words: Language) -> RenderableType:
    """Everything public that the language files have a word for, and the tower."""
    parts: list[RenderableType] = [_seats(now, words)]
    middle = _middle(now, words)
    if middle:
        parts.append(Text(middle))
    tower: Sequence[Piece] = getattr(now.view, "tower", ())
    if tower:
        parts.append(_tower(tower, words))
    return Group(*parts)


def _seats(now: Snapshot, words: Language) -> Table:
    seats: Sequence[msgspec.Struct] = getattr(now.view, "seats", ())
    fields = [
        field
        for field in (seats[0].__struct_fields__ if seats else ())
        if words.has(f"{now.game}-show-{field}")
    ]
    table = Table(expand=False)
    table.add_column(words.say("play-seat"))
    for field in fields:
        table.add_column(words.say(f"{now.game}-show-{field}"), justify="right")
    for index, seat in enumerate(seats):
        cells = [_cell(getattr(seat, field)) for field in fields]
        table.add_row(_name(now, index), *cells)
    return table


def _middle(now: Snapshot, words: Language) -> str:
    """What lies in the middle of the table, in one line."""
    return " · ".join(
        f"{words.say(f'{now.game}-table-{field}')}: {_cell(getattr(now.view, field))}"
        for field in now.view.__struct_fields__
        if words.has(f"{now.game}-table-{field}")
    )


def _tower(tower: Sequence[Piece], words: Language) -> Panel:
    """The tower on its side: the first level on the left."""
    line = Text()
    for piece in tower:
        style = _colour(piece.seat) if piece.seat is not None else ""
        line.append(_PIECE_SIGNS.get(piece.kind, "?") + " ", style=style)
    return Panel(line, title=words.say("play-tower-legend"), expand=False)


def final_scores(now: Snapshot, outcome: Outcome, words: Language) -> Table:
    """Everybody's score, the best first."""
    table = Table(title=words.say("play-final"))
    table.add_column(words.say("play-seat"))
    table.add_column(words.say("play-points"), justify="right")
    for seat in sorted(range(len(now.names)), key=lambda seat: -outcome.scores[seat]):
        table.add_row(_name(now, seat), str(outcome.scores[seat]))
    return table


def _name(now: Snapshot, seat: int) -> Text:
    return Text(now.names[seat], style=_colour(seat))


def _colour(seat: int) -> str:
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]


def _cell(content: object) -> str:
    if isinstance(content, bool):
        return "✓" if content else "–"
    if isinstance(content, tuple):
        return ", ".join(_cell(item) for item in content) or "–"
    if isinstance(content, msgspec.Struct):
        return " ".join(str(item) for item in msgspec.structs.astuple(content) if item) or "–"
    return "–" if content is None or content == "" else str(content)
