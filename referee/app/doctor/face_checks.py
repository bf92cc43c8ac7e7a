"""What can be told of taught dice: whether their faces are apart, and which people are asked about.

How often a face was asked is counted in the newest games only, so that a set that was taught again
starts anew before long.
"""

from collections import Counter
from collections.abc import Mapping

from referee.app.doctor.findings import Finding, TablePart, TrafficLight, finding
from referee.app.face_sets import find_faces
from referee.clock import SystemClock
from referee.errors import InputError
from referee.games.boxes import installed_games
from referee.games.dice import dice_of
from referee.store.address import StoreAddress
from referee.store.database import connect_engine
from referee.store.game_filter import GameFilter, chosen_games
from referee.store.store import Store
from referee.store.troubles import StoreError
from referee.table.recorded_games import RecordedGames
from referee.table.sentences import Term
from referee.vision.faces.gallery import TaughtFaces

_APART, _ALIKE = 0.2, 0.1
"""How far the most similar face must stay behind; the sets that come along have 0.28 and more."""
_NEWEST_GAMES = 10
_OFTEN, _OFTEN_SHARE = 5, 0.1
"""So many questions about a face, and so many of its readings, are worth a word. Chosen by hand: a
die that leans is asked about in any set."""
_FEW_CUTS = 5

Closest = tuple[float, str, str]


def dice_finding(sets: Mapping[str, str]) -> Finding:
    """All sets together; the worst of them is told."""
    closest: tuple[Closest, str] | None = None
    for name in sets.values():
        try:
            taught = find_faces(name)
        except InputError:
            step = "doctor-dice-missing-next"
            return finding(TablePart.DICE, TrafficLight.RED, "doctor-dice-missing", step, set=name)
        found = taught.closest(), name
        closest = found if closest is None else min(closest, found)
    if closest is None:
        return finding(TablePart.DICE, TrafficLight.GREEN, "doctor-dice-pips")
    (margin, first, second), name = closest
    if margin >= _APART:
        return finding(
            TablePart.DICE, TrafficLight.GREEN, "doctor-dice-ready", sets=tuple(sets.values())
        )
    return finding(
        TablePart.DICE,
        TrafficLight.YELLOW if margin >= _ALIKE else TrafficLight.RED,
        "doctor-dice-alike",
        "doctor-dice-alike-next",
        set=name,
        first=first,
        second=second,
    )


def unless_asked(found: Finding, sets: Mapping[str, str], recorded: RecordedGames) -> Finding:
    """What was found of the dice; if all is well but a face is asked about often, that."""
    if found.light is not TrafficLight.GREEN:
        return found
    for kind, name in sets.items():
        often = _asked_often(kind, recorded)
        if often:
            steps = [f"doctor-dice-asked-{each}-next" for each in _helps(find_faces(name), often)]
            return finding(
                TablePart.DICE,
                TrafficLight.YELLOW,
                "doctor-dice-asked",
                *steps,
                set=name,
                faces=tuple(often.values()),
            )
    return found


def unless_asked_in(found: Finding, sets: Mapping[str, str], address: StoreAddress) -> Finding:
    """The same with a log that is not open; what is wrong with the log has a light of its own."""
    if address.file is not None and not address.file.is_file():
        return found
    engine = connect_engine(address)
    try:
        return unless_asked(found, sets, RecordedGames(Store(engine, address, SystemClock())))
    except StoreError:
        return found
    finally:
        engine.dispose()


def _asked_often(kind: str, recorded: RecordedGames) -> dict[str, Term]:
    """The faces of these dice that were often asked about, with their names in a game."""
    dice = [(game.name, die) for game in installed_games() for die in dice_of(game)]
    faces = {game: die.faces for game, die in dice if die.kind == kind}
    stored = [(str(each.game), each) for each in chosen_games(recorded.store, GameFilter())]
    newest = [(game, each) for game, each in stored if game in faces][:_NEWEST_GAMES]
    read: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    names: dict[str, Term] = {}
    for game, each in newest:
        counts = recorded.look(each).faces
        for face in faces[game]:
            read[face] += counts.read[face]
            asked[face] += counts.asked[face]
            names[face] = Term(game, "face", face)
    return {
        face: names[face]
        for face, number in asked.most_common()
        if number >= max(_OFTEN, _OFTEN_SHARE * read[face])
    }


def _helps(taught: TaughtFaces, often: Mapping[str, Term]) -> list[str]:
    """What would help: the names of sentences."""
    is_little = any(taught.counts.get(face, 0) < _FEW_CUTS for face in often)
    return [*(["more"] if is_little else []), "nearer", "light"]
