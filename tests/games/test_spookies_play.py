"""Whole games of Spookies: the golden files, the sentences, random games in every variant."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from referee.conformance.cases import option_sets
from referee.games.awaiting import AwaitChoice
from referee.games.base import Accepted, Action, Event, fold
from referee.games.game_file import GameFromFile
from referee.games.parsing import parse_options
from referee.games.playout import seat_names
from referee.games.spookies import GAME
from referee.games.spookies.state import State
from referee.language import language, languages
from tests.games.endings import outcome_of
from tests.games.spookies_table import SpookiesTable

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def judged(name: str) -> State:
    first, *lines = (PLAYTHROUGHS / name).read_text(encoding="utf-8").splitlines()
    script = GameFromFile(first)
    for line in script.judge_lines(lines):
        assert isinstance(line.ruling, Accepted), line
        assert isinstance(script.state, State)
        assert list(GAME.faults(script.state)) == []
    assert isinstance(script.state, State)
    return script.state


def test_the_golden_game() -> None:
    state = judged("spookies.jsonl")

    assert outcome_of(GAME, state).scores == (12, 11)
    assert [player.chips for player in state.players] == [5, 7]


def test_the_golden_game_with_the_expansions() -> None:
    state = judged("spookies-expansions.jsonl")

    tom, pierre = state.players
    assert (tom.chips, tom.bonus, pierre.chips, pierre.bonus) == (17 + 5, 0, 3, 0)
    assert state.box == 55 - 5
    assert outcome_of(GAME, state).scores == (sum(tom.values), sum(pierre.values))


def random_game(
    options: Mapping[str, object], players: int, seed: int
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Random choices; yields every state and the events that led to it."""
    rng = Random(seed)
    agreed = GAME.seal(parse_options(GAME, options), rng)
    events = GAME.setup(seat_names(players), agreed)
    state = fold(GAME, events)
    yield state, events
    table = GAME.simulated(state, rng)
    while (wanted := GAME.awaiting(state)) is not None:
        if isinstance(wanted, AwaitChoice):
            action: Action | None = rng.choice(list(GAME.legal_actions(state)))
        else:
            action = table.act(state)
        assert action is not None
        events = GAME.judge(state, action).events
        for event in events:
            state = GAME.evolve(state, event)
            assert list(GAME.faults(state)) == [], event
        yield state, events


@pytest.mark.parametrize("players", range(GAME.min_players, GAME.max_players + 1))
@pytest.mark.parametrize("variant", option_sets(GAME))
def test_random_games_end_and_keep_the_invariants(variant: str, players: int) -> None:
    for seed in range(5):
        *_, (state, _) = random_game(option_sets(GAME)[variant], players, seed)
        assert GAME.outcome(state) is not None
        assert state.reserve == 0


@pytest.mark.parametrize("tom", [14, 19, 40, 52])
def test_the_simulated_table_counts_on_after_a_total_that_somebody_gave(tom: int) -> None:
    """Whatever Tom has said, the chips that turn up elsewhere leave room for it."""
    table = SpookiesTable("Tom", "Pierre", "Anna", chips_in_play=75)
    table.arrange(chips={"Tom": 12, "Pierre": 30}, figures={"anna": 5}, reserve=1)
    table.friend("anna").roll("1 1 6 6").count("Tom", total=tom)

    simulated = GAME.simulated(table.state, Random(tom))
    while (action := simulated.act(table.state)) is not None:
        table.do(action)

    assert outcome_of(GAME, table.state).scores[0] == tom


@pytest.mark.parametrize("code", languages())
def test_a_whole_game_can_be_told(code: str) -> None:
    words = language(code)
    names = seat_names(3)
    prompts = set()
    for state, events in random_game(option_sets(GAME)["joker and ghost"], 3, 11):
        wanted = GAME.awaiting(state)
        if isinstance(wanted, AwaitChoice):
            prompts.add(words.prompt("spookies", wanted.prompt, player=names[0]))
            assert all(
                words.action("spookies", legal, names) for legal in GAME.legal_actions(state)
            )
        for event in events:
            assert words.event("spookies", event, names), event
    assert len(prompts) == 6


@pytest.mark.parametrize(
    ("code", "dog", "girl"), [("en", "Schnuffer", "Hanja"), ("fr", "Bonflair", "Anna")]
)
def test_the_figures_have_the_names_of_their_edition(code: str, dog: str, girl: str) -> None:
    words = language(code)

    assert words.term("spookies", "figure", "bonflair") == dog
    assert words.term("spookies", "face", "anna") == girl
