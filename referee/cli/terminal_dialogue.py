"""What a terminal shows of a game, and how typed answers become actions of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.events import JsonObject
from referee.games.awaiting import (
    AwaitCards,
    AwaitChoice,
    AwaitDice,
    Awaiting,
    AwaitPlacement,
    AwaitRemoval,
    AwaitReset,
    AwaitStability,
    AwaitTally,
    Piece,
)
from referee.games.base import Accepted, Action, AnyGame, AnyState, Outcome
from referee.games.parsing import action_name, parse_action
from referee.games.reports import (
    ReportCards,
    ReportDice,
    ReportFall,
    ReportPiece,
    ReportRemoval,
    ReportReset,
    ReportStable,
    ReportTally,
)
from referee.language import Language

_SEAT_COLOURS = ("bright_blue", "bright_red", "bright_green", "bright_yellow", "bright_magenta")
_PIECE_SIGNS = {"die": "▣", "token": "☁", "cylinder": "◍", "castle": "♜"}


class Screen:
    """Shows one game in one language."""

    def __init__(
        self, console: Console, game: AnyGame, names: Sequence[str], words: Language
    ) -> None:
        self.console = console
        self._game = game
        self._names = names
        self._words = words

    def say(self, text: str, style: str = "") -> None:
        """One sentence."""
        self.console.print(text, style=style or None, markup=False, highlight=False)

    def table(self, state: AnyState | None) -> None:
        """Who has what: every public field of the seats that the language files have a word for."""
        view = self._game.view(state, None)
        seats = getattr(view, "seats", ())
        fields = [
            field
            for field in (seats[0].__struct_fields__ if seats else ())
            if self._words.has(f"{self._game.name}-show-{field}")
        ]
        table = Table(expand=False)
        table.add_column(self._words.say("play-seat"))
        for field in fields:
            table.add_column(self._words.say(f"{self._game.name}-show-{field}"), justify="right")
        for index, seat in enumerate(seats):
            cells = [_cell(getattr(seat, field)) for field in fields]
            table.add_row(Text(self._names[index], style=colour_of(index)), *cells)
        self.console.print(table)
        self._rest(view)
        if getattr(view, "tower", None):
            self.tower(view.tower)  # type: ignore[attr-defined]

    def _rest(self, view: msgspec.Struct) -> None:
        """What lies in the middle of the table, in one line."""
        parts = [
            f"{self._words.say(f'{self._game.name}-table-{field}')}: {_cell(getattr(view, field))}"
            for field in view.__struct_fields__
            if self._words.has(f"{self._game.name}-table-{field}")
        ]
        if parts:
            self.say(" · ".join(parts))

    def tower(self, tower: Sequence[Piece]) -> None:
        """The tower on its side: the first level on the left."""
        line = Text()
        for piece in tower:
            style = colour_of(piece.seat) if piece.seat is not None else ""
            line.append(_PIECE_SIGNS.get(piece.kind, "?") + " ", style=style)
        self.console.print(Panel(line, title=self._words.say("play-tower-legend"), expand=False))

    def countdown(self, duration_s: float, pause: Callable[[float], None]) -> None:
        """The formula, word by word, for as long as the tower has to stand."""
        message = f"{self._game.name}-formula"
        parts = self._words.say(message).split(" – ") if self._words.has(message) else ["…"]
        for part in parts:
            pause(duration_s / len(parts))
            self.console.print(f"  {part.upper()}", style="bold yellow", highlight=False)

    def saved(self, path: Path) -> None:
        """Where the game is; the path on a line of its own that can be copied whole."""
        self.say(self._words.say("play-saved"), "dim")
        self.console.print(f"  {path}", markup=False, highlight=False, soft_wrap=True)

    def end(self, outcome: Outcome) -> None:
        """Everybody's score and the winner."""
        table = Table(title=self._words.say("play-final"))
        table.add_column(self._words.say("play-seat"))
        table.add_column(self._words.say("play-points"), justify="right")
        ranking = sorted(range(len(self._names)), key=lambda seat: -outcome.scores[seat])
        for seat in ranking:
            name = Text(self._names[seat], style=colour_of(seat))
            table.add_row(name, str(outcome.scores[seat]))
        self.console.print(table)
        winners = self._words.listing([self._names[seat] for seat in outcome.winners])
        score = max(outcome.scores)
        self.say(
            self._words.say("play-winner", count=len(outcome.winners), names=winners, score=score),
            "bold green",
        )


