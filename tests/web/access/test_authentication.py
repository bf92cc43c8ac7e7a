"""Who comes in: the key of the screen, the codes and keys of seats, and nobody by an address."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from referee.clock import ManualClock
from referee.web.access.authentication import Access, ScreenKey, ScreenMode
from referee.web.access.claims import Claims, SeatTakenError, WrongCodeError
from referee.web.access.pins import FREE_ATTEMPTS
from referee.web.access.rights import OPERATOR, SCREEN, SPECTATOR, seated
from tests.web.running_table import CHEAP_HASHER, RunningTable, running_table

PIN = "2468"


class TestClaims:
    def claim(self, claims: Claims, game_id: int, seat: int, key: str = "key") -> None:
        claims.claim(game_id, seat, claims.code(game_id, seat).word, key)

    def test_claims_are_kept_by_game_also_over_a_restart(self, tmp_path: Path) -> None:
        file = tmp_path / "claims.json"
        self.claim(Claims(file), 3, 1, "the phone's own key")
        again = Claims(file)
        self.claim(again, 4, 0, "another")
        assert again.seat_of("the phone's own key", 3) == 1
        assert again.seat_of("the phone's own key", 4) is None
        assert again.claimed(4) == {0}
        assert "the phone's own key" not in file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600

    def test_a_seat_is_claimed_once_and_freed_with_another_code(self) -> None:
        claims = Claims()
        first = claims.code(1, 0)
        self.claim(claims, 1, 0)
        with pytest.raises(SeatTakenError):
            claims.claim(1, 0, first.word, "another")
        claims.release(1, 0)
        with pytest.raises(WrongCodeError):
            claims.claim(1, 0, first.word, "another")
        self.claim(claims, 1, 0, "another")

    def test_a_claim_whose_answer_was_lost_may_be_repeated(self) -> None:
        claims = Claims()
        code = claims.code(1, 0)
        for _ in range(2):
            claims.claim(1, 0, code.digits, "key")
        assert claims.seat_of("key", 1) == 0

    def test_the_code_of_a_seat_opens_no_other_and_no_other_game(self) -> None:
        claims = Claims()
        for game_id, seat in ((1, 1), (2, 0)):
            with pytest.raises(WrongCodeError):
                claims.claim(game_id, seat, claims.code(1, 0).word, "key")

    def test_a_phone_that_takes_another_seat_leaves_its_first(self) -> None:
        claims = Claims()
        self.claim(claims, 1, 0)
        self.claim(claims, 1, 1)
        assert claims.claimed(1) == {1}

    @pytest.mark.parametrize("content", ["{", '{"game_id": 3, "digests": {"1": "abc"}}', "[]"])
    def test_a_damaged_or_older_file_is_no_reason_to_stop(
        self, tmp_path: Path, content: str
    ) -> None:
        (tmp_path / "claims.json").write_text(content)
        assert Claims(tmp_path / "claims.json").claimed(1) == frozenset()

    def test_only_the_newest_games_are_kept_and_always_the_present_one(
        self, tmp_path: Path
    ) -> None:
        claims = Claims(tmp_path / "claims.json")
        for game_id in range(100, 180):
            self.claim(claims, game_id, 0)
        self.claim(claims, 5, 0, "of an old game")
        again = Claims(tmp_path / "claims.json")
        assert again.seat_of("of an old game", 5) == 0
        assert again.claimed(100) == frozenset()


def visitor(
    address: str = "127.0.0.1", cookie: str = "", headers: Mapping[str, str] | None = None
) -> HTTPConnection:
    given = {**(headers or {}), **({"cookie": cookie} if cookie else {})}
    raw = [(name.lower().encode(), value.encode()) for name, value in given.items()]
    return HTTPConnection({"type": "http", "headers": raw, "client": (address, 1234)})


class TestDoor:
    def test_who_is_who(self) -> None:
        access = Access(ManualClock(), hasher=CHEAP_HASHER, port=8080)
        cookie = f"referee-screen-8080={access.screen_key.word}"
        assert access.viewer(visitor(), "", None) == SPECTATOR
        assert access.viewer(visitor(cookie=cookie), "", None) == OPERATOR
        assert access.viewer(visitor("192.168.1.9"), access.screen_key.word, None) == OPERATOR
        access.pin.change(PIN)
        assert access.viewer(visitor(cookie=cookie), "", None) == SCREEN
        # A token that is not valid any more takes nothing from what the browser has besides.
        assert access.viewer(visitor(cookie=cookie), "nonsense", None) == SCREEN
        assert access.viewer(visitor(), "nonsense", None) == SPECTATOR
        assert access.viewer(visitor(), access.sessions.begin(), None) == OPERATOR
        access.claims.claim(5, 2, access.claims.code(5, 2).word, "its own key")
        assert access.viewer(visitor("192.168.1.9"), "its own key", 5) == seated(2)
        assert access.viewer(visitor("192.168.1.9"), "its own key", 6) == SPECTATOR

    def test_the_screen_of_another_port_or_with_another_key_is_none(self) -> None:
        access = Access(ManualClock(), hasher=CHEAP_HASHER, port=8080)
        for cookie in (
            f"referee-screen-8081={access.screen_key.word}",
            "referee-screen-8080=x",
            "x=y",
        ):
            assert access.viewer(visitor(cookie=cookie), "", None) == SPECTATOR

    def test_the_key_is_kept_privately_and_made_anew_if_it_is_torn(self, tmp_path: Path) -> None:
        file = tmp_path / "screen-key"
        first = ScreenKey(file).word
        assert ScreenKey(file).word == first
        assert file.stat().st_mode & 0o777 == 0o600
        for torn in (b"", first[:20].encode(), b"\xff" * 43, b"a b" * 20):
            file.write_bytes(torn)
            again = ScreenKey(file).word
            assert len(again) == len(first)
            assert again != first

    @pytest.mark.parametrize(
        "headers",
        [
            {"X-Forwarded-For": "127.0.0.1"},
            {"X-Forwarded-For": ""},
            {"X-Real-IP": "127.0.0.1"},
            {"Forwarded": "for=127.0.0.1"},
            {"CF-Connecting-IP": "127.0.0.1"},
            {"X-Forwarded-Proto": "https"},
            {"Via": "1.1 proxy"},
        ],
        ids=lambda each: next(iter(each)),
    )
    @pytest.mark.parametrize("screen", ["key", "loopback"])
    def test_whoever_comes_through_a_proxy_is_never_the_screen(
        self, headers: dict[str, str], screen: ScreenMode
    ) -> None:
        access = Access(ManualClock(), hasher=CHEAP_HASHER, screen=screen)
        assert access.viewer(visitor(headers=headers), "", None) == SPECTATOR

    def test_whoever_sits_at_the_machine_is_the_screen_only_where_that_is_wanted(self) -> None:
        access = Access(ManualClock(), hasher=CHEAP_HASHER, screen="loopback")
        assert access.viewer(visitor(), "", None) == OPERATOR
        assert access.viewer(visitor("::1"), "", None) == OPERATOR
        assert access.viewer(visitor("192.168.1.9"), "", None) == SPECTATOR


def wrong_pins(table: RunningTable, forwarded: str, count: int) -> list[int]:
    with table.client() as client:
        return [
            client.post(
                "/operator/login", json={"pin": "0000"}, headers={"x-forwarded-for": forwarded}
            ).status_code
            for _ in range(count)
        ]


def test_only_a_trusted_proxy_is_believed_about_who_guesses(tmp_path: Path) -> None:
    waits = [401] * FREE_ATTEMPTS + [429]
    with running_table(tmp_path, pin=PIN, screen="key") as table:
        assert wrong_pins(table, "10.0.0.1", FREE_ATTEMPTS + 1) == waits
        # Whoever forges another address waits all the same.
        assert wrong_pins(table, "10.0.0.2", 1) == [429]
    with running_table(tmp_path, screen="key", trusted_proxies=["127.0.0.1"]) as behind:
        assert wrong_pins(behind, "10.0.0.1", FREE_ATTEMPTS + 1) == waits
        assert wrong_pins(behind, "10.0.0.2", 1) == [401]
        # What the client itself wrote before the proxy is not believed either.
        assert wrong_pins(behind, "10.9.9.9, 10.0.0.1", 1) == [429]
