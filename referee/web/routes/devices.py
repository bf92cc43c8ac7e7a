"""Camera, scale and health, live; and the hands and faults of a simulated table.

A real table has none of the addresses under `/twin`.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from referee.web.access.rights import Viewer
from referee.web.feed import Feed
from referee.web.limits import ViewerLimit
from referee.web.openapi import Media
from referee.web.parts import CameraView, ScaleView, SimulationControls
from referee.web.requests import NO_STORE, RequestRefused
from referee.web.routing import (
    Anybody,
    FeedOf,
    Jpeg,
    LimitsOf,
    MaySeeCamera,
    Routes,
    Screen,
    needed,
)
from referee.web.shapes import devices
from referee.web.shapes.operator import Done
from referee.web.sockets import STALLED_S, TRY_LATER
from referee.web.texts import message_text, text_of

FRAMES_HZ = 12.0
"""Chosen by hand: enough to see hands move; every picture is encoded for each viewer."""
SAMPLES_HZ = 20.0
"""Chosen by hand: a curve that grows evenly to the eye."""
_NO_DEVICE = 4404
_STREAM = "multipart/x-mixed-replace; boundary=frame"

routes = Routes(tags=["devices"])


def _camera(feed: Feed) -> CameraView:
    return needed(feed.parts.camera, "web-has-no-camera")


@routes.get("/camera", response_description="What the camera sees.")
async def get_camera(feed: FeedOf, _: MaySeeCamera) -> devices.CameraStatus:
    """The state of the camera, the tray and the dice found in it."""
    return await run_in_threadpool(_camera(feed).status)


@routes.get("/camera/frame.jpg", response_description="The newest picture.")
async def get_frame(feed: FeedOf, _: MaySeeCamera, *, boxes: bool = False) -> Jpeg:
    """The newest picture; `boxes=1` draws the tray and the dice into it."""
    camera = _camera(feed)
    jpeg = await run_in_threadpool(lambda: camera.frame_jpeg(with_boxes=boxes))
    return needed(jpeg, "web-has-no-picture")


@routes.get("/camera.mjpg", response_description="Picture by picture.")
async def stream(
    request: Request, feed: FeedOf, viewer: MaySeeCamera, limits: LimitsOf, *, boxes: bool = True
) -> Annotated[Response, Media(_STREAM)]:
    """The live picture for an `<img>`; a slow viewer skips pictures, it never queues them."""
    camera = _camera(feed)
    if not limits.streams.has_place(viewer):
        raise RequestRefused(429, message_text("web-full"))
    frames = _frames(camera, request, limits.streams, viewer, with_boxes=boxes)
    return StreamingResponse(frames, media_type=_STREAM, headers=NO_STORE)


async def _frames(
    camera: CameraView, request: Request, streams: ViewerLimit, viewer: Viewer, *, with_boxes: bool
) -> AsyncIterator[bytes]:
    shown, ended = -1, asyncio.Event()
    with streams.admit(viewer, ended.set) as is_in:
        while is_in and not (ended.is_set() or await request.is_disconnected()):
            number = camera.frame_number()
            if number != shown:
                shown = number
                jpeg = await run_in_threadpool(lambda: camera.frame_jpeg(with_boxes=with_boxes))
                if jpeg is not None:
                    yield _part(jpeg)
            await asyncio.sleep(1 / FRAMES_HZ)


def _part(jpeg: bytes) -> bytes:
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"


@routes.get("/scale", response_description="What the scale feels.")
async def get_scale(feed: FeedOf, _: Anybody) -> devices.ScaleStatus:
    """The state of the scale."""
    return await run_in_threadpool(_scale(feed).status)


@routes.post("/scale/tare", response_description="The scale, which counts anew.")
async def tare(feed: FeedOf, _: Screen) -> devices.ScaleStatus:
    """Count what lies on the plate as what should lie there; a game knows its pieces."""
    scale = _scale(feed)
    why_not = await feed.ask(lambda table: table.tare())
    if why_not is not None:
        raise RequestRefused(409, text_of(why_not))
    return await run_in_threadpool(scale.status)


def _scale(feed: Feed) -> ScaleView:
    return needed(feed.parts.scale, "web-has-no-scale")


@routes.websocket("/scale/live")
async def scale_live(websocket: WebSocket, feed: FeedOf, viewer: Anybody, limits: LimitsOf) -> None:
    """The samples of the scale, twenty messages a second."""
    await websocket.accept()
    if feed.parts.scale is None:
        await websocket.close(_NO_DEVICE, "web-has-no-scale")
        return
    ending = asyncio.create_task(_wait_for_end(websocket))
    with limits.scales.admit(viewer, ending.cancel) as is_in:
        if is_in:
            await _send_samples(websocket, feed.parts.scale, ending)
        else:
            await websocket.close(TRY_LATER, "full")
    ending.cancel()


async def _send_samples(websocket: WebSocket, scale: ScaleView, ending: asyncio.Task[None]) -> None:
    """Until the client goes, or does not read for some seconds."""
    number = -1
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while not ending.done():
            samples = tuple(scale.samples_after(number))
            if samples:
                number = samples[-1].number
                text = msgspec.json.encode(devices.ScaleMessage(samples)).decode()
                async with asyncio.timeout(STALLED_S):
                    await websocket.send_text(text)
            await asyncio.sleep(1 / SAMPLES_HZ)


async def _wait_for_end(websocket: WebSocket) -> None:
    with suppress(WebSocketDisconnect):
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass


@routes.get("/health", response_description="The lights.")
async def get_health(feed: FeedOf, _: Anybody) -> Annotated[Response, devices.Health]:
    """Traffic lights of all parts, and the next step in words; each line as it is found."""
    lights = () if feed.parts.health is None else feed.parts.health()
    return StreamingResponse(_lines(lights), media_type="application/json", headers=NO_STORE)


def _lines(lights: Iterable[devices.HealthLight]) -> Iterator[bytes]:
    """A `Health` with each light on a line of its own, so that a page can show it at once."""
    yield b'{"lights":[\n'
    for number, light in enumerate(lights):
        yield (b"," if number else b"") + msgspec.json.encode(light) + b"\n"
    yield b"]}"


simulation_routes = Routes(tags=["simulated table"])


def _simulation(feed: Feed) -> SimulationControls:
    return needed(feed.parts.simulation, "web-is-not-simulated")


@simulation_routes.get("/twin", response_description="Now.")
async def get_twin(feed: FeedOf, _: Anybody) -> devices.TwinState:
    """What hands can do now, and which faults there are."""
    return await run_in_threadpool(_simulation(feed).state)


@simulation_routes.post("/twin/hands", response_description="The hands are at it.")
async def use_hands(feed: FeedOf, _: Screen, asked: devices.HandsRequest) -> Done:
    """Roll, place, lift, nudge, bump, strike, clear, lean or take."""
    simulation = _simulation(feed)
    await run_in_threadpool(simulation.use_hands, asked.deed, asked.care, asked.details)
    return Done()


@simulation_routes.post("/twin/faults", response_description="It is so now.")
async def set_fault(feed: FeedOf, _: Screen, asked: devices.FaultRequest) -> Done:
    """Break a device, or mend it."""
    simulation = _simulation(feed)
    await run_in_threadpool(lambda: simulation.set_fault(asked.device, asked.fault, is_on=asked.on))
    return Done()


@simulation_routes.post("/twin/autoplay", response_description="It is so now.")
async def set_autoplay(feed: FeedOf, _: Screen, asked: devices.AutoplayRequest) -> Done:
    """Let simulated players play, or stop them."""
    simulation = _simulation(feed)
    await run_in_threadpool(lambda: simulation.set_autoplay(is_on=asked.on, pace=asked.pace))
    return Done()
