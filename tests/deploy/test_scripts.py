"""The scripts of `deploy/`, as far as they can be tried without installing anything."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from referee.config import parse_table_profile
from tests.tools_expected import missing

DEPLOY = Path(__file__).parents[2] / "deploy"
SCRIPTS = sorted([*DEPLOY.rglob("*.sh"), *(DEPLOY.parent / "scripts").glob("*.sh")])
COMMANDS = [DEPLOY / name for name in ("install.sh", "update.sh", "uninstall.sh")]
each_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
each_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda path: path.name)


def run(*words: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [str(word) for word in words],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        **options,
    )


def in_library(words: str, **variables: str | Path) -> subprocess.CompletedProcess[str]:
    """Run bash with everything of `deploy/lib` at hand, and other places than the real ones."""
    places = "".join(f"{name}='{value}'\n" for name, value in variables.items())
    script = f"set -euo pipefail\nDEPLOY='{DEPLOY}'\nsource '{DEPLOY}/lib/all.sh'\n{places}{words}"
    return run("bash", "-c", script)


def said(words: str, **variables: str | Path) -> str:
    done = in_library(words, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@each_script
def test_bash_understands_it(script: Path) -> None:
    assert run("bash", "-n", script).stderr == ""


@each_script
def test_shellcheck_finds_nothing(script: Path) -> None:
    if shutil.which("shellcheck") is None:
        missing("not installed: shellcheck")
    done = run("shellcheck", script.name, cwd=script.parent)
    assert done.stdout == ""


@each_command
def test_commands_can_be_run_and_stop_at_the_first_error(command: Path) -> None:
    assert os.access(command, os.X_OK)
    assert "set -euo pipefail" in command.read_text(encoding="utf-8")


@each_command
def test_help_shows_how_to_use_it(command: Path) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: sudo deploy/{command.name}")


@each_command
def test_an_unknown_option_is_refused(command: Path) -> None:
    done = run(command, "--frobnicate")
    assert done.returncode == 2
    assert "There is no option --frobnicate" in done.stderr


@each_command
def test_without_the_rights_nothing_is_begun(command: Path) -> None:
    options = {"user": 65534, "cwd": "/"} if os.geteuid() == 0 else {}
    if options and run("cat", command, **options).returncode != 0:
        pytest.skip("nobody else may read this folder")
    done = run(command, **options)
    assert done.returncode == 1
    assert "run it again as  sudo" in done.stderr


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("/nowhere/at/all", "There is no /nowhere/at/all"),
        ("/etc/passwd", "neither a source tree nor a wheel"),
        ("/etc", "is no source tree"),
    ],
)
def test_a_source_that_is_none_is_refused(given: str, problem: str) -> None:
    done = in_library(f"checked_source {given}")
    assert done.returncode == 2
    assert problem in done.stderr


def source_tree(folder: Path) -> Path:
    (folder / "referee").mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', encoding="utf-8")
    (folder / "requirements.lock").write_text("numpy==2\n", encoding="utf-8")
    (folder / "referee/__init__.py").write_text("", encoding="utf-8")
    return folder


def test_a_release_is_named_after_version_and_contents(tmp_path: Path) -> None:
    tree = source_tree(tmp_path / "one")
    first = said(f"release_name {tree}")
    assert first.startswith("1.2.3-")
    (tree / "referee/__pycache__").mkdir()
    (tree / "referee/__pycache__/x.pyc").write_text("compiled", encoding="utf-8")
    assert said(f"release_name {tree}") == first
    (tree / "referee/__init__.py").write_text("changed = True\n", encoding="utf-8")
    assert said(f"release_name {tree}") != first


def test_the_version_of_a_wheel_is_in_its_name() -> None:
    assert said("version_of /some/where/table_referee-4.5.6-py3-none-any.whl") == "4.5.6"


def test_a_release_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    tree = source_tree(tmp_path / "tree")
    done = in_library(
        f"fill_release() {{ false; echo 'went on'; }}\nmake_release {tree}\necho 'went on'",
        RELEASES=tmp_path / "releases",
    )
    assert done.returncode == 1
    assert "went on" not in done.stdout
    assert "could not be installed, and nothing was changed" in done.stderr
    assert list((tmp_path / "releases").iterdir()) == []


def test_a_half_made_release_is_made_anew(tmp_path: Path) -> None:
    tree = source_tree(tmp_path / "tree")
    half = tmp_path / "releases" / said(f"release_name {tree}")
    half.mkdir(parents=True)
    (half / "rest").write_text("of a power cut", encoding="utf-8")
    words = f'fill_release() {{ touch "$RELEASE/new"; }}\nmake_release {tree}\necho $CHANGES'
    assert said(words, RELEASES=half.parent).endswith("\n1")
    assert sorted(path.name for path in half.iterdir()) == ["complete", "new"]
    assert said(words, RELEASES=half.parent) == "0"


# What is on the disk when it is asked to write everything that it holds back.
WATCHED = """
sync() {
    [[ ${!#} != "$RELEASE" ]] || echo "with:" $(cd "$RELEASE" && echo *) $(readlink "$CURRENT")
    command sync "$@"
}
fill_release() { touch "$RELEASE/new"; }
"""


def test_a_release_is_on_the_disk_before_it_is_complete_and_before_it_is_used(
    tmp_path: Path,
) -> None:
    """Otherwise a power cut leaves one that is called complete and has empty files."""
    tree = source_tree(tmp_path / "tree")
    places = {"RELEASES": tmp_path / "releases", "CURRENT": tmp_path / "current"}
    told = said(f'{WATCHED}make_release {tree}\nswitch_to "$RELEASE"', **places, RELEASE="")
    assert [line for line in told.splitlines() if line.startswith("with:")] == [
        "with: new",
        "with: complete new",
    ]
    assert (tmp_path / "current").resolve().name == said(f"release_name {tree}")


def test_two_releases_are_kept_and_never_the_wrong_ones(tmp_path: Path) -> None:
    releases = tmp_path / "releases"
    for age, name in enumerate(["newest", "second", "third", "in-use"]):
        (releases / name).mkdir(parents=True)
        (releases / name / "complete").touch()
        os.utime(releases / name, (10_000 - age, 10_000 - age))
    (tmp_path / "current").symlink_to(releases / "in-use")
    said("forget_old_releases", RELEASES=releases, CURRENT=tmp_path / "current")
    assert sorted(path.name for path in releases.iterdir()) == ["in-use", "newest", "second"]


@pytest.mark.parametrize(
    ("wish", "target", "chosen"),
    [
        ("auto", "graphical.target", "no"),
        ("no", "graphical.target", "no"),
        ("auto", "multi-user.target", "yes"),
        ("yes", "multi-user.target", "yes"),
        ("no", "multi-user.target", "no"),
    ],
)
def test_the_screen_belongs_to_the_desktop_or_to_the_table(
    tmp_path: Path, wish: str, target: str, chosen: str
) -> None:
    (tmp_path / "display-manager.service").touch()
    words = f"systemctl() {{ echo {target}; }}\nchoose_kiosk {wish}\necho $kiosk"
    assert said(words, UNITS=tmp_path).splitlines()[-1] == chosen


def test_a_screen_with_a_desktop_is_not_taken(tmp_path: Path) -> None:
    """Both would start on it, one over the other, whenever the computer is switched on."""
    (tmp_path / "display-manager.service").touch()
    words = "systemctl() { echo graphical.target; }\nchoose_kiosk yes"
    done = in_library(words, UNITS=tmp_path)
    assert done.returncode == 1
    assert "sudo systemctl set-default multi-user.target" in done.stderr


def test_a_file_is_written_once(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "deep/target"
    source.write_text("contents", encoding="utf-8")
    owner = said("echo $(id -un):$(id -gn)")
    put = f"put_file {source} {target} 640 {owner}"
    assert said(f"{put}; {put}; echo $CHANGES").endswith("\n1")
    assert target.read_text(encoding="utf-8") == "contents"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_link_is_changed_in_one_step(tmp_path: Path) -> None:
    link = tmp_path / "current"
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    said(f"put_link {tmp_path}/one {link}; put_link {tmp_path}/two {link}")
    assert link.resolve() == tmp_path / "two"
    assert list((tmp_path / "one").iterdir()) == []


@pytest.mark.parametrize(
    ("line", "is_wanted"),
    [
        ('url = "postgresql://referee@games.local/referee"', True),
        ('url = "sqlite:////var/lib/table-referee/referee.sqlite"', False),
    ],
)
def test_only_a_log_on_a_server_needs_its_driver(
    tmp_path: Path, line: str, is_wanted: bool
) -> None:
    profile = tmp_path / "table.toml"
    profile.write_text(f"[store]\n{line}\n", encoding="utf-8")
    answer = said("if wants_postgres; then echo yes; else echo no; fi", PROFILE=profile)
    assert answer == ("yes" if is_wanted else "no")


def test_a_log_on_a_server_needs_that_servers_programs(tmp_path: Path) -> None:
    profile = tmp_path / "table.toml"
    wanted = "is_known_package() { false; }; wanted_packages no no"
    assert "postgresql-client" not in said(wanted, PROFILE=profile).split()
    profile.write_text('[store]\nurl = "postgresql://referee@games.local/cafe"\n', encoding="utf-8")
    assert "postgresql-client" in said(wanted, PROFILE=profile).split()


@pytest.mark.parametrize(
    ("part", "expected"),
    [("postgres psycopg", ["psycopg", "psycopg-binary"]), ("pi simplejpeg", ["simplejpeg"])],
)
def test_what_only_some_tables_need_is_locked_like_everything_else(
    part: str, expected: list[str]
) -> None:
    lock = said(f"part_of_lock {DEPLOY.parent} {part}")
    packages = [line.split("==")[0] for line in lock.splitlines() if not line.startswith(" ")]
    assert packages == expected
    assert lock.count("--hash=sha256:") > 2
    assert not lock.endswith("\\")


@pytest.mark.parametrize("has_camera", [True, False])
def test_a_table_with_a_pi_camera_gets_a_part_that_fits_its_numpy(
    tmp_path: Path, has_camera: bool
) -> None:
    words = f"dpkg-query() {{ {str(has_camera).lower()}; }}; pip_install() {{ echo $*; }}"
    done = said(f"{words}; put_pi_camera", RELEASE=tmp_path)
    lock = f"--no-deps --require-hashes --requirement {tmp_path}/requirements-pi.lock"
    assert (lock in done) is has_camera
    # There is no picamera2 in this folder, and that is said.
    assert ("does not fit this program" in done) is has_camera


def test_that_part_can_be_loaded_beside_the_programs_numpy() -> None:
    """Debian's own, built for numpy 1, raises already when it is imported."""
    numpy, part = import_module("numpy"), import_module("simplejpeg")
    picture = numpy.full((8, 8, 3), 90, numpy.uint8)
    assert part.decode_jpeg(part.encode_jpeg(picture)).shape == picture.shape


def test_the_profile_of_a_new_table_is_good_and_simulated() -> None:
    profile = parse_table_profile((DEPLOY / "table.toml").read_text(encoding="utf-8"))
    assert (profile.camera.url, profile.scale.url) == ("twin:", "twin:")
    # The Chromium of Debian has no voices, so the page of the kiosk would be mute.
    assert profile.voice.url == "espeak:"
    assert "espeak-ng" in said("base_packages").split()
    assert profile.store.url == "sqlite:////var/lib/table-referee/referee.sqlite"


def test_the_manual_checks_name_what_there_is() -> None:
    page = (DEPLOY.parent / "docs/manual-checks.md").read_text(encoding="utf-8")
    units = re.findall(r"systemctl (?:[a-z-]+ )+(table-referee[a-z-]*)", page)
    assert units
    for unit in units:
        assert (DEPLOY / f"systemd/{unit}.service").is_file(), unit
    for script in re.findall(r"deploy/([a-z]+\.sh)", page):
        assert os.access(DEPLOY / script, os.X_OK), script


def test_the_form_tells_of_the_computer_and_not_of_its_owner() -> None:
    done = run(DEPLOY / "form.sh")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^memory: \d+ kB", done.stdout, re.MULTILINE)
    assert socket.gethostname() not in done.stdout.split()
    assert "key=" not in done.stdout


def test_no_script_names_a_package_server() -> None:
    for path in DEPLOY.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            text = path.read_text(encoding="utf-8").lower()
            assert "index-url" not in text, path
