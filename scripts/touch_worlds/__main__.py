"""Score touch on a world: python -m scripts.touch_worlds forces --harmless 104 --falls 38.

Seeds that were looked at or fitted on are used up: another figure wants another first seed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress as ProgressBar
from rich.table import Table

from referee.cli import Json
from referee.errors import InputError
from scripts.fit_touch.judging import read_fitted
from scripts.touch_worlds.rows import ROWS
from scripts.touch_worlds.scoring import RowScore, score_world
from scripts.touch_worlds.worlds import WORLDS

_FIGURES = (
    ("falls alone called, %", "alone_called", 100),
    ("falls alone called or asked, %", "alone_heard", 100),
    ("falls within 0.5 s of a placement called, %", "close_called", 100),
    ("falls within 0.5 s of a placement called or asked, %", "close_heard", 100),
    ("all falls called, %", "falls_called", 100),
    ("all falls called or asked, %", "falls_heard", 100),
    ("false calls per 1,000, without lifts", "false_calls", 1000),
    ("false calls per 1,000 lifts and put-backs", "false_calls_at_lifts", 1000),
    ("of those in one's own turn", "false_calls_at_own_lifts", 1000),
    ("asked per 1,000", "asked", 1000),
    ("pieces within 0.3 g, %", "weights_right", 100),
    ("falls suspected within 150 ms, %", "suspected_soon", 100),
)
app = typer.Typer()


@app.command()
def touch_worlds(
    world: Annotated[str, typer.Argument(help="The source of scenes: bodies, forces, bullet.")],
    row: Annotated[list[str] | None, typer.Option(help="Only this kind of table.")] = None,
    harmless: Annotated[int, typer.Option(help="Scenes of each harmless class.", min=1)] = 5,
    falls: Annotated[int, typer.Option(help="Scenes of each class of falls.", min=1)] = 5,
    seed: Annotated[int, typer.Option(help="The first seed.", min=0)] = 0,
    *,
    fitted: Annotated[Path | None, typer.Option(help="Trees fitted without this world.")] = None,
    as_json: Json = False,
) -> None:
    """Play scenes of a world, give them to touch at each kind of table, and count."""
    if world not in WORLDS:
        raise InputError(f"There is no world {world!r}; choose {', '.join(WORLDS)}.")
    unknown = [each for each in row or () if each not in ROWS]
    if unknown:
        raise InputError(f"There is no row {unknown[0]!r}; choose {', '.join(ROWS)}.")
    rows = [ROWS[each] for each in row or ROWS]
    with ProgressBar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(world)
        scores = score_world(
            WORLDS[world],
            rows,
            harmless=harmless,
            falls=falls,
            first_seed=seed,
            fitted=None if fitted is None else read_fitted(fitted),
            on_progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if as_json:
        Console().print_json(msgspec.json.encode(scores).decode())
        return
    for alone, ruled in zip(scores[::2], scores[1::2], strict=True):
        Console().print(_table(world, alone, ruled))


def _table(world: str, alone: RowScore, ruled: RowScore) -> Table:
    table = Table(f"{world}: {alone.row}", "by touch alone", "with the rules")
    for title, field, per in _FIGURES:
        table.add_row(title, *(getattr(each, field).told(per) for each in (alone, ruled)))
    for scene, share in sorted(alone.wrong_by_class.items(), key=lambda each: -each[1].hits):
        ruled_share = ruled.wrong_by_class[scene]
        if share.hits or ruled_share.hits:
            table.add_row(
                f"  {scene}", *(f"{each.hits} of {each.of}" for each in (share, ruled_share))
            )
    return table


if __name__ == "__main__":
    app()
