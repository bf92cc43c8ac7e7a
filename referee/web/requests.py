"""What every route needs: who asks and whether they may, what was sent, and answers as JSON.

Every no is one sentence with the next step. A request that comes twice is carried out once: the
second gets the answer of the first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import msgspec
from fastapi import FastAPI, Header, Path, Query
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from referee.clock import Clock
from referee.errors import CodecError, InputError, RefereeError, UnknownGameError
from referee.language import FALLBACK
from referee.store.durable_files import NotSavedError
from referee.store.troubles import DamagedGameError, StoreError
from referee.table.table_thread import TableStoppedError
from referee.web.access.claims import SeatTakenError, WrongCodeError
from referee.web.access.gate import BodyTooLargeError
from referee.web.access.rights import Viewer
from referee.web.shapes.table import Problem
from referee.web.texts import Text, in_all_languages, message_text

_log = logging.getLogger(__name__)


class RequestRefused(Exception):  # noqa: N818 - refusing is no error
    """A request that is not granted; `answer` tells more than why."""

    def __init__(
        self,
        status: int,
        why_not: Text,
        detail: str = "",
        *,
        wait_s: float = 0,
        answer: msgspec.Struct | None = None,
    ) -> None:
        super().__init__(why_not[FALLBACK])
        self.status = status
        self.why_not = why_not
        self.detail = detail
        self.wait_s = wait_s
        self.answer = answer


def wait_first(wait_s: float) -> RequestRefused:
    """Too many wrong attempts were made."""
    return RequestRefused(429, message_text("web-wait", seconds=round(wait_s)), wait_s=wait_s)


def problem_answer(
    status: int, why_not: Text, detail: str = "", headers: dict[str, str] | None = None
) -> Response:
    """A no as JSON."""
    body = msgspec.json.encode(Problem(why_not, detail))
    return Response(body, status, headers, media_type="application/json")


def install_problems(app: FastAPI) -> None:
    """Let every error of the app become a sentence."""
    app.add_exception_handler(RequestRefused, _refusal)
    app.add_exception_handler(RefereeError, _referee_error)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(BodyTooLargeError, _too_large)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _mistake)


async def _refusal(_request: Request, error: Exception) -> Response:
    if not isinstance(error, RequestRefused):
        raise error
    if error.answer is not None:
        return json_answer(error.answer, error.status)
    headers = {"retry-after": str(round(error.wait_s))} if error.wait_s else {}
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    return problem_answer(error.status, error.why_not, error.detail, headers)


async def _referee_error(_request: Request, error: Exception) -> Response:
    return problem_answer(status_of(error), _sentence(error))


def _sentence(error: Exception) -> Text:
    """What an error says, in all languages if it knows how."""
    return in_all_languages(lambda words: words.error(error))


def status_of(error: Exception) -> int:
    """The status that fits an error meant for people."""
    match error:
        case UnknownGameError() | StoreError(trouble=None):
            return 404
        case SeatTakenError() | DamagedGameError():
            return 409
        case WrongCodeError():
            return 403
        case StoreError() | CodecError() | NotSavedError() | TableStoppedError():
            return 503
        case InputError():
            return 422
        case _:
            return 409


async def _validation(_request: Request, error: Exception) -> Response:
    return problem_answer(422, message_text("web-not-understood"), str(error)[:500])


async def _http(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    name = "web-no-such-method" if error.status_code == 405 else "web-no-such-place"
    headers = dict(error.headers or {})
    return problem_answer(error.status_code, message_text(name), "", headers)


async def _too_large(_request: Request, _error: Exception) -> Response:
    return problem_answer(413, message_text("web-too-large"))


async def _gone(_request: Request, _error: Exception) -> Response:
    """Whoever went before all was said hears no answer."""
    return Response(status_code=400)


async def _mistake(_request: Request, error: Exception) -> Response:
    _log.error("A request failed.", exc_info=error)
    return problem_answer(500, message_text("web-mistake"))


Body = TypeVar("Body")
Answer = TypeVar("Answer")
_encode = msgspec.json.Encoder().encode
NO_STORE = {"cache-control": "no-store"}
"""What a table says is true now; a browser must not keep it."""


def json_answer(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(_encode(value), status, NO_STORE, media_type="application/json")


async def body_of(request: Request, shape: type[Body]) -> Body:
    """The JSON body of a request, checked."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestRefused(415, message_text("web-not-json"))
    try:
        return msgspec.json.decode(await request.body(), type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestRefused(422, message_text("web-not-understood"), str(error)) from None


async def token_of(connection: HTTPConnection) -> str:
    """The token that was sent along; a browser's socket or picture puts it into the address."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    is_looking = connection.scope.get("method", "GET") == "GET"
    return connection.query_params.get("token", "") if is_looking else ""


async def client_of(connection: HTTPConnection) -> str:
    """The address of whoever asks, for lockouts only: it gives nobody a right."""
    return connection.client.host if connection.client else ""


LARGEST = 2**31 - 1
"""The largest number that both databases keep as an integer."""
Id = Annotated[int, Path(ge=1, le=LARGEST)]
Number = Annotated[int, Path(ge=0, le=LARGEST)]
IdQuery = Annotated[int | None, Query(ge=1, le=LARGEST)]
NameQuery = Annotated[str | None, Query(max_length=60)]
_DAY = r"^\d{4}-\d{2}-\d{2}$"
Since = Annotated[str | None, Query(alias="from", pattern=_DAY)]
Until = Annotated[str | None, Query(alias="to", pattern=_DAY)]

ANSWERS_KEPT_S = 600.0
"""Chosen by hand: whoever tries again does so within a few minutes."""
_MOST_ANSWERS = 256
"""Chosen by hand: an answer is a few bytes; no more games begin in ten minutes."""
_KEY_DESCRIPTION = "The same key again, within ten minutes, gives the first answer again."
IdempotencyKey = Annotated[
    str | None,
    Header(alias="Idempotency-Key", pattern="^[ -~]{1,64}$", description=_KEY_DESCRIPTION),
]


class RepeatedRequests:
    """The answers that were given lately, by the key that the client chose."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()
        self._answers: dict[tuple[Viewer, str, type], tuple[float, object]] = {}

    async def answer(
        self,
        viewer: Viewer,
        key: str | None,
        kind: type[Answer],
        carry_out: Callable[[], Awaitable[Answer]],
    ) -> Answer:
        """Carry this out, unless it was already; what was refused may be tried again."""
        if key is None:
            return await carry_out()
        async with self._turn:
            self._forget()
            _, given = self._answers.get((viewer, key, kind), (0.0, None))
            if not isinstance(given, kind):
                given = await carry_out()
                self._answers[viewer, key, kind] = self._clock.monotonic_s(), given
            return given

    def _forget(self) -> None:
        since_s = self._clock.monotonic_s() - ANSWERS_KEPT_S
        newest = list(self._answers.items())[1 - _MOST_ANSWERS :]
        self._answers = {name: kept for name, kept in newest if kept[0] > since_s}
