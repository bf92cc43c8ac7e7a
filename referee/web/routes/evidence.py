"""What was seen and felt at moments that matter."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from referee.store.troubles import StoreError, Trouble, store_error
from referee.web.describing import answers_bytes
from referee.web.hub import Hub

Name = Annotated[str, Path(max_length=120, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
File = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9][a-z0-9._-]*$")]


def evidence_routes(hub: Hub) -> APIRouter:
    """`/evidence`."""
    router = APIRouter(tags=["games"])
    shelf = hub.parts.thread.table.store.evidence

    @router.get(
        "/evidence/{name}/{file}",
        response_class=Response,
        responses={
            206: {"description": "A part of the file, as players of films ask for it."},
            **answers_bytes(
                "application/json", "video/webm", "image/jpeg", description="The file."
            ),
        },
    )
    async def get_evidence(name: Name, file: File) -> Response:
        """One file of what was kept: `curve.json`, `times.json`, `clip.webm`, `tray.jpg`.

        Only names that the log knows are looked up, so no address leads to any other file.
        """
        kept = await run_in_threadpool(shelf.find, name)
        media = {each.file: each.media_type for each in kept.files}
        path = await run_in_threadpool(shelf.path, name, file)
        if not path.is_file():
            raise _gone(str(path.name))
        # Evidence is never changed, so a browser may keep it.
        headers = {"cache-control": "private, max-age=31536000, immutable"}
        return FileResponse(path, media_type=media[file], headers=headers)

    return router


def _gone(file: str) -> StoreError:
    return store_error(Trouble.LOST, f"{file} is missing")
