# Magic Beanstalk.
ui-tower-label = { $pieces ->
    [0] No tower stands
    [one] A tower of one piece
   *[other] A tower of { $pieces } pieces
}
ui-beanstalk-stocks = What is left
ui-beanstalk-pool = dice in the pool
ui-beanstalk-cylinders = cylinders left
ui-beanstalk-castle = castles left
ui-beanstalk-deck = Sacks of Gold left
ui-beanstalk-round = Round { $round }
ui-beanstalk-bean = holds the Magic Bean
ui-card = Action card { $value }
ui-card-hidden = A card, face down
ui-card-none = No card yet
ui-sacks = { $count ->
    [0] No sack
    [one] One Sack of Gold, closed
   *[other] { $count } Sacks of Gold, closed
}
ui-tokens = { $count ->
    [0] No token left
    [one] One token left
   *[other] { $count } tokens left
}
ui-axe-ready = The axe is ready
ui-axe-spent = The axe is used up

# Spookies.
ui-spookies-house = The haunted house, attic first
ui-spookies-gate = In front of the gate
ui-spookies-reserve = Spookies in the reserve
ui-spookies-ghost = The ghost
ui-spookies-fines = { $count ->
    [one] One Spookie lies here
   *[other] { $count } Spookies lie here
}
ui-spookies-rewards = Reward with two, three and four dice
ui-chips = { $count ->
    [0] No Spookies
    [one] One Spookie, face down
   *[other] { $count } Spookies, face down
}
ui-joker = joker

# Haricots.
ui-haricots-to-beat = To beat
ui-haricots-high = 17 and 16 count high
ui-haricots-pile = The cards in the middle
ui-haricots-free = Play anything!
ui-haricots-round = Round { $round }
ui-haricots-seen = Played so far:
ui-haricots-hand = cards in hand
ui-haricots-deck = cards in the personal deck
ui-haricots-chips = { $count } of { $goal } victory chips
ui-haricots-out = out of this round
ui-haricots-play = Play { $card }
ui-haricots-sheet = Score sheet
ui-haricots-next-round = The next round
ui-haricots-chips-of = +3 chips of { $player }
ui-haricots-negative-of = Negative points of { $player }
ui-haricots-write = Write the round

# Bohnanza.
ui-bohnanza-draw = { $times ->
    [0] draw pile, the last time
    [one] draw pile, runs out once more
   *[other] draw pile, runs out { $times } more times
}
ui-bohnanza-open = Cards that lie open
ui-bohnanza-none-open = No card lies open.
ui-bohnanza-discard = discard pile
ui-bohnanza-hand = cards in hand
ui-bohnanza-coins = coins
ui-bohnanza-aside = To plant:
ui-bohnanza-meter = { $card }: a harvest brings { $coins ->
    [0] nothing
    [one] one coin
   *[other] { $coins } coins
}
ui-bohnanza-empty = An empty field
ui-bohnanza-deal = A deal or a gift
ui-bohnanza-harvest = Harvest or buy
ui-bohnanza-with = { $player } deals with
ui-bohnanza-gives-open = { $player } gives of the open cards
ui-bohnanza-gives-hand = { $player } gives from the hand
ui-bohnanza-receives = and gets in return
ui-bohnanza-agreed = Both agree
ui-bohnanza-propose-deal = Propose a deal or a gift
ui-bohnanza-propose = Propose it
ui-bohnanza-proposes = { $player } proposes to { $partner }
ui-bohnanza-gives = { $player } gives
ui-bohnanza-nothing = nothing
ui-bohnanza-accept = Yes, agreed
ui-bohnanza-decline = No, thanks
ui-bohnanza-accepts = { $player } agrees
ui-bohnanza-declines = { $player } declines
ui-bohnanza-withdraw = Withdraw it
ui-add-card = Add { $card }
ui-remove-card = Remove { $card }

# Bonus tiles.
ui-tiles-left = Tiles in the middle

# Covers.
ui-cover-magic-beanstalk = Roll, stack, tremble: who dares to build higher?
ui-cover-spookies = Climb the haunted house, or stop in time.
ui-cover-haricots = Beat the cards in the middle before your deck runs dry.
ui-cover-bohnanza = Plant, haggle, harvest: beans into coins.
ui-cover-tiles = Keeps the bonus tiles of two other games.

# Options of the games.
ui-title-tiles = Bonus tiles for Karuba and Odyssée-land
ui-option-variant = Variant
ui-option-edition = Edition
ui-option-gold = Sacks of Gold
ui-option-youngest = Who is the youngest?
ui-option-first = Who begins?
ui-option-bravest = Who is the bravest?
ui-option-castle_also_pays_turn_tokens = The castle also pays the tokens of the turn
ui-option-third_field = Third field
ui-option-mode = How to play
ui-option-joker = Dice joker
ui-option-joker_pays = An unused joker pays in
ui-option-ghost = The ghost wanders
ui-option-chips = Spookies
ui-option-chips_in_play = Length of the game
ui-option-fine_chips = Spookies on a floor
ui-option-host = For which game
ui-choice-variant-base = Base game
ui-choice-variant-expert = Bean Expert
ui-choice-variant-standard = Standard
ui-choice-variant-free-choice = Free choice of figure
ui-choice-gold-physical = In the box
ui-choice-gold-digital = On the screen
ui-choice-chips-physical = In the box
ui-choice-chips-digital = On the screen
ui-choice-chips_in_play-null = All Spookies
ui-choice-chips_in_play-30 = 30 Spookies
ui-choice-chips_in_play-10 = 10 Spookies
ui-choice-third_field-edition = As the edition says
ui-choice-third_field-start = From the start
ui-choice-mode-basic = Basic game
ui-choice-mode-score-sheet = Score sheet only
ui-choice-joker_pays-box = Spookies while the box has enough, else points
ui-choice-joker_pays-points = points
ui-choice-joker_pays-chips = Spookies
ui-choice-fine_chips-ask = Ask each time
ui-choice-fine_chips-always = Always take
ui-choice-host-karuba = Karuba
ui-choice-host-odyssee-land = Adventure Land
ui-choice-edition-standard = Standard
ui-choice-edition-a = A (3 to 7 players, duel for 2)
ui-choice-edition-b = B (3 to 5 players)

# Named variants of a recorded game.
ui-variant-base = base game
ui-variant-base-digital-gold = base game, gold on the screen
ui-variant-expert = Bean Expert
ui-variant-expert-digital-gold = Bean Expert, gold on the screen
ui-variant-a = edition A
ui-variant-b = edition B
ui-variant-basic = basic game
ui-variant-score-sheet = score sheet only
ui-variant-standard = standard
ui-variant-free-choice = free choice of figure
ui-variant-joker = with jokers
ui-variant-ghost = with the ghost
ui-variant-joker-and-ghost = with jokers and the ghost
ui-variant-digital-chips = Spookies on the screen
ui-variant-karuba = Karuba
ui-variant-odyssee-land = Adventure Land
