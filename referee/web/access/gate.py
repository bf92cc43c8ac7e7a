"""The gate before every request: host, origin, size; and the headers of every answer."""

import socket
from collections.abc import Iterable, Mapping
from ipaddress import ip_address

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.web.shapes.table import Problem
from referee.web.texts import message_text


def own_names(extra: Iterable[str] = ()) -> frozenset[str]:
    """The names this machine is called by, in small letters."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local", *(each.lower() for each in extra)})


def is_own_host(header: str, names: frozenset[str]) -> bool:
    """Whether a Host header means this table.

    A page of another site can make its own name point here, but cannot make the browser send a
    bare address or one of our names: so these are all that is answered.
    """
    host = host_in(header)
    if host in names:
        return True
    try:
        ip_address(host.strip("[]").split("%")[0])
    except ValueError:
        return False
    return True


def host_in(header: str) -> str:
    """The host without its port, in small letters; an IPv6 address keeps its brackets."""
    text = header.strip().lower()
    if text.startswith("["):
        return text.partition("]")[0] + "]"
    return text.partition(":")[0]


MOST_BODY_BYTES = 256 * 1024
"""Chosen by hand: much more than the page ever sends, too little to fill the memory with."""
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

_SOURCES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)
CONTENT_POLICY = "; ".join(_SOURCES)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)


class Gate:
    """Refuses what is not meant for this table before anything else looks at it."""

    def __init__(self, app: ASGIApp, *, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if not is_own_host(headers.get("host", ""), self._names):
            return 421, "web-wrong-host"
        is_changing = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if is_changing and not is_same_origin(headers):
            return 403, "web-wrong-origin"
        if _is_too_large(headers.get("content-length", "0")):
            return 413, "web-too-large"
        return None


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Whether the page that asks was served by this table; programs send no origin."""
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in {"http", "https"} and host.lower() == headers.get("host", "").lower()


def _is_too_large(length: str) -> bool:
    return not length.isdecimal() or len(length) > 12 or int(length) > MOST_BODY_BYTES


class BodyTooLargeError(Exception):
    """More came than was announced."""


def _limited(receive: Receive) -> Receive:
    """A body without a length is counted while it comes."""
    received = 0

    async def counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MOST_BODY_BYTES:
            raise BodyTooLargeError
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            _add_headers(message)
        await send(message)

    return sending


def _add_headers(message: Message) -> None:
    given = list(message.get("headers", ()))
    names = {name.lower() for name, _ in given}
    message["headers"] = [*given, *(pair for pair in HEADERS if pair[0] not in names)]


async def _refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = msgspec.json.encode(Problem(message_text(reason)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
