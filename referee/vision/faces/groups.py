"""Cut-outs of faces that nobody has named yet, put together by how alike they are.

A new cut-out joins the group that it is most alike, or begins one of its own. People name the
groups, and take apart what was put together wrongly.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from referee.vision.faces.gallery import known_rows, likeness
from referee.vision.faces.teaching import FEWEST_PICTURES
from referee.vision.pictures import Picture

# Chosen by hand between the cut-outs of one face and those of others, nearer to the former: a face
# in two groups is named twice, but two faces in one group have to be taken apart.
_JOINS_FROM = 0.77
_NEAR_FROM = 0.62
ENOUGH = FEWEST_PICTURES
ENOUGH_OF_NEAR = ENOUGH + 2
"""Faces that look alike are shown twice more."""


@dataclass(frozen=True, slots=True)
class SeenFace:
    """A cut-out, by the number under which people speak of it."""

    number: int
    cut: Picture


@dataclass(slots=True)
class FaceGroup:
    """Cut-outs that look alike; what was left out still takes in its like."""

    number: int
    seen: list[SeenFace] = field(default_factory=list)
    name: str = ""
    is_left_out: bool = False

    @property
    def cuts(self) -> tuple[Picture, ...]:
        """The cut-outs, oldest first."""
        return tuple(each.cut for each in self.seen)

    def likeness_to(self, cuts: tuple[Picture, ...]) -> float:
        """How alike these cut-outs of one face are to the group."""
        return likeness(known_rows(self.cuts), known_rows(cuts)[-1][:1])


class FaceGroups:
    """The groups so far, by number from one."""

    def __init__(self) -> None:
        self._groups: list[FaceGroup] = []
        self._count = 0
        self._near: tuple[tuple[FaceGroup, FaceGroup], ...] | None = None

    @property
    def groups(self) -> tuple[FaceGroup, ...]:
        """All groups, oldest first."""
        return tuple(self._groups)

    @property
    def kept(self) -> tuple[FaceGroup, ...]:
        """Those that are not left out."""
        return tuple(each for each in self._groups if not each.is_left_out)

    def add(self, cut: Picture) -> FaceGroup:
        """Put a cut-out where it belongs; the group it is in now."""
        likenesses = {each.number: each.likeness_to((cut,)) for each in self._groups}
        best = max(likenesses, key=lambda number: likenesses[number], default=0)
        joins = best > 0 and likenesses[best] >= _JOINS_FROM
        group = self._groups[best - 1] if joins else self._begin()
        self._count += 1
        group.seen.append(SeenFace(self._count, cut))
        self._near = None
        return group

    def group(self, number: int) -> FaceGroup | None:
        """The group of this number."""
        return self._groups[number - 1] if 1 <= number <= len(self._groups) else None

    def cut(self, number: int) -> Picture | None:
        """The cut-out of this number."""
        seen = (each for group in self._groups for each in group.seen)
        return next((each.cut for each in seen if each.number == number), None)

    def split(self, group: FaceGroup, number: int) -> bool:
        """Give the cut-out of this number a group of its own; False if it has one already."""
        moved = next((each for each in group.seen if each.number == number), None)
        if moved is None or len(group.seen) == 1:
            return False
        group.seen.remove(moved)
        self._begin().seen.append(moved)
        self._near = None
        return True

    def by_name(self) -> dict[str, tuple[Picture, ...]]:
        """The cut-outs of each name; groups of one name are joined."""
        found: dict[str, tuple[Picture, ...]] = {}
        for group in self.kept:
            if group.name:
                found[group.name] = (*found.get(group.name, ()), *group.cuts)
        return found

    def near(self) -> tuple[tuple[FaceGroup, FaceGroup], ...]:
        """The pairs of groups that look alike from here, unless they have one name."""
        if self._near is None:
            pairs = combinations(self._groups, 2)
            self._near = tuple(pair for pair in pairs if _are_near(*pair))
        return tuple(pair for pair in self._near if _are_two_faces(*pair))

    def still_wanted(self, group: FaceGroup) -> int:
        """How often this face must be shown again."""
        own = (each for each in self.kept if each is group or _is_same_face(each, group))
        is_near = any(group in pair for pair in self.near())
        wanted = ENOUGH_OF_NEAR if is_near else ENOUGH
        return max(0, wanted - sum(len(each.seen) for each in own))

    def without_name(self, names: Iterable[str]) -> tuple[str, ...]:
        """Which of these names no group has yet."""
        given = {each.name for each in self.kept}
        return tuple(name for name in names if name not in given)

    def _begin(self) -> FaceGroup:
        self._groups.append(FaceGroup(len(self._groups) + 1))
        return self._groups[-1]


def _are_near(one: FaceGroup, other: FaceGroup) -> bool:
    return one.likeness_to(other.cuts) >= _NEAR_FROM


def _are_two_faces(one: FaceGroup, other: FaceGroup) -> bool:
    return not (one.is_left_out or other.is_left_out or _is_same_face(one, other))


def _is_same_face(one: FaceGroup, other: FaceGroup) -> bool:
    return bool(one.name) and one.name == other.name
