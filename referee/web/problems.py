"""From errors to answers: every no is one sentence with the next step."""

from __future__ import annotations

import logging

import msgspec
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from referee.errors import CodecError, InputError, RefereeError, UnknownGameError
from referee.store.damage import DamagedGameError
from referee.store.troubles import StoreError
from referee.table.table_thread import TableStoppedError
from referee.web.kept_file import NotKeptError
from referee.web.security.claims import SeatTakenError, WrongCodeError
from referee.web.security.gate import BodyTooLargeError
from referee.web.shapes.problems import Problem
from referee.web.texts import Text, in_all_languages, message_text

_log = logging.getLogger(__name__)


class Refusal(Exception):  # noqa: N818 - refusing is no error
    """A request that is not granted."""

    def __init__(self, status: int, why_not: Text, detail: str = "", *, wait_s: float = 0) -> None:
        super().__init__(why_not.en)
        self.status = status
        self.why_not = why_not
        self.detail = detail
        self.wait_s = wait_s


def problem_answer(
    status: int, why_not: Text, detail: str = "", headers: dict[str, str] | None = None
) -> Response:
    """A no as JSON."""
    body = msgspec.json.encode(Problem(why_not, detail))
    return Response(body, status, headers, media_type="application/json")


def install_problems(app: FastAPI) -> None:
    """Let every error of the app become a sentence."""
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(RefereeError, _referee_error)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(BodyTooLargeError, _too_large)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _mistake)


async def _refusal(_request: Request, error: Exception) -> Response:
    if not isinstance(error, Refusal):
        raise error
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
        case StoreError() | CodecError() | NotKeptError() | TableStoppedError():
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
