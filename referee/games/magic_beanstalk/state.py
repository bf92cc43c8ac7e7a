"""Where a game of Magic Beanstalk stands. Frozen: `evolve` makes the next one."""

from functools import lru_cache
from typing import Literal

import msgspec

from referee.games.awaiting import Piece
from referee.games.magic_beanstalk.edition import (
    CARDS,
    CYLINDERS,
    DICE,
    EYE,
    FIRST_DIE,
    HAND,
    SACKS,
    TOKENS,
    Edition,
)
from referee.games.magic_beanstalk.events import Gold, Phase, Termination


class Rules(msgspec.Struct, frozen=True):
    """What was agreed before the game and never changes during it."""

    names: tuple[str, ...]
    edition: Edition
    expert: bool
    gold: Gold
    castle_also_pays_turn_tokens: bool
    numbers: tuple[tuple[tuple[int, ...], ...], ...]
    """What may be announced, by card and dice in the pool: looked up in every turn."""


class PlayerState(msgspec.Struct, frozen=True, gc=False):
    """What lies in front of one seat. `gold` are the sealed values, known to nobody."""

    picked: int = 0
    played: tuple[int, ...] = ()
    hand: int = HAND
    pile: int = CARDS - HAND
    tokens: int = TOKENS
    axe: bool = True
    sacks: int = 0
    gold: tuple[int, ...] = ()
    total: int | None = None


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The turn of the active player.

    `latest` are the dice of the latest roll that are still in the hand: only they give extra dice.
    `rolling` dice are about to be rolled, from the pool or, in a `reroll`, from the hand.
    """

    hand: tuple[str, ...] = ()
    owed: Piece | None = None
    latest: tuple[str, ...] = ()
    rolling: int = 0
    tokens: int = 0
    reroll: bool = False
    rolled: bool = False
    axe: Literal["unused", "raised", "thrown"] = "unused"
    bare: bool = False


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The whole table. `resume` is the phase that waits while a new first die is planted.

    What changes most often stands first: a copy with changes is then made fastest.
    """

    phase: Phase = "picking"
    turn: Turn = Turn()
    tower: tuple[Piece, ...] = (FIRST_DIE,)
    pool: int = DICE - 1
    players: tuple[PlayerState, ...]
    active: int = 0
    position: int = 0
    to_pick: tuple[int, ...]
    cylinders: int = CYLINDERS
    deck: int = SACKS
    sealed: tuple[int, ...]
    order: tuple[int, ...] = ()
    castle: int = 1
    eye_holder: int | None = None
    powers_used: tuple[int, ...] = ()
    resume: Phase = "picking"
    round: int = 1
    bean: int
    rules: Rules
    termination: Termination | None = None


def card_of_active(state: State) -> int:
    """The Action card the active player turned over this round."""
    return state.players[state.active].picked


def is_power_free(state: State, power: int) -> bool:
    """Whether the active player may still use this power this round (MB-101, MB-102)."""
    return (
        state.rules.expert
        and state.players[state.active].picked == power
        and power not in state.powers_used
    )


def tokens_in_tower(state: State) -> tuple[int, ...]:
    """How many tokens of each seat are in the tower."""
    return tuple([TOKENS - player.tokens for player in state.players])


def dice_in_tower(state: State) -> int:
    """How many dice stand in the tower."""
    return DICE - state.pool - len(state.turn.hand)


def eyes_of(state: State, hand: tuple[str, ...]) -> int:
    """MB-34, MB-R19: Eyes among these dice of the turn, the Eye token being one more."""
    return hand.count(EYE) + (state.eye_holder == state.active)


# A hand has few faces and few dice: what is left of it is looked up rather than cut out.
@lru_cache(maxsize=4096)
def without_face(faces: tuple[str, ...], face: str) -> tuple[str, ...]:
    """These dice without one that shows the face; all of them if none does."""
    if face not in faces:
        return faces
    at = faces.index(face)
    return faces[:at] + faces[at + 1 :]


def seats_to_come(state: State) -> tuple[int, ...]:
    """Who has not yet had a turn this round, after the active player (MB-111)."""
    return state.order[state.position + 1 :]
