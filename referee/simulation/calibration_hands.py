"""Hands at the simulated table that do what the steps of a calibration ask for.

The printed board is drawn before the simulated camera: bent as the lens bends, leaning as held.
"""

from collections import deque
from collections.abc import Callable
from functools import cache, partial
from itertools import cycle
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from referee.calibrate.printed_targets import board_page, page_picture
from referee.calibrate.scale_measurements import KnownMass
from referee.calibrate.scale_stiffness import TAPS
from referee.devices.camera.contract import CameraFrame
from referee.language import language
from referee.simulation.plate.world import PlateWorld
from referee.simulation.tray.dice import kind_named
from referee.simulation.tray.world import TrayWorld
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens

_PX_PER_MM = 6.0
_PRINT_BLUR_PX = 1.5


class BoardPose(NamedTuple):
    """Where the middle of the board is in the picture (0 … 1), how it leans, how far away it is."""

    x: float
    y: float
    around_x_deg: float = 0.0
    around_y_deg: float = 0.0
    away_mm: float = 420.0


ALL_SIDES = (
    BoardPose(0.2, 0.25),
    BoardPose(0.8, 0.25),
    BoardPose(0.2, 0.75),
    BoardPose(0.8, 0.75),
    BoardPose(0.5, 0.5, 25.0, 0.0),
    BoardPose(0.5, 0.5, -25.0, 0.0),
    BoardPose(0.5, 0.5, 0.0, 25.0),
    BoardPose(0.5, 0.5, 0.0, -25.0),
    BoardPose(0.35, 0.4, 20.0, 20.0, 400.0),
    BoardPose(0.65, 0.6, -20.0, 20.0, 400.0),
    BoardPose(0.5, 0.5, 0.0, 0.0, 300.0),
)
"""Enough to know a lens: every part of the picture, and leaning to every side."""


