"""The table as it stands, what happened, and its pictures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from referee.web import examples
from referee.web.asking import json_answer, viewer_of
from referee.web.describing import answers, answers_bytes
from referee.web.hub import Hub
from referee.web.problems import Refusal
from referee.web.shapes.operator import Done
from referee.web.shapes.table import EventList, TableState
from referee.web.texts import message_text

Number = Annotated[int, Path(ge=0, le=2**31 - 1)]


def table_routes(hub: Hub) -> APIRouter:
    """`/table` and what belongs to it."""
    router = APIRouter(tags=["table"])

    @router.get(
        "/table",
        response_class=Response,
        responses=answers(TableState, "The table now.", examples.plain(examples.table_state())),
    )
    async def get_table(request: Request) -> Response:
        """The table as you may see it."""
        hub.need_table()
        return json_answer(hub.state(viewer_of(hub, request)))

    @router.get(
        "/table/events",
        response_class=Response,
        responses=answers(
            EventList,
            "The events, oldest first; at most 500 at once.",
            {"seq": 17, "events": [examples.plain(examples.public_event())]},
        ),
    )
    async def get_events(
        request: Request, after: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1
    ) -> Response:
        """What was recorded after an event, as you may know it."""
        hub.need_table()
        events = hub.events_after(after, viewer_of(hub, request))
        return json_answer(EventList(hub.book.seq, tuple(events)))

    @router.post(
        "/table/leave",
        response_class=Response,
        responses=answers(Done, "The game was put aside.", {"done": True}),
    )
    async def leave() -> Response:
        """Put the game under way aside; it can be resumed."""
        await hub.ask(lambda table: table.leave_game())
        await hub.refresh()
        return json_answer(Done())

    @router.get(
        "/table/dice/{rest}/{number}.jpg",
        response_class=Response,
        responses=answers_bytes("image/jpeg", description="The die."),
    )
    async def get_cutout(rest: Number, number: Number) -> Response:
        """The picture of one die in the tray."""
        return _picture(hub.pictures.cutout(rest, number))

    @router.get(
        "/question/{number}/picture.jpg",
        response_class=Response,
        responses=answers_bytes("image/jpeg", description="What the question is about."),
    )
    async def get_question_picture(number: Number) -> Response:
        """The picture of a question."""
        return _picture(hub.pictures.question(number))

    return router


def _picture(jpeg: bytes | None) -> Response:
    if jpeg is None:
        raise Refusal(404, message_text("web-no-such-picture"))
    # Numbers begin anew with each game, so the same address may mean another picture later.
    return Response(jpeg, media_type="image/jpeg", headers={"cache-control": "no-store"})
