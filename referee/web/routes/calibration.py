"""The guided calibration of scale, tray, camera and dice, for the operator.

A game and a calibration need the same tray and plate: one of them at a time. Both are asked for in
the table's thread, so that neither can begin while the other does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from referee.table.table import Table
from referee.web.feed import Feed
from referee.web.openapi import answers, answers_bytes, takes
from referee.web.parts import Calibration
from referee.web.requests import RequestRefused, body_of, json_answer
from referee.web.shapes.devices import CalibrationDeed, CalibrationRequest, CalibrationState
from referee.web.texts import message_text

Result = TypeVar("Result")


def unless_calibrating(hub: Feed, deed: Callable[[Table], Result]) -> Callable[[Table], Result]:
    """The same deed, refused while somebody calibrates."""

    def checked(table: Table) -> Result:
        calibration = hub.parts.calibration
        if calibration is not None and calibration.is_under_way:
            raise RequestRefused(409, message_text("calibrate-blocks-game"))
        return deed(table)

    return checked


def unless_playing(calibration: Calibration, asked: CalibrationRequest) -> Callable[[Table], None]:
    """Begin this calibration, refused while a game is under way."""

    def checked(table: Table) -> None:
        snapshot = table.snapshot()
        if snapshot is not None and snapshot.awaiting is not None:
            raise RequestRefused(409, message_text("calibrate-game-blocks"))
        if calibration.is_under_way:
            raise RequestRefused(409, message_text("calibrate-already"))
        calibration.begin(asked)

    return checked


TargetName = Annotated[str, Path(pattern="^[a-z-]{1,40}$")]
_STATE = {
    "phase": "asking",
    "parts": ["scale", "tray", "camera", "dice"],
    "dice": [{"kind": "beanstalk", "faces": ["eye", "die", "treasure", "trunk"]}],
    "part": "scale",
    "step": {
        "number": 1,
        "count": 10,
        "name": "scale-empty",
        "ask": {
            "en": "Take everything off the plate and do not touch the table.",
            "fr": "Enlevez tout du plateau et ne touchez pas la table.",
        },
        "live": [],
        "troubles": [],
        "advice": [],
        "can_accept": True,
        "picture": None,
        "meter": {"value": 84012.0, "noise": 43.0, "unit": "counts"},
        "is_helped": False,
    },
    "can_help": True,
    "told": [],
    "changes": [],
    "can_restart": False,
}


def calibration_routes(hub: Feed) -> APIRouter:
    """`/operator/calibration`."""
    router = APIRouter(tags=["calibration"], prefix="/operator/calibration")

    @router.get(
        "",
        response_class=Response,
        responses=answers(CalibrationState, "How it stands.", _STATE),
    )
    async def get_calibration() -> Response:
        """The present step, live; between calibrations, what can be calibrated."""
        return await _state(_calibration(hub))

    @router.post(
        "",
        status_code=201,
        response_class=Response,
        responses=answers(CalibrationState, "The first step.", _STATE, status=201),
        openapi_extra=takes(CalibrationRequest, {"part": "scale"}),
    )
    async def begin_calibration(request: Request) -> Response:
        """Begin with a part; refused (409) while a game is under way."""
        asked = await body_of(request, CalibrationRequest)
        calibration = _calibration(hub)
        await hub.ask(unless_playing(calibration, asked))
        return await _state(calibration, 201)

    @router.post(
        "/step",
        response_class=Response,
        responses=answers(CalibrationState, "How it stands now.", _STATE),
        openapi_extra=takes(CalibrationDeed, {"deed": "accept", "step": 1}),
    )
    async def press(request: Request) -> Response:
        """Accept, repeat or abort the step, or let simulated hands do it; 409 if it is over."""
        asked = await body_of(request, CalibrationDeed)
        calibration = _calibration(hub)
        if not await run_in_threadpool(calibration.press, asked):
            raise RequestRefused(409, message_text("calibrate-not-now"))
        return await _state(calibration)

    @router.get(
        "/picture.jpg",
        response_class=Response,
        responses=answers_bytes("image/jpeg", description="What the table sees."),
    )
    async def get_picture() -> Response:
        """What the table sees in this step, with what it found drawn into it."""
        jpeg = await run_in_threadpool(_calibration(hub).picture_jpeg)
        if jpeg is None:
            raise RequestRefused(404, message_text("web-has-no-picture"))
        return Response(jpeg, media_type="image/jpeg", headers={"cache-control": "no-store"})

    @router.get(
        "/targets/{name}.pdf",
        response_class=Response,
        responses=answers_bytes("application/pdf", description="To be printed at 100 %."),
    )
    async def get_target(name: TargetName) -> Response:
        """The sheet for the tray, the board for the lens, or the ruler, in real size."""
        pdf = await run_in_threadpool(_calibration(hub).target_pdf, name)
        if pdf is None:
            raise RequestRefused(404, message_text("web-no-such-place"))
        return Response(pdf, media_type="application/pdf", headers={"cache-control": "no-store"})

    return router


async def _state(calibration: Calibration, status: int = 200) -> Response:
    return json_answer(await run_in_threadpool(calibration.state), status)


def _calibration(hub: Feed) -> Calibration:
    if hub.parts.calibration is None:
        raise RequestRefused(404, message_text("calibrate-nothing"))
    return hub.parts.calibration
