"""What all devices share: URLs, stable names, sentences about troubles, and the `with` block."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec

from referee.errors import InputError
from referee.language import Language


class WithBlock(Protocol):
    """Something that leaving a `with` block closes."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class OpensAndCloses:
    """The `with` block of whatever can be opened and closed."""

    def open(self) -> None:
        """Begin."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class DeviceUrl(msgspec.Struct, frozen=True):
    """The parts of a device's URL."""

    scheme: str
    path: str = ""
    query: str = ""

    def __str__(self) -> str:
        """The URL for people, without options and without what might be a password."""
        return without_login(f"{self.scheme}:{self.path}")

    @property
    def whole(self) -> str:
        """All of it, as it was written."""
        return f"{self.scheme}:{self.path}" + (f"?{self.query}" if self.query else "")

    @property
    def options(self) -> Mapping[str, str]:
        """What stands behind the question mark."""
        return dict(parse_qsl(self.query, keep_blank_values=True))

    def number(self, name: str, default: float) -> float:
        """An option that is a number, zero or more."""
        text = self.options.get(name)
        if text is None:
            return default
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value < float("inf"):
            raise InputError(
                f"In {self}, {name} must be a number, not {text!r}: please correct it."
            )
        return value

    def expect_only(self, *names: str) -> None:
        """Refuse options that the scheme does not know."""
        for name in self.options:
            if name not in names:
                known = f"choose among {', '.join(names)}" if names else "leave it out"
                raise InputError(f"{self} has no option {name!r}; {known}.")


def parse_device_url(url: str) -> DeviceUrl | None:
    """The parts of a URL; None if it has no scheme.

    >>> parse_device_url("file:a.csv?speed=2").options
    {'speed': '2'}
    """
    scheme, colon, rest = url.partition(":")
    if not colon:
        return None
    path, _, query = rest.partition("?")
    return DeviceUrl(scheme, path, query)


def without_login(url: str) -> str:
    """The URL without the user and the password in it, however they are written.

    >>> without_login("http://me:p@ss@phone:8080/video")
    'http://…@phone:8080/video'
    """
    return re.sub("(?s)//.*@", "//…@", url)


def host_of(url: str) -> str:
    """Scheme, host and port of a device in the network; all that is told of where it is."""
    place = urlsplit(url)
    return f"{place.scheme}://{place.netloc.rpartition('@')[2]}"


Factory = TypeVar("Factory")


def find_factory(
    url: str, what: str, factories: Mapping[str, Factory], example: str = ""
) -> tuple[DeviceUrl, Factory]:
    """The parts of a URL, and what makes a device of its scheme."""
    parsed = parse_device_url(url)
    shown = url if parsed is None else str(parsed)
    schemes = ", ".join(f"{scheme}:" for scheme in sorted(factories))
    if parsed is None and example:
        raise InputError(f"{shown!r} names no {what}; write for example {example}, or {schemes}.")
    if parsed is None or parsed.scheme not in factories:
        raise InputError(f"{shown!r} is no kind of {what}; use one of {schemes}.")
    return parsed, factories[parsed.scheme]


def stable_names(folder: Path) -> list[Path]:
    """The names that the system gives devices by what they are; none where it gives none."""
    return sorted(folder.iterdir()) if folder.is_dir() else []


def device_sentences(
    device: str,
    state: StrEnum,
    findings: Sequence[StrEnum],
    words: Mapping[str, str | int],
    language: Language,
) -> list[str]:
    """What happened and what to do next, the state first."""
    names = [f"{device}-finding-{finding}" for finding in findings]
    # A recording that is over is no device that fell silent.
    if "recording-ended" not in findings:
        names.insert(0, f"{device}-state-{state}")
    return [language.say(name, **words) for name in names]
