"""A Nano on a pseudo-terminal: a bootloader that takes pages as the real one does, and then starts
what it was given on the simulated chip.

It speaks the part of the STK500 protocol (version 1) that bootloaders speak, at one speed only, and
is deaf at any other.
"""

from __future__ import annotations

import os
import select
import subprocess
import termios
import tty
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Self

from tests.firmware.simulated_board import SIMULATOR

FLASH_BYTES = 32 * 1024
PAGE_BYTES = 128
SIGNATURE = b"\x1e\x95\x0f"
SPEEDS = {115_200: termios.B115200, 57_600: termios.B57600}

IN_SYNC, NO_SYNC, OK, END = b"\x14", b"\x15", b"\x10", 0x20
FLASH = ord("F")
GET_PARAMETER, GET_SYNC, UNIVERSAL = 0x41, 0x30, 0x56
SET_DEVICE, SET_DEVICE_EXT = 0x42, 0x45
ENTER_PROGRAMMING, LEAVE_PROGRAMMING, READ_SIGNATURE = 0x50, 0x51, 0x75
LOAD_ADDRESS, WRITE_PAGE, READ_PAGE = 0x55, 0x64, 0x74
# How many bytes follow a command before its end; a page says so itself.
LENGTHS = {
    GET_SYNC: 0,
    GET_PARAMETER: 1,
    SET_DEVICE: 20,
    SET_DEVICE_EXT: 5,
    ENTER_PROGRAMMING: 0,
    LEAVE_PROGRAMMING: 0,
    LOAD_ADDRESS: 2,
    UNIVERSAL: 4,
    READ_PAGE: 3,
    READ_SIGNATURE: 0,
}
VERSIONS = {0x81: b"\x04", 0x82: b"\x04"}


class Bootloader:
    """Takes bytes, gives answers, and keeps the flash it was given; it cannot overwrite itself."""

    def __init__(self, boot_bytes: int) -> None:
        self.flash = bytearray(b"\xff" * FLASH_BYTES)
        self.pages: list[int] = []
        self.worn: int | None = None
        """The page at this address keeps nothing any more."""
        self.has_left = False
        self._top = FLASH_BYTES - boot_bytes
        self._address = 0
        self._heard = b""

    def hear(self, heard: bytes) -> bytes:
        """The answers to every command that is complete by now."""
        self._heard += heard
        said = b""
        while (size := self._size()) is not None and len(self._heard) > size:
            words, end = self._heard[:size], self._heard[size]
            self._heard = self._heard[size + 1 :]
            said += IN_SYNC + self._obey(words) + OK if end == END else NO_SYNC
        return said

    def _size(self) -> int | None:
        """How long the command at the beginning is; None while that cannot be said."""
        if not self._heard:
            return None
        if self._heard[0] == WRITE_PAGE:
            return 4 + int.from_bytes(self._heard[1:3], "big") if len(self._heard) > 3 else None
        return 1 + LENGTHS.get(self._heard[0], 0)

    def _obey(self, words: bytes) -> bytes:
        match words[0]:
            case command if command == LOAD_ADDRESS:
                # In words of two bytes.
                self._address = 2 * int.from_bytes(words[1:3], "little")
            case command if command == WRITE_PAGE:
                self._write(words[4:], words[3])
            case command if command == READ_PAGE:
                length = int.from_bytes(words[1:3], "big")
                return bytes(self.flash[self._address : self._address + length])
            case command if command == READ_SIGNATURE:
                return SIGNATURE
            case command if command == GET_PARAMETER:
                return VERSIONS.get(words[1], b"\x03")
            case command if command == UNIVERSAL:
                return b"\0"
            case command if command == LEAVE_PROGRAMMING:
                self.has_left = True
        return b""

    def _write(self, page: bytes, memory: int) -> None:
        fits = len(page) <= PAGE_BYTES and self._address + len(page) <= self._top
        is_page = memory == FLASH and fits and self._address % PAGE_BYTES == 0
        if is_page and self._address != self.worn:
            self.flash[self._address : self._address + len(page)] = page
            self.pages.append(self._address)


class Nano:
    """The board at the end of `port`; opened and closed like a cable."""

    def __init__(self, baud: int, boot_bytes: int, folder: Path) -> None:
        self.bootloader = Bootloader(boot_bytes)
        self._speed = SPEEDS[baud]
        self._folder = folder
        self._line, self._terminal = os.openpty()
        tty.setraw(self._terminal)
        self.port = os.ttyname(self._terminal)
        self._is_unplugged = Event()
        self._thread = Thread(target=self._live)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_unplugged.set()
        self._thread.join()
        os.close(self._line)
        os.close(self._terminal)

    def _live(self) -> None:
        while not self.bootloader.has_left and not self._is_unplugged.is_set():
            self._listen()
        if self.bootloader.has_left:
            self._run_firmware()

    def _listen(self) -> None:
        heard = self._heard(self._line)
        # Another speed is only noise; a pseudo-terminal knows what its other end has set.
        if heard and termios.tcgetattr(self._line)[5] == self._speed:
            os.write(self._line, self.bootloader.hear(heard))

    def _run_firmware(self) -> None:
        words = [str(SIMULATOR), str(self._firmware()), "--speed", "real"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as chip:
            assert chip.stdout is not None
            pins = os.open(chip.stdout.readline().strip(), os.O_RDWR | os.O_NOCTTY)
            tty.setraw(pins)
            while not self._is_unplugged.is_set():
                self._carry(self._line, pins)
                self._carry(pins, self._line)
            chip.terminate()
            os.close(pins)
            chip.communicate()

    def _firmware(self) -> Path:
        """What is in the flash, as the simulated chip wants it."""
        image, text, elf = (self._folder / f"flash.{kind}" for kind in ("bin", "hex", "elf"))
        image.write_bytes(self.bootloader.flash.rstrip(b"\xff"))
        code = ".sec1=.text,alloc,load,readonly,code,contents"
        steps: list[list[str | Path]] = [
            ["-I", "binary", "-O", "ihex", image, text],
            ["-I", "ihex", "-O", "elf32-avr", "--rename-section", code, text, elf],
        ]
        for words in steps:
            subprocess.run(["avr-objcopy", *words], check=True)
        return elf

    def _carry(self, source: int, target: int) -> None:
        if heard := self._heard(source):
            with suppress(BlockingIOError):
                os.write(target, heard)

    @staticmethod
    def _heard(source: int) -> bytes:
        ready, _, _ = select.select([source], [], [], 0.02)
        return os.read(source, 4096) if ready else b""
