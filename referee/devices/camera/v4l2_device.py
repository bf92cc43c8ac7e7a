"""Video devices of this machine: which file a camera has today, and whether it may be used.

A camera is known by its stable name under `/dev/v4l/by-id`, which survives another socket and
another order of plugging in, though the `/dev/videoN` behind it changes.
"""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

from referee.devices.camera.contract import CameraFinding
from referee.devices.camera.source import SourceLostError

_BY_ID = Path("/dev/v4l/by-id")
_DEVICES = Path("/dev")

# struct v4l2_capability of the kernel: 104 bytes, the abilities of this very file at byte 88.
_QUERY_CAPABILITY = 0x80685600
_CAPABILITY_BYTES = 104
_DEVICE_ABILITIES_AT = 88
_CAN_CAPTURE = 0x1

_PROBLEMS = {
    errno.ENOENT: CameraFinding.NO_SUCH_DEVICE,
    errno.ENODEV: CameraFinding.NO_SUCH_DEVICE,
    errno.ENXIO: CameraFinding.NO_SUCH_DEVICE,
    errno.ENOTDIR: CameraFinding.NO_SUCH_DEVICE,
    errno.EACCES: CameraFinding.NO_PERMISSION,
    errno.EPERM: CameraFinding.NO_PERMISSION,
    errno.EBUSY: CameraFinding.BUSY,
}


def stable_camera_name(path: str, by_id: Path = _BY_ID, devices: Path = _DEVICES) -> str:
    """The stable name of a camera given as `0`, `/dev/video0` or by such a name already."""
    wanted = devices / f"video{path}" if path.isdigit() else Path(path)
    named = sorted(by_id.iterdir()) if by_id.is_dir() else []
    if wanted in named:
        return str(wanted)
    device = _resolved(wanted)
    return next((str(each) for each in named if _resolved(each) == device), str(wanted))


def check_camera(name: str) -> str:
    """The device file behind a name today; a `SourceLostError` says why it cannot be used."""
    device = _resolved(Path(name))
    try:
        file = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        finding = _PROBLEMS.get(error.errno or 0, CameraFinding.NOT_A_CAMERA)
        raise SourceLostError(name, finding) from error
    try:
        _check_abilities(name, file)
    finally:
        os.close(file)
    return str(device)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # links that lead in a circle
        return path


def _check_abilities(name: str, file: int) -> None:
    """One camera has several files, and only one of them gives pictures."""
    answer = bytearray(_CAPABILITY_BYTES)
    try:
        fcntl.ioctl(file, _QUERY_CAPABILITY, answer)
    except OSError as error:
        finding = CameraFinding.NOT_A_CAMERA
        if error.errno in {errno.ENODEV, errno.EBUSY}:
            finding = _PROBLEMS[error.errno]
        raise SourceLostError(name, finding) from error
    field = answer[_DEVICE_ABILITIES_AT : _DEVICE_ABILITIES_AT + 4]
    if not int.from_bytes(field, "little") & _CAN_CAPTURE:
        raise SourceLostError(name, CameraFinding.NOT_A_CAMERA)
