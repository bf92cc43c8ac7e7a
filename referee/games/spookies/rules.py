"""Judges a game of Spookies, in the order of a turn (SP-20 to SP-67).

The choices of figure and dice, the ghost, the end of the game, what a roll does to the figure, the
roll itself with the joker, and the tallying of real chips at the end.
"""

from functools import cache

from referee.games.base import Accepted, Event, Refused, Ruling
from referee.games.reports import ReportDice, ReportTally
from referee.games.spookies import actions, events, refusals
from referee.games.spookies.edition import (
    ATTIC,
    CALLED,
    DICE_NUMBERS,
    FIGURES,
    FRIEND_FACES,
    GARDEN,
    GATE,
    JOKER_WORTH,
    MAX_PLAYERS,
    PIPS,
    QUESTION,
    RESULTS,
)
from referee.games.spookies.events import Phase
from referee.games.spookies.evolve import evolve
from referee.games.spookies.refusals import not_now, refuse_out_of_turn, wrong_seat
from referee.games.spookies.state import State, fines_on, space_of_figure
from referee.games.tallying import Holding, Tally, TallyRefusals

_BEFORE_FIRST_ROLL: tuple[Phase, ...] = ("friend", "figure", "dice")


_FIGURE_IS_NAMED: tuple[Phase, ...] = ("dice", "rolling", "joker", "fines", "ghost", "continuing")


def _report_friend_die(state: State, action: ReportDice) -> Ruling:
    """SP-20: the friend die names the figure; with the question mark the player chooses."""
    faces = action.faces
    if len(faces) != 1:
        return refusals.WRONG_NUMBER_OF_DICE(rule="SP-20", seen=len(faces), announced=1)
    face = CALLED.get(faces[0], faces[0])
    if face not in FRIEND_FACES:
        return refusals.NO_SUCH_FRIEND(face=face)
    return _friend_rolled(state.active, face)


@cache
def _friend_rolled(seat: int, face: str) -> Ruling:
    then: Phase = "figure" if face == QUESTION else "dice"
    return Accepted((events.FriendRolled(seat, face, then),))


def choose_figure(state: State, action: actions.ChooseFigure) -> Ruling:
    """SP-20, SP-50, SP-51: any figure, wherever it stands and whoever moved it before."""
    if state.phase != "figure":
        if state.phase in _FIGURE_IS_NAMED and action.seat == state.active:
            return refusals.FIGURE_STAYS_FOR_TURN()
        return not_now(state)
    if action.seat != state.active:
        return wrong_seat(state, action.seat)
    figure = CALLED.get(action.figure)
    if figure is None:
        return refusals.NO_SUCH_FIGURE(figure=action.figure)
    return Accepted((events.FigureChosen(action.seat, figure),))


def choose_dice(state: State, action: actions.ChooseDice) -> Ruling:
    """SP-21, SP-26, SP-66: 2, 3 or 4 dice, chosen anew for every roll; 4 not beside the ghost."""
    if state.phase not in ("dice", "continuing"):
        return not_now(state)
    seat, count = action.seat, action.count
    if seat != state.active:
        return wrong_seat(state, seat)
    is_haunted = state.figures[state.figure] == state.ghost
    if is_haunted and count not in DICE_NUMBERS[:-1]:
        return refusals.GHOST_HOLDS_DIE(space=state.ghost)
    if count not in DICE_NUMBERS:
        return refusals.TWO_TO_FOUR_DICE(count=count)
    return _dice_chosen(seat, count, is_haunted)


# A few rulings are given over and over; each of them is made once.
@cache
def _dice_chosen(seat: int, count: int, is_haunted: bool) -> Ruling:
    return Accepted((events.DiceChosen(seat, count, is_haunted),))


def numbers_of_dice(state: State) -> tuple[int, ...]:
    """SP-21, SP-66: how many dice the active player may roll."""
    is_haunted = state.figures[state.figure] == state.ghost
    return DICE_NUMBERS[:-1] if is_haunted else DICE_NUMBERS


def report_dice(state: State, action: ReportDice) -> Ruling:
    """SP-20, SP-21, SP-R7: whoever has a joker decides about it before the figure moves."""
    if state.phase == "friend":
        return _report_friend_die(state, action)
    if state.phase != "rolling":
        return not_now(state)
    faces = action.faces
    result = RESULTS.get(faces)
    if result is None or len(faces) != state.dice:
        return _refuse_pips(state, faces)
    seat = state.active
    if state.players[seat].joker:
        return Accepted((events.DiceRolled(seat, faces, result, "joker"),))
    return Accepted(
        (events.DiceRolled(seat, faces, result, "continuing"), *_resolve(state, result))
    )


def _refuse_pips(state: State, faces: tuple[str, ...]) -> Refused:
    if len(faces) != state.dice:
        return refusals.WRONG_NUMBER_OF_DICE(seen=len(faces), announced=state.dice)
    return refusals.NO_SUCH_PIPS(face=next(face for face in faces if face not in PIPS))


