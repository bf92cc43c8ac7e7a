"""Pig as a Python game of OpenSpiel, in the manner of its `python/games`.

Importing this module needs OpenSpiel and registers the game there.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from scripts.bench.python_engines import TARGET_POINTS

ROLL, HOLD = 0, 1
_CHOICES = [ROLL, HOLD]
_FACES = [(face, 1.0 / 6.0) for face in range(6)]  # outcome 0 is the face that ends the turn

_GAME_TYPE = pyspiel.GameType(
    short_name="python_pig",
    long_name="Python Pig",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
_GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=len(_CHOICES),
    max_chance_outcomes=len(_FACES),
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=1000,
)


class PigGame(pyspiel.Game):
    """Two players, one die, 100 points."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_GAME_TYPE, _GAME_INFO, params or {})

    def new_initial_state(self) -> PigState:
        """The start of a game."""
        return PigState(self)


class PigState(pyspiel.State):
    """Whose turn it is, and the points; it changes in place, as in OpenSpiel's own games."""

    def __init__(self, game: PigGame) -> None:
        super().__init__(game)
        self._scores = [0, 0]
        self._turn_points = 0
        self._player = 0
        self._is_rolling = False
        self._is_over = False

    def current_player(self) -> Any:
        """The seat to move, or OpenSpiel's mark for dice or the end."""
        if self._is_over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self._is_rolling else self._player

    def _legal_actions(self, player: int) -> list[int]:
        del player  # either seat may do the same
        return _CHOICES

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every face of the die with its probability."""
        return _FACES

    def _apply_action(self, action: int) -> None:
        if self._is_rolling:
            self._apply_die(action)
        elif action == ROLL:
            self._is_rolling = True
        else:
            self._apply_hold()

    def _apply_die(self, outcome: int) -> None:
        self._is_rolling = False
        if outcome == 0:
            self._end_turn()
        else:
            self._turn_points += outcome + 1

    def _apply_hold(self) -> None:
        self._scores[self._player] += self._turn_points
        self._is_over = self._scores[self._player] >= TARGET_POINTS
        if not self._is_over:
            self._end_turn()

    def _end_turn(self) -> None:
        self._turn_points = 0
        self._player = 1 - self._player

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Die {action + 1}"
        return "Roll" if action == ROLL else "Hold"

    def is_terminal(self) -> bool:
        """Whether somebody has reached the target."""
        return self._is_over

    def returns(self) -> list[float]:
        """One for the winner, minus one for the other."""
        if not self._is_over:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._player == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self._scores[0]}:{self._scores[1]} +{self._turn_points}"


pyspiel.register_game(_GAME_TYPE, PigGame)
