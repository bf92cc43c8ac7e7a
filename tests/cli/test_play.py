"""The referee at the terminal: a scripted player types, and we read what the screen says."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from referee.cli.play import play_game
from referee.cli.replay import replay_file
from referee.cli.saved_game import SavedGame
from referee.errors import InputError
from referee.language import language
from tests.store.small_disk import fill, small_disk

PLAYTHROUGHS = Path(__file__).parents[1] / "games" / "playthroughs"


class Terminal:
    """Types the given answers and keeps everything the screen showed."""

    def __init__(self, folder: Path, *, code: str = "en", players: str | None = "Anna,Ben") -> None:
        self.file = folder / "game.jsonl"
        self.pauses_s: list[float] = []
        self._code = code
        self._players = players
        self._screen = io.StringIO()

    def type(
        self, *answers: str, resume: bool = False, options: str = "", game: str = "magic-beanstalk"
    ) -> str:
        typed: Iterator[str] = iter(answers)

        def read() -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        play_game(
            game,
            Console(file=self._screen, width=300),
            language(self._code),
            players=self._players,
            option_words=[options] if options else [],
            save=self.file,
            resume=self.file if resume else None,
            pause=self.pauses_s.append,
            read=read,
        )
        return self._screen.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.file.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


TURN = ("4", "5", "3", "tre tru d", "0", "treasure", "", "tru", "", "", "")


def test_a_turn_is_asked_for_announced_and_paid(terminal: Terminal) -> None:
    shown = terminal.type(*TURN)
    assert "Anna, how many dice?" in shown
    assert "Anna rolled Treasure, Trunk and Die." in shown
    assert "Hands off! Anna says the formula." in shown
    assert "FUM!" in shown
    assert "Anna draws one Sack of Gold." in shown
    assert "Ben, how many dice?" in shown


def test_the_countdown_lasts_as_long_as_the_edition_says(terminal: Terminal) -> None:
    shown = terminal.type(*TURN)
    assert sum(terminal.pauses_s) == pytest.approx(3.0, abs=0.1)
    lines = shown.splitlines()
    assert lines[lines.index("  FEE!") :][:4] == ["  FEE!", "  FI!", "  FO!", "  FUM!"]


def test_a_refusal_says_why_and_nothing_changes(terminal: Terminal) -> None:
    shown = terminal.type("4", "5", "2", "3")
    assert "Card 4 does not allow 2 dice; choose 1 or 3. (MB-30)" in shown
    assert "Anna rolls 3 dice." in shown
    assert len(terminal.lines) == 4


def test_undo_takes_back_as_often_as_one_likes(terminal: Terminal) -> None:
    shown = terminal.type("4", "undo", "undo", "6")
    assert "Undone: " in shown
    assert "There is nothing to undo." in shown
    assert terminal.lines[1:] == ['{"type":"pick-card","seat":0,"value":6}']


def test_undo_reaches_back_over_turns(terminal: Terminal) -> None:
    terminal.type(*TURN, *["undo"] * 50, "7")
    assert terminal.lines[1:] == ['{"type":"pick-card","seat":0,"value":7}']


def test_a_fall_is_the_active_players_or_whoever_is_named(terminal: Terminal) -> None:
    shown = terminal.type("4", "5", "3", "tre tru d", "0", "tre", "", "fell Ben", "", "2")
    assert "Whose fault: Ben." in shown
    assert "Anna draws one Sack of Gold." in shown
    assert "A new Beanstalk begins with one die." in shown


def test_without_a_name_it_was_the_active_player(terminal: Terminal) -> None:
    shown = terminal.type("4", "5", "3", "tre tru d", "0", "tre", "fell")
    assert "Whose fault: Anna." in shown


def test_a_fall_between_turns_is_nobodys_fault(terminal: Terminal) -> None:
    assert "Whose fault: nobody." in terminal.type("4", "5", "fell")


def test_the_axe_asks_what_fell(terminal: Terminal) -> None:
    shown = terminal.type(*TURN, "raise", "2", "2 die 1 token Anna", "eye eye")
    assert "Ben raises the Big Axe!" in shown
    assert "Off the tower: 2 dice, 0 cylinders." in shown
    assert "The Giant wakes!" in shown


def test_wrong_words_get_an_example(terminal: Terminal) -> None:
    shown = terminal.type("four", "4", "5", "3", "tr tr tr", "fell Zorro", "{bad json", "help")
    assert "“four” is not an answer here. Try 1, 2, 3, 4, 5, 6 or 7." in shown
    assert "“tr tr tr” is not an answer here." in shown
    assert "Nobody here is called “Zorro”. The players are Anna and Ben." in shown
    assert "This is not JSON" in shown
    assert "undo the last action" in shown


def test_an_action_may_be_typed_as_json(terminal: Terminal) -> None:
    shown = terminal.type('{"type":"pick-card","seat":1,"value":3}', "4")
    assert "The cards are open. The order is Ben and Anna." in shown


def test_a_game_goes_on_where_it_stopped(terminal: Terminal) -> None:
    terminal.type("4", "5", "3", "quit")
    shown = terminal.type("tre tru d", "0", resume=True)
    assert "Anna rolled Treasure, Trunk and Die." in shown
    assert len(terminal.lines) == 6


def test_a_file_that_breaks_the_rules_is_not_resumed(terminal: Terminal) -> None:
    terminal.type("4", "quit")
    with terminal.file.open("a", encoding="utf-8") as file:
        file.write('{"type":"report-stable"}\n')
    with pytest.raises(InputError, match=r"line 3: this action is against the rules \(MB-20\)"):
        SavedGame.resume(terminal.file)


def test_a_folder_that_cannot_be_written_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="--save"):
        Terminal(tmp_path / "file").type("4")


def test_the_names_are_asked_until_they_fit(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, players=None)
    shown = terminal.type("Anna", "Anna, Anna", "Anna, Ben", "4")
    assert "is for 2 to 5 players, not 1" in shown
    assert "Two players are called Anna" in shown
    assert "Ben, which Action card?" in shown


def test_the_terminal_speaks_french(tmp_path: Path) -> None:
    shown = Terminal(tmp_path, code="fr").type(
        "4", "5", "2", "3", "tré tro d", "0", "score", "aide"
    )
    assert "Anna, combien de dés ?" in shown
    assert "La carte 4 ne permet pas 2 dés ; choisissez 1 ou 3." in shown
    assert "Anna a obtenu Trésor, Tronc et Dé." in shown
    assert "La tour, de bas en haut" in shown


@pytest.mark.parametrize(
    ("edition", "name", "typed"),
    [
        ("a", "Harry Colt", "harry colt harry copain"),
        ("b", "Haricot bleu", "Haricot bleu, haricot de soja"),
    ],
)
def test_beans_are_called_as_their_edition_prints_them(
    tmp_path: Path, edition: str, name: str, typed: str
) -> None:
    terminal = Terminal(tmp_path, code="fr", players="Anne,Ben,Clara")
    shown = terminal.type(
        f"{name} 1", "stop-planting", typed, game="bohnanza", options=f"edition={edition}"
    )
    assert f"Anne plante {name} dans le premier champ." in shown
    assert '{"type":"report-cards","cards":["blue","soy"]}' in terminal.lines
    assert ("Harry" in shown) is (edition == "a")


def test_a_name_of_several_words_is_understood(terminal: Terminal) -> None:
    shown = terminal.type("question mark", "schnuffer", game="spookies")
    assert "Anna takes Schnuffer." in shown


def test_expert_powers_are_offered(terminal: Terminal) -> None:
    shown = terminal.type("2", "3", "hide", "1", "eye", options="variant=expert")
    assert "Anna hides and skips this turn." in shown
    assert "Ben rolled Eye." in shown


def test_the_gold_is_counted_at_the_end(terminal: Terminal) -> None:
    recorded = PLAYTHROUGHS / "magic-beanstalk-base.jsonl"
    lines = recorded.read_text(encoding="utf-8").splitlines()
    counts = [line for line in lines if "report-tally" in line]
    terminal.file.write_text("\n".join(lines[: -len(counts)]) + "\n", encoding="utf-8")
    shown = terminal.type("9000", "a lot", "10 10", *counts, resume=True)
    assert "cannot be worth 9,000; count again. (MB-91)" in shown
    assert "“a lot” is not an answer here. Try 85." in shown
    assert "sacks, but 2 values were given." in shown
    assert "Final scores" in shown
    assert "wins with" in shown


def test_a_line_that_was_cut_off_is_dropped_and_said(terminal: Terminal) -> None:
    terminal.type("4", "5", "3", "quit")
    whole = terminal.file.read_bytes()
    terminal.file.write_bytes(whole[:-8])
    shown = terminal.type("3", resume=True)
    assert "The last line of the file was cut off" in shown
    assert terminal.file.read_bytes() == whole


def test_a_game_is_never_written_over(terminal: Terminal) -> None:
    terminal.type("4", "quit")
    with pytest.raises(InputError, match=r"There is a game in .* already"):
        terminal.type("5")
    assert len(terminal.lines) == 2


def test_resuming_leaves_comments_alone(terminal: Terminal) -> None:
    lines = [
        "# A fine evening.",
        '{"game": "magic-beanstalk", "seats": ["Anna", "Ben"]}',
        "",
        "# Anna goes first.",
        '{"type": "pick-card", "seat": 0, "value": 4}',
    ]
    terminal.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    terminal.type("5", "undo", resume=True)
    assert terminal.lines == lines


def test_resuming_shows_where_the_game_stands(terminal: Terminal) -> None:
    terminal.type("4", "quit")
    shown = terminal.type(resume=True).split("Good-bye.")[1]
    assert "The tower, bottom to top" in shown
    assert "The Beanstalk is planted" not in shown


def test_a_file_of_another_game_is_not_resumed(terminal: Terminal) -> None:
    terminal.type("4", "quit")
    with pytest.raises(InputError, match="is a game of Magic Beanstalk, not of Spookies"):
        terminal.type(resume=True, game="spookies")


def test_a_miss_of_the_axe_can_be_said(terminal: Terminal) -> None:
    shown = terminal.type("4", "5", "raise", "3", "nothing")
    assert "Off the tower: 0 dice, 0 cylinders." in shown


def test_the_countdown_is_not_repeated_after_a_slip(terminal: Terminal) -> None:
    shown = terminal.type(*TURN[:-1], "stable", "fel", "")
    assert shown.count("Hands off!") == 1
    assert "Anna draws one Sack of Gold." in shown


def test_a_deal_is_typed_with_its_fields(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, players="Anna,Ben,Cy")
    opening = ('{"type":"plant-card","seat":0,"card":"blue","field":0}', "stop", "red soy")
    shown = terminal.type(
        *opening, "deal", "deal partner=ben revealed=red", game="bohnanza", options="edition=b"
    )
    assert "deal partner=… revealed=… hand=… received=…" in shown
    assert "Ben" in shown.split("  deal partner=… revealed=…")[-2]


def test_a_proposed_deal_is_answered_with_the_name_first(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, players="Anna,Ben,Cy")
    opening = ('{"type":"plant-card","seat":0,"card":"blue","field":0}', "stop", "red soy")
    typed = ("propose-deal partner=ben revealed=red", "Ben accept-deal proposal=1")
    shown = terminal.type(*opening, *typed, game="bohnanza", options="edition=b")
    assert "Anna proposes to Ben: Red for nothing." in shown
    assert "Ben agrees." in shown
    assert "Anna gives to Ben: Red." in shown


def test_somebody_else_acts_with_the_name_first(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, players="Anna,Ben,Cy")
    shown = terminal.type("Ben fastest-runner", "close", game="tiles")
    assert "Ben gets this tile" in shown


def test_a_score_sheet_is_written_with_its_fields(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, players="Anna,Ben,Cy")
    typed = ("write-round", "write-round chips=1,0,0 negative=0,4,7", "close")
    shown = terminal.type(*typed, game="haricots", options="mode=score-sheet")
    assert "write-round chips=… negative=…" in shown
    assert "Anna wins with" in shown


@pytest.mark.parametrize("name", ["undo", "Personne", "score"])
def test_nobody_is_called_like_a_command(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="is a word the referee listens to"):
        Terminal(tmp_path, players=f"Anna,{name}").type("4")


def test_names_may_be_drawn(tmp_path: Path) -> None:
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    assert family in Terminal(tmp_path, players=f"Anna,{family}").type("4")


def test_a_game_file_of_an_earlier_version_is_judged_and_goes_on(terminal: Terminal) -> None:
    older = Path(__file__).parent / "fixtures" / "older-game.jsonl"
    before = older.read_bytes()
    assert replay_file(older, Console(file=io.StringIO()), language("en"), as_json=False) == 0
    terminal.file.write_bytes(before)
    shown = terminal.type("eye trunk", "undo", "undo", "nothing", "eye eye", resume=True)
    assert "Ben rolled Eye and Trunk." in shown
    assert "The Giant wakes!" in shown
    assert b"report-removal" in before.splitlines()[-1]
    assert terminal.lines[:-2] == before.decode().splitlines()[:-1]
    assert terminal.lines[-2:] == [
        '{"type":"report-removal","pieces":[]}',
        '{"type":"report-dice","faces":["eye","eye"]}',
    ]


def test_after_an_undo_the_formula_is_spoken_anew(terminal: Terminal) -> None:
    shown = terminal.type(*TURN[:-1], "fell", "undo", "")
    assert shown.count("FUM!") == 2
    assert "Anna draws one Sack of Gold." in shown


def test_a_game_goes_on_with_the_formula(terminal: Terminal) -> None:
    terminal.type(*TURN[:-1], "quit")
    shown = terminal.type("", resume=True).split("Good-bye.")[1]
    assert shown.index("We go on with Magic Beanstalk.") < shown.index("Hands off!")
    assert "Anna draws one Sack of Gold." in shown


def test_a_full_disk_is_one_sentence_and_keeps_what_was_saved(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 64) as disk:
        terminal = Terminal(disk)
        terminal.type("4", "quit")
        saved = terminal.file.read_bytes()
        fill(disk)
        with pytest.raises(InputError, match="cannot be saved"):
            # What is left of the last page takes some lines more.
            terminal.type(*["5", "undo"] * 500, resume=True)
        assert terminal.file.read_bytes().startswith(saved)
        (disk / "ballast").unlink()
        terminal.type("5", resume=True)
        assert len(terminal.lines) == 3
