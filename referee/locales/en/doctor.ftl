# `referee doctor` in English: how every part of the table fares, and what to do next.

doctor-title = How the table fares
doctor-checking = Looking at: { $part } …
doctor-all-well = Everything that is fitted works. Have a good game!
doctor-not-well = { $count ->
    [one] One part needs attention.
   *[other] { $count } parts need attention.
}

doctor-part-camera = camera
doctor-part-focus = focus
doctor-part-light = light
doctor-part-tray = tray
doctor-part-dice = dice
doctor-part-scale = scale
doctor-part-noise = noise of the scale
doctor-part-drift = drift of the scale
doctor-part-rate = speed of the scale
doctor-part-plate = plate
doctor-part-hands = hands and falls
doctor-part-firmware = firmware
doctor-part-disk = disk
doctor-part-clock = clock
doctor-part-heat = heat
doctor-part-voice = voice
doctor-part-panel = buttons and lights
doctor-part-database = log
doctor-part-backup = backup
doctor-part-games = games
doctor-part-table = table

doctor-light-green = works
doctor-light-yellow = look after it
doctor-light-red = does not work
doctor-light-off = not fitted

doctor-not-fitted = This table has none.
doctor-untold = Nothing could be told about it.
doctor-untold-next = Run “referee doctor” again.
doctor-too-long = It did not answer within { $seconds } s.
doctor-too-long-next = Unplug it and plug it in again, then run “referee doctor” again.
doctor-refused = It cannot be opened.
doctor-refused-next = { $why }
doctor-failed = The check itself went wrong ({ $why }).
doctor-failed-next = Run “referee doctor” again; if it stays so, report it with this sentence.
doctor-waits-camera = It cannot be told while the camera shows nothing.
doctor-waits-camera-next = Repair the camera first, then run “referee doctor” again.
doctor-waits-scale = It cannot be told while the scale does not weigh.
doctor-waits-scale-next = Repair the scale first, then run “referee doctor” again.

doctor-device = It is looked for as “{ $device }”.

doctor-camera-fails = The camera does not show the table.
doctor-camera-held = The camera is watching with { $width } × { $height } pixels, { $rate ->
    [one] once
   *[other] { $rate } times
} a second, and holds { $held }{ $age }.
doctor-camera-free = The camera is watching with { $width } × { $height } pixels, { $rate ->
    [one] once
   *[other] { $rate } times
} a second{ $age }; its exposure, colours and focus are held once the tray is calibrated, if it can.
doctor-held-exposure_us = exposure { $value } µs
doctor-held-gain = gain { $value }
doctor-held-red_gain = red { $value }
doctor-held-blue_gain = blue { $value }
doctor-held-white_balance_k = white balance { $value } K
doctor-held-focus = focus { $value }
doctor-picture-good = The camera has no complaint about its pictures.
doctor-picture-bad = The camera’s pictures are bad.

doctor-focus-sharp = The picture is sharp ({ $percent } %).
doctor-focus-soft = The picture is a little soft ({ $percent } %).
doctor-focus-blurred = The picture is blurred ({ $percent } %).
doctor-focus-untold = There is nothing to focus on.
doctor-focus-untold-next = See to the light first.

doctor-brightness-good = The tray is well lit and the light is steady ({ $percent } % bright).
doctor-brightness-black = The picture is black.
doctor-brightness-black-next = Take the cap off the lens, or switch the light on.
doctor-brightness-blown = The picture is white: { $white } % of the tray is blown out.
doctor-brightness-blown-next = Turn the lamp away from the tray, or calibrate the camera’s light again.
doctor-brightness-dark = The tray is dark ({ $percent } % bright).
doctor-brightness-dark-next = Put a lamp beside the tray.
doctor-brightness-glare = { $white } % of the tray glares white.
doctor-brightness-glare-next = Turn the lamp a little, or shade the tray from the sun.
doctor-brightness-flickers = The light goes up and down by { $flicker } %.
doctor-brightness-flickers-next = Use a lamp that does not flicker, or calibrate the camera’s light again.

doctor-tray-found = { $seen } of the tray’s { $all } markers are seen, and a die is { $die_px } px wide.
doctor-tray-lost = The tray is not in sight: { $seen } of its { $all } markers are seen.
doctor-tray-small = A die is too small, { $die_px } px wide.
doctor-tray-small-next = Bring the camera nearer until a die is at least { $least } px wide, or choose a larger picture.
doctor-tray-bare = The camera sees a table without the printed markers, and all of its picture is the tray. A die that leans or lies on another is not told, nor one beside the tray.
doctor-tray-bare-next = To have that, print the tray sheet (“referee calibrate print”), lay it under the camera, and run “referee calibrate tray”.
doctor-tray-moved-next = The tray or the camera moves: fasten both, then run “referee doctor” again.

