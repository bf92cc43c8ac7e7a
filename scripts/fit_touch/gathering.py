"""What touch notices in the scenes of a world, as traits and labels, kept on disk.

Each scene is weighed by several cells: at the tables that are judged, at others between them, and
mixed with other scenes of its world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from referee.simulation.force_profiles.sprung_plate import ALL_PLATES
from referee.simulation.tower_trace import SceneOutcome, TowerTrace
from referee.touch.fall_traits import impact_traits, tilt_traits
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import TouchNotice, TouchVerdict
from referee.touch.weight_traits import episode_traits
from scripts.bench.figures import Progress
from scripts.bench.touch import WEIGHT_ONLY
from scripts.bench.touch_score import Reading, notices_of
from scripts.fit_touch.boosting import Array, Bins
from scripts.fit_touch.mixing import MixedRow, Mixer
from scripts.touch_worlds.rows import ROWS, Row, profile_of
from scripts.touch_worlds.worlds import World

# Between the tables that are judged: any noise and any plate, also wild numbers.
_WIDE = (
    Row("wide", noise_g=(0.02, 1.0), plate_hz=ALL_PLATES),
    Row("wide, 92 samples/s, wild numbers", (0.02, 0.5), 92.0, 6.0, ALL_PLATES),
)
_SLOW_WIDE = (Row("slow, wide", noise_g=(0.02, 0.4), rate_hz=10.0, plate_hz=ALL_PLATES),)
_MIXED = tuple(
    MixedRow(f"mixed {n}", hz, (0.02, 0.3), n) for n, hz in enumerate((80.0, 85.0, 78.0))
)
_SLOW_MIXED = tuple(MixedRow(f"slow, mixed {n}", 10.0, (0.02, 0.2), n) for n in (3, 4))
# The piece has come down by a few millimetres when the fall is noted.
_NOTED_LATE_S = 0.05
_AFTER_LAST_S = 0.5


@dataclass(frozen=True, slots=True)
class Way:
    """One way to notice a fall: the tables it is judged at, those it is learnt at, its traits."""

    name: str
    judged: tuple[Row, ...]
    beside: tuple[Row, ...]
    mixed: tuple[MixedRow, ...]
    traits: Callable[[TouchVerdict, TouchProfile], dict[str, float]]


def _weighed(verdict: TouchVerdict, profile: TouchProfile) -> dict[str, float]:
    return {} if verdict.weighed is None else episode_traits(verdict.weighed, profile)


def _struck(verdict: TouchVerdict, _profile: TouchProfile) -> dict[str, float]:
    struck = verdict.struck
    return {} if struck is None or not struck.count else impact_traits(struck)


def _shaken(verdict: TouchVerdict, _profile: TouchProfile) -> dict[str, float]:
    struck = verdict.struck
    return {} if struck is None or not struck.shaken.count else tilt_traits(struck.shaken)


_FAST_ROWS = tuple(row for row in ROWS.values() if row.fitting is WEIGHT_ONLY and row.rate_hz > 20)
WAYS = (
    Way("cell", _FAST_ROWS, _WIDE, _MIXED, _weighed),
    Way("slow_cell", (ROWS["10 samples/s"],), _SLOW_WIDE, _SLOW_MIXED, _weighed),
    Way("accelerometer", (ROWS["accelerometer alone"],), (), (), _struck),
    Way("tilt", (ROWS["tilt switch alone"],), (), (), _shaken),
)


@dataclass(slots=True)
class Events:
    """What one way told in many scenes; a label is 1 for a fall, 0 for none, or -1.

    `scenes` has a row for each scene at each table: seed, fall or not, lift or not.
    """

    rows: list[str] = field(default_factory=list)
    traits: list[str] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)
    label: list[int] = field(default_factory=list)
    scene: list[int] = field(default_factory=list)
    scenes: list[tuple[int, bool, bool]] = field(default_factory=list)

    def add(
        self,
        row: str,
        outcome: SceneOutcome,
        told: Sequence[tuple[TouchVerdict, dict[str, float]]],
        *,
        is_lift: bool,
    ) -> None:
        """What was told in one more scene, with traits."""
        labels = _labels(outcome, [verdict for verdict, _ in told])
        for label, (_, traits) in zip(labels, told, strict=True):
            self.traits = list(traits)
            self.values.append(list(traits.values()))
            self.label.append(label)
            self.scene.append(len(self.scenes))
        self.rows.append(row)
        self.scenes.append((outcome.seed, outcome.is_fall, is_lift))


def _labels(outcome: SceneOutcome, verdicts: Sequence[TouchVerdict]) -> list[int]:
    """The verdict that should tell the fall is 1; what came before is 0, the rest is left out."""
    fell_at_s = outcome.fell_at_s
    if fell_at_s is None:
        return [0] * len(verdicts)
    during = [place for place, each in enumerate(verdicts) if each.at_s >= fell_at_s]
    labels = [-1 if place in during else 0 for place in range(len(verdicts))]
    covering = [place for place in during if _covers(verdicts[place], outcome)]
    if covering:
        labels[max(covering, key=lambda place: (_strength(verdicts[place]), place))] = 1
    return labels


def _covers(verdict: TouchVerdict, outcome: SceneOutcome) -> bool:
    """Whether it began before the first piece hit: what leans over may close the one before."""
    fell_at_s = outcome.fell_at_s or 0.0
    if verdict.weighed is not None:
        return verdict.began_s <= max([fell_at_s, *outcome.down_s[:1]]) + _NOTED_LATE_S
    return verdict.began_s <= max(outcome.last_impact_s, fell_at_s) + _AFTER_LAST_S


def _strength(verdict: TouchVerdict) -> float:
    struck = verdict.struck
    if verdict.weighed is not None or struck is None:
        return 0.0
    return struck.energy_g2_s + 1e-3 * struck.shaken.count


def gather(
    world: World, plan: Sequence[tuple[str, int]], on_progress: Progress | None = None
) -> dict[str, Events]:
    """What each way notices in these scenes of a world."""
    found = {way.name: Events() for way in WAYS}
    mixer = Mixer(world.name)
    for done, (scene, seed) in enumerate(plan, start=1):
        traces: dict[tuple[float, float], TowerTrace] = {}
        for row in (row for way in WAYS for row in (*way.judged, *way.beside)):
            if row.plate_hz not in traces:
                traces[row.plate_hz] = world.play(scene, seed, row.plate_hz)
        mixer.keep(scene, traces[ALL_PLATES])
        for way in WAYS:
            heard = [
                (row.name, traces[row.plate_hz], row.readings(traces[row.plate_hz]))
                for row in (*way.judged, *way.beside)
            ]
            heard += [(row.name, *row.readings(mixer, traces[ALL_PLATES])) for row in way.mixed]
            for name, trace, readings in heard:
                told = list(_told(way, trace, readings))
                found[way.name].add(name, trace.outcome, told, is_lift=scene in world.lifts)
        if on_progress is not None:
            on_progress(done, len(plan))
    return found


def _told(
    way: Way, trace: TowerTrace, readings: Iterable[Reading]
) -> Iterator[tuple[TouchVerdict, dict[str, float]]]:
    profile = _every_burst(profile_of(trace.outcome))
    notices: list[TouchNotice] = notices_of(list(readings), profile)
    for each in notices:
        if isinstance(each, TouchVerdict) and (traits := way.traits(each, profile)):
            yield each, traits


def _every_burst(profile: TouchProfile) -> TouchProfile:
    """So that every burst gets a verdict, and can be learnt from."""
    return msgspec.structs.replace(
        profile,
        struck_fall_score=float("inf"),
        struck_doubt_score=float("-inf"),
        shaken_fall_score=float("inf"),
    )


def write_events(path: Path, events: Events) -> None:
    """Keep what was gathered."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        rows=np.array(events.rows),
        traits=np.array(events.traits),
        values=np.array(events.values, np.float64),
        label=np.array(events.label, np.int64),
        scene=np.array(events.scene, np.int64),
        scenes=np.array(events.scenes, np.int64),
    )


@dataclass(frozen=True, slots=True)
class Table:
    """What was gathered of one world for one way, as arrays."""

    rows: npt.NDArray[np.str_]
    traits: tuple[str, ...]
    values: Array
    label: Bins
    scene: Bins
    scenes: Bins

    def of_rows(self, names: Iterable[str]) -> npt.NDArray[np.bool_]:
        """Which events came from these tables."""
        wanted: npt.NDArray[np.bool_] = np.isin(self.rows, list(names))[self.scene]
        return wanted

    @property
    def seeds(self) -> Bins:
        """The seed of the scene of each event."""
        seeds: Bins = self.scenes[self.scene, 0]
        return seeds


def read_events(path: Path) -> Table:
    """What was kept."""
    with np.load(path) as kept:
        return Table(
            kept["rows"],
            tuple(str(each) for each in kept["traits"]),
            kept["values"],
            kept["label"],
            kept["scene"],
            kept["scenes"],
        )
