"""Small files that are whole or as before, also after a power cut, and nobody else's business."""

from __future__ import annotations

import os
from pathlib import Path


def write_private(file: Path, content: bytes) -> None:
    """Replace a file as a whole; only this user may read it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(file)
