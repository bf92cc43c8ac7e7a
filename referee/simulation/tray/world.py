"""The dice tray of the simulated table: hands throw and take dice, a camera looks at it.

What a hand does is worked out when it is asked for, up to the moment when all is still again; what
is asked for while the tray is busy follows after. So a picture can be drawn for any moment, and
nothing has to happen in between: a thread in real time and a test that steps through hours use
the same world. All times are those of the clock's `monotonic_s`.
"""

from collections import deque
from collections.abc import Sequence
from threading import RLock

import numpy as np

from referee.clock import Clock
from referee.errors import InputError
from referee.simulation import happenings
from referee.simulation.drawing.materials import Rng
from referee.simulation.drawing.solids import TrayCamera
from referee.simulation.drawing.surfaces import SceneLight
from referee.simulation.faults import CameraFaults
from referee.simulation.tray.dice import LiveDie, Stay, check_face, kind_named, remaining
from referee.simulation.tray.hand import NEXT_S, REACH_S, HandVisit, hand_visit
from referee.simulation.tray.physics import DIE_MM, Track
from referee.simulation.tray.pictures import TrayPictures
from referee.simulation.tray.throwing import placed_pose, release_point, tidy_throw
from referee.vision.pictures import Picture
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import STANDARD_SHEET, Points, TraySheet

MOST_DICE = 12
USUAL_CAMERA = TrayCamera(tilt_deg=16.0, around_deg=0.0, away_mm=400.0)
USUAL_DISTORTION = (-0.05, 0.01, 0.0, 0.0)
_WALL_MM = 5.0
_GRAB_S = 0.16
_HOLD_S = 0.06
# The fingertips reach over the die that they take.
_FINGER_PX = 30.0
_REMEMBERED = 2000
_FORGOTTEN_S = 30.0
# Players sit on the near side and at the two short ends.
_ARMS_RAD = (-2.3, -0.85)


