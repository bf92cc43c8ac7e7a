# Magic Beanstalk in English.

magic-beanstalk-face-eye = Eye
magic-beanstalk-face-die = Die
magic-beanstalk-face-treasure = Treasure
magic-beanstalk-face-trunk = Trunk

magic-beanstalk-piece-die = die
magic-beanstalk-pieces-die = dice
magic-beanstalk-pieces-cylinder = cylinders
magic-beanstalk-piece-token = Treasure token
magic-beanstalk-piece-cylinder = cylinder
magic-beanstalk-piece-castle = castle
magic-beanstalk-due-token = { magic-beanstalk-piece-token }
magic-beanstalk-due-cylinder = { magic-beanstalk-piece-cylinder }
magic-beanstalk-due-castle = { magic-beanstalk-piece-castle }
magic-beanstalk-items-sacks = Sacks of Gold

# Questions.
magic-beanstalk-choose-pick-card = { $player }, which Action card? Pick in secret, turn all over together, then type it.
magic-beanstalk-choose-announce = { $player }, how many dice?
magic-beanstalk-choose-return-die = { $player }, give one die back (power 6)?
magic-beanstalk-choose-extra-dice = { $player }, how many extra dice?
magic-beanstalk-choose-reroll = { $player }, reroll (power 7)?
magic-beanstalk-choose-reward = { $player }, use the power of your card?

# Choices.
magic-beanstalk-action-pick-card = card { $value }
magic-beanstalk-action-raise-axe = throw the axe first
magic-beanstalk-action-hide = hide and skip the turn (power 2)
magic-beanstalk-action-steal-sack = take a sack from { $victim } (power 3)
magic-beanstalk-action-announce-dice = { $count ->
    [one] roll one die
   *[other] roll { $count } dice
}
magic-beanstalk-action-take-extra-dice = { $count ->
    [0] no extra die
    [one] one extra die
   *[other] { $count } extra dice
}
magic-beanstalk-action-return-die = give the { $face } back
magic-beanstalk-action-reroll-dice = reroll
magic-beanstalk-action-draw-bonus = draw one more sack (power 5)
magic-beanstalk-action-give-eye = give the Eye to { $to } (power 1)
magic-beanstalk-action-decline-power = leave the power unused

# What happened.
magic-beanstalk-event-game-started = The Beanstalk is planted: one die on the mini-board. { $bean } holds the Magic Bean.
magic-beanstalk-event-cards-revealed = The cards are open. The order is { $order }.
magic-beanstalk-event-axe-raised = { $seat } raises the Big Axe! Sit upright, elbows in, one arm’s length from the table.
magic-beanstalk-event-dice-announced = { $seat } rolls { $count ->
    [one] one die
   *[other] { $count } dice
}.
magic-beanstalk-event-axe-struck = Off the tower: { $dice ->
    [one] one die
   *[other] { $dice } dice
}, { $cylinders ->
    [one] one cylinder
   *[other] { $cylinders } cylinders
}. Fallen tokens go back to their owners; nobody draws a sack.
magic-beanstalk-event-first-die-planted = A new Beanstalk begins with one die.
magic-beanstalk-event-dice-rolled = { $seat } rolled { $faces }.
magic-beanstalk-event-die-returned = { $seat } gives the { $face } back.
magic-beanstalk-event-extra-dice-taken = { $count ->
    [0] { $seat } takes no extra die.
    [one] { $seat } takes one extra die.
   *[other] { $seat } takes { $count } extra dice.
}
magic-beanstalk-event-reroll-started = { $seat } rerolls every { $face }.
magic-beanstalk-event-giant-woke = The Giant wakes! Only the Eyes are stacked, bare.
magic-beanstalk-event-tower-stood = { $castle ->
    [true] The castle stands!
   *[other] The tower stands.
}
magic-beanstalk-event-sacks-drawn = { $seat } draws { $count ->
    [one] one Sack of Gold
   *[other] { $count } Sacks of Gold
}.
magic-beanstalk-event-powers-offered = { $seat } may use power { $power }.
magic-beanstalk-event-sack-stolen = { $seat } takes a sack from { $victim }.
magic-beanstalk-event-eye-given = { $seat } gives the Eye to { $to }.
magic-beanstalk-event-turn-skipped = { $seat } hides and skips this turn.
magic-beanstalk-event-tower-fell = The Beanstalk has fallen! Whose fault: { $culprit }.
magic-beanstalk-event-tower-dismantled = The finished Beanstalk is taken down.
magic-beanstalk-event-round-ended = The round is over. { $bean } has the Magic Bean. Refill your hands to three cards, as far as you have any.
magic-beanstalk-event-game-ended = { $termination ->
    [sacks] The last Sack of Gold is gone: the game is over.
   *[cards] The last cards are played: the game is over.
}
magic-beanstalk-event-gold-counted = { $seat } has { $total } gold.
magic-beanstalk-event-sacks-revealed = The sacks are opened.

