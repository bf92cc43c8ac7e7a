# Spookies in English. The dog and the girl are Schnuffer and Hanja in the English edition.

spookies-figure-kracko = Kracko
spookies-figure-bonflair = Schnuffer
spookies-figure-anna = Hanja
spookies-figure-duffy = Duffy
spookies-figure-poppy = Poppy

spookies-face-kracko = { spookies-figure-kracko }
spookies-face-bonflair = { spookies-figure-bonflair }
spookies-face-anna = { spookies-figure-anna }
spookies-face-duffy = { spookies-figure-duffy }
spookies-face-poppy = { spookies-figure-poppy }
spookies-face-question = question mark

spookies-items-chips = Spookies

# Questions.
spookies-choose-figure = { $player }, which figure?
spookies-choose-dice = { $player }, how many dice?
spookies-choose-continuing = { $player }, roll again or stop?
spookies-choose-joker = { $player }, use the joker to roll again?
spookies-choose-fines = { $player }, take the Spookies that lie on this floor?
spookies-choose-ghost = { $player }, where does the ghost go?

# Choices.
spookies-action-choose-figure = take { $figure }
spookies-action-choose-dice = { $count ->
    [one] roll one die
   *[other] roll { $count } dice
}
spookies-action-stop-turn = stop and keep everything
spookies-action-use-joker = use the joker and roll again
spookies-action-keep-roll = keep this roll
spookies-action-take-fines = take them all
spookies-action-leave-fines = leave them there
spookies-action-move-ghost = to floor { $space }

# What happened.
spookies-event-game-started = The five friends stand in front of the haunted house. Spookies in play: { $in_play }. { $seat } begins.
spookies-event-friend-rolled = { $seat } rolled the friend die: { $face }.
spookies-event-figure-chosen = { $seat } takes { $figure }.
spookies-event-dice-chosen = { $haunted ->
    [true] The ghost is here! { $seat } rolls { $count ->
        [one] one die
       *[other] { $count } dice
    }.
   *[other] { $seat } rolls { $count ->
        [one] one die
       *[other] { $count } dice
    }.
}
spookies-event-dice-rolled = { $seat } rolled { $faces }. The two highest make { $result }.
spookies-event-joker-used = { $seat } uses the joker: the same dice once more.
spookies-event-roll-kept = { $seat } keeps this roll.
spookies-event-figure-climbed = { $figure } climbs to floor { $space }. { $chips ->
    [0] No Spookies for { $seat }.
    [one] One Spookie for { $seat }.
   *[other] { $chips } Spookies for { $seat }.
}
spookies-event-attic-held = { $figure } stays in the attic. { $chips ->
    [0] No Spookies for { $seat }.
    [one] One Spookie for { $seat }.
   *[other] { $chips } Spookies for { $seat }.
}
spookies-event-figure-stayed = { $figure } does not move. The turn is over.
spookies-event-figure-fell = { $space ->
    [4] { $figure } runs out to the gate!
   *[other] { $figure } falls to floor { $space }!
} { $fine ->
    [0] { $seat } has no Spookies to lose.
    [one] { $seat } puts one Spookie on floor { $left }.
   *[other] { $seat } puts { $fine } Spookies on floor { $left }.
}
spookies-event-fines-taken = { $count ->
    [one] { $seat } also takes the Spookie that lay on floor { $space }.
   *[other] { $seat } also takes the { $count } Spookies that lay on floor { $space }.
}
spookies-event-fines-left = { $count ->
    [one] { $seat } leaves the Spookie on floor { $space }.
   *[other] { $seat } leaves the { $count } Spookies on floor { $space }.
}
spookies-event-ghost-moved = The ghost floats to floor { $space }.
spookies-event-turn-ended = { $stopped ->
    [true] { $seat } stops and keeps everything.
   *[other] { $seat } is done.
}
spookies-event-joker-paid = { $unit ->
    [chips] { $seat } draws { $count ->
        [one] one Spookie
       *[other] { $count } Spookies
    } from the box for the unused joker.
   *[points] { $seat } gets { $count ->
        [one] one point
       *[other] { $count } points
    } for the unused joker.
}
spookies-event-game-ended = The last Spookie is gone: the game is over. Turn your Spookies over!
spookies-event-chips-counted = { $seat } has Spookies worth { $total }.
spookies-event-chips-revealed = The Spookies are turned over.

