"""`referee flash`: builds the scale's firmware, writes it, and asks the board who it is."""

import shutil
import subprocess
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from referee.cli import commands, print_plainly
from referee.clock import Clock, SystemClock
from referee.devices.scale.contract import ScaleFinding
from referee.devices.scale.serial_port import PortLostError, SerialPort, usb_ports
from referee.errors import InputError, RefereeError
from referee.touch.framing import FrameDecoder
from referee.touch.messages import (
    FIRMWARE_VERSION,
    PROTOCOL_VERSION,
    Hello,
    Identify,
    encode_message,
    parse_message,
)

Bootloader = Literal["auto", "new", "old"]

SOURCES = Path(__file__).parents[2] / "firmware"
PREBUILT = (
    Path(__file__)
    .parents[1]
    .joinpath("firmware", f"referee-{'.'.join(map(str, FIRMWARE_VERSION))}.hex")
)
"""Where a packaged program keeps the firmware, for computers without a compiler."""

# Nanos sold before 2018, and many copies since, carry the slower bootloader.
_BAUD = {"new": 115_200, "old": 57_600}
# Of five seconds each; avrdude's own ten are a long wait for those who have the other one.
_ATTEMPTS = 3
# Opening the port restarts the board; its bootloader takes up to two seconds.
_HELLO_WITHIN_S = 5.0
_ASK_AGAIN_S = 1.0
_WRITES_WITHIN_S = 120
_BUILDS_WITHIN_S = 300

_GET_COMPILER = "`sudo apt install make gcc-avr avr-libc binutils-avr`"
_BUSY = "Another program uses {port}; stop the table (or a serial monitor) and try again."
_NOT_ALLOWED = (
    "You may not use {port}; add yourself to its group with `sudo usermod -aG dialout $USER`, log "
    "in again and try again."
)
_NO_PORT = "There is no port {port}; plug the board in or give another one with --port."


class FlashError(RefereeError, RuntimeError):
    """The firmware could not be built or written, or the board does not answer."""


def flash_board(
    console: Console,
    *,
    port: str | None,
    bootloader: Bootloader,
    check: bool,
    clock: Clock | None = None,
) -> int:
    """Write the firmware, unless only asked to check; exit code 1 if the board has another one."""
    name = port or _only_port()
    image = None if check else firmware_image(console)
    if not Path(name).exists():
        raise InputError(_NO_PORT.format(port=name))
    if image is not None:
        write(console, image, name, bootloader)
    return _report(console, ask_who(name, clock or SystemClock()), name)


def _only_port() -> str:
    ports = usb_ports()
    if not ports:
        raise InputError(
            "No board was found; plug it into USB with a cable that carries data, or give its port "
            "with --port."
        )
    if len(ports) > 1:
        raise InputError(
            f"Several serial ports are there; choose one with --port: {', '.join(ports)}."
        )
    return ports[0]


def firmware_image(console: Console, sources: Path = SOURCES, prebuilt: Path = PREBUILT) -> Path:
    """The file to write: built from the sources if that is possible, otherwise the packaged one."""
    missing = [tool for tool in ("make", "avr-gcc", "avr-objcopy") if shutil.which(tool) is None]
    if sources.is_dir() and not missing:
        return _built(console, sources)
    if prebuilt.is_file():
        print_plainly(console, "Using the firmware that came with the program.")
        return prebuilt
    if sources.is_dir():
        raise FlashError(
            f"The firmware cannot be built because {' and '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} not installed; install them with "
            f"{_GET_COMPILER} and try again."
        )
    raise FlashError(
        "This program was packaged without the firmware; get a compiler with "
        f"{_GET_COMPILER}, and run `make -C firmware flash PORT=…` in a checkout of the project."
    )


def _built(console: Console, sources: Path) -> Path:
    print_plainly(console, "Building the firmware …")
    done = _run(
        [_tool("make"), "--no-print-directory", "-C", str(sources), "all"], _BUILDS_WITHIN_S
    )
    if done.returncode != 0:
        raise FlashError(
            f"The firmware could not be built ({_last_line(done.stderr)}); run `make -C {sources}` "
            "to see everything that was said."
        )
    print_plainly(console, f"Built: {_last_line(done.stdout)}.")
    return sources / "build" / "referee.hex"


def write(console: Console, image: Path, port: str, bootloader: Bootloader) -> None:
    """Write the image; if the bootloader is not known, try one after the other."""
    avrdude = shutil.which("avrdude")
    if avrdude is None:
        raise FlashError(
            "avrdude, which writes the firmware, is not installed; install it with "
            "`sudo apt install avrdude` and try again."
        )
    kinds = ["new", "old"] if bootloader == "auto" else [bootloader]
    for kind in kinds:
        print_plainly(console, f"Writing to {port} ({kind} bootloader) …")
        done = _run(_avrdude_words(avrdude, image, port, _BAUD[kind]), _WRITES_WITHIN_S)
        if done.returncode == 0:
            print_plainly(console, "The firmware is written and verified.")
            return
    raise FlashError(_why_not_written(done.stderr, port, bootloader))


