"""What every route needs: who asks and whether they may, what was sent, and answers as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from referee.web.hub import Hub
from referee.web.problems import Refusal
from referee.web.security.rights import ROUTES, Who, is_for
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
    """The token that was sent along; a browser's socket or picture puts it into the address."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    is_looking = connection.scope.get("method", "GET") == "GET"
    return connection.query_params.get("token", "") if is_looking else ""


def client_of(connection: HTTPConnection) -> str:
    """The address of whoever asks, for brakes only: it gives nobody a right."""
    return connection.client.host if connection.client else ""


def viewer_of(hub: Hub, connection: HTTPConnection) -> Viewer:
    """Who asks."""
    return hub.parts.door.viewer(connection, token_of(connection), hub.game_id)


def guard(hub: Hub, root: str) -> Callable[[HTTPConnection], Awaitable[None]]:
    """Lets a request through to its route if the table of rights says so."""

    async def check(connection: HTTPConnection) -> None:
        method = connection.scope.get("method", "WEBSOCKET")
        path = connection.scope["route"].path.removeprefix(root)
        who = ROUTES.get(f"{method} {path}")
        if is_for(who, viewer_of(hub, connection), hub.parts.settings.settings().privacy):
            return
        if method == "WEBSOCKET":
            raise WebSocketException(1008)
        if who is Who.OPERATOR:
            raise Refusal(401, message_text("web-only-operator"))
        raise Refusal(403, message_text("web-only-table"))

    return check
