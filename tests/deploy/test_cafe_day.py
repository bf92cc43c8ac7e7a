"""A day in a café, with the installed table: the Wi-Fi goes, the card is full, the night comes."""

from __future__ import annotations

import os
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.deploy.computer import SERVICE, Computer
from tests.deploy.container import why_not

NIGHT = "table-referee-night.service"
WIFI = "203.0.113"
"""Addresses that belong to nobody."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=why_not() or ""),
]


def test_it_is_switched_on_and_played_at(cafe: Computer) -> None:
    page = cafe.guest("page")
    assert "<!doctype html>" in page.lower()
    assert "/assets/" in page
    before = cafe.guest("state")
    cafe.guest("roll", "4")
    after = cafe.guest("state")
    assert after["phase"] == before["phase"] == "playing"
    assert after["view"] != before["view"]


def test_the_wifi_goes_and_comes_back(cafe: Computer) -> None:
    cafe.guest("let-phones-join", "135790")
    with wifi(cafe):
        assert phone_gets_the_page()
        before = cafe.guest("state")
    # Nobody from elsewhere, but the table's own screen plays on.
    cafe.guest("roll", "6")
    assert cafe.guest("state")["seq"] > before["seq"]
    with wifi(cafe):
        assert phone_gets_the_page()
    assert times_started(cafe) == 0


@contextmanager
def wifi(cafe: Computer) -> Iterator[None]:
    """A network between this computer and that of the table, for as long."""
    ours, theirs = f"referee{os.getpid()}", str(cafe.debian.leader)
    ip("link", "add", ours, "type", "veth", "peer", "name", "wlan0", "netns", theirs)
    ip("address", "add", f"{WIFI}.1/24", "dev", ours)
    ip("link", "set", ours, "up")
    inside = ("nsenter", f"--target={theirs}", "--net")
    ip("address", "add", f"{WIFI}.10/24", "dev", "wlan0", before=inside)
    ip("link", "set", "wlan0", "up", before=inside)
    try:
        yield
    finally:
        ip("link", "delete", ours)


def ip(*words: str, before: tuple[str, ...] = ()) -> None:
    subprocess.run([*before, "ip", *words], check=True, capture_output=True)


def phone_gets_the_page() -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"http://{WIFI}.10:8080/", timeout=30) as answer:
        return bool(answer.status == 200)


def test_a_full_card_stops_no_game(cafe: Computer) -> None:
    """What is played meanwhile waits in memory, and is said; with room again it is written."""
    cafe.guest("roll", "4")
    cafe.card.fill()
    # More than fit into what the log has set aside already.
    cafe.run("/mnt/shelf/inside/guest.py", "play", "10")
    state = cafe.guest("state")
    assert state["unsaved"]
    assert light_of(cafe, "disk") == "red"
    cafe.card.make_room()
    cafe.guest("roll", "4")
    saved = cafe.guest("state")
    assert not saved["unsaved"]
    cafe.pull_the_plug()
    cafe.switch_on()
    cafe.table_is_well()
    assert cafe.guest("state")["seq"] >= saved["seq"]


def test_a_table_starts_with_a_full_card(cafe: Computer) -> None:
    """Whoever looks for why it is full needs the page for it."""
    game = cafe.guest("state")["game"]
    cafe.card.fill()
    cafe.pull_the_plug()
    cafe.switch_on()
    cafe.table_is_well()
    assert cafe.guest("state")["game"] == game
    assert light_of(cafe, "disk") == "red"


def light_of(cafe: Computer, part: str) -> str:
    (light,) = [each["light"] for each in cafe.guest("lights") if each["part"] == part]
    return str(light)


def test_at_night_the_table_starts_anew_while_nobody_plays(cafe: Computer) -> None:
    before = cafe.guest("state")
    cafe.drop_in(NIGHT, "[Service]\nEnvironment=REFEREE_QUIET_S=5\n")
    first = main_pid(cafe)
    with cafe.debian.start("/mnt/shelf/inside/guest.py", "play", "12") as playing:
        cafe.run("systemctl", "start", NIGHT)
        assert main_pid(cafe) == first
        playing.communicate()

    cafe.run("systemctl", "start", NIGHT)

    assert main_pid(cafe) != first
    cafe.table_is_well()
    after = cafe.guest("state")
    assert (after["game"], after["phase"]) == (before["game"], "playing")
    assert after["seq"] > before["seq"]


def main_pid(cafe: Computer) -> str:
    return cafe.run("systemctl", "show", SERVICE, "--value", "-p", "MainPID").stdout.strip()


def times_started(cafe: Computer) -> int:
    return int(cafe.run("systemctl", "show", SERVICE, "--value", "-p", "NRestarts").stdout)