doctor-dice-ready = These sets are known, and their faces can be told apart: { $sets }.
doctor-dice-pips = Only dice with pips are read; no set was taught.
doctor-dice-missing = The set { $set } cannot be loaded.
doctor-dice-missing-next = Teach it with “referee teach”, or correct its name in the table’s profile.
doctor-dice-asked = In the set { $set } these faces were often asked about in the last games: { $faces }.
doctor-dice-asked-more-next = Teach the set again and show these faces more often, each at least five times, turned a little.
doctor-dice-asked-nearer-next = Teach the set again with the camera nearer, in the same place as in the game.
doctor-dice-asked-light-next = Light the tray more evenly, without a shadow or a glare on the dice.
doctor-dice-alike = In the set { $set } the faces { $first } and { $second } look much alike.
doctor-dice-alike-next = Teach the set again with sharper pictures, or mark one of the two faces.

doctor-scale-fails = The scale does not weigh.
doctor-uncalibrated = Nobody knows how many counts are a gram.
doctor-uncalibrated-next = Calibrate the scale and keep the result in the table’s profile.
doctor-touched = The plate was touched meanwhile.
doctor-touched-next = Keep hands off the table, then run “referee doctor” again.
doctor-plate-good = The scale has no complaint about what it weighs.
doctor-plate-bad = What the scale weighs cannot be relied on.
doctor-noise-low = The weight wavers by { $grams } g.
doctor-noise-high = The weight wavers by { $grams } g, which hides light pieces.
doctor-noise-next = Shorten the wires of the load cell, keep them away from power supplies, and stand the table on firm ground.
doctor-drift-low = The weight wanders by { $grams } g a minute.
doctor-drift-high = The weight wanders by { $grams } g a minute, which is too much.
doctor-drift-next = Let the scale warm up for half an hour, keep it out of draught and sun, and check that nothing rubs against the plate.
doctor-rate-fast = It weighs { $rate ->
    [one] once
   *[other] { $rate } times
} a second.
doctor-rate-slow = It weighs too slowly, { $rate ->
    [one] once
   *[other] { $rate } times
} a second.
doctor-plate-untapped = Nobody has tapped the plate: calibrate the scale.
doctor-plate-stiff = The empty plate rings at { $hertz } Hz.
doctor-plate-soft = The empty plate rings at { $hertz } Hz, which is soft: from 60 Hz on falls are felt best.
doctor-plate-soft-next = Screw cell and plate down firmly, take a lighter plate or a stiffer bar or base, then calibrate the scale again.
doctor-hands-unshown = Nobody has shown this table hands: the calibration of the scale asks for them.
doctor-hands-well = It tells hands from falls well; touches that were shown: { $felt }, called a fall: none, asked about: { $asked }.
doctor-hands-fairly = It tells hands from falls fairly well; touches that were shown: { $felt }, called a fall: none, asked about: { $asked }.
doctor-hands-fairly-next = The game then asks whether the tower fell, and goes on when somebody answers.
doctor-hands-badly = It does not tell hands from falls; touches that were shown: { $felt }, called a fall: { $called }, asked about: { $asked }.
doctor-hands-badly-next = Let go more slowly, see that nothing rubs or rattles, and calibrate the scale again; in a game say that it did not fall.
doctor-wild = Numbers that no weight can make, within { $seconds } s: { $count }.
doctor-wild-next = Check the cable of the cell and its solder, give the board a steady supply, and if it stays so take another HX711.
doctor-cell-next = If there is no load cell, fit one.
doctor-touch-reached = At tables like this, falls that are called: { $falls } of 100, called or asked about: { $felt }; harmless touches called a fall: { $mistaken } of 1,000, asked about: { $asked }. With good parts: { $good_falls } and { $good_felt }; { $good_mistaken } and { $good_asked }.
doctor-firmware-well = The board runs firmware { $firmware }.
doctor-firmware-none = This scale has no board, and so no firmware.
doctor-firmware-old = The board runs firmware { $firmware }; { $ours } comes with this referee.
doctor-firmware-old-next = Run “referee flash” when no game is under way.
doctor-firmware-other = The board runs firmware { $firmware } and speaks another version of the protocol.

doctor-table-well = The table answers.
doctor-table-stopped = The table has stopped by a mistake of the program.
doctor-table-stopped-next = Start the referee anew; the game is kept. What went wrong is in its log of messages.

