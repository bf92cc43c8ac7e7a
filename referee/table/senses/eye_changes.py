"""What is new in the tray since the reading before, also when other dice are read than before."""

from __future__ import annotations

from referee.table.facts import DiceSeen
from referee.vision.motion.changes import Changes, changes, nearest_pairs, turn_between_rad
from referee.vision.readings import Reading

_UNTOUCHED_DICE = 0.12
_UNTOUCHED_RAD = 0.1


def new_dice(before: DiceSeen | None, now: DiceSeen, expected_new: int | None = None) -> Changes:
    """What happened between two readings of the tray; without an earlier one every die is new.

    Readings of different kinds of dice share no faces. Then only the place tells: a die that lies
    where one lay, turned as that was, is the same one, whatever it was taken for.
    """
    if before is None:
        return Changes(new=now.reading.dice)
    if before.kind == now.kind:
        return changes(before.reading, now.reading, expected_new)
    return _by_place(before.reading, now.reading)


def _by_place(before: Reading, now: Reading) -> Changes:
    old, new = before.dice, now.dice

    def is_untouched(left: int, right: int) -> bool:
        return turn_between_rad(old[left], new[right]) < _UNTOUCHED_RAD

    pairs = nearest_pairs(
        [die.centre_px for die in old],
        [die.centre_px for die in new],
        _UNTOUCHED_DICE * (now.die_px or before.die_px),
        is_untouched,
    )
    was = {left for left, _ in pairs}
    stayed = {right for _, right in pairs}
    return Changes(
        stayed=tuple(die for at, die in enumerate(new) if at in stayed),
        new=tuple(die for at, die in enumerate(new) if at not in stayed),
        gone=tuple(die for at, die in enumerate(old) if at not in was),
    )
