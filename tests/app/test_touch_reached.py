"""What the doctor says of touch is what its page says."""

from __future__ import annotations

import re
from pathlib import Path

from referee.app.doctor.touch_checks import REACHED

PAGE = Path(__file__).parents[2] / "docs" / "touch.md"
WORLD = "`forces`, "


def rows_of(page: str) -> dict[str, list[str]]:
    """The rows of the table of worlds left out, by their names; its header among them."""
    lines = (
        page[page.index("| world, table | falls alone ") :]
        .split("\n\n", maxsplit=1)[0]
        .splitlines()
    )
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0].removeprefix(WORLD): row for row in rows if row[0].startswith((WORLD, "world"))}


def test_every_figure_is_that_of_the_page() -> None:
    rows = rows_of(PAGE.read_text(encoding="utf-8"))
    header = rows["world, table"]
    alone, mistaken, asked = map(header.index, ("falls alone", "false calls", "asked"))
    for parts, figures in REACHED.items():
        row = rows[parts]
        told = [float(each) for each in re.findall(r"[\d.]+", row[alone])]
        told += [float(row[column].split()[0]) for column in (mistaken, asked)]
        assert tuple(told) == figures, parts
