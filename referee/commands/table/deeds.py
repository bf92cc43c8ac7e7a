"""What a person at a simulated table can do with the hands, by a word at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.app.hands import Hands
from referee.app.what_is_due import tidy

Deed = Callable[[Hands, float], object]

# The words of both languages; each may be followed by a strength or a care from 0 to 1.
DEEDS: Mapping[str, Deed] = {
    "nudge": lambda hands, strength: hands.plate.nudge(strength),
    "pousse": lambda hands, strength: hands.plate.nudge(strength),
    "bump": lambda hands, strength: hands.plate.bump_table(strength),
    "cogne": lambda hands, strength: hands.plate.bump_table(strength),
    "knock": lambda hands, _: hands.plate.knock_over(),
    "renverse": lambda hands, _: hands.plate.knock_over(),
    "lean": lambda hands, strength: hands.plate.lean(strength, 2.0),
    "appuie": lambda hands, strength: hands.plate.lean(strength, 2.0),
    "lift": lambda hands, _: hands.plate.lift_top(),
    "retire": lambda hands, _: hands.plate.lift_top(),
    "tidy": lambda hands, _: tidy(hands),
    "range": lambda hands, _: tidy(hands),
}


def deed_of(word: str) -> Deed | None:
    """The deed that this word, or its beginning, means."""
    found = {deed for name, deed in DEEDS.items() if len(word) > 2 and name.startswith(word)}
    return found.pop() if len(found) == 1 else None
