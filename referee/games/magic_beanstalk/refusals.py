"""Every way in which Magic Beanstalk says no, and the checks that many judgements begin with.

The sentences are in the language files.
"""

from referee.games.base import Refusal, Refused, TurnRefusals
from referee.games.magic_beanstalk.events import Phase
from referee.games.magic_beanstalk.state import State, card_of_active, is_power_free

NO_SUCH_SEAT = Refusal("MB-1", "no-such-seat")
NOT_NOW = Refusal("MB-35", "not-now")
NOT_YOUR_TURN = Refusal("MB-22", "not-your-turn")
ALREADY_PICKED = Refusal("MB-20", "already-picked")
NO_SUCH_CARD = Refusal("MB-7", "no-such-card")
CARD_ALREADY_PLAYED = Refusal("MB-4", "card-already-played")
NO_AXE_LEFT = Refusal("MB-80", "no-axe-left")
AXE_ALREADY_RAISED = Refusal("MB-80", "axe-already-raised")
AXE_TOO_LATE = Refusal("MB-80", "axe-too-late")
POWERS_NOT_IN_BASE_GAME = Refusal("MB-101", "powers-not-in-base-game")
WRONG_CARD_FOR_POWER = Refusal("MB-101", "wrong-card-for-power")
POWER_ALREADY_USED = Refusal("MB-102", "power-already-used")
NOT_RICHER = Refusal("MB-113", "not-richer")
NUMBER_NOT_ON_CARD = Refusal("MB-30", "number-not-on-card")
POOL_TOO_SMALL = Refusal("MB-R4", "pool-too-small")
WRONG_NUMBER_OF_DICE = Refusal("MB-32", "wrong-number-of-dice")
NO_SUCH_FACE = Refusal("MB-2", "no-such-face")
TOO_MANY_EXTRA_DICE = Refusal("MB-33", "too-many-extra-dice")
DIE_NOT_IN_HAND = Refusal("MB-40", "die-not-in-hand")
PIECE_DUE_FIRST = Refusal("MB-41", "piece-due-first")
NOT_YOUR_TOKEN = Refusal("MB-41", "not-your-token")
NOT_A_PIECE_TO_PLACE = Refusal("MB-40", "not-a-piece-to-place")
FALL_BELONGS_TO_AXE = Refusal("MB-R15", "fall-belongs-to-axe")
FALL_NEEDS_CULPRIT = Refusal("MB-R7", "fall-needs-culprit")
NO_TOWER = Refusal("MB-63", "no-tower")
MORE_FELL_THAN_STOOD = Refusal("MB-83", "more-fell-than-stood")
EYE_TARGET_HAD_TURN = Refusal("MB-111", "eye-target-had-turn")
NOTHING_TO_DECLINE = Refusal("MB-101", "nothing-to-decline")
ALREADY_COUNTED = Refusal("MB-91", "already-counted")
COUNT_MISSING = Refusal("MB-91", "count-missing")
WRONG_NUMBER_OF_SACKS = Refusal("MB-91", "wrong-number-of-sacks")
NO_SUCH_SACKS = Refusal("MB-5", "no-such-sacks")
TOTALS_DO_NOT_FIT = Refusal("MB-91", "totals-do-not-fit")
IMPOSSIBLE_TOTAL = Refusal("MB-91", "impossible-total")
SUM_IS_ANOTHER = Refusal("MB-91", "sum-is-another")

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in dict(globals()).values() if isinstance(value, Refusal)
)

_TURN_REFUSALS = TurnRefusals(
    {
        "picking": "MB-20",
        "starting": "MB-30",
        "axe": "MB-81",
        "replanting": "MB-63",
        "rolling": "MB-32",
        "returning": "MB-116",
        "extra": "MB-33",
        "rerolling": "MB-117",
        "stacking": "MB-40",
        "checking": "MB-50",
        "rewarding": "MB-101",
        "counting": "MB-91",
        "over": "MB-90",
    },
    NOT_NOW,
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
)
not_now = _TURN_REFUSALS.not_now
wrong_seat = _TURN_REFUSALS.wrong_seat
refuse_out_of_turn = _TURN_REFUSALS.refuse_out_of_turn


def refuse_power(state: State, seat: int, power: int, phase: Phase) -> Refused | None:
    """MB-100 to MB-102: why this seat may not use this power now."""
    if not state.rules.expert:
        return POWERS_NOT_IN_BASE_GAME()
    refused = refuse_out_of_turn(state, seat, phase)
    if refused:
        return refused
    if card_of_active(state) != power:
        return WRONG_CARD_FOR_POWER(card=card_of_active(state), power=power)
    if not is_power_free(state, power):
        return POWER_ALREADY_USED(power=power)
    return None
