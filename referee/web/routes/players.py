"""Players with a profile."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.store.players import Player
from referee.web.asking import body_of, json_answer, need_player
from referee.web.describing import answers, takes
from referee.web.hub import Hub
from referee.web.once import Key, Once
from referee.web.problems import Refusal
from referee.web.shapes.games import NewPlayer, PlayerChange, PlayerInfo, PlayerList
from referee.web.texts import message_text

_PLAYER = {
    "id": 1,
    "name": "Juliette",
    "colour": "#0072b2",
    "created_at": "2025-01-01T12:00:00+00:00",
}


def player_routes(hub: Hub) -> APIRouter:
    """`/players`."""
    router = APIRouter(tags=["players"])
    table = hub.parts.thread.table
    book, once = table.store.players, Once(table.clock)

    @router.get(
        "/players",
        response_class=Response,
        responses=answers(PlayerList, "Everybody.", {"players": [_PLAYER]}),
    )
    async def get_players() -> Response:
        """All profiles, in the order in which they came."""
        players = await run_in_threadpool(book.all)
        return json_answer(PlayerList(tuple(map(_info, players))))

    @router.post(
        "/players",
        status_code=201,
        response_class=Response,
        responses=answers(PlayerInfo, "The new profile.", _PLAYER, status=201),
        openapi_extra=takes(NewPlayer, {"name": "Juliette", "colour": "#0072b2"}),
    )
    async def add_player(request: Request, key: Key = None) -> Response:
        """Add a profile."""
        viewer = need_player(hub, request)
        new = await body_of(request, NewPlayer)

        async def add() -> Response:
            return json_answer(_info(await run_in_threadpool(book.add, new.name, new.colour)), 201)

        return await once.answer(viewer, key, add)

    @router.patch(
        "/players/{player_id}",
        response_class=Response,
        responses=answers(PlayerInfo, "The profile as it is now.", _PLAYER),
        openapi_extra=takes(PlayerChange, {"name": "Julie"}),
    )
    async def change_player(
        request: Request, player_id: Annotated[int, Path(ge=1, le=2**31 - 1)]
    ) -> Response:
        """Change the name or the colour; games already played keep the old name."""
        need_player(hub, request)
        change = await body_of(request, PlayerChange)
        known = {each.id for each in await run_in_threadpool(book.all)}
        if player_id not in known:
            raise Refusal(404, message_text("web-no-such-player"))
        changed = await run_in_threadpool(
            lambda: book.change(player_id, name=change.name, colour=change.colour)
        )
        return json_answer(_info(changed))

    return router


def _info(player: Player) -> PlayerInfo:
    created = player.created_at.isoformat(timespec="seconds")
    return PlayerInfo(player.id, player.name, player.colour, created)
