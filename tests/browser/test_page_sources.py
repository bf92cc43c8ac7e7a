"""Every message the page asks for exists, and its packages fit every machine."""

from __future__ import annotations

import json
import re

from referee.language import LOCALES, languages
from tests.browser.conftest import ROOT

UI = ROOT / "referee/web/ui"
SOURCES = [*UI.joinpath("src").rglob("*.svelte"), *UI.joinpath("src").rglob("*.ts")]


def test_every_message_of_the_page_exists_in_both_languages() -> None:
    asked = {
        name
        for path in SOURCES
        for name in re.findall(r'"(ui-[a-z0-9-]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(asked) > 100
    for code in languages():
        text = "\n".join(
            path.read_text(encoding="utf-8") for path in (LOCALES / code).glob("ui*.ftl")
        )
        assert sorted(asked - set(re.findall(r"^(ui-[\w-]+) =", text, re.MULTILINE))) == []


def test_the_lock_names_versions_and_hashes_and_no_server() -> None:
    text = (UI / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    packages = json.loads(text)["packages"]
    assert all("integrity" in each for name, each in packages.items() if name)


def test_no_package_belongs_to_one_kind_of_computer_only() -> None:
    """The page can be built on a Pi from the lock that was written on a laptop."""
    packages = json.loads((UI / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    native = [name for name, each in packages.items() if "cpu" in each]
    assert native == []
