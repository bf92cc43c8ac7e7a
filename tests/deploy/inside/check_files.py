#!/usr/bin/env python3
"""Compares every installed file of a release with what its package says of it; names the others."""

import base64
import csv
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path


def changed_in(release: Path) -> Iterator[str]:
    """Files that are gone, or are not what was installed."""
    for record in release.glob("venv/lib/python3*/site-packages/*.dist-info/RECORD"):
        site = record.parent.parent
        for path, digest, _size in csv.reader(record.read_text(encoding="utf-8").splitlines()):
            if digest and digest != f"sha256={_digest_of(site / path)}":
                yield path


def _digest_of(file: Path) -> str:
    if not file.is_file():
        return "gone"
    digest = hashlib.sha256(file.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


if __name__ == "__main__":
    sys.exit("\n".join(changed_in(Path(sys.argv[1]))) or 0)
