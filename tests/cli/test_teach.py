"""`referee teach`: a table, a verdict, a file; one sentence for a wrong folder."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from referee.app.face_sets import find_faces, load_faces
from referee.cli.teach import read_faces_folder, teach_faces
from referee.errors import InputError
from referee.language import language
from referee.vision.pictures import write_picture
from scripts.face_pictures import face_pictures
from tests.cli.test_command_line import assert_one_sentence, referee
from tests.store.small_disk import fill, small_disk


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    for face, pictures in face_pictures("magic-beanstalk").items():
        (folder / face).mkdir()
        for number, picture in enumerate(pictures[:3]):
            write_picture(folder / face / f"{number}.png", picture)
    (folder / "eye" / "notes.txt").write_text("not a picture")
    return folder


def told(folder: Path, out: Path, code: str = "en", *, as_json: bool = False) -> tuple[int, str]:
    text = StringIO()
    console = Console(file=text, width=160)
    status = teach_faces("stalk", folder, console, language(code), out, as_json=as_json)
    return status, text.getvalue()


def test_a_set_is_taught_told_about_and_kept(folder: Path, tmp_path: Path) -> None:
    status, text = told(folder, tmp_path / "sets")
    assert status == 0
    assert "told apart" in text
    assert "12 pictures" in text
    taught = load_faces(tmp_path / "sets" / "stalk.faces.json")
    assert taught.faces == ("die", "eye", "treasure", "trunk")
    assert set(taught.counts.values()) == {3}


def test_machines_get_json(folder: Path, tmp_path: Path) -> None:
    status, text = told(folder, tmp_path, "fr", as_json=True)
    data = msgspec.json.decode(text)
    assert status == 0
    assert data["right"] == 1
    assert data["confusion"]["eye"]["eye"] == 3
    assert data["verdict"] in {"clear", "narrow"}


@pytest.mark.parametrize("wrong", ["nowhere", "empty", "file"])
def test_a_wrong_folder_is_one_sentence(wrong: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError) as caught:
        read_faces_folder(tmp_path / wrong)
    assert caught.value.exit_code == 2
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["../evil", "", "Eye", "a b"])
def test_a_set_needs_a_plain_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no name for a set"):
        teach_faces(name, tmp_path, Console(file=StringIO()), language("en"))


def test_unknown_sets_and_files_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="referee teach"):
        find_faces("no-such-set")
    with pytest.raises(InputError, match="referee teach"):
        load_faces(tmp_path / "missing.faces.json")


def test_shipped_sets_need_no_teaching() -> None:
    assert set(find_faces("magic-beanstalk").faces) == {"eye", "die", "treasure", "trunk"}


def test_a_full_disk_leaves_the_old_set(folder: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 100) as disk:
        file = disk / "stalk.faces.json"
        file.write_text("what was taught before")
        fill(disk)
        done = referee("teach", "stalk", str(folder), "--out", str(disk))
        assert_one_sentence(done, f"{file} cannot be written", "No space left on device")
        assert file.read_text() == "what was taught before"
        assert {each.name for each in disk.iterdir()} == {file.name, "ballast"}
