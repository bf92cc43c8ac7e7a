"""Pictures of dice and questions, evidence files, and settings that last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from referee.app.dashboard.server import Dashboard
from referee.app.running_table import open_table
from referee.config import parse_table_profile
from referee.store.evidence import EvidencePart
from referee.store.thinning import FOR_EVER
from referee.table.facts import TrayRead
from referee.vision.readings import Certainty, Reading
from referee.web.settings import FileSettings
from referee.web.shapes.operator import Privacy, Settings
from tests.browser.started_table import free_port
from tests.table.umpire_stage import DIE_PX, die
from tests.web.running_table import PLAIN, RunningTable, wait_for

CUTOUT = b"\xff\xd8 a die \xff\xd9"
TRAY = b"\xff\xd8 the tray \xff\xd9"


def show_die(table: RunningTable, face: str, certainty: Certainty, *more: bytes) -> None:
    """One die lies in the tray, and for each other picture another certain one."""
    seen = die(face, 0, certainty=certainty, likely=(face,))
    others = [die("poppy", 2 * place) for place in range(1, 1 + len(more))]
    fact = TrayRead(
        at_s=1.0,
        rested_s=0.5,
        rest_number=4,
        kind="friend",
        reading=Reading((seen, *others), DIE_PX),
        cutouts=(CUTOUT, *more),
        picture_jpeg=TRAY,
    )

    def take(table_: object) -> None:
        umpire = table.thread.table.umpire
        assert umpire is not None
        umpire.take(fact)

    table.thread.ask(take).result(10)


def test_a_doubtful_die_is_asked_about_with_its_picture(table: RunningTable) -> None:
    table.begin("spookies")
    show_die(table, "anna", Certainty.DOUBTFUL)
    with table.client() as client:
        state = client.get("/table").json()
        question = state["question"]
        assert (question["topic"], question["has_picture"]) == ("face", True)
        assert question["options"][0]["value"] == "anna"
        picture = client.get(f"/question/{question['number']}/picture.jpg")
        assert picture.content == CUTOUT
        assert state["dice"][0]["certainty"] == "doubtful"
        assert client.get(state["dice"][0]["cutout"].removeprefix("/api/v1")).content == CUTOUT
        answer = {"type": "answer", "question": question["number"], "value": "poppy"}
        taken = client.post("/orders", json={"seen": state["seq"], "order": answer})
        assert taken.status_code == 200
        after = client.get("/table").json()
        assert after["view"]["figure"] == "poppy"
        assert after["actions"][-1]["faces"] == ["poppy"]
        assert client.get("/table/dice/4/7.jpg").status_code == 404
        assert client.get("/question/99/picture.jpg").status_code == 404


def test_dice_keep_their_pictures_when_they_change_places(table: RunningTable) -> None:
    table.begin("spookies")
    show_die(table, "anna", Certainty.CERTAIN, TRAY)

    def turn_round(table_: object) -> None:
        umpire = table.thread.table.umpire
        assert umpire is not None
        umpire.tray.dice = umpire.tray.dice[::-1]

    with table.client() as client:
        before = client.get("/table").json()["dice"]
        assert [each["face"] for each in before] == ["anna", "poppy"]
        table.thread.ask(turn_round).result(10)
        wait_for(lambda: client.get("/table").json()["dice"] == before[::-1])
        shown = [client.get(each["cutout"].removeprefix("/api/v1")).content for each in before]
        assert shown == [CUTOUT, TRAY]


def test_a_reading_can_be_changed_afterwards(table: RunningTable) -> None:
    table.begin("spookies")
    show_die(table, "anna", Certainty.CERTAIN)
    with table.client() as client:
        state = client.get("/table").json()
        assert state["view"]["figure"] == "anna"
        roll = state["actions"][-1]
        assert (roll["kind"], roll["by"]) == ("dice", "camera")
        order = {"type": "change-reading", "seq": roll["seq"], "faces": ["duffy"]}
        assert client.post("/orders", json={"order": order}).status_code == 200
        assert client.get("/table").json()["view"]["figure"] == "duffy"


def test_evidence_is_served_whole_and_in_parts(table: RunningTable) -> None:
    game_id = table.begin("magic-beanstalk")
    film = bytes(range(256)) * 40
    kept = table.store.evidence.keep(
        game_id,
        3,
        "fall",
        {
            "clip.webm": EvidencePart("video/webm", film),
            "curve.json": EvidencePart("application/json", b"{}"),
        },
    )
    with table.client() as client:
        detail = client.get(f"/games/{game_id}").json()
        assert detail["evidence"][0]["files"] == ["clip.webm", "curve.json"]
        whole = client.get(f"/evidence/{kept.name}/clip.webm")
        assert (whole.content, whole.headers["content-type"]) == (film, "video/webm")
        assert "immutable" in whole.headers["cache-control"]
        part = client.get(f"/evidence/{kept.name}/clip.webm", headers={"range": "bytes=100-199"})
        assert (part.status_code, part.content) == (206, film[100:200])
        assert client.get(f"/evidence/{kept.name}/other.bin").status_code == 404
        assert client.get("/evidence/nothing/clip.webm").status_code == 404


def test_settings_outlive_the_program(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    heard: list[Settings] = []
    settings = FileSettings(file, apply=heard.append)
    quiet = msgspec.structs.replace(settings.settings(), muted=True, language="fr")
    settings.change(quiet)
    settings.set_numbers("spookies", {"title": "Ours"})
    again = FileSettings(file)
    assert again.settings() == quiet
    assert again.numbers("spookies") == {"title": "Ours"}
    assert heard == [quiet]
    again.set_numbers("spookies", {})
    assert FileSettings(file).numbers("spookies") == {}
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_table_with_damaged_settings_starts_and_shows_it(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"settings": {"lang')
    with dashboard(tmp_path) as client:
        assert client.get("/operator/settings").json()["language"] == "fr", "as the profile says"
        light = next(each for each in lights(client) if each["part"] == "settings")
        assert (light["light"], "set them again" in light["next"]["en"]) == ("yellow", True)
        assert client.put("/operator/settings", json={"language": "en"}).status_code == 200
        assert "settings" not in {each["part"] for each in lights(client)}
    with dashboard(tmp_path) as client:
        assert client.get("/operator/settings").json()["language"] == "en"


def lights(client: httpx.Client) -> list[dict[str, Any]]:
    return list(client.get("/health").json()["lights"])


@contextmanager
def dashboard(folder: Path) -> Iterator[httpx.Client]:
    """The page of a table without devices, and a client on the same machine."""
    log = f'table.language = "fr"\nstore.url = "sqlite:///{folder / "log.sqlite"}"\n'
    none = (
        'camera.url = "none:"\nscale.url = "none:"\nvoice.url = "none:"\nweb.screen = "loopback"\n'
    )
    port = free_port()
    with (
        open_table(parse_table_profile(log + none)) as running,
        Dashboard(running, folder=folder, port=port) as page,
        httpx.Client(base_url=f"{page.address}api/v1", timeout=60, verify=PLAIN) as client,
    ):
        yield client


@pytest.mark.parametrize(
    "torn", [b"", b"{", b"\0" * 200, b'{"settings": {"volume": 7}}', b"\xff", b"[" * 100_000]
)
def test_a_damaged_settings_file_counts_as_none_until_it_is_set_anew(
    tmp_path: Path, torn: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(torn)
    loud = Settings(volume=1.0)
    settings = FileSettings(file, usual=loud)
    closed = Privacy(camera="operator", results="operator", kept_for=FOR_EVER)
    # Nobody knows any more what was closed to whom.
    assert settings.settings() == msgspec.structs.replace(loud, privacy=closed)
    assert settings.is_damaged
    assert "set them again" in caplog.text
    assert file.read_bytes() == torn, "whoever knows better may still correct it"
    settings.change(loud)
    assert (FileSettings(file).settings(), FileSettings(file).is_damaged) == (loud, False)
    assert not settings.is_damaged
