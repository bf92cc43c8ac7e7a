"""`referee doctor`: every part of the table with its traffic light and the next step."""

import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.app.doctor import Finding, TablePart, TrafficLight, examine, is_well, unheard_finding
from referee.app.doctor.budget import Cost, budget_here, cost_of
from referee.app.locations import profile_or_simulated
from referee.cli import Json, commands
from referee.clock import SystemClock
from referee.config import TableProfile
from referee.errors import InputError
from referee.language import Language, language

_STYLES = {
    TrafficLight.GREEN: "green",
    TrafficLight.YELLOW: "yellow",
    TrafficLight.RED: "red",
    TrafficLight.OFF: "dim",
}
_MARK = "●"


def examine_table(
    profile_path: Path | None,
    console: Console,
    language_code: str | None,
    *,
    as_json: bool,
    only: Collection[TablePart] = (),
) -> int:
    """Examine the table, or some parts; the exit code is 1 if something is not well."""
    profile = profile_or_simulated(profile_path, language_code)
    words = language(language_code or profile.table.language)
    findings = _examined(profile, words, only)
    if not findings:
        raise InputError("Whether a table steps is told while it runs: open its page Health.")
    if not as_json and console.is_interactive and sys.stdin.isatty():
        findings = [_asked_back(each, profile, console, words) for each in findings]
    if as_json:
        console.print_json(findings_json(findings, words))
    else:
        console.print(findings_table(findings, words))
        console.print(_summary(findings, words), markup=False)
    return 0 if is_well(findings) else 1


def measure_table(
    profile_path: Path | None, console: Console, language_code: str | None, *, as_json: bool
) -> int:
    """Measure what the table costs this computer; the exit code is 1 if it is too much."""
    profile = profile_or_simulated(profile_path, language_code)
    words = language(language_code or profile.table.language)
    with Console(stderr=True).status(words.say("doctor-budget-measuring")):
        cost, may = cost_of(profile, SystemClock()), budget_here()
    if as_json:
        told = {"is_well": cost.is_within(may), "cost": cost, "budget": may}
        console.print_json(msgspec.json.encode(told).decode())
    else:
        console.print(cost_table(cost, may, words))
    return 0 if cost.is_within(may) else 1


def cost_table(cost: Cost, may: Cost, words: Language) -> Table:
    """What was measured beside what it may be."""
    table = Table(title=words.say("doctor-budget-title"), show_header=False)
    rows = zip(
        cost.__struct_fields__,
        msgspec.structs.astuple(cost),
        msgspec.structs.astuple(may),
        strict=True,
    )
    for name, measured, most in rows:
        light = TrafficLight.GREEN if measured <= most else TrafficLight.YELLOW
        mark = Text(f"{_MARK} {words.say(f'doctor-light-{light}')}", _STYLES[light])
        message = f"doctor-budget-{name.replace('_', '-')}"
        table.add_row(mark, words.say(message, measured=round(measured, 1), most=most))
    return table


def _examined(profile: TableProfile, words: Language, only: Collection[TablePart]) -> list[Finding]:
    """All findings; meanwhile the terminal says which part is looked at."""
    with Console(stderr=True).status("") as status:

        def tell(part: TablePart) -> None:
            name = words.say(f"doctor-part-{part}")
            status.update(words.say("doctor-checking", part=name))

        return list(examine(profile, on_part=tell, only=only))


def _asked_back(
    found: Finding, profile: TableProfile, console: Console, words: Language
) -> Finding:
    """Only people can tell whether a voice was heard; programs find every loudspeaker good."""
    has_spoken = found.part is TablePart.VOICE and found.light is TrafficLight.GREEN
    if not (has_spoken and profile.voice.url.startswith("espeak:")):
        return found
    answer = console.input(Text(f"{words.say('doctor-voice-heard')} "))
    is_no = answer.strip().casefold().startswith("n")
    return unheard_finding() if is_no else found


def findings_json(findings: Iterable[Finding], words: Language) -> str:
    """All findings for programs, with the overall verdict in front."""
    listed = list(findings)
    told = {"is_well": is_well(listed), "parts": [each.as_json(words) for each in listed]}
    return msgspec.json.encode(told).decode()


def findings_table(findings: Iterable[Finding], words: Language) -> Table:
    """All findings as people like to read them: a mark in its colour, and the same in words."""
    table = Table(title=words.say("doctor-title"), show_header=False, show_lines=False)
    for no_wrap in (True, True, False):
        table.add_column(no_wrap=no_wrap)
    for each in findings:
        style = _STYLES[each.light]
        mark = Text(f"{_MARK} {words.say(f'doctor-light-{each.light}')}", style)
        table.add_row(mark, words.say(f"doctor-part-{each.part}"), _told(each, words))
    return table


def _told(finding: Finding, words: Language) -> Text:
    told = Text(finding.says.text(words), "dim" if finding.light is TrafficLight.OFF else "")
    for step in finding.next_steps:
        told.append(f"\n→ {step.text(words)}", "bold")
    return told


def _summary(findings: Sequence[Finding], words: Language) -> str:
    count = sum(each.light in {TrafficLight.YELLOW, TrafficLight.RED} for each in findings)
    if not count:
        return words.say("doctor-all-well")
    return words.say("doctor-not-well", count=count)


@commands.command("doctor")
def doctor(
    parts: Annotated[
        list[TablePart] | None,
        typer.Argument(help="Only these, such as scale or camera. [default: everything]"),
    ] = None,
    table: Annotated[Path | None, typer.Option(help="The profile of a table, table.toml.")] = None,
    as_json: Json = False,
    budget: Annotated[
        bool, typer.Option("--budget", help="Measure what the table costs this computer.")
    ] = False,
    language_code: Annotated[
        str | None,
        typer.Option(
            "--language", "-l", envvar="REFEREE_LANGUAGE", help="en or fr. [default: the table's]"
        ),
    ] = None,
) -> None:
    """Look after every part of the table; exit code 1 if something needs attention.

    Example: referee doctor scale --table table.toml
    """
    if budget:
        raise typer.Exit(measure_table(table, Console(), language_code, as_json=as_json))
    only = parts or ()
    raise typer.Exit(examine_table(table, Console(), language_code, as_json=as_json, only=only))
