# What the camera reads.

eye-summary = { $count ->
    [0] no dice
    [one] one die
   *[other] { $count } dice
}
eye-die-line = { $face } at { $x }, { $y }: { $certainty } ({ $confidence })
eye-face-unknown = ?
eye-certainty-certain = certain
eye-certainty-doubtful = doubtful
eye-certainty-unknown = unknown
eye-likely = perhaps { $faces }

eye-die-cocked = This die leans on something: please roll it again.
eye-die-stacked = This die lies on another one: please roll it again.
eye-die-outside = This die lies outside the tray.
eye-die-untaught = Nobody has taught me this face: teach it, or say what it shows.
eye-die-faint = The pips of this die can hardly be seen.
eye-die-side = This may be the side of a die: hang the camera higher, or print the markers.

eye-reading-wrong-count = Dice in the tray: { $count }; dice announced: { $expected }. Please check the tray.
eye-reading-no-dice = I see no dice: put them into the picture, nearer to the camera.
eye-reading-dice-too-small = The dice are too small to read well: bring the camera nearer.
eye-reading-unclear = Too much in this picture looks like dice: put them on a plainer ground, or bring more light.
