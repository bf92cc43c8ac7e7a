# Bohnanza in English.

bohnanza-card-coffee = Coffee
bohnanza-card-wax = Wax
bohnanza-card-blue = Blue
bohnanza-card-chili = Chili
bohnanza-card-stink = Stink
bohnanza-card-green = Green
bohnanza-card-soy = Soy
bohnanza-card-black-eyed = Black-eyed
bohnanza-card-red = Red
bohnanza-card-garden = Garden
bohnanza-card-cocoa = Cocoa

# Questions.
bohnanza-choose-plant = { $player }, plant the front card of your hand: which bean is it, and in which field?
bohnanza-choose-plant-again = { $player }, plant the next front card too, or stop?
bohnanza-choose-deal = { $player }, any deals or gifts? If not, the dealing ends.
bohnanza-choose-sow = { $player }, which of the cards in front of you do you plant, and in which field?
bohnanza-choose-draw = { $player }, draw cards to end your turn?
bohnanza-choose-offer = { $player }, plant or discard the cards on offer.
bohnanza-choose-discard = { $player }, discard one card of your hand?
bohnanza-choose-choose = { $player }, which of the open cards do you plant? The rest becomes the offer.

# Choices.
bohnanza-action-plant-card = plant { $card } in { $field ->
    [0] the first field
    [1] the second field
   *[other] the third field
}
bohnanza-action-stop-planting = plant no second card
bohnanza-action-deal = deal with { $partner }
bohnanza-action-propose-deal = propose a deal to { $partner }
bohnanza-action-accept-deal = { $seat } accepts the proposed deal
bohnanza-action-decline-deal = { $seat } does not want the proposed deal
bohnanza-action-end-dealing = end the dealing
bohnanza-action-draw-cards = draw cards and end the turn
bohnanza-action-harvest-field = { $seat } harvests { $field ->
    [0] the first field
    [1] the second field
   *[other] the third field
}
bohnanza-action-buy-field = { $seat } buys a third field
bohnanza-action-discard-card = discard { $card }
bohnanza-action-keep-hand = discard nothing
bohnanza-action-leave-offer = plant no more and leave the rest as the offer

# What happened.
bohnanza-event-game-started = Bohnanza begins. The first card you were dealt is the front card; nobody may change the order of a hand.
bohnanza-event-card-planted = { $seat } plants { $card } in { $field ->
    [0] the first field
    [1] the second field
   *[other] the third field
}.
bohnanza-event-card-discarded = { $seat } discards { $card }.
bohnanza-event-cards-revealed = { $seat } turns up { $cards }.
bohnanza-event-cards-added = The discard pile adds: { $cards }.
bohnanza-event-cards-given = { $seat } gives to { $to }: { $cards }.
bohnanza-event-deal-proposed = { $seat } proposes to { $partner }: { $cards } for { $received }. { $partner }, do you agree?
bohnanza-event-deal-accepted = { $seat } agrees.
bohnanza-event-deal-declined = { $withdrawn ->
    [true] { $seat } withdraws the proposal to { $partner }.
   *[false] { $seat } does not want to deal with { $partner } like this.
}
bohnanza-event-deal-lapsed = What { $seat } proposed to { $partner } no longer stands.
bohnanza-event-dealing-ended = { $then ->
    [sowing] The dealing is over. All cards that lie in front of you have to be planted.
   *[other] The dealing is over.
}
bohnanza-event-offer-left = { $seat } leaves as the offer: { $cards }.
bohnanza-event-field-harvested = { $seat } harvests { $count } × { $card } and earns { $coins ->
    [0] nothing
    [one] one coin
   *[other] { $coins } coins
}.
bohnanza-event-field-bought = { $seat } buys a third field. { $coins_to ->
    [box] The coins leave the game, face down.
   *[other] The coins go on the discard pile, bean side up.
}
bohnanza-event-cards-drawn = { $seat } draws { $count ->
    [one] one card
   *[other] { $count } cards
}, one by one, behind the last card of the hand.
bohnanza-event-pile-exhausted = The draw pile has run out for the { $times ->
    [1] first
    [2] second
    [3] third
   *[other] { $times }th
} time.
bohnanza-event-pile-shuffled = Shuffle the discard pile, { $count ->
    [one] one card
   *[other] { $count } cards
}: it is the new draw pile.
bohnanza-event-turn-ended = It is { $to }’s turn.
bohnanza-event-game-ended = The game is over: all fields are sold, and the cards in the hands are worth nothing.

