#!/usr/bin/env python3
"""Asks a table whether it is well.

    health.py address PROFILE    where its page is
    health.py wait PROFILE|FILE [SECONDS]    until it is well; exit code 1 if it is not in time
    health.py quiet PROFILE [SECONDS]    waits; exit code 1 if something was played meanwhile

Only the standard library: it must work even if the program itself does not start.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

_QUESTIONS = ("api/v1/health", "api/v1/table")
_ANSWER_S = 5.0
_PAUSE_S = 0.5


def address(source: Path) -> str:
    """Where this computer reaches the page, by the profile or by what the table wrote."""
    text = source.read_text(encoding="utf-8-sig")
    if text.startswith("http://"):
        return text.strip().partition("?")[0]
    # The defaults are those of the program.
    web = tomllib.loads(text).get("web", {})
    host = web.get("host", "127.0.0.1")
    # Whoever listens everywhere is reached here as well.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{web.get('port', 8080)}/"


def is_well(page: str) -> bool:
    """Whether the table answers as it should."""
    return any(_answers(page + question) for question in _QUESTIONS)


def _answers(url: str) -> bool:
    return _answer(url) is not None


def _answer(url: str) -> bytes | None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=_ANSWER_S) as answer:
            return bytes(answer.read()) if answer.status == 200 else None
    except (urllib.error.URLError, OSError, ValueError):
        return None


def wait(page: str, seconds: float) -> bool:
    """Ask until it is well; False if it is not in time."""
    end_s = time.monotonic() + seconds
    while not is_well(page):
        if time.monotonic() > end_s:
            return False
        time.sleep(_PAUSE_S)
    return True


def is_quiet(page: str, seconds: float) -> bool:
    """Wait, and say whether nothing was recorded meanwhile; False too if the table is not well."""
    before = _newest_event(page)
    time.sleep(seconds)
    return before is not None and _newest_event(page) == before


def _newest_event(page: str) -> tuple[str, int] | None:
    """Of which phase and number it is."""
    answer = _answer(f"{page}api/v1/table")
    if answer is None:
        return None
    table = json.loads(answer)
    return str(table["phase"]), int(table["seq"])


_COMMANDS = {"wait": (wait, 60.0), "quiet": (is_quiet, 900.0)}


def main(words: list[str]) -> int:
    """The exit code says whether it is well."""
    if len(words) not in {2, 3} or words[0] not in {"address", *_COMMANDS}:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    try:
        page = address(Path(words[1]))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{words[1]} cannot be read ({error}): correct it and try again.\n")
        return 2
    if words[0] == "address":
        sys.stdout.write(f"{page}\n")
        return 0
    command, usual_s = _COMMANDS[words[0]]
    return 0 if command(page, float(words[2]) if len(words) > 2 else usual_s) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
