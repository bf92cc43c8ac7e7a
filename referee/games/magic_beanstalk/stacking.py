"""Judges the stacking: which piece may come next, and the stability check (MB-40 to MB-50)."""

from __future__ import annotations

from functools import lru_cache

from referee.games.awaiting import Piece
from referee.games.base import Accepted, Refused, Ruling
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.ending import check_passed
from referee.games.magic_beanstalk.events import PiecePlaced
from referee.games.magic_beanstalk.pieces import (
    CASTLE,
    CYLINDER,
    DIE_PIECES,
    FACES,
    TOKEN_PIECES,
    TREASURE,
    TRUNK,
)
from referee.games.magic_beanstalk.state import State
from referee.games.reports import ReportPiece, ReportStable


@lru_cache(maxsize=4096)
def dice_to_place(hand: tuple[str, ...]) -> tuple[Piece, ...]:
    """MB-40: the dice in hand, each face once, in any order."""
    return tuple(DIE_PIECES[face] for face in FACES if face in hand)


def pieces_to_place(state: State) -> tuple[Piece, ...]:
    """What may be put on the tower right now: the owed piece, else any die in hand."""
    owed = state.turn.owed
    return dice_to_place(state.turn.hand) if owed is None else (owed,)


def owed_on(state: State, face: str) -> Piece | None:
    """MB-41 to MB-46: what belongs on a die of this face, with the chain of replacements."""
    if state.turn.bare:
        return None
    if face == TREASURE and state.players[state.active].tokens:
        return TOKEN_PIECES[state.active]
    if face in (TREASURE, TRUNK):
        return CYLINDER if state.cylinders else CASTLE
    return None


def report_piece(state: State, action: ReportPiece) -> Ruling:
    """MB-40: one piece at a time, each in its turn."""
    if state.phase != "stacking":
        return no.not_now(state)
    piece = action.piece
    turn = state.turn
    owed = turn.owed
    if owed is None:
        if piece.kind != "die" or piece.face not in turn.hand:
            return _refuse_piece(state, piece)
        owed_next = owed_on(state, piece.face)
        if owed_next is not None:
            return Accepted((PiecePlaced(state.active, piece, owed_next, "stacking"),))
        return Accepted((_completed(state, piece, len(turn.hand) - 1),))
    if piece != owed:
        return _refuse_piece(state, piece)
    return Accepted((_completed(state, piece, len(turn.hand)),))


def _completed(state: State, piece: Piece, dice_left: int) -> PiecePlaced:
    """A die with all that belongs on it is done: more dice, the castle, or the check (MB-47)."""
    if piece is CASTLE or piece.kind == "castle":
        return PiecePlaced(state.active, piece, None, "checking")
    if dice_left:
        return PiecePlaced(state.active, piece, None, "stacking")
    if state.pool == 0:
        return PiecePlaced(state.active, piece, CASTLE, "stacking")
    return PiecePlaced(state.active, piece, None, "checking")


_RULE_OF_OWED = {"token": "MB-41", "cylinder": "MB-42", "castle": "MB-45"}


def _refuse_piece(state: State, piece: Piece) -> Refused:
    owed = state.turn.owed
    name = state.rules.names[state.active]
    if owed is not None:
        return no.PIECE_DUE_FIRST(
            rule=_owed_rule(state, owed), player=name, due=owed.kind, piece=piece.kind
        )
    if piece.kind == "die" and piece.face in FACES:
        return no.DIE_NOT_IN_HAND(face=piece.face)
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
