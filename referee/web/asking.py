"""What every route needs: who asks, what was sent, and answers as JSON."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from referee.web.hub import Hub
from referee.web.problems import Refusal
from referee.web.texts import message_text
from referee.web.viewers import Viewer

Body = TypeVar("Body")

_encode = msgspec.json.Encoder().encode


def json_answer(value: Any, status: int = 200) -> Response:
    """A value as JSON; what a table says is never kept by a browser."""
    headers = {"cache-control": "no-store"}
    return Response(_encode(value), status, headers, media_type="application/json")


async def body_of(request: Request, shape: type[Body]) -> Body:
    """The JSON body of a request, checked."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, message_text("web-not-json"))
    return decoded(await request.body(), shape)


def decoded(content: bytes, shape: type[Body]) -> Body:
    """JSON as a value of this shape."""
    try:
        return msgspec.json.decode(content, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(422, message_text("web-not-understood"), str(error)) from None


def token_of(connection: HTTPConnection) -> str:
    """The token that was sent along; a browser's socket or picture has it in the address."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    is_reading = connection.scope.get("method", "GET") == "GET"
    return connection.query_params.get("token", "") if is_reading else ""


def client_of(connection: HTTPConnection) -> str:
    """The address of whoever asks."""
    return connection.client.host if connection.client else ""


def viewer_of(hub: Hub, connection: HTTPConnection) -> Viewer:
    """Who asks."""
    door = hub.parts.door
    return door.viewer(token_of(connection), client_of(connection), hub.game_id)


def need_player(hub: Hub, connection: HTTPConnection) -> Viewer:
    """Whoever may act for everybody, or nobody."""
    viewer = viewer_of(hub, connection)
    if not viewer.may_act:
        raise Refusal(403, message_text("web-only-table"))
    return viewer


def need_operator(hub: Hub, connection: HTTPConnection) -> Viewer:
    """The operator, or nobody."""
    viewer = viewer_of(hub, connection)
    if not viewer.may_operate:
        raise Refusal(401, message_text("web-only-operator"))
    return viewer
