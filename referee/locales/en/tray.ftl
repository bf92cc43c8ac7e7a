# The tray in English: what the camera sees of it, and what to do next.

tray-state-unseen = The camera sees { $seen } of the tray’s { $all } printed markers: put the tray under the camera so that all four corners are in the picture.
tray-state-in-place = The tray is in its place.
tray-state-shifting = The tray is being moved: let go of it, and the referee finds it again.
tray-state-covered = The markers of the tray are covered: take hands and sleeves away from its corners.
tray-state-gone = The tray is gone: put it back under the camera, and the game goes on by itself.
tray-state-blank = Nothing can be seen of the table: take away what covers the lens, and switch on the light.

tray-finding-moved = The tray was moved; the referee has found it in its new place.
tray-finding-bumped = Somebody bumped the tray or the camera; both are back in their places.
tray-finding-partly-covered = One marker of the tray is covered: the other three are enough for now, but clear its corner when you can.
tray-finding-uneven = The sheet with the markers does not lie flat: press it down, and check that it was printed at full size.
