"""Every way in which Spookies says no, and the check that many judgements begin with.

The sentences are in the language files.
"""

from referee.games.base import Refusal, TurnRefusals

NO_SUCH_SEAT = Refusal("SP-13", "no-such-seat")
NOT_NOW = Refusal("SP-20", "not-now")
NOT_YOUR_TURN = Refusal("SP-13", "not-your-turn")
NO_SUCH_FIGURE = Refusal("SP-3", "no-such-figure")
FIGURE_STAYS_FOR_TURN = Refusal("SP-20", "figure-stays-for-turn")
WRONG_NUMBER_OF_DICE = Refusal("SP-21", "wrong-number-of-dice")
NO_SUCH_FRIEND = Refusal("SP-4", "no-such-friend")
NO_SUCH_PIPS = Refusal("SP-5", "no-such-pips")
TWO_TO_FOUR_DICE = Refusal("SP-21", "two-to-four-dice")
GHOST_HOLDS_DIE = Refusal("SP-66", "ghost-holds-die")
FIRST_ROLL_IS_COMPULSORY = Refusal("SP-R14", "first-roll-is-compulsory")
JOKER_NOT_IN_GAME = Refusal("SP-60", "joker-not-in-game")
JOKER_IS_SPENT = Refusal("SP-61", "joker-is-spent")
JOKER_NEEDS_ROLL = Refusal("SP-R7", "joker-needs-roll")
JOKER_TOO_LATE = Refusal("SP-R7", "joker-too-late")
FINES_NEED_TWO_DICE = Refusal("SP-25", "fines-need-two-dice")
FINES_STAY_IN_ATTIC = Refusal("SP-R5", "fines-stay-in-attic")
GHOST_NOT_IN_GAME = Refusal("SP-65", "ghost-not-in-game")
GHOST_GOES_ONE_FLOOR = Refusal("SP-67", "ghost-goes-one-floor")
ALREADY_COUNTED = Refusal("SP-42", "already-counted")
COUNT_MISSING = Refusal("SP-42", "count-missing")
WRONG_NUMBER_OF_CHIPS = Refusal("SP-42", "wrong-number-of-chips")
NO_SUCH_CHIPS = Refusal("SP-6", "no-such-chips")
IMPOSSIBLE_TOTAL = Refusal("SP-42", "impossible-total")
SUM_IS_ANOTHER = Refusal("SP-42", "sum-is-another")
TOTALS_DO_NOT_FIT = Refusal("SP-6", "totals-do-not-fit")

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)

_TURN_REFUSALS = TurnRefusals(
    {
        "friend": "SP-20",
        "figure": "SP-20",
        "dice": "SP-21",
        "rolling": "SP-21",
        "joker": "SP-61",
        "fines": "SP-25",
        "ghost": "SP-67",
        "continuing": "SP-26",
        "counting": "SP-42",
        "over": "SP-40",
    },
    NOT_NOW,
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
)
not_now = _TURN_REFUSALS.not_now
wrong_seat = _TURN_REFUSALS.wrong_seat
refuse_out_of_turn = _TURN_REFUSALS.refuse_out_of_turn
