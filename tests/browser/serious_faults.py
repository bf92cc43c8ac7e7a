"""axe-core looks at a page for everybody who cannot see, point or hear."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import ROOT

_AXE = ROOT / "referee/web/ui/node_modules/axe-core/axe.min.js"


def serious_faults(page: Page) -> list[str]:
    """The faults that keep people out, each with the piece of the page that has it."""
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found["violations"]
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]
