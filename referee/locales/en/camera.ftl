# The camera in English: what happened, and what to do next.

camera-state-connecting = Looking for the camera: please plug it in, or start its app, if you have not.
camera-state-streaming = The camera is watching with { $width } × { $height } pixels, { $rate ->
    [one] once
   *[other] { $rate } times
} a second{ $age }.
camera-age-known = , and its pictures are { $latency } ms old when the referee sees them
camera-age-least = , and its pictures are at least { $latency } ms old when the referee sees them
camera-state-silent = The camera sends no pictures: check its cable or its Wi-Fi; the referee starts it again by itself.
camera-state-lost = The camera is gone: plug it in again, into any socket, or start its app again, and the game goes on by itself.

camera-finding-no-such-device = There is no camera: plug it in, or choose another in the table’s settings.
camera-finding-no-permission = The referee may not use the camera: add your user to the group “video”, then log in again.
camera-finding-forbidden = The system keeps the camera from the table’s service: start the table anew with “sudo systemctl restart table-referee”; if it stays so, bring it up to date with “sudo deploy/update.sh”.
camera-finding-busy = Another program uses the camera: close it, and the referee takes over.
camera-finding-not-a-camera = The chosen device gives no pictures: choose another device, most cameras have two and use the first.
camera-finding-failed = The camera’s software failed, and the referee opens it again and again: unplug the camera and plug it in; if it stays so, start the computer anew.
camera-finding-no-picamera2 = The software of the Raspberry Pi’s camera is missing: install “python3-picamera2”, or choose a USB camera.
camera-finding-broken-picamera2 = The software of the Raspberry Pi’s camera is installed, but does not fit the referee: bring both up to date with “sudo apt full-upgrade” and “sudo deploy/update.sh”, or choose a USB camera.
camera-finding-unreachable = Nobody answers at the camera’s address: see that its app is running, that it is in the same network, and that the address in camera.url is right.
camera-finding-password-refused = The camera wants another user name or password: write both into camera.url, as in http://name:password@192.168.1.20:8080/video.
camera-finding-no-stream = The camera answers, but has no pictures at this address: look in its app or its manual for the address of the video, its user name and its password, and write them into camera.url.
camera-finding-untrusted = The connection to the camera cannot be made safe: in your own network, write http: instead of https: in camera.url.
camera-finding-garbled = What the camera sends are no whole pictures: choose JPEG or MJPEG in its app, smaller pictures, or stronger Wi-Fi.
camera-finding-frozen = The camera repeats the same picture: unplug it and plug it in again, or start its app again.
camera-finding-black = The camera sees only black: take the cap off its lens, or switch the light on.
camera-finding-over-exposed = The picture is blown out: turn the lamp away from the tray, or calibrate the camera again.
camera-finding-blurred = The picture is out of focus: wipe the lens, and turn its ring until the tray is sharp; a lens without a ring finds its focus when the tray is calibrated.
camera-finding-slow-rate = The camera takes too few pictures to see a roll, { $rate } a second: make more light, use a USB 3 socket, or choose smaller pictures in its app.
camera-finding-late = The pictures are { $latency } ms old when they come: bring the camera nearer to the Wi-Fi, or choose smaller pictures in its app.
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