doctor-disk-well = There is room in { $folder }: { $megabytes } MB.
doctor-disk-low = There is little room in { $folder }: { $megabytes } MB.
doctor-disk-full = The disk is full, with { $megabytes } MB left in { $folder }.
doctor-disk-full-next = Delete files that you do not need, or use a larger disk or memory card.
doctor-disk-locked = The folder { $folder } cannot be written.
doctor-disk-locked-next = Give the referee’s user the right to write it; if that does not help, check the disk or the memory card.
doctor-disk-evidence = Pictures and replays cannot be kept in { $folder }.
doctor-disk-evidence-next = Make it a folder that the referee’s user may write; if something else lies in its place, move that away.
doctor-disk-missing = There is no folder { $folder }.
doctor-disk-missing-next = Create it, or name another place for the log in the table’s profile.

doctor-clock-well = It is { $now }.
doctor-clock-alone = It is { $now }, but nothing sets the clock right, and this computer forgets the time when it is switched off.
doctor-clock-wrong = The clock says { $now }, which cannot be.
doctor-clock-next = Connect the table to the network for a minute, or set date and time by hand.

doctor-budget-title = What the table costs this computer
doctor-budget-measuring = The table is started and left alone for a minute; please do not touch it …
doctor-budget-rest-percent = At rest: { $measured } % of a processor core; expected: { $most } % at most.
doctor-budget-memory-mb = Memory: { $measured } MB; expected: { $most } MB at most.
doctor-budget-start-s = Start: { $measured } s of processor time; expected: { $most } s at most.

doctor-heat-well = { $degrees ->
    [0] The processor is not too hot.
   *[other] The processor is at { $degrees } °C, which is not too hot.
}
doctor-heat-hot = { $degrees ->
    [0] The processor is slowed down by its heat: the table looks at half as many pictures.
   *[other] The processor is at { $degrees } °C: the table looks at half as many pictures.
}
doctor-heat-next = Give it air: take it out of a closed box, put a heat sink or a fan on it, and keep the sun off.
doctor-heat-untold = Nothing tells how hot this computer is.

doctor-voice-test = The referee speaks.
doctor-voice-heard = The referee said: “{ doctor-voice-test }” Did you hear it (yes or no)?
doctor-voice-unheard = The voice spoke, but nobody heard it.
doctor-voice-unheard-next = Turn the loudspeaker up, or choose another: write the name of its sound card behind “espeak:?device=plughw:CARD=” as url below [voice] in the table’s profile, then run “referee doctor” again. Known here: { $cards }.
doctor-voice-page = The table’s page speaks while the table runs.

doctor-database-well = The log opens and is whole: { $place }.
doctor-database-new = There is no log yet; the first game begins one: { $place }.
doctor-database-unsafe = The log opens, but a power cut could damage it: { $place }.
doctor-database-unsafe-next = Keep it on a disk of this computer, not on a network disk.
doctor-database-games = The log opens, but { $count ->
    [one] one game in it is damaged: number { $games }.
   *[other] { $count } games in it are damaged: numbers { $games }.
}
doctor-database-games-next = Open the page Statistics as the operator: it says what is wrong with each, exports it, and deletes it.
doctor-database-profiles = The log opens, but { $count ->
    [one] one profile of a player in it is damaged: number { $profiles }.
   *[other] { $count } profiles of players in it are damaged: numbers { $profiles }.
}
doctor-database-profiles-next = Add the player anew, or restore a backup; recorded games keep their names.
doctor-database-salvaged = The log was damaged and made anew from all that could be read; the damaged one is kept as { $file }.
doctor-database-salvaged-next = Check the disk or the memory card. If a game is missing, restore a backup; then delete the damaged file.
doctor-database-fails = The log cannot be used: { $place }.
doctor-database-disk-full-next = The disk is full: delete files that you do not need.
doctor-database-read-only-next = Give the referee’s user the right to write it and its folder.
doctor-database-damaged-next = It is damaged: start the referee, which keeps all that can be read, or restore the newest backup.
doctor-database-lost-next = Check that its server runs, or that its file is in its place.
doctor-database-locked-next = Another program holds on to it: close that program.
doctor-database-another-writer-next = Another referee writes it: stop one of the two.
doctor-database-failing-next = The disk reports errors: check it, and restore the newest backup elsewhere.
doctor-backup-well = The newest backup is of { $made }.
doctor-backup-soon = The first backup will be made tonight, in { $folder }.
doctor-backup-old = The newest backup is { $days ->
    [one] one day
   *[other] { $days } days
} old, and games were played since.
doctor-backup-none = There is no backup yet in { $folder }.
doctor-backup-next = Leave the table switched on for an hour when nobody plays; what hinders it then is told by “journalctl -u table-referee-backup”.
doctor-games-well = All installed games can be played.
doctor-games-broken = Not every installed game can be played; the others can.
