"""Reading a table profile: every key known, every number in bounds, every error one sentence."""

import re
import sys
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import msgspec

from referee.config.keys import BOUNDS, MOVED_KEYS, children, known_keys
from referee.config.sections import KIND_PATTERN, LONGEST_PATH, TableProfile
from referee.errors import InputError
from referee.touch.profile import checked_touch_profile

_AT = re.compile(r"^(?P<problem>.*) - at `\$\.?(?P<path>[^`]*)`\Z", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>[^`]*)`")
_INDEX = re.compile(r"\[[^\]]*\]")
_KIND = re.compile(KIND_PATTERN)
_LONGEST_SHOWN = 40


class ProfileError(InputError):
    """A table profile has a mistake: which file, which key, what is wrong with it."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        # All three go to the base class, so that the error survives pickling between processes.
        super().__init__(file, key, problem)
        self.file = file
        self.key = key
        self.problem = problem

    def __str__(self) -> str:
        where = f"{self.file}, key {self.key!r}" if self.key else self.file
        return f"Please correct the table profile {where}: {self.problem.rstrip('.')}."


def read_table_profile(path: Path) -> TableProfile:
    """The profile in this file."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise ProfileError(
            str(path), "", f"it cannot be read ({reason}){_previous(path)}"
        ) from None
    except UnicodeDecodeError:
        raise ProfileError(str(path), "", f"it is not text in UTF-8{_previous(path)}") from None
    return parse_table_profile(text, str(path))


def parse_table_profile(text: str, file: str = "table.toml") -> TableProfile:
    """The profile in this text; `file` is how errors call it."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(file, "", f"it is not TOML ({error})") from None
    except RecursionError:
        # A file of nothing but brackets nests deeper than the parser can go.
        raise ProfileError(file, "", "it is nested too deeply to be a profile") from None
    except ValueError:
        # Python itself refuses numbers of thousands of digits, and nobody says where.
        raise ProfileError(file, *_endless_number(text)) from None
    for path, value in _entries(content):
        _check_known(file, path)
        _check_number(file, path, value)
        _check_named(file, path, value)
    try:
        profile = msgspec.convert(content, TableProfile)
        checked_touch_profile(profile.scale.touch)
    except msgspec.ValidationError as error:
        raise _plain_error(file, str(error), content) from None
    except InputError as error:
        problem = str(error).removeprefix("Please correct the touch profile: ")
        raise ProfileError(file, "scale.touch", problem) from None
    return profile


def _endless_number(text: str) -> tuple[str, str]:
    """The key before a number that cannot even be read."""
    longest = max(re.finditer(r"[0-9_]+", text), key=lambda found: len(found[0]))
    line = text[: longest.start()].rpartition("\n")[2]
    return line.partition("=")[0].strip(), f"a number of {len(longest[0])} digits cannot be used"


def _entries(content: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every key with its value, parents before children; items of lists as `path[3]`."""
    if isinstance(content, dict):
        for name, value in content.items():
            shown = name if "." not in name else f'"{name}"'
            below = f"{path}.{shown}" if path else shown
            yield below, value
            yield from _entries(value, below)
    elif isinstance(content, list):
        for place, value in enumerate(content):
            yield f"{path}[{place}]", value
            yield from _entries(value, f"{path}[{place}]")


def _general(path: str) -> str:
    """The path as `known_keys` has it: any item of a list, any name of an open section."""
    general = _INDEX.sub("[]", path)
    parent, _, name = general.rpartition(".")
    return f"{parent}.*" if name and f"{parent}.*" in known_keys() else general


def _check_known(file: str, path: str) -> None:
    general = _general(path)
    if general in MOVED_KEYS:
        raise ProfileError(file, path, f"it belongs elsewhere, write {MOVED_KEYS[general]}")
    parent = general.rpartition(".")[0]
    # What should not have children at all is told by its own type.
    is_open = parent in known_keys() and not children(parent)
    if general in known_keys() or is_open or general.endswith("[]"):
        return
    raise ProfileError(file, path, f"there is no such key{_nearest(general)}")


def _nearest(path: str) -> str:
    parent, _, name = path.rpartition(".")
    siblings = {each: f"{parent}.{each}" if parent else each for each in children(parent)}
    everywhere = {each.rpartition(".")[2]: each for each in known_keys()}
    for names in (siblings, everywhere):
        close = get_close_matches(name, names, n=1)
        if close:
            return f"; did you mean {names[close[0]]}"
    known = ", ".join(children(parent))
    return f"; choose among {known}" if known else "; leave it out"


def _check_number(file: str, path: str, value: object) -> None:
    general = _general(path)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    bounds = BOUNDS.get(general)
    is_within = bounds is None or bounds.least <= value <= bounds.most
    # Not `isfinite`: an integer may be too large to become a float.
    if not (is_within and abs(value) <= sys.float_info.max):
        raise ProfileError(file, path, _must_be(general, value))


def _check_named(file: str, path: str, value: object) -> None:
    """The entries of a section whose keys are free; the library cannot tell which one is wrong."""
    general = _general(path)
    if not general.endswith(".*"):
        return
    if not _KIND.match(path.rpartition(".")[2]):
        raise ProfileError(file, path, "a kind has only small letters, digits and dashes")
    if not (isinstance(value, str) and 0 < len(value) <= LONGEST_PATH):
        raise ProfileError(file, path, _must_be(general, value))


def _must_be(general: str, value: object) -> str:
    key = known_keys().get(general)
    if key is None:
        return "it cannot be used"
    # The address of a log or a camera may hold a password, which no error should tell.
    instead = "" if general in {"store.url", "camera.url"} else f", not {_shown(value)}"
    return f"it must be {key.must_be}{instead}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a section"
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except ValueError:
        # Python writes no number of thousands of digits.
        return "so long a number"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _plain_error(file: str, message: str, content: object) -> ProfileError:
    """What the library says, in words for whoever wrote the file."""
    found = _AT.match(message)
    problem, path = (found["problem"], found["path"]) if found else (message, "")
    missing = _MISSING.search(problem)
    if missing:
        return ProfileError(file, f"{path}.{missing['field']}".strip("."), "it is missing")
    key = known_keys().get(_general(path))
    if key is None or (key.is_section and isinstance(_value_at(content, path), dict)):
        # A sentence of the section's own check, or of nothing we know.
        return ProfileError(file, path, problem)
    return ProfileError(file, path, _must_be(_general(path), _value_at(content, path)))


def _value_at(content: object, path: str) -> object:
    return dict(_entries(content)).get(path, "what stands there")


def _previous(path: Path) -> str:
    previous = path.with_name(f"{path.name}.previous")
    return f"; the one before it is in {previous.name}" if previous.is_file() else ""
