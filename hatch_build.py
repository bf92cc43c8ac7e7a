"""The package build makes the dashboard's page, so that installing needs no Node.js."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SKIP = "REFEREE_WITHOUT_DASHBOARD"


class TableBuildHook(BuildHookInterface):
    """Builds what is not written by hand and takes it into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build what has changed; an installation in place needs the page just the same."""
        self._add_page(build_data)

    def _add_page(self, build_data: dict[str, Any]) -> None:
        # Though git ignores it.
        build_data.setdefault("artifacts", []).append("/referee/web/static/**")
        if os.environ.get(_SKIP):
            return
        builder = _build_ui(Path(self.root))
        try:
            builder.build()
        except builder.BuildError as error:
            raise SystemExit(f"{error}\nSet {_SKIP}=1 to install without the dashboard.") from error


def _build_ui(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_ui", root / "scripts/build_ui.py")
    if spec is None or spec.loader is None:
        raise SystemExit("scripts/build_ui.py is missing: take a complete copy of the sources.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
