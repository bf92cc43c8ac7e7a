"""The live socket: the whole state first, then each change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from referee.web.asking import token_of, viewer_of
from referee.web.hub import Hub
from referee.web.outlets import FrameOutlet
from referee.web.room import Room
from referee.web.security.tokens import digest_of
from referee.web.server import FRAMES
from referee.web.viewers import Viewer

MOST_CLIENTS = 300
_TRY_LATER = 1013
_STOPPED = 4503
"""The table has stopped; what is shown of it is not true any more."""


def live_routes(hub: Hub) -> APIRouter:
    """`/live`."""
    router = APIRouter()
    room = Room(MOST_CLIENTS)

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


async def _show(hub: Hub, websocket: WebSocket, viewer: Viewer, outlet: FrameOutlet) -> None:
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
