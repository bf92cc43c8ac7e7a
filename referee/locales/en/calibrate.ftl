# Guided calibration in English.

calibrate-page-tray = Table Referee: tray sheet (A3)
calibrate-page-board = Table Referee: board for the lens (A4); glue it on something flat and stiff
calibrate-page-ruler = Table Referee: ruler (A4)
calibrate-page-check = Print at 100 %, not “fit to page”: this line must be { $length } mm long.
calibrate-printed = { $count } targets are in { $folder }: print them at 100 % and measure the line at the foot of each page.

calibrate-piece-die = die
calibrate-piece-token = token
calibrate-piece-cylinder = cylinder
calibrate-piece-castle = castle

calibrate-scale-empty-ask = Take everything off the plate and do not touch the table.
calibrate-scale-empty-live = The empty plate reads { $counts } counts and wavers by { $noise }.
calibrate-scale-known-ask = Put the known mass of { $grams } g in the middle of the plate and let go.
calibrate-scale-known-ask-dice = Put { $dice } dice on the plate, together { $grams } g, close to its middle, and let go.
calibrate-scale-known-live = The plate reads { $counts } counts: { $factor } counts for a gram.
calibrate-scale-second-ask = Put the second mass of { $grams } g on the plate instead and let go.
calibrate-scale-second-ask-dice = Leave only { $dice } dice on the plate, together { $grams } g, and let go.
calibrate-scale-second-live = The plate reads { $grams } g, { $percent } % off.
calibrate-scale-quiet-ask = Take everything off the plate again and do not touch the table for { $seconds } seconds.
calibrate-scale-quiet-live = The scale weighs { $rate } times a second, wavers by { $noise } g and drifts by { $drift } g a minute.
calibrate-scale-pieces-ask = Put { $wanted } of this kind on the plate, one after another, each beside or on the last: { $kind }. Wait after each until it is counted, and leave it there.
calibrate-scale-pieces-live = { $count } of { $wanted } weighed.
calibrate-scale-pieces-last = The last one weighs { $grams } g.
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
calibrate-scale-too-light = The two readings are less than 1 % of the converter’s range apart, too little to measure with: use a mass of at least { $needed } g (--mass).
calibrate-scale-bent = The scale reads { $read } g instead of { $grams } g: check that the weights are right and that the plate touches nothing but the load cell, then start again.
calibrate-scale-not-empty = There are { $grams } g more or less on the plate than at the beginning: take everything off, or start again.
calibrate-scale-noisy = The reading wavers by { $noise } g, too much to feel light pieces: shorten the wires of the load cell and keep them away from power supplies.
calibrate-scale-drifting = The reading drifts by { $drift } g a minute: let the scale warm up for ten minutes, away from sun and draught, and repeat.
calibrate-scale-wrong-rate = The scale weighs { $rate } times a second instead of 10 or 80: readings are lost, so take another USB cable and repeat.
calibrate-scale-slow = The scale weighs only 10 times a second, too slow to feel a fall: cut the jumper on the HX711 board that ties RATE to ground.
calibrate-scale-pieces-settling = Wait until the plate is at rest before you put down the first one.
calibrate-scale-pieces-odd = { $grams } g is not like the others: take it off again, and put down one piece of this kind.
calibrate-scale-pieces-more = { $left } more to go.
calibrate-scale-alike = { $first } and { $second } cannot be told apart by weight, they differ by only { $grams } g: the table will ask which one it was.
