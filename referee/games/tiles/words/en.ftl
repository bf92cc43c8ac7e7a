# The bonus tiles for Karuba and Adventure Land (Odyssée-land) in English.

tiles-card-gold-sword = gold sword
tiles-card-platinum-sword = platinum sword
tiles-card-magic-gold-sword = magic gold sword
tiles-card-tamed-wolf = tamed wolf
tiles-card-fastest-treasure-hunter = fastest treasure hunter
tiles-card-best-treasure-hunter = best treasure hunter
tiles-card-best-path-maker = best path maker
tiles-card-fastest-runner = fastest runner

tiles-tile-gold-sword = { tiles-card-gold-sword }
tiles-tile-platinum-sword = { tiles-card-platinum-sword }
tiles-tile-magic-gold-sword = { tiles-card-magic-gold-sword }
tiles-tile-tamed-wolf = { tiles-card-tamed-wolf }
tiles-tile-fastest-treasure-hunter = { tiles-card-fastest-treasure-hunter } (each of your adventurers has a nugget or crystal)
tiles-tile-best-treasure-hunter = { tiles-card-best-treasure-hunter } (one of your adventurers has 4 nuggets or crystals)
tiles-tile-best-path-maker = { tiles-card-best-path-maker } (all your adventurers are connected to their temples)
tiles-tile-fastest-runner = { tiles-card-fastest-runner } (each of your adventurers has moved)

# Questions.
tiles-choose-claim = Who has met the condition of a bonus tile? Or is the game over?
tiles-choose-same-turn = Did anybody else meet a condition in this same turn? If not, close the turn.
tiles-choose-exchange = Who exchanges a herb worth 2 points, or uses a bonus tile? Or is the game over?

# Choices.
tiles-action-claim-tile = { $seat }: { $tile }
tiles-action-close-turn = nobody else: close the turn
tiles-action-exchange-herb = { $seat } exchanges a herb worth 2 points for the top bonus tile
tiles-action-use-tile = { $seat } uses this tile: { $tile }
tiles-action-end-host-game = the game is over

# What happened.
tiles-event-game-started = { $host ->
    [karuba] The four bonus tiles lie in the middle.
   *[other] The four bonus tiles lie in a face-down pile.
}
tiles-event-tile-claimed = { $seat } has met a condition: { $tile }.
tiles-event-tile-awarded = { $seat } gets this tile: { $tile }. { $points ->
    [one] One point.
   *[other] { $points } points.
}
tiles-event-tile-removed = { $order } were there in the same turn, so this tile leaves the game: { $tile }.
tiles-event-herb-exchanged = { $seat } puts the herb into the box and turns over the top bonus tile.
tiles-event-tile-drawn = { $seat } has this tile: { $tile }.
tiles-event-tile-used = { $seat } uses this tile: { $tile }. { $effect ->
    [dice] { $amount ->
        [one] One die
       *[other] { $amount } dice
    } instead of one.
   *[strength] Combat strength +{ $amount }.
} { $stays ->
    [true] It stays with { $seat }.
   *[other] The tile leaves the game.
}
tiles-event-game-ended = The game is over. Add the points of the tiles to your result.

# Why not.
tiles-refuse-no-such-seat = Nobody sits there; { $seats ->
    [one] one person plays
   *[other] { $seats } people play
}.
tiles-refuse-not-now = { $phase ->
    [drawing] It is time for { $player } to turn over the top bonus tile.
    [over] The game is over.
   *[other] Nothing of that kind is due right now.
}
tiles-refuse-only-in-karuba = That belongs to Karuba; this table plays Adventure Land.
tiles-refuse-only-in-odyssee-land = That belongs to Adventure Land; this table plays Karuba.
tiles-refuse-no-such-tile = There is no bonus tile called “{ $card }” in this game.
tiles-refuse-tile-is-taken = { $player } was first and has this tile: { $card }.
tiles-refuse-tile-left-game = This tile has left the game: { $card }.
tiles-refuse-already-claimed = { $player } has said that already in this turn: { $card }.
tiles-refuse-nothing-claimed = Nobody has met a condition in this turn; there is nothing to close.
tiles-refuse-pile-is-empty = There is no bonus tile left in the pile.
tiles-refuse-one-tile-is-drawn = { $seen ->
    [0] No tile was turned over; exactly one has to be.
    [one] One tile was turned over.
   *[other] { $seen } tiles were turned over; only one has to be.
}
tiles-refuse-tile-not-in-pile = This tile is not in the pile any more: { $card }.
tiles-refuse-tile-not-held = { $player } does not have this tile: { $card }.

# What lies on the table.
tiles-show-left = tiles in the middle
tiles-show-pile = tiles in the pile
tiles-show-gone = out of the game
tiles-show-tiles = tiles
tiles-show-claimed = claimed in this turn

# On the page.
tiles-title = Bonus tiles for Karuba and Odyssée-land
tiles-cover = Keeps the bonus tiles of two other games.
tiles-scene-left = Tiles in the middle

# Before the game.
tiles-option-host = For which game
tiles-choice-host-karuba = Karuba
tiles-choice-host-odyssee-land = Adventure Land
tiles-option-edition = Edition
tiles-choice-edition-standard = Standard

# How it was played.
tiles-variant-karuba = Karuba
tiles-variant-odyssee-land = Adventure Land
