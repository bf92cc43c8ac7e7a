"""The files around the program agree with each other."""

import re
import tomllib
from pathlib import Path

import pytest

import referee

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = sorted(ROOT.glob("requirements*.lock"))


def locked(name: str) -> dict[str, str]:
    """What a lock file pins: each package (with its condition) and its version."""
    text = (ROOT / name).read_text(encoding="utf-8")
    pins = re.findall(r"^([a-z0-9][a-z0-9.-]*)==(\S+)( ; .*?)? \\$", text, re.MULTILINE)
    return {package + condition: version for package, version, condition in pins}


def normalised(requirement: str) -> str:
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def newest_in_changelog() -> str:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[?(\d+\.\d+\.\d+)\b", text, re.MULTILINE)
    assert newest
    return newest[1]


def test_program_project_and_changelog_have_the_same_version() -> None:
    assert referee.__version__ == PROJECT["version"] == newest_in_changelog()


def test_there_is_a_lock_file_for_every_purpose() -> None:
    assert [lock.name for lock in LOCKS] == [
        "requirements-bench.lock",
        "requirements-test.lock",
        "requirements.lock",
    ]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_file_names_hashes_and_no_server(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")

    assert "://" not in text
    assert "--index-url" not in text
    assert re.search(r"--hash=sha256:[0-9a-f]{64}$", text, re.MULTILINE)


@pytest.mark.parametrize("name", ["requirements-test.lock", "requirements-bench.lock"])
def test_every_lock_holds_the_versions_of_the_runtime(name: str) -> None:
    assert locked("requirements.lock").items() <= locked(name).items()


@pytest.mark.parametrize(
    ("name", "extra"),
    [
        ("requirements.lock", "simulation"),
        ("requirements-test.lock", "test"),
        ("requirements-bench.lock", "bench"),
    ],
)
def test_every_dependency_is_locked(name: str, extra: str | None) -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = {*PROJECT["dependencies"], *extras[extra]}
    if "table-referee[conformance]" in wanted:
        wanted = wanted - {"table-referee[conformance]"} | {*extras["conformance"]}

    pinned = {key.split(" ")[0] for key in locked(name)}

    assert {normalised(requirement) for requirement in wanted} <= pinned


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "referee" / "py.typed").is_file()
