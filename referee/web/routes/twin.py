"""The hands and faults of a simulated table; a real table has none of these addresses."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.web.asking import body_of, json_answer
from referee.web.describing import answers, takes
from referee.web.hub import Hub
from referee.web.parts import Twin
from referee.web.problems import Refusal
from referee.web.shapes.operator import Done
from referee.web.shapes.twin import AutoplayRequest, FaultRequest, HandsRequest, TwinState
from referee.web.texts import message_text

_STATE = {
    "deeds": ["roll", "bump"],
    "pieces": ["die"],
    "faults": [{"device": "scale", "fault": "silent", "on": False}],
    "autoplay": False,
    "pace": 1.0,
}


def twin_routes(hub: Hub) -> APIRouter:
    """`/twin`."""
    router = APIRouter(tags=["simulated table"])

    @router.get("/twin", response_class=Response, responses=answers(TwinState, "Now.", _STATE))
    async def get_twin() -> Response:
        """What hands can do now, and which faults there are."""
        return json_answer(await run_in_threadpool(_twin(hub).state))

    @router.post(
        "/twin/hands",
        response_class=Response,
        responses=answers(Done, "The hands are at it.", {"done": True}),
        openapi_extra=takes(HandsRequest, {"deed": "place", "care": 0.9, "details": {}}),
    )
    async def use_hands(request: Request) -> Response:
        """Roll, place, lift, nudge, bump, strike, clear, lean or take."""
        asked = await body_of(request, HandsRequest)
        twin = _twin(hub)
        await run_in_threadpool(twin.use_hands, asked.deed, asked.care, asked.details)
        return json_answer(Done())

    @router.post(
        "/twin/faults",
        response_class=Response,
        responses=answers(Done, "It is so now.", {"done": True}),
        openapi_extra=takes(FaultRequest, {"device": "scale", "fault": "silent", "on": True}),
    )
    async def set_fault(request: Request) -> Response:
        """Break a device, or mend it."""
        asked = await body_of(request, FaultRequest)
        twin = _twin(hub)
        await run_in_threadpool(lambda: twin.set_fault(asked.device, asked.fault, is_on=asked.on))
        return json_answer(Done())

    @router.post(
        "/twin/autoplay",
        response_class=Response,
        responses=answers(Done, "It is so now.", {"done": True}),
        openapi_extra=takes(AutoplayRequest, {"on": True, "pace": 1.0}),
    )
    async def set_autoplay(request: Request) -> Response:
        """Let simulated players play, or stop them."""
        asked = await body_of(request, AutoplayRequest)
        twin = _twin(hub)
        await run_in_threadpool(lambda: twin.set_autoplay(is_on=asked.on, pace=asked.pace))
        return json_answer(Done())

    return router


def _twin(hub: Hub) -> Twin:
    if hub.parts.twin is None:
        raise Refusal(404, message_text("web-is-not-simulated"))
    return hub.parts.twin