# Why not.
bohnanza-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
bohnanza-refuse-not-now = { $phase ->
    [offer] It is time for { $player } to plant or discard the cards on offer.
    [planting] It is time for { $player } to plant from the hand.
    [discarding] It is time for { $player } to say whether to discard a card of the hand.
    [revealing] It is time for { $player } to turn up cards from the draw pile.
    [dealing] It is time for { $player } to make deals or end the dealing.
    [sowing] It is time for { $player } to plant the cards that lie in front.
    [choosing] It is time for { $player } to plant open cards or leave them as the offer.
    [drawing] It is time for { $player } to draw cards and end the turn.
   *[over] The game is over.
}
bohnanza-refuse-not-your-turn = It is not { $player }’s turn; it is { $active }’s.
bohnanza-refuse-no-such-card = There is no bean called “{ $card }” in this game.
bohnanza-refuse-no-more-of-this-card = { $hidden ->
    [0] All { $card } cards of this game have been seen already.
    [one] Only one { $card } card of this game is still hidden.
   *[other] Only { $hidden } { $card } cards of this game are still hidden.
}
bohnanza-refuse-no-such-field = { $player } has no such field; { $fields ->
    [one] there is only one
   *[other] there are { $fields }
}.
bohnanza-refuse-other-bean-grows-there = { $card } grows in that field of { $player }; each field has room for one kind of bean, and another one is empty.
bohnanza-refuse-grows-elsewhere = { $player } has a field of { $card } already; the card has to go there.
bohnanza-refuse-no-room = { $can_buy ->
    [yes] { $player } has no room for { $card }: harvest a field or buy a third one first.
   *[no] { $player } has no room for { $card }: harvest a field first.
}
bohnanza-refuse-front-card-first = { $player } has to plant the front card of the hand first.
bohnanza-refuse-two-cards-at-most = { $player } has planted two cards from the hand; a third is not allowed.
bohnanza-refuse-not-among-the-cards = There is no { $card } among the cards to choose from now.
bohnanza-refuse-wrong-number-of-cards = { $wanted ->
    [0] There is no card left to turn up.
    [one] One card has to be turned up, not { $seen }.
   *[other] { $wanted } cards have to be turned up, not { $seen }.
}
bohnanza-refuse-deal-without-active-player = Every deal is made with { $active }, whose turn it is; the others cannot deal or give among themselves.
bohnanza-refuse-deal-with-oneself = { $player } cannot deal with { $player }; a deal needs two players.
bohnanza-refuse-empty-deal = In a deal at least one card changes hands.
bohnanza-refuse-revealed-cards-of-another = The revealed cards belong to { $active }; { $player } can only give cards from their own hand.
bohnanza-refuse-not-revealed = There is no { $card } among the revealed cards.
bohnanza-refuse-received-cards-stay = { $player } got { $card } in a deal; a card that was received cannot be given on.
bohnanza-refuse-hand-too-small = { $hand ->
    [0] { $player } has no cards in the hand and cannot give { $cards }.
    [one] { $player } has only one card in the hand and cannot give { $cards }.
   *[other] { $player } has only { $hand } cards in the hand and cannot give { $cards }.
}
bohnanza-refuse-no-such-proposal = This deal is no longer proposed. Please look at what is open now.
bohnanza-refuse-proposal-of-others = { $player } proposed this deal to { $partner }: only { $partner } can accept or decline it, and only { $player } can withdraw it.
bohnanza-refuse-no-deals-in-duel = There is no trading in the game for two.
bohnanza-refuse-only-in-duel = Offers and discards belong to the game for two; here all cards have to be planted.
bohnanza-refuse-empty-field = Nothing grows in that field of { $player }.
bohnanza-refuse-single-bean-protected = The single { $card } of { $player } is protected as long as another field has two cards or more; harvest that one.
bohnanza-refuse-harvest-in-own-turn = In the game for two everybody harvests only in their own turn; it is { $active }’s, not { $player }’s.
bohnanza-refuse-has-three-fields = { $player } has three fields already; nobody gets a fourth.
bohnanza-refuse-too-few-coins = A third field costs { $price ->
    [one] one coin
   *[other] { $price } coins
}, but { $player } has { $coins ->
    [0] none
    [one] only one
   *[other] only { $coins }
}.