def with_board(picture: Picture, lens: Lens, hold: BoardPose) -> Picture:
    """What this lens makes of the picture when somebody holds the board into it."""
    straight = _straight_pixels(lens)
    paper = np.linalg.inv(_paper_to_picture(lens, hold)) @ straight
    places = (paper[:2] / paper[2]).T.reshape(lens.height_px, lens.width_px, 2).astype(np.float32)
    drawn = picture.copy()
    cv2.remap(
        _printed(),
        places[..., 0],
        places[..., 1],
        cv2.INTER_LINEAR,
        dst=drawn,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    return drawn


def _paper_to_picture(lens: Lens, hold: BoardPose) -> npt.NDArray[np.float64]:
    """From pixels of the print to pixels of a picture without distortion."""
    page = board_page(language("en"))
    turn = _turn(1, hold.around_y_deg) @ _turn(0, hold.around_x_deg)
    ray = np.linalg.inv(lens.matrix) @ (hold.x * lens.width_px, hold.y * lens.height_px, 1.0)
    to_mm = np.diag([1 / _PX_PER_MM, 1 / _PX_PER_MM, 1.0])
    to_mm[:2, 2] = 0.5 / _PX_PER_MM - np.array([page.width_mm, page.height_mm]) / 2
    plane: npt.NDArray[np.float64] = lens.matrix @ np.column_stack(
        (turn[:, :2], ray * hold.away_mm)
    )
    return plane @ to_mm


def _turn(axis: int, degrees: float) -> npt.NDArray[np.float64]:
    around = np.zeros(3)
    around[axis] = np.radians(degrees)
    return np.asarray(cv2.Rodrigues(around)[0], np.float64)


@cache
def _printed() -> Picture:
    page = page_picture(board_page(language("en")), _PX_PER_MM)
    return np.asarray(cv2.GaussianBlur(page, (0, 0), _PRINT_BLUR_PX), np.uint8)


@cache
def _straight_pixels(lens: Lens) -> npt.NDArray[np.float64]:
    """Where every pixel would be without distortion, as columns x, y, 1."""
    columns, rows = np.meshgrid(np.arange(lens.width_px), np.arange(lens.height_px))
    pixels = np.column_stack((columns.ravel(), rows.ravel())).astype(np.float64)
    return np.vstack((lens.straighten(pixels).T, np.ones(len(pixels))))


_CAREFUL = 1.0
_BETWEEN_S, _BETWEEN_TAPS_S = 3.0, 1.2
_LIGHTLY = 0.9
_TURN_S = 3.0
_HELD_FRAMES = 3
_LEANS, _LEAN_N, _LEAN_S = 4, 0.3, 0.4
_BESIDE = 0.02
_TOWER = ("die",) * 3
_PIECES = "scale-pieces-"
_SHOWN = frozenset({"scale-hands", "scale-lift", "scale-drop"})
"""Steps that are about hands: nothing is in a hurry there."""
_ON_EMPTY = frozenset({"scale-empty", "scale-quiet", "scale-stiff"})
"""Steps that want nothing on the plate."""


class PlateHands:
    """Put weights and pieces on the plate, and take them off."""

    def __init__(self, plate: PlateWorld) -> None:
        self._plate = plate
        self._step = ""
        self._todo: deque[Callable[[], object]] = deque()
        self._rested_s = 0.0

    def help(self, step: str) -> bool:
        """Do what this step needs next; whether the hands are still at it."""
        if step != self._step:
            self._step = step
            self._todo = self._motions(step)
        if self._plate.is_busy:
            self._rested_s = self._plate.now_s
        elif self._todo and self._plate.now_s - self._rested_s > self._pause_s(step):
            self._todo.popleft()()
            self._rested_s = self._plate.now_s
        elif step in _ON_EMPTY and (self._plate.standing or self._plate.fallen):
            # A die that slipped out of the hand is picked up, too.
            self._todo.append(lambda: self._plate.clear(0))
        elif step.startswith(_PIECES) and self._plate.now_s - self._rested_s > _BETWEEN_S:
            self._put_next(step.removeprefix(_PIECES))
        elif step in _SHOWN and self._plate.now_s - self._rested_s > _BETWEEN_S:
            # Two touches were felt as one, or one not at all: once more.
            self._todo = self._motions(step)
        return self._plate.is_busy or bool(self._todo)

    def before_camera(self, frame: CameraFrame) -> CameraFrame:
        """The plate is not before the camera."""
        return frame

    def _pause_s(self, step: str) -> float:
        """Each tap is listened to until it has died away, each touch felt until all is at rest."""
        return _BETWEEN_TAPS_S if step in _SHOWN | {"scale-stiff"} else 0.0

    def _motions(self, step: str) -> deque[Callable[[], object]]:
        plate = self._plate
        dice = KnownMass.of_dice().dice
        place = partial(plate.place, "die", care=_CAREFUL)
        empty, drop = partial(plate.clear, 0), partial(plate.drop, "die")
        put_back: list[Callable[[], object]] = [plate.lift_top, place]
        beside: list[Callable[[], object]] = [partial(plate.bump_table, _BESIDE)]
        dropped: list[Callable[[], object]] = [empty, drop]
        motions: dict[str, list[Callable[[], object]]] = {
            "scale-known": [place] * dice,
            "scale-second": [partial(plate.clear, KnownMass.of_dice(0.5).dice)],
            "scale-stiff": [empty, *[partial(plate.tap, _LIGHTLY)] * TAPS],
            "scale-hands": [partial(plate.clear, _TOWER), *[self._lean] * _LEANS],
            "scale-lift": put_back * 2,
            "scale-drop": beside + dropped * 2,
            "scale-review": [],
        }
        return deque(motions.get(step, [empty]))

    def _lean(self) -> None:
        self._plate.lean(_LEAN_N, _LEAN_S)

    def _put_next(self, kind: str) -> None:
        self._rested_s = self._plate.now_s
        if self._plate.left_in_box(kind):
            self._plate.place(kind, care=_CAREFUL)


class TrayHands:
    """Take all dice out of the tray."""

    def __init__(self, tray: TrayWorld) -> None:
        self._tray = tray

    def help(self, step: str) -> bool:  # noqa: ARG002 - every step wants an empty tray
        """Empty the tray; whether the hands are still at it."""
        if self._tray.dice and not self._tray.is_busy:
            self._tray.clear()
        return self._tray.is_busy

    def before_camera(self, frame: CameraFrame) -> CameraFrame:
        """The camera sees the hands by itself."""
        return frame


class DiceHands:
    """Turn one die over every few seconds, so that each of its faces is up in turn."""

    def __init__(self, tray: TrayWorld, kind: str) -> None:
        self._tray, self._kind = tray, kind
        self._faces = cycle(dict.fromkeys(kind_named(kind).net))
        self._turned_s = -_TURN_S

    def help(self, step: str) -> bool:
        """Turn the die over when it is time to; people may go on meanwhile."""
        now_s = self._tray.now_s
        if step == "dice-show" and not self._tray.is_busy and now_s - self._turned_s >= _TURN_S:
            self._turned_s = now_s
            self._turn_over()
        return False

    def _turn_over(self) -> None:
        dice = self._tray.dice
        if [die.kind for die in dice] == [self._kind]:
            self._tray.set_aside(dice[0].id, next(self._faces))
            return
        if dice:
            self._tray.clear()
        self._tray.put(self._kind, next(self._faces))

    def before_camera(self, frame: CameraFrame) -> CameraFrame:
        """The camera sees the die by itself."""
        return frame


class BoardHands:
    """Hold the printed board before the camera, from one side after the other."""

    def __init__(self, tray: TrayWorld) -> None:
        self._lens = tray.lens
        self._shown = 0

    def help(self, step: str) -> bool:  # noqa: ARG002 - there is only one step
        """The board is held for as long as pictures are taken."""
        return False

    def before_camera(self, frame: CameraFrame) -> CameraFrame:
        """The picture with the board in it; held still for a few pictures each time."""
        hold = ALL_SIDES[self._shown // _HELD_FRAMES % len(ALL_SIDES)]
        self._shown += 1
        return replace(frame, sent=with_board(frame.picture, self._lens, hold))