_BEFORE_ROLL: tuple[Phase, ...] = ("friend", "figure", "dice", "rolling")


_AFTER_ROLL: tuple[Phase, ...] = ("fines", "ghost", "continuing")


def use_joker(state: State, action: actions.UseJoker) -> Ruling:
    """SP-61, SP-R7: the same dice again, once a game; the new result stands."""
    refused = _refuse_joker(state, action.seat)
    return refused or Accepted((events.JokerUsed(action.seat),))


def _refuse_joker(state: State, seat: int) -> Refused | None:
    if not state.rules.joker:
        return refusals.JOKER_NOT_IN_GAME()
    if state.phase == "joker" or seat != state.active:
        return refuse_out_of_turn(state, seat, "joker")
    if state.phase in _BEFORE_ROLL + _AFTER_ROLL and not state.players[seat].joker:
        return refusals.JOKER_IS_SPENT(player=state.rules.names[seat])
    if state.phase in _BEFORE_ROLL:
        return refusals.JOKER_NEEDS_ROLL()
    if state.phase in _AFTER_ROLL:
        return refusals.JOKER_TOO_LATE()
    return not_now(state)


def keep_roll(state: State, action: actions.KeepRoll) -> Ruling:
    """SP-61: nobody has to spend the joker."""
    refused = refuse_out_of_turn(state, action.seat, "joker")
    if refused:
        return refused
    return Accepted((events.RollKept(action.seat), *_resolve(state, RESULTS[state.faces])))


def _resolve(state: State, result: int) -> tuple[Event, ...]:
    """SP-22: one more than the number of the figure's space is a success, the gate being 4."""
    space = state.figures[state.figure]
    if result <= space:
        then, after = _after_failure(state)
        return (_fail(state, space, result, then), *after)
    chips = state.rules.rewards[space - GATE][state.dice - 2]
    if state.haunted or space == ATTIC or chips >= state.reserve or state.dice == 2:
        return _succeed(state, space, min(chips, state.reserve))
    return (
        events.FigureClimbed(state.active, FIGURES[state.figure], space + 1, chips, "continuing"),
    )


def _fail(state: State, space: int, result: int, then: Phase) -> Event:
    """SP-27 to SP-29, SP-31, SP-32, SP-R10, SP-R16: one chip a step, while there are any."""
    seat, figure = state.active, FIGURES[state.figure]
    landing = max(result, GATE)
    if landing >= space:
        return events.FigureStayed(seat, figure, space, then)
    fine = min(space - landing, state.players[seat].chips)
    return events.FigureFell(seat, figure, space, landing, fine, then)


def _succeed(state: State, space: int, chips: int) -> tuple[Event, ...]:
    """SP-23 to SP-25, SP-30, SP-R3, SP-R4: up, the reward, perhaps fine chips, perhaps the end."""
    # Fine chips are won by moving onto the space, so never by a 12 in the attic (SP-R5).
    fines = state.fines[space + 1 - GARDEN] if state.dice == 2 and space != ATTIC else 0
    if chips == state.reserve:
        rewarded = _rewarded(state, space, chips, "counting")
        return _with_game_end(state, (rewarded, *_taken(state, space + 1, fines, "counting")))
    if fines and state.rules.fine_chips == "ask":
        return (_rewarded(state, space, chips, "fines"),)
    then, after = _after_success(state)
    if not fines:
        return (_rewarded(state, space, chips, then), *after)
    return (
        _rewarded(state, space, chips, then),
        *_taken(state, space + 1, fines, then),
        *after,
    )


def _rewarded(state: State, space: int, chips: int, then: Phase) -> Event:
    seat, figure = state.active, FIGURES[state.figure]
    if space == ATTIC:
        return events.AtticHeld(seat, figure, chips, then)
    return events.FigureClimbed(seat, figure, space + 1, chips, then)


def _taken(state: State, space: int, fines: int, then: Phase) -> tuple[Event, ...]:
    return (events.FinesTaken(state.active, space, fines, then),) if fines else ()


def take_fines(state: State, action: actions.TakeFines) -> Ruling:
    """SP-25, SP-R6: all fine chips on the space just reached with two dice."""
    if state.phase == "continuing" and action.seat == state.active:
        space = space_of_figure(state)
        if fines_on(state, space) and state.dice != 2:
            return refusals.FINES_NEED_TWO_DICE(count=state.dice)
        if fines_on(state, space) and space == ATTIC:
            return refusals.FINES_STAY_IN_ATTIC()
    refused = refuse_out_of_turn(state, action.seat, "fines")
    if refused:
        return refused
    space = space_of_figure(state)
    then, after = _after_success(state)
    return Accepted((events.FinesTaken(action.seat, space, fines_on(state, space), then), *after))


def leave_fines(state: State, action: actions.LeaveFines) -> Ruling:
    """SP-25, SP-R6: or none of them."""
    refused = refuse_out_of_turn(state, action.seat, "fines")
    if refused:
        return refused
    space = space_of_figure(state)
    then, after = _after_success(state)
    return Accepted((events.FinesLeft(action.seat, space, fines_on(state, space), then), *after))


