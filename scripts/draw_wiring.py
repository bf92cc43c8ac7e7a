#!/usr/bin/env python3
"""Draws which wire goes where, and the plate to print, into `docs/wiring/`.

    scripts/draw_wiring.py            draws
    scripts/draw_wiring.py --check    exit code 1 if a drawing is not what would be drawn now

The pins come from the firmware (`firmware/referee/pins.h`) and from the example profile of a
Raspberry Pi, so that a drawing cannot differ from the program; the plate has the sizes of the parts
that are printed or cut.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
PINS = ROOT / "firmware/referee/pins.h"
PROFILE = ROOT / "calibration/profiles/raspberry-pi.toml"
SIZES = ROOT / "calibration/parts/sizes.scad"
FOLDER = ROOT / "docs/wiring"

INK, PAPER, FILL = "#222222", "#ffffff", "#eef2f6"
RED, BLACK, BLUE, GREEN, YELLOW, VIOLET = (
    "#c0392b",
    "#222222",
    "#2471a3",
    "#1e8449",
    "#b7950b",
    "#7d3c98",
)


@dataclass
class Drawing:
    """An SVG in the making; lengths in its own units, or millimetres if `is_to_scale`."""

    width: float
    height: float
    title: str
    is_to_scale: bool = False
    parts: list[str] = field(default_factory=list)

    def rect(
        self, x: float, y: float, w: float, h: float, *, fill: str = FILL, dash: str = ""
    ) -> None:
        """A rectangle; dashed for what is only cut or only optional."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}" '
            f'stroke="{INK}" stroke-width="{self._thin:g}"{dashes}/>'
        )

    def circle(self, x: float, y: float, r: float, fill: str = PAPER, dash: str = "") -> None:
        """A circle."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{INK}" '
            f'stroke-width="{self._thin:g}"{dashes}/>'
        )

    def line(self, points: list[tuple[float, float]], colour: str = INK, w: float = 0) -> None:
        """A wire."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" '
            f'stroke-width="{w or 2 * self._thin:g}" stroke-linejoin="round"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        at: str = "start",
        bold: bool = False,
    ) -> None:
        """Words, from, around or up to a point."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{at}"{weight} '
            f'fill="{INK}">{escape(words)}</text>'
        )

    @property
    def _thin(self) -> float:
        return 0.3 if self.is_to_scale else 1.2

    def svg(self) -> str:
        """The whole file."""
        unit = "mm" if self.is_to_scale else ""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}{unit}" '
            f'height="{self.height:g}{unit}" viewBox="0 0 {self.width:g} {self.height:g}" '
            'font-family="DejaVu Sans, Arial, sans-serif" role="img">'
        )
        ground = f'<rect width="{self.width:g}" height="{self.height:g}" fill="{PAPER}"/>'
        return "\n".join(
            [head, f"<title>{escape(self.title)}</title>", ground, *self.parts, "</svg>", ""]
        )


@dataclass(frozen=True)
class Part:
    """A board with named pins at its left and right edge, one every 26 units."""

    name: str
    x: float
    y: float
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    width: float = 130

    @property
    def height(self) -> float:
        """Room for the longer row of pins."""
        return 26 * max(len(self.left), len(self.right)) + 14

    def place(self, pin: str) -> tuple[float, float]:
        """Where the wire of this pin begins."""
        row = self.left if pin in self.left else self.right
        x = self.x if pin in self.left else self.x + self.width
        return x, self.y + 20 + 26 * row.index(pin)

    def draw(self, to: Drawing) -> None:
        """The board, its name above it, and its pins."""
        to.rect(self.x, self.y, self.width, self.height)
        to.text(self.x + self.width / 2, self.y - 9, self.name, at="middle", bold=True)
        for pin in (*self.left, *self.right):
            x, y = self.place(pin)
            to.circle(x, y, 4)
            if pin in self.left:
                to.text(x + 9, y + 4.5, pin)
            else:
                to.text(x - 9, y + 4.5, pin, at="end")


def firmware_pins(text: str) -> dict[str, str]:
    """What the firmware's pins are called on an Arduino: `PIN_DOUT` is `D2`."""
    found = re.findall(r"#define (PIN_\w+) P([CD])(\d)", text)
    return {name: f"{'A' if port == 'C' else 'D'}{number}" for name, port, number in found}


