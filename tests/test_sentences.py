"""Every sentence of both languages is read out with many numbers and names, and checked by rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from itertools import product

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from referee.games.registry import games
from referee.language import language, languages, word_files

NUMBERS = (0, 1, 2, 5)
NAMES = ("Odile", "Anna", "Émile", "Yves", "Hugo", "Ben")

# Words that are numbers although no plural hangs on them; all others are names or texts.
NUMBER_WORDS = frozenset(
    re.findall(
        r"\w+",
        "amount announced cards coins count counts dealt degrees die die_px dice drift"
        " entered error events falls faces factor fields fine flicker games goal grams hand"
        " held hertz hidden higher in_play least left level limit lower megabytes"
        " milliseconds minutes most noise number percent pictures pieces place players"
        " points price rate result right round rows scale seats seconds seen space spread"
        " times to_beat total value verdicts wanted white wins all expected x y rolled"
        " damping sure felt asked called mistaken good_falls good_felt good_mistaken good_asked",
    )
)
"""`expected` and the like are also texts somewhere: there a number in their place does no harm."""

TEXTS = {
    # The same word is a list of things in these sentences.
    ("await-dice", "faces"): "Œil",
    ("await-placement-many", "pieces"): "Œil",
    ("await-reset", "pieces"): "Œil",
    ("await-removal", "pieces"): "Œil",
    ("bohnanza-event-deal-proposed", "cards"): "Œil",
    ("bohnanza-setup-edition-players", "counts"): "3 / 4",
    ("store-restored", "made"): "2026-11-18",
}

# The smallest number that can stand in a sentence, where it is not 0.
FEWEST = {
    ("*await*", "count"): 1,
    ("umpire-await-die", "kinds"): 1,
    ("umpire-wrong-count", "announced"): 1,
    ("umpire-undone", "count"): 1,
    ("ui-winner", "count"): 1,
    ("ui-shown-hidden", "count"): 1,
    ("ui-quick-read", "count"): 1,
    ("ui-enter-dice-title", "count"): 1,
    ("calibrate-tray-not-empty", "dice"): 1,
    ("calibrate-tray-markers", "count"): 2,
    ("calibrate-dice-many", "dice"): 2,
    ("calibrate-dice-sure", "sure"): 2,
    ("calibrate-*", "wanted"): 2,
    ("calibrate-printed", "count"): 2,
    ("calibrate-scale-*", "counts"): 2,
    ("calibrate-scale-*", "factor"): 2,
    ("doctor-database-games", "count"): 1,
    ("doctor-database-profiles", "count"): 1,
    ("ui-stats-left-out", "count"): 1,
    ("teach-*", "faces"): 2,
    ("*setup-*", "players"): 2,
    ("*", "goal"): 2,
    ("*", "most"): 2,
    ("*", "all"): 2,
}

# After a number these words say nothing of how many there are.
UNITS = frozenset(
    re.findall(
        r"\w+",
        "gold g mm ms s µs K Hz px MB Mo min fois",
    )
)
PASSED_OVER = frozenset(
    re.findall(
        r"\w+",
        "more extra other later further",
    )
)
SMALL_WORDS = frozenset(
    re.findall(
        r"\w+",
        "of to in and or at is was for but from on the à sur de et ou des dans est en pour"
        " par mais a au avec dont",
    )
)


NOT_NOW = re.compile("-refuse-not-now$")


class _Words(Visitor):
    """The words a message mentions, and what its choices hang on."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.keys: dict[str, list[str]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        if isinstance(node.selector, ast.VariableReference):
            keys = [_key(variant) for variant in node.variants]
            self.keys.setdefault(node.selector.id.name, []).extend(keys)
        self.generic_visit(node)


def _key(variant: ast.Variant) -> str:
    key = variant.key
    return key.value if isinstance(key, ast.NumberLiteral) else key.name


@cache
def catalogue(code: str) -> dict[str, _Words]:
    """All messages of a language with the words they mention."""
    found = {}
    for path in word_files(code):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), (path.name, entry.content)
            if isinstance(entry, ast.Message):
                found[entry.id.name] = words = _Words()
                words.visit(entry)
    return found


def is_number(message: str, word: str, words: _Words) -> bool:
    keys = set(words.keys.get(word, ()))
    if keys:
        return keys <= {"one", "other"} or any(key.isdigit() for key in keys)
    return word in NUMBER_WORDS and (message, word) not in TEXTS


def kinds_of(message: str, words: _Words) -> Iterator[dict[str, str | int]]:
    """Every choice between sentences, with numbers and names that do no harm."""
    choices = {
        word: sorted(set(keys))
        for word, keys in words.keys.items()
        if not is_number(message, word, words)
    }
    for chosen in product(*choices.values()):
        plain: dict[str, str | int] = {
            word: 7 if is_number(message, word, words) else TEXTS.get((message, word), "Odile")
            for word in words.names
        }
        yield plain | dict(zip(choices, chosen, strict=True))


def faults(code: str, message: str) -> Iterator[str]:
    """Everything that is wrong with one sentence."""
    words = catalogue(code)[message]
    for plain in kinds_of(message, words):
        for name in NAMES:
            named = {
                word: name if content == "Odile" else content for word, content in plain.items()
            }
            yield from spelling_faults(code, language(code).say(message, **named))
        for word in words.names:
            if isinstance(plain[word], int):
                said = {
                    number: language(code).say(message, **plain | {word: number})
                    for number in NUMBERS
                    if number >= fewest(message, word)
                }
                yield from number_faults(code, said)


