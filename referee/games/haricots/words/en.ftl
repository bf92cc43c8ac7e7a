# Haricots in English. The cards are called by what they show.

haricots-piece-card = card
haricots-mode-basic = basic game
haricots-mode-score-sheet = score sheet

# Questions.
haricots-choose-turn = { $player }, play cards or pass?
haricots-choose-sheet = Write the +3 chips and the negative points of the round, or close the sheet.

# Choices.
haricots-action-play-cards = play { $cards }
haricots-action-pass = draw a card and pass
haricots-action-write-round = write a round on the sheet
haricots-action-close-sheet = the game is over: close the sheet

# What happened.
haricots-event-game-started = Shuffle all cards and deal: a hand and a face-down personal deck for everybody. { $seat } has the first-player marker and begins.
haricots-event-cards-played = { $seat } plays { $cards }: { $value } to beat.
haricots-event-card-drawn = { $seat } draws a card and passes.
haricots-event-dropped-out = { $seat } has no card to draw and drops out of this round.
haricots-event-table-cleared = Nobody beat that. The cards are put aside, and { $seat } may play anything.
haricots-event-round-won = { $reason ->
    [hand-empty] { $seat } has played the last card
   *[last-left] { $seat } is the only one left
} and wins the round: { $chips ->
    [one] one victory chip
   *[other] { $chips } victory chips
}.
haricots-event-round-started = Round { $round }: shuffle all cards and deal again. { $seat } has the first-player marker and begins.
haricots-event-game-won = { $seat } has { $chips ->
    [one] one victory chip
   *[other] { $chips } victory chips
} and wins the game!
haricots-event-sheet-opened = The score sheet is ready. I add up; the rules are yours.
haricots-event-round-written = Round { $round } is on the sheet.
haricots-event-sheet-closed = The score sheet is closed.

# Why not.
haricots-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
haricots-refuse-not-now = { $phase ->
    [playing] It is time for { $player } to play cards or pass.
    [writing] The score sheet only takes the points of a round, or the end of the game.
   *[over] The game is over.
}
haricots-refuse-not-your-turn = It is not { $player }’s turn; it is { $active }’s.
haricots-refuse-dropped-out = { $player } has dropped out of this round and waits for the next one; it is { $active }’s turn.
haricots-refuse-no-cards = Lay down at least one card, or pass.
haricots-refuse-no-such-card = There is no card “{ $card }”; the cards are 1/17, 2/16, 3 to 12 and 15.
haricots-refuse-mixed-cards = { $card } and { $other } do not go together; cards played together must all be the same.
haricots-refuse-hand-too-small = { $hand ->
    [0] { $player } holds no cards and cannot play { $count }.
    [one] { $player } holds only one card and cannot play { $count }.
   *[other] { $player } holds only { $hand } cards and cannot play { $count }.
}
haricots-refuse-cards-gone = { $left ->
    [0] All cards that show { $card } have been played this round.
    [one] Only one more card that shows { $card } can come this round, not { $count }.
   *[other] Only { $left } more cards that show { $card } can come this round, not { $count }.
}
haricots-refuse-too-low = That makes { $value }, but it must be more than { $to_beat }.
haricots-refuse-counts-low = Below 15 the card { $card } has its low value, so that makes { $value }; it must be more than { $to_beat }.
haricots-refuse-only-on-sheet = That belongs to the score sheet of an advanced game; this is the basic game.
haricots-refuse-only-in-basic-game = On a score sheet I do not follow the cards; write the points when the round is over.
haricots-refuse-one-number-each = Give one number for each player, for the chips and for the negative points.
haricots-refuse-number-below-zero = { $number } is below zero; write negative points without the minus sign.
haricots-refuse-victory-chips-gone = { $left ->
    [0] All victory chips are given out.
    [one] Only one victory chip is left, not { $count }.
   *[other] Only { $left } victory chips are left, not { $count }.
}
haricots-refuse-negative-points-gone = { $left ->
    [0] All negative chips are given out.
    [one] Negative chips for only one point are left, not for { $count }.
   *[other] Negative chips for only { $left } points are left, not for { $count }.
}

# What lies on the table.
haricots-show-round = round
haricots-show-laid = cards in the middle
haricots-show-to-beat = to beat
haricots-show-free = Play anything!
haricots-show-high = 17 and 16 count high
haricots-show-seen = played so far
haricots-show-hand = hand
haricots-show-deck = personal deck
haricots-show-goal = victory chips to win
haricots-show-owner = highest cards
haricots-show-out = out of this round
haricots-show-sheet = score sheet
haricots-show-chips-left = victory chips left
haricots-show-points-left = negative points left
haricots-row-played = times played
haricots-row-chips = victory chips
haricots-row-negative = negative points
haricots-row-points = points

# On the page.
haricots-cover = Beat the cards in the middle before your deck runs dry.
haricots-scene-to-beat = To beat
haricots-scene-high = 17 and 16 count high
haricots-scene-pile = The cards in the middle
haricots-scene-free = Play anything!
haricots-scene-round = Round { $round }
haricots-scene-seen = Played so far:
haricots-scene-hand = cards in hand
haricots-scene-deck = cards in the personal deck
haricots-scene-chips = { $count } of { $goal } victory chips
haricots-scene-out = out of this round
haricots-scene-play = Play { $card }
haricots-scene-sheet = Score sheet
haricots-scene-next-round = The next round
haricots-scene-chips-of = +3 chips of { $player }
haricots-scene-negative-of = Negative points of { $player }
haricots-scene-write = Write the round

# Before the game.
haricots-option-mode = How to play
haricots-choice-mode-basic = Basic game
haricots-choice-mode-score-sheet = Score sheet only
haricots-option-first = Who begins?
haricots-option-edition = Edition
haricots-choice-edition-standard = Standard

# How it was played.
haricots-variant-basic = basic game
haricots-variant-score-sheet = score sheet only
