"""Groups of faces at the terminal: a line for each, and a picture with the numbers of all."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from referee.calibrate.guide import ShownGroup, StepView
from referee.language import Language
from referee.vision.pictures import Picture

_GAP_PX = 8
_NUMBER_PX = 64
_INK = (60, 180, 240)


def group_lines(view: StepView, words: Language) -> list[str]:
    """Each group with its name and its pictures, then the names there are to choose from."""
    lines = [_line(group, view, words) for group in view.groups]
    if view.groups and view.names:
        names = ", ".join(f"{each.name} ({each.text(words)})" for each in view.names)
        lines.append(words.say("calibrate-dice-names", names=names))
    return [*lines, ""] if lines else []


def _line(group: ShownGroup, view: StepView, words: Language) -> str:
    name = next((each.text(words) for each in view.names if each.name == group.name), group.name)
    state = "left-out" if group.is_left_out else "more" if group.wanted else "enough"
    return words.say(
        f"calibrate-dice-group-{state}",
        number=group.number,
        name=name or "?",
        numbers=", ".join(map(str, group.pictures)),
        left=group.wanted,
    )


def with_groups(
    picture: Picture, groups: Sequence[ShownGroup], cut: Callable[[int], Picture | None]
) -> Picture:
    """The picture, and below it a row for each group: its number, and its pictures with theirs."""
    rows = [_row(group, cut, picture.shape[1]) for group in groups if not group.is_left_out]
    return np.vstack([picture, *rows])


def _row(group: ShownGroup, cut: Callable[[int], Picture | None], width_px: int) -> Picture:
    pictures = [(number, found) for number in group.pictures if (found := cut(number)) is not None]
    height = max((each.shape[0] for _, each in pictures), default=0)
    row = np.zeros((height + 2 * _GAP_PX, width_px, 3), np.uint8)
    _write(row, str(group.number), (_GAP_PX, height), 1.4)
    left = _NUMBER_PX
    for number, each in pictures:
        if left + each.shape[1] > width_px:
            break
        row[_GAP_PX : _GAP_PX + each.shape[0], left : left + each.shape[1]] = each
        _write(row, str(number), (left, height + _GAP_PX), 0.6)
        left += each.shape[1] + _GAP_PX
    return row


def _write(picture: Picture, text: str, place: tuple[int, int], scale: float) -> None:
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_DUPLEX, scale, _INK, 1, cv2.LINE_AA)
