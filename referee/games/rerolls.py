"""Rolling some dice again: what games with pip dice share in which the hand chooses what stays."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.games.base import Item, Refusal, Refused
from referee.games.reports import ReportDice

FACES = ("1", "2", "3", "4", "5", "6")
_KNOWN = frozenset(FACES)


def without(items: tuple[Item, ...], some: tuple[Item, ...]) -> tuple[Item, ...] | None:
    """These items without some of them; None if those are not all among them."""
    left = [*items]
    for item in some:
        if item not in left:
            return None
        left.remove(item)
    return tuple(left)


def listed(faces: tuple[str, ...]) -> str:
    """Dice in a sentence."""
    return ", ".join(sorted(faces))


def throw(random: Callable[[], float], count: int) -> tuple[str, ...]:
    """So many dice, for simulated players."""
    return tuple([FACES[int(random() * len(FACES))] for _ in range(count)])


@dataclass(frozen=True, slots=True)
class RollRefusals:
    """A game's refusals about a roll of `count` dice, or of some of them again."""

    count: int
    wrong_dice: Refusal
    none_thrown: Refusal
    others_stayed: Refusal

    def refuse(self, report: ReportDice, lay: tuple[str, ...]) -> Refused | None:
        """Why this cannot have been rolled, where before `lay` there; nothing before a turn."""
        stayed = report.stayed
        dice = report.faces + stayed
        if len(dice) != self.count or not _KNOWN.issuperset(dice) or (stayed and not lay):
            return self.wrong_dice()
        if not report.faces:
            return self.none_thrown()
        if without(lay, stayed) is None:
            return self.others_stayed(stayed=listed(stayed), lay=listed(lay))
        return None
