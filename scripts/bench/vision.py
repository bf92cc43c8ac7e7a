"""The vision benchmark: how well dice are read, and what reading costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import cv2
import msgspec
import numpy as np

from referee.clock import SystemClock
from referee.errors import InputError
from referee.simulation.drawing.materials import plain_material
from referee.simulation.drawing.solids import TrayCamera
from referee.vision.artwork.canvas import FaceSet
from referee.vision.dice.reader import DiceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.dice.tray_reader import TrayReader
from referee.vision.tray.finder import TrayFinder
from scripts.bench import any_table
from scripts.bench.drawn_dice import HeapScore, RestingScore, heap_score, resting_score
from scripts.bench.figures import BenchReport, Figure, Progress
from scripts.bench.photographs import BlobReader, Score, read_collections
from scripts.bench.pips_as_symbols import pips_as_symbols
from scripts.bench.symbols import SymbolScore, all_sets, symbol_scores, taught_set
from scripts.bench.vision_memory import peak_memory_mb
from scripts.bench.watching_cost import stillness_cost
from scripts.drawn_scenes.tray_shots import TrayShot, draw_tray, throw_dice

_DIE_MM = 16.0
_ROUNDS = 15
_SYMBOL_DICE, _STRANGERS, _HEAPS, _RESTING_SCENES = 500, 300, 100, 400
_DISTURBED_SCENES = 400
_OURS, _BLOBS = "referee", "blobs"
_SYMBOLS = next(each for each in all_sets() if len(each.faces) == 6)
_WRONG_CERTAIN = 0.5


class _Asked(msgspec.Struct, frozen=True):
    exact: float
    die: float | None
    doubtful: float


_ANY_TABLE = (88.0, 96.0, 0.1)
"""Asked for off the tray: pictures exact and dice right in percent, extra dice a picture."""

_ASKED = {
    "mixed-top-down": _Asked(exact=70, die=93, doubtful=25),
    "webcam": _Asked(exact=99, die=None, doubtful=5),
}


def vision_benchmark(data: Path | None, on_progress: Progress) -> BenchReport:
    """Read photographs beside the blob recipe, read drawn dice, and measure what it costs."""
    steps: list[Callable[[], Sequence[Figure]]] = [
        partial(_photograph_figures, data),
        *([partial(step, data) for step in _OF_PHOTOGRAPHS] if data else []),
        _symbol_figures,
        lambda: _heap_figures(heap_score(_HEAPS)),
        lambda: _resting_figures(resting_score(_RESTING_SCENES)),
        speed_figures,
    ]
    figures: list[Figure] = []
    for done, step in enumerate(steps, start=1):
        figures += step()
        on_progress(done, len(steps))
    notes = [] if data else ["Name a folder of labelled photographs with --data."]
    return BenchReport("Reading dice that no reader was trained on", figures, notes)


def _at_most(
    group: str, name: str, measured: float, asked: float | None, unit: str = "%"
) -> Figure:
    return Figure(group, name, measured, unit, asked=asked, is_at_most=True)


def _photograph_figures(data: Path | None) -> list[Figure]:
    readers = [(_OURS, DiceReader().read), (_BLOBS, BlobReader().read)]
    scores = read_collections(data, readers) if data else []
    return [figure for score in scores for figure in _score_figures(score)]


def _score_figures(score: Score) -> Iterator[Figure]:
    asked = _ASKED[score.collection]
    shares = {
        "exact": (score.exact_percent, asked.exact),
        "dice right": (score.die_percent, asked.die),
        "wrong as certain": (score.wrong_certain_percent, _WRONG_CERTAIN),
        "doubtful": (score.doubtful_percent, asked.doubtful),
    }
    for name, (percent, bar) in shares.items():
        yield Figure(
            f"{score.collection}, {score.reader}",
            name,
            percent,
            of=score.pictures if name == "exact" else score.dice,
            asked=bar if score.reader == _OURS else None,
            is_at_most=name in {"wrong as certain", "doubtful"},
        )


def _any_table_figures(data: Path) -> list[Figure]:
    """Other people's tables, in the halves on which nothing was chosen; and no dice at all."""
    read = DiceReader().read
    scores = any_table.read_tables(data, read, "final")
    every = any_table.TableScore(
        "any table",
        tuple(score for each in scores for score in each.scores),
        tuple(seconds for each in scores for seconds in each.seconds),
    )
    if not every.scores:
        return []
    figures = [figure for score in scores for figure in _table_figures(score, (None, None, None))]
    figures += _table_figures(every, _ANY_TABLE)
    none = any_table.read_without_dice(data, read)
    return [
        *figures,
        _at_most("any table", "time, median", median(every.seconds), 0.5, "s"),
        _at_most("any table", "time, most", max(every.seconds), 1.5, "s"),
        _at_most("no dice", f"shown in {none.pictures}", none.shown, 2, ""),
        _at_most("no dice", "shown as certain", none.certain, 0, ""),
    ]


