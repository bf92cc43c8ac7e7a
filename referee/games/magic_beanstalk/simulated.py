"""Simulated players and a simulated table: hidden hands, chance, and hands that tremble.

The players are sensible, not strong: they build while the tower is low, play safe when it is high,
and swing the axe at other people's tokens. The higher the tower, the likelier a piece brings it
down.
"""

from collections.abc import Callable
from functools import cache
from itertools import permutations, product
from random import Random

from referee.games.base import Action
from referee.games.magic_beanstalk import actions
from referee.games.magic_beanstalk.edition import (
    CARDS,
    CASTLE,
    CYLINDER,
    DICE,
    DIE_PIECES,
    EYE,
    MAX_PLAYERS,
    TOKEN_PIECES,
    FaceCounts,
    faceless,
)
from referee.games.magic_beanstalk.state import (
    State,
    card_of_active,
    dice_in_tower,
    eyes_of,
    is_power_free,
    seats_to_come,
    tokens_in_tower,
)
from referee.games.magic_beanstalk.tower import dice_to_place, tally_of
from referee.games.magic_beanstalk.turn import allowed_numbers, extra_dice_limit, victims
from referee.games.reports import (
    ReportDice,
    ReportFall,
    ReportPiece,
    ReportRemoval,
    ReportReset,
    ReportStable,
    ReportTally,
)
from referee.games.tallying import seats_to_tally

# All chosen by hand, so that every rule comes into play; the effects are means of 400 simulated
# base games with four players (27 turns, 5.9 falls, 3.4 axes and 0.9 castles a game).

# Chance that a piece brings down a tower of so many pieces: about 1 % at 3, 12 % at 10. Half as
# much gives 3.9 falls and 1.7 castles, twice as much 8.3 falls and 0.3 castles. The tallest tower
# has 12 dice, 15 tokens, 2 cylinders and a castle.
_FALL_AT_HEIGHT = tuple(0.0012 * height * height for height in range(31))
# Rare enough to leave the towers to the hands, common enough that many games try these rulings.
_FALL_DURING_FORMULA = 0.01
_SPONTANEOUS_FALL = 0.001
_OWN_FAULT = 0.5
_SOMEBODY_ELSE = 0.04
# From so many dice on nobody wants more of them; at 3 the Giant wakes a fifth less often.
_HIGH_TOWER_DICE = 7
# With so few dice in the pool the smallest number is announced; at 9 hardly a game ends by its
# sacks (1 of 25 instead of 1 of 5), at 2 every fourth does.
_LOW_POOL = 5
# With so few the tower is worth an axe; at 4 only 2.6 are raised.
_AXE_POOL = 6
# Half the tower: who picks now goes early and rolls few.
_EARLY_POOL = 4
# Every roll of up to three dice is made once: 216 of them; with four it would be 1296.
_MOST_DICE_BY_TABLE = 3

# Actions are frozen, so the common ones are made once.
_STABLE = ReportStable()
_RESET = ReportReset()
_PICK = tuple(
    tuple(actions.PickCard(seat, value) for value in range(CARDS + 1))
    for seat in range(MAX_PLAYERS)
)
_ANNOUNCE = tuple(
    tuple(actions.AnnounceDice(seat, count) for count in range(DICE)) for seat in range(MAX_PLAYERS)
)
_PLACE_DIE: dict[str | None, Action] = {
    face: ReportPiece(piece) for face, piece in DIE_PIECES.items()
}
_PLACE_OWED: dict[str, tuple[Action, ...]] = {
    "token": tuple(map(ReportPiece, TOKEN_PIECES)),
    "cylinder": (ReportPiece(CYLINDER),) * MAX_PLAYERS,
    "castle": (ReportPiece(CASTLE),) * MAX_PLAYERS,
}


@cache
def _rolls(faces: FaceCounts) -> tuple[tuple[Action, ...], ...]:
    """Every equally likely roll of up to three dice: one random number picks a whole roll."""
    counts = range(_MOST_DICE_BY_TABLE + 1)
    layout = faces.layout()
    return tuple(tuple(map(ReportDice, product(layout, repeat=count))) for count in counts)


@cache
def _card_orders() -> tuple[tuple[int, ...], ...]:
    """Every order of seven cards: one random number shuffles them."""
    return tuple(permutations(range(1, CARDS + 1)))


