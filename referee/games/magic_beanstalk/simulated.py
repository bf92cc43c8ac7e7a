"""Simulated players and a simulated table: hidden hands, chance, and hands that tremble.

The players are sensible, not strong: they build while the tower is low, play safe when it is high,
and swing the axe at other people's tokens. The higher the tower, the likelier a piece brings it
down.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random

from referee.games.awaiting import (
    AwaitChoice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitTally,
)
from referee.games.base import Action
from referee.games.magic_beanstalk import actions as a
from referee.games.magic_beanstalk.edition import FaceCounts
from referee.games.magic_beanstalk.opening import allowed_numbers, victims
from referee.games.magic_beanstalk.pieces import CARDS, EYE, TREASURE
from referee.games.magic_beanstalk.rolling import extra_dice_limit
from referee.games.magic_beanstalk.state import (
    State,
    card_of_active,
    dice_in_tower,
    is_power_free,
    seats_to_come,
    tokens_in_tower,
)
from referee.games.reports import (
    ReportDice,
    ReportFall,
    ReportPiece,
    ReportRemoval,
    ReportReset,
    ReportStable,
    ReportTally,
)

# Chance that a piece brings down a tower of so many pieces: about 1 % at 3, 12 % at 10.
_FALL_PER_SQUARED_HEIGHT = 0.0012
_FALL_DURING_FORMULA = 0.01
_SPONTANEOUS_FALL = 0.001
_SOMEBODY_ELSE = 0.04
_HIGH_TOWER_DICE = 7
_MOST_DICE_BY_TABLE = 3


@cache
def _rolls(faces: FaceCounts, count: int) -> tuple[tuple[str, ...], ...]:
    """Every equally likely roll of a few dice, so that one random number picks a whole roll."""
    return tuple(product(faces.layout(), repeat=count))


class SimulatedBeanstalk:
    """Everything the rules do not know: the cards in the hands, the dice, the accidents."""

    __slots__ = ("_faces", "_hands", "_piles", "_random", "_rng", "_sacks")

    def __init__(self, state: State, rng: Random) -> None:
        self._rng = rng
        self._random = rng.random
        self._faces = state.rules.edition.faces
        self._hands: list[list[int]] = []
        self._piles: list[list[int]] = []
        self._sacks: list[int] = []
        for player in state.players:
            gone = (*player.played, player.picked)
            cards = [value for value in range(1, CARDS + 1) if value not in gone]
            rng.shuffle(cards)
            self._hands.append(cards[: player.hand])
            self._piles.append(cards[player.hand :])

    def choose(self, state: State, wanted: Awaiting) -> Action:
        """Answer an `AwaitChoice` as a sensible player would."""
        return _CHOICES[state.phase](self, state, wanted)

    def report(self, state: State, wanted: Awaiting) -> Action:
        """Answer everything else as the table would."""
        return _REPORTS[state.phase](self, state, wanted)

    def pick(self, state: State, wanted: AwaitChoice) -> Action:
        """Early and few dice when the tower is high, otherwise anything."""
        seat = wanted.seats[0]
        hand = self._hands[seat]
        if state.pool <= 4:
            hand.sort(reverse=True)
            value = hand.pop()
        else:
            value = hand.pop(int(self._random() * len(hand)))
        pile = self._piles[seat]
        if pile:
            hand.append(pile.pop())
        return a.PickCard(seat, value)

    def start(self, state: State, wanted: AwaitChoice) -> Action:
        """Powers first, then the number of dice: many on a low tower, few on a high one."""
        if self._random() < _SPONTANEOUS_FALL and state.turn.axe == "unused":
            return ReportFall(None)
        seat = state.active
        if state.turn.axe == "unused":
            if state.rules.expert:
                power = self._start_power(state)
                if power is not None:
                    return power
            elif state.players[seat].axe and self._wants_axe(state):
                return a.RaiseAxe(seat)
        allowed = allowed_numbers(state)
        if len(allowed) == 1:
            return a.AnnounceDice(seat, allowed[0])
        is_high = dice_in_tower(state) >= _HIGH_TOWER_DICE and allowed[-1] < state.pool
        return a.AnnounceDice(seat, allowed[0] if is_high else allowed[-1])

    def _start_power(self, state: State) -> Action | None:
        seat = state.active
        match card_of_active(state):
            case 2 if is_power_free(state, 2) and dice_in_tower(state) > _HIGH_TOWER_DICE:
                return a.Hide(seat)
            case 3 if is_power_free(state, 3):
                richer = victims(state)
                if richer:
                    return a.StealSack(seat, max(richer, key=lambda s: state.players[s].sacks))
            case 4 if is_power_free(state, 4) and self._wants_axe(state):
                return a.RaiseAxe(seat)
        return None

    def _wants_axe(self, state: State) -> bool:
        if state.pool > 6:
            return False
        tokens = tokens_in_tower(state)
        return sum(tokens) - tokens[state.active] > 2 * tokens[state.active]

    def extra(self, state: State, wanted: AwaitChoice) -> Action:
        """Take every extra die while the tower is low."""
        is_high = dice_in_tower(state) >= _HIGH_TOWER_DICE
        return a.TakeExtraDice(state.active, 0 if is_high else extra_dice_limit(state))

    def give_back(self, state: State, wanted: AwaitChoice) -> Action:
        """Power 6 against the Giant."""
        if state.turn.hand.count(EYE) + (state.eye_holder == state.active) == 2:
            return a.ReturnDie(state.active, EYE)
        return a.DeclinePower(state.active)

    def reroll(self, state: State, wanted: AwaitChoice) -> Action:
        """Power 7 against the Giant."""
        if state.turn.hand.count(state.rules.edition.reroll_face) > 1:
            return a.RerollDice(state.active)
        return a.DeclinePower(state.active)

    def reward(self, state: State, wanted: AwaitChoice) -> Action:
        """The bonus sack, or the Eye for the richest player still to come."""
        if card_of_active(state) == 5:
            return a.DrawBonus(state.active)
        richest = max(seats_to_come(state), key=lambda seat: state.players[seat].sacks)
        return a.GiveEye(state.active, richest)

    def roll(self, state: State, wanted: Awaiting) -> Action:
        """Dice of the edition's faces."""
        count = state.turn.rolling
        if count <= _MOST_DICE_BY_TABLE:
            rolls = _rolls(self._faces, count)
            return ReportDice(rolls[int(self._random() * len(rolls))])
        layout = self._faces.layout()
        return ReportDice(tuple([layout[int(self._random() * 6)] for _ in range(count)]))

    def place(self, state: State, wanted: AwaitPlacement) -> Action:
        """Treasure first, so that the tokens are paid even if a castle comes."""
        height = len(state.tower)
        if self._random() < _FALL_PER_SQUARED_HEIGHT * height * height:
            return self._fall(state)
        pieces = wanted.pieces
        if len(pieces) > 1:
            for piece in pieces:
                if piece.face == TREASURE:
                    return ReportPiece(piece)
        return ReportPiece(pieces[0])

    def _fall(self, state: State) -> Action:
        if self._random() < _SOMEBODY_ELSE:
            return ReportFall(int(self._random() * len(state.players)))
        return ReportFall(state.active)

    def check(self, state: State, wanted: Awaiting) -> Action:
        """The formula is spoken; now and then the tower does not wait for its end."""
        if self._random() < _FALL_DURING_FORMULA:
            return self._fall(state)
        return ReportStable()

    def strike(self, state: State, wanted: AwaitRemoval) -> Action:
        """The axe takes off the tower from a random height upwards, or misses."""
        cut = int(self._random() * (len(wanted.tower) + 1))
        return ReportRemoval(wanted.tower[cut:])

    def replant(self, state: State, wanted: Awaiting) -> Action:
        """Somebody tidies up."""
        return ReportReset()

    def tally(self, state: State, wanted: AwaitTally) -> Action:
        """Real sacks are shuffled unseen; turning them over is as good as drawing them now."""
        if not self._sacks:
            self._sacks = list(state.rules.edition.sack_values())
            self._rng.shuffle(self._sacks)
        seat = wanted.seats[0]
        count = state.players[seat].sacks
        values, self._sacks = self._sacks[:count], self._sacks[count:]
        if seat % 2:
            return ReportTally(seat, total=sum(values))
        return ReportTally(seat, values=tuple(values))


_CHOICES: dict[str, Callable[..., Action]] = {
    "picking": SimulatedBeanstalk.pick,
    "starting": SimulatedBeanstalk.start,
    "extra": SimulatedBeanstalk.extra,
    "returning": SimulatedBeanstalk.give_back,
    "rerolling": SimulatedBeanstalk.reroll,
    "rewarding": SimulatedBeanstalk.reward,
}
_REPORTS: dict[str, Callable[..., Action]] = {
    "axe": SimulatedBeanstalk.strike,
    "replanting": SimulatedBeanstalk.replant,
    "rolling": SimulatedBeanstalk.roll,
    "stacking": SimulatedBeanstalk.place,
    "checking": SimulatedBeanstalk.check,
    "counting": SimulatedBeanstalk.tally,
}
