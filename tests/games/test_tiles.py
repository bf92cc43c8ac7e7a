"""The bonus tiles for Karuba and Odyssée-land (SP-70 to SP-78), and everything they refuse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.errors import EditionError, InputError
from referee.games.awaiting import AwaitCards, AwaitChoice
from referee.games.base import Accepted, Action, Refused, fold
from referee.games.game_file import GameFromFile
from referee.games.parsing import parse_options, parse_seats
from referee.games.playout import play_out, seat_names
from referee.games.reports import ReportCards, ReportDice
from referee.games.tiles import GAME
from referee.games.tiles.actions import (
    ClaimTile,
    CloseTurn,
    EndHostGame,
    ExchangeHerb,
    UseTile,
)
from referee.games.tiles.edition import KARUBA, ODYSSEE_LAND, RULE_OF_TILE, TILES
from referee.games.tiles.events import TileAwarded, TileRemoved, TileUsed, TurnClosed
from referee.games.tiles.refusals import REFUSALS
from referee.games.tiles.state import State
from referee.games.tiles.view import TableView
from referee.language import language, languages
from tests.games.endings import outcome_of

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


class Table:
    """Three players and the tiles of one host game."""

    def __init__(self, host: str, **options: object) -> None:
        self.events = list(
            GAME.setup(("Anna", "Ben", "Chloe"), parse_options(GAME, {"host": host, **options}))
        )
        self.state = fold(GAME, self.events)

    def do(self, *actions: Action) -> Table:
        for action in actions:
            ruling = GAME.judge(self.state, action)
            assert isinstance(ruling, Accepted), f"{action} was refused: {ruling}"
            self.state = fold(GAME, ruling.events, self.state)
            assert list(GAME.faults(self.state)) == []
            self.events += ruling.events
        return self

    def draws(self, seat: int, tile: str) -> Table:
        return self.do(ExchangeHerb(seat), ReportCards((tile,)))

    @property
    def points(self) -> list[int]:
        view = GAME.view(self.state, None)
        assert isinstance(view, TableView)
        return [seat.points for seat in view.seats]


def karuba(*actions: Action, **options: object) -> Table:
    return Table(KARUBA, **options).do(*actions)


def odyssee_land(*actions: Action, **options: object) -> Table:
    return Table(ODYSSEE_LAND, **options).do(*actions)


@pytest.mark.parametrize(
    ("tile", "points"),
    [
        pytest.param("fastest-treasure-hunter", 2, id="SP-75"),
        pytest.param("best-treasure-hunter", 3, id="SP-76"),
        pytest.param("best-path-maker", 3, id="SP-77"),
        pytest.param("fastest-runner", 2, id="SP-78"),
    ],
)
def test_sp75_to_sp78_the_first_to_meet_a_condition_has_the_tile(tile: str, points: int) -> None:
    table = karuba(ClaimTile(1, tile), CloseTurn())

    assert table.events[-2:] == [TileAwarded(1, tile, points), TurnClosed()]
    assert table.points == [0, points, 0]
    late = GAME.judge(table.state, ClaimTile(0, tile))
    assert isinstance(late, Refused)
    assert (late.rule, late.reason) == (RULE_OF_TILE[tile], "tile-is-taken")


def test_several_in_the_same_turn_lose_the_tile_for_all() -> None:
    table = karuba(
        ClaimTile(2, "best-path-maker"), ClaimTile(0, "best-path-maker"), CloseTurn(), EndHostGame()
    )

    assert TileRemoved("best-path-maker", (2, 0)) in table.events
    assert (table.state.gone, table.points) == (("best-path-maker",), [0, 0, 0])


def test_one_turn_may_settle_several_tiles() -> None:
    table = karuba(
        ClaimTile(0, "best-path-maker"),
        ClaimTile(1, "fastest-runner"),
        ClaimTile(2, "best-path-maker"),
        ClaimTile(0, "fastest-treasure-hunter"),
        CloseTurn(),
    )

    assert table.state.held == (("fastest-treasure-hunter",), ("fastest-runner",), ())
    assert table.state.gone == ("best-path-maker",)
    assert table.state.tiles == ("best-treasure-hunter",)


def test_nothing_is_settled_before_the_turn_is_closed() -> None:
    table = karuba(ClaimTile(1, "fastest-runner"))

    assert table.points == [0, 0, 0]
    assert GAME.awaiting(table.state) == AwaitChoice((0, 1, 2), "same-turn")
    assert GAME.awaiting(karuba().state) == AwaitChoice((0, 1, 2), "claim")


def test_the_end_of_the_host_game_closes_the_turn() -> None:
    table = karuba(ClaimTile(1, "fastest-runner"), EndHostGame())

    outcome = outcome_of(GAME, table.state)
    assert outcome.scores == (0, 2, 0)
    assert outcome.winners == ()
    assert GAME.awaiting(table.state) is None


def test_the_host_game_may_end_with_tiles_left() -> None:
    assert outcome_of(GAME, karuba(EndHostGame()).state).scores == (0, 0, 0)
    assert outcome_of(GAME, odyssee_land(EndHostGame()).state).scores == (0, 0, 0)


def test_a_herb_is_exchanged_for_the_top_tile() -> None:
    table = odyssee_land(ExchangeHerb(2))
    assert GAME.awaiting(table.state) == AwaitCards("bonus", 1, TILES[ODYSSEE_LAND], 2)

    table.do(ReportCards(("platinum-sword",)))

    assert table.state.held == ((), (), ("platinum-sword",))
    assert GAME.awaiting(table.state) == AwaitChoice((0, 1, 2), "exchange")


@pytest.mark.parametrize(
    ("tile", "used"),
    [
        pytest.param("gold-sword", TileUsed(0, "gold-sword", "dice", 2, False), id="SP-70"),
        pytest.param("platinum-sword", TileUsed(0, "platinum-sword", "dice", 3, False), id="SP-71"),
        pytest.param(
            "magic-gold-sword", TileUsed(0, "magic-gold-sword", "strength", 5, False), id="SP-72"
        ),
    ],
)
def test_sp70_to_sp72_swords_are_used_up(tile: str, used: TileUsed) -> None:
    table = odyssee_land().draws(0, tile).do(UseTile(0, tile))

    assert table.events[-1] == used
    assert (table.state.held[0], table.state.gone) == ((), (tile,))
    again = GAME.judge(table.state, UseTile(0, tile))
    assert isinstance(again, Refused)
    assert (again.rule, again.reason) == (RULE_OF_TILE[tile], "tile-not-held")


def test_sp73_the_wolf_stays() -> None:
    table = odyssee_land().draws(0, "tamed-wolf")

    table.do(UseTile(0, "tamed-wolf"), UseTile(0, "tamed-wolf"))

    assert table.events[-1] == TileUsed(0, "tamed-wolf", "strength", 2, True)
    assert table.state.held[0] == ("tamed-wolf",)


def test_the_numbers_on_the_tiles_can_be_corrected() -> None:
    points = dict.fromkeys(TILES[KARUBA], 7)
    table = karuba(ClaimTile(0, "fastest-runner"), CloseTurn(), numbers={"karuba": points})

    assert table.points == [7, 0, 0]


@pytest.mark.parametrize(
    ("numbers", "key"),
    [
        ({"karuba": {"fastest-runner": 2}}, "karuba.fastest-treasure-hunter"),
        (
            {"karuba": {**dict.fromkeys(TILES[KARUBA], 2), "best-path-maker": -1}},
            "karuba.best-path-maker",
        ),
        ({"odyssee-land": {**dict.fromkeys(TILES[ODYSSEE_LAND], 2), "bow": 1}}, "odyssee-land.bow"),
        ({"colour": "green"}, "colour"),
    ],
)
def test_a_mistake_in_an_edition_names_its_key(numbers: dict[str, object], key: str) -> None:
    with pytest.raises(EditionError) as caught:
        karuba(numbers=numbers)

    assert caught.value.file.startswith("standard.toml")
    assert caught.value.key == key


def test_two_to_four_players() -> None:
    assert len(parse_seats(GAME, ["A", "B", "C", "D"])) == 4
    for names in (["A"], ["A", "B", "C", "D", "E"]):
        with pytest.raises(InputError, match="2 to 4"):
            parse_seats(GAME, names)


@pytest.mark.parametrize("host", ["catan", ""])
def test_other_host_games_are_unknown(host: str) -> None:
    with pytest.raises(InputError, match="host"):
        parse_options(GAME, {"host": host})


PROVOCATIONS: dict[str, Callable[[], tuple[Table, Action]]] = {
    "no-such-seat": lambda: (karuba(), ClaimTile(3, "fastest-runner")),
    "not-now": lambda: (odyssee_land(ExchangeHerb(0)), ExchangeHerb(1)),
    "only-in-karuba": lambda: (odyssee_land(), ClaimTile(0, "fastest-runner")),
    "only-in-odyssee-land": lambda: (karuba(), ExchangeHerb(0)),
    "no-such-tile": lambda: (karuba(), ClaimTile(0, "tamed-wolf")),
    "tile-is-taken": lambda: (
        karuba(ClaimTile(1, "fastest-runner"), CloseTurn()),
        ClaimTile(0, "fastest-runner"),
    ),
    "tile-left-game": lambda: (
        karuba(ClaimTile(1, "fastest-runner"), ClaimTile(0, "fastest-runner"), CloseTurn()),
        ClaimTile(2, "fastest-runner"),
    ),
    "already-claimed": lambda: (
        karuba(ClaimTile(1, "fastest-runner")),
        ClaimTile(1, "fastest-runner"),
    ),
    "nothing-claimed": lambda: (karuba(), CloseTurn()),
    "pile-is-empty": lambda: (
        odyssee_land()
        .draws(0, "gold-sword")
        .draws(0, "platinum-sword")
        .draws(1, "magic-gold-sword")
        .draws(2, "tamed-wolf"),
        ExchangeHerb(1),
    ),
    "one-tile-is-drawn": lambda: (
        odyssee_land(ExchangeHerb(0)),
        ReportCards(("gold-sword", "tamed-wolf")),
    ),
    "tile-not-in-pile": lambda: (
        odyssee_land().draws(1, "tamed-wolf").do(ExchangeHerb(0)),
        ReportCards(("tamed-wolf",)),
    ),
    "tile-not-held": lambda: (odyssee_land(), UseTile(0, "gold-sword")),
}


@pytest.mark.parametrize("reason", PROVOCATIONS)
def test_the_companion_refuses(reason: str) -> None:
    table, action = PROVOCATIONS[reason]()
    ruling = GAME.judge(table.state, action)

    assert isinstance(ruling, Refused)
    assert ruling.reason == reason
    for code in languages():
        assert language(code).refusal("tiles", ruling)


def test_every_refusal_is_provoked() -> None:
    assert {refusal.reason for refusal in REFUSALS} == set(PROVOCATIONS)


@pytest.mark.parametrize("seat", [-1, 3, 10**20])
@pytest.mark.parametrize(
    ("table", "action"),
    [(karuba, ClaimTile), (odyssee_land, UseTile), (odyssee_land, ExchangeHerb)],
)
def test_an_empty_seat_says_nothing(
    table: Callable[[], Table], action: type[Action], seat: int
) -> None:
    words: dict[str, int | str] = {"seat": seat}
    if action is UseTile:
        words["tile"] = "gold-sword"
    if action is ClaimTile:
        words["tile"] = "fastest-runner"

    ruling = GAME.judge(table().state, action(**words))
    assert isinstance(ruling, Refused)
    assert ruling.reason == "no-such-seat"


@pytest.mark.parametrize("over", [karuba, odyssee_land])
def test_after_the_end_everything_is_refused(over: Callable[[], Table]) -> None:
    started = over()
    choices = [*GAME.legal_actions(started.state), CloseTurn(), UseTile(0, "gold-sword")]
    state = started.do(EndHostGame()).state

    assert list(GAME.legal_actions(state)) == []
    for action in [*choices, ReportCards(("gold-sword",)), ReportDice(("1",))]:
        assert isinstance(GAME.judge(state, action), Refused)


@pytest.mark.parametrize(
    ("name", "scores"), [("tiles.jsonl", (3, 2, 0)), ("tiles-odyssee-land.jsonl", (0, 0))]
)
def test_the_golden_games(name: str, scores: tuple[int, ...]) -> None:
    first, *lines = (PLAYTHROUGHS / name).read_text(encoding="utf-8").splitlines()
    script = GameFromFile(first)
    for line in script.judge_lines(lines):
        assert isinstance(line.ruling, Accepted), line

    assert isinstance(script.state, State)
    assert outcome_of(GAME, script.state).scores == scores


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("variant", GAME.variants)
def test_whole_games_can_be_played_and_told(variant: str, code: str) -> None:
    words = language(code)
    names = seat_names(4)
    setup = GAME.setup(names, parse_options(GAME, GAME.variants[variant]))
    for seed in range(20):
        played = play_out(GAME, setup, Random(seed))
        state: State | None = None
        for event in played.events:
            state = GAME.evolve(state, event)
            assert list(GAME.faults(state)) == []
            if event.__class__ is not TurnClosed:
                assert words.event("tiles", event, names)
            for action in GAME.legal_actions(state):
                assert words.action("tiles", action, names)
            wanted = GAME.awaiting(state)
            if isinstance(wanted, AwaitChoice):
                assert words.prompt("tiles", wanted.prompt, player=names[0])
        assert state is not None
        assert msgspec.json.encode(GAME.view(state, None))