# Why not.
magic-beanstalk-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
magic-beanstalk-refuse-not-now = { $phase ->
    [picking] It is time for everybody to pick a card.
    [starting] It is time for { $player } to say how many dice to roll.
    [axe] It is time for { $player } to throw the axe; then you say what fell.
    [replanting] It is time to tidy up and to put one die on the mini-board.
    [rolling] It is time for { $player } to roll the dice.
    [returning] It is time for { $player } to decide about power 6.
    [extra] It is time for { $player } to say how many extra dice to take.
    [rerolling] It is time for { $player } to decide about power 7.
    [stacking] It is time for { $player } to stack the dice.
    [checking] It is time for { $player } to finish the formula.
    [rewarding] It is time for { $player } to decide about the power of the card.
    [counting] The game is over; only the sacks are counted now.
   *[over] The game is over.
}
magic-beanstalk-refuse-not-your-turn = It is not { $player }’s turn; it is { $active }’s.
magic-beanstalk-refuse-already-picked = { $player } has picked a card already.
magic-beanstalk-refuse-no-such-card = There is no card { $value }; the Action cards are 1 to 7.
magic-beanstalk-refuse-card-already-played = { $player } has already played card { $value }; everybody has each card once.
magic-beanstalk-refuse-no-axe-left = { $player } has used the axe already; it can be thrown once a game.
magic-beanstalk-refuse-axe-already-raised = { $player } has raised the axe already in this turn.
magic-beanstalk-refuse-axe-too-late = The axe is raised before the dice are announced; { $player } has announced them, so it is too late in this turn.
magic-beanstalk-refuse-powers-not-in-base-game = Card powers belong to Bean Expert; this is the base game.
magic-beanstalk-refuse-wrong-card-for-power = Power { $power } belongs to card { $power }, but card { $card } was played.
magic-beanstalk-refuse-power-already-used = Power { $power } has been used this round.
magic-beanstalk-refuse-not-richer = { $player } can only take a sack from somebody who has more sacks, and { $victim } has not.
magic-beanstalk-refuse-number-not-on-card = Card { $card } does not allow { $count ->
    [one] one die
   *[other] { $count } dice
}; choose { $numbers }.
magic-beanstalk-refuse-pool-too-small = There are not enough dice left to roll { $count }; choose { $numbers }.
magic-beanstalk-refuse-wrong-number-of-dice = Dice to roll: { $announced }. Dice on the table: { $seen }.
magic-beanstalk-refuse-no-such-face = No die shows “{ $face }”; the faces are Eye, Die, Treasure and Trunk.
magic-beanstalk-refuse-too-many-extra-dice = The number of extra dice is from 0 to { $limit }, not { $count }.
magic-beanstalk-refuse-die-not-in-hand = None of the dice left in this turn shows { $face }.
magic-beanstalk-refuse-piece-due-first = The { $due } comes next, before any { $piece }.
magic-beanstalk-refuse-not-your-token = { $player } puts down a token of their own colour.
magic-beanstalk-refuse-not-a-piece-to-place = A die comes next; there is no { $piece } to place now.
magic-beanstalk-refuse-fall-belongs-to-axe = Until the dice are rolled, everything that falls belongs to the axe; say which pieces fell.
magic-beanstalk-refuse-fall-needs-culprit = During a turn somebody is responsible for the tower: { $player }, or whoever knocked it.
magic-beanstalk-refuse-no-tower = No tower is standing that could fall.
magic-beanstalk-refuse-more-fell-than-stood = These pieces cannot have fallen off this tower; count again what is left.
magic-beanstalk-refuse-eye-target-had-turn = { $player } has no turn to come in this round; give the Eye to somebody who has.
magic-beanstalk-refuse-nothing-to-decline = No power is on offer right now; at the start of a turn, say how many dice to roll to leave a power unused.
magic-beanstalk-refuse-already-counted = The gold of { $player } has been counted.
magic-beanstalk-refuse-count-missing = Say the total of { $player }’s sacks, or their values one by one.
magic-beanstalk-refuse-wrong-number-of-sacks = { $held ->
    [0] { $player } has no sacks
    [one] { $player } has one sack
   *[other] { $player } has { $held } sacks
}, but { $entered ->
    [0] no value was given
    [one] one value was given
   *[other] { $entered } values were given
}.
magic-beanstalk-refuse-no-such-sacks = { $count ->
    [0] No other sack is worth { $value }; count again.
    [one] Only one more sack is worth { $value }; count again.
   *[other] Only { $count } more sacks are worth { $value }; count again.
}
magic-beanstalk-refuse-totals-do-not-fit = { $total } for { $player } cannot be true together with what the others counted; count again.
magic-beanstalk-refuse-impossible-total = { $held ->
    [0] { $player } has no sacks, which cannot be worth { $total }; count again.
    [one] One sack of { $player } cannot be worth { $total }; count again.
   *[other] { $held } sacks of { $player } cannot be worth { $total }; count again.
}
magic-beanstalk-refuse-sum-is-another = The values given for { $player } add up to { $worth }, not to { $total }; count again.

