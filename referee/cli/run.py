"""`referee run`: opens a table from its profile, with a camera alone, or a simulated one.

A restart from the dashboard closes everything, then the program begins again.
"""

import os
import sys
import time
import webbrowser
from _thread import interrupt_main
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Annotated

import typer
from rich.console import Console

from referee.app.dashboard.server import Dashboard, free_port
from referee.app.locations import dashboard_folder, profile_or_simulated
from referee.app.memory import give_pictures_back
from referee.app.other_table import OtherTable
from referee.app.running_table import RunningTable, open_table
from referee.app.service_manager import service_manager
from referee.cli import LanguageCode, OptionWords, commands
from referee.cli.run_terminal import TableTerminal, printing
from referee.errors import InputError
from referee.games.base import AnyGame, Options
from referee.games.parsing import parse_option_words, parse_options, parse_seats
from referee.games.playout import seat_names
from referee.games.registry import broken_games, find_game, games
from referee.language import Language, language
from referee.store.durable_files import replace_file
from referee.store.game_filter import GameFilter


class Restarting:
    """Whether somebody wants the program to start anew; any thread may ask for it."""

    def __init__(self) -> None:
        self.is_asked = False
        self._other: Sequence[str] | None = None

    def ask(self) -> None:
        """End what the main thread waits for, as Ctrl-C would."""
        self.is_asked = True
        interrupt_main()

    def ask_for(self, words: Sequence[str]) -> None:
        """The same, but as `referee run` with these words, and with no game under way."""
        self._other = words
        self.ask()

    def start_anew(self, port: int | None) -> None:
        """Become a new process at the same address that goes on with the game; no way back."""
        words = restarted_words(sys.argv[1:], port, self._other)
        os.execv(sys.executable, words)  # noqa: S606 - no shell


def restarted_words(
    words: Sequence[str], port: int | None, other: Sequence[str] | None = None
) -> list[str]:
    """The command line of the new process: these words and the game, or another table's words.

    >>> restarted_words(["run", "--game", "pig"], 8081)[1:]
    ['-m', 'referee.cli', 'run', '--game', 'pig', '--resume', '--port', '8081']
    >>> restarted_words(["run", "--game", "pig"], 8081, ["--camera", "0"])[1:]
    ['-m', 'referee.cli', 'run', '--camera', '0', '--port', '8081']
    """
    resumed = [] if "--resume" in words or other is not None else ["--resume"]
    words = words if other is None else ("run", *other)
    is_placed = port is None or any(word.startswith("--port") for word in words)
    placed = [] if is_placed else ["--port", str(port)]
    return [sys.executable, "-m", "referee.cli", *words, *resumed, *placed]


_POLL_S = 0.2


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What was asked for on the command line."""

    profile: Path | None = None
    camera: str | None = None
    """The number or the URL of a camera that is all the table has."""
    game: str | None = None
    players: str | None = None
    option_words: Sequence[str] = ()
    is_autoplay: bool = False
    is_resumed: bool = False
    care: float = 0.93
    pace: float = 1.0
    """How fast simulated players think; 2 is twice as fast as people."""
    port: int | None = None
    """Where the dashboard is served; None: as the profile says."""
    is_served: bool = True


def run_table(options: RunOptions, console: Console, words: Language) -> int:
    """Run the table and its dashboard until somebody ends it."""
    give_pictures_back()
    if not 0 <= options.care <= 1:
        raise InputError(f"A care of {options.care} is not possible; give a number from 0 to 1.")
    if options.profile is not None and options.camera is not None:
        raise InputError("A profile names its own camera: leave --camera or --table out.")
    profile = profile_or_simulated(options.profile, words.code, options.camera)
    asked = _asked_game(options)
    restarting, port = Restarting(), None
    with printing(console, words), ExitStack() as opened:
        console.print(words.say("run-opening"), markup=False)
        running = opened.enter_context(open_table(profile))
        terminal = TableTerminal(running, console, words)
        if options.is_autoplay:
            _let_play(running, options)
        try:
            # As soon as the page is there somebody may ask for a restart, also before the game.
            if options.is_served:
                page = opened.enter_context(_dashboard(running, options, restarting, words.code))
                port = page.port
                _tell_address(page, console, words)
            _tell_damaged(running, console, words)
            _tell_bare(running, console, words)
            _begin(running, options, asked)
            _report(running, opened, words)
            _follow(running, terminal, console, options, restarting)
        except (EOFError, KeyboardInterrupt):
            console.print()
        console.print(words.say("run-bye"), markup=False)
    if restarting.is_asked:
        restarting.start_anew(port)
    return 0


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A game that was asked for by name: who plays, and what was agreed."""

    game: AnyGame
    names: tuple[str, ...]
    options: Options


