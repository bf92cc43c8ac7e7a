"""The operator: PIN, settings, editions, backup and restart."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.registry import find_game
from referee.web.access.authentication import LONGEST_SESSION_S
from referee.web.access.pins import OWN_SCREEN
from referee.web.feed import Feed
from referee.web.openapi import answers, takes
from referee.web.requests import (
    RequestRefused,
    body_of,
    client_of,
    json_answer,
    token_of,
    viewer_of,
)
from referee.web.shapes.operator import (
    BackupMade,
    Done,
    EditionNumbers,
    LoginRequest,
    PinRequest,
    Settings,
    Token,
)
from referee.web.texts import message_text, said

_SETTINGS = {
    "language": "en",
    "voice": True,
    "volume": 0.8,
    "muted": False,
    "countdown_s": None,
    "kiosk": {"is_locked": False, "attract_after_s": 300.0},
    "privacy": {"camera": "players", "results": "open", "whole_pictures": False},
}
_DONE = {"done": True}


def operator_routes(hub: Feed) -> APIRouter:
    """`/operator`."""
    router = APIRouter(tags=["operator"], prefix="/operator")
    _add_login(router, hub)
    _add_settings(router, hub)
    _add_care(router, hub)
    return router


def _add_login(router: APIRouter, hub: Feed) -> None:
    door = hub.parts.door

    @router.post(
        "/login",
        response_class=Response,
        responses=answers(Token, "Welcome.", {"token": "…", "expires_in_s": LONGEST_SESSION_S}),
        openapi_extra=takes(LoginRequest, {"pin": "2468"}),
    )
    async def login(request: Request) -> Response:
        """Log in with the PIN; wrong ones make you wait (429, `Retry-After`)."""
        asked = await body_of(request, LoginRequest)
        if not door.pins.is_set:
            raise RequestRefused(409, message_text("web-no-pin"))
        await _check_pin(hub, request, asked.pin)
        return json_answer(Token(door.sessions.begin(), LONGEST_SESSION_S))

    @router.post("/logout", response_class=Response, responses=answers(Done, "Good-bye.", _DONE))
    async def logout(request: Request) -> Response:
        """Log out."""
        ended = door.sessions.end(token_of(request))
        if ended is not None:
            hub.drop_token(ended)
        return json_answer(Done())

    @router.post(
        "/pin",
        response_class=Response,
        responses=answers(Done, "The PIN is set; everybody logs in anew.", _DONE),
        openapi_extra=takes(PinRequest, {"new": "2468", "old": ""}),
    )
    async def change_pin(request: Request) -> Response:
        """Set the PIN, or change it with the old one."""
        asked = await body_of(request, PinRequest)
        if door.pins.is_set:
            await _check_pin(hub, request, asked.old)
        await run_in_threadpool(door.pins.change, asked.new)
        door.sessions.end_all()
        hub.drop(lambda viewer: viewer.role == "operator")
        await hub.refresh()
        return json_answer(Done())


async def _check_pin(hub: Feed, request: Request, pin: str) -> None:
    """One by one, so that many wrong ones at once are all counted, and no right one is."""
    door, client = hub.parts.door, _guesser(hub, request)
    async with door.lockout.turn(client):
        wait_s = door.lockout.wait_s(client)
        if wait_s > 0:
            raise RequestRefused(429, said("web-wait", seconds=round(wait_s)), wait_s=wait_s)
        if not await run_in_threadpool(door.pins.is_right, pin):
            door.lockout.fail(client)
            raise RequestRefused(401, message_text("web-wrong-pin"))
        door.lockout.succeed(client)


def _guesser(hub: Feed, request: Request) -> str:
    """A token that has ended does not make a stranger of the table's own screen."""
    without_token = hub.parts.door.viewer(request, "", hub.game_id)
    is_own = without_token.may_act or viewer_of(hub, request).may_act
    return OWN_SCREEN if is_own else client_of(request)


def _add_settings(router: APIRouter, hub: Feed) -> None:
    store = hub.parts.settings

    @router.get(
        "/settings", response_class=Response, responses=answers(Settings, "Now.", _SETTINGS)
    )
    async def get_settings() -> Response:
        """What is set."""
        return json_answer(store.settings())

    @router.put(
        "/settings",
        response_class=Response,
        responses=answers(Settings, "What is set now.", _SETTINGS),
        openapi_extra=takes(Settings, _SETTINGS),
    )
    async def put_settings(request: Request) -> Response:
        """Set everything anew; what is left out gets its default."""
        settings = await body_of(request, Settings)
        await run_in_threadpool(store.change, settings)
        await hub.refresh()
        return json_answer(settings)

    @router.put(
        "/editions/{game}",
        response_class=Response,
        responses=answers(EditionNumbers, "The numbers of this table.", {"numbers": {}}),
        openapi_extra=takes(EditionNumbers, {"numbers": {}}),
    )
    async def put_edition(
        request: Request, game: Annotated[str, Path(min_length=1, max_length=60)]
    ) -> Response:
        """The numbers of the box on this table, checked; none: those of the shipped edition."""
        asked = await body_of(request, EditionNumbers)
        await run_in_threadpool(_keep_numbers, hub, game, asked)
        return json_answer(asked)


def _keep_numbers(hub: Feed, name: str, asked: EditionNumbers) -> None:
    """A game that could not be set up with these numbers says which of them is wrong."""
    game = find_game(name)
    options = parse_options(game, {"numbers": asked.numbers})
    game.setup(seat_names(game.max_players), options)
    hub.parts.settings.set_numbers(game.name, asked.numbers)


def _add_care(router: APIRouter, hub: Feed) -> None:
    @router.post(
        "/backup",
        response_class=Response,
        responses=answers(BackupMade, "It is made.", {"name": "referee-2025-01-01"}),
    )
    async def make_backup() -> Response:
        """Make a backup now, while games go on."""
        if hub.parts.backup is None:
            raise RequestRefused(409, message_text("web-cannot-backup"))
        return json_answer(BackupMade(await run_in_threadpool(hub.parts.backup)))

    @router.post(
        "/restart", response_class=Response, responses=answers(Done, "It starts anew.", _DONE)
    )
    async def restart() -> Response:
        """Start the program anew; the game goes on where it stood."""
        if hub.parts.restart is None:
            raise RequestRefused(409, message_text("web-cannot-restart"))
        hub.parts.restart()
        return json_answer(Done())