def colour_of(seat: int) -> str:
    """The colour of a seat."""
    return _SEAT_COLOURS[seat % len(_SEAT_COLOURS)]


def _cell(content: Any) -> str:
    if isinstance(content, bool):
        return "✓" if content else "–"
    if isinstance(content, tuple):
        return ", ".join(_cell(item) for item in content) or "–"
    if isinstance(content, msgspec.Struct):
        return " ".join(str(item) for item in msgspec.structs.astuple(content) if item) or "–"
    return "–" if content is None or content == "" else str(content)


_LONGEST_KEY = 24
_MOST_EXAMPLES = 8
_NOTHING = ("", "nothing", "none", "no", "0", "miss", "rien", "aucun")


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
        self._game = game
        self._names = tuple(names)
        self._words = words

    def choices(self, state: AnyState | None, seat: int) -> list[TypedChoice]:
        """What this seat may choose now, each with a key to type."""
        legal = [a for a in self._game.legal_actions(state) if getattr(a, "seat", seat) == seat]
        kinds = [type(action) for action in legal]
        main = max(kinds, key=kinds.count, default=None)
        keys = _distinct([self._key(action, is_main=type(action) is main) for action in legal])
        name = self._game.name
        return [
            TypedChoice(key, self._words.action(name, action, self._names), action)
            for key, action in zip(keys, legal, strict=True)
        ]

    def _key(self, action: Action, *, is_main: bool) -> str:
        """What tells this action from its likes; its name too, unless it is the usual one."""
        contents = [
            self._spelled(field, getattr(action, field))
            for field in action.__struct_fields__
            if field != "seat"
        ]
        details = " ".join(filter(None, contents)).lower()
        name = action_name(type(action))
        return details if details and is_main else f"{name} {details}".strip()

    def _spelled(self, field: str, content: Any) -> str:
        if isinstance(content, tuple):
            return " ".join(self._spelled(field.removesuffix("s"), item) for item in content)
        if field in ("to", "victim", "partner") and isinstance(content, int):
            return self._names[content]
        if content is None or isinstance(content, bool):
            return "" if not content else field
        if field == "field":
            # People count fields from one.
            return str(content + 1)
        word = self._words.term(self._game.name, field, str(content))
        return word if len(word) <= _LONGEST_KEY else str(content)

    def parse(self, state: AnyState | None, wanted: Awaiting, seat: int, text: str) -> Action:
        """The action these words mean; `NotUnderstoodError` if they mean none."""
        text = text.strip()
        if text.startswith("{"):
            return parse_action(self._game, text)
        spelled = self._spelled_out(text, seat)
        if spelled is not None:
            return spelled
        match wanted:
            case AwaitChoice():
                return self._choice(state, seat, text)
            case AwaitDice():
                return ReportDice(self._faces(wanted, text))
            case AwaitPlacement():
                return ReportPiece(self._piece(wanted, text))
            case AwaitRemoval():
                return ReportRemoval(self._removed(wanted, text))
            case AwaitCards():
                return ReportCards(self._things("card", wanted.kinds, text))
            case AwaitTally():
                return self._tally(wanted, text)
            case AwaitStability() | AwaitReset():
                if text:
                    raise NotUnderstoodError(self._words.say("enter-key"))
                return ReportStable() if isinstance(wanted, AwaitStability) else ReportReset()

    def fall(self, state: AnyState | None, text: str, active: int) -> Action:
        """`fell`, `fell Fred`, `fell nobody`; without a name nobody's fault, if that can be."""
        name = text.strip()
        if not name:
            blameless = isinstance(self._game.judge(state, ReportFall(None)), Accepted)
            return ReportFall(None if blameless else active)
        if name.casefold() in ("nobody", self._words.say("nobody")):
            return ReportFall(None)
        return ReportFall(self.seat_of(name))

    def seat_of(self, name: str) -> int:
        """The seat of this name, or of the only name that begins like it."""
        seats = {known: seat for seat, known in enumerate(self._names)}
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
        kinds = {action_name(kind): kind for kind in self._game.actions}
        is_open = bool(words) and kinds.get(words[0]) in self._game.open_actions
        if not is_open and (not words or words[0] not in kinds or "=" not in text):
            return None
        fields: JsonObject = {"seat": seat, "type": words[0]}
        for word in words[1:]:
            key, _, content = word.partition("=")
            fields[key] = self._field(content)
        kind = kinds[words[0]]
        wanted = set(kind.__struct_fields__)
        if "seat" not in wanted:
            del fields["seat"]
        for field in kind.__struct_fields__:
            if isinstance(fields.get(field), str) and "tuple" in str(kind.__annotations__[field]):
                fields[field] = tuple(filter(None, str(fields[field]).split(",")))
        try:
            return msgspec.convert(fields, kind, strict=False)
        except msgspec.ValidationError:
            raise NotUnderstoodError(_form_of(kind)) from None

    def open_forms(self) -> list[str]:
        """How to type the actions that nobody can list: a deal, a line of a score sheet."""
        return [_form_of(kind) for kind in self._game.open_actions]

    def _field(self, content: str) -> Any:
        folded = [name.casefold() for name in self._names]
        return folded.index(content.casefold()) if content.casefold() in folded else content

    def _faces(self, wanted: AwaitDice, text: str) -> tuple[str, ...]:
        """`treasure trunk die`, short `tre tru d`; pips also without spaces: `426`."""
        if text.isdigit() and len(text) == wanted.count:
            text = " ".join(text)
        return self._things("face", wanted.faces, text)

    def _things(self, kind: str, names: tuple[str, ...], text: str) -> tuple[str, ...]:
        """Several things one after another; some are called by more than one word."""
        named = {self._words.term(self._game.name, kind, name): name for name in names}
        named.update({name: name for name in names})
        return tuple(_match_all(_split(text), named))

    def _piece(self, wanted: AwaitPlacement, text: str) -> Piece:
        if not text and len(wanted.pieces) == 1:
            return wanted.pieces[0]
        return _match(text, {self.piece_name(piece): piece for piece in wanted.pieces})

    def piece_name(self, piece: Piece) -> str:
        """A die by its face, everything else by its kind."""
        game = self._game.name
        if piece.face is not None:
            return self._words.term(game, "face", piece.face)
        name = self._words.term(game, "piece", piece.kind)
        return name if piece.seat is None else f"{name} {self._names[piece.seat]}"

    def _removed(self, wanted: AwaitRemoval, text: str) -> tuple[Piece, ...]:
        """`3 dice 1 cylinder 2 token Fred`; `nothing` for a miss; `all`."""
        if text.casefold() in _NOTHING:
            return ()
        if text.casefold() in ("all", "tout"):
            return wanted.tower
        kinds = {self.piece_name(piece): piece for piece in wanted.tower}
        kinds.update({self._plural(piece): piece for piece in wanted.tower if piece.seat is None})
        kinds.update(
            {f"{p.kind} {self._names[p.seat]}": p for p in wanted.tower if p.seat is not None}
        )
        return tuple(_counted(text, kinds))

    def _plural(self, piece: Piece) -> str:
        return self._words.term(self._game.name, "pieces", piece.kind)

    def _tally(self, wanted: AwaitTally, text: str) -> Action:
        numbers = [int(word) for word in _split(text.replace("+", " ")) if word.isdigit()]
        if not numbers or len(numbers) != len(_split(text.replace("+", " "))):
            raise NotUnderstoodError("85")
        seat = wanted.seats[0]
        if len(numbers) == 1:
            return ReportTally(seat, total=numbers[0])
        return ReportTally(seat, values=tuple(numbers))


def _form_of(kind: type[Action]) -> str:
    """`deal partner=… revealed=… hand=… received=…`."""
    fields = [f"{field}=…" for field in kind.__struct_fields__ if field != "seat"]
    return " ".join([action_name(kind), *fields])


def _wished(choices: list[TypedChoice], text: str) -> Action | None:
    """A listed action with another number or other cards instead: not on the list, but clear."""
    words = _split(text)
    for choice in choices:
        action = choice.action
        for field in ("count", "value"):
            if hasattr(action, field) and text.isdigit():
                return msgspec.structs.replace(action, **{field: int(text)})
        shown = getattr(action, "cards", ())
        if shown and any(word in _all_cards(choices) for word in words):
            return msgspec.structs.replace(action, cards=tuple(words))
    return None


def _all_cards(choices: list[TypedChoice]) -> set[str]:
    return {card for choice in choices for card in getattr(choice.action, "cards", ())}


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


def _counted(text: str, kinds: dict[str, Piece]) -> Iterator[Piece]:
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