def _asked_game(options: RunOptions) -> AskedGame | None:
    """The game of the command line, checked before anything is opened; None: people choose."""
    is_asked = options.game or options.players or options.option_words or options.is_autoplay
    if not is_asked and options.is_served:
        return None
    game = _named_game(options)
    names = _names(game, options.players)
    agreed = parse_options(game, parse_option_words(options.option_words), strict=False)
    return AskedGame(game, names, game.seal(agreed, SystemRandom()))


def _named_game(options: RunOptions) -> AnyGame:
    """The game of this name; without one, whoever plays by itself takes the first there is."""
    if options.game:
        return find_game(options.game)
    if options.players or options.option_words:
        raise InputError(f"Say which game it is: add --game {' or '.join(games())}.")
    return next(iter(games().values()))


def _begin(running: RunningTable, options: RunOptions, asked: AskedGame | None) -> None:
    """The game that was asked for, or the one that was never finished."""
    is_meant = options.is_resumed or asked is None
    unfinished = running.table.recorded.newest_unfinished() if is_meant else None
    is_own = running.world is None and options.camera is None
    if unfinished is not None and (options.is_resumed or is_own):
        running.ask(lambda table: table.resume_game(unfinished.id)).result()
    elif asked is not None:
        running.ask(
            lambda table: table.begin_game(asked.game.name, asked.names, asked.options)
        ).result()


def _tell_damaged(running: RunningTable, console: Console, words: Language) -> None:
    """What cannot be used: a log, installed games, games that should go on but cannot."""
    if running.damaged_log is not None:
        said = words.say("run-log-salvaged", file=str(running.damaged_log))
        console.print(said, style="red", markup=False, highlight=False)
    for left_out in broken_games():
        said = words.say(left_out.reason, **left_out.words)
        console.print(said, style="red", markup=False, highlight=False)
    recorded = running.table.recorded
    for stored in recorded.damaged(GameFilter(state="unfinished")):
        damage = recorded.look(stored).damage
        if damage is not None:
            console.print(words.error(damage), style="red", markup=False, highlight=False)


def _tell_bare(running: RunningTable, console: Console, words: Language) -> None:
    """What a table goes without whose camera sees no markers, and how to have it."""
    if running.camera is not None and not running.profile.camera.markers:
        for message in ("doctor-tray-bare", "doctor-tray-bare-next"):
            console.print(words.say(message), markup=False, highlight=False)


def _tell_address(page: Dashboard, console: Console, words: Language) -> None:
    """Say where the page is, open it on a desktop, and leave a note for the table's own screen."""
    # Whole on one line, however narrow the terminal is: it is copied.
    shown = words.say("run-page", address=page.screen_address)
    console.print(shown, style="bold", soft_wrap=True, highlight=False)
    for address in page.phone_addresses:
        console.print(words.say("run-phones", address=f"{address}/"), soft_wrap=True)
    given = os.environ.get("RUNTIME_DIRECTORY")
    if given:
        _leave_note(Path(given.split(":", maxsplit=1)[0]) / "kiosk", page)
    elif sys.stdout.isatty() and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        webbrowser.open(page.screen_address)


