# Guided calibration in English.

calibrate-page-tray = Table Referee: tray sheet (A3); lay thin, matt cloth of another colour than the dice into the frame
calibrate-page-board = Table Referee: board for the lens (A4); glue it on something flat and stiff
calibrate-page-ruler = Table Referee: ruler (A4)
calibrate-page-check = Print at 100 %, not “fit to page”: this line must be { $length } mm long.
calibrate-printed = { $count } targets are in { $folder }: print them at 100 % and measure the line at the foot of each page.

calibrate-scale-empty-ask = Take everything off the plate and do not touch the table.
calibrate-scale-empty-live = The empty plate reads { $counts } counts and wavers by { $noise }.
calibrate-scale-known-ask = Put the known mass of { $grams } g in the middle of the plate and let go.
calibrate-scale-known-ask-dice = Put { $dice ->
    [one] one die
   *[other] { $dice } dice
} on the plate, together { $grams } g, close to its middle, and let go.
calibrate-scale-known-live = The plate reads { $counts } counts: { $factor } counts for a gram.
calibrate-scale-second-ask = Put the second mass of { $grams } g on the plate instead and let go.
calibrate-scale-second-ask-dice = Leave { $dice ->
    [one] one die
   *[other] { $dice } dice
} on the plate, together { $grams } g, and let go.
calibrate-scale-second-live = The plate reads { $grams } g, { $percent } % off.
calibrate-scale-quiet-ask = Take everything off the plate again and do not touch the table for { $seconds } s.
calibrate-scale-quiet-live = The scale weighs { $rate ->
    [one] once
   *[other] { $rate } times
} a second, wavers by { $noise } g and drifts by { $drift } g a minute.
calibrate-scale-stiff-ask = Tap the empty plate lightly in its middle with a fingertip, { $wanted } times, and wait a second after each tap.
calibrate-scale-stiff-live = { $count } of { $wanted } taps.
calibrate-scale-stiff-tone = The plate rings at { $hertz } Hz and dies away within { $milliseconds } ms (damping { $damping }).
calibrate-scale-stiff-silent = The plate does not ring: it is stiff, as far as that can be heard.
calibrate-scale-stiff-more = Still to go: { $left }.
calibrate-scale-stiff-hard = That was too hard: tap more lightly.
calibrate-scale-stiff-deaf = There is no accelerometer: the weight alone tells only of a very soft plate.
calibrate-scale-soft = The plate is soft, it swings at { $hertz } Hz: screw the load cell down firmly, on a stiff base. Bumps may be taken for falls.
calibrate-scale-rattles = The plate rattles: tighten its screws, and see that nothing but the load cell touches it.
calibrate-scale-rings-on = The plate rings for { $milliseconds } ms: put felt between load cell and plate.
calibrate-scale-pieces-ask = Put { $wanted } of this kind on the plate, one after another, each beside or on the last: { $kind }. Wait after each until it is counted, and leave it there.
calibrate-scale-pieces-live = Weighed: { $count } of { $wanted }.
calibrate-scale-pieces-last = The last one weighs { $grams } g.
calibrate-scale-hands-ask = Put a hand on the tower, or on the plate, and take it off again, { $wanted } times, as you do when you build; wait a second after each. If the tower falls, repeat this step.
calibrate-scale-lift-ask = Lift the top piece and put it back, { $wanted } times; wait a second after each. If the tower falls, repeat this step.
calibrate-scale-drop-ask = Let a die drop from the height of a thumb, { $wanted } times beside the plate and { $wanted } times onto the plate; wait a second after each.
calibrate-scale-shown-live = Felt: { $count } of { $wanted }.
calibrate-scale-shown-usual = As tables usually are set: touches felt: { $felt }, called a fall: { $called }, asked about: { $asked }.
calibrate-scale-shown-kept = As this table will be set: touches that you showed: { $felt }, called a fall: { $called }, asked about: { $asked }.
calibrate-scale-review-ask = Look at the result: accept it to keep it in the table profile.
calibrate-scale-review-live = { $factor } counts for a gram, noise { $noise } g, straight within { $percent } %.
calibrate-scale-review-piece = { $kind }: { $grams } g, give or take { $spread } g.
calibrate-scale-apart = All kinds can be told apart by weight; the closest are { $first } and { $second }, { $grams } g apart.

