# What every game shares: the terminal, the vocabulary of waiting, the end.

list-and = { $first } and { $last }
list-or = { $first } or { $last }
list-none = nothing
nobody = nobody

await-dice = { $player } rolls { $count ->
    [one] one die
   *[other] { $count } dice
}. What shows? ({ $faces })
await-again = There lie { $dice }. What stayed, and what was thrown?
await-again-form = keep … roll …
await-placement-one = { $player }: put the { $piece } on the tower.
await-placement-many = { $player }: which piece goes on the tower? ({ $pieces })
await-stability = Hands off! { $player } says the formula.
await-stands = Does the tower still stand? (Enter: yes, “fell”: no)
await-reset = Tidy up: { $pieces } on the mini-board, nothing else. (Enter when done)
await-removal = { $player } strikes! What fell off? (of { $pieces }; “nothing” for a miss, “all” for everything)
await-cards = { $count ->
    [one] Which card is laid open
   *[other] Which { $count } cards are laid open
}? ({ $kinds })
await-tally = { $player } turns over the { $count ->
    [0] { $items }
   *[other] { $items } ({ $count })
}: what is the total, or what are the values? (85, or 10 20 15)
enter-key = Enter

play-welcome = { $title }, refereed. Type “help” at any time.
play-who = Who plays? Names in clockwise order, with commas between them
play-help =
    At any question:
      undo          undo the last action, as often as you like
      score         show the table
      help          show this text
      quit          stop; “--resume” goes on later
play-help-tower =
    {"  "}fell          the tower fell (“fell Fred”: it was Fred’s fault, “fell nobody”: nobody’s)
play-help-more =
    A player’s name alone, or before the words, says who acts: “Ben” or “Ben harvest-field 1”.
    The beginning of a word is enough. An action may also be typed as JSON, see docs/games.md.
    A no names its rule; “referee rules” with the game and that name tells it.
play-others = (Others may act too: begin with the name of { $names }.)
play-dropped-line = The last line of the file was cut off, so the last action is missing. Everything before it is here.
play-points = score
play-undone = Undone: { $what }.
play-not-understood = “{ $answer }” is not an answer here. Try { $example }.
play-not-a-name = Nobody here is called “{ $name }”. The players are { $names }.
play-refused = No. { $sentence } ({ $rule })
rules-none = { $title } brings no rules to read. Please look into its booklet.
play-saved = The game is saved. “referee play --resume” goes on with it, “referee replay” judges it again:
play-bye = Good-bye.
play-winner = { $count ->
    [0] Add these points to the result of your game.
    [one] { $names } wins with { $score }!
   *[other] { $names } share the victory with { $score } each!
}
play-final = Final scores
play-tower-legend = { $label }, bottom to top
play-labelled = { $label }: { $content }
play-seat = Player

# What the table reported, in a few words.
report-dice = the dice
report-piece = the piece is placed
report-stable = the tower stands
report-fall = the tower falls
report-reset = the table is tidied up
report-removal = what fell off
report-cards = the cards
report-tally = the count

table-hot = The table’s computer is hot. I look less often until it has cooled down.
table-cool = The table’s computer has cooled down.
table-tared = The scale counts anew from what should lie on the plate.
table-tare-restless = The plate is not at rest: take your hands off it, then tare again.
table-tare-loaded = { $grams } g lie on the plate: take everything off it, then tare again; if it is bare, calibrate the scale.
table-tare-unbalanced = The plate does not carry what should stand there: it is { $grams } g off. Put it right, then tare again.
table-tare-far = The scale is { $grams } g off, more than any drift: see that nothing presses against the plate, then calibrate the scale.
