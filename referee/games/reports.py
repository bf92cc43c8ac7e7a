"""What a table can report: the answers to `awaiting`, the same for every game.

A report carries what was seen, by camera, scale or a person, and nothing that the rules know
already. `ReportFall` may come at any time; every other report answers the word of the same name.
"""

from referee.games.awaiting import Piece
from referee.games.base import Action, SeatAction
from referee.games.naming import Seat


class ReportDice(Action, frozen=True, omit_defaults=True):
    """These faces were rolled; `stayed` are those of the dice that were not thrown again."""

    faces: tuple[str, ...]
    stayed: tuple[str, ...] = ()


class ReportPiece(Action, frozen=True):
    """This piece was put on the tower and let go."""

    piece: Piece


class ReportStable(Action, frozen=True):
    """The formula was spoken to its end and the tower stands."""


class ReportFall(Action, frozen=True):
    """The tower fell. `culprit` is the seat at fault, None if nobody touched it."""

    culprit: Seat | None = None


class ReportReset(Action, frozen=True):
    """The table is in order again."""


class ReportRemoval(Action, frozen=True):
    """These pieces were knocked off; dice are given without a face. Nothing at all is a miss."""

    pieces: tuple[Piece, ...] = ()


class ReportCards(Action, frozen=True):
    """These cards were laid open, in this order."""

    cards: tuple[str, ...]


class ReportTally(SeatAction, frozen=True):
    """`seat` turned over what it holds: its `total`, or the `values` one by one."""

    total: int | None = None
    values: tuple[int, ...] | None = None


REPORTS: tuple[type[Action], ...] = (
    ReportDice,
    ReportPiece,
    ReportStable,
    ReportFall,
    ReportReset,
    ReportRemoval,
    ReportCards,
    ReportTally,
)
