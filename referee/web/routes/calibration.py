"""The guided calibration of scale, tray, camera and dice, for the operator.

A game and a calibration need the same tray and plate: one of them at a time. Both are asked for in
the table's thread, so that neither can begin while the other does.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Path
from starlette.concurrency import run_in_threadpool

from referee.table.table import Table
from referee.web.feed import Feed
from referee.web.parts import Calibration
from referee.web.requests import RequestRefused
from referee.web.routing import FeedOf, Jpeg, Operator, Pdf, Routes, needed
from referee.web.shapes.devices import CalibrationDeed, CalibrationRequest, CalibrationState
from referee.web.texts import message_text

Result = TypeVar("Result")


def unless_calibrating(feed: Feed, task: Callable[[Table], Result]) -> Callable[[Table], Result]:
    """The same task, refused while somebody calibrates."""

    def checked(table: Table) -> Result:
        calibration = feed.parts.calibration
        if calibration is not None and calibration.is_under_way:
            raise RequestRefused(409, message_text("calibrate-blocks-game"))
        return task(table)

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


FaceNumber = Annotated[int, Path(ge=1, le=100_000)]
TargetName = Annotated[str, Path(pattern="^[a-z-]{1,40}$")]

routes = Routes(tags=["calibration"], prefix="/operator/calibration")


def _calibration(feed: Feed) -> Calibration:
    return needed(feed.parts.calibration, "calibrate-nothing")


@routes.get("", response_description="How it stands.")
async def get_calibration(feed: FeedOf, _: Operator) -> CalibrationState:
    """The present step, live; between calibrations, what can be calibrated."""
    return await run_in_threadpool(_calibration(feed).state)


@routes.post("", status_code=201, response_description="The first step.")
async def begin_calibration(
    feed: FeedOf, _: Operator, asked: CalibrationRequest
) -> CalibrationState:
    """Begin with a part; refused (409) while a game is under way."""
    calibration = _calibration(feed)
    await feed.ask(unless_playing(calibration, asked))
    return await run_in_threadpool(calibration.state)


@routes.post("/step", response_description="How it stands now.")
async def press(feed: FeedOf, _: Operator, asked: CalibrationDeed) -> CalibrationState:
    """Accept, repeat or abort the step, let simulated hands do it, or change a group of faces.

    409 if the step is over, or cannot be accepted now.
    """
    calibration = _calibration(feed)
    if not await run_in_threadpool(calibration.press, asked):
        raise RequestRefused(409, message_text("calibrate-not-now"))
    return await run_in_threadpool(calibration.state)


@routes.get("/picture.jpg", response_description="What the table sees.")
async def get_picture(feed: FeedOf, _: Operator) -> Jpeg:
    """What the table sees in this step, with what it found drawn into it."""
    return needed(await run_in_threadpool(_calibration(feed).picture_jpeg), "web-has-no-picture")


@routes.get("/faces/{number}.jpg", response_description="A face that was cut out.")
async def get_face(feed: FeedOf, _: Operator, number: FaceNumber) -> Jpeg:
    """A picture of one of the groups of the present step, by its number."""
    jpeg = await run_in_threadpool(_calibration(feed).group_jpeg, number)
    return needed(jpeg, "web-has-no-picture")


@routes.get("/targets/{name}.pdf", response_description="To be printed at 100 %.")
async def get_target(feed: FeedOf, _: Operator, name: TargetName) -> Pdf:
    """The sheet for the tray, the board for the lens, or the ruler, in real size."""
    pdf = await run_in_threadpool(_calibration(feed).target_pdf, name)
    return needed(pdf, "web-no-such-place")