def draw_scale(pins: dict[str, str]) -> Drawing:
    """The board under the plate: load cell, HX711, Nano, accelerometer, tilt switch."""
    to = Drawing(1060, 410, "Load cell, HX711, Arduino Nano, MPU-6050 and tilt switch")
    cell = Part("load cell", 30, 70, right=("red", "black", "white", "green"), width=110)
    amplifier = Part(
        "HX711",
        250,
        70,
        left=("E+", "E−", "A−", "A+"),
        right=("VCC", "GND", "DT", "SCK", "RATE"),
        width=140,
    )
    signals = tuple(pins[each] for each in ("PIN_DOUT", "PIN_SCK", "PIN_RATE", "PIN_RATE_STRAP"))
    nano = Part(
        "Arduino Nano (5 V, 16 MHz)",
        560,
        70,
        left=("5V", "GND", *signals),
        right=("5V ", "GND ", pins["PIN_SDA"], pins["PIN_SCL"], pins["PIN_TILT"], "GND  "),
        width=170,
    )
    motion = Part("MPU-6050 (optional)", 880, 70, left=("VCC", "GND", "SDA", "SCL"), width=130)
    tilt = Part("tilt switch (optional)", 880, 290, left=("one leg", "other leg"), width=130)
    for part in (cell, amplifier, nano, motion, tilt):
        part.draw(to)
    _wire_cell(to, cell, amplifier)
    _wire_amplifier(to, amplifier, nano, signals)
    _wire_motion(to, nano, motion, tilt, pins)
    _notes_of_scale(to, pins)
    return to


def _join(
    to: Drawing, start: tuple[float, float], end: tuple[float, float], lane: float, colour: str
) -> None:
    to.line([start, (lane, start[1]), (lane, end[1]), end], colour)


def _wire_cell(to: Drawing, cell: Part, amplifier: Part) -> None:
    colours = {"red": RED, "black": BLACK, "white": "#9a9a9a", "green": GREEN}
    for wire, pin in zip(cell.right, amplifier.left, strict=True):
        _join(to, cell.place(wire), amplifier.place(pin), 195, colours[wire])


def _wire_amplifier(to: Drawing, amplifier: Part, nano: Part, signals: tuple[str, ...]) -> None:
    pairs = [("VCC", "5V", RED), ("GND", "GND", BLACK), ("DT", signals[0], BLUE)]
    pairs += [("SCK", signals[1], GREEN), ("RATE", signals[2], VIOLET)]
    for pin, other, colour in pairs:
        _join(to, amplifier.place(pin), nano.place(other), 470, colour)
    # The strap says that RATE is wired.
    strap, ground = nano.place(signals[3]), nano.place("GND")
    to.line([strap, (525, strap[1]), (525, ground[1])], BLACK)
    to.circle(525, ground[1], 3, BLACK)


def _wire_motion(to: Drawing, nano: Part, motion: Part, tilt: Part, pins: dict[str, str]) -> None:
    pairs = [("5V ", "VCC", RED), ("GND ", "GND", BLACK)]
    pairs += [(pins["PIN_SDA"], "SDA", BLUE), (pins["PIN_SCL"], "SCL", YELLOW)]
    for pin, other, colour in pairs:
        _join(to, nano.place(pin), motion.place(other), 800, colour)
    _join(to, nano.place(pins["PIN_TILT"]), tilt.place("one leg"), 820, VIOLET)
    _join(to, nano.place("GND  "), tilt.place("other leg"), 790, BLACK)


def _notes_of_scale(to: Drawing, pins: dict[str, str]) -> None:
    rate, strap = pins["PIN_RATE"], pins["PIN_RATE_STRAP"]
    notes = (
        f"RATE → {rate} and {strap} → GND only if your HX711 board has a RATE pin; otherwise leave",
        "both open and set the board's jumper to 80 samples a second.",
        "The colours of load cells differ. A weight that falls when you press is turned by the",
        "calibration; if it does not change at all, exchange white/green with red/black.",
        "The Nano is fed by the Raspberry Pi through USB. Keep the cell's wires short and twisted.",
    )
    for row, note in enumerate(notes):
        to.text(30, 300 + 20 * row, note, size=12)