def _avrdude_words(avrdude: str, image: Path, port: str, baud: int) -> list[str]:
    # -D: the bootloader erases page by page, and its EEPROM keeps the board's id.
    words = [avrdude, "-q", "-q", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(baud)]
    return [*words, "-x", f"attempts={_ATTEMPTS}", "-D", "-U", f"flash:w:{image}:i"]


def _why_not_written(said: str, port: str, bootloader: Bootloader) -> str:
    if "ermission denied" in said:
        return _NOT_ALLOWED.format(port=port)
    if "No such file" in said:
        return _NO_PORT.format(port=port)
    if "busy" in said:
        return _BUSY.format(port=port)
    tried = "either bootloader" if bootloader == "auto" else f"the {bootloader} bootloader"
    return (
        f"The board on {port} did not take the firmware with {tried} ({_last_line(said)}); check "
        "that it is a Nano or Uno, press its reset button and try again."
    )


def ask_who(port: str, clock: Clock) -> Hello:
    """The HELLO of the board on that port."""
    try:
        line = SerialPort(port)
    except PortLostError as error:
        raise FlashError(_why_not_opened(error, port)) from None
    try:
        hello = _hello_on(line, clock)
    except PortLostError:
        raise FlashError(f"The board on {port} vanished; check its cable and try again.") from None
    finally:
        line.close()
    if hello is None:
        raise FlashError(
            f"Nothing on {port} answers as a scale; write the firmware with "
            f"`referee flash --port {port}`."
        )
    return hello


def _hello_on(line: SerialPort, clock: Clock) -> Hello | None:
    decoder = FrameDecoder()
    started_s = clock.monotonic_s()
    asked, seq = -_ASK_AGAIN_S, 0
    while (waited_s := clock.monotonic_s() - started_s) < _HELLO_WITHIN_S:
        if waited_s - asked >= _ASK_AGAIN_S:
            # The zero ends whatever is on the line, so that the question arrives whole.
            line.write(b"\0" + encode_message(Identify(), seq))
            asked, seq = waited_s, seq + 1
        for frame in decoder.feed(line.read(0.1)):
            message = parse_message(frame)
            if isinstance(message, Hello):
                return message
    return None


def _why_not_opened(error: PortLostError, port: str) -> str:
    if error.finding is ScaleFinding.PORT_BUSY:
        return _BUSY.format(port=port)
    if error.finding is ScaleFinding.NO_PERMISSION:
        return _NOT_ALLOWED.format(port=port)
    return _NO_PORT.format(port=port)


def _report(console: Console, hello: Hello, port: str) -> int:
    print_plainly(
        console,
        f"The board on {port} has firmware {hello.firmware_version} (protocol {hello.protocol}), "
        f"board id {hello.board_id:08x}.",
    )
    is_same, sentence = _verdict(hello)
    print_plainly(console, sentence)
    return 0 if is_same else 1


def _verdict(hello: Hello) -> tuple[bool, str]:
    ours = ".".join(map(str, FIRMWARE_VERSION))
    on_board = (hello.major, hello.minor, hello.patch)
    if hello.protocol > PROTOCOL_VERSION or on_board > FIRMWARE_VERSION:
        return False, f"It is newer than this program's {ours}; update the program."
    if hello.protocol < PROTOCOL_VERSION or on_board < FIRMWARE_VERSION:
        return False, f"This program has firmware {ours}; write it with `referee flash`."
    return True, "It is up to date."


def _tool(name: str) -> str:
    return shutil.which(name) or name


def _run(words: list[str], within_s: float) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603 - words of our own, no shell
            words, capture_output=True, text=True, check=False, timeout=within_s
        )
    except subprocess.TimeoutExpired:
        raise FlashError(
            f"{Path(words[0]).name} did not finish within {within_s} s; unplug the board, plug "
            "it in again and try again."
        ) from None
    except OSError as error:
        raise FlashError(
            f"{Path(words[0]).name} could not be started ({error.strerror}); install it anew and "
            "try again."
        ) from None


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else "it said nothing"


@commands.command("flash")
def flash(
    port: Annotated[str | None, typer.Option(help="The board's serial port.")] = None,
    bootloader: Annotated[
        Bootloader, typer.Option(help="Old Nanos carry another one; auto tries both.")
    ] = "auto",
    check: Annotated[bool, typer.Option("--check", help="Only ask the board who it is.")] = False,
) -> None:
    """Build the scale's firmware and write it to the board.

    Example: referee flash --check
    """
    raise typer.Exit(flash_board(Console(), port=port, bootloader=bootloader, check=check))
