"""Statistics: from the log to numbers, with corrections left out and known values met."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import exp, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock import ManualClock
from referee.errors import InputError
from referee.events import Codec, Envelope
from referee.games.registry import find_game
from referee.store.game_facts import GameFacts, SeenFaces, Tower, facts_of, live_envelopes
from referee.store.game_filter import GameFilter
from referee.store.games import StoredGame
from referee.store.statistics import chi_square_test, statistics, survival, upper_gamma
from referee.store.store import Store
from referee.table.recorded_games import RecordedGame, RecordedGames
from tests.web.recorded_games import ACTION_S, record_game

GAMES = ("bohnanza", "haricots", "magic-beanstalk", "spookies")
NAMES = ("Anna", "Ben", "Carl")


def facts(number: int, **changes: object) -> GameFacts:
    values: dict[str, object] = {
        "game_id": number,
        "game": "magic-beanstalk",
        "seats": ("Anna", "Ben"),
        "player_ids": (1, None),
        "begun_at": datetime(2025, 1, number, 20, tzinfo=UTC),
        "duration_s": 600.0 * number,
        "termination": "cards",
        "winners": (0,),
        "scores": (50, 40),
        "is_companion": False,
        "towers": (),
        "dice": (),
        "actions": 30,
    }
    return GameFacts(**{**values, **changes})  # type: ignore[arg-type]


class TestChiSquare:
    @pytest.mark.parametrize(
        ("dof", "statistic", "p_value"),
        [
            # The critical values that every table of the distribution prints.
            (1, 3.841458820694124, 0.05),
            (2, 5.991464547107979, 0.05),
            (3, 7.814727903251179, 0.05),
            (5, 11.070497693516351, 0.05),
            (5, 15.08627246938899, 0.01),
            (10, 18.307038053275146, 0.05),
            (30, 43.77297182574219, 0.05),
            (100, 124.34211340400407, 0.05),
            (5, 1.1454762260617692, 0.95),
            (5, 20.515005652432873, 0.001),
        ],
    )
    def test_p_values_are_those_of_the_tables(
        self, dof: int, statistic: float, p_value: float
    ) -> None:
        assert isclose(upper_gamma(dof / 2, statistic / 2), p_value, rel_tol=1e-9)

    @given(st.floats(0.001, 600))
    def test_two_degrees_of_freedom_are_an_exponential(self, x: float) -> None:
        assert isclose(upper_gamma(1, x), exp(-x), rel_tol=1e-9)

    @given(st.integers(1, 200), st.floats(0, 500), st.floats(0, 50))
    def test_it_falls_from_one_to_zero(self, dof: int, x: float, more: float) -> None:
        here, there = upper_gamma(dof / 2, x), upper_gamma(dof / 2, x + more)
        assert 0 <= there <= here + 1e-12
        assert here <= 1

    def test_fair_dice_look_fair_and_loaded_ones_do_not(self) -> None:
        shares = {str(face): 1 / 6 for face in range(1, 7)}
        fair = chi_square_test(dict.fromkeys(shares, 100), shares)
        assert (fair.chi_square, fair.degrees_of_freedom, fair.p_value) == (0.0, 5, 1.0)
        loaded = chi_square_test({**dict.fromkeys(shares, 90), "6": 150}, shares)
        assert isclose(loaded.chi_square, 30.0)
        assert loaded.p_value < 2e-5
        assert loaded.is_enough

    def test_too_few_rolls_are_called_too_few(self) -> None:
        shares = {"a": 0.5, "b": 0.5}
        assert not chi_square_test({"a": 4, "b": 5}, shares).is_enough
        assert chi_square_test({}, shares).p_value == 1.0
        assert chi_square_test({"a": 9}, {"a": 1.0}).p_value == 1.0


class TestSurvival:
    def test_by_hand(self) -> None:
        towers = [
            Tower(2, has_fallen=True),
            Tower(3, has_fallen=True),
            Tower(3, has_fallen=False),
            Tower(5, has_fallen=True),
        ]
        steps = survival(towers)
        assert [(step.height, step.at_risk, step.fell) for step in steps] == [
            (1, 4, 0),
            (2, 4, 1),
            (3, 3, 1),
            (4, 1, 0),
            (5, 1, 1),
        ]
        assert [round(step.share, 6) for step in steps] == [1.0, 0.75, 0.5, 0.5, 0.0]

    def test_towers_that_never_fall_survive(self) -> None:
        assert {step.share for step in survival([Tower(4, has_fallen=False)])} == {1.0}
        assert survival([]) == ()


class TestReplay:
    def test_what_was_taken_back_never_happened(self) -> None:
        at = datetime(2025, 1, 1, tzinfo=UTC)
        envelopes = [Envelope(seq, at, None, "x", 1, {}) for seq in range(5)]
        envelopes.append(Envelope(5, at, None, "table-rewound", 1, {"to": 1, "why": "undo"}))
        envelopes.append(Envelope(6, at, None, "x", 1, {}))
        assert [each.seq for each in live_envelopes(envelopes)] == [0, 1, 5, 6]

    @pytest.mark.parametrize("name", GAMES)
    def test_every_game_has_facts(self, sqlite_store: Store, clock: ManualClock, name: str) -> None:
        game_id = record_game(sqlite_store, clock, name, NAMES)
        record = sqlite_store.game(game_id)
        envelopes = list(sqlite_store.open_game(game_id).envelopes())
        found = facts_of(record, envelopes)
        assert found is not None
        assert record.outcome is not None
        assert found.scores == record.outcome.scores
        assert found.actions == sum(each.type == "table-acted" for each in envelopes)
        assert found.duration_s == ACTION_S * found.actions
        assert bool(found.towers) == (name == "magic-beanstalk")
        kinds = {dice.kind for dice in found.dice}
        expected = {"magic-beanstalk": {"beanstalk"}, "spookies": {"friend", "pips"}}
        assert kinds == expected.get(name, set())

    def test_towers_are_counted_as_the_rules_tell_them(
        self, sqlite_store: Store, clock: ManualClock
    ) -> None:
        """Counted once more, from the game's own events."""
        game_id = record_game(sqlite_store, clock, "magic-beanstalk", NAMES, seed=5)
        envelopes = list(sqlite_store.open_game(game_id).envelopes())
        found = facts_of(sqlite_store.game(game_id), envelopes)
        assert found is not None
        falls = [each.data["culprit"] for each in envelopes if each.type == "tower-fell"]
        assert falls
        assert [each.culprit for each in found.towers if each.has_fallen] == falls
        assert all(tower.height >= 1 for tower in found.towers)

    def test_dice_are_all_that_were_rolled(self, sqlite_store: Store, clock: ManualClock) -> None:
        game_id = record_game(sqlite_store, clock, "magic-beanstalk", NAMES, seed=5)
        envelopes = list(sqlite_store.open_game(game_id).envelopes())
        found = facts_of(sqlite_store.game(game_id), envelopes)
        assert found is not None
        rolled = [face for e in envelopes if e.type == "dice-rolled" for face in e.data["faces"]]
        (dice,) = found.dice
        assert sum(dice.seen.values()) == len(rolled)
        assert dice.seen["eye"] == rolled.count("eye")
        faces = envelopes[0].data["edition"]["faces"]
        assert dice.shares == {face: count / 6 for face, count in faces.items()}

    def test_a_corrected_roll_counts_as_corrected(
        self, sqlite_store: Store, clock: ManualClock
    ) -> None:
        game = find_game("spookies")
        setup = game.setup(("Anna", "Ben"), game.options())
        at = clock.now()
        data = {"action": {"type": "report-dice", "faces": ["anna"]}, "by": "camera"}
        right = {"action": {"type": "report-dice", "faces": ["poppy"]}, "by": "person"}
        start = [Codec(game.events).envelop(each, seq=n, at=at) for n, each in enumerate(setup)]
        first = len(start)
        envelopes = [
            *start,
            Envelope(first, at, None, "table-acted", 1, data),
            Envelope(first + 1, at, None, "table-rewound", 1, {"to": first - 1, "why": "reading"}),
            Envelope(first + 2, at, None, "table-acted", 1, right),
        ]
        record = sqlite_store.game(record_game(sqlite_store, clock, "spookies", ("Anna", "Ben")))
        found = facts_of(record, envelopes)
        assert found is not None
        (dice,) = found.dice
        assert (dice.seen["anna"], dice.seen["poppy"]) == (0, 1)


