# Ten Thousand in English.

ten-thousand-title = Ten Thousand
ten-thousand-cover = One more throw, or bank what you have?

ten-thousand-option-edition = Edition
ten-thousand-choice-edition-standard = Standard
ten-thousand-variant-standard = standard

# What lies on the table.
ten-thousand-show-goal = goal
ten-thousand-show-thrown = thrown
ten-thousand-show-aside = set aside
ten-thousand-show-turn-total = points of this turn
ten-thousand-show-worth = in this throw
ten-thousand-show-entry = needed to begin
ten-thousand-show-hot-dice = all six dice score!
ten-thousand-show-last-round = last round

# Choices.
ten-thousand-action-bank = bank the points

# What happened.
ten-thousand-event-game-started = Whoever reaches the goal begins the last round.
ten-thousand-event-dice-rolled = { $seat } rolled { $faces }: { $worth ->
    [0] nothing scores!
    [one] one point.
   *[other] { $worth } points.
}
ten-thousand-event-turn-lost = { $points ->
    [0] { $seat } has no points in this turn.
    [one] { $seat } loses one point.
   *[other] { $seat } loses { $points } points.
}
ten-thousand-event-points-banked = { $points ->
    [one] { $seat } banks one point.
   *[other] { $seat } banks { $points } points.
} { $is_goal ->
    [true] The goal is reached with { $total }: everybody else has one more turn!
   *[other] New score: { $total }.
}

# Why not.
ten-thousand-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
ten-thousand-refuse-not-now = { $phase ->
    [rolling] It is time for { $player } to roll all six dice.
    [deciding] It is time for { $player } to set dice aside and throw the others, or to bank.
   *[over] The game is over.
}
ten-thousand-refuse-not-your-turn = It is not { $player }’s turn; it is { $active }’s.
ten-thousand-refuse-six-dice = There are six dice, each showing 1 to 6: a turn begins with all of them, later some are thrown and the others stay. Look at them again.
ten-thousand-refuse-none-thrown = Whoever goes on throws at least one die; throw some, or bank.
ten-thousand-refuse-others-stayed = These dice cannot have stayed: { $stayed }. There lay { $lay }; say which of them were not thrown.
ten-thousand-refuse-aside-stays = What was set aside before stays aside: { $aside }. Put these dice back and throw only others.
ten-thousand-refuse-set-aside-first = At least one die that scores stays before the others are thrown; all six are thrown again only when all of them score.
ten-thousand-refuse-does-not-score = Not each of these dice scores: { $chosen }. Set aside only dice that score.
ten-thousand-refuse-too-few-points = { $player } has { $total } of the { $entry } points that one needs to begin; throw again.
ten-thousand-refuse-hot-dice = All six dice score, so { $player } rolls all of them again.