def _leave_note(file: Path, page: Dashboard) -> None:
    """The address with the key, for the screen that systemd starts."""
    kiosk = page.screen_address.replace(page.address, f"{page.address}?kiosk")
    replace_file(file, kiosk.encode(), mode=0o640)


def _dashboard(
    running: RunningTable, options: RunOptions, restarting: Restarting, language_code: str
) -> Dashboard:
    web = running.profile.web
    # A table with a profile is found where its profile says.
    is_fixed = options.profile is not None
    port = options.port or (web.port if is_fixed else free_port(web.host, web.port))
    folder = dashboard_folder(options.profile)
    has_camera = options.camera is not None

    def start(words: Sequence[str]) -> None:
        restarting.ask_for((*words, "--language", language_code))

    return Dashboard(
        running,
        folder=folder,
        port=port,
        profile=options.profile,
        restart=restarting.ask,
        other_table=None if is_fixed else OtherTable(start, has_camera=has_camera),
        has_quick_start=has_camera,
    )


def _report(running: RunningTable, opened: ExitStack, words: Language) -> None:
    """Tell the service manager, if there is one, that the table runs and goes on running."""
    manager = service_manager(running.clock)
    running.thread.on_step(manager.alive)
    manager.ready(words.say("run-ready"))
    opened.callback(manager.stopping)


def _names(game: AnyGame, players: str | None) -> tuple[str, ...]:
    usual = seat_names(max(3, game.min_players) if game.max_players > 2 else 2)
    return parse_seats(game, players.split(",") if players else usual)


def _let_play(running: RunningTable, options: RunOptions) -> None:
    if running.world is None:
        raise InputError(
            "Only a simulated table plays by itself: leave --autoplay out, or --table and --camera."
        )
    running.autoplay(care=options.care, pace=options.pace)


def _follow(
    running: RunningTable,
    terminal: TableTerminal,
    console: Console,
    options: RunOptions,
    restarting: Restarting,
) -> None:
    """Listen to what is typed, or only watch; without a dashboard, until the game is over."""
    is_typed = sys.stdin.isatty() or not (options.is_autoplay or options.is_served)
    # A program that was started in the background hears no interrupt, so it looks for itself.
    while not restarting.is_asked and (options.is_served or not _is_over(running)):
        if not is_typed or options.is_autoplay:
            time.sleep(_POLL_S)
        elif not terminal.hear_line(console.input()):
            return


def _is_over(running: RunningTable) -> bool:
    snapshot = running.ask(lambda table: table.snapshot()).result()
    return snapshot is not None and snapshot.awaiting is None


@commands.command("run")
def run(
    table: Annotated[Path | None, typer.Option(help="The profile of a table, table.toml.")] = None,
    camera: Annotated[
        str | None,
        typer.Option(help="Only a camera, over any plain ground: its number, such as 0, or a URL."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Which game, see: referee games")] = None,
    players: Annotated[str | None, typer.Option(help="Names, clockwise: Anna,Ben,Carl")] = None,
    options: OptionWords = None,
    autoplay: Annotated[bool, typer.Option(help="Simulated players play by themselves.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game.")] = False,
    care: Annotated[float, typer.Option(help="How careful simulated hands are, 0 to 1.")] = 0.93,
    pace: Annotated[
        float, typer.Option(min=0.1, max=10, help="How fast simulated players are; 2: twice.")
    ] = 1.0,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Where the dashboard is served.")
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="No dashboard, only this terminal.")
    ] = False,
    language_code: LanguageCode = "en",
) -> None:
    """Run the table and its dashboard. Without a profile the table is simulated.

    Example: referee run --game pig --autoplay
    """
    asked = RunOptions(
        profile=table,
        camera=camera,
        game=game,
        players=players,
        option_words=options or [],
        is_autoplay=autoplay,
        is_resumed=resume,
        care=care,
        pace=pace,
        port=port,
        is_served=not terminal,
    )
    raise typer.Exit(run_table(asked, Console(), language(language_code)))