class TestStatistics:
    def test_players_are_told_apart_by_profile_and_guests_by_name(self) -> None:
        games = [
            facts(1),
            facts(2, seats=("Hanna", "Ben"), winners=(0, 1), scores=(70, 70)),
            facts(3, seats=("Ben", "Carl"), player_ids=(None, 2), winners=(1,), scores=(10, 20)),
        ]
        by_id = {(each.player_id, each.name): each for each in statistics(games).players}
        assert by_id[1, "Hanna"].games == 2
        assert by_id[1, "Hanna"].wins == 2
        assert by_id[1, "Hanna"].mean_score == 60
        assert by_id[None, "Ben"].games == 3
        assert by_id[None, "Ben"].wins == 1
        assert by_id[2, "Carl"].win_share == 1.0
        assert len(by_id) == 3

    def test_towers_heights_and_blame(self) -> None:
        games = [
            facts(1, towers=(Tower(4, has_fallen=True, culprit=1), Tower(9, has_fallen=False))),
            facts(2, towers=(Tower(4, has_fallen=True), Tower(6, has_fallen=True, culprit=0))),
        ]
        towers = statistics(games).towers
        assert towers is not None
        assert (towers.towers, towers.falls) == (4, 3)
        assert [(each.height, each.falls) for each in towers.heights] == [(4, 2), (6, 1)]
        assert (towers.longest.height, towers.longest.game_id) == (9, 1)
        assert {(each.name, each.falls) for each in towers.blame} == {
            ("Ben", 1),
            ("", 1),
            ("Anna", 1),
        }
        assert [each.falls for each in statistics(games).players] == [1, 1]

    def test_dice_of_two_editions_have_one_expectation(self) -> None:
        games = [
            facts(1, dice=(SeenFaces("b", {"x": 6, "y": 6}, {"x": 0.5, "y": 0.5}),)),
            facts(2, dice=(SeenFaces("b", {"x": 9, "y": 3}, {"x": 0.75, "y": 0.25}),)),
        ]
        (dice,) = statistics(games).dice
        assert dice.rolled == 24
        assert [(each.face, each.seen, each.expected) for each in dice.faces] == [
            ("x", 15, 15.0),
            ("y", 9, 9.0),
        ]
        assert dice.test.chi_square == 0

    def test_what_does_not_apply_is_left_out(self) -> None:
        found = statistics([facts(1, game="haricots")])
        assert found.towers is None
        assert found.dice == ()
        assert found.results[0].longest_tower is None
        assert statistics([]).games == 0

    def test_days_and_lengths(self) -> None:
        begun = datetime(2025, 1, 2, 23, tzinfo=UTC)
        found = statistics([facts(1), facts(2), facts(3, begun_at=begun)])
        assert [(each.day, each.games) for each in found.days] == [
            ("2025-01-01", 1),
            ("2025-01-02", 2),
        ]
        (length,) = found.lengths
        assert (length.mean_s, length.median_s, length.longest_s) == (1200, 1200, 1800)


