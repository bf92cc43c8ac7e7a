#!/usr/bin/env python3
"""Tries to open devices and writes down what the kernel said: probe_devices.py ANSWERS DEVICE…"""

import errno
import json
import os
import sys
from pathlib import Path


def tried(device: str) -> str:
    """`opened`, or the kernel's word for why not."""
    try:
        os.close(os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY))
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "opened"


if __name__ == "__main__":
    answers = {device: tried(device) for device in sys.argv[2:]}
    Path(sys.argv[1]).write_text(json.dumps(answers), encoding="ascii")
