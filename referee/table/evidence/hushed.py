"""One known line on the standard error, left out: OpenCV's writer prints it past every setting.

It says that the name of the codec is unknown to the container, and then writes it all the same.
Everything else that is said meanwhile, by whichever thread, is said afterwards.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

_STANDARD_ERROR = 2
_KNOWN = b"OpenCV: FFMPEG: tag 0x"


@contextmanager
def hushed() -> Iterator[None]:
    """Without that line; does nothing where there is no standard error."""
    try:
        kept = os.dup(_STANDARD_ERROR)
    except OSError:
        yield
        return
    with tempfile.TemporaryFile() as said:
        os.dup2(said.fileno(), _STANDARD_ERROR)
        try:
            yield
        finally:
            os.dup2(kept, _STANDARD_ERROR)
            os.close(kept)
            _say_the_rest(said)


def _say_the_rest(said: IO[bytes]) -> None:
    said.seek(0)
    rest = b"".join(line for line in said.readlines() if not line.startswith(_KNOWN))
    if rest:
        os.write(_STANDARD_ERROR, rest)
