"""What must hold in every game of Haricots: random, simulated, recorded, and told to people."""

from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.base import Accepted, Action, Outcome, fold
from referee.games.game_file import GameFromFile
from referee.games.haricots import GAME
from referee.games.haricots import actions as a
from referee.games.haricots import events as e
from referee.games.haricots.edition import CARDS
from referee.games.haricots.simulated import SimulatedHaricots
from referee.games.haricots.state import GameOrSheet, State
from referee.games.parsing import parse_options
from referee.games.playout import Playouts, seat_names
from referee.language import language, languages
from tests.games.test_haricots import NAMES, start

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"

SEATS = st.integers() | st.integers(-1, 5)
NUMBERS = st.lists(st.integers() | st.integers(0, 3), max_size=6).map(tuple)
CARD_NAMES = st.lists(st.sampled_from(CARDS) | st.text(max_size=3), max_size=12).map(tuple)
EQUAL_CARDS = st.tuples(st.sampled_from(CARDS), st.integers(0, 15)).map(lambda c: (c[0],) * c[1])
ANY_ACTION = st.one_of(
    st.builds(a.PlayCards, SEATS, CARD_NAMES | EQUAL_CARDS),
    st.builds(a.Pass, SEATS),
    st.builds(a.WriteRound, SEATS, NUMBERS, NUMBERS),
    st.builds(a.CloseSheet, SEATS),
)


def random_states(seed: str, players: int) -> list[State]:
    """Every state of a game in which turns are drawn from all that public information allows."""
    rng = Random(seed)
    state: GameOrSheet = start(players, first=rng.randrange(players))
    states = []
    while GAME.awaiting(state) is not None:
        assert isinstance(state, State)
        states.append(state)
        ruling = GAME.judge(state, rng.choice(list(GAME.legal_actions(state))))
        assert isinstance(ruling, Accepted)
        for event in ruling.events:
            state = GAME.evolve(state, event)
            assert list(GAME.faults(state)) == []
    assert isinstance(state, State)
    return [*states, state]


@pytest.mark.parametrize(("players", "rounds"), [(3, 4), (4, 5), (5, 6)])
def test_random_turns_end_within_the_rounds_of_ha16(players: int, rounds: int) -> None:
    for seed in range(40):
        final = random_states(f"random {seed}", players)[-1]

        assert final.round <= rounds
        assert GAME.outcome(final) is not None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_exactly_the_listed_turns_are_accepted(players: int) -> None:
    """Every set of up to fifteen equal cards, against a plain retelling of HA-20 to HA-24."""
    for state in random_states(f"listed {players}", players):
        listed = set(GAME.legal_actions(state))
        for seat in range(players):
            for card in CARDS:
                for count in range(1, 16):
                    action = a.PlayCards(seat, (card,) * count)
                    is_legal = isinstance(GAME.judge(state, action), Accepted)
                    assert is_legal == (action in listed) == retold(state, seat, card, count)


def retold(state: State, seat: int, card: str, count: int) -> bool:
    low, _, high = card.partition("/")
    unit = int(high or low) if state.to_beat >= 15 else int(low)
    return (
        state.phase == "playing"
        and seat == state.active
        and count <= state.hands[seat]
        and count <= state.unseen[CARDS.index(card)]
        and unit * count > state.to_beat
    )


@given(st.integers(0, 30), st.integers(3, 5), st.data())
def test_any_action_in_any_state_gets_a_ruling(
    seed: int, players: int, data: st.DataObject
) -> None:
    states = random_states(f"any {seed}", players)
    state = data.draw(st.sampled_from(states))
    action = data.draw(ANY_ACTION)
    ruling = GAME.judge(state, action)

    assert isinstance(ruling, Accepted) == (action in set(GAME.legal_actions(state)))


@given(st.lists(ANY_ACTION, max_size=20), st.integers(3, 5))
def test_any_actions_leave_a_sheet_in_order(actions: list[Action], players: int) -> None:
    options = parse_options(GAME, {"mode": "score-sheet"})
    sheet = fold(GAME, GAME.setup(NAMES[:players], options))
    for action in actions:
        ruling = GAME.judge(sheet, action)
        if isinstance(ruling, Accepted):
            sheet = fold(GAME, ruling.events, sheet)

        assert list(GAME.faults(sheet)) == []


