"""Judges the tower: stacking, the check, pay-outs, collapse, castle, the end (MB-40 to MB-92).

The end of a turn, of a round and of the game follow from it, and the tallying of real sacks.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from referee.games.awaiting import Piece
from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.magic_beanstalk import actions, events, refusals
from referee.games.magic_beanstalk.edition import (
    CARDS,
    CASTLE,
    CYLINDER,
    DIE,
    DIE_PIECES,
    EYE,
    FACES,
    MAX_PLAYERS,
    TOKEN_PIECES,
    TREASURE,
    TRUNK,
    Face,
)
from referee.games.magic_beanstalk.events import Phase, Termination
from referee.games.magic_beanstalk.refusals import not_now, refuse_power, wrong_seat
from referee.games.magic_beanstalk.state import (
    State,
    Turn,
    card_of_active,
    is_power_free,
    seats_to_come,
    tokens_in_tower,
)
from referee.games.reports import ReportFall, ReportPiece, ReportReset, ReportStable, ReportTally
from referee.games.tallying import Holding, Tally, TallyRefusals

_BETWEEN_TURNS: tuple[Phase, ...] = ("picking", "starting", "rewarding")


_NOTHING_STANDS: tuple[Phase, ...] = ("replanting", "counting", "over")


Shares = Mapping[int, int]
"""Sacks per seat that this very ruling draws, in the order of drawing."""


_NO_SHARES: Shares = {}


# Frozen events that every turn needs; made once for each seat.
_TURN_ENDED: tuple[tuple[Event, ...], ...] = tuple(
    (events.TurnEnded(s),) for s in range(MAX_PLAYERS)
)


_ROUND_ENDED: tuple[tuple[Event, ...], ...] = tuple(
    (events.TurnEnded(seat), events.RoundEnded(seat)) for seat in range(MAX_PLAYERS)
)


_STOOD: tuple[tuple[Event, ...], ...] = tuple(
    (events.TowerStood(seat, castle=False),) for seat in range(MAX_PLAYERS)
)


# The order in which dice are offered: who takes the first one is paid even if a castle comes.
_BEST_FIRST: tuple[Face, ...] = (TREASURE, DIE, EYE, TRUNK)


@lru_cache(maxsize=4096)
def dice_to_place(hand: tuple[str, ...]) -> tuple[Piece, ...]:
    """MB-40: the dice in hand, each face once, in any order."""
    return tuple(DIE_PIECES[face] for face in _BEST_FIRST if face in hand)


_CARRYING = (TREASURE, TRUNK)


def _owed_on(state: State, face: str) -> Piece:
    """MB-41 to MB-46: what belongs on a Treasure or Trunk, with the chain of replacements."""
    if face == TREASURE and state.players[state.active].tokens:
        return TOKEN_PIECES[state.active]
    return CYLINDER if state.cylinders else CASTLE


def report_piece(state: State, action: ReportPiece) -> Ruling:
    """MB-40: one piece at a time, each in its turn."""
    if state.phase != "stacking":
        return not_now(state)
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
        return _placed(state.active, face, _owed_on(state, face).kind, "stacking")
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
    return Accepted((events.PiecePlaced(seat, _piece(seat, name), due, then),))


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
        return refusals.NOT_YOUR_TOKEN(player=name)
    if owed is not None:
        return refusals.PIECE_DUE_FIRST(
            rule=_owed_rule(state, owed), player=name, due=owed.kind, piece=piece.kind
        )
    if piece.kind == "die":
        is_face = piece.face in FACES
        return (refusals.DIE_NOT_IN_HAND if is_face else refusals.NO_SUCH_FACE)(
            face=piece.face or ""
        )
    return refusals.NOT_A_PIECE_TO_PLACE(player=name, piece=piece.kind)


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
        return not_now(state)
    return Accepted(_check_passed(state))


def _check_passed(state: State) -> tuple[Event, ...]:
    """MB-51, MB-70 to MB-73: pay, end the game if the deck ran out, else powers 1 and 5."""
    if not state.castle:
        return _castle_stood(state)
    seat = state.active
    owed = state.turn.tokens
    if not owed:
        return _STOOD[seat] + _rewards_or_end(state)
    return _STOOD[seat] + _paid(state, owed, "tokens")


def _castle_stood(state: State) -> tuple[Event, ...]:
    """MB-71, MB-72, MB-R11: a bonus sack, and one for every own token anywhere in the tower."""
    seat = state.active
    owed = 1 + tokens_in_tower(state)[seat]
    if state.rules.castle_also_pays_turn_tokens:
        owed += state.turn.tokens
    return (events.TowerStood(seat, castle=True),) + _paid(state, owed, "castle")


def _paid(state: State, owed: int, reason: Literal["tokens", "castle"]) -> tuple[Event, ...]:
    """MB-R12: the draw that takes the last sack ends the game at once."""
    seat = state.active
    count = min(owed, state.deck)
    drawn = (events.SacksDrawn(seat, count, reason),)
    if count == state.deck:
        return drawn + _game_end(state, "sacks", {seat: count})
    return drawn + _rewards_or_end(state, {seat: count})


def _rewards_or_end(state: State, drawn: Shares = _NO_SHARES) -> tuple[Event, ...]:
    """MB-111, MB-115, MB-R23: the powers whose moment is after the check."""
    if is_reward_open(state):
        return (events.PowersOffered(state.active, card_of_active(state)),)
    return turn_end(state, drawn)


def is_reward_open(state: State) -> bool:
    """Whether the active player may use power 1 or 5 now.

    The deck is never empty here: the draw that empties it ends the game (MB-R12).
    """
    if is_power_free(state, 5):
        return state.turn.tokens >= 2
    return is_power_free(state, 1) and bool(seats_to_come(state))


def draw_bonus(state: State, action: actions.DrawBonus) -> Ruling:
    """MB-115: one more sack for at least two own tokens placed this turn."""
    refused = refuse_power(state, action.seat, 5, "rewarding")
    if refused:
        return refused
    drawn = events.SacksDrawn(state.active, 1, "power")
    if state.deck == 1:
        return Accepted((drawn, *_game_end(state, "sacks", {state.active: 1})))
    return Accepted((drawn, *turn_end(state, {state.active: 1})))


def give_eye(state: State, action: actions.GiveEye) -> Ruling:
    """MB-111: to somebody whose turn is still to come this round."""
    refused = refuse_power(state, action.seat, 1, "rewarding")
    if refused:
        return refused
    if not 0 <= action.to < len(state.players):
        return wrong_seat(state, action.to)
    if action.to not in seats_to_come(state):
        return refusals.EYE_TARGET_HAD_TURN(player=state.rules.names[action.to])
    return Accepted((events.EyeGiven(state.active, action.to), *turn_end(state)))


def decline_reward(state: State) -> Ruling:
    """MB-101: powers 1 and 5 may be left alone."""
    declined = events.PowerDeclined(state.active, card_of_active(state), "rewarding")
    return Accepted((declined, *turn_end(state)))


def turn_end(state: State, drawn: Shares = _NO_SHARES) -> tuple[Event, ...]:
    """MB-74: a castle that stood comes down at the end of the turn."""
    ended = _turn_over(state, drawn)
    return ended if state.castle else (events.TowerDismantled(state.active),) + ended


def _turn_over(state: State, drawn: Shares = _NO_SHARES) -> tuple[Event, ...]:
    """MB-24, MB-53, MB-64, MB-90: the turn ends, perhaps the round with it, perhaps the game."""
    seat = state.active
    if state.position + 1 < len(state.order):
        return _TURN_ENDED[seat]
    if len(state.players[seat].played) + 1 < CARDS:
        return _ROUND_ENDED[seat]
    return _ROUND_ENDED[seat] + _game_end(state, "cards", drawn)


def _game_end(state: State, termination: Termination, drawn: Shares) -> tuple[Event, ...]:
    """MB-90, MB-91: sealed sacks are opened at once; physical ones have to be counted."""
    ended = events.GameEnded(termination)
    if state.rules.gold == "physical":
        return (ended,)
    sealed = state.sealed
    gold = [player.gold for player in state.players]
    for seat, count in drawn.items():
        gold[seat] += sealed[:count]
        sealed = sealed[count:]
    return (ended, events.SacksRevealed(tuple([tuple(sorted(sacks)) for sacks in gold])))


def report_fall(state: State, action: ReportFall) -> Ruling:
    """MB-60 to MB-64, MB-R6, MB-R7: who is at fault is paid nothing; it may be nobody."""
    phase, culprit = state.phase, action.culprit
    if phase in _NOTHING_STANDS:
        return refusals.NO_TOWER()
    if phase == "axe" or (state.turn.axe == "thrown" and not state.turn.rolled):
        return refusals.FALL_BELONGS_TO_AXE()
    if culprit is not None and not 0 <= culprit < len(state.players):
        return wrong_seat(state, culprit)
    if culprit is None and phase not in _BETWEEN_TURNS:
        return refusals.FALL_NEEDS_CULPRIT(player=state.rules.names[state.active])
    return Accepted(_fall(state, culprit))


def _fall(state: State, culprit: int | None) -> tuple[Event, ...]:
    tokens = tokens_in_tower(state)
    # Before the announcement only the active player can lose the turn by a fall.
    is_own = state.phase == "starting" and culprit == state.active
    ends_turn = is_own or state.phase not in ("picking", "starting")
    then: Phase = "starting" if ends_turn else state.phase
    fell = events.TowerFell(culprit, tokens, then)
    # A castle that stood its check has paid its builder; nothing is left to pay (MB-73).
    is_paid = state.phase == "rewarding" and not state.castle
    shares = {} if culprit is None or is_paid else payout(tokens, culprit, state.deck)
    drawn = tuple([events.SacksDrawn(seat, count, "collapse") for seat, count in shares.items()])
    if shares and sum(shares.values()) == state.deck:
        return (fell,) + drawn + _game_end(state, "sacks", shares)
    return (fell,) + drawn + (_turn_over(state, shares) if ends_turn else ())


def payout(tokens: tuple[int, ...], culprit: int, deck: int) -> dict[int, int]:
    """MB-61, MB-R13: one sack per token, dealt one by one clockwise from the culprit's left."""
    count = len(tokens)
    clockwise = [(culprit + step) % count for step in range(1, count)]
    owed = {seat: tokens[seat] for seat in clockwise if tokens[seat]}
    if sum(owed.values()) <= deck:
        return owed
    shares = dict.fromkeys(owed, 0)
    while deck:
        for seat, due in owed.items():
            if deck and shares[seat] < due:
                shares[seat] += 1
                deck -= 1
    return {seat: share for seat, share in shares.items() if share}


