#!/usr/bin/env python3
"""Write docs/transcripts: what the voice says in one whole game on the simulated table.

    .venv/bin/python scripts/write_transcripts.py

One thread moves the clock and the voice never holds up a game, so all languages tell the same one.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from referee.app.face_sets import dice_readers
from referee.clock import ManualClock
from referee.devices.voice.silent_voice import SilentVoice
from referee.games.magic_beanstalk import GAME
from referee.games.parsing import parse_options
from referee.language import languages
from referee.simulation.lockstep import LockstepTable
from referee.store.store import open_store
from referee.table.announcing.announcer import Announcer, SpeechSettings, Spoken
from referee.table.updates import Update

FOLDER = Path(__file__).parent.parent / "docs" / "transcripts"
SEED = 3
CARE = 0.8
SEATS = ("Anna", "Ben")
_LAST_WORDS_S = 40.0
_INTRODUCTIONS = {
    "en": (
        "# A game of Magic Beanstalk with the eyes closed\n\n"
        "Everything the voice said in one whole game of two simulated\n"
        "players, from the first sentence to the last, with minutes and seconds since it began.\n"
        "They hear every sentence out, choose, and say what the axe took off; everything else is\n"
        "seen and felt by the table. [En français](magic-beanstalk.fr.md)\n\n"
        "`scripts/write_transcripts.py` wrote this page from a game with seed {seed}.\n"
    ),
    "fr": (
        "# Une partie de Magic Beanstalk les yeux fermés\n\n"
        "Tout ce que la voix a dit pendant une partie entière de deux\n"
        "joueurs simulés, de la première phrase à la dernière, avec les minutes et les secondes\n"
        "depuis le début. Ils écoutent chaque phrase, choisissent, et disent ce que la hache a\n"
        "enlevé ; la table voit et sent tout le reste. [In English](magic-beanstalk.en.md)\n\n"
        "`scripts/write_transcripts.py` a écrit cette page d’après une partie de graine {seed}.\n"
    ),
}


def main() -> None:
    """Write the page of every language."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=SEED)
    asked.add_argument("--care", type=float, default=CARE)
    asked.add_argument("--folder", type=Path, default=FOLDER)
    words = asked.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    for code, transcript in play(words.seed, words.care).items():
        page = format_page(code, words.seed, transcript.text())
        (words.folder / f"magic-beanstalk.{code}.md").write_text(page, encoding="utf-8")


class Transcript:
    """Listens to an announcer and keeps what it says, from `began_s` on."""

    def __init__(self, began_s: float) -> None:
        self._began_s = began_s
        self._lines: list[Spoken] = []

    def __call__(self, spoken: Spoken) -> None:
        """Keep this line."""
        self._lines.append(spoken)

    def text(self) -> str:
        """One line a sentence, with minutes and seconds since the beginning."""
        return "\n".join(
            f"{_minutes(line.at_s - self._began_s)}  {line.announcement.text}"
            for line in self._lines
        )


def _minutes(seconds: float) -> str:
    tenths = round(seconds * 10)
    return f"{tenths // 600:02d}:{tenths % 600 / 10:04.1f}"


class Listeners:
    """One announcer for each language, all of them at the same table."""

    def __init__(self, evening: LockstepTable) -> None:
        self._clock = evening.clock
        self.transcripts = {code: Transcript(self._clock.monotonic_s()) for code in languages()}
        self._voices = [SilentVoice(self._clock, is_paced=True) for _ in languages()]
        self._announcers = list(map(self._announcer, languages(), self._voices))
        evening.table.listen(self._hear)

    def _announcer(self, code: str, voice: SilentVoice) -> Announcer:
        announcer = Announcer(voice, SpeechSettings(language=code))
        announcer.listen(self.transcripts[code])
        return announcer

    def _hear(self, update: Update) -> None:
        for announcer in self._announcers:
            for told in update.told:
                announcer.tell(told)

    @property
    def is_anything_unsaid(self) -> bool:
        """Whether a voice is still speaking, or has more to say."""
        is_waiting = any(announcer.waiting for announcer in self._announcers)
        return is_waiting or any(voice.is_speaking() for voice in self._voices)

    def tick(self) -> None:
        """Let everybody speak."""
        for announcer in self._announcers:
            announcer.tick(self._clock.monotonic_s())


def play(seed: int, care: float) -> dict[str, Transcript]:
    """What was said in one game, in every language."""
    clock = ManualClock()
    readers = dice_readers({"beanstalk": "magic-beanstalk"})
    with (
        tempfile.TemporaryDirectory(prefix="referee-transcript-") as folder,
        open_store(f"sqlite:///{folder}/log.sqlite", clock=clock) as store,
    ):
        evening = LockstepTable(store, readers, clock=clock, seed=seed, care=care)
        evening.open()
        listeners = Listeners(evening)
        evening.begin_game(GAME.name, SEATS, parse_options(GAME, {}), Random(seed))
        while not evening.players.is_over:
            evening.step()
            listeners.tick()
            if not listeners.is_anything_unsaid:
                # Whoever plays by ear hears it out.
                evening.players.step()
        _let_finish(evening, listeners)
        evening.close()
    return listeners.transcripts


def _let_finish(evening: LockstepTable, listeners: Listeners) -> None:
    """The last sentences are said after the last move."""
    end_s = evening.clock.monotonic_s() + _LAST_WORDS_S
    while evening.clock.monotonic_s() < end_s:
        evening.step()
        listeners.tick()


def format_page(code: str, seed: int, text: str) -> str:
    """The page as it stands in the documentation."""
    return f"{_INTRODUCTIONS[code].format(seed=seed)}\n```text\n{text}\n```\n"


if __name__ == "__main__":
    main()