@pytest.mark.parametrize("players", [3, 4, 5])
def test_simulated_players_play_only_cards_they_hold(players: int) -> None:
    """Replays whole simulated games with open hands."""
    for seed in range(15):
        rng = Random(f"hands {seed}")
        state: GameOrSheet = start(players)
        assert isinstance(state, State)
        simulated = SimulatedHaricots(state, rng)
        while GAME.awaiting(state) is not None:
            assert isinstance(state, State)
            action = simulated.act(state)
            assert action is not None
            ruling = GAME.judge(state, action)
            assert isinstance(ruling, Accepted), ruling
            before, state = state, fold(GAME, ruling.events, state)
            hands = simulated.hands
            assert min(min(hand) for hand in hands) >= 0
            if isinstance(state, State) and state.round == before.round:
                assert [sum(hand) for hand in hands] == list(state.hands)


def test_simulated_rounds_end_in_both_ways() -> None:
    reasons = set()
    simulator = Playouts(GAME, seat_names(4), parse_options(GAME, {}))
    for seed in range(20):
        played = simulator.play(f"ways {seed}")
        reasons |= {event.reason for event in played.events if isinstance(event, e.RoundWon)}

    assert reasons == {"hand-empty", "last-left"}


def test_a_seed_repeats_its_game() -> None:
    simulator = Playouts(GAME, NAMES, parse_options(GAME, {}))

    assert simulator.play("7") == simulator.play("7")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_simulated_players_can_take_over_in_any_state(players: int) -> None:
    """What is hidden is dealt so that it fits what everybody has seen."""
    for seed in range(5):
        for state in random_states(f"take over {seed}", players)[:-1]:
            wanted = GAME.awaiting(state)
            assert wanted is not None
            action = GAME.simulated(state, Random(seed)).act(state)

            assert action in set(GAME.legal_actions(state))


def test_broken_states_are_found() -> None:
    state = random_states("broken", 3)[6]
    broken = [
        msgspec.structs.replace(state, to_beat=state.to_beat + 1),
        msgspec.structs.replace(state, unseen=(9, *state.unseen[1:])),
        msgspec.structs.replace(state, first=(state.first + 1) % 3),
        msgspec.structs.replace(state, phase="over"),
        msgspec.structs.replace(state, round=state.round + 2),
    ]

    assert all(list(GAME.faults(fault)) for fault in broken)


def replay(name: str) -> GameFromFile:
    first, *rest = (PLAYTHROUGHS / name).read_text(encoding="utf-8").splitlines()
    scripted = GameFromFile(first)
    for judged in scripted.judge_lines(rest):
        assert isinstance(judged.ruling, Accepted), f"line {judged.line}: {judged.ruling}"
    return scripted


def test_the_recorded_game_is_won_by_anna() -> None:
    scripted = replay("haricots.jsonl")

    assert scripted.game.outcome(scripted.state) == Outcome("chips", (0,), (2, 0, 0))
    cleared = [event.seat for event in scripted.events if isinstance(event, e.TableCleared)]
    assert cleared == [2, 0, 1, 0]


def test_the_recorded_score_sheet_adds_up() -> None:
    scripted = replay("haricots-score-sheet.jsonl")

    assert scripted.game.outcome(scripted.state) == Outcome("closed", (1,), (-2, -1, -4))


@pytest.mark.parametrize("code", languages())
def test_every_choice_and_event_has_its_sentence(code: str) -> None:
    said = language(code)
    events = [
        *replay("haricots.jsonl").events,
        *replay("haricots-score-sheet.jsonl").events,
        e.DroppedOut(1, 2),
        e.RoundWon(2, "last-left", 1),
    ]
    actions: list[Action] = [
        a.PlayCards(0, ("1/17", "1/17")),
        a.Pass(0),
        a.WriteRound(0, (1, 0, 0), (0, 4, 7)),
        a.CloseSheet(0),
    ]
    sentences = [
        *(said.event(GAME.name, event, NAMES) for event in events),
        *(said.action(GAME.name, action, NAMES) for action in actions),
        said.prompt(GAME.name, "turn", player="Anna"),
        said.prompt(GAME.name, "sheet", player="Anna"),
    ]

    assert {type(event) for event in events} == set(GAME.events)
    assert {type(action) for action in actions} == set(GAME.actions)
    assert all(sentence and "{" not in sentence for sentence in sentences)
