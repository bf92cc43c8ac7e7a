"""Memory that is free goes back to the system: a small computer has little, and a browser too.

Only the GNU library of C has to be asked; where there is another, nothing is done.
"""

import ctypes
from contextlib import suppress

from referee.vision.network import forget_networks

_PICTURE_BYTES = 1 << 20
_M_MMAP_THRESHOLD = -3
"""From malloc.h of the GNU library."""
_ELSEWHERE = (OSError, AttributeError, TypeError)


def give_pictures_back() -> None:
    """From now on whatever is as large as a picture is given back as soon as it is free.

    Left alone, the library keeps it for the next one, in each thread, and 20 MB lie idle.
    """
    with suppress(*_ELSEWHERE):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _PICTURE_BYTES)


def tidy_up() -> None:
    """Give back what the last reading in this thread left behind."""
    forget_networks()
    with suppress(*_ELSEWHERE):
        ctypes.CDLL(None).malloc_trim(0)
