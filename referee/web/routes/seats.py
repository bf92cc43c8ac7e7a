"""Phones at the table: claim a seat, release it, and the QR code that leads there."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from referee.web.asking import body_of, client_of, json_answer, viewer_of
from referee.web.describing import answers, answers_bytes, takes
from referee.web.hub import Hub
from referee.web.problems import Refusal
from referee.web.security.claims import WrongCodeError
from referee.web.shapes.operator import ClaimRequest, Done
from referee.web.texts import message_text, said

Seat = Annotated[int, Path(ge=0, le=11)]
_MOST_TYPED = 8
"""Longer codes were scanned; nobody guesses one, so nobody has to wait for others who guess."""


def seat_routes(hub: Hub) -> APIRouter:
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
            raise Refusal(429, said("web-wait", seconds=round(wait_s)), wait_s=wait_s)
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
            raise Refusal(403, message_text("web-only-own-seat"))
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
            raise Refusal(409, message_text("web-network-closed"))
        # Behind the #, so that no proxy and no list of visited pages on the way gets to know it.
        page = f"{addresses[0]}/seat/{seat}#code={claims.code(game_id, seat).word}"
        drawn = io.BytesIO()
        segno.make(page, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
        headers = {"cache-control": "no-store"}
        return Response(drawn.getvalue(), media_type="image/svg+xml", headers=headers)

    return router


def _game_with(hub: Hub, seat: int) -> int:
    """The game under way, in which somebody sits there."""
    playing = hub.taken.playing
    if playing is None:
        raise Refusal(409, message_text("web-no-game"))
    if seat >= len(playing.snapshot.names):
        raise Refusal(404, message_text("web-no-such-seat"))
    return playing.game_id
