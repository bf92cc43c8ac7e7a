"""`referee watch`: the sense of touch over a recorded trace, what was felt and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from referee.cli import Json, LanguageCode, commands
from referee.events import JsonObject
from referee.language import Language
from referee.touch.profile import TouchProfile, read_touch_profile
from referee.touch.sense import TouchSense
from referee.touch.trace import TraceRow, read_trace
from referee.touch.verdicts import Suspicion, TouchKind, TouchNotice, TouchVerdict


def watch_trace(
    path: Path,
    console: Console,
    words: Language,
    profile: Path | None = None,
    *,
    as_json: bool,
) -> int:
    """Tell everything that was felt in the trace, line by line while it is read."""
    thresholds = TouchProfile() if profile is None else read_touch_profile(profile)
    touch = TouchSense(thresholds)
    told = _Told()
    for felt in _feel(touch, told.counted(read_trace(path, thresholds))):
        told.note(felt)
        _print_line(console, _json(felt) if as_json else _sentence(felt, words))
    _print_line(console, told.summary(touch, words, as_json=as_json))
    return 0


class _Told:
    """What the last line says: how much was read, how often something fell."""

    def __init__(self) -> None:
        self.rows = 0
        self.first_s = self.last_s = 0.0
        self.verdicts = self.falls = 0

    def counted(self, rows: Iterable[TraceRow]) -> Iterator[TraceRow]:
        for row in rows:
            if not self.rows:
                self.first_s = row.t_s
            self.rows += 1
            self.last_s = row.t_s
            yield row

    def note(self, felt: TouchNotice) -> None:
        if isinstance(felt, TouchVerdict):
            self.verdicts += 1
            self.falls += felt.kind is TouchKind.FELL

    def summary(self, touch: TouchSense, words: Language, *, as_json: bool) -> str:
        span_s = self.last_s - self.first_s
        if as_json:
            numbers = {"rows": self.rows, "duration_s": span_s, "verdicts": self.verdicts}
            numbers |= {"falls": self.falls, "level_g": touch.level_g}
            return msgspec.json.encode(numbers).decode()
        return words.say(
            "touch-summary",
            rows=self.rows,
            duration=f"{span_s:.1f}",
            verdicts=self.verdicts,
            falls=self.falls,
            level=f"{touch.level_g:.2f}",
        )


def _feel(touch: TouchSense, rows: Iterable[TraceRow]) -> Iterator[TouchNotice]:
    for row in rows:
        if row.acceleration_g is not None:
            yield from touch.acceleration(row.t_s, *row.acceleration_g)
        if row.grams is not None:
            yield from touch.weight(row.t_s, row.grams)
    yield from touch.finish()


def _sentence(felt: TouchNotice, words: Language) -> str:
    reason = words.say(f"touch-reason-{felt.reason}")
    if isinstance(felt, Suspicion):
        return f"{felt.at_s:9.3f} s  {words.say('touch-suspect', reason=reason)}"
    kind = words.say(f"touch-kind-{felt.kind}")
    parts = [f"{felt.at_s:9.3f} s  {kind}{_pieces(felt, words)}: {reason}"]
    if felt.weighed is not None:
        weighed = felt.weighed
        parts.append(
            f"dm {weighed.dm_g:+.2f} g, J {weighed.j_g_s:+.3f} g s, D {weighed.d_g_s2:+.4f} g s²"
        )
    if felt.struck is not None:
        parts.append(words.say("touch-impacts", count=felt.struck.count))
    return " · ".join(parts)


def _pieces(verdict: TouchVerdict, words: Language) -> str:
    if not verdict.pieces:
        return ""
    best = verdict.pieces[0]
    names = [words.term("touch", "piece", kind) for kind in best.kinds or ("unknown",)]
    return f" {words.listing(names)} ({best.likelihood:.0%})"


def _json(felt: TouchNotice) -> str:
    fields: JsonObject = asdict(felt)
    name = "suspicion" if isinstance(felt, Suspicion) else "verdict"
    return msgspec.json.encode({"felt": name, **fields}).decode()


def _print_line(console: Console, text: str) -> None:
    """As it is: no wrapping, no colours, so that programs can read it."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


@commands.command("watch")
def watch(
    trace: Annotated[Path, typer.Argument(help="A CSV file: t_s and counts or grams, ax, ay, az.")],
    profile: Annotated[Path | None, typer.Option(help="Thresholds of this table, TOML.")] = None,
    as_json: Json = False,
    language_code: LanguageCode = "en",
) -> None:
    """Feel what happened in a recorded trace of the scale, and when.

    Example: referee watch evening.csv --profile table.toml
    """
    from referee.language import language

    words = language(language_code)
    raise typer.Exit(watch_trace(trace, Console(), words, profile, as_json=as_json))