WhatFollows = tuple[Phase, tuple[Event, ...]]
"""The phase after the roll, and what happens at once without anybody's choice."""


_GO_ON: WhatFollows = ("continuing", ())


_ENDED: tuple[tuple[Event, ...], ...] = tuple(
    (events.TurnEnded(seat),) for seat in range(MAX_PLAYERS)
)


def _after_success(state: State) -> WhatFollows:
    """SP-26, SP-67: first the ghost, then the player decides whether to go on."""
    if not state.haunted:
        return _GO_ON
    if _can_ghost_choose(state):
        return "ghost", ()
    return "continuing", (_turned_round(state, "continuing"),)


def _after_failure(state: State) -> WhatFollows:
    """SP-27, SP-28, SP-67: first the ghost, then the turn is over."""
    if not state.haunted:
        return state.rules.opening, _ENDED[state.active]
    if _can_ghost_choose(state):
        return "ghost", ()
    moved = _turned_round(state, state.rules.opening)
    return state.rules.opening, (moved, *_ENDED[state.active])


def _can_ghost_choose(state: State) -> bool:
    """SP-R9: in the garden and in the attic there is only one way to go."""
    return GARDEN < state.ghost < ATTIC


def _turned_round(state: State, then: Phase) -> Event:
    space = GARDEN + 1 if state.ghost == GARDEN else ATTIC - 1
    return events.GhostMoved(state.active, space, then)


def move_ghost(state: State, action: actions.MoveGhost) -> Ruling:
    """SP-67, SP-R9: one floor up or down."""
    if not state.rules.ghost:
        return refusals.GHOST_NOT_IN_GAME()
    refused = refuse_out_of_turn(state, action.seat, "ghost")
    if refused:
        return refused
    if action.space not in ghost_goals(state):
        return refusals.GHOST_GOES_ONE_FLOOR(lower=state.ghost - 1, higher=state.ghost + 1)
    if not state.is_turn_over:
        return Accepted((events.GhostMoved(action.seat, action.space, "continuing"),))
    moved = events.GhostMoved(action.seat, action.space, state.rules.opening)
    return Accepted((moved, events.TurnEnded(action.seat)))


def ghost_goals(state: State) -> tuple[int, int]:
    """Where the ghost may go when there is a choice."""
    return state.ghost + 1, state.ghost - 1


def stop_turn(state: State, action: actions.StopTurn) -> Ruling:
    """SP-26, SP-R14: after a success only; all chips are kept."""
    if action.seat == state.active and state.phase in _BEFORE_FIRST_ROLL:
        return refusals.FIRST_ROLL_IS_COMPULSORY()
    return refuse_out_of_turn(state, action.seat, "continuing") or Accepted(
        (events.TurnEnded(action.seat, stopped=True),)
    )


def _jokers_paid(state: State) -> tuple[Event, ...]:
    """SP-62, SP-R8: chips, if the box holds enough for all unused jokers; else all pay points."""
    seats = [seat for seat, player in enumerate(state.players) if player.joker]
    pays = state.rules.joker_pays
    has_enough = state.box >= JOKER_WORTH * len(seats)
    unit = ("chips" if has_enough else "points") if pays == "box" else pays
    return tuple([events.JokerPaid(seat, JOKER_WORTH, unit) for seat in seats])


def _with_game_end(state: State, last: tuple[Event, ...]) -> tuple[Event, ...]:
    """SP-40 to SP-42: `last` takes the last chip; sealed chips are opened at once."""
    ending = (*last, *_jokers_paid(state), events.GameEnded())
    if state.rules.chips == "physical":
        return ending
    for event in ending:
        state = evolve(state, event)
    return (*ending, events.ChipsRevealed(tuple(tuple(sorted(p.values)) for p in state.players)))


_TALLY_REFUSALS = TallyRefusals(
    no_such_seat=refusals.NO_SUCH_SEAT,
    already_counted=refusals.ALREADY_COUNTED,
    missing=refusals.COUNT_MISSING,
    wrong_number=refusals.WRONG_NUMBER_OF_CHIPS,
    no_such_values=refusals.NO_SUCH_CHIPS,
    impossible=refusals.IMPOSSIBLE_TOTAL,
    other_sum=refusals.SUM_IS_ANOTHER,
    do_not_fit=refusals.TOTALS_DO_NOT_FIT,
)


def report_tally(state: State, action: ReportTally) -> Ruling:
    """SP-42: a seat's total, or its chips one by one; both are checked against the box."""
    if state.phase != "counting":
        return not_now(state)
    return tally_of(state).judge(action, events.ChipsCounted)


def tally_of(state: State) -> Tally:
    """The count so far; points for an unused joker are no chips."""
    box = tuple([(kind.value, kind.count) for kind in state.rules.edition.chips])
    holdings = tuple(
        [
            Holding(p.chips, None if p.total is None else p.total - p.bonus, p.values)
            for p in state.players
        ]
    )
    return Tally(box, state.rules.names, holdings, _TALLY_REFUSALS)
