"""Taught cards as one file: the names and the cut-out faces; everything else is worked out anew."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import msgspec
import numpy as np

from referee.vision.cards.faces import FACE_HEIGHT, FACE_WIDTH
from referee.vision.cards.teaching import CardTeachingError, TaughtCards, from_faces

_VERSION = 1
_LARGEST_BYTES = 100_000_000


class _Names(msgspec.Struct, frozen=True):
    version: int
    name: str
    cards: tuple[str, ...]


def encode_cards(taught: TaughtCards) -> bytes:
    """The taught cards as the bytes of a file."""
    names = msgspec.json.encode(_Names(_VERSION, taught.name, taught.cards))
    packed = io.BytesIO()
    np.savez_compressed(packed, names=np.frombuffer(names, np.uint8), faces=np.array(taught.faces))
    return packed.getvalue()


def decode_cards(data: bytes, file: str = "This") -> TaughtCards:
    """The taught cards in these bytes; a `CardTeachingError` if there are none."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as packed:
            names = msgspec.json.decode(packed["names"].tobytes(), type=_Names)
            faces = packed["faces"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, NotImplementedError):
        raise CardTeachingError(f"{file} is no file of taught cards: teach them again.") from None
    _check(names, faces, file)
    return from_faces(names.name, names.cards, tuple(np.ascontiguousarray(face) for face in faces))


def save_cards(path: Path | str, taught: TaughtCards) -> None:
    """Writes the taught cards into one file."""
    try:
        Path(path).write_bytes(encode_cards(taught))
    except OSError as error:
        raise CardTeachingError(
            f"{path} cannot be written ({error.strerror}): choose another place."
        ) from error


def load_cards(path: Path | str) -> TaughtCards:
    """Reads taught cards from a file."""
    try:
        if Path(path).stat().st_size > _LARGEST_BYTES:
            raise CardTeachingError(f"{path} is too large for taught cards: teach them again.")
        data = Path(path).read_bytes()
    except OSError as error:
        raise CardTeachingError(
            f"{path} cannot be opened ({error.strerror}): check its name."
        ) from error
    return decode_cards(data, str(path))


def _check(names: _Names, faces: np.ndarray, file: str) -> None:
    if names.version != _VERSION:
        raise CardTeachingError(f"{file} is from another version: teach the cards again.")
    is_whole = faces.dtype == np.uint8 and faces.shape == (
        len(names.cards),
        FACE_HEIGHT,
        FACE_WIDTH,
        3,
    )
    if not is_whole or len(set(names.cards)) < 2:
        raise CardTeachingError(f"{file} is not complete: teach the cards again.")
