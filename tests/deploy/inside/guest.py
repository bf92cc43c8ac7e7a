#!/usr/bin/env python3
"""Somebody at the table's own screen, without a browser; only the standard library.

guest.py page          the page that the screen gets
guest.py state         the game as it stands, as JSON
guest.py lights        the lights of the page Health, as JSON
guest.py begin NAME…   begin a game of Pig; its number
guest.py let-phones-join PIN
guest.py roll FACE     type in a die, or choose; the number of the newest event
guest.py play SECONDS  type in dice for so long, a line for each that the table has on its card
"""

import itertools
import json
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

_NOTE = Path("/run/table-referee/kiosk")
_PATIENCE_S = 60
# Nobody ever wins so: every seventh die is a one, which ends the turn without a point.
_FACES = (4, 6, 3, 5, 2, 6, 1)


def asked(path: str, body: object = None, method: str | None = None) -> str:
    """What the table answers to its own screen."""
    page, _, key = _NOTE.read_text(encoding="utf-8").strip().partition("#key=")
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    url = f"{page.partition('?')[0]}{path}"
    request = urllib.request.Request(  # noqa: S310 - the table's own note
        url, data, headers, method=method
    )
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE_S) as answer:  # noqa: S310 - as above
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        sys.exit(f"{error}: {json.loads(error.read()).get('why_not')}")


def state() -> dict[str, Any]:
    """What somebody sees who looks at the table."""
    whole = json.loads(asked("api/v1/table"))
    shown = {name: whole[name] for name in ("seq", "phase", "scores", "seat", "view", "unsaved")}
    return {**shown, "game": whole["game"] and whole["game"]["id"]}


def rolled(face: int) -> int:
    """Type in a die, or choose what the player has to choose; the newest event afterwards."""
    choices = json.loads(asked("api/v1/table"))["choices"]
    die = {"type": "report-dice", "faces": [str(face)]}
    act = {"type": "act", "action": choices[0]["action"] if choices else die}
    return int(json.loads(asked("api/v1/orders", {"seen": None, "order": act}))["seq"])


def begun(names: list[str]) -> int:
    """A game of the longest kind."""
    seats = [{"name": name} for name in names]
    game = {"game": "pig", "seats": seats, "options": {"goal": 1000}}
    return int(json.loads(asked("api/v1/games", game))["id"])


def tell(said: object) -> None:
    """A line of JSON, at once."""
    sys.stdout.write(f"{json.dumps(said)}\n")
    sys.stdout.flush()


def main(what: str, *words: str) -> None:
    """Do what the first word says."""
    if what == "page":
        tell(asked(""))
    elif what == "state":
        tell(state())
    elif what == "lights":
        tell(json.loads(asked("api/v1/health"))["lights"])
    elif what == "begin":
        tell(begun(list(words)))
    elif what == "let-phones-join":
        opened = {"is_open": True, "pin": words[0]}
        tell(json.loads(asked("api/v1/network", opened, "PUT")))
    elif what == "roll":
        tell(rolled(int(words[0])))
    elif what == "play":
        end_s = time.monotonic() + float(words[0])
        for face in itertools.takewhile(
            lambda _: time.monotonic() < end_s, itertools.cycle(_FACES)
        ):
            newest = rolled(face)
            # A table whose card has just died plays on for the moment it still has, and says so.
            if state()["unsaved"] is None:
                tell(newest)


if __name__ == "__main__":
    main(*sys.argv[1:])