class TestBook:
    def test_filters_by_player_game_and_day(self, sqlite_store: Store, clock: ManualClock) -> None:
        anna = sqlite_store.players.add("Anna", "#0072b2")
        first = record_game(
            sqlite_store, clock, "spookies", ("Anna", "Ben"), player_ids=(anna.id, None)
        )
        day = clock.now().date().isoformat()
        second = record_game(sqlite_store, clock, "haricots", NAMES)
        book = RecordedGames(sqlite_store)

        def ids(**chosen: object) -> list[int]:
            return [each.game_id for each in book.facts(GameFilter(**chosen))]  # type: ignore[arg-type]

        assert ids() == [second, first]
        assert ids(player=anna.id) == [first]
        assert ids(game="haricots") == [second]
        assert ids(since=day) == [second]
        assert ids(until=day) == [second, first]
        before = (datetime.fromisoformat(day) - timedelta(days=1)).date().isoformat()
        assert ids(until=before) == [first]
        with pytest.raises(InputError, match="not a day"):
            ids(since="2025-02-31")

    def test_a_finished_game_is_read_once(
        self, sqlite_store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record_game(sqlite_store, clock, "haricots", NAMES)
        book = RecordedGames(sqlite_store)
        before = book.facts()
        reads: list[int] = []
        read = RecordedGames._read

        def noted(self: RecordedGames, record: StoredGame) -> RecordedGame:
            reads.append(record.id)
            return read(self, record)

        monkeypatch.setattr(RecordedGames, "_read", noted)
        assert book.facts() == before
        assert reads == []
        second = record_game(sqlite_store, clock, "haricots", NAMES, seed=2)
        assert len(book.facts()) == 2
        assert reads == [second]

    def test_a_game_whose_log_grew_is_read_again(
        self, sqlite_store: Store, clock: ManualClock
    ) -> None:
        game_id = record_game(sqlite_store, clock, "haricots", NAMES)
        book = RecordedGames(sqlite_store)
        (before,) = book.facts()
        with sqlite_store.open_game(game_id) as log:
            last = [each for each in log.envelopes() if each.type == "table-acted"][-1]
            undone = {"to": last.seq - 1, "why": "undo"}
            log.append([Envelope(log.next_seq, clock.now(), None, "table-rewound", 1, undone)])
        (after,) = book.facts()
        assert after.actions == before.actions - 1

    def test_unfinished_games_do_not_count(self, sqlite_store: Store, clock: ManualClock) -> None:
        sqlite_store.begin_game("haricots", NAMES, options={})
        assert RecordedGames(sqlite_store).facts() == []
