# The scale in English: what happened, and what to do next.

scale-state-connecting = Looking for the scale: please plug it in if it is not.
scale-state-identifying = Something answers where the scale should be; waiting for it to say who it is.
scale-state-streaming = The scale is weighing, { $rate ->
    [one] once
   *[other] { $rate } times
} a second.
scale-state-silent = The scale says nothing: check its wires, then unplug it and plug it in again; if that does not help, run “referee flash”.
scale-state-lost = The scale was unplugged: plug it in again, into any socket, and the game goes on by itself.
scale-state-incompatible = The scale speaks version { $protocol } of the protocol and the referee version { $expected }: stop the referee, run “referee flash”, and start it again.

scale-finding-no-permission = The referee may not use the scale: add your user to the group “dialout”, then log in again.
scale-finding-forbidden = The system keeps the scale from the table’s service: start the table anew with “sudo systemctl restart table-referee”; if it stays so, bring it up to date with “sudo deploy/update.sh”.
scale-finding-failed = The scale’s driver failed, and the referee opens it again and again: unplug the scale and plug it in; if it stays so, start the computer anew.
scale-finding-port-busy = Another program uses the scale: close it, and the referee takes over.
scale-finding-slow-rate = The scale weighs too slowly to feel a fall, { $rate ->
    [one] once
   *[other] { $rate } times
} a second: cut the jumper on the HX711 board that ties RATE to ground.
scale-finding-no-load-cell = The board answers but its HX711 does not: check the four wires between them.
scale-finding-unheard = The board does not hear the referee: unplug it, take another USB cable, and plug it in again.
scale-finding-saturated = The load cell is at the end of its range: take weight off the plate, or check the cell’s wires.
scale-finding-frozen = The scale repeats the same number: check the wires between the load cell and the HX711.
scale-finding-spikes = Single readings jump: shorten the wires between the HX711 and the board, and keep them away from power supplies.
scale-finding-noisy-line = Much of what the scale says arrives damaged: use a shorter or better USB cable.
scale-finding-restarting = The board of the scale restarts again and again: give it a stronger power supply or another USB socket.
scale-finding-behind = The computer cannot keep up with the scale: close other programs.
scale-finding-recording-ended = The recording is at its end: open another, or play it again.
scale-below-empty = The scale reads over 50 g less than the empty plate: see that the plate lies on it freely; if it does, calibrate the scale, so that it is set to empty anew.
