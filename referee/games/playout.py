"""Plays whole games with simulated players and no devices: as fast as the rules allow.

One game is a pure function of its seed, so every one of them can be played again.
"""

from collections import Counter
from random import Random

import msgspec

from referee.games.awaiting import AwaitChoice, AwaitDice, Awaiting
from referee.games.base import (
    Action,
    AnyGame,
    AnyState,
    Chosen,
    Event,
    Game,
    Options,
    Outcome,
    Simulated,
    State,
    fold,
)
from referee.games.parsing import action_name


class PlayedGame(msgspec.Struct, frozen=True):
    """One finished game: what was done, what happened, how it ended."""

    seats: tuple[str, ...]
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    outcome: Outcome


class PlayoutError(RuntimeError):
    """A simulated player or table broke the rules: a fault of the program, never of a person."""


def play_out(
    game: Game[State, Chosen],
    setup: tuple[Event, ...],
    rng: Random,
    players: Simulated[State] | None = None,
) -> PlayedGame:
    """Play one game from its setup to its end, with the game's own simulated players or others."""
    actions: list[Action] = []
    log: list[Event] = list(setup)
    start = fold(game, setup)
    state = _play_on(game, start, players or game.simulated(start, rng), actions, log)
    outcome = game.outcome(state)
    if outcome is None:
        raise PlayoutError(f"{game.name}: nobody acts, but the game is not over")
    return PlayedGame(game.seats(start), tuple(actions), tuple(log), outcome)


class RandomPlayers:
    """Seats that choose anything they may, at a table where anything can happen.

    Such players soon contradict what a simulated dealer dealt them, so the hidden things are dealt
    anew, to fit what is known, for every report.
    """

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self._game = game
        self._rng = rng

    def act(self, state: AnyState) -> Action | None:
        """Any legal choice, or what the table reports."""
        game = self._game
        if self._chooses(game.awaiting(state)) and (legal := list(game.legal_actions(state))):
            return self._rng.choice(legal)
        return game.simulated(state, self._rng).act(state)

    def _chooses(self, waiting: Awaiting | None) -> bool:
        """A choice is due; or dice may be thrown again, and now and then they are not."""
        if isinstance(waiting, AwaitDice) and waiting.at_least is not None:
            return self._rng.random() < 0.5
        return isinstance(waiting, AwaitChoice)


def _play_on(
    game: Game[State, Chosen],
    state: State,
    players: Simulated[State],
    actions: list[Action],
    log: list[Event],
) -> State:
    """The loop that simulations live in, so it looks up as little as it can."""
    act, judges, evolvers = players.act, game.judge.by_kind, game.evolve.by_kind
    action = act(state)
    while action is not None:
        ruling = judges[type(action)](state, action)
        events = ruling.events
        if not events:
            raise PlayoutError(f"{game.name}: {action} was refused: {ruling}")
        for event in events:
            state = evolvers[type(event)](state, event)
        actions.append(action)
        log += events
        action = act(state)
    return state


def seat_names(count: int) -> tuple[str, ...]:
    """Names for simulated players."""
    names = ("Juliette", "Fred", "Pierre", "Pauline", "Henri", "Anne", "Marc", "Louise")
    return names[:count]


def usual_players(game: AnyGame) -> int:
    """Four, or as near to it as the game allows."""
    return min(max(4, game.min_players), game.max_players)


class Playouts:
    """Plays one game after the other with the same seats and options."""

    def __init__(
        self, game: AnyGame, seats: tuple[str, ...], options: Options, *, is_random: bool = False
    ) -> None:
        self._game = game
        self._is_random = is_random
        self._seats = seats
        self._options = options
        self._setup: tuple[Event, ...] | None = None

    def play(self, seed: str) -> PlayedGame:
        """One game from one seed."""
        return self.play_on(Random(seed))

    def play_on(self, rng: Random) -> PlayedGame:
        """One game that goes on with this chance; seeding costs more than a short game."""
        players = RandomPlayers(self._game, rng) if self._is_random else None
        return play_out(self._game, self._set_up(rng), rng, players)

    def _set_up(self, rng: Random) -> tuple[Event, ...]:
        """The setup is the same every time, unless the referee itself shuffles something."""
        if self._setup is not None:
            return self._setup
        options = self._game.seal(self._options, rng)
        setup = self._game.setup(self._seats, options)
        if options is self._options:
            self._setup = setup
        return setup


class PlayoutReport(msgspec.Struct, frozen=True):
    """What many simulated games came to."""

    game: str
    players: int
    games: int
    seed: int
    actions: int
    events: int
    duration_s: float
    actions_per_s: float
    wins: tuple[int, ...]
    mean_scores: tuple[float, ...]
    terminations: dict[str, int]
    event_counts: dict[str, int]


class PlayoutSums:
    """Adds up played games."""

    def __init__(self, game: AnyGame, players: int, seed: int) -> None:
        self._game = game
        self._players = players
        self._seed = seed
        self._actions = self._events = self._games = 0
        self._wins = [0] * players
        self._scores = [0] * players
        self._terminations: Counter[str] = Counter()
        self._event_types: Counter[type[Event]] = Counter()

    def add(self, played: PlayedGame) -> None:
        """Count one game. A shared victory is a win for everybody who shares it."""
        self._games += 1
        self._actions += len(played.actions)
        self._events += len(played.events)
        self._terminations[played.outcome.termination] += 1
        self._event_types.update(event.__class__ for event in played.events)
        for seat in played.outcome.winners:
            self._wins[seat] += 1
        for seat, score in enumerate(played.outcome.scores):
            self._scores[seat] += score

    def report(self, duration_s: float) -> PlayoutReport:
        """The sums so far. `duration_s` is the time spent playing, not counting."""
        counts = {action_name(kind): n for kind, n in self._event_types.most_common()}
        return PlayoutReport(
            game=self._game.name,
            players=self._players,
            games=self._games,
            seed=self._seed,
            actions=self._actions,
            events=self._events,
            duration_s=round(duration_s, 3),
            actions_per_s=round(self._actions / duration_s) if duration_s else 0,
            wins=tuple(self._wins),
            mean_scores=tuple(round(score / max(self._games, 1), 2) for score in self._scores),
            terminations=dict(self._terminations),
            event_counts=counts,
        )
