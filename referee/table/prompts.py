"""What is asked of the people at the table: the one prompt, and questions with their answers."""

from dataclasses import dataclass

from referee.games import awaiting
from referee.games.base import AnyGame, AnyState
from referee.language import FALLBACK, language
from referee.table.sentences import Sentence, Term, Word


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: what it is called in an order, and on the screen."""

    value: str
    label: Sentence


@dataclass(frozen=True, slots=True)
class Question:
    """What the umpire wants to know; `number` tells it from the questions before it.

    `picture_jpeg` shows what it is about. Without an answer by `until_s` the umpire goes on with
    `otherwise`; None: it waits.
    """

    number: int
    topic: str
    sentence: Sentence
    options: tuple[Option, ...]
    picture_jpeg: bytes = b""
    until_s: float | None = None
    otherwise: str = ""

    def allows(self, value: str) -> bool:
        """Whether this is one of the answers."""
        return any(option.value == value for option in self.options)


def prompt(
    game: AnyGame, state: AnyState | None, waiting: awaiting.Awaiting, names: tuple[str, ...]
) -> Sentence:
    """The one sentence that says who should do what now."""
    match waiting:
        case awaiting.AwaitDice(at_least=int()):
            name = "await-again" if any(game.legal_actions(state)) else "await-again-only"
            return Sentence(own_words(game, name), {"player": names[waiting.seat]})
        case awaiting.AwaitDice():
            return Sentence(
                "umpire-await-dice", {"player": names[waiting.seat], "count": waiting.count}
            )
        case awaiting.AwaitChoice():
            return _choice(game, waiting, names)
        case awaiting.AwaitPlacement():
            return _placement(game, waiting, names)
        case awaiting.AwaitStability():
            return Sentence("umpire-await-stability", {"player": names[waiting.seat]})
        case awaiting.AwaitReset():
            return Sentence(
                "umpire-await-reset",
                {"pieces": tuple(_piece(game, each) for each in waiting.expected)},
            )
        case awaiting.AwaitRemoval():
            return Sentence(own_words(game, "await-removal"), {"player": names[waiting.seat]})
        case awaiting.AwaitCards():
            return _cards(waiting, names)
        case awaiting.AwaitTally():
            return _tally(game, waiting, names)


def own_words(game: AnyGame, name: str) -> str:
    """The message by which this game says `umpire-NAME` in its own way, `GAME-say-NAME`, if any."""
    own = f"{game.name}-say-{name}"
    return own if language(FALLBACK).has(own) else f"umpire-{name}"


def _choice(game: AnyGame, waiting: awaiting.AwaitChoice, names: tuple[str, ...]) -> Sentence:
    # Some questions are put differently when nobody types at a terminal.
    spoken = f"{game.name}-wait-{waiting.prompt}"
    typed = f"{game.name}-choose-{waiting.prompt}"
    message = spoken if language(FALLBACK).has(spoken) else typed
    return Sentence(message, {"player": tuple(names[seat] for seat in waiting.seats)})


def _placement(game: AnyGame, waiting: awaiting.AwaitPlacement, names: tuple[str, ...]) -> Sentence:
    who = names[waiting.seat]
    first = waiting.pieces[0]
    if first.kind == "die":
        return Sentence(
            "umpire-await-die",
            # The due pieces are told apart by their faces: two Eyes are one kind of piece.
            {"player": who, "faces": _faces(game, waiting), "kinds": len(waiting.pieces)},
        )
    return Sentence("umpire-await-piece", {"player": who, "piece": _piece(game, first)})


def _faces(game: AnyGame, waiting: awaiting.AwaitPlacement) -> Word:
    faces = dict.fromkeys(each.face for each in waiting.pieces if each.face)
    return tuple(Term(game.name, "face", face) for face in faces)


def _cards(waiting: awaiting.AwaitCards, names: tuple[str, ...]) -> Sentence:
    words: dict[str, Word] = {"count": waiting.count}
    if waiting.seat is None:
        return Sentence("umpire-await-cards", words)
    return Sentence("umpire-await-cards-of", {**words, "player": names[waiting.seat]})


def _tally(game: AnyGame, waiting: awaiting.AwaitTally, names: tuple[str, ...]) -> Sentence:
    return Sentence(
        "umpire-await-tally",
        {
            "players": tuple(names[seat] for seat in waiting.seats),
            "items": Term(game.name, "items", waiting.items),
        },
    )


def _piece(game: AnyGame, piece: awaiting.Piece) -> Word:
    return Term(game.name, "piece", piece.kind)
