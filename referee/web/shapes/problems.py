"""How the API says no."""

from __future__ import annotations

import msgspec

from referee.web.texts import Text


class Problem(msgspec.Struct, frozen=True):
    """Something cannot be done: one sentence with the next step; `detail` helps programs."""

    why_not: Text
    detail: str = ""
