"""An RTSP server of GStreamer, for the system's own Python: `python3 rtsp_server.py PORT`.

`/tray` is a stream; with a second word, it wants the name `me` and that password. It says its port
when it is ready, and ends with its input.
"""

from __future__ import annotations

import sys
from typing import Any

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

_STREAM = (
    "( videotestsrc is-live=true pattern=ball"
    " ! video/x-raw,width=160,height=120,framerate=30/1"
    " ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=10"
    " ! rtph264pay name=pay0 pt=96 )"
)


def stream() -> Any:
    permissions = GstRtspServer.RTSPPermissions.new()
    permissions.add_role("friend")
    permissions.add_permission_for_role("friend", "media.factory.access", True)
    permissions.add_permission_for_role("friend", "media.factory.construct", True)
    factory = GstRtspServer.RTSPMediaFactory.new()
    factory.set_launch(_STREAM)
    factory.set_shared(True)
    factory.set_permissions(permissions)
    return factory


def guard(password: str) -> Any:
    friend = GstRtspServer.RTSPToken()
    friend.set_string("media.factory.role", "friend")
    guard = GstRtspServer.RTSPAuth.new()
    guard.add_basic(GstRtspServer.RTSPAuth.make_basic("me", password), friend)
    return guard


def main() -> None:
    Gst.init(None)
    loop = GLib.MainLoop()
    server = GstRtspServer.RTSPServer.new()
    server.set_address("127.0.0.1")
    server.set_service(sys.argv[1])
    if len(sys.argv) > 2:
        server.set_auth(guard(sys.argv[2]))
    server.get_mount_points().add_factory("/tray", stream())
    if not server.attach(None):
        sys.exit("The port is taken.")
    GLib.io_add_watch(0, GLib.IO_HUP | GLib.IO_IN, lambda *_: loop.quit())
    print(server.get_bound_port(), flush=True)  # noqa: T201
    loop.run()


if __name__ == "__main__":
    main()
