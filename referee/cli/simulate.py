"""`referee simulate`: whole games with simulated players, no devices."""

from collections.abc import Sequence
from random import randrange
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from referee.cli import GameName, Json, OptionWords, commands
from referee.errors import InputError
from referee.games.base import AnyGame, AnyState, fold
from referee.games.parsing import parse_option_words, parse_options, parse_seats
from referee.games.playout import (
    PlayedGame,
    PlayoutReport,
    Playouts,
    PlayoutSums,
    seat_names,
    usual_players,
)
from referee.games.registry import find_game

_MOST_GAMES = 10_000_000


def simulate_games(
    name: str,
    console: Console,
    *,
    players: int | None,
    games: int,
    seed: int | None,
    option_words: Sequence[str],
    check: bool,
    is_random: bool,
    as_json: bool,
) -> int:
    """Play the games and print what they came to; with `check`, test the rules' invariants too."""
    game = find_game(name)
    if not 1 <= games <= _MOST_GAMES:
        raise InputError(f"{games} games cannot be played; give a number from 1 to {_MOST_GAMES}.")
    count = players if players is not None else usual_players(game)
    seats = parse_seats(game, seat_names(count) if count <= game.max_players else ["?"] * count)
    options = parse_options(game, parse_option_words(option_words), strict=False)
    used_seed = randrange(2**32) if seed is None else seed
    playouts = Playouts(game, seats, options, is_random=is_random)
    sums = PlayoutSums(game, len(seats), used_seed)
    report, broken = _play_all(game, playouts, sums, games, used_seed, check=check)
    _print(console, report, seats, broken if check else None, as_json=as_json)
    return 1 if broken else 0


def _play_all(
    game: AnyGame, playouts: Playouts, sums: PlayoutSums, games: int, seed: int, *, check: bool
) -> tuple[PlayoutReport, list[str]]:
    broken: list[str] = []
    duration_s = 0.0
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game.title, total=games)
        for number in range(games):
            started = perf_counter()
            played = playouts.play(f"{seed}/{number}")
            duration_s += perf_counter() - started
            sums.add(played)
            if check:
                broken += [f"game {number}: {fault}" for fault in broken_invariants(game, played)]
            if number % 100 == 0:
                progress.update(task, completed=number)
    return sums.report(duration_s), broken


def broken_invariants(game: AnyGame, played: PlayedGame) -> list[str]:
    """Fold the game again and ask the rules after every event whether all is still there."""
    state: AnyState | None = None
    broken: list[str] = []
    for number, event in enumerate(played.events):
        state = game.evolve(state, event)
        broken += [f"event {number}: {fault}" for fault in game.faults(state)]
    if game.outcome(fold(game, played.events)) != played.outcome:
        broken.append("the recorded events lead to another outcome")
    return broken


def _print(
    console: Console,
    report: PlayoutReport,
    seats: tuple[str, ...],
    broken: list[str] | None,
    *,
    as_json: bool,
) -> None:
    if as_json:
        document = msgspec.to_builtins(report)
        if broken is not None:
            document["broken_invariants"] = broken
        console.print_json(msgspec.json.encode(document).decode())
        return
    table = Table(title=f"{report.games} games of {report.game}, seed {report.seed}")
    for heading in ("player", "wins", "mean score"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for name, wins, score in zip(seats, report.wins, report.mean_scores, strict=True):
        table.add_row(name, str(wins), f"{score:.1f}")
    console.print(table)
    console.print("A shared victory is a win for everybody who shares it.", style="dim")
    ends = ", ".join(f"{name} {count}" for name, count in report.terminations.items())
    console.print(f"How they ended: {ends}")
    common = ", ".join(f"{name} {count}" for name, count in list(report.event_counts.items())[:8])
    console.print(f"What happened most: {common}")
    console.print(f"{report.actions} actions, {report.actions_per_s:,} actions per second")
    if broken is not None:
        console.print(f"Broken invariants: {len(broken)}")
        for line in broken[:20]:
            console.print(f"  {line}")


@commands.command("simulate")
def simulate(
    game: GameName,
    players: Annotated[int | None, typer.Option(help="How many play.")] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same games.")] = None,
    options: OptionWords = None,
    check: Annotated[
        bool, typer.Option(help="Test the rules' invariants after each event.")
    ] = False,
    is_random: Annotated[bool, typer.Option("--random", help="Any legal choice at all.")] = False,
    as_json: Json = False,
) -> None:
    """Play whole games with simulated players and print statistics.

    Example: referee simulate pig --games 2000
    """
    code = simulate_games(
        game,
        Console(),
        players=players,
        games=games,
        seed=seed,
        option_words=options or [],
        check=check,
        is_random=is_random,
        as_json=as_json,
    )
    raise typer.Exit(code)
