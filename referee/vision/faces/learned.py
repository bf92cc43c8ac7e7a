"""What a set learned at the table: cut-outs of dice, each with the face that somebody gave.

They stand beside the taught cut-outs and never change them. Whether a set became worse by them is
tried on the taught cut-outs alone, each seen as the table may see it and read without itself.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256

import cv2
import msgspec
import numpy as np

from referee.vision.faces.embedding import CUT_PX, Rows, shipped_embedding
from referee.vision.faces.files import FacesFileError
from referee.vision.faces.gallery import TaughtFaces, known_rows, likeness
from referee.vision.faces.teaching import seen_again
from referee.vision.pictures import Picture

MOST_LEARNED = 5
"""Of each face. As many as are taught, so that what was taught keeps its weight."""
_LOST_LEAD, _LEAST_LOSS = 0.15, 0.02
"""What a face may lose of its lead over the others. Chosen by hand: with the shipped sets a cut-out
costs 2 % of a lead, seldom 8; one with the wrong face costs a quarter to two thirds."""
_VERSION = 1


class LearnedCut(msgspec.Struct, frozen=True):
    """A cut-out as JPEG; `roll` names the roll in which the die lay."""

    face: str
    roll: str
    jpeg: bytes


class _LearnedFile(msgspec.Struct, frozen=True, tag="learned-faces", tag_field="kind"):
    taught: str
    cuts: tuple[LearnedCut, ...]
    version: int = _VERSION


def learned_to_bytes(taught: TaughtFaces, cuts: Sequence[LearnedCut]) -> bytes:
    """What `learned_from_bytes` reads again, beside the same taught set."""
    return msgspec.json.encode(_LearnedFile(_mark_of(taught), tuple(cuts)))


def learned_from_bytes(data: bytes, taught: TaughtFaces) -> tuple[LearnedCut, ...]:
    """What this set learned; nothing if it was taught anew since."""
    try:
        file = msgspec.json.decode(data, type=_LearnedFile)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _damaged() from error
    if file.version != _VERSION:
        raise _damaged()
    if file.taught != _mark_of(taught):
        return ()
    if not all(each.face in taught.cuts and has_picture(each) for each in file.cuts):
        raise _damaged()
    return file.cuts


def has_picture(cut: LearnedCut) -> bool:
    """Whether its picture is there, and as large as it should be."""
    return _picture(cut) is not None


def bounded(cuts: Sequence[LearnedCut]) -> tuple[LearnedCut, ...]:
    """The newest of each face; older ones go first."""
    return tuple(
        each
        for number, each in enumerate(cuts)
        if sum(later.face == each.face for later in cuts[number + 1 :]) < MOST_LEARNED
    )


def extended(taught: TaughtFaces, cuts: Sequence[LearnedCut]) -> TaughtFaces:
    """The taught set with what it learned; the taught cut-outs of each face stand first."""
    more: dict[str, tuple[Picture, ...]] = dict.fromkeys(taught.faces, ())
    for each in cuts:
        picture = _picture(each)
        more[each.face] += () if picture is None else (picture,)
    return TaughtFaces(taught.name, {face: own + more[face] for face, own in taught.cuts.items()})


class TaughtTrial:
    """Tries a set on the cut-outs that were taught; the pictures are looked at once."""

    def __init__(self, taught: TaughtFaces) -> None:
        self._taught = taught

    def is_worse(self, learned: TaughtFaces) -> bool:
        """Whether a taught face lost much of its lead over the others."""
        before, now = self._before, self.leads(learned)
        return any(
            lead - now[face] > max(_LEAST_LOSS, _LOST_LEAD * lead) for face, lead in before.items()
        )

    @cached_property
    def _before(self) -> dict[str, float]:
        return self.leads(self._taught)

    @cached_property
    def _rows(self) -> dict[str, list[Rows]]:
        told = shipped_embedding().rows
        return {
            face: [told(list(seen_again(cut))) for cut in cuts]
            for face, cuts in self._taught.cuts.items()
        }

    def leads(self, faces: TaughtFaces) -> dict[str, float]:
        """For each face how far the next one is behind, where it comes nearest."""
        known = {face: known_rows(cuts) for face, cuts in faces.cuts.items()}
        return {
            shown: min(
                _lead(known, shown, faces.without(shown, number).cuts[shown], rows)
                for number, rows in enumerate(cuts)
            )
            for shown, cuts in self._rows.items()
        }


def _lead(known: Mapping[str, Rows], shown: str, own_cuts: Sequence[Picture], views: Rows) -> float:
    """The smallest lead of a face over all others, in any view of a cut-out it does not know."""
    own = known_rows(own_cuts)
    others = [rows for face, rows in known.items() if face != shown]
    return min(
        likeness(own, view) - max(likeness(rows, view) for rows in others)
        for view in views[:, np.newaxis]
    )


def _mark_of(taught: TaughtFaces) -> str:
    mark = sha256()
    for face, cuts in taught.cuts.items():
        mark.update(face.encode())
        for cut in cuts:
            mark.update(cut.tobytes())
    return mark.hexdigest()


def _picture(cut: LearnedCut) -> Picture | None:
    code = np.frombuffer(cut.jpeg, np.uint8)
    picture = cv2.imdecode(code, cv2.IMREAD_COLOR) if code.size else None
    is_whole = picture is not None and picture.shape == (CUT_PX, CUT_PX, 3)
    return np.asarray(picture, np.uint8) if is_whole else None


def _damaged() -> FacesFileError:
    return FacesFileError("What this set learned is damaged: it is read as it was taught.")