calibrate-scale-waiting = The scale says nothing yet: plug it in, or run “referee doctor”.
calibrate-scale-hold = Please wait { $seconds } s more without touching anything.
calibrate-scale-saturated = The load cell is at the end of its range: take weight off the plate, or swap the two signal wires of the cell.
calibrate-scale-frozen = The scale repeats the same number: check the wires between the load cell and the HX711.
calibrate-scale-unsteady = The reading is not steady: take your hands off the table and wait.
calibrate-scale-same = The scale reads the same as with the empty plate: put the weight on the plate; if it is there, check that the plate rests on the load cell alone.
calibrate-scale-too-light = The two readings are less than 1 % of the converter’s range apart, too little to measure with: use a mass of at least { $needed } g.
calibrate-scale-bent = The scale reads { $read } g instead of { $grams } g: check that the weights are right and that the plate touches nothing but the load cell, then start again.
calibrate-scale-not-empty = There are { $grams } g more or less on the plate than at the beginning: take everything off, or start again.
calibrate-scale-noisy = The reading wavers by { $noise } g, too much to feel light pieces: shorten the wires of the load cell and keep them away from power supplies.
calibrate-scale-drifting = The reading drifts by { $drift } g a minute: let the scale warm up for ten minutes, away from sun and draught, and repeat.
calibrate-scale-wrong-rate = The scale weighs { $rate ->
    [one] once
   *[other] { $rate } times
} a second instead of 10 or 80: readings are lost, so take another USB cable and repeat.
calibrate-scale-slow = The scale weighs only 10 times a second, too slow to feel a fall: cut the jumper on the HX711 board that ties RATE to ground.
calibrate-scale-shown-more = Still to go: { $left }. Or leave this step out.
calibrate-scale-shown-called = Some of the hands that you showed feel like a fall at this table: let go more slowly, screw plate and load cell down more firmly, and calibrate again.
calibrate-scale-pieces-settling = Wait until the plate is at rest before you put down the first one.
calibrate-scale-pieces-odd = The last one, { $grams } g, is not like the others: take it off again, and put down one piece of this kind.
calibrate-scale-pieces-more = Still to go: { $left }.
calibrate-scale-alike = { $first } and { $second } cannot be told apart by weight, they differ by { $grams } g: the table will ask which one it was.

calibrate-step = Step { $number } of { $count }
calibrate-keys-ready = Enter: accept · r: repeat · q: abort
calibrate-keys-wait = r: repeat · q: abort
calibrate-keys-skip = s: leave this step out
calibrate-keys-groups = 2 eye, then Enter: group 2 is called eye · 2 -: leave it out · 2 +: take it in again · 2 /7: picture 7 gets a group of its own
calibrate-typed-wrong = That cannot be done: begin with the number of a group, and take a name from the list.
calibrate-hands = The simulated hands are at work …
calibrate-kept-first = Kept in the new table profile { $file }.
calibrate-kept = Kept in { $file }; the profile of before is beside it with the ending .previous.
calibrate-picture = What the table sees is in { $file }.
calibrate-aborted = Aborted: the table profile stays as it was.

calibrate-corner-top-left = top left
calibrate-corner-top-right = top right
calibrate-corner-bottom-right = bottom right
calibrate-corner-bottom-left = bottom left

calibrate-tray-look-ask = Put the printed sheet into the tray, empty it, and look at the numbers until nothing is wrong.
calibrate-tray-markers = { $seen } of { $count } markers are seen.
calibrate-tray-look-live = Sharpness { $sharp } %, light { $light } %, burnt out { $white } %; { $scale } px a millimetre, { $die } px a die.
calibrate-tray-missing = Not all markers are seen, these corners are missing: { $corners }. Uncover them, or move the camera until the whole sheet is in the picture.
calibrate-tray-not-flat = The markers do not lie as on the sheet: lay it flat, and print it at 100 %.
calibrate-tray-black = The picture is black: take the cap off the lens and switch on the light.
calibrate-tray-blown = Most of the tray is burnt out: turn the lamp away or choose a shorter exposure.
calibrate-tray-dark = The tray is rather dark: more light makes the reading surer.
calibrate-tray-glare = { $white } % of the tray is burnt out by glare: move the lamp, or take a dull sheet.
calibrate-tray-blurred = The picture is blurred: turn the lens until the markers have sharp edges, or wait until a lens that focuses by itself has done so.
calibrate-tray-soft = The picture is a little soft: turn the lens until the markers are sharper, or wait until a lens that focuses by itself has done so.
calibrate-tray-small = A die is too small, { $die } px wide: bring the camera nearer or choose a larger picture, until it has { $least } px.
calibrate-tray-moved-since = The tray or the camera was moved since the last calibration: go on to keep the new place.
calibrate-tray-empty-ask = Leave the tray empty and keep your hands away while its picture is taken.
calibrate-tray-empty-live = { $count } of { $wanted } pictures.
calibrate-tray-empty-wait = Please wait a moment.
calibrate-tray-moved = The tray or the camera was moved: leave both where they are, and repeat this step.
calibrate-tray-not-empty = { $dice ->
    [one] There is something like a die in the tray: take it out.
   *[other] There are { $dice } things like dice in the tray: take them out.
}

