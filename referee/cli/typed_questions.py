"""What the table waits for, put to somebody who types: with everything that can be answered."""

from referee.cli.typed_answers import Answers, TypedChoice
from referee.games import awaiting
from referee.table.updates import Snapshot

# A longer list of choices is shown without its labels: it would fill the screen.
_MOST_LINES = 16
_MOST_KEYS = 14


def seat_asked(wanted: awaiting.Awaiting) -> int:
    """Who is asked first of those for whom the table waits."""
    match wanted:
        case awaiting.AwaitChoice() | awaiting.AwaitTally():
            return wanted.seats[0]
        case awaiting.AwaitReset():
            return 0
        case awaiting.AwaitCards():
            return wanted.seat or 0
    return wanted.seat


def typed_question(now: Snapshot, wanted: awaiting.Awaiting, seat: int, answers: Answers) -> str:
    """The question to this seat."""
    say, player = answers.words.say, now.names[seat]
    match wanted:
        case awaiting.AwaitChoice():
            return _choice(now, wanted, seat, answers)
        case awaiting.AwaitDice():
            faces = _listed(answers, "face", wanted.faces)
            return say("await-dice", player=player, count=wanted.count, faces=faces)
        case awaiting.AwaitPlacement():
            return _placement(wanted, player, answers)
        case awaiting.AwaitStability():
            return say("await-stands")
        case awaiting.AwaitReset():
            return say("await-reset", pieces=_counted(answers, wanted.expected))
        case awaiting.AwaitRemoval():
            return say("await-removal", player=player, pieces=_counted(answers, wanted.tower))
        case awaiting.AwaitCards():
            kinds = _listed(answers, "card", wanted.kinds)
            return say("await-cards", count=wanted.count, kinds=kinds)
        case awaiting.AwaitTally():
            items = answers.words.term(now.game, "items", wanted.items)
            count = _held(now, wanted, seat)
            return say("await-tally", player=player, count=count, items=items)


def _choice(now: Snapshot, wanted: awaiting.AwaitChoice, seat: int, answers: Answers) -> str:
    words = answers.words
    lines = [words.prompt(now.game, wanted.prompt, player=now.names[seat])]
    lines += _listed_choices(answers.choices(now.state, seat))
    lines += [f"  {form}" for form in answers.open_forms()]
    others = [] if wanted.secret else _others(now, seat, answers)
    if others:
        lines.append(words.say("play-others", names=words.listing(others)))
    return "\n".join(lines)


def _others(now: Snapshot, seat: int, answers: Answers) -> list[str]:
    """Who else may act right now."""
    legal = answers.game.legal_actions(now.state)
    seats = {getattr(action, "seat", seat) for action in legal} - {seat}
    return [now.names[other] for other in sorted(seats)]


def _listed_choices(choices: list[TypedChoice]) -> list[str]:
    """One line a choice, or, if they are many, some of the words to type."""
    if len(choices) > _MOST_LINES:
        shown = [choice.key for choice in choices[:_MOST_KEYS]]
        last = [choice.key for choice in choices[_MOST_KEYS:] if "-" in choice.key.split()[0]]
        return [f"  {' · '.join([*shown, '…', *last])}"]
    width = max([len(choice.key) for choice in choices], default=0) + 2
    return [f"  {choice.key:<{width}}{choice.label}" for choice in choices]


def _placement(wanted: awaiting.AwaitPlacement, player: str, answers: Answers) -> str:
    names = tuple(map(answers.piece_name, wanted.pieces))
    if len(names) == 1:
        return answers.words.say("await-placement-one", player=player, piece=names[0])
    return answers.words.say("await-placement-many", player=player, pieces=names)


def _listed(answers: Answers, kind: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(answers.words.term(answers.game.name, kind, name) for name in names)


def _counted(answers: Answers, pieces: tuple[awaiting.Piece, ...]) -> str:
    names = list(map(answers.piece_name, pieces))
    return ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))


def _held(now: Snapshot, wanted: awaiting.AwaitTally, seat: int) -> int:
    """How many of the counted things this seat has in front of it."""
    seats = getattr(now.view, "seats", ())
    return int(getattr(seats[seat], wanted.items, 0))
