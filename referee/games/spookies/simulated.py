"""Simulated players and a simulated table: dice, and chips that nobody has looked at.

The players are sensible, not strong: they roll the number of dice that promises most chips, go on
while that is worth the risk, and now and then do something else for fun.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random

from referee.games.base import Action
from referee.games.reports import ReportDice, ReportTally
from referee.games.spookies import actions
from referee.games.spookies.edition import (
    ATTIC,
    DICE_NUMBERS,
    FIGURES,
    FRIEND_FACES,
    GARDEN,
    GATE,
    MAX_PLAYERS,
    PIPS,
    RESULTS,
)
from referee.games.spookies.rules import ghost_goals, tally_of
from referee.games.spookies.state import State
from referee.games.tallying import can_make, seats_to_tally

# All chosen by hand, so that every rule comes into play; the effects are means of 400 simulated
# games with four players and the joker (18 turns, 8 falls of a figure).

# How often a player does something else than what promises most: without it a game has 15 turns,
# with 0.3 it has 24.
_WHIM = 0.1
# Two dice where so many fine chips lie: taken once a game; at 1 three times, at 6 every other game.
_FINES_WORTH_A_RISK = 3
# At 2 most jokers are used; at 1 nearly all, at 4 one in five.
_LOSS_WORTH_A_JOKER = 2

_SEATS = range(MAX_PLAYERS)

# Reports and choices are values, so each of them is made once and one random number picks it.
_FRIENDS = tuple(ReportDice((face,)) for face in FRIEND_FACES)
_ROLLS = {
    count: tuple(ReportDice(faces) for faces in product(PIPS, repeat=count))
    for count in DICE_NUMBERS
}
_CHOOSE_DICE = tuple(
    {count: actions.ChooseDice(seat, count) for count in DICE_NUMBERS} for seat in _SEATS
)
_STOP = tuple(actions.StopTurn(seat) for seat in _SEATS)
_CHOOSE_FIGURE = tuple(
    tuple(actions.ChooseFigure(seat, figure) for figure in FIGURES) for seat in _SEATS
)

Plan = tuple[tuple[int, float], ...]
"""The best number of dice and the chips it promises, by space from the gate up."""


@cache
def _plan(rewards: tuple[tuple[int, ...], ...], numbers: tuple[int, ...]) -> Plan:
    return tuple(
        max(
            ((count, _promise(rewards, space, count)) for count in numbers),
            key=lambda choice: choice[1],
        )
        for space in range(GATE, ATTIC + 1)
    )


def _promise(rewards: tuple[tuple[int, ...], ...], space: int, count: int) -> float:
    """The mean gain of one roll: reward if the figure climbs, fine if it falls."""
    reward = rewards[space - GATE][count - 2]
    results = Counter(result for faces, result in RESULTS.items() if len(faces) == count)
    gain = sum(
        number * (reward if result > space else max(result, GATE) - space)
        for result, number in results.items()
    )
    return float(gain) / results.total()


class SimulatedSpookies:
    """Everything the rules do not know: the dice, the values of real chips, the players' nerve."""

    __slots__ = ("_chips", "_haunted_plan", "_plan", "_random")

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random
        self._chips: list[int] = []
        self._plan = _plan(state.rules.rewards, DICE_NUMBERS)
        self._haunted_plan = _plan(state.rules.rewards, DICE_NUMBERS[:-1])

    def act(self, state: State) -> Action | None:
        """What a sensible player, or the table, does next."""
        return _ACTS[state.phase](self, state)

    def friend(self, state: State) -> Action:
        """The friend die."""
        return _FRIENDS[int(self._random() * 6)]

    def roll(self, state: State) -> Action:
        """As many dice as were announced, and the joker's too."""
        rolls = _ROLLS[state.dice]
        return rolls[int(self._random() * len(rolls))]

    def figure(self, state: State) -> Action:
        """The figure whose next step promises most."""
        plan = self._plan
        promises = [plan[space - GATE][1] for space in state.figures]
        return _CHOOSE_FIGURE[state.active][promises.index(max(promises))]

    def dice(self, state: State) -> Action:
        """The number that promises most, or two where many fine chips lie."""
        space = state.figures[state.figure]
        plan = self._haunted_plan if space == state.ghost else self._plan
        count = plan[space - GATE][0]
        if space < ATTIC and state.fines[space + 1 - GARDEN] >= _FINES_WORTH_A_RISK:
            count = 2
        elif self._random() < _WHIM:
            count = 3
        return _CHOOSE_DICE[state.active][count]

    def go_on(self, state: State) -> Action:
        """Go on while that promises a gain; a whim now and then."""
        space = state.figures[state.figure]
        plan = self._haunted_plan if space == state.ghost else self._plan
        count, promise = plan[space - GATE]
        if (promise > 0) == (self._random() < _WHIM):
            return _STOP[state.active]
        return _CHOOSE_DICE[state.active][count]

    def joker(self, state: State) -> Action:
        """Against a roll that costs much."""
        loss = state.figures[state.figure] - max(RESULTS[state.faces], GATE)
        if min(loss, state.players[state.active].chips) >= _LOSS_WORTH_A_JOKER:
            return actions.UseJoker(state.active)
        return actions.KeepRoll(state.active)

    def fines(self, state: State) -> Action:
        """Chips are chips."""
        if self._random() < _WHIM / 2:
            return actions.LeaveFines(state.active)
        return actions.TakeFines(state.active)

    def ghost(self, state: State) -> Action:
        """Up or down."""
        return actions.MoveGhost(state.active, ghost_goals(state)[self._random() < 0.5])

    def tally(self, state: State) -> Action:
        """Real chips are shuffled unseen; turning them over is as good as drawing them now.

        The last to count says only the total.
        """
        waiting = seats_to_tally(state.players)
        seat = waiting[0]
        values = self._turned_over(state, state.players[seat].chips)
        if len(waiting) == 1:
            return ReportTally(seat, total=sum(values))
        return ReportTally(seat, values=values)

    def _turned_over(self, state: State, count: int) -> tuple[int, ...]:
        """So many chips that nobody has seen, leaving room for totals that others have given."""
        others = tally_of(state).counted_unseen()
        if not self._chips or others != (0, 0):
            unseen = [value for value, left in tally_of(state).unseen() for _ in range(left)]
            self._chips = sorted(unseen, key=lambda _: self._random())
        if others != (0, 0):
            return self._turned_over_one_by_one(state, count, others)
        values, self._chips = self._chips[:count], self._chips[count:]
        return tuple(values)

    def _turned_over_one_by_one(
        self, state: State, count: int, others: tuple[int, int]
    ) -> tuple[int, ...]:
        left = dict(tally_of(state).unseen())
        values: list[int] = []
        for value in self._chips:
            kinds = tuple({**left, value: left[value] - 1}.items())
            if len(values) < count and can_make(kinds, *others):
                left[value] -= 1
                values.append(value)
        return tuple(values)

    def end(self, state: State) -> None:
        """Nothing is left to do."""


_ACTS: dict[str, Callable[[SimulatedSpookies, State], Action | None]] = {
    "friend": SimulatedSpookies.friend,
    "figure": SimulatedSpookies.figure,
    "dice": SimulatedSpookies.dice,
    "rolling": SimulatedSpookies.roll,
    "joker": SimulatedSpookies.joker,
    "fines": SimulatedSpookies.fines,
    "ghost": SimulatedSpookies.ghost,
    "continuing": SimulatedSpookies.go_on,
    "counting": SimulatedSpookies.tally,
    "over": SimulatedSpookies.end,
}
