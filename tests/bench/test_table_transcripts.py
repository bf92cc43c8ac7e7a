"""The transcripts in the documentation: one whole game that can be followed by ear."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.language import Language, language, languages

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
SEATS = ("Anna", "Ben")
_LINE = re.compile(r"^(\d\d):(\d\d\.\d)  (.+)$", re.MULTILINE)

pytestmark = pytest.mark.skipif(
    not FOLDER.exists(), reason="scripts/write_transcripts.py was not run here yet"
)
each_language = pytest.mark.parametrize("code", languages())


def lines(code: str) -> list[tuple[float, str]]:
    text = (FOLDER / f"magic-beanstalk.{code}.md").read_text(encoding="utf-8")
    return [(60 * int(found[1]) + float(found[2]), found[3]) for found in _LINE.finditer(text)]


def said(code: str) -> list[str]:
    return [sentence for _, sentence in lines(code)]


def formula(words: Language) -> list[str]:
    return [words.say(f"magic-beanstalk-say-formula-{number}") for number in (1, 2, 3, 4)]


@each_language
def test_it_is_a_whole_game(code: str) -> None:
    words, sentences = language(code), said(code)
    assert sentences[0] == words.say("magic-beanstalk-event-game-started", bean=SEATS[0])
    ends = [
        words.say("magic-beanstalk-event-game-ended", termination=how) for how in ("cards", "sacks")
    ]
    assert sum(sentence in ends for sentence in sentences) == 1
    for seat in SEATS:
        told = words.say("magic-beanstalk-event-gold-counted", seat=seat, total=50)
        head, tail = told.split("50")
        assert any(each.startswith(head) and each.endswith(tail) for each in sentences)


@each_language
def test_the_winner_is_the_last_word(code: str) -> None:
    words, last = language(code), said(code)[-1]
    both = words.listing(SEATS)
    patterns = [
        words.say("play-winner", count=1 if names in SEATS else 2, names=names, score=0)
        for names in (*SEATS, both)
    ]
    halves = [pattern.split("0") for pattern in patterns]
    assert any(last.startswith(head) and last.endswith(tail) for head, tail in halves)


@each_language
def test_there_is_a_fall_and_whose_it_was(code: str) -> None:
    words, sentences = language(code), said(code)
    falls = {words.say("umpire-fell", player=seat) for seat in SEATS}
    assert falls & set(sentences)


@each_language
def test_the_formula_is_said_word_by_word(code: str) -> None:
    words, told = language(code), lines(code)
    texts = [sentence for _, sentence in told]
    starts = [at for at in range(len(texts)) if texts[at : at + 4] == formula(words)]
    assert len(starts) >= 5
    for at in starts:
        assert 2.0 < told[at + 3][0] - told[at][0] < 3.0


@each_language
def test_times_never_go_back(code: str) -> None:
    times_s = [at_s for at_s, _ in lines(code)]
    assert times_s == sorted(times_s)


def test_both_languages_tell_the_same_game() -> None:
    counts = {
        code: sum(sentence == formula(language(code))[-1] for sentence in said(code))
        for code in languages()
    }
    assert len(set(counts.values())) == 1
