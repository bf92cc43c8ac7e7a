# Pig in English.

pig-title = Pig
pig-cover = Roll as often as you dare, but beware of the one!

pig-option-goal = Points to win
pig-variant-standard = standard

# What lies on the table.
pig-show-goal = goal
pig-show-turn-total = points of this turn
pig-show-die = die

# Questions and choices.
pig-choose-deciding = { $player }, roll again or hold?
pig-action-roll = roll again
pig-action-hold = hold and keep the points

# What happened.
pig-event-game-started = The first to hold { $goal } points wins.
pig-event-die-rolled = { $total ->
    [0] { $seat } rolled a one: the points of this turn are lost!
    [one] { $seat } rolled { $face }: one point so far.
   *[other] { $seat } rolled { $face }: { $total } points so far.
}
pig-event-points-held = { $points ->
    [one] { $seat } keeps one point.
   *[other] { $seat } keeps { $points } points.
} { $wins ->
    [true] The goal is reached with { $total }!
   *[other] New score: { $total }.
}

# Why not.
pig-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
pig-refuse-not-now = { $phase ->
    [rolling] It is time for { $player } to roll the die.
    [deciding] It is time for { $player } to roll again or hold.
   *[over] The game is over.
}
pig-refuse-not-your-turn = It is not { $player }’s turn; it is { $active }’s.
pig-refuse-one-die = Exactly one die is rolled, and it shows 1 to 6; roll it once more.