# What lies on the table.
bohnanza-show-draw = draw pile
bohnanza-show-piles = draw piles left
bohnanza-show-open = open cards
bohnanza-show-discard = discard pile
bohnanza-show-field-1 = field 1
bohnanza-show-field-2 = field 2
bohnanza-show-field-3 = field 3
bohnanza-show-aside = to plant
bohnanza-show-hand = hand
bohnanza-show-offers = offers
bohnanza-show-asks-for = asks for
bohnanza-show-offered = is offered
bohnanza-show-asked-for = is asked for

# On the page.
bohnanza-cover = Plant, haggle, harvest: beans into coins.
bohnanza-scene-add-card = Add { $card }
bohnanza-scene-remove-card = Remove { $card }
bohnanza-scene-draw = { $times ->
    [0] draw pile, the last time
    [one] draw pile, runs out once more
   *[other] draw pile, runs out { $times } more times
}
bohnanza-scene-open = Cards that lie open
bohnanza-scene-none-open = No card lies open.
bohnanza-scene-discard = discard pile
bohnanza-scene-hand = cards in hand
bohnanza-scene-coins = coins
bohnanza-scene-aside = To plant:
bohnanza-scene-meter = { $card }: a harvest brings { $coins ->
    [0] nothing
    [one] one coin
   *[other] { $coins } coins
}
bohnanza-scene-empty = An empty field
bohnanza-scene-deal = A deal or a gift
bohnanza-scene-harvest = Harvest or buy
bohnanza-scene-with = { $player } deals with
bohnanza-scene-gives-open = { $player } gives of the open cards
bohnanza-scene-gives-hand = { $player } gives from the hand
bohnanza-scene-receives = and gets in return
bohnanza-scene-agreed = Both agree
bohnanza-scene-propose-deal = Propose a deal or a gift
bohnanza-scene-propose = Propose it
bohnanza-scene-proposes = { $player } proposes to { $partner }
bohnanza-scene-gives = { $player } gives
bohnanza-scene-nothing = nothing
bohnanza-scene-accept = Yes, agreed
bohnanza-scene-decline = No, thanks
bohnanza-scene-accepts = { $player } agrees
bohnanza-scene-declines = { $player } declines
bohnanza-scene-withdraw = Withdraw it

# Before the game.
bohnanza-option-edition = Edition
bohnanza-choice-edition-a = A (3 to 7 players, duel for 2)
bohnanza-choice-edition-b = B (3 to 5 players)
bohnanza-option-first = Who begins?
bohnanza-option-third_field = Third field
bohnanza-choice-third_field-edition = As the edition says
bohnanza-choice-third_field-start = From the start

# How it was played.
bohnanza-variant-a = edition A
bohnanza-variant-b = edition B

# What cannot be agreed.
bohnanza-setup-edition-players = { $edition } is for { $counts } players; choose another edition or other seats.
bohnanza-setup-few-cards = There are too few cards: { $cards } in all, and { $dealt } to deal; a draw pile has to be left.
