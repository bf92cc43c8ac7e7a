"""From a recorded clip to the phases of the tray, as the table will do it."""

from __future__ import annotations

import cv2
import numpy as np

from referee.clock import ManualClock
from referee.devices.camera.urls import camera_from_url
from referee.vision.motion.tray_watch import TrayPhase, TrayWatch
from tests.vision.drawn_clips import DIE_PX, FPS, SIZE, DrawnDie, Scene, draw, rolling


def test_a_recorded_roll_is_told_from_start_to_rest(tmp_path):
    die = DrawnDie(200, 150, 0.3, 5)
    roll = [Scene([step]) for step in rolling(DrawnDie(500, 300), die, 24)]
    scenes = [Scene([])] * 18 + roll + [Scene([die])] * 18
    chance = np.random.default_rng(1)
    path = tmp_path / "roll.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE)
    for scene in scenes:
        writer.write(draw(scene, chance))
    writer.release()

    watch, told = TrayWatch(DIE_PX), []
    with camera_from_url(f"file:{path}?speed=0", ManualClock()) as camera:
        while (frame := camera.latest()) is not None:
            moment = watch.see(frame.at_s, frame.picture)
            told += [moment] if moment.has_changed else []

    assert [moment.phase for moment in told] == [
        TrayPhase.AT_REST,
        TrayPhase.ROLLING,
        TrayPhase.AT_REST,
    ]
    assert told[1].t_s < 18 / FPS + 0.2
    assert told[2].rest_number == 2
