"""The command `referee` as people type it: what it prints, and the exit code it ends with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.cli import main

PLAYTHROUGHS = Path(__file__).parents[1] / "games" / "playthroughs"
# The rest costs less than starting Python.
IN_ITS_OWN_PROCESS = {"run", "doctor"}
SETUP = '{"game": "magic-beanstalk", "seats": ["Anna", "Ben"]}'


def referee(
    *words: str, stdin: str = "", home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command: what opens a table in a process of its own, the rest in this one."""
    if words[0] not in IN_ITS_OWN_PROCESS or "--help" in words:
        return here(*words, stdin=stdin, home=home)
    return subprocess.run(
        [sys.executable, "-m", "referee.cli", *words],
        capture_output=True,
        text=True,
        input=stdin,
        check=False,
        timeout=600,
        env=_environment(home),
    )


def _environment(home: Path | None) -> dict[str, str]:
    kept = {} if home is None else {"XDG_STATE_HOME": str(home)}
    return {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", **kept}


def here(
    *words: str, stdin: str = "", home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process: for a table without devices, or one that never opens."""
    with (
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as errors,
        patch.dict(os.environ, _environment(home)),
        patch.object(sys, "argv", ["referee", *words]),
        patch.object(sys, "stdin", StringIO(stdin)),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    code = ended.value.code or 0
    assert isinstance(code, int), code
    return subprocess.CompletedProcess(words, code, out.getvalue(), errors.getvalue())


def assert_one_sentence(done: subprocess.CompletedProcess[str], *hints: str) -> None:
    """Bad input: exit code 2, one line on stderr that names the trouble, no traceback."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    for hint in hints:
        assert hint in lines[0]


def quiet_profile(folder: Path) -> str:
    """The profile of a table without devices, with its log beside it."""
    path, devices = folder / "table.toml", ("camera", "scale", "voice", "panel")
    sections = [f'[{each}]\nurl = "none:"' for each in devices]
    sections.append('[web]\nscreen = "loopback"')
    sections.append(f'[store]\nurl = "sqlite:///{folder}/table.sqlite"\n')
    path.write_text("\n".join(sections))
    return str(path)


def game_file(folder: Path, *lines: str) -> str:
    path = folder / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_games_lists_every_game() -> None:
    done = referee("games", "--json")
    assert done.returncode == 0
    listed = {game["name"]: game for game in json.loads(done.stdout)}
    beanstalk = listed["magic-beanstalk"]
    assert (beanstalk["min_players"], beanstalk["max_players"]) == (2, 5)
    assert "standard" in beanstalk["editions"]
    assert "Magic Beanstalk" in referee("games").stdout


def test_games_says_who_can_play_what_with_which_values() -> None:
    listed = {game["name"]: game for game in json.loads(referee("games", "--json").stdout)}
    bohnanza, spookies = listed["bohnanza"], listed["spookies"]
    assert (listed["pig"]["editions"], listed["pig"]["players"]) == ([], {})
    assert bohnanza["players"] == {"a": [2, 3, 4, 5, 6, 7], "b": [3, 4, 5]}
    assert bohnanza["duels"] == ["a"]
    assert set(bohnanza["variants"]) == {"A", "B"}
    assert spookies["options"]["joker_pays"] == "box"
    assert spookies["values"]["joker_pays"] == ["box", "points", "chips"]
    assert spookies["values"]["joker"] == [False, True]
    shown = referee("games").stdout
    assert "a: 3–7, duel: 2" in shown
    assert "or points, chips" in shown
    assert "everything" not in shown


def test_replay_prints_rulings_and_the_final_view() -> None:
    done = referee("replay", str(PLAYTHROUGHS / "magic-beanstalk-example.jsonl"))
    assert done.returncode == 0, done.stderr
    assert "The Giant wakes!" in done.stdout
    assert '"game": "magic-beanstalk"' in done.stdout


def test_replay_as_json_has_one_document_a_line() -> None:
    done = referee("replay", str(PLAYTHROUGHS / "magic-beanstalk-example.jsonl"), "--json")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert all("accepted" in document for document in documents[:-1])
    assert documents[-1]["refused"] == 0
    assert documents[-1]["view"]["deck"] == 24


def test_replay_exits_with_1_when_an_action_is_refused(tmp_path: Path) -> None:
    turn = ['{"type":"pick-card","seat":0,"value":1}', '{"type":"pick-card","seat":1,"value":2}']
    out_of_turn = '{"type":"announce-dice","seat":1,"count":2}'
    done = referee("replay", game_file(tmp_path, SETUP, *turn, out_of_turn))
    assert done.returncode == 1
    assert "REFUSED (MB-22) It is not Ben’s turn; it is Anna’s." in done.stdout


def test_replay_explains_refusals_in_french(tmp_path: Path) -> None:
    path = game_file(tmp_path, SETUP, '{"type":"pick-card","seat":0,"value":9}')
    done = referee("replay", path, "--language", "fr")
    assert done.returncode == 1
    assert "Il n’y a pas de carte 9" in done.stdout


def test_replay_calls_the_beans_of_edition_b_by_their_names(tmp_path: Path) -> None:
    path = game_file(
        tmp_path,
        '{"game":"bohnanza","seats":["Anne","Ben","Clara"],"options":{"edition":"b"}}',
        '{"type":"plant-card","seat":0,"card":"green","field":0}',
        '{"type":"plant-card","seat":0,"card":"garden","field":0}',
    )
    shown = referee("replay", path, "--language", "fr").stdout
    assert "Anne plante Haricot vert dans le premier champ." in shown
    assert "« Haricot vert » pousse dans ce champ" in shown


def test_impossible_faces_are_refused_with_a_sentence(tmp_path: Path) -> None:
    path = game_file(
        tmp_path,
        SETUP,
        '{"type":"pick-card","seat":0,"value":1}',
        '{"type":"pick-card","seat":1,"value":2}',
        '{"type":"announce-dice","seat":0,"count":1}',
        '{"type":"report-dice","faces":["dragon"]}',
        '{"type":"report-dice","faces":["eye","eye"]}',
    )
    done = referee("replay", path, "--json")
    assert done.returncode == 1
    refused = [json.loads(line) for line in done.stdout.splitlines()][3:5]
    assert [document["refused"]["rule"] for document in refused] == ["MB-2", "MB-32"]


@pytest.mark.parametrize(
    ("lines", "hints"),
    [
        (['{"game": "chess", "seats": ["Anna", "Ben"]}'], ["line 1", "chess", "magic-beanstalk"]),
        (['{"game": "magic-beanstalk", "seats": ["Anna"]}'], ["2 to 5 players, not 1"]),
        (
            ['{"game": "magic-beanstalk", "seats": ["A", "B", "C", "D", "E", "F"]}'],
            ["2 to 5 players, not 6"],
        ),
        (['{"game": "magic-beanstalk", "seats": ["Anna", "anna"]}'], ["Two players"]),
        (['{"game": "magic-beanstalk", "seats": ["Anna", " "]}'], ["is not a name"]),
        ([SETUP, "{oops"], ["Line 2", "not JSON"]),
        ([SETUP, '{"type": "sing", "seat": 0}'], ["Line 2", "no such action", "pick-card"]),
        ([SETUP, '{"type": "pick-card", "seat": "x", "value": 1}'], ["Line 2", "seat"]),
        ([SETUP, '{"type": "pick-card", "seat": 0}'], ["Line 2", "value", "missing"]),
        ([SETUP, '{"seat": 0}'], ["Line 2", '"type"']),
        (['{"seats": ["Anna", "Ben"]}'], ["line 1", "game", "missing"]),
        (["nonsense"], ["line 1", "not JSON"]),
        ([""], ["is empty"]),
        (
            ['{"game":"magic-beanstalk","seats":["Anna","Ben"],"options":{"variant":"x"}}'],
            ["variant", "base, expert"],
        ),
        (
            ['{"game":"magic-beanstalk","seats":["Anna","Ben"],"options":{"gold":"digital"}}'],
            ["seed"],
        ),
        (
            ['{"game":"magic-beanstalk","seats":["Anna","Ben"],"options":{"youngest":5}}'],
            ["youngest"],
        ),
    ],
)
def test_bad_game_files_get_one_sentence(
    tmp_path: Path, lines: list[str], hints: list[str]
) -> None:
    assert_one_sentence(referee("replay", game_file(tmp_path, *lines)), *hints)


def test_a_file_that_is_not_there_gets_one_sentence(tmp_path: Path) -> None:
    assert_one_sentence(
        referee("replay", str(tmp_path / "none.jsonl")), "none.jsonl", "no such file"
    )
    assert_one_sentence(referee("replay", str(tmp_path)), "cannot be read")


def test_an_edition_with_31_sacks_gets_one_sentence(tmp_path: Path) -> None:
    edition = tmp_path / "box.toml"
    sacks = "\n".join(
        f"[[sacks]]\nvalue = {value}\ncount = {n}" for value, n in ((10, 16), (20, 15))
    )
    edition.write_text(f'extends = "standard"\n{sacks}\n', encoding="utf-8")
    options = json.dumps({"edition": str(edition)})
    path = game_file(tmp_path, f'{SETUP[:-1]}, "options": {options}}}')
    assert_one_sentence(referee("replay", path), "box.toml", "sacks", "31")


def test_simulate_reports_actions_per_second() -> None:
    done = referee(
        "simulate", "magic-beanstalk", "--games", "20", "--seed", "1", "--json", "--check"
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["games"] == 20
    assert report["actions_per_s"] > 0
    assert report["broken_invariants"] == []


def test_simulate_with_the_same_seed_plays_the_same_games() -> None:
    words = ("simulate", "magic-beanstalk", "--games", "5", "--seed", "3", "--json")
    first, again = (json.loads(referee(*words).stdout) for _ in range(2))
    assert first["event_counts"] == again["event_counts"]
    assert first["mean_scores"] == again["mean_scores"]


@pytest.mark.parametrize(
    ("words", "hints"),
    [
        (["simulate", "chess"], ["chess"]),
        (["simulate", "magic-beanstalk", "--players", "1"], ["2 to 5 players"]),
        (["simulate", "magic-beanstalk", "--players", "6"], ["2 to 5 players, not 6"]),
        (["simulate", "magic-beanstalk", "--players", "-1"], ["2 to 5 players"]),
        (["simulate", "magic-beanstalk", "--games", "0"], ["0 games"]),
        (["simulate", "magic-beanstalk", "--options", "variant"], ["name=value"]),
        (["simulate", "magic-beanstalk", "--options", "colour=red"], ["colour", "no such"]),
        (["simulate", "magic-beanstalk", "--options", "edition=nowhere"], ["nowhere"]),
        (["play", "magic-beanstalk", "--players", "Anna"], ["2 to 5 players"]),
        (["play", "magic-beanstalk", "--players", "Anna,Anna"], ["Two players"]),
        (["play", "chess"], ["chess"]),
        (["play", "--resume", "nowhere.jsonl"], ["nowhere.jsonl"]),
        (["replay", "game.jsonl", "--language", "tlh"], ["tlh", "en, fr"]),
        (["rules", "chess"], ["chess", "spookies"]),
        (["rules", "spookies", "MB-30"], ["MB-30", "referee rules spookies"]),
    ],
)
def test_bad_words_get_one_sentence(words: list[str], hints: list[str], tmp_path: Path) -> None:
    assert_one_sentence(referee(*words, home=tmp_path), *hints)


def test_the_rules_of_a_game_are_told() -> None:
    shown = referee("rules", "spookies").stdout
    assert shown.startswith("Two to five players climb a haunted house")
    assert "• Roll the friend die" in shown
    assert "SP-1 The house" in shown
    assert "SP-R16 From the garden to the gate" in shown


def test_the_rule_that_a_refusal_cites_is_told_alone() -> None:
    shown = referee("rules", "Magic Beanstalk", "mb-r4", "--language", "fr").stdout
    assert shown.startswith("MB-R4 Plus de dés qu’il n’y en a")
    assert "Si aucun ne convient" in shown
    assert "MB-R5" not in shown


def test_an_unknown_command_or_option_exits_with_2() -> None:
    for words in (["dance"], ["games", "--sideways"], ["simulate"]):
        done = referee(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command", ["games", "rules", "replay", "simulate", "play", "run", "watch", "flash"]
)
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = referee(command, "--help")
    assert done.returncode == 0
    assert f"Example: referee {command}" in done.stdout


def test_the_table_runs_at_the_terminal_until_somebody_leaves(tmp_path: Path) -> None:
    typed = "help\n1\n2\nscore\nquit\n"
    words = ("--game", "magic-beanstalk", "--players", "Anna,Ben")
    done = referee("run", "--terminal", *words, stdin=typed, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "The cards are open." in done.stdout
    assert "referee run --resume" in done.stdout


def test_a_game_goes_on_after_the_table_was_closed(tmp_path: Path) -> None:
    at_a_table = ("run", "--terminal", "--table", quiet_profile(tmp_path))
    words = ("--game", "magic-beanstalk", "--players", "Anna,Ben")
    here(*at_a_table, *words, stdin="3\nquit\n")
    done = here(*at_a_table, "--resume", stdin="quit\n")
    assert done.returncode == 0, done.stderr
    assert "We go on with Magic Beanstalk." in done.stdout


def test_no_game_is_the_usual_one(tmp_path: Path) -> None:
    played = referee("play", stdin="", home=tmp_path)
    assert played.returncode == 2
    assert "Say which game to play: bohnanza, " in played.stderr
    run = here("run", "--players", "Anna,Ben", home=tmp_path)
    assert run.returncode == 2
    assert "add --game bohnanza or " in run.stderr
    first = here("run", "--terminal", "--table", quiet_profile(tmp_path), stdin="quit\n")
    assert "Bohnanza begins" in first.stdout


def test_only_a_simulated_table_plays_by_itself(tmp_path: Path) -> None:
    profile = tmp_path / "table.toml"
    profile.write_text('[camera]\nurl = "none:"\n[scale]\nurl = "none:"\n')
    done = here("run", "--autoplay", "--terminal", "--table", str(profile), home=tmp_path)
    assert done.returncode == 2
    assert "Only a simulated table plays by itself" in done.stderr


def test_the_version_is_printed() -> None:
    assert referee("--version").stdout.startswith("referee ")


@pytest.mark.parametrize("command", ["doctor", "run"])
def test_a_home_where_nothing_can_be_kept(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("in the place of a folder")
    assert_one_sentence(here(command, home=tmp_path / "file"), "cannot be made", "XDG_STATE_HOME.")


def test_a_profile_beside_which_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "dashboard").write_text("in the place of a folder")
    profile = quiet_profile(tmp_path)
    assert_one_sentence(
        here("run", "--table", profile),
        f"{tmp_path / 'dashboard'} cannot be made",
        "or move the profile elsewhere.",
    )
