"""What a table can show: the second small closed vocabulary, beside `awaiting`.

A game lists its furniture with these words (`Game.shown`), and any screen draws it: the plain table
page, the phones, the terminal. What has a `seat` lies in front of that seat, all else in the
middle. A `label` names a word of the game, `GAME-show-LABEL`; faces, cards and pieces are named by
`GAME-face-…`, `GAME-card-…` and `GAME-piece-…`, the spaces of a track, rows and columns by
`GAME-space-…`, `GAME-row-…` and `GAME-column-…`. A name without a letter (`6`, `1/17`) needs no
word. Points are not listed here: every screen shows `Game.scores`.
"""

from typing import Any

import msgspec

from referee.games.awaiting import Piece
from referee.games.base import Action


class Shown(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag_field="type"
):
    """The common root of everything that a table can show."""

    label: str
    seat: int | None = None


class Counter(Shown, frozen=True, tag="counter"):
    """A number of things: `count`, of `goal` where there is one."""

    count: int
    goal: int | None = None


class Sign(Shown, frozen=True, tag="sign"):
    """A word that is true now: the round is the last, a seat has dropped out."""


class Pile(Shown, frozen=True, tag="pile"):
    """Cards on one pile: how many, and the one on `top` where it lies open.

    `next_at` is the number of cards at which the pile becomes worth more, where that is so.
    """

    count: int
    top: str | None = None
    next_at: int | None = None


class Cards(Shown, frozen=True, tag="cards"):
    """Cards side by side, in a hand or open in the middle; `hidden` are as many more face down."""

    cards: tuple[str, ...] = ()
    hidden: int = 0


class DiceShown(Shown, frozen=True, tag="dice"):
    """Dice of one `kind` that were rolled and still count."""

    kind: str
    faces: tuple[str, ...]


class TowerShown(Shown, frozen=True, tag="tower"):
    """What stands on the plate, bottom to top."""

    pieces: tuple[Piece, ...]


class Marker(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that stands on a track: a piece, or with an empty `name` the seat itself."""

    space: int
    name: str = ""
    seat: int | None = None
    is_chosen: bool = False
    """It is the one that is moved in this turn."""


class Track(Shown, frozen=True, tag="track"):
    """Spaces in a row, and who stands where; a marker's `space` is its index in `spaces`.

    `notes` are the numbers that belong to each space, `columns` names what they are.
    """

    spaces: tuple[str, ...]
    markers: tuple[Marker, ...]
    notes: tuple[tuple[int, ...], ...] = ()
    columns: tuple[str, ...] = ()


class Cell(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One cell of a score table.

    With a `choice` (an action in its JSON form) it can be taken now, and `value` is what it gives.
    """

    value: int | None = None
    choice: dict[str, Any] | None = None


class ScoreTable(Shown, frozen=True, tag="score-table"):
    """Rows and columns of numbers; no `columns` mean one for every seat, in clockwise order."""

    rows: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...] = ()


AnyShown = Counter | Sign | Pile | Cards | DiceShown | TowerShown | Track | ScoreTable


def choice_of(action: Action, value: int | None = None) -> Cell:
    """A cell that can be taken with this action."""
    return Cell(value, msgspec.to_builtins(action))
