"""Camera, scale and health, live; and the hands and faults of a simulated table.

A real table has none of the addresses under `/twin`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress

import msgspec
from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from referee.web.access.rights import Viewer
from referee.web.feed import Feed
from referee.web.limits import ViewerLimit
from referee.web.openapi import answers, answers_bytes, takes
from referee.web.parts import CameraView, ScaleView, SimulationControls
from referee.web.requests import RequestRefused, body_of, json_answer, viewer_of
from referee.web.shapes.devices import (
    AutoplayRequest,
    CameraStatus,
    FaultRequest,
    HandsRequest,
    Health,
    HealthLight,
    ScaleMessage,
    ScaleStatus,
    TwinState,
)
from referee.web.shapes.operator import Done
from referee.web.texts import message_text, text_of

FRAMES_HZ = 12.0
SAMPLES_HZ = 20.0
STALLED_S = 5.0
MOST_STREAMS = 16  # they cost the processor
MOST_SCALES = 48
_BOUNDARY = "frame"
_NO_DEVICE = 4404
_TRY_LATER = 1013


def device_routes(hub: Feed) -> APIRouter:
    """`/camera`, `/scale` and `/health`."""
    router = APIRouter(tags=["devices"])
    _add_camera(router, hub)
    _add_scale(router, hub)

    @router.get("/health", response_class=Response, responses=answers(Health, "The lights."))
    async def get_health() -> Response:
        """Traffic lights of all parts, and the next step in words; each line as it is found."""
        lights = () if hub.parts.health is None else hub.parts.health()
        return StreamingResponse(
            _lines(lights), media_type="application/json", headers={"cache-control": "no-store"}
        )

    return router


def _lines(lights: Iterable[HealthLight]) -> Iterator[bytes]:
    """A `Health` with each light on a line of its own, so that a page can show it at once."""
    yield b'{"lights":[\n'
    for number, light in enumerate(lights):
        yield (b"," if number else b"") + msgspec.json.encode(light) + b"\n"
    yield b"]}"


def _add_camera(router: APIRouter, hub: Feed) -> None:
    streams = ViewerLimit(MOST_STREAMS)

    @router.get(
        "/camera",
        response_class=Response,
        responses=answers(CameraStatus, "What the camera sees."),
    )
    async def get_camera() -> Response:
        """The state of the camera, the tray and the dice found in it."""
        return json_answer(await run_in_threadpool(_camera(hub).status))

    @router.get(
        "/camera/frame.jpg",
        response_class=Response,
        responses=answers_bytes("image/jpeg", description="The newest picture."),
    )
    async def get_frame(*, boxes: bool = False) -> Response:
        """The newest picture; `boxes=1` draws the tray and the dice into it."""
        camera = _camera(hub)
        jpeg = await run_in_threadpool(lambda: camera.frame_jpeg(with_boxes=boxes))
        if jpeg is None:
            raise RequestRefused(404, message_text("web-has-no-picture"))
        return Response(jpeg, media_type="image/jpeg", headers={"cache-control": "no-store"})

    @router.get(
        "/camera.mjpg",
        response_class=Response,
        responses=answers_bytes(
            f"multipart/x-mixed-replace; boundary={_BOUNDARY}", description="Picture by picture."
        ),
    )
    async def stream(request: Request, *, boxes: bool = True) -> Response:
        """The live picture for an `<img>`; a slow viewer skips pictures, it never queues them."""
        camera, viewer = _camera(hub), viewer_of(hub, request)
        if not streams.has_place(viewer):
            raise RequestRefused(429, message_text("web-full"))
        return StreamingResponse(
            _frames(camera, request, streams, viewer, with_boxes=boxes),
            media_type=f"multipart/x-mixed-replace; boundary={_BOUNDARY}",
            headers={"cache-control": "no-store"},
        )


def _add_scale(router: APIRouter, hub: Feed) -> None:
    scales = ViewerLimit(MOST_SCALES)

    @router.get(
        "/scale",
        response_class=Response,
        responses=answers(ScaleStatus, "What the scale feels."),
    )
    async def get_scale() -> Response:
        """The state of the scale."""
        if hub.parts.scale is None:
            raise RequestRefused(404, message_text("web-has-no-scale"))
        return json_answer(await run_in_threadpool(hub.parts.scale.status))

    @router.post(
        "/scale/tare",
        response_class=Response,
        responses=answers(ScaleStatus, "The scale, which counts anew."),
    )
    async def tare() -> Response:
        """Count what lies on the plate as what should lie there; a game knows its pieces."""
        if hub.parts.scale is None:
            raise RequestRefused(404, message_text("web-has-no-scale"))
        why_not = await hub.ask(lambda table: table.tare())
        if why_not is not None:
            raise RequestRefused(409, text_of(why_not))
        return json_answer(await run_in_threadpool(hub.parts.scale.status))

    @router.websocket("/scale/live")
    async def scale_live(websocket: WebSocket) -> None:
        """The samples of the scale, twenty messages a second."""
        await websocket.accept()
        if hub.parts.scale is None:
            await websocket.close(_NO_DEVICE, "web-has-no-scale")
            return
        ending = asyncio.create_task(_wait_for_end(websocket))
        with scales.stay(viewer_of(hub, websocket), ending.cancel) as is_in:
            if is_in:
                await _send_samples(websocket, hub.parts.scale, ending)
            else:
                await websocket.close(_TRY_LATER, "full")
        ending.cancel()


def _camera(hub: Feed) -> CameraView:
    if hub.parts.camera is None:
        raise RequestRefused(404, message_text("web-has-no-camera"))
    return hub.parts.camera


async def _frames(
    camera: CameraView, request: Request, streams: ViewerLimit, viewer: Viewer, *, with_boxes: bool
) -> AsyncIterator[bytes]:
    shown, ended = -1, asyncio.Event()
    with streams.stay(viewer, ended.set) as is_in:
        while is_in and not (ended.is_set() or await request.is_disconnected()):
            number = camera.frame_number()
            if number != shown:
                shown = number
                jpeg = await run_in_threadpool(lambda: camera.frame_jpeg(with_boxes=with_boxes))
                if jpeg is not None:
                    yield _part(jpeg)
            await asyncio.sleep(1 / FRAMES_HZ)


def _part(jpeg: bytes) -> bytes:
    head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"


async def _send_samples(websocket: WebSocket, scale: ScaleView, ending: asyncio.Task[None]) -> None:
    """Until the client goes, or does not read for some seconds."""
    number = -1
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while not ending.done():
            samples = tuple(scale.samples_after(number))
            if samples:
                number = samples[-1].number
                text = msgspec.json.encode(ScaleMessage(samples)).decode()
                async with asyncio.timeout(STALLED_S):
                    await websocket.send_text(text)
            await asyncio.sleep(1 / SAMPLES_HZ)


async def _wait_for_end(websocket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass


_SIMULATION_EXAMPLE = {
    "deeds": ["roll", "bump"],
    "pieces": ["die"],
    "faults": [{"device": "scale", "fault": "silent", "on": False}],
    "autoplay": False,
    "pace": 1.0,
}


def simulation_routes(hub: Feed) -> APIRouter:
    """`/twin`."""
    router = APIRouter(tags=["simulated table"])

    @router.get(
        "/twin", response_class=Response, responses=answers(TwinState, "Now.", _SIMULATION_EXAMPLE)
    )
    async def get_twin() -> Response:
        """What hands can do now, and which faults there are."""
        return json_answer(await run_in_threadpool(_simulation(hub).state))

    @router.post(
        "/twin/hands",
        response_class=Response,
        responses=answers(Done, "The hands are at it.", {"done": True}),
        openapi_extra=takes(HandsRequest, {"deed": "place", "care": 0.9, "details": {}}),
    )
    async def use_hands(request: Request) -> Response:
        """Roll, place, lift, nudge, bump, strike, clear, lean or take."""
        asked = await body_of(request, HandsRequest)
        twin = _simulation(hub)
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
        twin = _simulation(hub)
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
        twin = _simulation(hub)
        await run_in_threadpool(lambda: twin.set_autoplay(is_on=asked.on, pace=asked.pace))
        return json_answer(Done())

    return router


def _simulation(hub: Feed) -> SimulationControls:
    if hub.parts.twin is None:
        raise RequestRefused(404, message_text("web-is-not-simulated"))
    return hub.parts.twin
