"""Games: what can be played, beginning and resuming, what was recorded, and its evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import SystemRandom
from typing import Annotated, Literal

from fastapi import Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from referee.events import JsonObject
from referee.games.base import AnyGame, Options
from referee.games.dice import dice_of, needs_only_dice
from referee.games.editions import edition_names
from referee.games.parsing import parse_options, parse_seats
from referee.games.pieces import pieces_of
from referee.games.registry import EditionInfo, editions_of, find_game, games, open_options
from referee.games.rulebook import rulebook
from referee.language import FALLBACK
from referee.store.game_filter import GameFilter
from referee.store.players import PlayerBook
from referee.store.troubles import StoreError, StoreTrouble, store_error
from referee.table.table import Table
from referee.web.access.rights import Viewer
from referee.web.feed import Feed
from referee.web.openapi import Media
from referee.web.recorded_games import game_detail, game_page
from referee.web.requests import (
    LARGEST,
    Id,
    IdempotencyKey,
    IdQuery,
    NameQuery,
    RequestRefused,
    Since,
    Until,
)
from referee.web.routes.calibration import unless_calibrating
from referee.web.routes.pictures import pictures_of
from referee.web.routing import (
    Anybody,
    Download,
    FeedOf,
    MaySeeResults,
    Operator,
    RepeatedOf,
    Routes,
    Screen,
)
from referee.web.settings import MemorySettings
from referee.web.shapes.games import (
    Catalogue,
    DieLook,
    GameBegun,
    GameDetail,
    GameEntry,
    GamePage,
    GameRules,
    NewGame,
    RuleText,
    VariantInfo,
)
from referee.web.shapes.operator import Done
from referee.web.texts import in_all_languages, message_text


def catalogue(settings: MemorySettings) -> Catalogue:
    """Every game with its variants, options and editions; companions of other games come last."""
    known = sorted(games().values(), key=lambda game: (game.is_companion, game.title.casefold()))
    return Catalogue(tuple(_game_entry(game, settings) for game in known))


def _game_entry(game: AnyGame, settings: MemorySettings) -> GameEntry:
    shipped = _editions(game.name)
    return GameEntry(
        name=game.name,
        title=game.title,
        min_players=game.min_players,
        max_players=game.max_players,
        is_companion=game.is_companion,
        needs_only_dice=needs_only_dice(game),
        variants=tuple(VariantInfo(name, dict(each)) for name, each in game.variants.items()),
        options=open_options(game),
        editions=tuple(shipped),
        players={name: edition.players for name, edition in shipped.items()},
        numbers=dict(settings.numbers(game.name)),
        pieces=pieces_of(game),
        dice=tuple(DieLook(die.kind, die.faces, die.body, die.ink) for die in dice_of(game)),
        pictures=pictures_of(game.name),
    )


def game_rules(game: AnyGame) -> GameRules:
    """The rules of a game in all languages; it may have none to read."""
    return GameRules(
        short=in_all_languages(lambda words: rulebook(game, words.code).short),
        rules=tuple(_rule_text(game, each) for each in rulebook(game, FALLBACK).rules),
    )


def _rule_text(game: AnyGame, rule: str) -> RuleText:
    return RuleText(
        rule,
        title=in_all_languages(lambda words: rulebook(game, words.code).rules[rule].title),
        text=in_all_languages(lambda words: rulebook(game, words.code).rules[rule].text),
    )


# Every number of players is set up once to know; the shipped editions stay what they are.
@cache
def _editions(name: str) -> dict[str, EditionInfo]:
    return editions_of(find_game(name))


@dataclass(frozen=True, slots=True)
class NewGamePlan:
    """A game that can begin."""

    game: AnyGame
    seats: tuple[str, ...]
    player_ids: tuple[int | None, ...]
    options: Options

    def begin(self, table: Table) -> int:
        """Begin it, in the table's thread."""
        return table.begin_game(
            self.game.name, self.seats, self.options, player_ids=self.player_ids
        )


def planned_game(
    new: NewGame, settings: MemorySettings, players: PlayerBook, viewer: Viewer
) -> NewGamePlan:
    """Check everything before the game under way is put aside."""
    game = find_game(new.game)
    for seat in new.seats:
        if seat.player_id is not None:
            players.get(seat.player_id)
    seats = parse_seats(game, [seat.name for seat in new.seats])
    wished = _checked_options(game, new.options, viewer)
    numbers = {**settings.numbers(game.name), **wished.get("numbers", {})}
    if numbers:
        wished = {**wished, "numbers": numbers}
    options = game.seal(parse_options(game, wished), SystemRandom())
    game.setup(seats, options)
    return NewGamePlan(game, seats, tuple(seat.player_id for seat in new.seats), options)


def _checked_options(game: AnyGame, options: JsonObject, viewer: Viewer) -> JsonObject:
    """Nobody gives the order of a sealed deck, or the path of a file, over the wire."""
    known = {field.name for field in open_options(game)}
    if viewer.may_operate:
        known.add("numbers")
    for name in options:
        if name not in known:
            raise RequestRefused(422, message_text("web-not-an-option", option=name[:40]))
    if "edition" in options and options["edition"] not in edition_names(game.editions):
        raise RequestRefused(422, message_text("web-no-such-edition"))
    if not isinstance(options.get("numbers", {}), dict):
        raise RequestRefused(422, message_text("web-not-an-option", option="numbers"))
    return options


