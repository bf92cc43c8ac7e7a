"""To whom the table listens, and under which addresses phones find it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from referee.app.dashboard.server import network_of
from referee.config.sections import WebSection
from referee.errors import InputError
from referee.web.access import network as network_module
from referee.web.access.network import EVERYWHERE, ITSELF, NetworkAccess, own_addresses
from tests.web.running_table import running_table

PIN = "2468"


def test_what_was_opened_or_closed_holds_over_a_restart_whatever_the_profile_says(
    tmp_path: Path,
) -> None:
    file = tmp_path / "network.json"
    for host in (ITSELF, EVERYWHERE, "192.0.2.7"):
        NetworkAccess(host, file).keep(is_open=True)
        assert NetworkAccess(host, file).is_open
        assert NetworkAccess(ITSELF, file).host == EVERYWHERE
        assert NetworkAccess("192.0.2.7", file).host == "192.0.2.7"
        NetworkAccess(host, file).keep(is_open=False)
        for again in (ITSELF, EVERYWHERE, "192.0.2.7"):
            assert NetworkAccess(again, file).host == ITSELF
    assert file.stat().st_mode & 0o777 == 0o600


def test_until_somebody_decides_it_is_as_the_profile_says(tmp_path: Path) -> None:
    assert NetworkAccess(EVERYWHERE, tmp_path / "network.json").is_open
    assert not NetworkAccess("::1", tmp_path / "network.json").is_open


@pytest.mark.parametrize("torn", [b"", b"{", b"\xff", b'{"is_open": 1}'])
def test_a_torn_file_opens_nothing(tmp_path: Path, torn: bytes) -> None:
    file = tmp_path / "network.json"
    file.write_bytes(torn)
    assert not NetworkAccess(EVERYWHERE, file).is_open


def test_a_table_that_listens_only_to_itself_has_no_address_for_phones() -> None:
    assert NetworkAccess(ITSELF).addresses(8080) == ()


def test_the_address_that_is_listened_to_is_the_one_that_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network_module, "_MDNS", tmp_path / "none")
    assert NetworkAccess("192.0.2.7").addresses(80) == ("http://192.0.2.7:80",)
    assert NetworkAccess("2001:db8::1").addresses(80) == ("http://[2001:db8::1]:80",)
    everywhere = NetworkAccess(EVERYWHERE).addresses(8080)
    assert everywhere == tuple(f"http://{each}:8080" for each in own_addresses())
    # Where names are told in the network, the name comes after the addresses, which always work.
    (tmp_path / "none").touch()
    name = socket.gethostname().partition(".")[0].lower()
    assert NetworkAccess("192.0.2.7").addresses(80)[-1] == f"http://{name}.local:80"


def test_a_screen_that_is_whoever_sits_there_lets_nobody_else_in(tmp_path: Path) -> None:
    NetworkAccess(ITSELF, tmp_path / "network.json").keep(is_open=True)
    assert not network_of(WebSection(screen="loopback"), tmp_path).is_open
    with pytest.raises(InputError, match="listens only to itself"):
        network_of(WebSection(screen="loopback", host=EVERYWHERE), tmp_path)


def test_the_network_is_opened_with_a_new_pin_and_not_without(tmp_path: Path) -> None:
    listened: list[str] = []

    async def listen(host: str) -> None:
        listened.append(host)

    kept = NetworkAccess(ITSELF, tmp_path / "network.json")
    with running_table(tmp_path, screen="key", network=kept, listen=listen) as table:
        with table.client() as stranger:
            assert stranger.put("/network", json={"is_open": True}).status_code == 401
        with table.client(table.access.screen_key.word) as screen:
            for unfit in ("", "123"):
                refused = screen.put("/network", json={"is_open": True, "pin": unfit})
                assert refused.status_code == 422
            assert listened == []
            opened = screen.put("/network", json={"is_open": True, "pin": PIN})
            assert opened.json()["is_open"]
            assert table.access.pin.is_right(PIN)
            # The screen alone is no operator any more.
            assert screen.put("/network", json={"is_open": False}).status_code == 401
            token = screen.post("/operator/login", json={"pin": PIN}).json()["token"]
        with table.client(token) as operator:
            assert not operator.put("/network", json={"is_open": False}).json()["is_open"]
    assert listened == [EVERYWHERE, ITSELF]


def test_a_port_that_is_taken_there_changes_nothing(tmp_path: Path) -> None:
    async def listen(_host: str) -> None:
        raise OSError("taken")

    kept = NetworkAccess(ITSELF, tmp_path / "network.json")
    with (
        running_table(tmp_path, screen="key", network=kept, listen=listen) as table,
        table.client(table.access.screen_key.word) as screen,
    ):
        refused = screen.put("/network", json={"is_open": True, "pin": PIN})
        assert refused.status_code == 409
        assert not table.access.network.is_open
    assert not NetworkAccess(ITSELF, tmp_path / "network.json").is_open


def test_the_key_of_the_table_becomes_a_cookie_that_no_script_reads(tmp_path: Path) -> None:
    with running_table(tmp_path, screen="key") as table, table.client() as browser:
        assert browser.post("/screen", json={"key": "x" * 43}).status_code == 403
        assert not browser.get("/table").json()["you"]["may_act"]
        answer = browser.post("/screen", json={"key": table.access.screen_key.word})
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"].lower()
        assert cookie.startswith(f"referee-screen-{table.access.port}=")
        assert {"httponly", "samesite=strict"} <= {each.strip() for each in cookie.split(";")}
        assert browser.get("/table").json()["you"]["may_act"]
