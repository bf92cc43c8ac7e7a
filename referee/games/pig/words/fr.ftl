# Cochon en français.

pig-title = Cochon
pig-cover = Lancez tant que vous osez, mais gare au un !

pig-option-goal = Points pour gagner
pig-variant-standard = standard

# Ce qu’il y a sur la table.
pig-show-goal = objectif
pig-show-turn-total = points de ce tour
pig-show-die = dé

# Questions et choix.
pig-choose-deciding = { $player }, relancer ou s’arrêter ?
pig-action-roll = relancer
pig-action-hold = s’arrêter et garder les points

# Ce qui s’est passé.
pig-event-game-started = Qui garde le premier { $goal } points gagne.
pig-event-die-rolled = { $total ->
    [0] { $seat } a fait un 1 : les points de ce tour sont perdus !
    [one] { $seat } a fait { $face } : { $total } point pour l’instant.
   *[other] { $seat } a fait { $face } : { $total } points pour l’instant.
}
pig-event-points-held = { $points ->
    [one] { $seat } garde { $points } point.
   *[other] { $seat } garde { $points } points.
} { $wins ->
    [true] L’objectif est atteint avec { $total } !
   *[other] Nouveau score : { $total }.
}

# Pourquoi non.
pig-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
pig-refuse-not-now = { $phase ->
    [rolling] C’est le moment où { $player } lance le dé.
    [deciding] C’est le moment où { $player } relance ou s’arrête.
   *[over] La partie est finie.
}
pig-refuse-not-your-turn = Ce n’est pas à { $player } de jouer ; c’est à { $active }.
pig-refuse-one-die = On lance un seul dé, et il montre 1 à 6 ; relancez-le.
