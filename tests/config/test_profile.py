"""The table profile: read exactly, refused in one sentence, never half written."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.config import (
    ProfileError,
    TableProfile,
    format_table_profile,
    parse_table_profile,
    read_table_profile,
    write_table_profile,
)
from referee.config.keys import BOUNDS, MOVED_KEYS, known_keys
from referee.config.sections import (
    CameraSection,
    DiceSection,
    OperatorSection,
    PanelSection,
    ScaleSection,
    StoreSection,
    TableSection,
    VoiceSection,
    WebSection,
)
from referee.devices.camera.contract import LightSettings
from referee.devices.panel.pins import Common, PanelPins, PlacePins
from referee.devices.panel.urls import panel_from_url
from referee.devices.voice.contract import VoiceSettings
from referee.devices.voice.urls import voice_from_url
from referee.errors import InputError
from referee.touch.counts import ScaleCalibration
from referee.touch.pieces import PieceMass
from referee.touch.profile import TouchProfile
from referee.vision.tray.lens import Lens
from referee.vision.tray.sheet import TraySheet

ROOT = Path(__file__).parents[2]


def number(path: str) -> st.SearchStrategy[float]:
    """Any number that this key may have."""
    least, most = BOUNDS[path]
    return st.floats(least, most, allow_nan=False)


def text(longest: int, shortest: int = 0) -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs"]), min_size=shortest, max_size=longest)


def fields(kind: type[msgspec.Struct], path: str, *names: str) -> st.SearchStrategy[msgspec.Struct]:
    return st.builds(kind, **{name: number(f"{path}.{name}") for name in names})


@st.composite
def wirings(draw: st.DrawFn) -> PanelPins:
    pins = iter(draw(st.permutations(range(2, 28))))
    seats = tuple(
        PlacePins(button=next(pins), red=next(pins), green=next(pins), blue=next(pins))
        if has_lamp
        else PlacePins(button=next(pins))
        for has_lamp in draw(st.lists(st.booleans(), max_size=5))
    )
    buzzer = draw(st.sampled_from([None, next(pins)]))
    common, level = draw(st.sampled_from(Common)), draw(st.floats(0.01, 1.0))
    return PanelPins(seats=seats, buzzer=buzzer, common=common, brightness=level)


lights = fields(LightSettings, "camera.light", *LightSettings.__struct_fields__) | st.just(
    LightSettings(gain=2.0)
)
lenses = st.builds(
    Lens,
    st.integers(1, 20_000),
    st.integers(1, 20_000),
    st.tuples(*[number("camera.lens.focal_px[]")] * 2),
    st.tuples(*[number("camera.lens.centre_px[]")] * 2),
    st.sampled_from([0, 4, 5, 8, 12, 14]).flatmap(
        lambda size: st.tuples(*[number("camera.lens.distortion[]")] * size)
    ),
)
trays = st.builds(
    TraySheet,
    number("camera.tray.inner_width_mm"),
    number("camera.tray.inner_height_mm"),
    number("camera.tray.marker_mm"),
    st.tuples(*[st.tuples(*[number("camera.tray.marker_places_mm[][]")] * 2)] * 4),
)
calibrations = st.builds(
    ScaleCalibration,
    counts_per_gram=number("scale.calibration.counts_per_gram").filter(bool),
    tare_counts=number("scale.calibration.tare_counts"),
    capacity_g=st.none() | number("scale.calibration.capacity_g"),
    noise_counts=number("scale.calibration.noise_counts"),
)
touches = st.builds(
    TouchProfile,
    pieces=st.lists(
        st.builds(
            PieceMass,
            text(20),
            number("scale.touch.pieces[].mass_g"),
            number("scale.touch.pieces[].spread_g"),
        ),
        min_size=1,
        max_size=4,
    ).map(tuple),
    **{
        name: number(f"scale.touch.{name}")
        for name in TouchProfile.__struct_fields__
        if f"scale.touch.{name}" in BOUNDS
    },
)
devices = st.sampled_from(["twin:", "none:", "serial:auto", 'file:a "b"\\c.csv?speed=2', "v4l2:é"])
profiles = st.builds(
    TableProfile,
    table=st.builds(
        TableSection,
        name=text(60, 1),
        language=st.sampled_from(["en", "fr"]),
        countdown_s=st.floats(1, 30),
    ),
    camera=st.builds(
        CameraSection,
        url=devices,
        die_mm=st.floats(5, 60),
        light=st.none() | lights,
        lens=st.none() | lenses,
        tray=trays,
    ),
    dice=st.builds(
        DiceSection,
        sets=st.dictionaries(
            st.from_regex(r"\A[a-z0-9][a-z0-9-]{0,10}\Z"), text(30, 1), max_size=3
        ),
    ),
    scale=st.builds(ScaleSection, url=devices, calibration=st.none() | calibrations, touch=touches),
    voice=st.builds(
        VoiceSection,
        url=devices,
        volume=st.integers(0, 100),
        muted=st.booleans(),
        words_per_minute=st.integers(80, 400),
        pitch=st.integers(0, 99),
        voice=st.sampled_from(["", "+f3", "en-us"]),
    ),
    panel=st.builds(PanelSection, url=devices, pins=wirings()),
    store=st.builds(
        StoreSection,
        url=st.sampled_from(["sqlite:///a.sqlite", "postgresql://u:p@h/d"]),
        evidence=text(40),
    ),
    web=st.builds(WebSection, host=text(20, 1), port=st.integers(1, 65535), kiosk=st.booleans()),
    operator=st.builds(OperatorSection, name=text(40), contact=text(40)),
)


@settings(max_examples=40)
@given(profiles)
def test_what_is_written_is_read_back(profile: TableProfile) -> None:
    assert parse_table_profile(format_table_profile(profile)) == profile


@pytest.mark.parametrize("character", ["\x7f", "\0", '"', "\\", "\n", "\r", "\x85", "\u2028", "🎲"])
def test_no_character_breaks_the_file(character: str) -> None:
    profile = TableProfile(operator=OperatorSection(name=f"a{character}b"))
    assert parse_table_profile(format_table_profile(profile)) == profile


def test_an_empty_file_is_the_simulated_table() -> None:
    profile = parse_table_profile("")
    assert profile == TableProfile()
    assert (profile.camera.url, profile.scale.url) == ("twin:", "twin:")
    assert profile.table.countdown_s == 3.0


def test_the_defaults_of_voice_and_panel_can_be_opened() -> None:
    profile = TableProfile()
    voice_from_url(profile.voice.url, settings=profile.voice.settings)
    panel_from_url(profile.panel.url, profile.panel.pins)
    assert profile.voice.settings == VoiceSettings()


@pytest.mark.parametrize(
    ("content", "key", "problem"),
    [
        ("[voice]\nvolume = 101", "voice.volume", "a whole number from 0 to 100, not 101"),
        ("[voice]\nvolume = 'loud'", "voice.volume", "a whole number from 0 to 100, not 'loud'"),
        ("[voice]\nvolume = 3.5", "voice.volume", "a whole number from 0 to 100, not 3.5"),
        ("[voice]\nmuted = 1", "voice.muted", "true or false, not 1"),
        ("[voice]\nvoice = 'a b'", "voice.voice", "the name of a voice"),
        ("[voice]\nvolme = 3", "voice.volme", "did you mean voice.volume"),
        ("[table]\nvolume = 3", "table.volume", "did you mean voice.volume"),
        ("[voic]\nvolume = 3", "voic", "did you mean voice"),
        ("xyzzy = 1", "xyzzy", "choose among table, camera, dice"),
        ('"voice.volume" = 1', '"voice.volume"', "did you mean voice.volume"),
        ("[table]\nlanguage = 'de'", "table.language", "one of en, fr, not 'de'"),
        ("[table]\nname = ''", "table.name", "text of 1 to 60 characters"),
        ("[table]\ncountdown_s = 0.5", "table.countdown_s", "from 1 to 30, not 0.5"),
        ("[table]\ncountdown_s = nan", "table.countdown_s", "from 1 to 30, not nan"),
        ("voice = 3", "voice", "must be a section, not 3"),
        ("[[table]]", "table", "must be a section"),
        ("[table]\nname = {a = {b = 1}}", "table.name.a.b", "no such key"),
        ("[camera]\nurl = 'foo'", "camera.url", "the URL of a device"),
        ("[camera.lens]\nwidth_px = 3", "camera.lens.height_px", "it is missing"),
        ("[camera.light]\ngain = -1", "camera.light.gain", "from 0 to 100000, not -1"),
        ("[camera.light]\ngian = 1", "camera.light.gian", "did you mean camera.light.gain"),
        ("[dice.sets]\n'Big Die' = 'x'", "dice.sets.Big Die", "only small letters"),
        ("[dice.sets]\nbig = 3", "dice.sets.big", "text of 1 to 500 characters, not 3"),
        ("[scale.touch]\nopen_g = inf", "scale.touch.open_g", "from 0.001 to 1000, not inf"),
        (
            "[scale.touch]\ncounts_per_gram = 3",
            "scale.touch.counts_per_gram",
            "write scale.calibration.counts_per_gram",
        ),
        ("[scale.calibration]\ncounts_per_gram = 0", "scale.calibration", "calibrate it again"),
        ("[[panel.pins.seats]]\nred = 4", "panel.pins.seats[0]", "all three of red"),
        ("[[panel.pins.seats]]\nbutton = 99", "panel.pins.seats[0].button", "from 2 to 27, not 99"),
        ("[panel.pins]\nseats = [3]", "panel.pins.seats[0]", "must be a section, not 3"),
        ("[panel.pins]\nbuzzer = 4\ntable = {button = 4}", "panel.pins", "Pin 4 is used 2 times"),
        ("[web]\nport = 99999999999999999999999", "web.port", "from 1 to 65535"),
        ("[table", "", "it is not TOML"),
        ("a = " + "[" * 5000, "", "nested too deeply"),
        ("[web]\nport = 0x" + "f" * 400, "web.port", "from 1 to 65535, not 44462"),
        ("[web]\nport = 0x" + "f" * 4000, "web.port", "from 1 to 65535, not so long a number"),
        ("web = 0x" + "f" * 400, "web", "a section, not"),
        ("[panel.pins]\nseats = [0x" + "f" * 4000 + "]", "panel.pins.seats[0]", "so long a number"),
        ("[scale.touch]\nx = 1\nopen_g = -" + "9" * 5000, "open_g", "number of 5000 digits"),
    ],
)
def test_a_mistake_is_one_sentence_with_file_and_key(content: str, key: str, problem: str) -> None:
    with pytest.raises(ProfileError) as caught:
        parse_table_profile(content, "tables/table.toml")
    error = caught.value
    assert error.key == key
    assert problem in str(error)
    assert str(error).startswith("Please correct the table profile tables/table.toml")
    assert str(error).endswith(".")
    assert not {"`", "$"} & set(str(error)), "no words of the library"
    assert isinstance(error, InputError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301


@pytest.mark.parametrize(
    "profile",
    [
        "[store]\nurl = 'postgresql:/u:secret@h/d'",
        "[camera]\nurl = 'HTTP://me:secret@phone/'",
        f"[camera]\nurl = 'http://me:secret@phone/{'a' * 600}'",
    ],
)
def test_a_password_is_not_told(profile: str) -> None:
    with pytest.raises(ProfileError) as caught:
        parse_table_profile(profile)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("path", sorted(set(BOUNDS)))
def test_every_bound_is_of_a_key_that_exists(path: str) -> None:
    assert "number from" in known_keys()[path].must_be


def test_moved_keys_lead_to_keys_that_exist() -> None:
    assert set(MOVED_KEYS.values()) <= set(known_keys())


def sentence_about(content: str) -> str:
    """What is wrong with this content, or that nothing is."""
    try:
        parse_table_profile(content)
    except ProfileError as error:
        return str(error)
    return "All is well."


@given(st.text(max_size=200))
def test_any_text_is_a_profile_or_a_sentence(content: str) -> None:
    assert sentence_about(content).endswith(".")


values = st.recursive(
    st.none().map(lambda _: 1) | st.floats() | st.text(max_size=5) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(known_keys())), values)
def test_any_value_of_a_known_key_is_taken_or_refused_with_a_sentence(
    path: str, value: float | str | list[float | str | list[float | str | list[int]]]
) -> None:
    plain = path.replace("[]", "").replace("*", "any")
    sentence = sentence_about(f"{plain} = {tomlkit.item(value).as_string()}")
    assert sentence.endswith(".")
    assert "`" not in sentence or "`" in repr(value)


class TestFiles:
    def test_a_written_profile_is_read_and_the_one_before_it_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "table.toml"
        first = TableProfile(table=TableSection(name="Première"))
        second = TableProfile(table=TableSection(name="Second"))
        write_table_profile(path, first)
        assert [each.name for each in tmp_path.iterdir()] == ["table.toml"]
        write_table_profile(path, second)
        assert read_table_profile(path) == second
        assert read_table_profile(tmp_path / "table.toml.previous") == first
        assert {each.name for each in tmp_path.iterdir()} == {"table.toml", "table.toml.previous"}

    def test_a_new_file_is_its_owners_alone_and_an_old_one_keeps_its_mode(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "table.toml"
        write_table_profile(path, TableProfile())
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o644)
        write_table_profile(path, TableProfile())
        assert path.stat().st_mode & 0o777 == 0o644

    @pytest.mark.parametrize(
        ("step", "which"), [("fsync", 1), ("fsync", 3), ("replace", 1), ("replace", 2)]
    )
    def test_a_full_disk_leaves_the_old_profile(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, which: int
    ) -> None:
        path = tmp_path / "table.toml"
        write_table_profile(path, TableProfile())
        holder = os if step == "fsync" else Path
        real: Callable[..., object] = getattr(holder, step)
        calls: list[tuple[object, ...]] = []

        def failing(*given: object) -> object:
            calls.append(given)
            if len(calls) == which:
                raise OSError(28, "No space left on device")
            return real(*given)

        with monkeypatch.context() as full:
            full.setattr(holder, step, failing)
            with pytest.raises(ProfileError, match="no space left on device"):
                write_table_profile(path, TableProfile(table=TableSection(name="New")))
        assert read_table_profile(path) == TableProfile()
        assert not list(tmp_path.glob(".*"))

    def test_the_new_file_is_on_the_disk_before_it_takes_its_place(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        steps = []
        real_sync, real_replace = os.fsync, Path.replace

        def sync(file: int) -> None:
            steps.append("sync")
            real_sync(file)

        def replace(path: Path, target: Path) -> Path:
            steps.append("replace")
            return real_replace(path, target)

        monkeypatch.setattr(os, "fsync", sync)
        monkeypatch.setattr(Path, "replace", replace)
        write_table_profile(tmp_path / "table.toml", TableProfile())
        assert steps == ["sync", "replace", "sync"]

    def test_what_could_not_be_read_again_is_not_written(self, tmp_path: Path) -> None:
        path = tmp_path / "table.toml"
        write_table_profile(path, TableProfile())
        impossible = TableProfile(voice=VoiceSection(volume=500))
        with pytest.raises(ProfileError, match=r"voice.volume"):
            write_table_profile(path, impossible)
        assert read_table_profile(path) == TableProfile()

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        link = tmp_path / "table.toml"
        link.symlink_to(tmp_path / "real" / "table.toml")
        write_table_profile(link, TableProfile())
        assert link.is_symlink()
        assert (tmp_path / "real" / "table.toml").is_file()

    def test_a_missing_file_is_a_sentence_that_names_the_old_one(self, tmp_path: Path) -> None:
        path = tmp_path / "table.toml"
        with pytest.raises(ProfileError, match=r"cannot be read \(no such file"):
            read_table_profile(path)
        (tmp_path / "table.toml.previous").write_text("")
        with pytest.raises(ProfileError, match=r"is in table\.toml\.previous"):
            read_table_profile(path)

    def test_other_than_text_is_a_sentence(self, tmp_path: Path) -> None:
        path = tmp_path / "table.toml"
        path.write_bytes(b"\xff\xfe\x00")
        with pytest.raises(ProfileError, match="not text in UTF-8"):
            read_table_profile(path)
        path.write_bytes(b"\xef\xbb\xbf[table]\nname = 'T'\n")
        assert read_table_profile(path).table.name == "T"

    def test_a_folder_that_does_not_exist_is_a_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(ProfileError, match="cannot be written"):
            write_table_profile(tmp_path / "none" / "table.toml", TableProfile())
