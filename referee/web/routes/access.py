"""How screens and phones come in: the screen's key, and the network that is opened for phones."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.web.asking import body_of, json_answer
from referee.web.describing import answers, takes
from referee.web.hub import Hub
from referee.web.problems import Refusal
from referee.web.shapes.operator import Done, NetworkRequest, NetworkState, ScreenRequest
from referee.web.texts import message_text

_OPEN = {"is_open": True, "addresses": ["http://192.168.1.20:8080"]}


def access_routes(hub: Hub) -> APIRouter:
    """`/screen` and `/network`."""
    router = APIRouter(tags=["access"])
    door = hub.parts.door

    @router.post(
        "/screen",
        response_class=Response,
        responses=answers(Done, "This browser is the table's own screen.", {"done": True}),
        openapi_extra=takes(ScreenRequest, {"key": "…"}),
    )
    async def be_screen(request: Request) -> Response:
        """Show the key in the address that the table printed; a cookie takes its place."""
        asked = await body_of(request, ScreenRequest)
        if not door.key.fits(asked.key):
            raise Refusal(403, message_text("web-wrong-key"))
        answer = json_answer(Done())
        door.key.hand_over(answer, door.port)
        return answer

    @router.put(
        "/network",
        response_class=Response,
        responses=answers(NetworkState, "Who reaches the table now.", _OPEN),
        openapi_extra=takes(NetworkRequest, {"is_open": True, "pin": "2468"}),
    )
    async def change_network(request: Request) -> Response:
        """Let phones reach the table, or nobody but itself; the first time with a new PIN."""
        asked = await body_of(request, NetworkRequest)
        if door.screen == "loopback" or hub.parts.listen is None:
            raise Refusal(409, message_text("web-network-fixed"))
        if asked.is_open and not door.pins.is_set:
            await run_in_threadpool(door.pins.change, asked.pin)
            # The screen alone is no operator any more.
            hub.drop(lambda viewer: viewer.role == "operator")
        await _listen(hub, is_open=asked.is_open)
        await hub.refresh()
        return json_answer(NetworkState(door.network.is_open, door.network.addresses(door.port)))

    return router


async def _listen(hub: Hub, *, is_open: bool) -> None:
    network, listen = hub.parts.door.network, hub.parts.listen
    before = network.is_open
    if listen is None or is_open == before:
        return
    # What the disk does not take is not done either.
    network.keep(is_open=is_open)
    try:
        await listen(network.host)
    except OSError:
        network.keep(is_open=before)
        raise Refusal(409, message_text("web-network-taken")) from None
