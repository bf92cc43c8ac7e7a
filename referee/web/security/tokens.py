"""Tokens: long random words, of which only the digest is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_digest(token: str, digests: Iterable[str]) -> str | None:
    """The digest of this token among these; takes equally long whichever it is."""
    wanted = digest_of(token)
    found = None
    for each in digests:
        if hmac.compare_digest(each, wanted):
            found = each
    return found
