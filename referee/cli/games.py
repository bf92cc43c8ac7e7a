"""Commands that need no table: list, replay, simulate and referee games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.cli.words import GameName, Json, LanguageCode, OptionWords

app = typer.Typer()


@app.command()
def games(as_json: Json = False) -> None:
    """List the games, their editions, options and player counts.

    Example: referee games --json
    """
    from referee.commands.listing import list_games

    list_games(Console(), as_json=as_json)


@app.command()
def replay(file: Path, as_json: Json = False, language_code: LanguageCode = "en") -> None:
    """Judge a scripted or recorded game; exit code 1 if any action was refused.

    Example: referee replay game.jsonl --json
    """
    from referee.commands.replay import replay as replay_file
    from referee.language import language

    raise typer.Exit(replay_file(file, Console(), language(language_code), as_json=as_json))


@app.command()
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

    Example: referee simulate magic-beanstalk --games 2000 --options variant=expert
    """
    from referee.commands.simulate import simulate as simulate_games

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


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(help="A game, see: referee games. [default: magic-beanstalk]")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Names, clockwise: Anna,Ben,Carl")] = None,
    options: OptionWords = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the game file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    language_code: LanguageCode = "en",
) -> None:
    """Referee a game at this terminal; everything is typed in.

    Example: referee play magic-beanstalk --players Anna,Ben --options variant=expert
    """
    from referee.commands.play.start import play as play_game
    from referee.language import language

    code = play_game(
        game,
        Console(),
        language(language_code),
        players=players,
        option_words=options or [],
        save=save,
        resume=resume,
    )
    raise typer.Exit(code)
