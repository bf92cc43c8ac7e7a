"""`referee watch` tells what was felt in a trace, and what is wrong with a bad one."""

import io
import json
import random
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from referee import touch
from referee.cli import app
from referee.cli.watch import watch_trace
from referee.errors import InputError
from referee.language import language
from referee.touch.profile import TouchProfile
from referee.touch.verdicts import TouchKind


def smooth_step(t_s: float, at_s: float) -> float:
    """A step as a converter tells it, over 50 ms."""
    share = min(max((t_s - at_s) / 0.05, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def placement(rate_hz: float = 80, noise_g: float = 0.02) -> list[tuple[float, float]]:
    """A die put down after a second and a half, three seconds in all."""
    rng = random.Random(7)
    times = [number / rate_hz for number in range(int(3 * rate_hz))]
    return [(t_s, 40 + 5 * smooth_step(t_s, 1.5) + rng.gauss(0, noise_g)) for t_s in times]


def told(
    path: Path, profile: Path | None = None, *, as_json: bool = False, code: str = "en"
) -> list[str]:
    screen = io.StringIO()
    assert (
        watch_trace(path, Console(file=screen, width=300), language(code), profile, as_json=as_json)
        == 0
    )
    return screen.getvalue().splitlines()


@pytest.fixture
def trace(tmp_path: Path) -> Callable[[str], Path]:
    path = tmp_path / "trace.csv"

    def write(text: str) -> Path:
        path.write_text(text, encoding="utf-8")
        return path

    return write


def csv_of(
    rows: list[tuple[float, float]],
    header: str = "t_s,grams",
    scale: float = 1.0,
    offset: float = 0.0,
) -> str:
    return header + "\n" + "".join(f"{t:.4f},{offset + scale * g:.4f}\n" for t, g in rows)


def test_a_placement_is_told_with_its_piece(trace: Callable[[str], Path]) -> None:
    lines = told(trace(csv_of(placement())))

    assert any("placed die" in line for line in lines)
    assert lines[-1].startswith("240 lines over 3.0 s: 1 verdict, 0 falls; 45.")


def test_it_is_told_in_french_too(trace: Callable[[str], Path]) -> None:
    lines = told(trace(csv_of(placement())), code="fr")

    assert any("posé dé" in line for line in lines)
    assert lines[-1].startswith("240 lignes sur 3.0 s")


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_reason_has_a_sentence(code: str) -> None:
    words = language(code)
    source = "".join(
        (Path(touch.__file__).parent / name).read_text(encoding="utf-8")
        for name in ("verdicts.py", "sense.py")
    )
    reasons = re.findall(r'(?:Kind\.\w+, |_suspect\(t_s, )"([a-z-]+)"', source)
    assert len(set(reasons)) > 15
    assert [reason for reason in reasons if not words.has(f"touch-reason-{reason}")] == []
    assert all(words.has(f"touch-kind-{kind}") for kind in TouchKind)


def test_counts_are_grams_times_the_profile(trace: Callable[[str], Path]) -> None:
    text = csv_of(placement(), "t_s,counts", scale=2147, offset=84000)

    assert any("placed die" in line for line in told(trace(text)))


def test_a_cell_that_is_mounted_upside_down_is_read_too(
    trace: Callable[[str], Path], tmp_path: Path
) -> None:
    text = csv_of(placement(), "t_s,counts", scale=-2147, offset=84000)
    profile = tmp_path / "touch.toml"
    profile.write_text("counts_per_gram = -2147.0\noffset_counts = 84000.0\n")

    result = CliRunner().invoke(app, ["watch", str(trace(text)), "--profile", str(profile)])

    assert result.exit_code == 0
    assert "placed die" in result.stdout


def test_json_has_one_document_a_line_and_the_evidence(trace: Callable[[str], Path]) -> None:
    documents = [json.loads(line) for line in told(trace(csv_of(placement())), as_json=True)]

    verdict = next(each for each in documents if each.get("felt") == "verdict")
    assert verdict["kind"] == "placed"
    assert verdict["weighed"]["dm_g"] == pytest.approx(5, abs=0.05)
    assert documents[-1]["falls"] == 0


def test_a_profile_names_other_pieces(trace: Callable[[str], Path], tmp_path: Path) -> None:
    profile = tmp_path / "touch.toml"
    profile.write_text('pieces = [{ kind = "bean", mass_g = 5.0, spread_g = 0.1 }]\n')

    assert any("placed bean" in line for line in told(trace(csv_of(placement())), profile))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("colour = 3\n", "unknown field `colour`"),
        ("open_g = 'much'\n", "Expected `float`"),
        ("open_g = -1.0\n", "open_g must be above zero"),
        ("counts_per_gram = 0.0\n", "counts_per_gram must be a number other than zero"),
        ("counts_per_gram = inf\n", "counts_per_gram must be a number other than zero"),
        ("pieces = [{ kind = 'a', mass_g = 0.0, spread_g = 1.0 }]\n", "above zero"),
        ("=\n", "Please correct the touch profile"),
    ],
)
def test_a_bad_profile_gets_one_sentence(
    trace: Callable[[str], Path], tmp_path: Path, content: str, sentence: str
) -> None:
    profile = tmp_path / "touch.toml"
    profile.write_text(content)

    with pytest.raises(InputError, match=sentence):
        told(trace(csv_of(placement())), profile)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("t_s,grams\n", "has no samples"),
        ("time,weight\n0,1\n", "the first line names the columns"),
        ("t_s\n0\n", "the first line names the columns"),
        ("t_s,grams,counts\n0,1,2\n", "the first line names the columns"),
        ("t_s,grams,grams\n0,1,2\n", "the first line names the columns"),
        ("t_s,grams,ax,ay\n0,1,2,3\n", "the first line names the columns"),
        ("0.0,41.2\n0.1,41.2\n", "the first line names the columns"),
        ("t_s,grams\n0,nan\n", "line 2: 'nan' is not a number"),
        ("t_s,grams\n0,inf\n", "line 2: 'inf' is not a number"),
        ("t_s,grams\n0,1\n\n0.1,five\n", "line 4: 'five' is not a number"),
        ("t_s,grams\n0,1\n0.1\n", "line 3 has 1 values instead of 2"),
        ("t_s,grams\n0.2,1\n0.1,1\n", "line 3: the time goes back from 0.2 s to 0.1 s"),
        ("t_s,grams,ax,ay,az\n0,1,0,,1\n", "line 2: an acceleration needs"),
        ("t_s,grams\n" + "1" * 5000, "line 2 is too long"),
        ("\x00\xff\x00", "the first line names the columns"),
    ],
)
def test_a_bad_trace_gets_one_sentence(
    trace: Callable[[str], Path], text: str, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        told(trace(text))


def test_a_missing_trace_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        told(tmp_path / "nowhere.csv")
    with pytest.raises(InputError, match="cannot be read"):
        told(tmp_path)


def test_one_sample_is_a_trace_in_which_nothing_happened(trace: Callable[[str], Path]) -> None:
    assert told(trace("t_s,grams\n0,5\n")) == [
        "1 line over 0.0 s: 0 verdicts, 0 falls; 0.00 g at the end."
    ]


def test_empty_cells_let_two_rates_share_a_file(trace: Callable[[str], Path]) -> None:
    rows = [
        f"{number / 250:.4f},{'40.0' if number % 3 == 0 else ''},0,0,1" for number in range(500)
    ]

    lines = told(trace("t_s,grams,ax,ay,az\n" + "\n".join(rows)))

    assert lines == ["500 lines over 2.0 s: 0 verdicts, 0 falls; 40.00 g at the end."]


def test_a_trace_is_read_in_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first rows come before the last ones are read."""
    numbers = count()

    def readline(size: int = -1) -> str:
        number = next(numbers)
        return f"{number},40\n" if number else "t_s,grams\n"

    from referee.touch.trace import _rows

    endless = io.StringIO()
    monkeypatch.setattr(endless, "readline", readline)
    rows = _rows(endless, "endless", TouchProfile())

    assert [next(rows).t_s for _ in range(3)] == [1, 2, 3]
