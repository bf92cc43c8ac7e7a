"""How screens and phones come in: the screen's key, the network, seats and their QR codes."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.web.access.claims import WrongCodeError
from referee.web.feed import Feed
from referee.web.openapi import answers, answers_bytes, takes
from referee.web.requests import RequestRefused, body_of, client_of, json_answer, viewer_of
from referee.web.shapes.operator import (
    ClaimRequest,
    Done,
    NetworkRequest,
    NetworkState,
    ScreenRequest,
)
from referee.web.texts import message_text, said

_OPEN = {"is_open": True, "addresses": ["http://192.168.1.20:8080"]}


def access_routes(hub: Feed) -> APIRouter:
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
            raise RequestRefused(403, message_text("web-wrong-key"))
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
            raise RequestRefused(409, message_text("web-network-fixed"))
        if asked.is_open and not door.pins.is_set:
            await run_in_threadpool(door.pins.change, asked.pin)
            # The screen alone is no operator any more.
            hub.drop(lambda viewer: viewer.role == "operator")
        await _listen(hub, is_open=asked.is_open)
        await hub.refresh()
        return json_answer(NetworkState(door.network.is_open, door.network.addresses(door.port)))

    return router


async def _listen(hub: Feed, *, is_open: bool) -> None:
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
        raise RequestRefused(409, message_text("web-network-taken")) from None


Seat = Annotated[int, Path(ge=0, le=11)]
_MOST_TYPED = 8
"""Longer codes were scanned; nobody guesses one, so nobody has to wait for others who guess."""


def seat_routes(hub: Feed) -> APIRouter:
    """`/seats`."""
    router = APIRouter(tags=["seats"])
    door, claims = hub.parts.door, hub.parts.door.claims

    @router.post(
        "/seats/{seat}/claim",
        response_class=Response,
        responses=answers(Done, "The seat is yours.", {"done": True}),
        openapi_extra=takes(ClaimRequest, {"code": "0417", "key": "a-word-that-the-phone-made"}),
    )
    async def claim(request: Request, seat: Seat) -> Response:
        """Act for this seat from now on, with the key as your token.

        The same key may ask again. Wrong codes make you wait (429); a seat that another phone has
        is refused with 409.
        """
        asked = await body_of(request, ClaimRequest)
        game_id, client = _game_with(hub, seat), client_of(request)
        wait_s = door.seat_brake.wait_s(client) if len(asked.code) <= _MOST_TYPED else 0.0
        if wait_s > 0 and claims.seat_of(asked.key, game_id) != seat:
            raise RequestRefused(429, said("web-wait", seconds=round(wait_s)), wait_s=wait_s)
        try:
            claims.claim(game_id, seat, asked.code, asked.key)
        except WrongCodeError:
            door.seat_brake.fail(client)
            raise
        await hub.refresh()
        return json_answer(Done())

    @router.delete(
        "/seats/{seat}/claim",
        response_class=Response,
        responses=answers(Done, "The seat is free.", {"done": True}),
    )
    async def release(request: Request, seat: Seat) -> Response:
        """Give the seat up; the table's own screen may do it for a lost phone."""
        game_id = _game_with(hub, seat)
        viewer = viewer_of(hub, request)
        if not (viewer.seat == seat or viewer.may_act):
            raise RequestRefused(403, message_text("web-only-own-seat"))
        claims.release(game_id, seat)
        hub.drop(lambda viewer: viewer.seat == seat)
        await hub.refresh()
        return json_answer(Done())

    @router.get(
        "/seats/{seat}/qr.svg",
        response_class=Response,
        responses=answers_bytes("image/svg+xml", description="The code."),
    )
    async def qr_code(seat: Seat) -> Response:
        """A QR code that opens the page of this seat on a phone, and lets it in once."""
        game_id = _game_with(hub, seat)
        addresses = door.network.addresses(door.port)
        if not addresses:
            raise RequestRefused(409, message_text("web-network-closed"))
        # Behind the #, so that no proxy and no list of visited pages on the way gets to know it.
        page = f"{addresses[0]}/seat/{seat}#code={claims.code(game_id, seat).word}"
        drawn = io.BytesIO()
        segno.make(page, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
        headers = {"cache-control": "no-store"}
        return Response(drawn.getvalue(), media_type="image/svg+xml", headers=headers)

    return router


def _game_with(hub: Feed, seat: int) -> int:
    """The game under way, in which somebody sits there."""
    playing = hub.taken.playing
    if playing is None:
        raise RequestRefused(409, message_text("web-no-game"))
    if seat >= len(playing.snapshot.names):
        raise RequestRefused(404, message_text("web-no-such-seat"))
    return playing.game_id
