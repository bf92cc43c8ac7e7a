"""Fit the forests that tell falls from everything else, on worlds that do not know each other.

    python -m scripts.fit_touch gather forces KEPT --harmless 70 --falls 60 --seed 10000
    python -m scripts.fit_touch fit KEPT --without forces --out fitted.json
    python -m scripts.fit_touch fit KEPT --out referee/touch/falls.json --install

Seeds that were used here are used up for figures.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress as ProgressBar

from referee.errors import InputError
from scripts.fit_touch.fitting import as_installed, fit_all
from scripts.fit_touch.gathering import WAYS, gather, read_events, write_events
from scripts.touch_worlds.worlds import WORLDS

app = typer.Typer()


@app.command("gather")
def gather_world(
    world: Annotated[str, typer.Argument(help="The source of scenes.")],
    folder: Annotated[Path, typer.Argument(help="Where to keep what is gathered.")],
    harmless: Annotated[int, typer.Option(help="Scenes of each harmless class.", min=1)] = 70,
    falls: Annotated[int, typer.Option(help="Scenes of each class of falls.", min=1)] = 60,
    seed: Annotated[int, typer.Option(help="The first seed.", min=0)] = 10_000,
) -> None:
    """Play scenes of a world and keep what touch notices in them."""
    if world not in WORLDS:
        raise InputError(f"There is no world {world!r}; choose {', '.join(WORLDS)}.")
    plan = list(WORLDS[world].plan(harmless, falls, seed))
    with ProgressBar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(world)
        found = gather(
            WORLDS[world], plan, lambda done, total: bar.update(task, completed=done, total=total)
        )
    for way, events in found.items():
        write_events(folder / f"{world}-{way}.npz", events)


@app.command("fit")
def fit_worlds(
    folder: Annotated[Path, typer.Argument(help="Where it was kept.")],
    out: Annotated[Path, typer.Option(help="The file to write.")],
    without: Annotated[str | None, typer.Option(help="Leave this world out.")] = None,
    *,
    install: Annotated[bool, typer.Option(help="Write trees alone, for profiles as they are.")] = (
        False
    ),
) -> None:
    """Fit forests and limits on all worlds that were kept, or on all but one."""
    tables = {
        way.name: {
            world: read_events(folder / f"{world}-{way.name}.npz")
            for world in WORLDS
            if world != without and (folder / f"{world}-{way.name}.npz").exists()
        }
        for way in WAYS
    }
    fitted = as_installed(fit_all(tables)) if install else fit_all(tables)
    for name, limits in fitted.limits.items():
        Console().print(f"{name}: a fall above {limits.fall:g}, a doubt above {limits.doubt:g}")
    out.write_bytes(msgspec.json.encode(fitted.forests if install else fitted) + b"\n")


if __name__ == "__main__":
    app()
