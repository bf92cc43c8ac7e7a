"""The package build makes the dashboard's page, so that installing needs no Node.js.

A package also gets the firmware of the scale, if there is a compiler for it, so that a table
without one can write it to its board; a wheel made from a source archive takes the one in there.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SKIP = "REFEREE_WITHOUT_DASHBOARD"
_COMPILER = ("make", "avr-gcc", "avr-objcopy")


class TableBuildHook(BuildHookInterface):
    """Builds what is not written by hand and takes it into the wheel."""

    _built: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what has changed; an installation in place needs the page just the same."""
        self._add_page(build_data)
        # One in place has the sources beside it, and `referee flash` builds them.
        if version != "editable":
            self._add_firmware(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact: str) -> None:  # noqa: ARG002
        """The wheel is made; what was built beside the sources goes."""
        if self._built is not None:
            shutil.rmtree(self._built)

    def _add_firmware(self, build_data: dict[str, Any]) -> None:
        sources = Path(self.root) / "firmware"
        # Under its version, so that a program never writes another one than its own.
        inside = f"referee/firmware/referee-{_firmware_version(sources)}.hex"
        if (Path(self.root) / inside).is_file():
            return
        if any(shutil.which(tool) is None for tool in _COMPILER):
            self.app.display_warning(
                "No avr-gcc: the package has no firmware, and `referee flash` will need a compiler."
            )
            return
        self._built = Path(tempfile.mkdtemp(prefix="referee-firmware-"))
        image = self._built / "referee.hex"
        words = ["make", "--silent", "-C", str(sources), f"BUILD={self._built}", str(image)]
        if subprocess.run(words, check=False).returncode != 0:  # noqa: S603 - words of our own
            raise SystemExit("The firmware could not be built: see what was said above.")
        build_data.setdefault("force_include", {})[str(image)] = inside

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


def _firmware_version(sources: Path) -> str:
    text = (sources / "referee/version.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define FIRMWARE_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def _build_ui(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_ui", root / "scripts/build_ui.py")
    if spec is None or spec.loader is None:
        raise SystemExit("scripts/build_ui.py is missing: take a complete copy of the sources.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
