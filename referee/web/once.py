"""Requests that come twice are carried out once: the second gets the answer of the first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Header
from starlette.responses import Response

from referee.clock import Clock
from referee.web.viewers import Viewer

KEPT_S = 600.0
_MOST_KEPT = 256
_TOLD = "The same key again, within ten minutes, gives the first answer again."
Key = Annotated[
    str | None, Header(alias="Idempotency-Key", pattern="^[ -~]{1,64}$", description=_TOLD)
]


class Once:
    """The answers that were given lately, by the key that the client chose."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()
        self._answers: dict[tuple[Viewer, str], tuple[float, Response]] = {}

    async def answer(
        self, viewer: Viewer, key: str | None, carry_out: Callable[[], Awaitable[Response]]
    ) -> Response:
        """Carry this out, unless it was already; what was refused may be tried again."""
        if key is None:
            return await carry_out()
        async with self._turn:
            self._forget()
            if (viewer, key) not in self._answers:
                answer = await carry_out()
                self._answers[viewer, key] = self._clock.monotonic_s(), answer
            return self._answers[viewer, key][1]

    def _forget(self) -> None:
        since_s = self._clock.monotonic_s() - KEPT_S
        newest = list(self._answers.items())[1 - _MOST_KEPT :]
        self._answers = {name: kept for name, kept in newest if kept[0] > since_s}