# Questions at a table where nobody types.
magic-beanstalk-wait-pick-card = { $player }: pick an Action card in secret.

# What lies on the table.
magic-beanstalk-show-tower = the tower
magic-beanstalk-show-giant-awake = The Giant is awake!
magic-beanstalk-show-hand = dice of this turn
magic-beanstalk-show-round = round
magic-beanstalk-show-pool = dice in the pool
magic-beanstalk-show-cylinders = cylinders left
magic-beanstalk-show-castle = castles left
magic-beanstalk-show-deck = sacks left
magic-beanstalk-show-place = place
magic-beanstalk-show-card = card
magic-beanstalk-show-played = played before
magic-beanstalk-show-sacks = sacks
magic-beanstalk-show-tokens = tokens
magic-beanstalk-show-axe = axe
magic-beanstalk-show-bean = Magic Bean
magic-beanstalk-show-eye = Eye token

# On the page.
magic-beanstalk-cover = Roll, stack, tremble: who dares to build higher?
magic-beanstalk-cards-together = Without phones: lay your cards face down, turn them over together, then touch them here.
magic-beanstalk-fallen = The Beanstalk has fallen!
magic-beanstalk-formula = Fee, fi, fo, fum
magic-beanstalk-formula-1 = FEE
magic-beanstalk-formula-2 = FI
magic-beanstalk-formula-3 = FO
magic-beanstalk-formula-4 = FUM
magic-beanstalk-removal-missed = The axe missed
magic-beanstalk-removal-hit = Something fell
magic-beanstalk-removal-what = What did the axe knock off?
magic-beanstalk-hands-removal = Throw the axe, or take off what fell
magic-beanstalk-seat-picked = Your card is down. Wait for the others.
magic-beanstalk-dice-beanstalk = Beanstalk dice
magic-beanstalk-scene-tower = { $pieces ->
    [0] No tower stands
    [one] A tower of one piece
   *[other] A tower of { $pieces } pieces
}
magic-beanstalk-scene-card = Action card { $value }
magic-beanstalk-scene-card-hidden = A card, face down
magic-beanstalk-scene-card-none = No card yet
magic-beanstalk-scene-sacks = { $count ->
    [0] No sack
    [one] One Sack of Gold, closed
   *[other] { $count } Sacks of Gold, closed
}
magic-beanstalk-scene-tokens = { $count ->
    [0] No token left
    [one] One token left
   *[other] { $count } tokens left
}
magic-beanstalk-scene-axe-ready = The axe is ready
magic-beanstalk-scene-axe-spent = The axe is used up
magic-beanstalk-scene-card-of = { $player }: card { $value }
magic-beanstalk-scene-edition = Magic Beanstalk: dice on each Action card
magic-beanstalk-scene-card-column = Card
magic-beanstalk-scene-card-dice = Card { $card } allows { $dice ->
    [one] one die
   *[other] { $dice } dice
}
magic-beanstalk-scene-stocks = What is left
magic-beanstalk-scene-pool = dice in the pool
magic-beanstalk-scene-cylinders = cylinders left
magic-beanstalk-scene-castle = castles left
magic-beanstalk-scene-deck = Sacks of Gold left
magic-beanstalk-scene-round = Round { $round }
magic-beanstalk-scene-bean = holds the Magic Bean

# Before the game.
magic-beanstalk-option-variant = Variant
magic-beanstalk-choice-variant-base = Base game
magic-beanstalk-choice-variant-expert = Bean Expert
magic-beanstalk-option-gold = Sacks of Gold
magic-beanstalk-choice-gold-physical = In the box
magic-beanstalk-choice-gold-digital = On the screen
magic-beanstalk-option-youngest = Who is the youngest?
magic-beanstalk-option-edition = Edition
magic-beanstalk-choice-edition-standard = Standard
magic-beanstalk-option-castle_also_pays_turn_tokens = The castle also pays the tokens of the turn

# How it was played.
magic-beanstalk-variant-base = base game
magic-beanstalk-variant-base-digital-gold = base game, gold on the screen
magic-beanstalk-variant-expert = Bean Expert
magic-beanstalk-variant-expert-digital-gold = Bean Expert, gold on the screen

# What the table says in the words of this game.
magic-beanstalk-say-await-removal = { $player }, throw the axe! Afterwards, take everything off that fell.
magic-beanstalk-say-formula-1 = Fee!
magic-beanstalk-say-formula-2 = Fi!
magic-beanstalk-say-formula-3 = Fo!
magic-beanstalk-say-formula-4 = Fum!