class SimulatedBeanstalk:
    """Everything the rules do not know: the cards in the hands, the dice, the accidents."""

    __slots__ = ("_faces", "_hands", "_piles", "_random", "_rng", "_rolls")

    def __init__(self, state: State, rng: Random) -> None:
        self._rng = rng
        self._random = rng.random
        self._faces = state.rules.edition.faces
        self._rolls = _rolls(self._faces)
        self._hands: list[list[int]] = []
        self._piles: list[list[int]] = []
        for player in state.players:
            gone = (*player.played, player.picked)
            orders = _card_orders()
            order = orders[int(rng.random() * len(orders))]
            cards = [value for value in order if value not in gone]
            self._hands.append(cards[: player.hand])
            self._piles.append(cards[player.hand :])

    def act(self, state: State) -> Action | None:
        """What a sensible player, or the table, does next."""
        return _ACTS[state.phase](self, state)

    def pick(self, state: State) -> Action:
        """Early and few dice when the tower is high, otherwise anything."""
        seat = state.to_pick[0]
        hand = self._hands[seat]
        if state.pool <= _EARLY_POOL:
            hand.sort(reverse=True)
            value = hand.pop()
        else:
            value = hand.pop(int(self._random() * len(hand)))
        pile = self._piles[seat]
        if pile:
            hand.append(pile.pop())
        return _PICK[seat][value]

    def start(self, state: State) -> Action:
        """Powers first, then the number of dice: many on a low tower, few on a high one."""
        seat, pool = state.active, state.pool
        if state.turn.axe == "unused":
            if self._random() < _SPONTANEOUS_FALL:
                return ReportFall(seat if self._random() < _OWN_FAULT else None)
            if state.rules.expert:
                power = self._start_power(state)
                if power is not None:
                    return power
            elif pool <= _AXE_POOL and state.players[seat].axe and self._wants_axe(state):
                return actions.RaiseAxe(seat)
        allowed = allowed_numbers(state)
        is_high = pool <= _LOW_POOL and allowed[-1] < pool
        return _ANNOUNCE[seat][allowed[0] if is_high else allowed[-1]]

    def _start_power(self, state: State) -> Action | None:
        seat = state.active
        match card_of_active(state):
            case 2 if is_power_free(state, 2) and dice_in_tower(state) > _HIGH_TOWER_DICE:
                return actions.Hide(seat)
            case 3 if is_power_free(state, 3):
                richer = victims(state)
                if richer:
                    return actions.StealSack(
                        seat, max(richer, key=lambda s: state.players[s].sacks)
                    )
            case 4 if is_power_free(state, 4) and state.pool <= _AXE_POOL:
                return actions.RaiseAxe(seat)
        return None

    def _wants_axe(self, state: State) -> bool:
        """The others have more than twice as much to lose."""
        tokens = tokens_in_tower(state)
        return sum(tokens) - tokens[state.active] > 2 * tokens[state.active]

    def extra(self, state: State) -> Action:
        """Take every extra die while the tower is low."""
        is_high = dice_in_tower(state) >= _HIGH_TOWER_DICE
        return actions.TakeExtraDice(state.active, 0 if is_high else extra_dice_limit(state))

    def give_back(self, state: State) -> Action:
        """Power 6 against the Giant."""
        if eyes_of(state, state.turn.hand) == 2:
            return actions.ReturnDie(state.active, EYE)
        return actions.DeclinePower(state.active)

    def reroll(self, state: State) -> Action:
        """Power 7 against the Giant."""
        if state.turn.hand.count(state.rules.edition.reroll_face) > 1:
            return actions.RerollDice(state.active)
        return actions.DeclinePower(state.active)

    def reward(self, state: State) -> Action:
        """The bonus sack, or the Eye for the richest player still to come."""
        if card_of_active(state) == 5:
            return actions.DrawBonus(state.active)
        richest = max(seats_to_come(state), key=lambda seat: state.players[seat].sacks)
        return actions.GiveEye(state.active, richest)

    def roll(self, state: State) -> Action:
        """Dice of the edition's faces."""
        count = state.turn.rolling
        if count <= _MOST_DICE_BY_TABLE:
            rolls = self._rolls[count]
            return rolls[int(self._random() * len(rolls))]
        layout = self._faces.layout()
        return ReportDice(tuple([layout[int(self._random() * 6)] for _ in range(count)]))

    def place(self, state: State) -> Action:
        """Dice in the order in which they are offered; the higher the tower, the riskier."""
        if self._random() < _FALL_AT_HEIGHT[len(state.tower)]:
            return self._fall(state)
        owed = state.turn.owed
        if owed is None:
            return _PLACE_DIE[dice_to_place(state.turn.hand)[0].face]
        return _PLACE_OWED[owed.kind][state.active]

    def _fall(self, state: State) -> Action:
        if self._random() < _SOMEBODY_ELSE:
            return ReportFall(int(self._random() * len(state.players)))
        return ReportFall(state.active)

    def check(self, state: State) -> Action:
        """The formula is spoken; now and then the tower does not wait for its end."""
        if self._random() < _FALL_DURING_FORMULA:
            return self._fall(state)
        return _STABLE

    def strike(self, state: State) -> Action:
        """The axe takes off the tower from a random height upwards, or misses."""
        cut = int(self._random() * (len(state.tower) + 1))
        return ReportRemoval(tuple([faceless(piece) for piece in state.tower[cut:]]))

    def replant(self, state: State) -> Action:
        """Somebody tidies up."""
        return _RESET

    def tally(self, state: State) -> Action:
        """Real sacks lie unseen; turning them over is as good as drawing them now."""
        unseen = [value for value, count in tally_of(state).unseen() for _ in range(count)]
        seat = seats_to_tally(state.players)[0]
        random = self._random
        count = state.players[seat].sacks
        values = [unseen.pop(int(random() * len(unseen))) for _ in range(count)]
        return ReportTally(seat, values=tuple(values))


_ACTS: dict[str, Callable[[SimulatedBeanstalk, State], Action | None]] = {
    "picking": SimulatedBeanstalk.pick,
    "starting": SimulatedBeanstalk.start,
    "axe": SimulatedBeanstalk.strike,
    "replanting": SimulatedBeanstalk.replant,
    "rolling": SimulatedBeanstalk.roll,
    "returning": SimulatedBeanstalk.give_back,
    "extra": SimulatedBeanstalk.extra,
    "rerolling": SimulatedBeanstalk.reroll,
    "stacking": SimulatedBeanstalk.place,
    "checking": SimulatedBeanstalk.check,
    "rewarding": SimulatedBeanstalk.reward,
    "counting": SimulatedBeanstalk.tally,
    "over": lambda table, state: None,
}
