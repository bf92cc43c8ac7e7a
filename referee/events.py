"""Events as they are recorded: the envelope around each, and the codec between event and JSON.

An envelope in JSON:

    {"seq":7,"at":"2025-01-01T12:00:00Z","cause":6,"type":"dice-rolled","version":1,"data":{…}}

The type of the event stands in the envelope and only there: `data` holds the event's own fields,
without the tag of a tagged Struct. Data that still has the tag is read all the same, if it agrees.

Each game has a codec of its own, because two games may both have a `dice-rolled`.
"""

import copy
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec

from referee.errors import CodecError

JsonObject: TypeAlias = dict[str, Any]
"""What JSON calls an object: values of any kind, which whoever reads them has to check."""
Upgrade = Callable[[JsonObject], JsonObject]
"""Turns the data of one version into that of the next."""


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One recorded event: its place in the log, its time, what caused it, and what it says.

    `cause` is the `seq` of the earlier event that led to this one, so that every effect can be
    traced to its origin. `at` is kept in UTC whatever zone it was given in.
    """

    seq: Annotated[int, msgspec.Meta(ge=0)]
    at: Annotated[datetime, msgspec.Meta(tz=True)]
    cause: int | None
    type: str
    version: Annotated[int, msgspec.Meta(ge=1)]
    data: JsonObject

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError("the time of an event needs a time zone")
        if self.cause is not None and not 0 <= self.cause < self.seq:
            raise ValueError("the cause of an event comes before it in the log")
        msgspec.structs.force_setattr(self, "at", self.at.astimezone(UTC))


class _Kind(NamedTuple):
    name: str
    version: int
    event_class: type[msgspec.Struct]
    upgrades: Mapping[int, Upgrade]

    @property
    def oldest_version(self) -> int:
        return self.version - len(self.upgrades)


class Codec:
    """Knows the event classes of one game by name and version, and reads their older versions.

    >>> codec = Codec([DiceRolled, TowerFell])
    >>> envelope = codec.envelop(DiceRolled((3, 5)), seq=1, at=clock.now())
    >>> codec.event_in(envelope)
    DiceRolled(faces=(3, 5))
    """

    def __init__(self, event_classes: Iterable[type[msgspec.Struct]] = ()) -> None:
        self._by_name: dict[str, _Kind] = {}
        self._by_class: dict[type[msgspec.Struct], _Kind] = {}
        for event_class in event_classes:
            self.register(event_class)

    def register(
        self,
        event_class: type[msgspec.Struct],
        *,
        name: str | None = None,
        version: int | None = None,
        upgrades: Mapping[int, Upgrade] | None = None,
    ) -> None:
        """Make an event class known.

        `name` is the class's tag, or the name of a class without one; `version` is its class
        variable `version`, or 1. `upgrades[2]` turns data of version 2 into data of version 3;
        versions before the first upgrade can no longer be read.
        """
        kind = _Kind(
            name=name or _name_of(event_class),
            version=_version_of(event_class) if version is None else version,
            event_class=event_class,
            upgrades=dict(upgrades or {}),
        )
        _check(kind)
        self._check_is_new(kind)
        self._by_name[kind.name] = kind
        self._by_class[event_class] = kind

    def encode(self, event: msgspec.Struct) -> JsonObject:
        """The event's fields as plain JSON values, without its tag."""
        return _encode(self._kind_of(event), event)

    def decode(self, type_name: str, version: int, data: Mapping[str, object]) -> msgspec.Struct:
        """The event that was recorded under this type and version."""
        kind = self._by_name.get(type_name)
        if kind is None:
            raise CodecError(
                f"This program knows no event {type_name!r}: update the program, or open the log "
                "with the game it was recorded for."
            )
        current = _upgrade(kind, version, data)
        try:
            return msgspec.convert(current, kind.event_class, str_keys=True)
        except msgspec.ValidationError as error:
            raise CodecError(
                f"The recorded event {type_name!r} is damaged ({error}): take the file from a "
                "backup or export it again."
            ) from error

    def envelop(
        self, event: msgspec.Struct, *, seq: int, at: datetime, cause: int | None = None
    ) -> Envelope:
        """Put an event into its envelope."""
        kind = self._kind_of(event)
        return Envelope(seq, at, cause, kind.name, kind.version, _encode(kind, event))

    def event_in(self, envelope: Envelope) -> msgspec.Struct:
        """Take an event out of its envelope."""
        return self.decode(envelope.type, envelope.version, envelope.data)

    def _kind_of(self, event: msgspec.Struct) -> _Kind:
        try:
            return self._by_class[type(event)]
        except KeyError:
            raise TypeError(f"{type(event).__qualname__} is not registered as an event.") from None

    def _check_is_new(self, kind: _Kind) -> None:
        other = self._by_name.get(kind.name)
        if other is not None:
            raise ValueError(
                f"The event name {kind.name!r} of {kind.event_class.__qualname__} is taken by "
                f"{other.event_class.__qualname__}."
            )
        if kind.event_class in self._by_class:
            raise ValueError(f"{kind.event_class.__qualname__} has an event name already.")


def _name_of(event_class: type[msgspec.Struct]) -> str:
    tag = event_class.__struct_config__.tag
    return tag if isinstance(tag, str) else event_class.__name__


def _version_of(event_class: type[msgspec.Struct]) -> int:
    # A field called `version` leaves a descriptor on the class, and says nothing of the class.
    version = getattr(event_class, "version", 1)
    return version if isinstance(version, int) else 1


def _check(kind: _Kind) -> None:
    config = kind.event_class.__struct_config__
    if not config.frozen or config.array_like:
        raise TypeError(f"{kind.event_class.__qualname__} must be frozen and not array-like.")
    oldest = kind.oldest_version
    if oldest < 1 or set(kind.upgrades) != set(range(oldest, kind.version)):
        raise ValueError(
            f"The upgrades of {kind.name!r} must lead to version {kind.version} without a gap."
        )


def _encode(kind: _Kind, event: msgspec.Struct) -> JsonObject:
    # Sets have no order of their own; the same event must always give the same line.
    plain = msgspec.to_builtins(event, str_keys=True, order="deterministic")
    # Through JSON and back, so that an event looks the same before and after it is recorded.
    data: JsonObject = msgspec.json.decode(msgspec.json.encode(plain))
    tag_field = kind.event_class.__struct_config__.tag_field
    if tag_field is not None:
        del data[tag_field]
    return data


def _upgrade(kind: _Kind, version: int, data: Mapping[str, object]) -> JsonObject:
    if version > kind.version:
        raise CodecError(
            f"The event {kind.name!r} was recorded by a newer program (version {version}, this "
            f"program reads up to {kind.version}): update the program and open it again."
        )
    if version < kind.oldest_version:
        raise CodecError(
            f"The event {kind.name!r} of version {version} is too old for this program, which "
            f"reads from version {kind.oldest_version}: open it with an older release."
        )
    if version == kind.version:
        return dict(data)
    # Upgrades may change what they are given; the recorded data stays as it is.
    current = copy.deepcopy(dict(data))
    for step in range(version, kind.version):
        current = kind.upgrades[step](current)
    return current
