"""Games, seats and profiles, on both databases."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.clock import ManualClock
from referee.errors import InputError
from referee.games.base import Outcome
from referee.store.store import Store
from referee.store.troubles import StoreError
from tests.store.envelopes import envelopes

SEATS = ("Anna", "Ben", "Élodie 🎲")


class TestGames:
    def test_a_game_is_remembered_with_seats_and_options(
        self, store: Store, opened: Callable[[], Store], clock: ManualClock
    ) -> None:
        ben = store.players.add("Ben", "#2f9e44")
        options = {"variant": "expert", "sealed": [3, 1, 2], "target": 7, "none": None}
        log = store.begin_game(
            "magic-beanstalk", SEATS, player_ids=(None, ben.id, None), options=options
        )
        store.close()

        found = opened().game(log.game_id)

        assert (found.game, found.seats) == ("magic-beanstalk", SEATS)
        assert found.player_ids == (None, ben.id, None)
        assert found.options == options
        assert found.begun_at == clock.now()
        assert (found.ended_at, found.outcome) == (None, None)

    def test_the_newest_game_comes_first(self, store: Store) -> None:
        ids = [store.begin_game("spookies", SEATS, options={}).game_id for _ in range(4)]

        assert [game.id for game in store.games()] == ids[::-1]
        assert [game.id for game in store.games(limit=2, offset=1)] == [ids[2], ids[1]]

    def test_a_game_that_ended_is_no_longer_unfinished(
        self, store: Store, clock: ManualClock
    ) -> None:
        first, second, third = (store.begin_game("spookies", SEATS, options={}) for _ in range(3))
        outcome = Outcome("all-gold-gone", (1,), (3, 9, 4))
        clock.advance_s(60)

        store.end_game(first.game_id, outcome)
        store.end_game(third.game_id, None)

        assert [game.id for game in store.unfinished_games()] == [second.game_id]
        assert store.game(first.game_id).outcome == outcome
        assert store.game(first.game_id).ended_at == clock.now()
        assert store.game(third.game_id).outcome is None

    def test_a_game_goes_on_when_its_last_move_is_taken_back(self, store: Store) -> None:
        log = store.begin_game("spookies", SEATS, options={})
        store.end_game(log.game_id, Outcome("over", (0,), (1, 0, 0)))

        store.reopen_game(log.game_id)

        (found,) = store.unfinished_games()
        assert (found.id, found.outcome, found.ended_at) == (log.game_id, None, None)

    def test_an_unknown_game_is_told(self, store: Store) -> None:
        for ask in (store.open_game, store.game, store.reopen_game):
            with pytest.raises(StoreError, match="no game 99: choose one"):
                ask(99)

    def test_an_unknown_player_begins_no_game(self, store: Store) -> None:
        with pytest.raises(InputError, match="no player 99"):
            store.begin_game("spookies", ("Anna",), player_ids=(99,), options={})

        assert store.games() == ()

    def test_readers_do_not_hold_up_the_writer(
        self, store: Store, opened: Callable[[], Store]
    ) -> None:
        log = store.begin_game("spookies", SEATS, options={})
        log.append(envelopes(0, 3))
        reader = opened().open_game(log.game_id)
        half_read = reader.envelopes()
        next(half_read)

        log.append(envelopes(3, 3))

        assert len(list(half_read)) == 2
        assert len(list(reader.envelopes())) == 6


class TestPlayers:
    def test_a_profile_keeps_name_and_colour(
        self, store: Store, opened: Callable[[], Store], clock: ManualClock
    ) -> None:
        anna = store.players.add("  Anna   Lena ", "#2F9E44")
        store.close()

        assert opened().players.get(anna.id) == anna
        assert (anna.name, anna.colour, anna.created_at) == ("Anna Lena", "#2f9e44", clock.now())

    def test_two_may_share_a_name_but_not_an_id(self, store: Store) -> None:
        one, two = store.players.add("Élodie", "#000000"), store.players.add("élodie", "#ffffff")

        assert one.id != two.id
        assert store.players.named("ÉLODIE ") == (one, two)
        assert store.players.named("Ben") == ()
        assert store.players.all() == (one, two)

    def test_a_new_name_leaves_old_games_as_they_were(self, store: Store) -> None:
        anna = store.players.add("Anna", "#000000")
        log = store.begin_game("spookies", ("Anna",), player_ids=(anna.id,), options={})

        changed = store.players.change(anna.id, name="Anne", colour="#abcdef")

        assert (changed.id, changed.name, changed.colour) == (anna.id, "Anne", "#abcdef")
        assert store.game(log.game_id).seats == ("Anna",)

    @pytest.mark.parametrize("name", ["", "   ", "a" * 41, "nul\0", "bell\a"])
    def test_a_bad_name_is_refused(self, store: Store, name: str) -> None:
        with pytest.raises(InputError, match="is not a name"):
            store.players.add(name, "#000000")

    @pytest.mark.parametrize("colour", ["red", "#12345", "#1234567", "#gggggg"])
    def test_a_bad_colour_is_refused(self, store: Store, colour: str) -> None:
        with pytest.raises(InputError, match="is not a colour"):
            store.players.add("Anna", colour)

    def test_a_torn_profile_is_left_out(self, sqlite_store: Store) -> None:
        anna, ben = (sqlite_store.players.add(name, "#000000") for name in ("Anna", "Ben"))
        for torn in ("created_at = 'then'", "name = CAST(x'41ff' AS TEXT)"):
            with sqlite_store.engine.begin() as connection:
                # The words are our own.
                connection.exec_driver_sql(f"UPDATE players SET {torn} WHERE id = ?", (anna.id,))  # noqa: S608
            assert sqlite_store.players.all() == (ben,)

    def test_an_unknown_player_is_told(self, store: Store) -> None:
        with pytest.raises(InputError, match="no player 5"):
            store.players.change(5, name="Anna")
