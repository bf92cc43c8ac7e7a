"""The key by which the table's own screen is known: whoever has it is the screen."""

from __future__ import annotations

import hmac
import re
from pathlib import Path

from starlette.responses import Response

from referee.web.kept_file import write_private
from referee.web.security.tokens import new_token

_FORM = re.compile(r"[\w-]{43}", re.ASCII)
_YEAR_S = 365 * 24 * 3600


class ScreenKey:
    """Made at the first start and kept like the PIN, so that a screen stays one over a restart."""

    def __init__(self, file: Path | None = None) -> None:
        self.word = _read(file)
        if not self.word:
            self.word = new_token()
            if file is not None:
                write_private(file, self.word.encode())

    def fits(self, word: str) -> bool:
        """Whether this is the key; takes equally long whatever it is."""
        return hmac.compare_digest(self.word.encode(), word.encode())

    def hand_over(self, answer: Response, port: int) -> None:
        """Give it to a browser, which shows it from now on, and to nobody else."""
        answer.set_cookie(
            cookie_name(port), self.word, max_age=_YEAR_S, httponly=True, samesite="strict"
        )


def cookie_name(port: int) -> str:
    """Browsers tell no ports apart: two tables of one computer need two names."""
    return f"referee-screen-{port}"


def _read(file: Path | None) -> str:
    """The kept key; "" if there is none that can be used."""
    try:
        word = "" if file is None else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return word if _FORM.fullmatch(word) else ""