class TrayWorld:
    """Dice, hands and light in one tray; every method may be called from any thread.

    Without `markers` no sheet lies there, and the tray is a part of a table with a cloth on it.
    """

    def __init__(
        self,
        rng: Rng,
        clock: Clock,
        *,
        sheet: TraySheet = STANDARD_SHEET,
        markers: bool = True,
        camera: TrayCamera = USUAL_CAMERA,
        distortion: tuple[float, ...] = USUAL_DISTORTION,
        light: SceneLight | None = None,
        leaning_share: float = 0.0,
    ) -> None:
        # What is drawn has no influence on how the dice fall.
        self._rng, drawing = rng.spawn(2)
        self._clock = clock
        self._sheet = sheet
        self._leaning_share = leaning_share
        self._room_mm = (
            sheet.inner_width_mm - 2 * _WALL_MM,
            sheet.inner_height_mm - 2 * _WALL_MM,
        )
        self.faults = CameraFaults()
        printed = sheet if markers else None
        self._pictures = TrayPictures(
            drawing, printed, camera, distortion, self.faults, light=light
        )
        self._lock = RLock()
        self._dice: list[LiveDie] = []
        self._visits: list[HandVisit] = []
        self._history: deque[happenings.TrayHappening] = deque(maxlen=_REMEMBERED)
        self._next_id = 1
        self._busy_until_s = clock.monotonic_s()

    @property
    def sheet(self) -> TraySheet:
        """The printed sheet on the floor of the tray."""
        return self._sheet

    @property
    def lens(self) -> Lens:
        """The camera's true lens, as a perfect calibration would find it."""
        return self._pictures.lens

    @property
    def now_s(self) -> float:
        """The time of the clock."""
        return self._clock.monotonic_s()

    @property
    def busy_until_s(self) -> float:
        """When all that is under way will be over."""
        with self._lock:
            return self._busy_until_s

    @property
    def is_busy(self) -> bool:
        """Whether dice roll or a hand is over the tray."""
        return self.now_s < self.busy_until_s

    @property
    def dice(self) -> tuple[happenings.ActualDie, ...]:
        """The dice that lie still in the tray now."""
        with self._lock:
            return self._resting_at(self.now_s)

    @property
    def history(self) -> tuple[happenings.TrayHappening, ...]:
        """What happened until now, oldest first; only the last of a long session."""
        with self._lock:
            now_s = self.now_s
            past = [each for each in self._history if each.t_s <= now_s]
        return tuple(sorted(past, key=lambda each: each.t_s))

    def roll(self, kind: str, count: int = 1) -> tuple[int, ...]:
        """A hand throws so many new dice of this kind into the tray; their ids."""
        found = kind_named(kind)
        with self._lock:
            room = MOST_DICE - len(remaining(self._dice))
            if not 1 <= count <= room:
                raise InputError(f"{count} dice cannot be rolled now: roll from 1 to {room}.")
            fresh = [LiveDie(self._new_id(), found, self._turns()) for _ in range(count)]
            self._throw(fresh, self._free_s())
            self._dice += fresh
            return tuple(die.id for die in fresh)

    def put(self, kind: str, face: str) -> int:
        """A hand puts a new die down with this face up, beside the others; its id."""
        found = kind_named(kind)
        check_face(kind, face)
        with self._lock:
            die = LiveDie(self._new_id(), found, self._turns())
            begins_s = self._free_s()
            goal = self._put_down(die, face, begins_s + REACH_S)
            self._come(begins_s, [goal], -self._arm(), [_HOLD_S])
            self._dice.append(die)
            self._note(happenings.Rolled(begins_s + REACH_S, (die.id,), (face,)))
            return die.id

    def set_aside(self, number: int, face: str = "") -> None:
        """A hand moves the die of this id elsewhere, with the same face up or with this one."""
        with self._lock:
            (die,) = self._chosen((number,))
            begins_s, face, before = self._free_s(), face or die.last_face, die.last
            check_face(die.kind.name, face)
            grabbed_s = begins_s + REACH_S + _GRAB_S / 2
            put_s = grabbed_s + _GRAB_S / 2 + NEXT_S
            here = self._pictures.seen_at(before.track.last.centre_mm)
            goals = [here, self._put_down(die, face, put_s)]
            self._come(begins_s, goals, -self._arm(), [_GRAB_S, _HOLD_S])
            before.ends_s = grabbed_s
            self._note(happenings.Pushed(put_s, die.id, face))

    def reroll(self, which: str | Sequence[int], shaken_s: float = 0.0) -> tuple[int, ...]:
        """A hand throws dice again, all that show a face or by their ids; their ids.

        So long they are shaken out of sight before.
        """
        with self._lock:
            chosen = self._chosen(which)
            picked_s = self._pick_up(chosen, self._free_s())
            self._throw(chosen, picked_s + shaken_s)
            return tuple(die.id for die in chosen)

    def take(self, which: str | int) -> int:
        """A hand takes one die away, by its id or the first that shows a face; its id."""
        with self._lock:
            chosen = self._chosen((which,) if isinstance(which, int) else which)[:1]
            self._pick_up(chosen, self._free_s())
            return chosen[0].id

    def clear(self) -> tuple[int, ...]:
        """A hand takes all dice out of the tray; their ids."""
        with self._lock:
            chosen = remaining(self._dice)
            if chosen:
                self._pick_up(chosen, self._free_s())
            return tuple(die.id for die in chosen)

    def hand_over(self, seconds: float) -> None:
        """A hand comes in, stays over the tray so long, and leaves; it touches nothing."""
        with self._lock:
            arm_rad = self._arm()
            place = self._rng.uniform(-0.25, 0.25, 2) * np.array(self._room_mm)
            goal = self._pictures.seen_at(np.array([*place, 40.0]))
            self._come(self._free_s(), [goal], -arm_rad, [max(0.0, seconds)])

    def frame_at(self, t_s: float) -> Picture:
        """What the camera sees at this moment; no two pictures are alike, by their noise."""
        with self._lock:
            return self._pictures.at(t_s, self._dice, self._visits)

    def picture_without_noise(self, t_s: float) -> Picture:
        """The same before the sensor's noise and all faults."""
        with self._lock:
            return self._pictures.clean(t_s, self._dice, self._visits)

    def _free_s(self) -> float:
        """When the next hand can come; what is long past is forgotten here."""
        now_s = self.now_s
        old_s = now_s - _FORGOTTEN_S
        self._dice = [die for die in self._dice if die.forget_before(old_s)]
        self._visits = [each for each in self._visits if each.ends_s > old_s]
        return max(now_s, self._busy_until_s)

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _turns(self) -> tuple[int, ...]:
        return tuple(int(turn) for turn in self._rng.integers(0, 4, 6))

    def _arm(self) -> float:
        """Where the arm comes from, in the world: the near side of the table."""
        return float(self._rng.uniform(*_ARMS_RAD))

    def _throw(self, dice: Sequence[LiveDie], begins_s: float) -> None:
        from_rad = self._arm()
        resting = [die for die in remaining(self._dice) if die.last.track.last.is_flat]
        thrown = tidy_throw(
            self._rng,
            [die.last.track.last for die in resting],
            len(dice),
            self._room_mm,
            from_rad,
            is_leaning=self._rng.random() < self._leaning_share,
        )
        goal = self._pictures.seen_at(release_point(self._room_mm, from_rad))
        self._come(begins_s, [goal], -from_rad, [_HOLD_S])
        released_s = begins_s + REACH_S
        new = {die.id for die in dice}
        for die, track in zip((*resting, *dice), thrown.tracks, strict=True):
            if die.id in new:
                die.stays.append(Stay(released_s, track))
            elif track.lasts_s > 0:
                self._push(die, Stay(released_s, track))
        faces = tuple(die.last_face for die in dice)
        self._note(happenings.Rolled(released_s, tuple(die.id for die in dice), faces))
        rested_s = released_s + thrown.rested_s
        self._note(happenings.AtRest(rested_s))
        self._busy_until_s = max(self._busy_until_s, rested_s)

    def _put_down(self, die: LiveDie, face: str, at_s: float) -> Points:
        """The die lies with this face up beside the others from then on; where that is seen."""
        resting = [each.last.track.last for each in remaining(self._dice)]
        pose = placed_pose(self._rng, die.kind.net.index(face), resting, self._room_mm)
        track = Track(pose.centre_mm[np.newaxis], pose.rotation[np.newaxis])
        die.stays.append(Stay(at_s, track))
        return self._pictures.seen_at(pose.centre_mm)

    def _push(self, die: LiveDie, stay: Stay) -> None:
        die.last.ends_s = stay.begins_s
        die.stays.append(stay)
        self._note(happenings.Pushed(stay.begins_s, die.id, die.last_face))

    def _pick_up(self, dice: Sequence[LiveDie], begins_s: float) -> float:
        """A hand takes these dice one after the other; when it is gone with them."""
        arm_rad = -self._arm()
        beyond_px = -_FINGER_PX * np.array([np.cos(arm_rad), np.sin(arm_rad)])
        half = np.array([0.0, 0.0, DIE_MM / 2])
        goals = [
            self._pictures.seen_at(die.last.track.last.centre_mm + half) + beyond_px for die in dice
        ]
        way = self._come(begins_s, goals, arm_rad, [_GRAB_S] * len(dice))
        for number, die in enumerate(dice):
            # The fingers close halfway through the stay at the die.
            closed_s = begins_s + way.times_s[2 * number + 1] + _GRAB_S / 2
            die.last.ends_s = closed_s
            self._note(happenings.DieTaken(closed_s, die.id, die.last_face))
        return way.ends_s

    def _come(
        self, begins_s: float, goals_px: Sequence[Points], arm_rad: float, stay_s: Sequence[float]
    ) -> HandVisit:
        size_px = self._pictures.lens.size
        way = hand_visit(begins_s, goals_px, arm_rad, stay_s=stay_s, size_px=size_px)
        self._visits.append(way)
        self._note(happenings.HandIn(way.begins_s))
        self._note(happenings.HandOut(way.ends_s))
        self._busy_until_s = max(self._busy_until_s, way.ends_s)
        return way

    def _note(self, happening: happenings.TrayHappening) -> None:
        self._history.append(happening)

    def _chosen(self, which: str | Sequence[int]) -> list[LiveDie]:
        there = remaining(self._dice)
        if isinstance(which, str):
            chosen = [die for die in there if die.last_face == which]
        else:
            chosen = [die for die in there if die.id in which]
        if not chosen:
            faces = ", ".join(sorted(die.last_face for die in there)) or "none"
            raise InputError(f"There is no such die in the tray: it holds {faces}.")
        return chosen

    def _resting_at(self, t_s: float) -> tuple[happenings.ActualDie, ...]:
        stays = [(die, die.stay_at(t_s)) for die in self._dice]
        return tuple(
            self._actual_die(die, stay)
            for die, stay in stays
            if stay is not None and not stay.is_moving(t_s)
        )

    def _actual_die(self, die: LiveDie, stay: Stay) -> happenings.ActualDie:
        pose = stay.track.last
        placed = die.placed(pose)
        x, y = float(pose.centre_mm[0]), float(pose.centre_mm[1])
        on_sheet = (x + self._sheet.inner_width_mm / 2, self._sheet.inner_height_mm / 2 - y)
        return happenings.ActualDie(
            die.id, die.kind.name, placed.faces[placed.top_side], on_sheet, pose.is_flat
        )
