"""Names in referee/ that nobody in it uses; `[tool.vulture]` says which stay, and why.

Fields of a class are left out: they are read by name in JSON, in TOML or in the database.
"""

from __future__ import annotations

import sys
from linecache import getline

from vulture import Vulture  # type: ignore[import-untyped]
from vulture.config import make_config  # type: ignore[import-untyped]
from vulture.core import Item  # type: ignore[import-untyped]


def _is_field(item: Item) -> bool:
    # A variable of a function would be one, too, but those are the linter's business.
    return item.typ == "variable" and getline(str(item.filename), item.first_lineno)[:1].isspace()


def main() -> int:
    """Print what looks dead; the exit code is 1 if there is anything."""
    config = make_config([])
    vulture = Vulture(
        ignore_names=config["ignore_names"], ignore_decorators=config["ignore_decorators"]
    )
    vulture.scavenge(config["paths"], exclude=config["exclude"])
    unused = vulture.get_unused_code(min_confidence=config["min_confidence"], sort_by_size=False)
    dead = [item for item in unused if not _is_field(item)]
    for item in dead:
        print(item.get_report())  # noqa: T201 - a script for people at a terminal
    return bool(dead)


if __name__ == "__main__":
    sys.exit(main())
