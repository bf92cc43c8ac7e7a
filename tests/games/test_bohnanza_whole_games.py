"""Whole games of Bohnanza: simulated ones, and golden ones that are accepted line by line."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from referee.conformance.cases import option_sets
from referee.errors import InputError
from referee.games.awaiting import AwaitChoice
from referee.games.base import Accepted, Action, Event, fold
from referee.games.bohnanza import GAME
from referee.games.bohnanza.actions import Deal, PlantCard, StopPlanting
from referee.games.bohnanza.events import FieldBought, FieldHarvested, TurnEnded
from referee.games.bohnanza.simulated import Dealer
from referee.games.bohnanza.state import State
from referee.games.game_file import GameFromFile
from referee.games.parsing import parse_options
from referee.games.playout import play_out
from referee.games.reports import ReportCards
from tests.games.bohnanza_table import NAMES, A, after, start, table

TABLES = [(name, players) for name in option_sets(GAME) for players in range(2, 8)]


def opening(variant: str, players: int) -> tuple[Event, ...] | None:
    """The setup of a variant; None where its edition is not for so many."""
    try:
        return GAME.setup(NAMES[:players], parse_options(GAME, option_sets(GAME)[variant]))
    except InputError:
        return None


def test_t6_the_front_card_leaves_first_and_new_cards_come_last() -> None:
    state = start(4)
    dealer = Dealer(state, Random(6))
    hand = list(dealer.hands[A])
    assert len(hand) == 5
    assert dealer.front(state, A) == hand[0]
    coming = dealer.deck[-3:]
    dealer.draw(state)
    assert dealer.hands[A] == [*hand, *coming]


def test_the_dealer_holds_every_card_once() -> None:
    state = start(5)
    dealer = Dealer(state, Random(1))
    cards = sorted([*dealer.deck, *(card for hand in dealer.hands for card in hand)])
    counts = state.rules.beans.counts
    assert cards == sorted(card for card, count in counts.items() for _ in range(count))


def test_the_same_seed_plays_the_same_game() -> None:
    setup = opening("A", 4)
    assert setup is not None
    assert play_out(GAME, setup, Random(5)) == play_out(GAME, setup, Random(5))


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_whole_games_end(variant: str, players: int) -> None:
    setup = opening(variant, players)
    if setup is None:
        assert variant == "B"
        return
    for seed in range(5):
        played = play_out(GAME, setup, Random(seed))
        state = fold(GAME, played.events)
        assert state.phase == "over"
        assert list(GAME.faults(state)) == []
        assert max(played.outcome.scores) > 0


def test_simulated_players_deal_harvest_and_buy() -> None:
    setup = opening("A", 4)
    assert setup is not None
    games = [play_out(GAME, setup, Random(seed)) for seed in range(20)]
    events = {type(event) for game in games for event in game.events}
    assert {FieldBought, FieldHarvested, TurnEnded} <= events
    deals = [action for game in games for action in game.actions if isinstance(action, Deal)]
    assert any(deal.received for deal in deals)
    assert any(not deal.received for deal in deals)


@pytest.mark.parametrize("mixture", [0.0, 0.5])
@pytest.mark.parametrize(("variant", "players"), [("A", 2), ("A", 4), ("B", 3)])
def test_reports_fit_whatever_the_players_claimed(
    variant: str, players: int, mixture: float
) -> None:
    """Random choices contradict the dealer's hands; the reveals must still be possible."""
    setup = opening(variant, players)
    assert setup is not None
    for seed in range(8):
        _play_at_random(fold(GAME, setup), Random(seed), mixture)


def _play_at_random(state: State, rng: Random, mixture: float) -> None:
    simulated = GAME.simulated(state, rng)
    while (wanted := GAME.awaiting(state)) is not None:
        if isinstance(wanted, AwaitChoice) and rng.random() >= mixture:
            action: Action | None = rng.choice(list(GAME.legal_actions(state)))
        else:
            action = simulated.act(state)
        assert action is not None
        ruling = GAME.judge(state, action)
        assert isinstance(ruling, Accepted), (action, ruling)
        for event in ruling.events:
            state = GAME.evolve(state, event)
            assert list(GAME.faults(state)) == []


def test_a_reveal_never_shows_a_card_that_was_claimed_before() -> None:
    """Whatever Anne claims to have planted, the last hidden cards turned up fit to it."""
    state = table(hands={A: 2, 1: 0, 2: 0, 3: 0}, draw=2, exhaustions=2)
    claims = [action for action in GAME.legal_actions(state) if isinstance(action, PlantCard)]
    assert claims
    for seed, claim in enumerate(claims):
        simulated = GAME.simulated(state, Random(seed))
        claimed = after(state, claim, StopPlanting(A))
        action = simulated.act(claimed)
        assert isinstance(action, ReportCards)
        assert after(claimed, action).phase == "dealing"


@pytest.mark.parametrize("seed", range(40))
def test_games_with_a_small_box_end_too(seed: int) -> None:
    """A few cards run out again and again, also with nothing to shuffle (BO-R1, BO-R2)."""
    rng = Random(seed)
    players = rng.randrange(2, 6)
    varieties = [
        {"card": "blue", "count": 9, "beanometer": [3, 5, 7]},
        {"card": "red", "count": rng.randrange(5, 9), "beanometer": [2, 3, 4, 5]},
        {"card": "garden", "count": 4, "beanometer": [0, 2, 3]},
    ]
    numbers = {
        "players": [players],
        "duel": players == 2,
        "hand": [rng.randrange(1, 4)],
        "fields": 2,
        "price": 1,
        "revealed": rng.randrange(1, 5),
        "drawn": rng.randrange(1, 5),
        "exhaustions": 1 if players == 2 else rng.randrange(1, 5),
    }
    state = start(players, numbers={"varieties": varieties, "tables": [numbers]})
    _play_at_random(state, rng, rng.choice((0.0, 0.5, 1.0)))


PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("bohnanza*.jsonl"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_golden_games_are_accepted_line_by_line(path: Path) -> None:
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    game = GameFromFile(first)
    for judged in game.judge_lines(lines):
        assert isinstance(judged.ruling, Accepted), judged
        assert isinstance(game.state, State)
        assert list(GAME.faults(game.state)) == []
    assert game.game.outcome(game.state) is not None


def test_the_golden_games_show_every_event() -> None:
    shown: Counter[type] = Counter()
    for path in PLAYTHROUGHS:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        game = GameFromFile(first)
        list(game.judge_lines(lines))
        shown.update(type(event) for event in game.events)
    assert set(shown) == set(GAME.events)
