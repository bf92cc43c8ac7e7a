"""What the table waits for, and what the seats may choose meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from referee.games.awaiting import (
    AwaitChoice,
    AwaitDice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitReset,
    AwaitStability,
    AwaitTally,
    Piece,
)
from referee.games.base import Action
from referee.games.magic_beanstalk import actions as a
from referee.games.magic_beanstalk.ending import is_reward_open
from referee.games.magic_beanstalk.opening import allowed_numbers, victims
from referee.games.magic_beanstalk.pieces import CARDS, FACES, FIRST_DIE
from referee.games.magic_beanstalk.rolling import extra_dice_limit
from referee.games.magic_beanstalk.stacking import pieces_to_place
from referee.games.magic_beanstalk.state import (
    State,
    card_of_active,
    is_power_free,
    seats_to_come,
)

# The same few words are said over and over; make each of them once.
_dice = lru_cache(maxsize=256)(AwaitDice)
_placement = lru_cache(maxsize=4096)(AwaitPlacement)
_choice = lru_cache(maxsize=256)(AwaitChoice)
_stability = lru_cache(maxsize=64)(AwaitStability)
_RESET = AwaitReset((FIRST_DIE,))


def awaiting(state: State) -> Awaiting | None:
    """What the table waits for; None when the game is over."""
    return _AWAITING[state.phase](state)


def _await_picks(state: State) -> Awaiting:
    waiting = tuple([seat for seat, p in enumerate(state.players) if not p.picked])
    return _choice(waiting, "pick-card", True)


def _await_placement(state: State) -> Awaiting:
    return _placement(state.active, pieces_to_place(state))


def _await_roll(state: State) -> Awaiting:
    return _dice(state.active, state.turn.rolling, "beanstalk", FACES)


def _await_stability(state: State) -> Awaiting:
    return _stability(state.active, state.rules.edition.stability_s)


def _await_tally(state: State) -> Awaiting:
    waiting = tuple([seat for seat, p in enumerate(state.players) if p.total is None])
    return AwaitTally(waiting, "sacks")


def _await_removal(state: State) -> Awaiting:
    return AwaitRemoval(state.active, tuple([_faceless(piece) for piece in state.tower]))


def _faceless(piece: Piece) -> Piece:
    return FIRST_DIE if piece.kind == "die" else piece


_AWAITING: dict[str, Callable[[State], Awaiting | None]] = {
    "picking": _await_picks,
    "starting": lambda state: _choice((state.active,), "announce"),
    "axe": _await_removal,
    "replanting": lambda state: _RESET,
    "rolling": _await_roll,
    "returning": lambda state: _choice((state.active,), "return-die"),
    "extra": lambda state: _choice((state.active,), "extra-dice"),
    "rerolling": lambda state: _choice((state.active,), "reroll"),
    "stacking": _await_placement,
    "checking": _await_stability,
    "rewarding": lambda state: _choice((state.active,), "reward"),
    "counting": _await_tally,
    "over": lambda state: None,
}


def legal_actions(state: State) -> Iterator[Action]:
    """Every choice the seats have now. What the table reports is judged, not listed."""
    listing = _LEGAL.get(state.phase)
    return iter(()) if listing is None else listing(state)


def _legal_picks(state: State) -> Iterator[Action]:
    for seat, player in enumerate(state.players):
        if not player.picked:
            for value in range(1, CARDS + 1):
                if value not in player.played:
                    yield a.PickCard(seat, value)


def _legal_starts(state: State) -> Iterator[Action]:
    seat = state.active
    for count in allowed_numbers(state):
        yield a.AnnounceDice(seat, count)
    if state.turn.axe != "unused":
        return
    if is_power_free(state, 4) or state.players[seat].axe:
        yield a.RaiseAxe(seat)
    if is_power_free(state, 2):
        yield a.Hide(seat)
    if is_power_free(state, 3):
        for victim in victims(state):
            yield a.StealSack(seat, victim)


def _legal_extras(state: State) -> Iterator[Action]:
    for count in range(extra_dice_limit(state) + 1):
        yield a.TakeExtraDice(state.active, count)


def _legal_returns(state: State) -> Iterator[Action]:
    yield a.DeclinePower(state.active)
    for face in FACES:
        if face in state.turn.hand:
            yield a.ReturnDie(state.active, face)


def _legal_rerolls(state: State) -> Iterator[Action]:
    yield a.DeclinePower(state.active)
    yield a.RerollDice(state.active)


def _legal_rewards(state: State) -> Iterator[Action]:
    yield a.DeclinePower(state.active)
    if not is_reward_open(state):
        return
    if card_of_active(state) == 5:
        yield a.DrawBonus(state.active)
    else:
        for seat in seats_to_come(state):
            yield a.GiveEye(state.active, seat)


_LEGAL: dict[str, Callable[[State], Iterator[Action]]] = {
    "picking": _legal_picks,
    "starting": _legal_starts,
    "extra": _legal_extras,
    "returning": _legal_returns,
    "rerolling": _legal_rerolls,
    "rewarding": _legal_rewards,
}
