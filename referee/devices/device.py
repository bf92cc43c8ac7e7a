"""What all devices share: the URL that the table profile names them by, and the `with` block."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import parse_qsl

import msgspec

from referee.errors import InputError


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
    options: Mapping[str, str] = {}

    def __str__(self) -> str:
        return f"{self.scheme}:{self.path}"

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
    return DeviceUrl(scheme, path, dict(parse_qsl(query, keep_blank_values=True)))
