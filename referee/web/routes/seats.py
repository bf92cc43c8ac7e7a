"""Phones at the table: claim a seat, release it, and the QR code that leads there."""

from __future__ import annotations

import io
from typing import Annotated
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from referee.web.asking import json_answer, token_of, viewer_of
from referee.web.describing import answers, answers_bytes
from referee.web.hub import Hub
from referee.web.problems import Refusal
from referee.web.shapes.operator import Done, Token
from referee.web.texts import message_text

Seat = Annotated[int, Path(ge=0, le=11)]


def seat_routes(hub: Hub) -> APIRouter:
    """`/seats`."""
    router = APIRouter(tags=["seats"])
    claims = hub.parts.door.claims

    @router.post(
        "/seats/{seat}/claim",
        response_class=Response,
        responses=answers(Token, "The seat is yours.", {"token": "…", "expires_in_s": None}),
    )
    async def claim(seat: Seat) -> Response:
        """Act for this seat from now on; a seat that another phone has is refused with 409."""
        token = claims.claim(_game_with(hub, seat), seat)
        await hub.refresh()
        return json_answer(Token(token))

    @router.delete(
        "/seats/{seat}/claim",
        response_class=Response,
        responses=answers(Done, "The seat is free.", {"done": True}),
    )
    async def release(request: Request, seat: Seat) -> Response:
        """Give the seat up; the table's own screen may do it for a lost phone."""
        game_id = _game_with(hub, seat)
        is_owner = claims.seat_of(token_of(request), game_id) == seat
        if not (is_owner or viewer_of(hub, request).may_act):
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
    async def qr_code(request: Request, seat: Seat) -> Response:
        """A QR code that opens the page of this seat on a phone."""
        _game_with(hub, seat)
        page = f"{_page_address(hub, request)}/seat/{seat}"
        drawn = io.BytesIO()
        segno.make(page, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
        headers = {"cache-control": "no-store", "x-page": page}
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


def _page_address(hub: Hub, request: Request) -> str:
    """Where phones find the page; the host was checked at the gate."""
    if hub.parts.page_address:
        return hub.parts.page_address.rstrip("/")
    asked = urlsplit(str(request.url))
    return f"{asked.scheme}://{asked.netloc}"
