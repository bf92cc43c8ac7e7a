"""What the doctor says of touch is what its page says."""

from __future__ import annotations

from pathlib import Path

from referee.app.doctor.touch_checks import REACHED

PAGE = Path(__file__).parents[2] / "docs" / "touch.md"


def table_of(page: str) -> dict[str, list[str]]:
    """The rows of the first table of tables, by their names, its header among them."""
    lines = page[page.index("| table | falls alone ") :].split("\n\n", maxsplit=1)[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: row[1:] for row in rows}


def test_every_figure_is_that_of_the_page() -> None:
    rows = table_of(PAGE.read_text(encoding="utf-8"))
    columns = [rows["table"].index(name) for name in ("falls alone", "false calls", "asked")]
    told = {
        name: tuple(float(row[column].split()[0]) for column in columns)
        for name, row in rows.items()
        if name != "table" and not name.startswith("---")
    }
    assert told == {str(name): each for name, each in REACHED.items()}
