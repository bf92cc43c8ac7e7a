"""Games: what can be played, beginning and resuming, what was recorded, and its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import SystemRandom
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from referee.events import JsonObject
from referee.games.base import AnyGame, Options
from referee.games.editions import edition_names
from referee.games.parsing import parse_options, parse_seats
from referee.games.registry import EditionInfo, editions_of, find_game, games, open_options
from referee.store.game_filter import GameFilter
from referee.store.players import PlayerBook
from referee.store.troubles import StoreError, StoreTrouble, store_error
from referee.table.table import Table
from referee.web.access.rights import Viewer
from referee.web.feed import Feed
from referee.web.openapi import answers, answers_bytes, takes
from referee.web.recorded_games import game_detail, game_page
from referee.web.requests import (
    IdempotencyKey,
    RepeatedRequests,
    RequestRefused,
    body_of,
    json_answer,
    viewer_of,
)
from referee.web.routes.calibration import unless_calibrating
from referee.web.settings import SettingsStore
from referee.web.shapes.games import (
    Catalogue,
    GameBegun,
    GameDetail,
    GameEntry,
    GamePage,
    NewGame,
    VariantInfo,
)
from referee.web.shapes.operator import Done
from referee.web.texts import message_text, said


def catalogue(settings: SettingsStore) -> Catalogue:
    """Every game with its variants, options and editions."""
    return Catalogue(tuple(_game_entry(game, settings) for game in games().values()))


def _game_entry(game: AnyGame, settings: SettingsStore) -> GameEntry:
    shipped = _editions(game.name)
    return GameEntry(
        name=game.name,
        title=game.title,
        min_players=game.min_players,
        max_players=game.max_players,
        is_companion=game.is_companion,
        variants=tuple(VariantInfo(name, dict(each)) for name, each in game.variants.items()),
        options=open_options(game),
        editions=tuple(shipped),
        players={name: edition.players for name, edition in shipped.items()},
        numbers=dict(settings.numbers(game.name)),
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
    new: NewGame, settings: SettingsStore, players: PlayerBook, viewer: Viewer
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
            raise RequestRefused(422, said("web-not-an-option", option=name[:40]))
    if "edition" in options and options["edition"] not in edition_names(game.editions):
        raise RequestRefused(422, message_text("web-no-such-edition"))
    if not isinstance(options.get("numbers", {}), dict):
        raise RequestRefused(422, said("web-not-an-option", option="numbers"))
    return options


GameId = Annotated[int, Path(ge=1, le=2**31 - 1)]
Day = Annotated[str | None, Query(pattern=r"^\d{4}-\d{2}-\d{2}$")]
_NEW = {
    "game": "magic-beanstalk",
    "seats": [{"name": "Juliette", "player_id": 1}, {"name": "Fred"}],
    "options": {"variant": "base", "gold": "digital", "youngest": 1},
}
_SUMMARY = {
    "id": 7,
    "game": "magic-beanstalk",
    "title": "Magic Beanstalk",
    "variant": "base, digital gold",
    "seats": ["Juliette", "Fred"],
    "player_ids": [1, None],
    "begun_at": "2025-01-01T12:00:00+00:00",
    "ended_at": "2025-01-01T12:40:00+00:00",
    "outcome": {"termination": "cards", "winners": [1], "scores": [85, 110]},
    "is_under_way": False,
    "damage": None,
}
_LINES = "application/x-ndjson"


def game_routes(hub: Feed) -> APIRouter:
    """`/catalogue` and `/games`."""
    router = APIRouter(tags=["games"])
    played = hub.parts.thread.table
    store, once = played.store, RepeatedRequests(played.clock)

    @router.get(
        "/catalogue",
        response_class=Response,
        responses=answers(Catalogue, "The games."),
    )
    async def get_catalogue() -> Response:
        """The games that can be played here, with everything that can be chosen."""
        return json_answer(catalogue(hub.parts.settings))

    @router.post(
        "/games",
        status_code=201,
        response_class=Response,
        responses=answers(GameBegun, "It has begun.", {"id": 7}, status=201),
        openapi_extra=takes(NewGame, _NEW),
    )
    async def begin_game(request: Request, key: IdempotencyKey = None) -> Response:
        """Begin a game; one that is under way is put aside and can be resumed."""
        viewer = viewer_of(hub, request)
        new = await body_of(request, NewGame)
        return await once.answer(viewer, key, lambda: _begin(hub, new, viewer))

    @router.post(
        "/games/{game_id}/resume",
        response_class=Response,
        responses=answers(GameBegun, "It goes on.", {"id": 7}),
    )
    async def resume_game(game_id: GameId) -> Response:
        """Go on with a recorded game."""
        await hub.ask(unless_calibrating(hub, lambda table: table.resume_game(game_id)))
        await hub.refresh()
        return json_answer(GameBegun(game_id))

    @router.get(
        "/games",
        response_class=Response,
        responses=answers(GamePage, "The games.", {"total": 1, "games": [_SUMMARY]}),
    )
    async def get_games(
        *,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        offset: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
        player: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
        game: Annotated[str | None, Query(max_length=60)] = None,
        since: Annotated[Day, Query(alias="from")] = None,
        until: Annotated[Day, Query(alias="to")] = None,
        state: Literal["finished", "unfinished", "damaged"] | None = None,
        table: Annotated[str | None, Query(max_length=60)] = None,
    ) -> Response:
        """Recorded games, newest first; days are inclusive. A damaged one says why it is."""
        chosen = GameFilter(
            player=player, game=game, since=since, until=until, state=state, table=table
        )
        page = await run_in_threadpool(game_page, played, chosen, limit, offset, hub.game_id)
        return json_answer(page)

    @router.get(
        "/games/{game_id}",
        response_class=Response,
        responses=answers(GameDetail, "The game."),
    )
    async def get_game(game_id: GameId) -> Response:
        """A recorded game with its timeline and what was kept of it."""
        detail = await run_in_threadpool(game_detail, played, game_id, hub.game_id)
        return json_answer(detail)

    @router.get(
        "/games/{game_id}/raw",
        response_class=Response,
        responses=answers_bytes(_LINES, description="A line of JSON for every row."),
    )
    async def get_raw_game(game_id: GameId) -> Response:
        """Everything that is stored of a game, as it is stored, be it damaged or not."""
        content = await run_in_threadpool(store.raw_game, game_id)
        disposition = f'attachment; filename="game-{game_id}-raw.jsonl"'
        headers = {"content-disposition": disposition, "cache-control": "no-store"}
        return Response(content, media_type=_LINES, headers=headers)

    @router.delete(
        "/games/{game_id}",
        response_class=Response,
        responses=answers(Done, "It is gone.", {"done": True}),
    )
    async def delete_game(game_id: GameId) -> Response:
        """Delete a game that is not under way, with all that was kept of it, for good."""

        def delete(table: Table) -> Sequence[str]:
            if table.game_id == game_id:
                raise RequestRefused(409, message_text("web-game-under-way"))
            return table.store.delete_game(game_id)

        names = await hub.ask(delete)
        await run_in_threadpool(store.evidence.remove, names)
        return json_answer(Done())

    return router


async def _begin(hub: Feed, new: NewGame, viewer: Viewer) -> Response:
    book = hub.parts.thread.table.store.players
    plan = await run_in_threadpool(planned_game, new, hub.parts.settings, book, viewer)
    game_id = await hub.ask(unless_calibrating(hub, plan.begin))
    await hub.refresh()
    return json_answer(GameBegun(game_id), 201)


EvidenceName = Annotated[str, Path(max_length=120, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
EvidenceFile = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9][a-z0-9._-]*$")]


def evidence_routes(hub: Feed) -> APIRouter:
    """`/evidence`."""
    router = APIRouter(tags=["games"])
    shelf = hub.parts.thread.table.store.evidence

    @router.get(
        "/evidence/{name}/{file}",
        response_class=Response,
        responses={
            206: {"description": "A part of the file, as players of films ask for it."},
            **answers_bytes(
                "application/json", "video/webm", "image/jpeg", description="The file."
            ),
        },
    )
    async def get_evidence(name: EvidenceName, file: EvidenceFile) -> Response:
        """One file of what was kept: `curve.json`, `times.json`, `clip.webm`, `tray.jpg`.

        Only names that the log knows are looked up, so no address leads to any other file.
        """
        kept = await run_in_threadpool(shelf.find, name)
        media = {each.file: each.media_type for each in kept.files}
        path = await run_in_threadpool(shelf.path, name, file)
        if not path.is_file():
            raise _lost(str(path.name))
        # Evidence is never changed, so a browser may keep it.
        headers = {"cache-control": "private, max-age=31536000, immutable"}
        return FileResponse(path, media_type=media[file], headers=headers)

    return router


def _lost(file: str) -> StoreError:
    return store_error(StoreTrouble.LOST, f"{file} is missing")
