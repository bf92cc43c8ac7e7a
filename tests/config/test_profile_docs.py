"""The page of the table profile lists every key, with what it must be and its default."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.config import read_table_profile
from referee.config.keys import ProfileKey, known_keys
from referee.config.sections import TableProfile
from referee.language import languages

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "profile.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "calibration" / "profiles").glob("*.toml"))


def listed(key: ProfileKey) -> bool:
    """Sections are headings; a list of numbers has one row, that of its numbers."""
    has_items = f"{key.path}[]" in known_keys() or f"{key.path}.*" in known_keys()
    return not (key.is_section or has_items)


def default_text(key: ProfileKey) -> str:
    if key.default is None:
        return "—"
    if isinstance(key.default, bool):
        return f"`{str(key.default).lower()}`"
    return f'`"{key.default}"`' if isinstance(key.default, str) else f"`{key.default:g}`"


def row(key: ProfileKey) -> str:
    """The beginning of the row that a key must have in the page."""
    return f"| `{key.path}` | {key.must_be} | {default_text(key)} |"


@pytest.mark.parametrize(
    "key", [key for key in known_keys().values() if listed(key)], ids=lambda key: key.path
)
def test_every_key_has_its_row(key: ProfileKey) -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith(row(key))]
    assert len(rows) == 1, row(key)
    assert len(rows[0]) > len(row(key)) + 5, "and a meaning"


def test_the_page_lists_no_key_that_does_not_exist() -> None:
    rows = [line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    paths = {key.path for key in known_keys().values() if listed(key)}
    assert [path for path in rows if path not in paths] == []


def test_every_number_has_bounds() -> None:
    for key in known_keys().values():
        assert "?" not in key.must_be, key


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_profile_can_be_read(path: Path) -> None:
    assert read_table_profile(path) != TableProfile()


def test_there_are_examples() -> None:
    assert EXAMPLES


def test_every_language_can_be_chosen() -> None:
    assert known_keys()["table.language"].must_be == f"one of {', '.join(languages())}"