calibrate-part-top-left = top left
calibrate-part-top = top
calibrate-part-top-right = top right
calibrate-part-left = left
calibrate-part-middle = middle
calibrate-part-right = right
calibrate-part-bottom-left = bottom left
calibrate-part-bottom = bottom
calibrate-part-bottom-right = bottom right
calibrate-lean-right = right
calibrate-lean-bottom = bottom
calibrate-lean-left = left
calibrate-lean-top = top

calibrate-camera-ask = Hold the printed board before the camera, still for a moment each time: in every part of the picture, and leaning in every direction.
calibrate-camera-live = Views: { $count }; needed at least: { $least }.
calibrate-camera-seen = The board is seen.
calibrate-camera-unseen = The board is not seen.
calibrate-camera-error-live = The lens fits within { $error } px.
calibrate-camera-waiting = There is no picture yet: plug the camera in, or run “referee doctor”.
calibrate-camera-missing-parts = The board was not yet seen in these parts of the picture: { $parts }.
calibrate-camera-missing-leans = Lean the board so that this edge comes nearer to the camera: { $leans }.
calibrate-camera-more = Views still missing: { $left }, each from another place.
calibrate-camera-odd = The views do not fit together, the error is { $error } px, and the worst are the views { $views }: repeat this step and hold the board still and flat.
calibrate-camera-bad = The views do not fit together, the error is { $error } px: glue the board on something flat, focus the lens, and repeat this step.

calibrate-dice-show-ask = Put one die into the tray and turn it over again and again, until each face was seen a few times. Say at any time which face is which.
calibrate-dice-live = Pictures: { $count }; faces: { $faces }.
calibrate-dice-turn = This face was seen: turn the die over.
calibrate-dice-still = Leave the die alone for a moment.
calibrate-dice-no-tray = The tray is not seen: uncover its markers, or run “referee calibrate tray”.
calibrate-dice-none = There is no die in the tray: put one in, and take your hand away.
calibrate-dice-many = There are { $dice } dice in the tray: leave only one.
calibrate-dice-again = Show again: { $list }.
calibrate-dice-times = { $face } ({ $times } ×)
calibrate-dice-near = { $first } and { $second } look alike from here: show each twice more, or bring the camera nearer. If they are the same face, give both the same name.
calibrate-dice-nearer = { $first } and { $second } still look alike from here: bring the camera nearer, or light the tray more evenly.
calibrate-dice-nameless = Say which faces these are: { $list }.
calibrate-dice-unseen = Not shown yet, or not named: { $list }.
calibrate-dice-two = A die has at least two faces: show another one and name it.
calibrate-dice-group = no. { $number }
calibrate-dice-group-enough = { $number }: { $name }, seen often enough; pictures { $numbers }
calibrate-dice-group-more = { $number }: { $name }, times still to show: { $left }; pictures { $numbers }
calibrate-dice-group-left-out = { $number }: left out; pictures { $numbers }
calibrate-dice-names = Names: { $names }
calibrate-dice-review-ask = This is how sure the table will be: accept to keep the set, or repeat to go on showing.
calibrate-dice-sure = { $face }: { $sure } of 100 readings will be certain.
calibrate-dice-unsure = The table will ask more often about { $list }. Repeat and show this again, bring the camera nearer, or light the tray more evenly.
calibrate-dice-clear = All faces are told apart safely; the most similar are { $first } and { $second }.
calibrate-dice-narrow = { $first } and { $second } look rather alike: the table will ask now and then.
calibrate-dice-alike = { $first } and { $second } look too much alike to be told apart: repeat and show both more often from nearer, or abort, mark one of them, and teach again.
calibrate-dice-kept = The set of faces is in { $folder }. Others need only the file { $file }.

calibrate-blocks-game = The table is being calibrated. Please finish or abort that on the operator’s page, then begin the game.
calibrate-game-blocks = A game is under way. Please finish it or put it aside, then calibrate.
calibrate-already = Somebody calibrates already. Please finish or abort that first.
calibrate-not-now = That step is over, or not ready yet. Please look at what the page shows now.
calibrate-nothing = This table cannot be calibrated from here. Please use “referee calibrate” in a terminal.
calibrate-failed = The calibration stopped because of a mistake in the program; the table profile stays as it was. Please try again.
calibrate-two-masses = Two masses are needed. Please give both.
calibrate-masses-alike = Two masses that are nearly the same tell nothing of what lies between. Please take one of about half the other, such as 200 g and 100 g.
calibrate-set-incomplete = A set of faces needs a name and a kind of dice. Please give both.
calibrate-no-name = Names of sets and faces have only small letters, digits and hyphens. Please correct them.
calibrate-counts-from-start = It counts from the next start of the table.
calibrate-counts-now = The table reads these dice from now on.
calibrate-counts-with-profile = It counts as soon as the table is started with this profile: referee run --table { $file }
