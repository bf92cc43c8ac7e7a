"""The table over the wire: state, orders, games and players."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from referee.games.bohnanza.actions import PlantCard
from referee.games.registry import find_game
from referee.web.routes.games import game_rules
from tests.web.fake_devices import StandInOther
from tests.web.running_table import RunningTable, running_table


def test_a_table_without_a_game_says_so(table: RunningTable) -> None:
    with table.client() as client:
        state = client.get("/table").json()
    assert (state["seq"], state["phase"], state["game"]) == (-1, "idle", None)
    assert state["you"] == {
        "role": "operator",
        "seat": None,
        "may_act": True,
        "may_operate": True,
        "may_report": False,
        "may_answer": False,
    }


def test_a_game_begins_and_is_shown(table: RunningTable) -> None:
    game_id = table.begin("magic-beanstalk", 3)
    with table.client() as client:
        state = client.get("/table").json()
    assert state["game"] == {
        "id": game_id,
        "name": "magic-beanstalk",
        "title": "Magic Beanstalk",
        "variant": "base",
        "has_falls": True,
        "card_names": "a",
    }
    assert [seat["name"] for seat in state["seats"]] == ["Juliette", "Fred", "Pierre"]
    assert [seat["colour"] for seat in state["seats"]] == ["blue", "vermilion", "yellow"]
    assert state["moment"] == "choosing"
    assert state["prompt"]["en"] != state["prompt"]["fr"]
    assert state["choices"][0]["action"]["type"] == "pick-card"
    assert set(state["choices"][0]["label"]) == {"en", "fr"}


def test_an_order_is_carried_out_and_a_stale_one_refused(table: RunningTable) -> None:
    table.begin("spookies")
    with table.client() as client:
        state = client.get("/table").json()
        order = (
            {"type": "act", "action": state["choices"][0]["action"]}
            if state["choices"]
            else {
                "type": "act",
                "action": {"type": "report-dice", "faces": [state["awaiting"]["faces"][0]]},
            }
        )
        taken = client.post("/orders", json={"seen": state["seq"], "order": order})
        assert taken.status_code == 200, taken.text
        assert taken.json()["accepted"] is True
        stale = client.post("/orders", json={"seen": state["seq"], "order": order})
    assert stale.status_code == 409
    body = stale.json()
    assert body["accepted"] is False
    assert "moved on" in body["why_not"]["en"]
    assert body["state"]["seq"] == taken.json()["seq"]


def test_a_refused_order_says_why_in_both_languages(table: RunningTable) -> None:
    table.begin("magic-beanstalk")
    action = {"type": "pick-card", "seat": 0, "value": 99}
    with table.client() as client:
        answer = client.post("/orders", json={"order": {"type": "act", "action": action}})
    assert answer.status_code == 409
    why_not = answer.json()["why_not"]
    assert why_not["en"] != why_not["fr"]
    assert answer.json()["rule"] == "MB-7"
    assert answer.json()["state"]["told"][-1]["rule"] == "MB-7"
    assert "rule" not in answer.json()["state"]["told"][0]


def test_a_refusal_that_is_no_rule_of_the_game_cites_none(table: RunningTable) -> None:
    table.begin("magic-beanstalk")
    with table.client() as client:
        answer = client.post("/orders", json={"order": {"type": "done"}})
    assert answer.status_code == 409
    assert answer.json()["rule"] is None


def test_everybody_can_read_the_rules_of_a_game(table: RunningTable) -> None:
    with table.client("nobody") as client:
        rules = client.get("/catalogue/magic-beanstalk/rules").json()
        unknown = client.get("/catalogue/chess/rules")
    assert rules["short"]["en"].startswith("Two to five players")
    assert rules["short"]["fr"].startswith("De deux à cinq joueurs")
    [announcing] = [each for each in rules["rules"] if each["id"] == "MB-30"]
    assert announcing["title"] == {"en": "Announcing the dice", "fr": "Annoncer les dés"}
    assert "one of the numbers on your card" in announcing["text"]["en"]
    assert unknown.status_code == 404
    assert "spookies" in unknown.json()["why_not"]["fr"]


def test_a_game_from_outside_may_have_no_rules_to_read(tmp_path: Path) -> None:
    told = game_rules(replace(find_game("spookies"), folder=tmp_path))
    assert (told.short["en"], told.rules) == ("", ())


def test_an_order_without_a_game_is_refused(table: RunningTable) -> None:
    with table.client() as client:
        answer = client.post("/orders", json={"order": {"type": "done"}})
    assert answer.status_code == 409
    assert answer.json()["state"]["phase"] == "idle"


def test_the_live_socket_tells_every_change(table: RunningTable) -> None:
    with connect(table.socket_address) as live:
        first = json.loads(live.recv(10))
        assert (first["type"], first["state"]["phase"]) == ("state", "idle")
        table.begin("haricots")
        seen = [json.loads(live.recv(10))]
        while seen[-1]["type"] != "state" or seen[-1]["state"]["phase"] != "playing":
            seen.append(json.loads(live.recv(10)))
        assert [event["type"] for event in seen[-1]["events"]][:1] == ["game-started"]
        table.play(1)
        while True:
            message = json.loads(live.recv(10))
            if message["type"] == "state" and message["events"]:
                break
        assert message["events"][0]["type"] == "table-acted"
        assert message["events"][-1]["seq"] == message["state"]["seq"]


def test_a_client_that_comes_back_gets_what_it_missed(table: RunningTable) -> None:
    table.begin("haricots")
    table.play(5)
    with connect(f"{table.socket_address}?after=0") as live:
        first = json.loads(live.recv(10))
    assert [event["seq"] for event in first["events"]] == list(range(1, first["state"]["seq"] + 1))


def test_told_sentences_come_as_messages(table: RunningTable) -> None:
    with connect(table.socket_address) as live:
        json.loads(live.recv(10))
        table.begin("spookies")
        for _ in range(20):
            message = json.loads(live.recv(10))
            if message["type"] == "told":
                break
        assert message["told"][0]["text"]["fr"]


def test_games_can_be_left_listed_and_resumed(table: RunningTable) -> None:
    first = table.begin("haricots")
    table.play(6)
    with table.client() as client:
        before = client.get("/table").json()
        assert client.post("/table/leave").status_code == 200
        assert client.get("/table").json()["phase"] == "idle"
        page = client.get("/games", params={"state": "unfinished"}).json()
        assert [game["id"] for game in page["games"]] == [first]
        assert client.post(f"/games/{first}/resume").status_code == 200
        after = client.get("/table").json()
        events = client.get("/table/events", params={"after": -1}).json()
    assert after["view"] == before["view"]
    assert events["seq"] == before["seq"]


def test_a_recorded_game_has_its_timeline(table: RunningTable) -> None:
    game_id = table.begin("spookies", options={"chips": "digital"})
    table.play()
    with table.client() as client:
        detail = client.get(f"/games/{game_id}").json()
        state = client.get("/table").json()
    assert state["phase"] == "over"
    assert detail["record"]["outcome"]["winners"] == state["outcome"]["winners"]
    assert all("sealed" not in name for name in detail["options"])
    assert detail["timeline"][0]["event"]["data"]["sealed_chips"] == []
    assert any(each["event"]["text"] for each in detail["timeline"])


def test_the_beans_of_edition_b_have_their_french_names_everywhere(table: RunningTable) -> None:
    game = table.begin("bohnanza", 3, {"edition": "b"})
    wrong = {"type": "plant-card", "seat": 0, "card": "garden", "field": 0}
    with table.client() as client:
        labels = {choice["label"]["fr"] for choice in client.get("/table").json()["choices"]}
        table.act(PlantCard(0, "blue", 0))
        refused = client.post("/orders", json={"order": {"type": "act", "action": wrong}})
        state = client.get("/table").json()
        timeline = client.get(f"/games/{game}").json()["timeline"]
    assert "planter Haricot bleu dans le premier champ" in labels
    assert "« Haricot bleu » pousse" in refused.json()["why_not"]["fr"]
    assert state["actions"][-1]["label"]["fr"].startswith("planter Haricot bleu")
    assert state["view"]["card_names"] == "b"
    told = [each["event"]["text"]["fr"] for each in timeline if each["event"]["text"]]
    assert any("plante Haricot bleu" in text for text in told)


def test_what_was_undone_stays_in_the_timeline_but_counts_no_more(table: RunningTable) -> None:
    game_id = table.begin("haricots")
    table.play(3)
    with table.client() as client:
        assert client.post("/orders", json={"order": {"type": "undo"}}).status_code == 200
        detail = client.get(f"/games/{game_id}").json()
    gone = [each["event"]["type"] for each in detail["timeline"] if not each["is_live"]]
    assert gone[0] == "table-acted"
    assert detail["timeline"][-1]["event"]["text"]["en"] == "Something was undone."


def test_actions_can_be_corrected_from_the_list(table: RunningTable) -> None:
    table.begin("spookies")
    table.play(12)
    with table.client() as client:
        actions = client.get("/table").json()["actions"]
    rolls = [action for action in actions if action["kind"] == "dice"]
    assert rolls
    assert all(roll["faces"] for roll in rolls)
    assert {action["by"] for action in actions} == {"person"}


def test_players_are_added_and_changed(table: RunningTable) -> None:
    with table.client() as client:
        made = client.post("/players", json={"name": "Anna", "colour": "#009E73"})
        assert made.status_code == 201
        number = made.json()["id"]
        changed = client.patch(f"/players/{number}", json={"name": "Hanna"}).json()
        assert (changed["name"], changed["colour"]) == ("Hanna", "#009e73")
        assert [each["id"] for each in client.get("/players").json()["players"]] == [number]
        assert client.patch("/players/999", json={"name": "x"}).status_code == 404
        bad = client.post("/players", json={"name": " ", "colour": "#009E73"})
    assert bad.status_code == 422
    assert "a name of 1 to 40 characters" in bad.json()["why_not"]["en"]


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "/etc/passwd"},
        {"edition": "../standard"},
        {"sealed_deck": [10, 10]},
        {"gold": "paper"},
        {"unknown": 1},
    ],
)
def test_options_that_cannot_be_chosen_are_refused(
    table: RunningTable, options: dict[str, object]
) -> None:
    seats = [{"name": "Anna"}, {"name": "Ben"}]
    with table.client() as client:
        answer = client.post(
            "/games", json={"game": "magic-beanstalk", "seats": seats, "options": options}
        )
        assert client.get("/table").json()["phase"] == "idle"
    assert answer.status_code == 422
    assert answer.json()["why_not"]["en"]


def test_the_catalogue_lists_what_can_be_chosen(table: RunningTable) -> None:
    with table.client() as client:
        games = {game["name"]: game for game in client.get("/catalogue").json()["games"]}
    assert {"bohnanza", "haricots", "magic-beanstalk", "spookies"} <= set(games)
    options = {option["name"]: option for option in games["magic-beanstalk"]["options"]}
    assert options["gold"]["choices"] == ["physical", "digital"]
    assert "standard" in options["edition"]["choices"]
    assert not {"numbers", "sealed_deck"} & set(options)
    assert games["bohnanza"]["players"] == {"a": [2, 3, 4, 5, 6, 7], "b": [3, 4, 5]}
    # Companions of games that are played elsewhere come last.
    assert list(games)[-1] == "tiles"


def test_the_catalogue_says_which_options_hold_a_seat_and_what_is_offered_of_a_number(
    table: RunningTable,
) -> None:
    with table.client() as client:
        games = {game["name"]: game for game in client.get("/catalogue").json()["games"]}
    seats = [(name, o["name"]) for name in games for o in games[name]["options"] if o["is_seat"]]
    assert sorted(seats) == [
        ("bohnanza", "first"),
        ("haricots", "first"),
        ("magic-beanstalk", "youngest"),
        ("spookies", "bravest"),
    ]
    options = {option["name"]: option for option in games["spookies"]["options"]}
    assert options["chips_in_play"]["offered"] == [None, 30, 10]
    assert options["chips_in_play"]["most_players"] == 3


def test_a_roll_says_which_faces_its_dice_have_and_what_still_counts(table: RunningTable) -> None:
    table.begin("spookies", 2)
    with table.client() as client:
        assert not client.get("/table").json()["game"]["has_falls"]
        for _ in range(200):
            table.play(1)
            state = client.get("/table").json()
            if state["rolled"]:
                break
    roll = [action for action in state["actions"] if action["kind"] == "dice"][-1]
    assert set(state["rolled"]) <= set(roll["possible"]) == set("123456")


def test_a_game_without_editions_says_the_bounds_of_its_numbers(table: RunningTable) -> None:
    with table.client() as client:
        games = {game["name"]: game for game in client.get("/catalogue").json()["games"]}
    pig = games["pig"]
    assert (pig["editions"], pig["players"]) == ([], {})
    assert (pig["min_players"], pig["max_players"]) == (2, 8)
    (goal,) = pig["options"]
    assert (goal["type"], goal["default"], goal["least"], goal["most"]) == ("number", 100, 10, 1000)


def test_eight_play_pig_to_the_end(table: RunningTable) -> None:
    table.begin("pig", 8, {"goal": 10})
    table.play()
    with table.client() as client:
        now = client.get("/table").json()
    assert (now["phase"], len(now["seats"])) == ("over", 8)
    assert max(now["outcome"]["scores"]) >= 10


SETUPS_THAT_CANNOT_BE = [
    ("haricots", ["Ada"], {}, "de 3 à 5 joueurs"),
    ("spookies", ["Ada", "ada"], {}, "Deux joueurs s’appellent Ada"),
    ("spookies", ["Ada", "\t"], {}, "un nom de 1 à 40 caractères"),
    ("spookies", list("ABCDE"), {"chips_in_play": 10}, "À 5 joueurs"),
    ("spookies", ["Ada", "Bo"], {"chips_in_play": 99999}, "Spookies sont en jeu"),
    ("spookies", list("ABCDE"), {"joker": True, "joker_pays": "chips"}, "que les jokers paient"),
    ("magic-beanstalk", ["Ada", "Bo"], {"youngest": 4}, "Personne n’est assis là"),
    ("magic-beanstalk", ["Ada", "Bo"], {"gold": "paper"}, "choisissez à nouveau"),
    ("pig", ["Ada", "Bo"], {"goal": 9}, "choisissez à nouveau"),
    ("bohnanza", ["Ada", "Bo"], {"edition": "b"}, "se joue à 3, 4 ou 5 ; choisissez"),
    ("bridge", ["Ada", "Bo"], {}, "spookies, ten-thousand, tiles ou yatzy"),
]


@pytest.mark.parametrize(("game", "names", "options", "words"), SETUPS_THAT_CANNOT_BE)
def test_what_cannot_be_agreed_is_said_in_both_languages(
    table: RunningTable, game: str, names: list[str], options: dict[str, Any], words: str
) -> None:
    seats = [{"name": name} for name in names]
    with table.client() as client:
        answer = client.post("/games", json={"game": game, "seats": seats, "options": options})
    assert answer.status_code == (404 if game == "bridge" else 422)
    why_not = answer.json()["why_not"]
    assert words in why_not["fr"].replace("\u202f", " ")
    assert why_not["en"] != why_not["fr"]


def test_the_table_becomes_the_other_one_it_can_be(tmp_path: Path) -> None:
    other = StandInOther()
    with running_table(tmp_path, other_table=other) as table, table.client() as client:
        assert client.get("/table/other").json() == {"kind": "camera"}
        assert client.post("/table/other").status_code == 200
        assert other.is_wanted
        # Somebody has unplugged the camera meanwhile.
        other.found = None
        assert client.get("/table/other").json() == {"kind": None}
        refused = client.post("/table/other")
    assert (refused.status_code, "Plug a camera in" in refused.json()["why_not"]["en"]) == (409, 1)


def test_a_table_with_a_profile_becomes_no_other(table: RunningTable) -> None:
    with table.client() as client:
        assert client.get("/table/other").json() == {"kind": None}
        assert client.post("/table/other").status_code == 409


def test_the_catalogue_says_which_games_need_only_dice(table: RunningTable) -> None:
    with table.client() as client:
        listed = {game["name"]: game for game in client.get("/catalogue").json()["games"]}
    assert listed["pig"]["needs_only_dice"]
    assert not listed["spookies"]["needs_only_dice"]
