# What the umpire says at the table, on the screen and by voice.

# What the table waits for.
umpire-await-dice = { $player }, roll { $count ->
    [one] one die
   *[other] { $count } dice
}.
umpire-await-again = { $player } may throw again, or choose.
umpire-await-again-only = { $player }, throw again.
umpire-await-die = { $kinds ->
    [one] { $player }, put a die on the tower: { $faces }.
   *[other] { $player }, put one of your dice on the tower: { $faces }.
}
umpire-await-piece = { $player }, now the { $piece }.
umpire-await-stability = Hands off, { $player }!
umpire-await-reset = Please clear the plate and put this on it, nothing else: { $pieces }.
umpire-await-removal = { $player }, knock pieces off the tower! Afterwards, take everything off that fell.
umpire-await-cards = { $count ->
    [one] Which card lies open now?
   *[other] Which { $count } cards lie open now?
}
umpire-await-cards-of = { $count ->
    [one] { $player }, which card do you lay open?
   *[other] { $player }, which { $count } cards do you lay open?
}
umpire-await-tally = { $players }: turn over your { $items } and count.

# The countdown, one word after the other; a game may have a formula of its own.
umpire-formula-1 = Four!
umpire-formula-2 = Three!
umpire-formula-3 = Two!
umpire-formula-4 = One!
umpire-count-again = The table moved. We count again.
umpire-count-unwatched = I could not watch for a moment. We count again.

# The tower.
umpire-fell = The tower fell! Whose fault: { $player }. If that is wrong, say so now.
umpire-whose-fault = The tower fell. Whose fault was it?
umpire-fault = { $player }
umpire-did-not-fall = It did not fall
umpire-fell-or-not = Did the tower fall?
umpire-did-fall = It fell
umpire-say-first = Please say first whether the tower fell.
umpire-not-fallen = All right, the tower stands. We go on.
umpire-no-tower = There is no tower that could fall.
umpire-restless = The plate does not come to rest. Please take your hands off, and look at the tower.
umpire-disturbed-not-due = Nothing is due on the tower now. Please take it off again.
umpire-disturbed-wrong-piece = That is not the piece that is due. Please take it off and put on the right one.
umpire-disturbed-taken-back = Something was taken off the tower. Please put it back.
umpire-disturbed-hand = A hand rests on the tower. Please let go.
umpire-which-die = Which die was put on the tower?
umpire-what-fell = { $grams ->
    [one] { $grams } gram is left on the plate.
   *[other] { $grams } grams are left on the plate.
} Is this what is gone: { $pieces }?
umpire-take-off-fallen = Please take off everything that fell, so that I can weigh what still stands.
umpire-gone-nothing = nothing
umpire-gone = { $pieces }
umpire-gone-part = { $count } × { $piece }
umpire-gone-part-of = { $count } × { $piece } of { $player }

# The dice.
umpire-wrong-count = { $seen ->
    [one] One die lies
   *[other] { $seen } dice lie
} in the tray, but { $announced } { $announced ->
    [one] was
   *[other] were
} announced.
umpire-which-face = { $what } What does it show?
umpire-die-doubtful = I cannot read one die for certain.
umpire-die-cocked = One die leans.
umpire-die-stacked = One die lies on another.
umpire-die-outside = One die lies outside the tray.
umpire-die-untaught = One die shows a face I was never taught.
umpire-die-faint = The pips of one die can hardly be seen.
umpire-die-side = I may see one die from its side.
umpire-face = { $face }
umpire-roll-again = Roll again
umpire-which-thrown = Which dice were thrown again, and which stayed?
umpire-was-thrown = A die showed { $was } and shows { $now } now. Was it thrown again?
umpire-was-moved = A die with { $now } lies elsewhere now. Was it thrown again?
umpire-thrown = Thrown: { $thrown }; stayed: { $stayed }
umpire-thrown-all = All were thrown: { $thrown }
umpire-thrown-none = None was thrown again
umpire-leave-out = Leave out die { $number }

# Going on.
umpire-resumed = We go on with { $game }.
umpire-plate-differs = { $pieces ->
    [0] Nothing should stand on the plate
    [one] One piece should stand on the plate
   *[other] { $pieces } pieces should stand on the plate
}, { $expected ->
    [one] { $expected } gram
   *[other] { $expected } grams
}; I weigh { $grams }. Please put it right, or tell me to go on.
umpire-go-on = Go on as it is
umpire-it-fell = The tower fell meanwhile
umpire-paused = The game waits. You can go on by hand.
umpire-back-camera = The camera is back.
umpire-back-scale = The scale is back.
umpire-back-panel = The buttons are back.
umpire-back-voice = The voice is back.
umpire-saved-again = Everything is saved again.

# Corrections.
umpire-undone = { $count ->
    [one] The last action is undone.
   *[other] The last { $count } actions are undone.
}
umpire-changed-reading = { $dropped ->
    [0] The reading is corrected.
    [one] The reading is corrected; one later action no longer counts.
   *[other] The reading is corrected; { $dropped } later actions no longer count.
}
umpire-changed-culprit = { $dropped ->
    [0] The fault is corrected.
    [one] The fault is corrected; one later action no longer counts.
   *[other] The fault is corrected; { $dropped } later actions no longer count.
}
umpire-nothing-to-undo = There is nothing to undo.
umpire-no-such-action = That action is not in this game any more. Please look again and choose another one.

# Not now.
umpire-no-question = Nobody asked for that just now. Please look at what the table waits for.
umpire-nothing-to-confirm = There is nothing to confirm just now. Please look at what the table waits for.
umpire-no-such-answer = That is none of the answers. Please choose one of those shown.
umpire-stale = The table has moved on meanwhile. Please look again and repeat it.
umpire-told-by-phone = { $player } said so on a phone.
