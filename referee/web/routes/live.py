"""The live socket: the whole state first, then each change."""

from __future__ import annotations

from contextlib import suppress
from typing import cast

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
            await _wait_for_end(websocket)
        finally:
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


async def _wait_for_end(websocket: WebSocket) -> None:
    """Clients have nothing to say here; what they send is read and forgotten."""
    with suppress(WebSocketDisconnect):
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass
