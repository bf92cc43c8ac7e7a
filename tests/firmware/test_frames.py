"""The protocol code of the firmware, built for this computer with sanitizers."""

import importlib.util
import json
import subprocess

import pytest

from referee.events import JsonObject
from referee.touch.framing import encode_frame
from tests.firmware.simulated_board import FIRMWARE, FRAME_TEST

VECTORS = json.loads((FIRMWARE / "test" / "vectors.json").read_text(encoding="utf-8"))

NAMES = [vector["name"] for vector in VECTORS]


def frame_test(*words: str, typed: str = "") -> str:
    command = [str(FRAME_TEST), *words]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip("\n")


def made_vectors() -> list[JsonObject]:
    path = FIRMWARE / "test" / "make_vectors.py"
    spec = importlib.util.spec_from_file_location("make_vectors", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: list[JsonObject] = module.vectors()
    return made


def test_the_vectors_are_up_to_date() -> None:
    assert made_vectors() == VECTORS


def test_the_firmware_encodes_every_vector() -> None:
    lines = [f"{v['type']} {v['seq']} {v['payload_hex']}\n" for v in VECTORS]

    frames = frame_test("encode", typed="".join(lines)).splitlines()

    assert dict(zip(NAMES, frames, strict=True)) == {v["name"]: v["frame_hex"] for v in VECTORS}


def test_the_firmware_decodes_every_vector() -> None:
    together = "".join(vector["frame_hex"] for vector in VECTORS)

    decoded = frame_test("decode", together).splitlines()

    assert decoded == [f"{v['type']} {v['seq']} {v['payload_hex']}" for v in VECTORS]


@pytest.mark.parametrize(
    "block",
    [
        pytest.param("05 82 00", id="a code beyond the end"),
        pytest.param("ff 82 01 60 f5 00", id="the code of a full block"),
        pytest.param("03 82 07 00", id="without a check sum"),
        pytest.param("02 82 03 f5 61 00", id="a wrong check sum"),
        pytest.param("01 " * 33 + "00", id="as long as a frame may be, of zeros"),
        pytest.param("11 " * 34 + "00", id="one byte too long"),
        pytest.param("11 " * 300 + "00", id="far too long"),
    ],
)
def test_what_is_no_frame_is_refused_and_the_next_one_understood(block: str) -> None:
    following = encode_frame(0x82, 0).hex()

    assert frame_test("decode", block.replace(" ", "") + following).splitlines() == [
        "bad",
        "130 0 ",
    ]


def test_empty_frames_mean_nothing() -> None:
    assert not frame_test("decode", "000000")


def test_a_million_bytes_each_way_neither_crash_nor_invent_a_frame() -> None:
    report = json.loads(frame_test())

    assert report["round_trip_bytes"] >= 1_000_000
    assert report["noise_bytes"] >= 1_000_000
    assert report["damaged_bytes"] >= 1_000_000
    assert report["noise_accepted"] == 0
