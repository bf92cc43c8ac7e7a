"""Games: what can be played, beginning and resuming, and what was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.store.statistics.filter import GameFilter
from referee.table.table import Table
from referee.web.asking import body_of, json_answer, viewer_of
from referee.web.calibrating import unless_calibrating
from referee.web.catalogue import catalogue
from referee.web.describing import answers, answers_bytes, takes
from referee.web.hub import Hub
from referee.web.once import Key, Once
from referee.web.problems import Refusal
from referee.web.recorded import game_detail, game_page
from referee.web.shapes.games import Catalogue, GameBegun, GameDetail, GamePage, NewGame
from referee.web.shapes.operator import Done
from referee.web.starting import prepared
from referee.web.texts import message_text
from referee.web.viewers import Viewer

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


def game_routes(hub: Hub) -> APIRouter:
    """`/catalogue` and `/games`."""
    router = APIRouter(tags=["games"])
    played = hub.parts.thread.table
    store, once = played.store, Once(played.clock)

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
    async def begin_game(request: Request, key: Key = None) -> Response:
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
                raise Refusal(409, message_text("web-game-under-way"))
            return table.store.delete_game(game_id)

        names = await hub.ask(delete)
        await run_in_threadpool(store.evidence.remove, names)
        return json_answer(Done())

    return router


async def _begin(hub: Hub, new: NewGame, viewer: Viewer) -> Response:
    book = hub.parts.thread.table.store.players
    plan = await run_in_threadpool(prepared, new, hub.parts.settings, book, viewer)
    game_id = await hub.ask(unless_calibrating(hub, plan.begin))
    await hub.refresh()
    return json_answer(GameBegun(game_id), 201)