def _table_figures(score: any_table.TableScore, asked: Sequence[float | None]) -> list[Figure]:
    pictures, group = len(score.scores), score.source
    exact, dice, extra = asked
    return [
        Figure(group, "exact", 100 * score.exact / pictures, of=pictures, asked=exact),
        Figure(group, "dice", 100 * score.total("right") / score.dice, of=score.dice, asked=dice),
        Figure(group, "doubtful", 100 * score.total("doubtful") / score.dice, of=score.dice),
        _at_most(group, "extra a picture", score.total("extra") / pictures, extra, ""),
        _at_most(group, "wrong as certain", score.total("wrong_certain"), 0, ""),
    ]


def _pips_as_symbols_figures(data: Path) -> list[Figure]:
    return [
        figure
        for score in pips_as_symbols(data)
        for figure in (
            Figure(_taught(score), "dice right", score.die_percent, of=score.dice, asked=95),
            _at_most(_taught(score), "doubtful", score.doubtful_percent, 15),
            _at_most(_taught(score), "wrong as certain", score.wrong_certain, 0, ""),
        )
    ]


def _taught(score: Score) -> str:
    return f"{score.collection}, pips taught as symbols"


def _disturbed_figures(data: Path) -> list[Figure]:
    scores = list(any_table.read_disturbed(data, DiceReader().read, _DISTURBED_SCENES))
    dice = sum(score.dice for score in scores)
    wrong = sum(score.wrong_certain for score in scores)
    return [
        *(figure for score in scores for figure in _one_disturbance(score)),
        _at_most(f"disturbed, {dice} dice", "wrong as certain", 100 * wrong / dice, 0.2),
    ]


def _one_disturbance(score: any_table.DisturbedScore) -> list[Figure]:
    group = f"disturbed: {score.disturbance}"
    return [
        Figure(group, "dice", 100 * score.right / score.dice, of=score.dice),
        Figure(group, "doubtful", 100 * score.doubtful / score.dice, of=score.dice),
        _at_most(group, "wrong as certain", 100 * score.wrong_certain / score.dice, 0.4),
    ]


_OF_PHOTOGRAPHS = (_any_table_figures, _disturbed_figures, _pips_as_symbols_figures)


def _symbol_figures() -> list[Figure]:
    scores = list(symbol_scores(_SYMBOL_DICE, _STRANGERS))
    return [figure for score in scores for figure in _figures_of_set(score)]


def _figures_of_set(score: SymbolScore) -> list[Figure]:
    group, dice = f"{score.set_name}, drawn", score.dice
    return [
        Figure(group, "found", 100 * score.found / dice, of=dice, asked=99.5),
        Figure(group, "right", 100 * score.right / dice, of=dice, asked=99),
        Figure(group, "right and certain", 100 * score.certain / dice, of=dice, asked=96),
        _at_most(group, "wrong as certain", score.wrong_certain, 0, ""),
        _at_most(group, "certain where no top lies", score.extra_certain, 0, ""),
        Figure(
            group,
            "untaught refused",
            100 * score.refused / max(1, score.strangers),
            of=score.strangers,
            asked=97,
        ),
    ]


