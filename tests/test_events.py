import json
from datetime import UTC, datetime, timedelta, timezone
from typing import ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import CodecError
from referee.events import Codec, Envelope, JsonObject, Upgrade

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    version: ClassVar[int] = 1


class Rolled(Event, frozen=True):
    seat: int
    faces: tuple[int, ...]


class Fell(Event, frozen=True):
    pieces: frozenset[str] = frozenset()
    grams_by_seat: dict[int, float] = {}


class Untagged(msgspec.Struct, frozen=True):
    type: str
    version: int


small = st.integers(-(2**53), 2**53)
rolled = st.builds(Rolled, small, st.lists(small, max_size=5).map(tuple))
fell = st.builds(
    Fell,
    st.frozensets(st.text(max_size=8), max_size=5),
    st.dictionaries(small, st.floats(allow_nan=False, allow_infinity=False), max_size=5),
)
untagged = st.builds(Untagged, st.text(max_size=8), small)
moments = st.datetimes(
    min_value=datetime(1971, 1, 1),  # noqa: DTZ001 - the strategy adds the zone
    max_value=datetime(2200, 1, 1),  # noqa: DTZ001 - as above
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=2)), timezone(timedelta(hours=-9))]),
)


@pytest.fixture
def codec() -> Codec:
    return Codec([Rolled, Fell, Untagged])


def make_envelope(seq: int = 1, at: datetime = NOON, cause: int | None = None) -> Envelope:
    return Envelope(seq, at, cause, "rolled", 1, {})


class TestRoundTrip:
    @given(event=st.one_of(rolled, fell, untagged), at=moments, seq=st.integers(1, 2**53))
    def test_an_event_comes_back_from_its_line(
        self, event: Fell | Rolled | Untagged, at: datetime, seq: int
    ) -> None:
        codec = Codec([Rolled, Fell, Untagged])
        envelope = codec.envelop(event, seq=seq, at=at, cause=seq - 1)

        read = msgspec.json.decode(msgspec.json.encode(envelope), type=Envelope)

        assert read == envelope
        assert codec.event_in(read) == event

    @given(event=st.one_of(rolled, fell, untagged))
    def test_encode_and_decode_are_a_pair(self, event: Fell | Rolled | Untagged) -> None:
        codec = Codec([Rolled, Fell, Untagged])
        envelope = codec.envelop(event, seq=1, at=NOON)

        assert codec.encode(event) == envelope.data
        assert codec.decode(envelope.type, envelope.version, codec.encode(event)) == event


class TestEnvelope:
    def test_a_line_is_plain_json_in_a_fixed_order(self, codec: Codec) -> None:
        envelope = codec.envelop(Rolled(0, (3, 5)), seq=7, at=NOON, cause=6)

        assert msgspec.json.encode(envelope) == (
            b'{"seq":7,"at":"2025-01-01T12:00:00Z","cause":6,"type":"rolled","version":1,'
            b'"data":{"seat":0,"faces":[3,5]}}'
        )

    def test_the_time_is_kept_in_utc(self) -> None:
        tokyo = timezone(timedelta(hours=9))

        envelope = make_envelope(at=datetime(2025, 1, 1, 21, tzinfo=tokyo))

        assert envelope.at == NOON
        assert envelope.at.tzinfo is UTC

    def test_a_time_without_a_zone_is_refused(self) -> None:
        with pytest.raises(ValueError, match="time zone"):
            make_envelope(at=datetime(2025, 1, 1))  # noqa: DTZ001 - the mistake under test

    @pytest.mark.parametrize("cause", [1, 2, -1])
    def test_a_cause_comes_before_its_effect(self, cause: int) -> None:
        with pytest.raises(ValueError, match="comes before it"):
            make_envelope(seq=1, cause=cause)

    @pytest.mark.parametrize(
        "change",
        [
            {"seq": -1},
            {"seq": "1"},
            {"at": "2025-01-01T12:00:00"},
            {"at": "yesterday"},
            {"cause": 7},
            {"version": 0},
            {"data": []},
            {"colour": "red"},
        ],
    )
    def test_a_damaged_envelope_is_refused(self, change: JsonObject) -> None:
        fields = msgspec.to_builtins(make_envelope()) | change

        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(fields, Envelope)


