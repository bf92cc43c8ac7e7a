"""The table at a terminal: what a game shows, drawn with letters."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.games.awaiting import Piece
from referee.games.base import AnyGame, Outcome
from referee.games.registry import find_game
from referee.games.showing import (
    AnyShown,
    Cards,
    Cell,
    Counter,
    DiceShown,
    Pile,
    ScoreTable,
    Sign,
    TowerShown,
    Track,
)
from referee.language import Language
from referee.table.updates import Snapshot

_SEAT_COLOURS = (
    "bright_blue",
    "bright_red",
    "bright_green",
    "bright_yellow",
    "bright_magenta",
    "bright_cyan",
    "bright_white",
    "yellow",
)
_NOTHING = "–"


def table_shown(now: Snapshot, words: Language) -> RenderableType:
    """Everything public: the seats, the middle in one line, then what needs several."""
    game = find_game(now.game)
    drawing = _Drawing(game, now, words.with_names(game.card_names(now.state)))
    return Group(*drawing.parts(game.shown(now.state, None)))


def final_scores(now: Snapshot, outcome: Outcome, words: Language) -> Table:
    """Everybody's score, the best first."""
    table = Table(title=words.say("play-final"))
    table.add_column(words.say("play-seat"))
    table.add_column(words.say("play-points"), justify="right")
    for seat in sorted(range(len(now.names)), key=lambda seat: -outcome.scores[seat]):
        table.add_row(_name(now, seat), str(outcome.scores[seat]))
    return table


def _name(now: Snapshot, seat: int) -> Text:
    return Text(now.names[seat], style=_SEAT_COLOURS[seat % len(_SEAT_COLOURS)])


class _Drawing:
    """One picture of one table."""

    def __init__(self, game: AnyGame, now: Snapshot, words: Language) -> None:
        self._game = game
        self._now = now
        self._words = words

    def parts(self, items: Sequence[AnyShown]) -> list[RenderableType]:
        """The parts, top to bottom."""
        in_line: list[str] = []
        large: list[RenderableType] = []
        for item in items:
            match item:
                case TowerShown():
                    large.append(self._tower(item))
                case Track():
                    large.append(self._track(item))
                case ScoreTable():
                    large.append(self._score_table(item))
                case _ if item.seat is None:
                    in_line.append(self._with_label(item))
        middle = [Text(" · ".join(in_line))] if in_line else []
        return [self._seats(items), *middle, *large]

    def _seats(self, items: Sequence[AnyShown]) -> Table:
        """What lies in front of each seat, a column for each label."""
        scores = self._game.scores(self._now.state)
        labels = list(dict.fromkeys(item.label for item in items if item.seat is not None))
        table = Table(expand=False)
        table.add_column(self._words.say("play-seat"))
        if any(score is not None for score in scores):
            table.add_column(self._words.say("play-points"), justify="right")
        for label in labels:
            table.add_column(self._term("show", label), justify="right")
        cells = {(item.seat, item.label): self._content(item) for item in items}
        for seat in range(len(self._now.names)):
            score = scores[seat]
            points = [] if len(table.columns) == len(labels) + 1 else [_number(score)]
            row = [cells.get((seat, label)) or _NOTHING for label in labels]
            table.add_row(_name(self._now, seat), *points, *row)
        return table

    def _with_label(self, item: AnyShown) -> str:
        label = self._term("show", item.label)
        if isinstance(item, Sign):
            return label
        content = self._content(item) or _NOTHING
        return self._words.say("play-labelled", label=label, content=content)

    def _content(self, item: AnyShown) -> str:
        """What it is now, without its label."""
        match item:
            case Sign():
                return "✓"
            case Counter():
                return str(item.count) if item.goal is None else f"{item.count}/{item.goal}"
            case Pile():
                top = "" if item.top is None else f" {self._term('card', item.top)}"
                more = "" if item.next_at is None else f" → {item.next_at}"
                return f"{item.count}{top}{more}"
            case Cards():
                open_cards = [self._term("card", card) for card in item.cards]
                return ", ".join([*open_cards, *([f"{item.hidden} ▮"] if item.hidden else [])])
            case DiceShown():
                return ", ".join(self._term("face", face) for face in item.faces)
        return ""

    def _tower(self, item: TowerShown) -> Panel:
        """The tower on its side: the first level on the left."""
        line = Text(" · ").join([self._piece(piece) for piece in item.pieces])
        label = self._term("show", item.label)
        title = self._words.say("play-tower-legend", label=label[:1].upper() + label[1:])
        return Panel(line, title=title, expand=False)

    def _piece(self, piece: Piece) -> Text:
        if piece.face is not None:
            return Text(self._term("face", piece.face))
        name = Text(self._term("piece", piece.kind))
        return name if piece.seat is None else Text(" ").join([name, _name(self._now, piece.seat)])

    def _track(self, item: Track) -> Table:
        """The last space on top, as a house or a ladder stands."""
        table = Table(title=self._term("show", item.label), expand=False)
        table.add_column()
        table.add_column()
        for column in item.columns:
            table.add_column(self._term("column", column), justify="right")
        for space in reversed(range(len(item.spaces))):
            here = Text(", ").join(
                [
                    Text(self._term("piece", marker.name), style="bold" if marker.is_chosen else "")
                    if marker.seat is None
                    else _name(self._now, marker.seat)
                    for marker in item.markers
                    if marker.space == space
                ]
            )
            notes = map(str, item.notes[space]) if item.notes else ()
            table.add_row(self._term("space", item.spaces[space]), here, *notes)
        return table

    def _score_table(self, item: ScoreTable) -> Table:
        table = Table(title=self._term("show", item.label), expand=False)
        table.add_column()
        seats = range(len(self._now.names))
        named = [Text(self._term("column", column)) for column in item.columns]
        for heading in named or [_name(self._now, seat) for seat in seats]:
            table.add_column(heading, justify="right")
        for row, cells in zip(item.rows, item.cells, strict=True):
            table.add_row(self._term("row", row), *map(_cell, cells))
        return table

    def _term(self, kind: str, name: str) -> str:
        return self._words.term(self._game.name, kind, name)


def _cell(cell: Cell) -> str:
    """What is written; in brackets what could be."""
    return _number(cell.value) if cell.choice is None else f"({_number(cell.value)})"


def _number(value: int | None) -> str:
    return _NOTHING if value is None else str(value)
