"""The live socket: the whole state first, then each change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import cast

import msgspec
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from referee.web.asking import viewer_of
from referee.web.hub import Hub
from referee.web.outlets import FRAMES, FrameLine, FrameOutlet, QueueOutlet

_TRY_LATER = 1013
_STOPPED = 4503
"""The table has stopped; what is shown of it is not true any more."""


def live_routes(hub: Hub) -> APIRouter:
    """`/live`."""
    router = APIRouter()

    @router.websocket("/live")
    async def live(websocket: WebSocket) -> None:
        """Tell this client of everything it may see until it goes."""
        await websocket.accept()
        if hub.subscribers.is_full:
            await websocket.close(_TRY_LATER, "full")
            return
        if hub.parts.thread.has_stopped:
            await websocket.close(_STOPPED, "stopped")
            return
        viewer = viewer_of(hub, websocket)
        outlet = _outlet(websocket)
        outlet.offer(hub.welcome(viewer, _after(websocket)))
        hub.subscribe(viewer, outlet)
        try:
            async for can_speak in _voices(websocket):
                # A phone may read aloud what it likes; the table's voice is its own screen.
                if viewer.may_act:
                    hub.note_voice(outlet, can_speak=can_speak)
        finally:
            hub.note_voice(outlet, can_speak=False)
            hub.subscribers.remove(outlet)
            outlet.done()

    return router


def _outlet(websocket: WebSocket) -> FrameOutlet | QueueOutlet:
    line = websocket.scope.get("extensions", {}).get(FRAMES)
    if line is None:
        return QueueOutlet(websocket)
    return FrameOutlet(cast("FrameLine", line))


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
