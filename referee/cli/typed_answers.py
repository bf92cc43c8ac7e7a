"""What people are asked at a terminal, and what the words mean that they type."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from referee.events import JsonObject
from referee.games import awaiting, reports
from referee.games.base import Action, AnyGame, AnyState, SeatAction
from referee.games.naming import PLACE, SEAT, kinds_named
from referee.games.parsing import action_name, parse_action
from referee.language import Language
from referee.table.updates import Snapshot

_LONGEST_KEY = 24
_MOST_EXAMPLES = 8
_NOTHING = ("", "nothing", "none", "no", "0", "miss", "rien", "aucun")


# What stayed and what was thrown, in both languages.
_STAYED = r"(?:keep|garde)\s+(?P<stayed>.+?)"
_KEPT = re.compile(_STAYED, re.IGNORECASE)
_THROWN = re.compile(rf"(?:{_STAYED}\s+)?(?:roll|lance)\s+(?P<thrown>.+)", re.IGNORECASE)


class NotUnderstoodError(Exception):
    """The words are no answer here; each of the `examples` would be one."""

    def __init__(self, *examples: str) -> None:
        super().__init__(*examples)
        self.examples = examples


_Named = TypeVar("_Named")


class TypedChoice(msgspec.Struct, frozen=True):
    """One thing a seat may choose: what to type for it, what it means, and the action itself."""

    key: str
    label: str
    action: Action


class Answers:
    """Reads answers in one language, for one game and its players."""

    def __init__(self, game: AnyGame, names: Sequence[str], words: Language) -> None:
        self.game = game
        self.names = tuple(names)
        self.words = words

    def choices(self, state: AnyState | None, seat: int) -> list[TypedChoice]:
        """What this seat may choose now, each with a key to type."""
        legal = [a for a in self.game.legal_actions(state) if _seat_of(a, seat) == seat]
        kinds = [type(action) for action in legal]
        main = max(kinds, key=kinds.count, default=None)
        keys = _distinct([self._key(action, is_main=type(action) is main) for action in legal])
        name = self.game.name
        return [
            TypedChoice(key, self.words.action(name, action, self.names), action)
            for key, action in zip(keys, legal, strict=True)
        ]

    def _key(self, action: Action, *, is_main: bool) -> str:
        """What tells this action from its likes; its name too, unless it is the usual one."""
        contents = [
            self._spelled(field, kind, getattr(action, field))
            for field, kind in _own_fields(type(action)).items()
        ]
        details = " ".join(filter(None, contents)).lower()
        name = action_name(type(action))
        return details if details and is_main else f"{name} {details}".strip()

    def _spelled(self, field: str, kind: str, content: object) -> str:
        if isinstance(content, tuple):
            return " ".join(self._spelled(field, kind, item) for item in content)
        if content is None or isinstance(content, bool):
            return "" if not content else field
        if kind == SEAT and isinstance(content, int):
            return self.names[content]
        if kind == PLACE and isinstance(content, int):
            return str(content + 1)
        word = self.words.term(self.game.name, kind, str(content))
        return word if len(word) <= _LONGEST_KEY else str(content)

    def parse(
        self, state: AnyState | None, wanted: awaiting.Awaiting, seat: int, text: str
    ) -> Action:
        """The action these words mean; `NotUnderstoodError` if they mean none."""
        text = text.strip()
        if text.startswith("{"):
            return parse_action(self.game, text)
        spelled = self._spelled_out(text, seat)
        if spelled is not None:
            return spelled
        match wanted:
            case awaiting.AwaitChoice():
                return self._choice(state, seat, text)
            case awaiting.AwaitDice(at_least=int()):
                return self._thrown_again(state, wanted, seat, text)
            case awaiting.AwaitDice():
                return reports.ReportDice(self._faces(wanted, text))
            case awaiting.AwaitPlacement():
                return reports.ReportPiece(self._piece(wanted, text))
            case awaiting.AwaitRemoval():
                return reports.ReportRemoval(self._removed(wanted, text))
            case awaiting.AwaitCards():
                return reports.ReportCards(self._things("card", wanted.kinds, text))
            case awaiting.AwaitTally():
                return self._tally(wanted, text)
            case awaiting.AwaitStability() | awaiting.AwaitReset():
                if text:
                    raise NotUnderstoodError(self.words.say("enter-key"))
                return (
                    reports.ReportStable()
                    if isinstance(wanted, awaiting.AwaitStability)
                    else reports.ReportReset()
                )

    def seat_of(self, name: str) -> int:
        """The seat of this name, or of the only name that begins like it."""
        seats = {known: seat for seat, known in enumerate(self.names)}
        return _match(name, seats)

    def _choice(self, state: AnyState | None, seat: int, text: str) -> Action:
        choices = self.choices(state, seat)
        if not choices:
            raise NotUnderstoodError("undo")
        try:
            return _match(text, {choice.key: choice.action for choice in choices})
        except NotUnderstoodError:
            wished = _wished(choices, text)
            if wished is None:
                raise
            # The rules say why not, in a better sentence than ours.
            return wished

    def _spelled_out(self, text: str, seat: int) -> Action | None:
        """`deal partner=Anne gives=blue,soy`: any action by its name, with its fields."""
        words = text.split()
        kinds = {action_name(kind): kind for kind in self.game.actions}
        is_open = bool(words) and kinds.get(words[0]) in self.game.open_actions
        if not is_open and (not words or words[0] not in kinds or "=" not in text):
            return None
        kind = kinds[words[0]]
        fields: JsonObject = {"type": words[0]}
        if issubclass(kind, SeatAction):
            fields["seat"] = seat
        for word in words[1:]:
            key, _, content = word.partition("=")
            fields[key] = self._field(content)
        for field in kind.__struct_fields__:
            if isinstance(fields.get(field), str) and "tuple" in str(kind.__annotations__[field]):
                fields[field] = tuple(filter(None, str(fields[field]).split(",")))
        try:
            return msgspec.convert(fields, kind, strict=False)
        except msgspec.ValidationError:
            raise NotUnderstoodError(_form_of(kind)) from None

    def open_forms(self) -> list[str]:
        """How to type the actions that nobody can list: a deal, a line of a score sheet."""
        return [_form_of(kind) for kind in self.game.open_actions]

    def _field(self, content: str) -> int | str:
        folded = [name.casefold() for name in self.names]
        return folded.index(content.casefold()) if content.casefold() in folded else content

    def _thrown_again(
        self, state: AnyState | None, wanted: awaiting.AwaitDice, seat: int, text: str
    ) -> Action:
        """`keep 5 5 roll 1 2 3`, or `roll` with all dice; or a choice."""
        if said := _THROWN.fullmatch(text):
            stayed = self._faces(wanted, said["stayed"] or "")
            return reports.ReportDice(self._faces(wanted, said["thrown"]), stayed)
        try:
            return self._choice(state, seat, text)
        except NotUnderstoodError as error:
            form = self.words.say("await-again-form")
            raise NotUnderstoodError(form, *error.examples) from None

    def kept(self, wanted: awaiting.Awaiting | None, text: str) -> tuple[str, ...] | None:
        """`keep 5 5`: the dice that stay when simulated hands throw; None if it is none of this."""
        said = None if _THROWN.fullmatch(text.strip()) else _KEPT.fullmatch(text.strip())
        if said is None or not isinstance(wanted, awaiting.AwaitDice) or wanted.at_least is None:
            return None
        return self._faces(wanted, said["stayed"])

    def _faces(self, wanted: awaiting.AwaitDice, text: str) -> tuple[str, ...]:
        """`treasure trunk die`, short `tre tru d`; pips also without spaces: `426`."""
        is_some = len(text) == wanted.count or wanted.at_least is not None
        if text.isdigit() and is_some and all(len(face) == 1 for face in wanted.faces):
            text = " ".join(text)
        return self._things("face", wanted.faces, text)

    def _things(self, kind: str, names: tuple[str, ...], text: str) -> tuple[str, ...]:
        """Several things one after another; some are called by more than one word."""
        named = {self.words.term(self.game.name, kind, name): name for name in names}
        named.update({name: name for name in names})
        return tuple(_match_all(_split(text), named))

    def _piece(self, wanted: awaiting.AwaitPlacement, text: str) -> awaiting.Piece:
        if not text and len(wanted.pieces) == 1:
            return wanted.pieces[0]
        return _match(text, {self.piece_name(piece): piece for piece in wanted.pieces})

    def piece_name(self, piece: awaiting.Piece) -> str:
        """A die by its face, everything else by its kind."""
        game = self.game.name
        if piece.face is not None:
            return self.words.term(game, "face", piece.face)
        name = self.words.term(game, "piece", piece.kind)
        return name if piece.seat is None else f"{name} {self.names[piece.seat]}"

    def _removed(self, wanted: awaiting.AwaitRemoval, text: str) -> tuple[awaiting.Piece, ...]:
        """`3 dice 1 cylinder 2 token Fred`; `nothing` for a miss; `all`."""
        if text.casefold() in _NOTHING:
            return ()
        if text.casefold() in ("all", "tout"):
            return wanted.tower
        kinds = {self.piece_name(piece): piece for piece in wanted.tower}
        kinds.update({self._plural(piece): piece for piece in wanted.tower if piece.seat is None})
        kinds.update(
            {f"{p.kind} {self.names[p.seat]}": p for p in wanted.tower if p.seat is not None}
        )
        return tuple(_counted(text, kinds))

    def _plural(self, piece: awaiting.Piece) -> str:
        return self.words.term(self.game.name, "pieces", piece.kind)

    def _tally(self, wanted: awaiting.AwaitTally, text: str) -> Action:
        numbers = [int(word) for word in _split(text.replace("+", " ")) if word.isdigit()]
        if not numbers or len(numbers) != len(_split(text.replace("+", " "))):
            raise NotUnderstoodError("85")
        seat = wanted.seats[0]
        if len(numbers) == 1:
            return reports.ReportTally(seat, total=numbers[0])
        return reports.ReportTally(seat, values=tuple(numbers))


def _form_of(kind: type[Action]) -> str:
    """`deal partner=… revealed=… hand=… received=…`."""
    fields = [f"{field}=…" for field in _own_fields(kind)]
    return " ".join([action_name(kind), *fields])


def _own_fields(kind: type[Action]) -> dict[str, str]:
    """What an action says beside the seat that acts, and what each field names."""
    acting = SeatAction.__struct_fields__ if issubclass(kind, SeatAction) else ()
    return {field: named for field, named in kinds_named(kind).items() if field not in acting}


def _seat_of(action: Action, otherwise: int) -> int:
    """The seat that acts; what anybody may do is done by whoever is asked."""
    return action.seat if isinstance(action, SeatAction) else otherwise


def _wished(choices: list[TypedChoice], text: str) -> Action | None:
    """A listed action with another number or other things instead: not on the list, but clear.

    It has to be an action that says this one thing and nothing else.
    """
    words = _split(text)
    for action in (choice.action for choice in choices):
        fields = _own_fields(type(action))
        if len(fields) != 1 or not {SEAT, PLACE}.isdisjoint(fields.values()):
            continue
        (field,) = fields
        content = getattr(action, field)
        if isinstance(content, int) and text.isdigit():
            return msgspec.structs.replace(action, **{field: int(text)})
        if isinstance(content, tuple) and any(word in content for word in words):
            return msgspec.structs.replace(action, **{field: tuple(words)})
    return None


def _split(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", text) if word]


def _match(word: str, named: dict[str, _Named]) -> _Named:
    """What is called exactly so, else the only thing whose name begins so."""
    folded = word.strip().casefold()
    exact = [value for name, value in named.items() if name.casefold() == folded]
    begun = [
        value for name, value in named.items() if folded and name.casefold().startswith(folded)
    ]
    if exact:
        return exact[0]
    if len({id(value) for value in begun}) == 1:
        return begun[0]
    shown = list({name.casefold(): name for name in named}.values())
    raise NotUnderstoodError(*shown[:_MOST_EXAMPLES])


def _match_all(words: list[str], named: dict[str, _Named]) -> Iterator[_Named]:
    """What these words name, one after another, each by as many words as fit."""
    while words:
        for length in range(len(words), 0, -1):
            try:
                found = _match(" ".join(words[:length]), named)
            except NotUnderstoodError:
                if length == 1:
                    raise
            else:
                yield found
                words = words[length:]
                break


def _counted(text: str, kinds: dict[str, awaiting.Piece]) -> Iterator[awaiting.Piece]:
    for count, name in re.findall(r"(\d*)\s*([^\d,;]+)", text):
        piece = _match(name, kinds)
        yield from [piece] * min(int(count or 1), 1000)
    if not re.search(r"[^\d\s,;]", text):
        raise NotUnderstoodError(*[f"1 {name}" for name in list(kinds)[:3]])


def _distinct(keys: list[str]) -> list[str]:
    """Keys that stand more than once get a number of their own."""
    seen: dict[str, int] = {}
    distinct = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        distinct.append(key if keys.count(key) == 1 else f"{key}-{seen[key]}")
    return distinct


# A longer list of choices is shown without its labels: it would fill the screen.
_MOST_LINES = 16
_MOST_KEYS = 14


def seat_asked(wanted: awaiting.Awaiting) -> int:
    """Who is asked first of those for whom the table waits."""
    return next(iter(awaiting.seats_asked(wanted)), 0)


def typed_question(now: Snapshot, wanted: awaiting.Awaiting, seat: int, answers: Answers) -> str:
    """The question to this seat."""
    say, player = answers.words.say, now.names[seat]
    match wanted:
        case awaiting.AwaitChoice():
            return _choice(now, wanted, seat, answers)
        case awaiting.AwaitDice(at_least=int()):
            return _throw_again(now, seat, answers)
        case awaiting.AwaitDice():
            faces = _listed(answers, "face", wanted.faces)
            return say("await-dice", player=player, count=wanted.count, faces=faces)
        case awaiting.AwaitPlacement():
            return _placement(wanted, player, answers)
        case awaiting.AwaitStability():
            return say("await-stands")
        case awaiting.AwaitReset():
            return say("await-reset", pieces=_shown_pieces(answers, wanted.expected))
        case awaiting.AwaitRemoval():
            return say("await-removal", player=player, pieces=_shown_pieces(answers, wanted.tower))
        case awaiting.AwaitCards():
            kinds = _listed(answers, "card", wanted.kinds)
            return say("await-cards", count=wanted.count, kinds=kinds)
        case awaiting.AwaitTally():
            items = answers.words.term(now.game, "items", wanted.items)
            counts = dict(zip(wanted.seats, wanted.counts, strict=False))
            return say("await-tally", player=player, count=counts.get(seat, 0), items=items)


def _choice(now: Snapshot, wanted: awaiting.AwaitChoice, seat: int, answers: Answers) -> str:
    words = answers.words
    lines = [words.prompt(now.game, wanted.prompt, player=now.names[seat])]
    lines += _listed_choices(answers.choices(now.state, seat))
    lines += [f"  {form}" for form in answers.open_forms()]
    others = [] if wanted.secret else _others(now, seat, answers)
    if others:
        lines.append(words.say("play-others", names=words.listing(others)))
    return "\n".join(lines)


def _throw_again(now: Snapshot, seat: int, answers: Answers) -> str:
    words = answers.words
    lines = ["" if now.prompt is None else now.prompt.text(words)]
    lines += _listed_choices(answers.choices(now.state, seat))
    if now.needs not in now.works:
        dice = _listed(answers, "face", answers.game.rolled(now.state))
        lines.append(f"  {words.say('await-again-form')}")
        lines.append(words.say("await-again", dice=words.listing(dice)))
    return "\n".join(lines)


def _others(now: Snapshot, seat: int, answers: Answers) -> list[str]:
    """Who else may act right now."""
    legal = answers.game.legal_actions(now.state)
    seats = {_seat_of(action, seat) for action in legal} - {seat}
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


def _shown_pieces(answers: Answers, pieces: tuple[awaiting.Piece, ...]) -> str:
    names = list(map(answers.piece_name, pieces))
    return ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))
