"""Two processors are given the same bytes, and a difference that counts is found."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from scripts.other_processor.comparison import differences, prepare, told
from scripts.other_processor.judge import Answers, judge


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    folder = tmp_path_factory.mktemp("asked")
    prepare(folder, drawn=1, photographs=0, traces=6, data=None)
    return judge(folder)


def test_the_judge_reads_the_pictures_and_hears_the_traces(answers: Answers) -> None:
    (name,) = answers.pictures
    assert name.endswith("-44px.png")
    assert any(die.certainty == "certain" for die in answers.pictures[name])
    assert len(answers.traces) == 6
    assert {notice.word for each in answers.traces.values() for notice in each} >= {"placed"}


def test_last_digits_are_no_difference_and_everything_else_is_one(answers: Answers) -> None:
    ((name, dice),) = answers.pictures.items()
    nearly = [msgspec.structs.replace(die, confidence=die.confidence - 1e-5) for die in dice]
    same = msgspec.structs.replace(answers, pictures={name: tuple(nearly)})
    assert differences(answers, same) == []
    assert "answered otherwise: 0" in told(answers, same)
    doubtful = msgspec.structs.replace(dice[0], certainty="none")
    for other in ((doubtful, *dice[1:]), dice[1:]):
        changed = msgspec.structs.replace(answers, pictures={name: other})
        assert differences(answers, changed) == [name]
    trace = next(each for each, notices in answers.traces.items() if notices)
    deaf = msgspec.structs.replace(answers, traces={**answers.traces, trace: ()})
    assert differences(answers, deaf) == [trace]


def test_every_processor_is_given_the_same(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        prepare(tmp_path / name, drawn=1, photographs=0, traces=1, data=None)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
