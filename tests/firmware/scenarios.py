"""What may happen to a scale: each scenario is a short run of the real firmware."""

from __future__ import annotations

import random

from referee.touch.messages import Identify, SetRate, Stream, ZeroMark, encode_message
from tests.firmware.simulated_board import HANG, Scenario, command

ALONE = Scenario("alone", 4.5, streams=False, heartbeats=False)
COMMANDS = Scenario(
    "commands",
    4.5,
    streams=False,
    says=[
        (1.0, encode_message(Identify(), 10)),
        (1.1, encode_message(ZeroMark(), 11)),
        (1.2, encode_message(SetRate(80), 12)),
        (1.3, encode_message(Stream(1), 13)),
        (2.0, encode_message(Stream(0), 14)),
        (2.5, encode_message(Stream(2), 15)),
        (2.6, command(0x83, b"", seq=16)),
        (2.7, command(0x82, b"\x00", seq=17)),
        (2.8, command(0x99, b"\x01\x02", seq=18)),
        (2.9, command(0x02, bytes(8), seq=19)),
    ],
)
RATES = Scenario(
    "rates",
    9,
    options=["--rate-wired", "--no-mpu"],
    says=[
        (2.5, encode_message(SetRate(10), 20)),
        (6.0, encode_message(SetRate(80), 21)),
        (6.1, encode_message(SetRate(33), 22)),
    ],
)
LOST_HEARTBEAT = Scenario("lost heartbeat", 7, heartbeats=False)
TILTS = Scenario(
    "tilts",
    4,
    options=[
        word
        for change in ("0=0", "1.5=1", "2=0", "2.5=1", "2.51=0", "3=1")
        for word in ("--tilt", change)
    ],
)
LATE_TILT = Scenario("late tilt", 3, options=["--tilt", "0=1", "--tilt", "2=0"])


def noise(seed: int, length: int) -> bytes:
    """Bytes of a disturbed line, closed by a zero."""
    generator = random.Random(seed)
    return bytes(generator.randrange(256) for _ in range(length)) + b"\0"


NOISE = Scenario(
    "noise",
    4,
    says=[
        (2.0, noise(1, 200)),
        (2.1, encode_message(Identify(), 30)),
        (2.5, b"\x11" * 200),
        (2.6, b"\0" + encode_message(ZeroMark(), 31)),
    ],
)
FLOOD = Scenario("flood", 3.5, says=[(2.0, encode_message(Identify(), 40) * 40)])
HANGING = Scenario("hanging", 4.5, says=[(2.0, command(HANG)), (3.5, Stream(1))])
NO_MPU = Scenario("no mpu", 3, options=["--no-mpu"])
HX711_SILENT = Scenario("hx711 silent", 7, options=["--fault", "hx711-silent=2:4.6"])
HX711_GAP = Scenario("hx711 gap", 4, options=["--fault", "hx711-silent=2.5:2.6"])
HX711_STUCK = Scenario("hx711 stuck low", 7, options=["--fault", "hx711-stuck-low=2:4.6"])
HX711_DESYNC = Scenario("hx711 desync", 4, options=["--fault", "hx711-desync=2:2.03"])
HX711_SLOWER = Scenario("hx711 slower", 7, options=["--fault", "hx711-slow=2.5:99"])
HX711_HURRIED = Scenario("hx711 hurried", 4, options=["--fault", "hx711-hurried=2:2.1"])
TWI_HUNG = Scenario("twi hung", 6, options=["--fault", "twi-hung=2:3.5"])
MPU_GONE = Scenario(
    "mpu gone",
    6,
    options=["--fault", "mpu-gone=2:3.5"],
    says=[(2.1, Identify()), (5.0, Identify())],
)
SATURATED = Scenario("saturated", 3, trace=["0 0", "1 9000000", "1.5 -9000000", "2 0"])

ALL = (
    ALONE,
    COMMANDS,
    RATES,
    LOST_HEARTBEAT,
    TILTS,
    LATE_TILT,
    NOISE,
    FLOOD,
    HANGING,
    NO_MPU,
    HX711_SILENT,
    HX711_GAP,
    HX711_STUCK,
    HX711_DESYNC,
    HX711_SLOWER,
    HX711_HURRIED,
    TWI_HUNG,
    MPU_GONE,
    SATURATED,
)
