"""Players with a profile, and what everybody may know of how it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.errors import InputError
from referee.store.backup import copies_with
from referee.store.exports import plays
from referee.store.game_filter import GameFilter
from referee.store.players import Player
from referee.web.feed import Feed
from referee.web.openapi import answers, takes
from referee.web.requests import (
    IdempotencyKey,
    RepeatedRequests,
    RequestRefused,
    body_of,
    json_answer,
    viewer_of,
)
from referee.web.shapes.games import (
    NewPlayer,
    PlayerChange,
    PlayerDeleted,
    PlayerExport,
    PlayerInfo,
    PlayerList,
)
from referee.web.shapes.operator import PrivacyInfo
from referee.web.texts import message_text

PlayerId = Annotated[int, Path(ge=1, le=2**31 - 1)]
_PLAYER = {
    "id": 1,
    "name": "Juliette",
    "colour": "#0072b2",
    "created_at": "2025-01-01T12:00:00+00:00",
}


def player_routes(hub: Feed) -> APIRouter:
    """`/players` and `/privacy`."""
    router = APIRouter(tags=["players"])
    table = hub.parts.thread.table
    store, book, once = table.store, table.store.players, RepeatedRequests(table.clock)

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
    async def add_player(request: Request, key: IdempotencyKey = None) -> Response:
        """Add a profile."""
        viewer = viewer_of(hub, request)
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
    async def change_player(request: Request, player_id: PlayerId) -> Response:
        """Change the name or the colour; games already played keep the old name."""
        change = await body_of(request, PlayerChange)
        with _known():
            await run_in_threadpool(book.get, player_id)
        changed = await run_in_threadpool(
            lambda: book.change(player_id, name=change.name, colour=change.colour)
        )
        return json_answer(_info(changed))

    @router.get("/privacy", response_class=Response, responses=answers(PrivacyInfo, "Now."))
    async def get_privacy() -> Response:
        """Who may look, whether films show more than the tray, and when players were deleted."""
        kept = await run_in_threadpool(store.deletions)
        privacy = hub.parts.settings.settings().privacy
        return json_answer(PrivacyInfo(privacy, store.address.file is None, kept))

    @router.get(
        "/players/{player_id}/export",
        response_class=Response,
        responses=answers(PlayerExport, "The file."),
    )
    async def export_player(player_id: PlayerId) -> Response:
        """All that is kept of a player: the profile, and the finished games with their results."""
        with _known():
            player = await run_in_threadpool(book.get, player_id)
        facts = await run_in_threadpool(table.recorded.facts, GameFilter(player=player_id))
        own = tuple(row for row in plays(facts) if row.player_id == player_id)
        return json_answer(PlayerExport(_info(player), own))

    @router.delete(
        "/players/{player_id}",
        response_class=Response,
        responses=answers(PlayerDeleted, "The player is gone."),
    )
    async def delete_player(player_id: PlayerId) -> Response:
        """Delete a profile for good; in all games the player is a guest from now on."""
        with _known():
            games = await hub.ask(
                lambda table: store.delete_player(player_id, under_way=table.game_id)
            )
        await run_in_threadpool(store.compact)
        places = store.address, hub.parts.backup_folder
        return json_answer(
            PlayerDeleted(games, await run_in_threadpool(copies_with, player_id, *places))
        )

    return router


@contextmanager
def _known() -> Iterator[None]:
    try:
        yield
    except InputError:
        raise RequestRefused(404, message_text("web-no-such-player")) from None


def _info(player: Player) -> PlayerInfo:
    created = player.created_at.isoformat(timespec="seconds")
    return PlayerInfo(player.id, player.name, player.colour, created)