def _heap_figures(score: HeapScore) -> list[Figure]:
    group = "heaps, drawn"
    return [
        Figure(group, "dice right", score.die_percent, of=score.dice, asked=97),
        Figure(group, "exact", score.exact_percent, of=score.trays, asked=85),
        Figure(group, "doubtful", score.doubtful_percent, of=score.dice),
        _at_most(group, "wrong as certain", score.wrong_certain_percent, _WRONG_CERTAIN),
    ]


def _resting_figures(score: RestingScore) -> list[Figure]:
    return [
        _at_most("flat, drawn", "taken for odd", score.flat_asked_percent, 1.5),
        _at_most("flat, drawn", "taken for a side", score.flat_lost_percent, 0.5),
        Figure("leaning, drawn", "told", score.leaning_told_percent, of=score.leaning, asked=50),
        Figure("on another, drawn", "told", score.stacked_told_percent, of=score.stacked, asked=50),
        Figure("sides, drawn", "told", score.sides_told_percent, of=score.sides, asked=90),
    ]


def speed_figures() -> list[Figure]:
    """Medians of interleaved rounds, on one thread; OpenCV gets its threads back afterwards."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measured(_ROUNDS)
    finally:
        cv2.setNumThreads(threads)


def _measured(rounds: int) -> list[Figure]:
    shot = _drawn_tray()
    blobs, finder = BlobReader(), TrayFinder(every_s=0.0)
    reader = _tray_reader(DiceReader(), shot)
    die_px = reader.read(shot.picture).die_px
    symbols = _drawn_tray(_SYMBOLS)
    taught = TaughtFaceReader(taught_set(_SYMBOLS))
    symbol_reader = _tray_reader(DiceReader(taught), symbols)
    read_ms, blobs_ms, tray_ms, symbols_ms = [], [], [], []
    for number in range(rounds):
        read_ms.append(_taken_ms(partial(reader.read, shot.picture)))
        symbols_ms.append(_taken_ms(partial(symbol_reader.read, symbols.picture)))
        blobs_ms.append(_taken_ms(partial(blobs.read, shot.picture)))
        tray_ms.append(_taken_ms(partial(finder.see, shot.picture, float(number))))
    ratio = median(a / b for a, b in zip(read_ms, blobs_ms, strict=True))
    dearer = median(a / b for a, b in zip(symbols_ms, read_ms, strict=True))
    still = stillness_cost(SystemClock())
    return [
        _at_most("speed", "read a tray of 12 dice", median(read_ms), 40, "ms"),
        _at_most("speed", "… against the blob recipe", ratio, 0.7, "×"),
        _at_most("speed", "12 symbol dice, against pips", dearer, 1.3, "×"),
        _at_most("speed", "stillness, 320×240", still.small_ms, 0.5, "ms"),
        _at_most("speed", "stillness, 1280×720", still.camera_ms, 1.0, "ms"),
        _at_most("speed", "find the tray", median(tray_ms), 20, "ms"),
        _at_most("speed", "peak memory", peak_memory_mb(shot.picture, die_px), 130, "MB"),
        _at_most("speed", "… size unknown", peak_memory_mb(shot.picture, None), 200, "MB"),
    ]


def _tray_reader(reader: DiceReader, shot: TrayShot) -> TrayReader:
    """As the table makes it: from the tray as it was found, with its markers."""
    view = TrayFinder(every_s=0.0).see(shot.picture, 0.0).view
    if view is None:
        raise InputError("The drawn tray was not found: its camera or its markers have changed.")
    return TrayReader.of_view(reader, view, _DIE_MM)


def _taken_ms(work: Callable[[], object]) -> float:
    began_s = time.process_time()
    work()
    return 1000 * (time.process_time() - began_s)


def _drawn_tray(symbols: FaceSet | None = None) -> TrayShot:
    """A tray with twelve dice straight from above: pips, or faces of a set."""
    rng = np.random.default_rng(12)
    materials = [plain_material(), plain_material((40, 40, 190), (240, 240, 240))]
    faces = tuple("112233445566") if symbols is None else (*symbols.faces, *symbols.faces)[:12]
    artworks = None if symbols is None else symbols.faces
    dice = throw_dice(rng, faces, materials=materials, artworks=artworks)
    return draw_tray(rng, dice, TrayCamera())
