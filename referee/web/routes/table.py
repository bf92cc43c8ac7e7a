"""The table as it stands, what happened, its pictures, and the live socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from referee.web import openapi
from referee.web.access.claims import digest_of
from referee.web.access.rights import Viewer
from referee.web.feed import Feed
from referee.web.limits import ViewerLimit
from referee.web.openapi import answers, answers_bytes
from referee.web.requests import RequestRefused, json_answer, token_of, viewer_of
from referee.web.shapes.operator import Done
from referee.web.shapes.table import EventList, TableState
from referee.web.sockets import FRAMES, FrameOutlet
from referee.web.texts import message_text

Number = Annotated[int, Path(ge=0, le=2**31 - 1)]


def table_routes(hub: Feed) -> APIRouter:
    """`/table` and what belongs to it."""
    router = APIRouter(tags=["table"])

    @router.get(
        "/table",
        response_class=Response,
        responses=answers(
            TableState, "The table now.", openapi.plain_json(openapi.example_state())
        ),
    )
    async def get_table(request: Request) -> Response:
        """The table as you may see it."""
        hub.need_table()
        return json_answer(hub.state(viewer_of(hub, request)))

    @router.get(
        "/table/events",
        response_class=Response,
        responses=answers(
            EventList,
            "The events, oldest first; at most 500 at once.",
            {"seq": 17, "events": [openapi.plain_json(openapi.example_event())]},
        ),
    )
    async def get_events(
        request: Request, after: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1
    ) -> Response:
        """What was recorded after an event, as you may know it."""
        hub.need_table()
        events = hub.events_after(after, viewer_of(hub, request))
        return json_answer(EventList(hub.book.seq, tuple(events)))

    @router.post(
        "/table/leave",
        response_class=Response,
        responses=answers(Done, "The game was put aside.", {"done": True}),
    )
    async def leave() -> Response:
        """Put the game under way aside; it can be resumed."""
        await hub.ask(lambda table: table.leave_game())
        await hub.refresh()
        return json_answer(Done())

    @router.get(
        "/table/dice/{rest}/{number}.jpg",
        response_class=Response,
        responses=answers_bytes("image/jpeg", description="The die."),
    )
    async def get_cutout(rest: Number, number: Number) -> Response:
        """The picture of one die in the tray."""
        return _picture(hub.pictures.cutout(rest, number))

    @router.get(
        "/question/{number}/picture.jpg",
        response_class=Response,
        responses=answers_bytes("image/jpeg", description="What the question is about."),
    )
    async def get_question_picture(number: Number) -> Response:
        """The picture of a question."""
        return _picture(hub.pictures.question(number))

    return router


def _picture(jpeg: bytes | None) -> Response:
    if jpeg is None:
        raise RequestRefused(404, message_text("web-no-such-picture"))
    # Numbers begin anew with each game, so the same address may mean another picture later.
    return Response(jpeg, media_type="image/jpeg", headers={"cache-control": "no-store"})


MOST_CLIENTS = 300
_TRY_LATER = 1013
_STOPPED = 4503
"""The table has stopped; what is shown of it is not true any more."""


def live_routes(hub: Feed) -> APIRouter:
    """`/live`."""
    router = APIRouter()
    room = ViewerLimit(MOST_CLIENTS)

    @router.websocket("/live")
    async def live(websocket: WebSocket) -> None:
        """Tell this client of everything it may see until it goes."""
        await websocket.accept()
        if hub.parts.thread.has_stopped:
            await websocket.close(_STOPPED, "stopped")
            return
        viewer = viewer_of(hub, websocket)
        outlet = FrameOutlet(websocket.scope["extensions"][FRAMES])
        with room.stay(viewer, outlet.close) as is_in:
            if is_in:
                await _show(hub, websocket, viewer, outlet)
            else:
                await websocket.close(_TRY_LATER, "full")

    return router


async def _show(hub: Feed, websocket: WebSocket, viewer: Viewer, outlet: FrameOutlet) -> None:
    outlet.offer(hub.welcome(viewer, _after(websocket)))
    hub.subscribe(viewer, outlet, digest_of(token_of(websocket)))
    try:
        async for can_speak in _voices(websocket):
            # A phone may read aloud what it likes; the table's voice is its own screen.
            if viewer.may_act:
                hub.note_voice(outlet, can_speak=can_speak)
    finally:
        hub.note_voice(outlet, can_speak=False)
        hub.subscribers.remove(outlet)
        outlet.done()


def _after(websocket: WebSocket) -> int | None:
    """The newest event the client knows; without one it needs none."""
    text = websocket.query_params.get("after", "")
    is_number = text.removeprefix("-").isdecimal() and len(text) < 12
    return max(-1, int(text)) if is_number else None


class _Voice(msgspec.Struct):
    """All that clients have to say here: whether they can read aloud what is told."""

    can_speak: bool


async def _voices(websocket: WebSocket) -> AsyncIterator[bool]:
    """What a client says of its voice until it goes; anything else is forgotten."""
    with suppress(WebSocketDisconnect):
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            with suppress(msgspec.DecodeError):
                yield msgspec.json.decode(message.get("text") or "", type=_Voice).can_speak
