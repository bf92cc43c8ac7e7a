"""Simulated players and a simulated pile: they claim, exchange and use tiles until none is left."""

from random import Random

from referee.games.base import Action
from referee.games.reports import ReportCards
from referee.games.tiles import actions
from referee.games.tiles.edition import KARUBA, WOLF
from referee.games.tiles.state import State

# Chosen by hand: of the four tiles 0.7 leave the game because two claim them (0.1 with 0.05, 2.3
# with 0.75), and tiles are used 2.6 times (0.4 with 0.1, 16 with 0.9); means of 400 games.
_SAME_TURN = 0.25
_FIGHT = 0.5


class SimulatedTiles:
    """Everything the companion does not know: the host game and the order of the pile."""

    __slots__ = ("_pile", "_random")

    def __init__(self, state: State, rng: Random) -> None:
        self._random = rng.random
        pile = list(state.tiles)
        rng.shuffle(pile)
        self._pile = pile

    def act(self, state: State) -> Action | None:
        """What players of the host game would say next, or the tile they turn over."""
        if state.phase == "over":
            return None
        if state.phase == "drawing":
            return ReportCards((self._pile.pop(),))
        return self._claim(state) if state.rules.host == KARUBA else self._exchange(state)

    def _claim(self, state: State) -> Action:
        if not state.tiles:
            return actions.EndHostGame()
        if not state.claims:
            tile = state.tiles[int(self._random() * len(state.tiles))]
            return actions.ClaimTile(self._seat(state), tile)
        tile = state.claims[0][1]
        seat = self._seat(state)
        if self._random() < _SAME_TURN and (seat, tile) not in state.claims:
            return actions.ClaimTile(seat, tile)
        return actions.CloseTurn()

    def _exchange(self, state: State) -> Action:
        if self._random() < _FIGHT:
            for seat, held in enumerate(state.held):
                for tile in held:
                    if tile != WOLF or self._random() < _FIGHT:
                        return actions.UseTile(seat, tile)
        return actions.ExchangeHerb(self._seat(state)) if state.tiles else actions.EndHostGame()

    def _seat(self, state: State) -> int:
        return int(self._random() * len(state.held))
