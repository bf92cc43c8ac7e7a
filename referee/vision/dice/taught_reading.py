"""Dice with taught faces: the networks say where a top face is, the gallery what it shows."""

from referee.vision.dice.centres import Centre
from referee.vision.dice.face_reading import DiePlace, FoundDie, ToldFace, face_strength
from referee.vision.faces.embedding import FacePlace
from referee.vision.faces.gallery import CERTAIN_FROM, ONE_LOOK_FROM, FaceMatch, TaughtFaces
from referee.vision.faces.top_face import top_face
from referee.vision.pictures import Picture
from referee.vision.readings import Certainty, DieFinding, Likely

# Another look does not make a die of what is fainter than the first, and says no more of what is
# stronger than the second.
_HOPELESS_CENTRE, _PLAINLY_A_DIE = 0.3, 0.85
# Something fainter that shows no taught face is no die.
_SURELY_A_DIE = 0.45
# Dice of one size that touch lie one width apart; the finder errs by a twentieth of it.
_ROOM_OF_A_DIE = 0.9


class TaughtFaceReader:
    """Reads the faces of a taught set; what was never taught is unknown, not guessed."""

    # The gallery has the last word, so the network may be faint.
    least_strength = 0.3
    # Hardly anything but a die looks like a taught face.
    needs_company = False

    def __init__(self, taught: TaughtFaces) -> None:
        self._taught = taught

    @property
    def taught(self) -> TaughtFaces:
        """The set by which faces are read."""
        return self._taught

    def use(self, taught: TaughtFaces) -> None:
        """Read the same faces by this set from the next die on; from any thread."""
        self._taught = taught

    def first_strength(self, centre: Centre) -> float:
        """How surely there is a top face at first, whatever it shows."""
        return centre.face

    def strength(self, centre: Centre) -> float:
        """How surely both looks say that there is one."""
        return face_strength(centre)

    def is_worth_another_look(self, centre: Centre) -> bool:
        """Whether it may be a die: where exactly it lies the faces tell by themselves."""
        return _HOPELESS_CENTRE < face_strength(centre) < _PLAINLY_A_DIE

    def read(self, picture: Picture, found: FoundDie) -> ToldFace | None:
        """The taught face that is most alike, if it is alike enough."""
        match = self.match(picture, found)
        likely = _as_likely(match)
        if match.face is None and face_strength(found.centre) < _SURELY_A_DIE:
            return None
        if match.face is None:
            untaught = (DieFinding.UNTAUGHT,)
            return ToldFace("", match.confidence, Certainty.UNKNOWN, likely, untaught)
        is_sure = match.is_surer_than(CERTAIN_FROM) and not _may_be_side(found)
        certainty = Certainty.CERTAIN if is_sure else Certainty.DOUBTFUL
        return ToldFace(match.face, match.confidence, certainty, likely)

    def match(self, picture: Picture, found: FoundDie) -> FaceMatch:
        """What the face is most like where the network says that it is, or where the edges do."""
        taught, at, is_known = self._taught, found.centre, found.is_width_known
        place = FacePlace(at.x, at.y, at.width_px, at.angle_rad)
        match = taught.read(picture, place, is_width_known=is_known)
        if match.is_surer_than(ONE_LOOK_FROM):
            return match
        # A frame or a small die that is printed on the face may pass for the die.
        top = top_face(picture, (at.x, at.y), found.told_px or at.width_px)
        width_px = at.width_px if is_known else top.die_px
        place = FacePlace(*top.centre_px, width_px, top.angle_rad)
        other = taught.read(picture, place, is_width_known=is_known)
        return max(match, other, key=lambda each: each.score)


def _may_be_side(found: FoundDie) -> bool:
    """Off the tray a face so near to a plainer one, or where sides would be, may be one."""
    is_near = found.room < _ROOM_OF_A_DIE or found.place is DiePlace.ON_A_SIDE
    return found.is_off_tray and is_near


def _as_likely(match: FaceMatch) -> tuple[Likely, ...]:
    """How likely the faces are: only as likely as it is that the best of them is right.

    Otherwise several frames that each doubt the same face would together be sure of it.
    """
    return tuple(Likely(each.face, each.probability * match.confidence) for each in match.likely)
