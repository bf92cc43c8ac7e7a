"""How a route is declared: for whom it is, what it takes and what it answers, by its signature.

    @routes.put("/network", response_description="Who reaches the table now.")
    async def change_network(feed: FeedOf, _: Operator, asked: NetworkRequest) -> NetworkState: ...

Every handler has a viewer with a right (`Anybody` ... `Operator`); a route without one cannot be
declared. A parameter whose type is a struct is the JSON body; a struct that is returned is the JSON
answer. FastAPI takes no structs as models, so it is given the request and a response instead.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from fastapi import APIRouter, Depends
from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from referee.web.access.rights import Viewer, Who, is_for
from referee.web.feed import Feed
from referee.web.limits import ViewerLimits
from referee.web.openapi import Media, answers, takes
from referee.web.requests import (
    NO_STORE,
    RepeatedRequests,
    RequestRefused,
    body_of,
    client_of,
    json_answer,
    token_of,
)
from referee.web.texts import message_text

# What the app holds.


async def _feed(connection: HTTPConnection) -> Feed:
    feed: Feed = connection.app.state.feed
    return feed


async def _limits(connection: HTTPConnection) -> ViewerLimits:
    limits: ViewerLimits = connection.app.state.limits
    return limits


async def _repeated(connection: HTTPConnection) -> RepeatedRequests:
    repeated: RepeatedRequests = connection.app.state.repeated
    return repeated


FeedOf = Annotated[Feed, Depends(_feed)]
LimitsOf = Annotated[ViewerLimits, Depends(_limits)]
RepeatedOf = Annotated[RepeatedRequests, Depends(_repeated)]
TokenOf = Annotated[str, Depends(token_of)]
ClientOf = Annotated[str, Depends(client_of)]

# Who asks, and whether they may.


def _check(who: Who) -> Callable[[HTTPConnection, Feed], Awaitable[Viewer]]:
    async def viewer_allowed(connection: HTTPConnection, feed: FeedOf) -> Viewer:
        viewer = feed.parts.access.viewer(connection, await token_of(connection), feed.game_id)
        if is_for(who, viewer, feed.parts.settings.settings().privacy):
            return viewer
        if connection.scope["type"] == "websocket":
            raise WebSocketException(1008)
        if who is Who.OPERATOR:
            raise RequestRefused(401, message_text("web-only-operator"))
        raise RequestRefused(403, message_text("web-only-table"))

    return viewer_allowed


CHECKS = {who: _check(who) for who in Who}
Anybody = Annotated[Viewer, Depends(CHECKS[Who.ANYBODY])]
MaySeeCamera = Annotated[Viewer, Depends(CHECKS[Who.CAMERA])]
MaySeeResults = Annotated[Viewer, Depends(CHECKS[Who.RESULTS])]
Player = Annotated[Viewer, Depends(CHECKS[Who.PLAYERS])]
Screen = Annotated[Viewer, Depends(CHECKS[Who.SCREEN])]
Operator = Annotated[Viewer, Depends(CHECKS[Who.OPERATOR])]


def right_of(route: BaseRoute) -> Who:
    """For whom a route is."""
    called = [each.call for each in route.dependant.dependencies]  # type: ignore[attr-defined]
    found = [who for who, check in CHECKS.items() if check in called]
    if len(found) != 1:
        raise TypeError(f"{route} must say for whom it is: give its handler one viewer.")
    return found[0]


# What is answered besides structs.

Jpeg = Annotated[bytes, Media("image/jpeg")]
Pdf = Annotated[bytes, Media("application/pdf")]
Svg = Annotated[bytes, Media("image/svg+xml")]


@dataclass(frozen=True, slots=True)
class Download:
    """A file that a browser saves under this name."""

    content: bytes
    media_type: str
    name: str


Value = TypeVar("Value")


def needed(value: Value | None, message: str) -> Value:
    """What this table has; a request for what it does not have is refused with 404."""
    if value is None:
        raise RequestRefused(404, message_text(message))
    return value


class Routes(APIRouter):
    """Routes of the API; handlers take and return typed values."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Declare a route by its handler's signature."""
        hints = get_type_hints(endpoint, include_extras=True)
        answer = hints.pop("return")
        bodies = {name: hint for name, hint in hints.items() if _is_struct(hint)}
        status: int = options.get("status_code") or 200
        shape = get_args(answer)[1] if get_origin(answer) is Annotated else answer
        options |= {
            "response_model": None,
            "response_class": Response,
            "responses": {**answers(shape, status), **(options.get("responses") or {})},
            "openapi_extra": takes(*bodies.values()) if bodies else None,
        }
        media_type = shape.types[0] if isinstance(shape, Media) else ""
        answering = _answering(endpoint, bodies, status, media_type)
        super().add_api_route(path, _with_signature(answering, endpoint, hints, bodies), **options)
        right_of(self.routes[-1])

    def add_api_websocket_route(
        self, path: str, endpoint: Callable[..., Any], *args: Any, **options: Any
    ) -> None:
        """Declare a socket; its handler says for whom it is."""
        super().add_api_websocket_route(path, endpoint, *args, **options)
        right_of(self.routes[-1])


def _is_struct(hint: object) -> bool:
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


Answering = Callable[..., Awaitable[Response]]


def _answering(
    handler: Callable[..., Awaitable[object]],
    bodies: dict[str, type[msgspec.Struct]],
    status: int,
    media_type: str,
) -> Answering:
    @wraps(handler)
    async def answering(**values: Any) -> Response:
        for name, shape in bodies.items():
            values[name] = await body_of(values[name], shape)
        answer = _response(await handler(**values), status, media_type)
        for given in values.values():
            # Where a handler sets a cookie.
            if isinstance(given, Response):
                answer.raw_headers.extend(given.raw_headers)
        return answer

    return answering


def _with_signature(
    answering: Answering,
    handler: Callable[..., object],
    hints: dict[str, Any],
    bodies: dict[str, type[msgspec.Struct]],
) -> Answering:
    """What FastAPI sees: the request in the place of a body."""
    parameters = [
        each.replace(annotation=Request if each.name in bodies else hints[each.name])
        for each in inspect.signature(handler).parameters.values()
    ]
    answering.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return answering


def _response(value: object, status: int, media_type: str) -> Response:
    match value:
        case Response():
            return value
        case bytes():
            return Response(value, media_type=media_type, headers=NO_STORE)
        case Download():
            disposition = f'attachment; filename="{value.name}"'
            headers = {"content-disposition": disposition, **NO_STORE}
            return Response(value.content, media_type=value.media_type, headers=headers)
        case _:
            return json_answer(value, status)
