# The camera in English: what happened, and what to do next.

camera-state-connecting = Looking for the camera: please plug it in if it is not.
camera-state-streaming = The camera is watching with { $width } × { $height } pixels, { $rate ->
    [one] once
   *[other] { $rate } times
} a second.
camera-state-silent = The camera sends no pictures: check its cable; the referee starts it again by itself.
camera-state-lost = The camera was unplugged: plug it in again, into any socket, and the game goes on by itself.

camera-finding-no-such-device = There is no camera: plug it in, or choose another in the table’s settings.
camera-finding-no-permission = The referee may not use the camera: add your user to the group “video”, then log in again.
camera-finding-busy = Another program uses the camera: close it, and the referee takes over.
camera-finding-not-a-camera = The chosen device gives no pictures: choose another device, most cameras have two and use the first.
camera-finding-failed = The camera’s software failed, and the referee opens it again and again: unplug the camera and plug it in; if it stays so, start the computer anew.
camera-finding-no-picamera2 = The software of the Raspberry Pi’s camera is missing: install “python3-picamera2”, or choose a USB camera.
camera-finding-frozen = The camera repeats the same picture: unplug it and plug it in again.
camera-finding-black = The camera sees only black: take the cap off its lens, or switch the light on.
camera-finding-over-exposed = The picture is blown out: turn the lamp away from the tray, or calibrate the camera again.
camera-finding-blurred = The picture is out of focus: turn the ring of the lens until the tray is sharp, and wipe the lens.
camera-finding-slow-rate = The camera takes too few pictures to see a roll, { $rate } a second: make more light, or use a USB 3 socket.
camera-finding-light-not-held = The camera does not hold { $what }: keep the light in the room steady, or use another camera.
camera-finding-recording-ended = The recording is at its end: open another, or play it again.

camera-light-exposure_us = exposure
camera-light-gain = gain
camera-light-red_gain = red of the white balance
camera-light-blue_gain = blue of the white balance
camera-light-white_balance_k = white balance
camera-light-focus = focus

tray-phase-starting = The referee is getting to know the tray.
tray-phase-at-rest = The dice lie still.
tray-phase-rolling = The dice are rolling.
tray-phase-hand = A hand is over the tray.
