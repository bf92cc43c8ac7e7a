"""Taught faces: learnt from a few pictures of each, tried whether they can be told apart.

Each picture is cut out where the face lies. For the report every cut-out is read by a set that
never saw it, as it is and relit, turned and blurred, so that what is promised holds at the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from referee.errors import InputError
from referee.vision.faces.embedding import (
    FacePlace,
    Rows,
    cut_face,
    quarter_turns,
    shipped_embedding,
    view_of_cut,
)
from referee.vision.faces.gallery import CERTAIN_FROM, TaughtFaces
from referee.vision.faces.top_face import TopFace, possible_faces
from referee.vision.pictures import Picture

FEWEST_PICTURES = 3
FEWEST_FACES = 2


class TeachingError(InputError):
    """These pictures cannot teach the faces of a die."""


def check_pictures(pictures: Mapping[str, Sequence[Picture]]) -> None:
    """Refuses what cannot be learned from."""
    if len(pictures) < FEWEST_FACES:
        raise TeachingError(
            "A die needs at least two different faces: give one subfolder of pictures a face."
        )
    for face, shown in pictures.items():
        if len(shown) < FEWEST_PICTURES:
            raise TeachingError(
                f"The face {face!r} has {len(shown)} pictures: take at least"
                f" {FEWEST_PICTURES}, better 5, each with the die turned a little."
            )


def learn_faces(name: str, pictures: Mapping[str, Sequence[Picture]]) -> TaughtFaces:
    """Taught faces from pictures of each face, one die a picture, seen from above."""
    check_pictures(pictures)
    return TaughtFaces(name, {face: tuple(_agreeing(shown)) for face, shown in pictures.items()})


def _agreeing(pictures: Sequence[Picture]) -> list[Picture]:
    """Of the squares found in each picture, the one that is most like those of the others."""
    possible = [[_cut(picture, top) for top in possible_faces(picture)] for picture in pictures]
    turned = [_turned_rows(cuts) for cuts in possible]
    chosen = [0] * len(possible)
    for _ in range(2):
        for at, rows in enumerate(turned):
            others = [turned[n][chosen[n]] for n in range(len(turned)) if n != at]
            alike = [sum(_alike(each, other) for other in others) for each in rows]
            chosen[at] = int(np.argmax(alike))
    return [cuts[best] for cuts, best in zip(possible, chosen, strict=True)]


def _cut(picture: Picture, top: TopFace) -> Picture:
    place = FacePlace(*top.centre_px, top.die_px, top.angle_rad)
    return cut_face(picture, exact_place(picture, place))


def exact_place(picture: Picture, place: FacePlace) -> FacePlace:
    """Where a face really lies that was found only roughly."""
    for _ in range(2):
        place = place.mended(shipped_embedding().look(picture, place)[1])
    return place


def _turned_rows(cuts: Sequence[Picture]) -> Rows:
    """For each cut-out a row for every quarter turn."""
    views = [turn for cut in cuts for turn in quarter_turns(view_of_cut(cut))]
    return shipped_embedding().rows(views).reshape(len(cuts), 4, -1)


def _alike(one: Rows, other: Rows) -> float:
    return float((one[:1] @ other.T).max())


# Two faces whose cut-outs are nearer than this are worth a warning, and nearer than the second they
# cannot be told apart: chosen by hand below the shipped sets.
_SAFE_MARGIN = 0.2
_NARROW_MARGIN = 0.08


class TeachingVerdict(StrEnum):
    """How safely the faces are told apart; each has a sentence `eye-teach-…`."""

    CLEAR = "clear"
    NARROW = "narrow"
    ALIKE = "alike"


@dataclass(frozen=True, slots=True)
class Separability:
    """A confusion table over the taught cut-outs, and the two faces that look most alike.

    `confusion[shown][taken_for]` counts cut-outs; "" stands for "untaught". `margin` is how far the
    closest of them was from being taken for another face; `sure[face]` which share of readings of a
    face will be certain.
    """

    faces: tuple[str, ...]
    confusion: Mapping[str, Mapping[str, int]]
    closest: tuple[str, str]
    margin: float
    sure: Mapping[str, float]

    @property
    def right(self) -> float:
        """The share of cut-outs that were read rightly."""
        total = sum(sum(row.values()) for row in self.confusion.values())
        return sum(self.confusion[face].get(face, 0) for face in self.faces) / max(total, 1)

    @property
    def verdict(self) -> TeachingVerdict:
        """Whether a game may begin with these faces."""
        if self.right < 1 or self.margin < _NARROW_MARGIN:
            return TeachingVerdict.ALIKE
        return TeachingVerdict.CLEAR if self.margin >= _SAFE_MARGIN else TeachingVerdict.NARROW


def teach(name: str, pictures: Mapping[str, Sequence[Picture]]) -> tuple[TaughtFaces, Separability]:
    """The taught faces and how well they can be told apart."""
    taught = learn_faces(name, pictures)
    return taught, separability(taught)


def separability(taught: TaughtFaces) -> Separability:
    """Reads every cut-out with a set that was learned without it."""
    confusion = {shown: dict.fromkeys((*taught.faces, ""), 0) for shown in taught.faces}
    sure: dict[str, float] = {}
    closest, margin = (taught.faces[0], taught.faces[1]), np.inf
    for own, shown in enumerate(taught.faces):
        certain = tried = 0
        for number, cut in enumerate(taught.cuts[shown]):
            judge = taught.without(shown, number)
            scores = judge.scores(shipped_embedding().rows([view_of_cut(cut)]))
            confusion[shown][judge.judged(scores).face or ""] += 1
            rival = max((at for at in range(len(scores)) if at != own), key=lambda n: scores[n])
            if scores[own] - scores[rival] < margin:
                margin, closest = float(scores[own] - scores[rival]), (shown, taught.faces[rival])
            for view in seen_again(cut):
                match = judge.match([view])
                tried += 1
                certain += match.face == shown and match.is_surer_than(CERTAIN_FROM)
        sure[shown] = certain / max(tried, 1)
    return Separability(taught.faces, confusion, closest, margin, sure)


def seen_again(cut: Picture) -> Iterator[Picture]:
    """The cut-out as it may be seen at the table: turned, larger, darker, brighter, blurred."""
    for turn_rad, size, light, blur_px in _SEEN_AGAIN:
        view = view_of_cut(cut, turn_rad=turn_rad, size=size)
        lit = np.clip(view.astype(np.float32) * light, 0, 255).astype(np.uint8)
        yield np.asarray(cv2.GaussianBlur(lit, (0, 0), blur_px), np.uint8) if blur_px else lit


# Turn, width, light, blur: as far as cameras, lamps and finders differ at tables that were drawn.
_SEEN_AGAIN = (
    (0.0, 1.0, 1.0, 0.0),
    (0.07, 1.05, 0.6, 0.0),
    (-0.07, 0.95, 1.5, 0.0),
    (0.05, 0.97, 0.8, 0.8),
    (-0.05, 1.03, 1.2, 1.1),
)


def look_alikes(report: Separability, least: float = 0.9) -> tuple[str, ...]:
    """The faces of which too few readings would be certain."""
    return tuple(face for face in report.faces if report.sure[face] < least)
