"""Judges the stacking: which piece may come next, and the stability check (MB-40 to MB-50)."""

from __future__ import annotations

from functools import lru_cache

from referee.games.awaiting import Piece
from referee.games.base import Accepted, Refused, Ruling
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.ending import check_passed
from referee.games.magic_beanstalk.events import Phase, PiecePlaced
from referee.games.magic_beanstalk.pieces import (
    CASTLE,
    CYLINDER,
    DIE,
    DIE_PIECES,
    EYE,
    FACES,
    TOKEN_PIECES,
    TREASURE,
    TRUNK,
    Face,
)
from referee.games.magic_beanstalk.state import State, Turn
from referee.games.reports import ReportPiece, ReportStable

# The order in which dice are offered: who takes the first one is paid even if a castle comes.
_BEST_FIRST: tuple[Face, ...] = (TREASURE, DIE, EYE, TRUNK)


@lru_cache(maxsize=4096)
def dice_to_place(hand: tuple[str, ...]) -> tuple[Piece, ...]:
    """MB-40: the dice in hand, each face once, in any order."""
    return tuple(DIE_PIECES[face] for face in _BEST_FIRST if face in hand)


_CARRYING = (TREASURE, TRUNK)


def owed_on(state: State, face: str) -> Piece:
    """MB-41 to MB-46: what belongs on a Treasure or Trunk, with the chain of replacements."""
    if face == TREASURE and state.players[state.active].tokens:
        return TOKEN_PIECES[state.active]
    return CYLINDER if state.cylinders else CASTLE


def report_piece(state: State, action: ReportPiece) -> Ruling:
    """MB-40: one piece at a time, each in its turn."""
    if state.phase != "stacking":
        return no.not_now(state)
    piece = action.piece
    turn = state.turn
    owed = turn.owed
    if owed is None:
        return _die_placed(state, turn, piece)
    if piece is not owed and piece != owed:
        return _refuse_piece(state, piece)
    if piece.kind == "castle":
        return _placed(state.active, "castle", None, "checking")
    return _die_completed(state, piece.kind, len(turn.hand))


def _die_placed(state: State, turn: Turn, piece: Piece) -> Ruling:
    face = piece.face
    if face not in turn.hand:
        return _refuse_piece(state, piece)
    die = DIE_PIECES[face]
    if piece is not die and piece != die:
        return _refuse_piece(state, piece)
    if not turn.bare and face in _CARRYING:
        return _placed(state.active, face, owed_on(state, face).kind, "stacking")
    return _die_completed(state, face, len(turn.hand) - 1)


def _die_completed(state: State, name: str, dice_left: int) -> Ruling:
    """A die has all that belongs on it: more dice, the castle (MB-47), or the check (MB-50)."""
    if dice_left:
        return _placed(state.active, name, None, "stacking")
    if state.pool:
        return _placed(state.active, name, None, "checking")
    return _placed(state.active, name, "castle", "stacking")


@lru_cache(maxsize=1024)
def _placed(seat: int, name: str, owed: str | None, then: Phase) -> Ruling:
    """Most rulings of a game are these few, and all are frozen: each is made once."""
    due = None if owed is None else _piece(seat, owed)
    return Accepted((PiecePlaced(seat, _piece(seat, name), due, then),))


def _piece(seat: int, name: str) -> Piece:
    """A die by its face, everything else by its kind."""
    if name == "token":
        return TOKEN_PIECES[seat]
    return _PIECES[name]


_PIECES: dict[str, Piece] = {**DIE_PIECES, "cylinder": CYLINDER, "castle": CASTLE}


_RULE_OF_OWED = {"token": "MB-41", "cylinder": "MB-42", "castle": "MB-45"}


def _refuse_piece(state: State, piece: Piece) -> Refused:
    owed = state.turn.owed
    name = state.rules.names[state.active]
    if owed is not None and owed.kind == piece.kind == "token":
        return no.NOT_YOUR_TOKEN(player=name)
    if owed is not None:
        return no.PIECE_DUE_FIRST(
            rule=_owed_rule(state, owed), player=name, due=owed.kind, piece=piece.kind
        )
    if piece.kind == "die":
        is_face = piece.face in FACES
        return (no.DIE_NOT_IN_HAND if is_face else no.NO_SUCH_FACE)(face=piece.face or "")
    return no.NOT_A_PIECE_TO_PLACE(player=name, piece=piece.kind)


def _owed_rule(state: State, owed: Piece) -> str:
    """Which rule makes this piece due: a replacement and the last die have rules of their own."""
    top = state.tower[-1]
    if owed.kind == "castle" and state.pool == 0 and not state.turn.hand:
        on_die = top.kind == "die" and not state.turn.bare and top.face in (TREASURE, TRUNK)
        return "MB-45" if on_die else "MB-47"
    if owed.kind == "cylinder" and top.face == TREASURE:
        return "MB-44"
    return _RULE_OF_OWED[owed.kind]


def report_stable(state: State, action: ReportStable) -> Ruling:
    """MB-50: the formula is finished and the tower stands."""
    if state.phase != "checking":
        return no.not_now(state)
    return Accepted(check_passed(state))