GameName = Annotated[str, Path(max_length=60)]

routes = Routes(tags=["games"])


@routes.get("/catalogue", response_description="The games.")
async def get_catalogue(feed: FeedOf, _: Anybody) -> Catalogue:
    """The games that can be played here, with everything that can be chosen."""
    return catalogue(feed.parts.settings)


@routes.get("/catalogue/{game}/rules", response_description="The rules.")
async def get_rules(_: Anybody, game: GameName) -> GameRules:
    """How a game is played, and every rule that a refusal may cite, in order."""
    return game_rules(find_game(game))


@routes.post("/games", status_code=201, response_description="It has begun.")
async def begin_game(
    feed: FeedOf,
    repeated: RepeatedOf,
    viewer: Screen,
    new: NewGame,
    key: IdempotencyKey = None,
) -> GameBegun:
    """Begin a game; one that is under way is put aside and can be resumed."""
    return await repeated.answer(viewer, key, GameBegun, lambda: _begin(feed, new, viewer))


async def _begin(feed: Feed, new: NewGame, viewer: Viewer) -> GameBegun:
    plan = await run_in_threadpool(
        planned_game, new, feed.parts.settings, feed.store.players, viewer
    )
    game_id = await feed.ask(unless_calibrating(feed, plan.begin))
    await feed.refresh()
    return GameBegun(game_id)


@routes.post("/games/{game_id}/resume", response_description="It goes on.")
async def resume_game(feed: FeedOf, _: Screen, game_id: Id) -> GameBegun:
    """Go on with a recorded game."""
    await feed.ask(unless_calibrating(feed, lambda table: table.resume_game(game_id)))
    await feed.refresh()
    return GameBegun(game_id)


@routes.get("/games", response_description="The games.")
async def get_games(
    feed: FeedOf,
    _: MaySeeResults,
    *,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=LARGEST)] = 0,
    player: IdQuery = None,
    game: NameQuery = None,
    since: Since = None,
    until: Until = None,
    state: Literal["finished", "unfinished", "damaged"] | None = None,
    table: NameQuery = None,
) -> GamePage:
    """Recorded games, newest first; days are inclusive. A damaged one says why it is."""
    chosen = GameFilter(
        player=player, game=game, since=since, until=until, state=state, table=table
    )
    played = feed.parts.thread.table
    return await run_in_threadpool(game_page, played, chosen, limit, offset, feed.game_id)


@routes.get("/games/{game_id}", response_description="The game.")
async def get_game(feed: FeedOf, _: MaySeeResults, game_id: Id) -> GameDetail:
    """A recorded game with its timeline and what was kept of it."""
    return await run_in_threadpool(game_detail, feed.parts.thread.table, game_id, feed.game_id)


_LINES = "application/x-ndjson"


@routes.get("/games/{game_id}/raw", response_description="A line of JSON for every row.")
async def get_raw_game(
    feed: FeedOf, _: Operator, game_id: Id
) -> Annotated[Download, Media(_LINES)]:
    """Everything that is stored of a game, as it is stored, be it damaged or not."""
    content = await run_in_threadpool(feed.store.raw_game, game_id)
    return Download(content, _LINES, f"game-{game_id}-raw.jsonl")


@routes.delete("/games/{game_id}", response_description="It is gone.")
async def delete_game(feed: FeedOf, _: Operator, game_id: Id) -> Done:
    """Delete a game that is not under way, with all that was kept of it, for good."""

    def delete(table: Table) -> Sequence[str]:
        if table.game_id == game_id:
            raise RequestRefused(409, message_text("web-game-under-way"))
        return table.store.delete_game(game_id)

    names = await feed.ask(delete)
    await run_in_threadpool(feed.store.evidence.remove, names)
    return Done()


EvidenceName = Annotated[str, Path(max_length=120, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
EvidenceFile = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9][a-z0-9._-]*$")]
_PART = {"description": "A part of the file, as players of films ask for it."}

evidence_routes = Routes(tags=["games"])


@evidence_routes.get(
    "/evidence/{name}/{file}", response_description="The file.", responses={206: _PART}
)
async def get_evidence(
    feed: FeedOf, _: MaySeeResults, name: EvidenceName, file: EvidenceFile
) -> Annotated[Response, Media("application/json", "video/webm", "image/jpeg")]:
    """One file of what was kept: `curve.json`, `times.json`, `clip.webm`, `tray.jpg`.

    Only names that the log knows are looked up, so no address leads to any other file.
    """
    shelf = feed.store.evidence
    kept = await run_in_threadpool(shelf.find, name)
    media = {each.file: each.media_type for each in kept.files}
    path = await run_in_threadpool(shelf.path, name, file)
    if not path.is_file():
        raise _lost(str(path.name))
    # Evidence is never changed, so a browser may keep it.
    headers = {"cache-control": "private, max-age=31536000, immutable"}
    return FileResponse(path, media_type=media[file], headers=headers)


def _lost(file: str) -> StoreError:
    return store_error(StoreTrouble.LOST, f"{file} is missing")