# The header of a Raspberry Pi with 40 pins: odd numbers left, even numbers right, from the top.
_HEADER: tuple[tuple[int | str, int | str], ...] = (
    ("3V3", "5V"),
    (2, "5V"),
    (3, "GND"),
    (4, 14),
    ("GND", 15),
    (17, 18),
    (27, "GND"),
    (22, 23),
    ("3V3", 24),
    (10, "GND"),
    (9, 25),
    (11, 8),
    ("GND", 7),
    (0, 1),
    (5, "GND"),
    (6, 12),
    (13, "GND"),
    (19, 16),
    (26, 20),
    ("GND", 21),
)
_LAMPS = {"red": RED, "green": GREEN, "blue": BLUE}


def panel_pins(profile: dict[str, Any]) -> dict[int, tuple[str, str]]:
    """What hangs on each pin of the example profile, and in which colour it is drawn."""
    panel = profile["panel"]["pins"]
    used = {panel["buzzer"]: ("buzzer", VIOLET)}
    for number, seat in enumerate(panel["seats"], start=1):
        used[seat["button"]] = (f"seat {number}: button", YELLOW)
        for lamp, colour in _LAMPS.items():
            used[seat[lamp]] = (f"seat {number}: lamp, {lamp} (330 Ω)", colour)
    return used


def draw_panel(used: dict[int, tuple[str, str]]) -> Drawing:
    """The pins of the Pi, and how a button and a lamp hang on them."""
    to = Drawing(900, 860, "Buttons, lamps and buzzer on the pins of a Raspberry Pi")
    to.text(
        450,
        34,
        "Raspberry Pi, pin 1 at the top left (the corner of the board)",
        at="middle",
        bold=True,
    )
    to.rect(395, 50, 110, 580)
    for row, pair in enumerate(_HEADER):
        y = 72 + 28.3 * row
        for side, pin in enumerate(pair):
            _draw_header_pin(to, used, pin, (425 + 50 * side, y), is_right=bool(side))
            to.text(
                446 + 8 * side,
                y + 4,
                str(2 * row + 1 + side),
                size=9,
                at="end" if not side else "start",
            )
    _draw_seat(to)
    return to


def _draw_header_pin(
    to: Drawing,
    used: dict[int, tuple[str, str]],
    pin: int | str,
    at: tuple[float, float],
    *,
    is_right: bool,
) -> None:
    x, y = at
    what, colour = used.get(pin, ("", PAPER)) if isinstance(pin, int) else ("", "#d5d8dc")
    to.circle(x, y, 8, colour)
    name = f"GPIO {pin}" if isinstance(pin, int) else pin
    end, anchor = (x + 42, "start") if is_right else (x - 42, "end")
    to.text(end, y + 4.5, name, size=12, at=anchor, bold=bool(what))
    if what:
        to.line([(x + 9, y), (x + 38, y)] if is_right else [(x - 38, y), (x - 9, y)], colour)
        to.text(end + (70 if is_right else -70), y + 4.5, what, size=12, at=anchor)


def _draw_seat(to: Drawing) -> None:
    """The circuit of one seat, common cathode."""
    to.text(40, 672, "One seat (lamp with a common cathode)", bold=True)
    to.text(40, 710, "GPIO button")
    to.line([(140, 706), (210, 706)])
    to.line([(210, 706), (246, 692)])
    to.circle(210, 706, 3, INK)
    to.circle(250, 706, 3, INK)
    to.line([(250, 706), (330, 706)])
    to.text(338, 710, "GND")
    for row, (lamp, colour) in enumerate(_LAMPS.items()):
        y = 744 + 30 * row
        to.text(40, y + 4, f"GPIO {lamp}")
        to.line([(140, y), (190, y)], colour)
        to.rect(190, y - 7, 50, 14, fill=PAPER)
        to.text(215, y + 4, "330 Ω", size=10, at="middle")
        to.line([(240, y), (270, y)], colour)
        to.parts.append(
            f'<polygon points="270,{y - 9} 270,{y + 9} 288,{y}" fill="{colour}" stroke="{INK}"/>'
        )
        to.line([(288, y - 9), (288, y + 9)])
        to.line([(288, y), (310, y)])
    to.line([(310, 744), (310, 804)])
    to.line([(310, 774), (330, 774)])
    to.text(338, 778, "GND (the long leg)")
    notes = (
        "Button: between its pin and GND, nothing else.",
        "Buzzer: an active 3.3 V buzzer between its pin and GND.",
        "A common anode: the long leg to 3V3, and in the profile",
        'common = "anode".',
        "Never join a pin to 5V.",
    )
    for row, note in enumerate(notes):
        to.text(500, 710 + 24 * row, note, size=12)


