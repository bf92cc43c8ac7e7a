"""The page itself: files of the build, found once, served with the right caching."""

import hashlib
import mimetypes
import re
from dataclasses import dataclass, field
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from referee.web.texts import message_text

_HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.\w+$")
_PACKED = {"br": ".br", "gzip": ".gz"}
_KEPT_FOR_EVER = "public, max-age=31536000, immutable"
_ASKED_EACH_TIME = "no-cache"
# Of our own, so that no other part of the program sees other types.
_TYPES = mimetypes.MimeTypes()
_TYPES.add_type("text/javascript", ".js")
_TYPES.add_type("font/woff2", ".woff2")
_TYPES.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the build, plain and packed."""

    content: bytes
    media_type: str
    etag: str
    caching: str
    packed: dict[str, bytes] = field(default_factory=dict)


class Pages:
    """All files of the build in memory: no address can lead to any other file."""

    def __init__(self, folder: Path) -> None:
        self._files = _read_all(folder)

    def answer(self, request: Request) -> Response:
        """The file of this address; addresses of the page's own routes get the page."""
        path = request.url.path.lstrip("/")
        found = self._files.get(path)
        if found is None and ("." in path.rpartition("/")[2] or path.startswith("api/")):
            raise HTTPException(404)
        found = found or self._files.get("index.html")
        return _send(found, request) if found is not None else _not_built()


def _read_all(folder: Path) -> dict[str, PageFile]:
    if not folder.is_dir():
        return {}
    plain = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in _PACKED.values()
    ]
    return {path.relative_to(folder).as_posix(): _read(path) for path in plain}


def _read(path: Path) -> PageFile:
    content = path.read_bytes()
    packed = {}
    for coding, suffix in _PACKED.items():
        sibling = path.with_name(path.name + suffix)
        if sibling.is_file():
            packed[coding] = sibling.read_bytes()
    kind = _TYPES.guess_type(path.name)[0] or "application/octet-stream"
    is_hashed = path.parent.name == "assets" and _HASHED.search(path.name) is not None
    return PageFile(
        content=content,
        media_type=kind,
        etag=hashlib.sha256(content).hexdigest()[:20],
        caching=_KEPT_FOR_EVER if is_hashed else _ASKED_EACH_TIME,
        packed=packed,
    )


def _send(file: PageFile, request: Request) -> Response:
    coding = _coding(file, request.headers.get("accept-encoding", ""))
    etag = f'"{file.etag}{f"-{coding}" if coding else ""}"'
    headers = {"cache-control": file.caching, "etag": etag, "vary": "accept-encoding"}
    if etag in (each.strip() for each in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    if coding:
        headers["content-encoding"] = coding
    content = file.packed[coding] if coding else file.content
    return Response(content, media_type=file.media_type, headers=headers)


def _coding(file: PageFile, accepted: str) -> str:
    """The best way of packing that both know; a browser lists those it knows."""
    known = {
        each.partition(";")[0].strip().lower()
        for each in accepted.split(",")
        if not re.search(r";\s*q=0(\.0*)?\s*$", each)
    }
    return next((coding for coding in _PACKED if coding in known and coding in file.packed), "")


def _not_built() -> Response:
    sentence = message_text("web-page-missing")
    return Response("\n\n".join(sentence.values()), media_type="text/plain; charset=utf-8")
