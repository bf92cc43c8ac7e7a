"""Sentences made fit for a voice, and how long one takes to say."""

from __future__ import annotations

import unicodedata

MOST_CHARACTERS = 1000
"""Longer than any sentence of the referee; player names may be anything."""
_CHARACTERS_PER_WORD = 6.0
_PAUSE_S = 0.25


def speakable(text: str) -> str:
    """One line without control characters; what speech programs take for commands is defused."""
    plain = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text)
    # Double brackets would be read as phonemes, not as words.
    return " ".join(plain.replace("[", " ").replace("]", " ").split())[:MOST_CHARACTERS]


def speaking_time_s(text: str, words_per_minute: int) -> float:
    """About how long it takes to say this.

    >>> round(speaking_time_s("Fee, fi, fo, fum!", 165), 1)
    1.3
    """
    return _PAUSE_S + len(text) / _CHARACTERS_PER_WORD * 60.0 / words_per_minute
