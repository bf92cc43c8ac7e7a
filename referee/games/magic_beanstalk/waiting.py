"""What the table waits for, and what the seats may choose meanwhile."""

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
)
from referee.games.base import Action
from referee.games.magic_beanstalk import actions
from referee.games.magic_beanstalk.edition import (
    CARDS,
    CASTLE,
    CYLINDER,
    DICE,
    FACES,
    FIRST_DIE,
    MAX_PLAYERS,
    TOKEN_PIECES,
    faceless,
)
from referee.games.magic_beanstalk.state import (
    State,
    card_of_active,
    is_power_free,
    seats_to_come,
)
from referee.games.magic_beanstalk.tower import dice_to_place, is_reward_open
from referee.games.magic_beanstalk.turn import allowed_numbers, extra_dice_limit, victims
from referee.games.tallying import seats_to_tally

# Frozen and asked for over and over: each is made once.
_stability = lru_cache(maxsize=64)(AwaitStability)
_dice = lru_cache(maxsize=256)(AwaitDice)
_RESET = AwaitReset((FIRST_DIE,))


def _own_choice(prompt: str) -> Callable[[State], Awaiting]:
    """The active player decides; `prompt` names the question."""
    by_seat = tuple(AwaitChoice((seat,), prompt) for seat in range(MAX_PLAYERS))
    return lambda state: by_seat[state.active]


def awaiting(state: State) -> Awaiting | None:
    """What the table waits for; None when the game is over."""
    return _AWAITING[state.phase](state)


def _await_picks(state: State) -> Awaiting:
    return _picks(state.to_pick)


@lru_cache(maxsize=64)
def _picks(seats: tuple[int, ...]) -> Awaiting:
    return AwaitChoice(seats, "pick-card", secret=True)


def _await_placement(state: State) -> Awaiting:
    turn = state.turn
    owed = turn.owed
    if owed is None:
        return AwaitPlacement(state.active, dice_to_place(turn.hand))
    return _OWED[state.active][owed.kind]


_OWED: tuple[dict[str, Awaiting], ...] = tuple(
    {piece.kind: AwaitPlacement(seat, (piece,)) for piece in (TOKEN_PIECES[seat], CYLINDER, CASTLE)}
    for seat in range(MAX_PLAYERS)
)


def _await_roll(state: State) -> Awaiting:
    turn = state.turn
    if turn.reroll:
        return _dice(
            state.active, turn.rolling, "beanstalk", FACES, state.rules.edition.reroll_face
        )
    if turn.hand:
        return _dice(state.active, turn.rolling, "beanstalk", FACES, keeps=True)
    return _DICE[state.active][turn.rolling]


_DICE: tuple[tuple[Awaiting, ...], ...] = tuple(
    tuple(AwaitDice(seat, count, "beanstalk", FACES) for count in range(DICE + 1))
    for seat in range(MAX_PLAYERS)
)


def _await_stability(state: State) -> Awaiting:
    return _stability(state.active, state.rules.edition.stability_s)


def _await_tally(state: State) -> Awaiting:
    seats = seats_to_tally(state.players)
    return AwaitTally(seats, "sacks", tuple([state.players[seat].sacks for seat in seats]))


def _await_removal(state: State) -> Awaiting:
    return AwaitRemoval(state.active, tuple([faceless(piece) for piece in state.tower]))


_AWAITING: dict[str, Callable[[State], Awaiting | None]] = {
    "picking": _await_picks,
    "starting": _own_choice("announce"),
    "axe": _await_removal,
    "replanting": lambda state: _RESET,
    "rolling": _await_roll,
    "returning": _own_choice("return-die"),
    "extra": _own_choice("extra-dice"),
    "rerolling": _own_choice("reroll"),
    "stacking": _await_placement,
    "checking": _await_stability,
    "rewarding": _own_choice("reward"),
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
                    yield actions.PickCard(seat, value)


def _legal_starts(state: State) -> Iterator[Action]:
    seat = state.active
    for count in allowed_numbers(state):
        yield actions.AnnounceDice(seat, count)
    if state.turn.axe != "unused":
        return
    if is_power_free(state, 4) or state.players[seat].axe:
        yield actions.RaiseAxe(seat)
    if is_power_free(state, 2):
        yield actions.Hide(seat)
    if is_power_free(state, 3):
        for victim in victims(state):
            yield actions.StealSack(seat, victim)


def _legal_extras(state: State) -> Iterator[Action]:
    for count in range(extra_dice_limit(state) + 1):
        yield actions.TakeExtraDice(state.active, count)


def _legal_returns(state: State) -> Iterator[Action]:
    yield actions.DeclinePower(state.active)
    for face in FACES:
        if face in state.turn.hand:
            yield actions.ReturnDie(state.active, face)


def _legal_rerolls(state: State) -> Iterator[Action]:
    yield actions.DeclinePower(state.active)
    yield actions.RerollDice(state.active)


def _legal_rewards(state: State) -> Iterator[Action]:
    yield actions.DeclinePower(state.active)
    if not is_reward_open(state):
        return
    if card_of_active(state) == 5:
        yield actions.DrawBonus(state.active)
    else:
        for seat in seats_to_come(state):
            yield actions.GiveEye(state.active, seat)


_LEGAL: dict[str, Callable[[State], Iterator[Action]]] = {
    "picking": _legal_picks,
    "starting": _legal_starts,
    "extra": _legal_extras,
    "returning": _legal_returns,
    "rerolling": _legal_rerolls,
    "rewarding": _legal_rewards,
}