class TestNames:
    def test_the_tag_is_the_name_and_stays_out_of_the_data(self, codec: Codec) -> None:
        envelope = codec.envelop(Rolled(0, (1,)), seq=1, at=NOON)

        assert envelope.type == "rolled"
        assert "type" not in envelope.data

    def test_a_class_without_a_tag_goes_by_its_own_name_and_keeps_its_fields(
        self, codec: Codec
    ) -> None:
        envelope = codec.envelop(Untagged("wood", 4), seq=1, at=NOON)

        assert (envelope.type, envelope.version) == ("Untagged", 1)
        assert envelope.data == {"type": "wood", "version": 4}

    def test_data_with_the_tag_is_read_if_it_agrees(self, codec: Codec) -> None:
        data = {"type": "rolled", "seat": 0, "faces": [1]}

        assert codec.decode("rolled", 1, data) == Rolled(0, (1,))

    def test_data_with_another_tag_is_damaged(self, codec: Codec) -> None:
        with pytest.raises(CodecError, match="damaged"):
            codec.decode("rolled", 1, {"type": "fell", "seat": 0, "faces": [1]})

    def test_a_name_can_be_given(self) -> None:
        codec = Codec()
        codec.register(Rolled, name="pig.rolled")

        assert codec.envelop(Rolled(0, (1,)), seq=1, at=NOON).type == "pig.rolled"
        assert codec.decode("pig.rolled", 1, {"seat": 0, "faces": [1]}) == Rolled(0, (1,))

    def test_sets_have_one_order(self, codec: Codec) -> None:
        pieces = [f"piece {number}" for number in range(10, 40)]

        assert codec.encode(Fell(frozenset(pieces)))["pieces"] == pieces


class TestRegistration:
    def test_two_classes_cannot_share_a_name(self, codec: Codec) -> None:
        with pytest.raises(ValueError, match="'rolled' of Untagged is taken by Rolled"):
            Codec([Rolled]).register(Untagged, name="rolled")

    def test_a_class_has_one_name(self, codec: Codec) -> None:
        with pytest.raises(ValueError, match="has an event name already"):
            codec.register(Rolled, name="rolled again")

    def test_an_event_is_frozen(self) -> None:
        class Changeable(msgspec.Struct):
            seat: int

        with pytest.raises(TypeError, match="frozen"):
            Codec([Changeable])

    def test_an_event_has_named_fields_in_json(self) -> None:
        class Listed(msgspec.Struct, frozen=True, array_like=True):
            seat: int

        with pytest.raises(TypeError, match="array-like"):
            Codec([Listed])

    def test_a_failed_registration_leaves_no_trace(self) -> None:
        codec = Codec()
        with pytest.raises(ValueError, match="gap"):
            codec.register(Rolled, version=3, upgrades={1: dict})

        codec.register(Rolled)

    def test_an_unregistered_event_cannot_be_encoded(self) -> None:
        with pytest.raises(TypeError, match="Rolled is not registered"):
            Codec().encode(Rolled(0, (1,)))


class TestVersions:
    @pytest.fixture
    def third(self) -> Codec:
        """Version 1 had one die, version 2 called the seat a player."""

        def several_dice(data: JsonObject) -> JsonObject:
            data["faces"] = [data.pop("face")]
            return data

        def seats(data: JsonObject) -> JsonObject:
            return {"seat": data["player"], "faces": data["faces"]}

        codec = Codec()
        codec.register(Rolled, version=3, upgrades={1: several_dice, 2: seats})
        return codec

    @pytest.mark.parametrize(
        ("version", "data"),
        [
            (1, {"player": 2, "face": 6}),
            (2, {"player": 2, "faces": [6]}),
            (3, {"seat": 2, "faces": [6]}),
        ],
    )
    def test_older_versions_are_read(self, third: Codec, version: int, data: JsonObject) -> None:
        before = json.dumps(data)

        assert third.decode("rolled", version, data) == Rolled(2, (6,))
        assert json.dumps(data) == before

    def test_the_newest_version_is_written(self, third: Codec) -> None:
        assert third.envelop(Rolled(2, (6,)), seq=1, at=NOON).version == 3

    def test_the_version_may_stand_in_the_class(self) -> None:
        class Moved(Event, frozen=True):
            version: ClassVar[int] = 2
            seat: int

        codec = Codec()
        codec.register(Moved, upgrades={1: lambda data: {"seat": data["player"]}})

        assert codec.envelop(Moved(1), seq=1, at=NOON).version == 2
        assert codec.decode("moved", 1, {"player": 1}) == Moved(1)

    def test_a_version_from_the_future_asks_for_an_update(self, codec: Codec) -> None:
        with pytest.raises(CodecError, match=r"newer program \(version 2.* update the program"):
            codec.decode("rolled", 2, {})

    def test_a_version_without_upgrade_asks_for_an_older_release(self) -> None:
        codec = Codec()
        codec.register(Rolled, version=3, upgrades={2: dict})

        with pytest.raises(CodecError, match=r"too old .* from version 2.* older release"):
            codec.decode("rolled", 1, {})

    def test_an_unknown_event_asks_for_an_update(self, codec: Codec) -> None:
        with pytest.raises(CodecError, match=r"knows no event 'flew': update the program"):
            codec.decode("flew", 1, {})

    def test_a_missing_field_is_damage(self, codec: Codec) -> None:
        with pytest.raises(CodecError, match=r"'rolled' is damaged .*faces.* backup"):
            codec.decode("rolled", 1, {"seat": 0})

    @pytest.mark.parametrize("upgrades", [{2: dict}, {1: dict, 3: dict}, {0: dict, 1: dict}])
    def test_upgrades_have_no_gap(self, upgrades: dict[int, Upgrade]) -> None:
        with pytest.raises(ValueError, match="without a gap"):
            Codec().register(Rolled, version=2, upgrades=upgrades)