# Why not.
spookies-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
spookies-refuse-not-now = { $phase ->
    [friend] It is time for { $player } to roll the friend die.
    [figure] It is time for { $player } to choose a figure.
    [dice] It is time for { $player } to say how many dice to roll.
    [rolling] It is time for { $player } to roll the dice.
    [joker] It is time for { $player } to decide whether to use the joker.
    [fines] It is time for { $player } to decide about the Spookies on this floor.
    [ghost] It is time for { $player } to move the ghost.
    [continuing] It is time for { $player } to roll again or stop.
    [counting] The game is over; only the Spookies are counted now.
   *[over] The game is over.
}
spookies-refuse-not-your-turn = It is not { $player }’s turn; it is { $active }’s.
spookies-refuse-no-such-figure = Nobody in this house is called “{ $figure }”; choose Kracko, Schnuffer, Hanja, Duffy or Poppy.
spookies-refuse-figure-stays-for-turn = The same figure is played for the whole turn.
spookies-refuse-wrong-number-of-dice = { $seen ->
    [0] No die lies there
    [one] One die lies there
   *[other] { $seen } dice lie there
}, but { $announced ->
    [one] one has to be rolled
   *[other] { $announced } have to be rolled
}.
spookies-refuse-no-such-friend = The friend die does not show “{ $face }”; it shows one of the five friends or the question mark.
spookies-refuse-no-such-pips = These dice do not show “{ $face }”; they show 1 to 6.
spookies-refuse-two-to-four-dice = The number of dice is 2, 3 or 4, not { $count }.
spookies-refuse-ghost-holds-die = The ghost is on floor { $space } and holds one die; take 2 or 3.
spookies-refuse-first-roll-is-compulsory = Everybody rolls at least once; you can stop after a success.
spookies-refuse-joker-not-in-game = This game is played without jokers.
spookies-refuse-joker-is-spent = { $player } has used the joker already; it works once a game.
spookies-refuse-joker-needs-roll = The joker is for the dice with pips, and only after they are rolled.
spookies-refuse-joker-too-late = The joker comes before the figure moves; it is too late now.
spookies-refuse-fines-need-two-dice = The Spookies on a floor are only for those who came with exactly 2 dice, not with { $count }.
spookies-refuse-fines-stay-in-attic = The Spookies in the attic are only for those who have just climbed into it.
spookies-refuse-ghost-not-in-game = This game is played without the ghost.
spookies-refuse-ghost-goes-one-floor = The ghost goes one floor up or down: to { $lower } or { $higher }.
spookies-refuse-already-counted = { $player } has nothing left to count.
spookies-refuse-count-missing = Say the total of { $player }’s Spookies, or their values one by one.
spookies-refuse-wrong-number-of-chips = { $held ->
    [0] { $player } has no Spookies
    [one] { $player } has one Spookie
   *[other] { $player } has { $held } Spookies
}, but { $entered ->
    [0] no value was given
    [one] one value was given
   *[other] { $entered } values were given
}.
spookies-refuse-no-such-chips = { $count ->
    [0] No other Spookie is worth { $value }; count again.
    [one] Only one more Spookie is worth { $value }; count again.
   *[other] Only { $count } more Spookies are worth { $value }; count again.
}
spookies-refuse-impossible-total = { $held ->
    [0] { $player } has no Spookies, which cannot be worth { $total }; count again.
    [one] One Spookie of { $player } cannot be worth { $total }; count again.
   *[other] { $held } Spookies of { $player } cannot be worth { $total }; count again.
}
spookies-refuse-sum-is-another = The values given for { $player } add up to { $worth }, not to { $total }; count again.
spookies-refuse-totals-do-not-fit = { $total } for { $player } does not go together with what the others have counted; count again, all of you.

# What lies on the table.
spookies-show-house = the haunted house
spookies-show-rolled = dice
spookies-show-reserve = Spookies in the reserve
spookies-show-chips = Spookies
spookies-show-joker = joker
spookies-space-gate = gate
spookies-space-5 = 5, garden
spookies-space-11 = 11, attic
spookies-column-two-dice = 2 dice
spookies-column-three-dice = 3 dice
spookies-column-four-dice = 4 dice
spookies-column-fines = lying here
spookies-piece-kracko = { spookies-figure-kracko }
spookies-piece-bonflair = { spookies-figure-bonflair }
spookies-piece-anna = { spookies-figure-anna }
spookies-piece-duffy = { spookies-figure-duffy }
spookies-piece-poppy = { spookies-figure-poppy }
spookies-piece-ghost = the ghost

# On the page.
spookies-cover = Climb the haunted house, or stop in time.
spookies-dice-friend = friend die
spookies-scene-chips = { $count ->
    [0] No Spookies
    [one] One Spookie, face down
   *[other] { $count } Spookies, face down
}
spookies-scene-joker = joker
spookies-scene-edition = Spookies: rewards on the board
spookies-scene-floor = Floor
spookies-scene-dice-count = { $count ->
    [one] one die
   *[other] { $count } dice
}
spookies-scene-reward-of = Floor { $floor } with { $dice ->
    [one] one die
   *[other] { $dice } dice
}
spookies-scene-house = The haunted house, attic first
spookies-scene-gate = In front of the gate
spookies-scene-reserve = Spookies in the reserve
spookies-scene-ghost = The ghost
spookies-scene-fines = { $count ->
    [one] One Spookie lies here
   *[other] { $count } Spookies lie here
}
spookies-scene-rewards = Reward with two, three and four dice

# Before the game.
spookies-option-variant = Variant
spookies-choice-variant-standard = Standard
spookies-choice-variant-free-choice = Free choice of figure
spookies-option-joker = Dice joker
spookies-option-joker_pays = An unused joker pays in
spookies-choice-joker_pays-box = Spookies while the box has enough, else points
spookies-choice-joker_pays-points = points
spookies-choice-joker_pays-chips = Spookies
spookies-option-ghost = The ghost wanders
spookies-option-chips = Spookies
spookies-choice-chips-physical = In the box
spookies-choice-chips-digital = On the screen
spookies-option-chips_in_play = Length of the game
spookies-choice-chips_in_play-null = All Spookies
spookies-choice-chips_in_play-30 = 30 Spookies
spookies-choice-chips_in_play-10 = 10 Spookies
spookies-option-fine_chips = Spookies on a floor
spookies-choice-fine_chips-ask = Ask each time
spookies-choice-fine_chips-always = Always take
spookies-option-bravest = Who is the bravest?
spookies-option-edition = Edition
spookies-choice-edition-standard = Standard

# How it was played.
spookies-variant-standard = standard
spookies-variant-free-choice = free choice of figure
spookies-variant-joker = with jokers
spookies-variant-ghost = with the ghost
spookies-variant-joker-and-ghost = with jokers and the ghost
spookies-variant-digital-chips = Spookies on the screen

# What cannot be agreed.
spookies-setup-all-chips = { $players } players play with all Spookies.
spookies-setup-chips = Between 1 and { $most } Spookies are in play.
spookies-setup-joker = The box does not keep Spookies for the jokers of { $players } players; let jokers pay points.