def part_sizes() -> dict[str, Any]:
    """The sizes of the parts in millimetres, as OpenSCAD reads them."""
    found = re.findall(r"^(\w+) = ([^;]+);", SIZES.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: json.loads(value) for name, value in found}


def draw_plate() -> Drawing:
    """Plate and base on one A4 page, to scale, with the holes of a bar cell."""
    to = Drawing(210, 297, "Plate and base of the scale, to scale on A4", is_to_scale=True)
    to.text(
        105,
        9,
        "Table Referee: plate (circle) and base (square), 1 : 1",
        size=4.5,
        at="middle",
        bold=True,
    )
    x, y = 105.0, 105.0
    sizes = part_sizes()
    plate, base, (length, width, _) = sizes["plate"], sizes["base"], sizes["cell"]
    to.rect(x - base / 2, y - base / 2, base, base, fill=PAPER)
    to.circle(x, y, plate / 2, PAPER)
    to.rect(x - length / 2, y - width / 2, length, width, fill=FILL, dash="2 1")
    for end in ("fixed", "free"):
        for offset in sizes[f"{end}_holes"]:
            to.circle(x + offset, y, sizes[f"{end}_screw"] / 2)
            to.line([(x + offset - 4, y), (x + offset + 4, y)], w=0.15)
            to.line([(x + offset, y - 4), (x + offset, y + 4)], w=0.15)
    to.text(x - 27.5, y + 12, "base: M5, 15 mm apart", size=3.5, at="middle")
    to.text(x + 27.5, y + 12, "plate: M4, 15 mm apart", size=3.5, at="middle")
    to.text(x, y + 40, f"plate: {plate:g} mm across", size=4, at="middle")
    to.text(x, y + 86, f"base: {base:g} × {base:g} mm", size=4, at="middle")
    _notes_of_plate(to)
    _ruler(to, 55, 280)
    return to


def _notes_of_plate(to: Drawing) -> None:
    notes = (
        "Print at 100 % (not “fit to page”) and measure the ruler below before you drill.",
        "Plate: 4 to 6 mm plywood or acrylic, stiff and light (below 150 g), flat, not slippery.",
        "Base: 10 mm wood or heavier, with four rubber feet. It carries the cell by its M5 end.",
        "Two washers (3 mm) at each end between cell and wood: only its ends may touch.",
        "Felt between cell and plate damps ringing. The MPU-6050 goes under the plate's middle.",
        "Holes as in the usual 1 kg bar of 80 × 12.7 mm; hold yours against the drawing first.",
    )
    for row, note in enumerate(notes):
        to.text(15, 213 + 8 * row, note, size=3.6)


def _ruler(to: Drawing, x: float, y: float) -> None:
    to.line([(x, y), (x + 100, y)], w=0.3)
    for millimetre in range(0, 101, 5):
        long = 5 if millimetre % 10 == 0 else 3
        to.line([(x + millimetre, y), (x + millimetre, y - long)], w=0.2)
    to.text(x + 50, y + 6, "100 mm", size=4, at="middle")


def drawings() -> dict[str, str]:
    """Every file and what is in it."""
    pins = firmware_pins(PINS.read_text(encoding="utf-8"))
    profile = tomllib.loads(PROFILE.read_text(encoding="utf-8"))
    return {
        "scale.svg": draw_scale(pins).svg(),
        "panel.svg": draw_panel(panel_pins(profile)).svg(),
        "plate.svg": draw_plate().svg(),
    }


def stale() -> list[str]:
    """The drawings that are missing or not what would be drawn now."""
    return [name for name, text in drawings().items() if _read(FOLDER / name) != text]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(words: list[str]) -> int:
    """Draw, or only check."""
    if words == ["--check"]:
        old = stale()
        if old:
            sys.stderr.write(f"Run scripts/draw_wiring.py: {', '.join(old)} would change.\n")
        return 1 if old else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in drawings().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
