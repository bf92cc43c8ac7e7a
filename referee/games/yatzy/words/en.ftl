# Yatzy in English.

yatzy-title = Yatzy
yatzy-cover = Three rolls, and then? Find the right row!

yatzy-option-edition = Rules
yatzy-choice-edition-standard = Scandinavian (15 rows)
yatzy-choice-edition-american = American (13 rows, joker)
yatzy-variant-standard = Scandinavian rules
yatzy-variant-american = American rules

# What lies on the table.
yatzy-show-sheet = score sheet
yatzy-show-dice = dice
yatzy-show-rolls-left = rolls left
yatzy-row-ones = ones
yatzy-row-twos = twos
yatzy-row-threes = threes
yatzy-row-fours = fours
yatzy-row-fives = fives
yatzy-row-sixes = sixes
yatzy-row-upper-sum = upper sum
yatzy-row-bonus = bonus
yatzy-row-one-pair = one pair
yatzy-row-two-pairs = two pairs
yatzy-row-three-alike = three of a kind
yatzy-row-four-alike = four of a kind
yatzy-row-small-straight = small straight
yatzy-row-large-straight = large straight
yatzy-row-full-house = full house
yatzy-row-chance = chance
yatzy-row-yatzy = Yatzy
yatzy-row-yatzy-bonus = Yatzy bonus

# Questions and choices.
yatzy-choose-row = { $player }, which row do you write?
yatzy-action-write-row = write: { $row }

# What happened.
yatzy-event-game-started = Fill every row of your sheet: most points win.
yatzy-event-dice-rolled = { $seat } rolled { $faces }. { $left ->
    [0] Now choose a row.
    [one] One more roll is possible.
   *[other] { $left } more rolls are possible.
}
yatzy-event-row-written = { $seat } writes “{ $row }”: { $points ->
    [0] no points
    [one] one point
   *[other] { $points } points
}.{ $bonus ->
    [0] { "" }
   *[other] { " " }And the bonus: +{ $bonus }!
}{ $yatzy ->
    [0] { "" }
   *[other] { " " }Another Yatzy: +{ $yatzy }!
}

# Why not.
yatzy-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
yatzy-refuse-not-now = { $phase ->
    [rolling] It is time for { $player } to roll all five dice.
    [deciding] It is time for { $player } to choose a row, or to roll again if a roll is left.
   *[over] The game is over.
}
yatzy-refuse-not-your-turn = It is not { $player }’s turn; it is { $active }’s.
yatzy-refuse-five-dice = There are five dice, each showing 1 to 6: a turn begins with all of them, later some are thrown and the others stay. Look at them again.
yatzy-refuse-no-roll-left = { $player } has no roll left; choose a row.
yatzy-refuse-none-thrown = Whoever rolls again throws at least one die; throw some, or choose a row.
yatzy-refuse-others-stayed = These dice cannot have stayed: { $stayed }. There lay { $lay }; say which of them were not thrown.
yatzy-refuse-no-such-row = This sheet has no such row; choose one of the open rows.
yatzy-refuse-row-taken = “{ $row }” is written already; choose one of the open rows.
yatzy-refuse-joker-above = Five of a kind once more: they go into the row “{ $row }”, which is still open.
yatzy-refuse-joker-below = Five of a kind once more: they go into a lower row, as long as one is open; “{ $row }” has to wait.
