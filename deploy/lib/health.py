#!/usr/bin/env python3
"""Asks a table whether it is well.

    health.py address PROFILE    where its page is
    health.py wait PROFILE|FILE [SECONDS]    until it is well; exit code 1 if it is not in time

Only the standard library: it must work even if the program itself does not start.
"""

from __future__ import annotations

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
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=_ANSWER_S) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError, ValueError):
        return False


def wait(page: str, seconds: float) -> bool:
    """Ask until it is well; False if it is not in time."""
    end_s = time.monotonic() + seconds
    while not is_well(page):
        if time.monotonic() > end_s:
            return False
        time.sleep(_PAUSE_S)
    return True


def main(words: list[str]) -> int:
    """The exit code says whether it is well."""
    if len(words) not in {2, 3} or words[0] not in {"address", "wait"}:
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
    return 0 if wait(page, float(words[2]) if len(words) > 2 else 60.0) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
