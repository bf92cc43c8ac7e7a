"""Envelopes for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from referee.events import Envelope

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)


def envelope(seq: int, data: dict[str, Any] | None = None, kind: str = "dice-rolled") -> Envelope:
    at = NOON + timedelta(milliseconds=seq)
    return Envelope(seq, at, seq - 1 if seq else None, kind, 1, data or {"faces": ["eye", "é"]})


def envelopes(first: int, count: int) -> list[Envelope]:
    return [envelope(seq) for seq in range(first, first + count)]


def rewound(seq: int, to: int) -> Envelope:
    return envelope(seq, {"to": to, "why": "undo"}, "table-rewound")
