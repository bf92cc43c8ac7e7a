"""A computer with a memory card and a table: it is switched on, played at, and unplugged."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from tests.deploy.container import Container
from tests.deploy.memory_card import MemoryCard

SERVICE = "table-referee.service"
CURRENT = "/opt/table-referee/current"
PROFILE = "/etc/table-referee/table.toml"
OFFLINE = {
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": "/mnt/shelf/wheels",
    "REFEREE_WITHOUT_DASHBOARD": "1",
}


class Computer:
    """Boots from its card, without a network; what is on the shelf it sees at /mnt/shelf."""

    def __init__(self, folder: Path, system: Path, shelf: Path) -> None:
        self.card = MemoryCard(folder, system)
        self.debian = Container(self.card.root, {shelf: "/mnt/shelf"}, OFFLINE)
        self.run = self.debian.run

    def switch_on(self) -> None:
        """Boot from the card that is inserted."""
        self.debian.boot()

    def pull_the_plug(self) -> None:
        """From one moment to the next nothing runs, and what is not on the card is lost."""
        self.card.cut_off()
        self.debian.kill()
        self.card.remove()
        self.card.insert()

    def put_away(self) -> None:
        """Shut it down and forget its card."""
        self.debian.stop()
        self.card.remove()
        self.card.image.unlink(missing_ok=True)

    def table_is_well(self) -> None:
        """The service says that it runs, and its page answers."""
        self.debian.wait_for(("systemctl", "is-active", SERVICE), ("active",))
        self.run(f"{CURRENT}/deploy/lib/health.py", "wait", PROFILE, "60")

    def guest(self, *words: str) -> Any:
        """What somebody at the table's screen does, and sees."""
        return json.loads(self.run("/mnt/shelf/inside/guest.py", *words).stdout)

    def said_in(self, file: str) -> Any:
        """What a program wrote into a file inside."""
        return json.loads(self.run("cat", file).stdout)

    def drop_in(self, unit: str, text: str) -> None:
        """Change a unit until the next start, as `systemctl edit --runtime` does."""
        place = f"/run/systemd/system/{unit}.d"
        writing = f"mkdir -p {place} && cat >{place}/test.conf <<'END'\n{text}END"
        self.run("sh", "-c", writing)
        self.run("systemctl", "daemon-reload")


def other_version(shelf: Path, version: str) -> Path:
    """The same sources under another number."""
    copy = shelf / version
    shutil.copytree(shelf / "source", copy)
    for name in ("pyproject.toml", "referee/__init__.py"):
        file = copy / name
        file.write_text(re.sub(r'(version_*) = "[^"]+"', rf'\1 = "{version}"', file.read_text()))
    return copy
