"""The sets of a table learn from what people answer, in a thread of their own.

What a set learned lies in a file of its own beside the log; files of taught sets are never changed.
A cut-out that makes the taught faces less sure is refused. Whatever goes wrong with a file, the
table reads by what it has.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from referee.store.backup import LEARNED_ENDING
from referee.store.durable_files import NotSavedError, read_private, write_private
from referee.table.answered_faces import AnsweredDie
from referee.vision.dice.face_reading import FaceReader
from referee.vision.dice.taught_reading import TaughtFaceReader
from referee.vision.faces.files import FacesFileError
from referee.vision.faces.learned import (
    LearnedCut,
    TaughtTrial,
    bounded,
    extended,
    has_picture,
    learned_from_bytes,
    learned_to_bytes,
)

_log = logging.getLogger(__name__)


class _LearningSet:
    """One set in use; only the thread that learns touches it."""

    def __init__(self, reader: TaughtFaceReader, file: Path) -> None:
        self._reader = reader
        self._file = file
        self._taught = reader.taught
        self._trial = TaughtTrial(reader.taught)
        self.cuts = self._read()
        self._use(self.cuts)

    def learn(self, roll: str, dice: Sequence[AnsweredDie]) -> None:
        """Take over those that do not make the set worse."""
        for die in dice:
            cut = LearnedCut(die.face, roll, die.face_jpeg)
            if die.face not in self._taught.cuts or not has_picture(cut):
                continue
            cuts = bounded((*self.cuts, cut))
            if self._trial.is_worse(extended(self._taught, cuts)):
                _log.info("A picture of %r would make its set worse: not learned.", die.face)
            elif self._write(cuts):
                self._use(cuts)

    def take_back(self, rolls: Collection[str]) -> None:
        """Forget what was learned in these rolls, also if the disk refuses to."""
        cuts = tuple(each for each in self.cuts if each.roll not in rolls)
        if len(cuts) < len(self.cuts):
            self._use(cuts)
            self._write(cuts)

    def forget(self) -> None:
        """Read by what was taught; refused if the file cannot be removed."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            raise NotSavedError(
                f"{self._file} cannot be removed ({error.strerror}): give the referee's user the "
                "right to write there, and try again.",
                message="web-disk-unwritable",
            ) from None
        self._use(())

    def _use(self, cuts: tuple[LearnedCut, ...]) -> None:
        self.cuts = cuts
        self._reader.use(extended(self._taught, cuts) if cuts else self._taught)

    def _read(self) -> tuple[LearnedCut, ...]:
        try:
            content = read_private(self._file)
            return () if content is None else learned_from_bytes(content, self._taught)
        except (OSError, FacesFileError) as error:
            _log.warning("%s: %s", self._file, error)
            return ()

    def _write(self, cuts: tuple[LearnedCut, ...]) -> bool:
        try:
            write_private(self._file, learned_to_bytes(self._taught, cuts))
        except NotSavedError as error:
            _log.warning("%s", error)
            return False
        return True


class LearnedFaces:
    """Teaches the readers of a table further while it `is_on`; called from any thread."""

    def __init__(self, readers: Mapping[str, FaceReader], folder: Path | None) -> None:
        self.is_on = False
        self._sets: dict[str, _LearningSet] = {}
        for kind, reader in readers.items():
            if folder is not None and isinstance(reader, TaughtFaceReader):
                self._sets[kind] = _LearningSet(reader, folder / f"{kind}{LEARNED_ENDING}")
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="learning")

    @property
    def count(self) -> int:
        """How many cut-outs are known beside those that were taught."""
        return sum(len(each.cuts) for each in self._sets.values())

    def answered(self, kind: str, roll: str, dice: Sequence[AnsweredDie]) -> None:
        """Learn these faces, if anybody switched it on."""
        if self.is_on and kind in self._sets:
            self._later(lambda: self._sets[kind].learn(roll, dice))

    def taken_back(self, rolls: Collection[str]) -> None:
        """Forget what was learned in these rolls."""
        if rolls:
            self._later(lambda: self._take_back(rolls))

    def forget(self) -> None:
        """Forget all that was learned, and wait until that is done."""
        self._worker.submit(self._forget).result()

    def close(self) -> None:
        """Finish what was begun."""
        self._worker.shutdown(wait=True)

    def _take_back(self, rolls: Collection[str]) -> None:
        for each in self._sets.values():
            each.take_back(rolls)

    def _forget(self) -> None:
        for each in self._sets.values():
            each.forget()

    def _later(self, task: Callable[[], object]) -> None:
        self._worker.submit(task).add_done_callback(_tell_mistake)


def _tell_mistake(done: Future[object]) -> None:
    mistake = done.exception()
    if mistake is not None:
        _log.error("A face could not be learned.", exc_info=mistake)