def fewest(message: str, word: str) -> int:
    limits = [
        least for (pattern, of), least in FEWEST.items() if of == word and fnmatch(message, pattern)
    ]
    return max(limits, default=0)


def number_faults(code: str, said: dict[int, str]) -> Iterator[str]:
    if said.get(1) in (said.get(0, ""), said[2]):
        yield f"does not tell its numbers apart: {said}"
    counted = {number: _counted_word(text, number) for number, text in said.items()}
    if counted.get(1) and counted[1] == counted[2]:
        yield f"counts one like two: {said[1]} / {said[2]}"
    like_none = counted.get(2 if code == "en" else 1)
    if counted.get(0) and like_none and counted[0] != like_none:
        yield f"counts none wrongly: {said}"
    for number, text in said.items():
        rule = _VERBS[code][number in (1, 0 if code == "fr" else 1)]
        if re.search(rf"(?<![\d.,]){number} (?:[\w’-]+ ){{1,2}}(?:{rule})\b", text):
            yield f"has another verb than its number: {text}"
    if _EMPTY[code].search(said.get(0, "")):
        yield f"counts what is not there: {said[0]}"


_VERBS = {
    "en": {True: "are|were|have", False: "is|was|has"},
    "fr": {True: "sont|ont|étaient|doivent|peuvent|valent", False: "est|a|était|doit|peut|vaut"},
}
_EMPTY = {
    "en": re.compile(r"\b(?:only 0|0 more|0 extra)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:que|encore|seuls?|seulement|plus que) 0\b", re.IGNORECASE),
}


def _counted_word(text: str, number: int) -> str | None:
    """The noun after a number, if one stands there."""
    found = re.search(rf"(?<![\d.,]){number} ((?:[\w’-]+ ?)+)", text)
    for word in found[1].split() if found else ():
        if word in SMALL_WORDS or word in UNITS or word.isdigit():
            return None
        if word not in PASSED_OVER:
            return word
    return None


def spelling_faults(code: str, text: str) -> Iterator[str]:
    for rule, why in _SPELLING[code]:
        if found := rule.search(text):
            yield f"{why}: {found[0]!r} in {text}"


_SPELLING = {
    "en": [
        (re.compile(r"\ba (?:Odile|Anna|Émile)\b"), "a for an"),
        (re.compile(r"\bthe own\b"), "whose own"),
        (re.compile(r"\bnumbered from 0\b"), "people count from one"),
        (re.compile(r"\w'\w|\""), "typed signs"),
    ],
    "fr": [
        (
            re.compile(
                r"(?<![-\w])(?:de|que|le|la|je|ne|se|me|te|jusque|lorsque|puisque)"
                r" (?!onze|ou[iï])[aeiouyàâéèêëîïôœù]",
                re.IGNORECASE,
            ),
            "no elision",
        ),
        (re.compile(r"\b(?:d|l|qu|n|s)['’](?:Ben|Hugo)\b"), "an elision before a consonant"),
        (re.compile(r"\w[!?;»]|«\w"), "no space at a double sign"),
        (re.compile(r"à partir de 0"), "people count from one"),
        (re.compile(r"\w'\w|\""), "typed signs"),
    ],
}


@pytest.mark.parametrize("code", languages())
def test_every_sentence_agrees_with_its_numbers_and_names(code: str) -> None:
    wrong = {message: list(faults(code, message)) for message in catalogue(code)}
    assert {message: found for message, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", {0: "0 dice", 1: "1 dice", 2: "2 dice", 5: "5 dice"}),
        ("en", {0: "only 0 sacks", 1: "only 1 sack", 2: "only 2 sacks", 5: "only 5 sacks"}),
        ("en", {0: "0 die is", 1: "1 die is", 2: "2 dice are", 5: "5 dice are"}),
        ("en", {0: "0 dice are", 1: "1 die are", 2: "2 dice are", 5: "5 dice are"}),
        ("fr", {0: "un dé", 1: "un dé", 2: "2 dés", 5: "5 dés"}),
        ("fr", {0: "0 dés", 1: "1 dé", 2: "2 dés", 5: "5 dés"}),
        ("fr", {0: "0 dés", 1: "1 dés", 2: "2 dés", 5: "5 dés"}),
    ],
)
def test_the_rules_find_a_wrong_number(code: str, said: dict[int, str]) -> None:
    assert list(number_faults(code, said))


@pytest.mark.parametrize(
    "text", ["C’est le tour de Odile.", "il reste que Émile", "d’Hugo ; d’Ben"]
)
def test_the_rules_find_a_wrong_spelling(text: str) -> None:
    assert list(spelling_faults("fr", text))


@pytest.mark.parametrize("code", languages())
def test_what_is_refused_now_is_not_promised_for_later(code: str) -> None:
    """When that is done which comes first, the same may be refused for another reason."""
    refused = {name: words for name, words in catalogue(code).items() if NOT_NOW.search(name)}
    assert {NOT_NOW.sub("", name) for name in refused} == games().keys()
    said = [
        language(code).say(name, **kind)
        for name, words in refused.items()
        for kind in kinds_of(name, words)
    ]
    assert [text for text in said if re.match("First|D’abord", text)] == []


def test_the_formula_is_that_of_the_french_box() -> None:
    words = language("fr")
    assert words.say("magic-beanstalk-formula") == "Fi, Fi, Fo, Fum"
    spoken = [words.say(f"magic-beanstalk-say-formula-{number}") for number in range(1, 5)]
    assert spoken == ["Fi !", "Fi !", "Fo !", "Fum !"]
    shown = [words.say(f"magic-beanstalk-formula-{number}") for number in range(1, 5)]
    assert shown == ["FI", "FI", "FO", "FUM"]
