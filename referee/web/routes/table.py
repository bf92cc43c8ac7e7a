"""The table as it stands, what happened, its pictures, and the live socket."""

import re
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import cache
from typing import Annotated

import msgspec
from fastapi import Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from referee.games.registry import games
from referee.language import languages, messages
from referee.web.access.claims import digest_of
from referee.web.access.rights import Viewer
from referee.web.feed import Feed
from referee.web.openapi import Media
from referee.web.requests import LARGEST, Number, RequestRefused
from referee.web.routing import (
    Anybody,
    FeedOf,
    Jpeg,
    LimitsOf,
    Routes,
    Screen,
    TokenOf,
    needed,
)
from referee.web.shapes.operator import Done
from referee.web.shapes.table import EventList, OtherTable, TableState
from referee.web.sockets import PROTOCOL, TRY_LATER, Outlet
from referee.web.texts import message_text

routes = Routes(tags=["table"])


@routes.get("/table", response_description="The table now.")
async def get_table(feed: FeedOf, viewer: Anybody) -> TableState:
    """The table as you may see it."""
    feed.need_table()
    return feed.state(viewer)


@routes.get("/table/events", response_description="The events, oldest first; at most 500 at once.")
async def get_events(
    feed: FeedOf, viewer: Anybody, after: Annotated[int, Query(ge=-1, le=LARGEST)] = -1
) -> EventList:
    """What was recorded after an event, as you may know it."""
    feed.need_table()
    return EventList(feed.events.seq, tuple(feed.events_after(after, viewer)))


@routes.post("/table/leave", response_description="The game was put aside.")
async def leave(feed: FeedOf, _: Screen) -> Done:
    """Put the game under way aside; it can be resumed."""
    await feed.ask(lambda table: table.leave_game())
    await feed.refresh()
    return Done()


@routes.get("/table/other", response_description="Another table, if there is one.")
async def get_other_table(feed: FeedOf, _: Screen) -> OtherTable:
    """What this table can become: one with the webcam that was found, or the simulated one."""
    other = feed.parts.other_table
    return OtherTable(None if other is None else await run_in_threadpool(other.kind))


@routes.post("/table/other", response_description="It starts anew as that table.")
async def become_other_table(feed: FeedOf, _: Screen) -> Done:
    """Become that table; a game under way is put aside and can be resumed."""
    other = feed.parts.other_table
    if other is None or not await run_in_threadpool(other.become):
        raise RequestRefused(409, message_text("web-no-other-table"))
    return Done()


@routes.get("/table/dice/{rest}/{number}.jpg", response_description="The die.")
async def get_cutout(feed: FeedOf, _: Anybody, rest: Number, number: Number) -> Jpeg:
    """The picture of one die in the tray."""
    # Numbers begin anew with each game, so the same address may mean another picture later.
    return needed(feed.pictures.cutout(rest, number), "web-no-such-picture")


@routes.get("/question/{number}/picture.jpg", response_description="What the question is about.")
async def get_question_picture(feed: FeedOf, _: Anybody, number: Number) -> Jpeg:
    """The picture of a question."""
    return needed(feed.pictures.question(number), "web-no-such-picture")


@routes.get("/words/{code}", response_description="Fluent messages, a language file's text.")
async def get_words(
    _: Anybody, code: Annotated[str, Path(max_length=8)]
) -> Annotated[bytes, Media("text/plain")]:
    """The page's own words, and the names of things in every game, in one language."""
    return needed(page_words(code) if code in languages() else None, "web-no-such-language")


@cache
def page_words(code: str) -> bytes:
    """The sentences that the table composes itself are left out."""
    kept = re.compile(rf"ui-|({'|'.join(games())})-(?!refuse-|event-|choose-|wait-|say-)")
    found = (text for name, text in messages(code).items() if kept.match(name))
    return "\n".join(found).encode()


_STOPPED = 4503
"""The table has stopped; what is shown of it is not true any more."""


@routes.websocket("/live")
async def live(
    websocket: WebSocket, feed: FeedOf, viewer: Anybody, token: TokenOf, limits: LimitsOf
) -> None:
    """Tell this client of everything it may see until it goes."""
    await websocket.accept()
    if feed.parts.thread.has_stopped:
        await websocket.close(_STOPPED, "stopped")
        return
    outlet = Outlet(websocket.scope["extensions"][PROTOCOL])
    with limits.live.admit(viewer, outlet.close) as is_in:
        if is_in:
            await _show(feed, websocket, viewer, outlet, token)
        else:
            await websocket.close(TRY_LATER, "full")


async def _show(
    feed: Feed, websocket: WebSocket, viewer: Viewer, outlet: Outlet, token: str
) -> None:
    outlet.offer(feed.welcome(viewer, _after(websocket)))
    feed.subscribers.add(viewer, outlet, digest_of(token))
    try:
        async for can_speak in _voices(websocket):
            # A phone may read aloud what it likes; the table's voice is its own screen.
            if viewer.may_act:
                feed.note_voice(outlet, can_speak=can_speak)
    finally:
        feed.note_voice(outlet, can_speak=None)
        feed.subscribers.remove(outlet)
        outlet.done()


def _after(websocket: WebSocket) -> int | None:
    """The newest event the client knows; without one it needs none."""
    text = websocket.query_params.get("after", "")
    is_number = text.removeprefix("-").isdecimal() and len(text) < 12
    return max(-1, int(text)) if is_number else None


class _Voice(msgspec.Struct):
    """All that clients have to say here: whether they can read aloud what is told, or need not."""

    can_speak: bool | None


async def _voices(websocket: WebSocket) -> AsyncIterator[bool | None]:
    """What a client says of its voice until it goes; anything else is forgotten."""
    with suppress(WebSocketDisconnect):
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            with suppress(msgspec.DecodeError):
                yield msgspec.json.decode(message.get("text") or "", type=_Voice).can_speak
