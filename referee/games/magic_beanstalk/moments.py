"""The right moment and the right seat: the checks that many judgements begin with."""

from __future__ import annotations

from referee.games.base import Refused
from referee.games.magic_beanstalk import refusals as no
from referee.games.magic_beanstalk.events import Phase
from referee.games.magic_beanstalk.state import State, card_of_active, is_power_free


def refuse_moment(state: State, seat: int, phase: Phase) -> Refused | None:
    """Why this seat may not act now, if only the active player may, in this phase."""
    if state.phase != phase:
        return no.not_now(state)
    if seat != state.active:
        return no.wrong_seat(state, seat)
    return None


def refuse_power(state: State, seat: int, power: int, phase: Phase) -> Refused | None:
    """MB-100 to MB-102: why this seat may not use this power now."""
    if not state.rules.expert:
        return no.POWERS_NOT_IN_BASE_GAME()
    refused = refuse_moment(state, seat, phase)
    if refused:
        return refused
    if card_of_active(state) != power:
        return no.WRONG_CARD_FOR_POWER(card=card_of_active(state), power=power)
    if not is_power_free(state, power):
        return no.POWER_ALREADY_USED(power=power)
    return None