def report_reset(state: State, action: ReportReset) -> Ruling:
    """MB-63, MB-74, MB-R14: one die stands on the mini-board again."""
    if state.phase != "replanting":
        return not_now(state)
    return Accepted((events.FirstDiePlanted(state.resume),))


_TALLY_REFUSALS = TallyRefusals(
    no_such_seat=refusals.NO_SUCH_SEAT,
    already_counted=refusals.ALREADY_COUNTED,
    missing=refusals.COUNT_MISSING,
    wrong_number=refusals.WRONG_NUMBER_OF_SACKS,
    no_such_values=refusals.NO_SUCH_SACKS,
    impossible=refusals.IMPOSSIBLE_TOTAL,
    other_sum=refusals.SUM_IS_ANOTHER,
    do_not_fit=refusals.TOTALS_DO_NOT_FIT,
)


def report_tally(state: State, action: ReportTally) -> Ruling:
    """MB-91: a seat's total, or its sacks one by one; both are checked against the box."""
    if state.phase != "counting":
        return not_now(state)
    return tally_of(state).judge(action, events.GoldCounted)


def tally_of(state: State) -> Tally:
    """The count so far."""
    box = tuple([(kind.value, kind.count) for kind in state.rules.edition.sacks])
    holdings = tuple([Holding(p.sacks, p.total, p.gold) for p in state.players])
    return Tally(box, state.rules.names, holdings, _TALLY_REFUSALS)
