"""`referee teach --cards` and `referee read --cards`: cards learned and read again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console

from referee.commands.teach import check_name, read_faces_folder
from referee.errors import InputError
from referee.language import Language
from referee.vision.cards.reader import CardReader, ReadCard, card_sentences, report_sentences
from referee.vision.cards.teaching import (
    CardsReport,
    CardTeachingError,
    learn_cards,
    load_cards,
    save_cards,
)
from referee.vision.pictures import load_picture

CARDS_ENDING = ".cards"


def teach_cards(
    name: str,
    folder: Path,
    console: Console,
    words: Language,
    out: Path | None = None,
    *,
    as_json: bool = False,
) -> int:
    """Learn the set, keep it in `out` (or here) and report; 1 if cards were mistaken."""
    check_name(name)
    taught = learn_cards(name, read_faces_folder(folder))
    place = out or Path()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CardTeachingError(f"{place} cannot be made: choose another --out.") from error
    file = place / f"{name}{CARDS_ENDING}"
    save_cards(file, taught)
    if as_json:
        _print(console, _report_json(name, file, taught.report))
    else:
        for sentence in report_sentences(taught.report, words):
            _print(console, sentence)
        _print(console, words.say("teach-written", pictures=len(taught.faces), file=str(file)))
    return 0 if taught.report.is_separable else 1


def _report_json(name: str, file: Path, report: CardsReport) -> str:
    confusion = [
        {"card": card, "taken_for": taken, "times": times}
        for (card, taken), times in report.confusion.items()
    ]
    fields = {"name": name, "file": str(file), "right": report.right_share}
    return msgspec.json.encode({**fields, "alike": report.alike, "confusion": confusion}).decode()


def read_cards(
    paths: Sequence[Path],
    cards: Path,
    empty: Path | None,
    console: Console,
    words: Language,
    *,
    as_json: bool,
) -> int:
    """The taught cards of still pictures; `empty` shows the same table without cards."""
    reader = CardReader(load_cards(cards))
    ground = None if empty is None else load_picture(empty)
    exit_code = 0
    for path in paths:
        try:
            found = reader.read(load_picture(path), ground)
        except InputError as error:
            exit_code = error.exit_code
            told = {"file": str(path), "error": str(error)}
            _print(console, msgspec.json.encode(told).decode() if as_json else str(error))
            continue
        if as_json:
            fields = {"file": str(path), "cards": msgspec.to_builtins(found)}
            _print(console, msgspec.json.encode(fields).decode())
        else:
            _print(console, _text(path, found, words))
    return exit_code


def _text(path: Path, found: Sequence[ReadCard], words: Language) -> str:
    names = " ".join(card.card or "?" for card in found)
    lines = [f"{path}: {words.say('card-summary', count=len(found))}  {names}".rstrip()]
    lines += [f"  {sentence}" for card in found for sentence in card_sentences(card, words)]
    return "\n".join(lines)


def _print(console: Console, text: str) -> None:
    """As it is: no wrapping, no colours, so that programs can read it."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)
