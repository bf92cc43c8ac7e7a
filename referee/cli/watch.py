"""`referee watch`: the sense of touch over a recorded trace, what it noticed and when."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from referee.cli import Json, LanguageCode, commands, print_plainly
from referee.events import JsonObject
from referee.games.boxes import game_with
from referee.language import Language, language
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
    """Tell every touch in the trace, line by line while it is read."""
    thresholds = TouchProfile() if profile is None else read_touch_profile(profile)
    touch = TouchSense(thresholds)
    summary = _Summary()
    for notice in _notices(touch, summary.counted(read_trace(path, thresholds))):
        summary.add(notice)
        print_plainly(console, _json(notice) if as_json else _sentence(notice, words))
    print_plainly(console, summary.text(touch, words, as_json=as_json))
    return 0


class _Summary:
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

    def add(self, notice: TouchNotice) -> None:
        if isinstance(notice, TouchVerdict):
            self.verdicts += 1
            self.falls += notice.kind is TouchKind.FELL

    def text(self, touch: TouchSense, words: Language, *, as_json: bool) -> str:
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


def _notices(touch: TouchSense, rows: Iterable[TraceRow]) -> Iterator[TouchNotice]:
    for row in rows:
        if row.acceleration_g is not None:
            yield from touch.acceleration(row.t_s, *row.acceleration_g)
        if row.grams is not None:
            yield from touch.weight(row.t_s, row.grams)
    yield from touch.finish()


def _sentence(notice: TouchNotice, words: Language) -> str:
    reason = words.say(f"touch-reason-{notice.reason}")
    if isinstance(notice, Suspicion):
        return f"{notice.at_s:9.3f} s  {words.say('touch-suspect', reason=reason)}"
    kind = words.say(f"touch-kind-{notice.kind}")
    parts = [f"{notice.at_s:9.3f} s  {kind}{_pieces(notice, words)}: {reason}"]
    if notice.weighed is not None:
        weighed = notice.weighed
        parts.append(
            f"dm {weighed.dm_g:+.2f} g, J {weighed.j_g_s:+.3f} g s, D {weighed.d_g_s2:+.4f} g s²"
        )
    if notice.struck is not None:
        parts.append(words.say("touch-impacts", count=notice.struck.count))
    return " · ".join(parts)


def _pieces(verdict: TouchVerdict, words: Language) -> str:
    if not verdict.pieces:
        return ""
    best = verdict.pieces[0]
    names = [words.term(game_with(kind), "piece", kind) for kind in best.kinds]
    told = words.listing(names) or words.say("touch-piece-unknown")
    return f" {told} ({best.likelihood:.0%})"


def _json(notice: TouchNotice) -> str:
    fields: JsonObject = asdict(notice)
    name = "suspicion" if isinstance(notice, Suspicion) else "verdict"
    return msgspec.json.encode({"felt": name, **fields}).decode()


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
    words = language(language_code)
    raise typer.Exit(watch_trace(trace, Console(), words, profile, as_json=as_json))
