# Dix Mille en français.

ten-thousand-title = Dix Mille
ten-thousand-cover = Encore un lancer, ou garder ce que l’on a ?

ten-thousand-option-edition = Édition
ten-thousand-choice-edition-standard = Standard
ten-thousand-variant-standard = standard

# Ce qu’il y a sur la table.
ten-thousand-show-goal = objectif
ten-thousand-show-thrown = lancés
ten-thousand-show-aside = mis de côté
ten-thousand-show-turn-total = points de ce tour
ten-thousand-show-worth = dans ce lancer
ten-thousand-show-entry = pour commencer
ten-thousand-show-hot-dice = les six dés comptent !
ten-thousand-show-last-round = dernier tour

# Choix.
ten-thousand-action-bank = garder les points

# Ce qui s’est passé.
ten-thousand-event-game-started = Qui atteint l’objectif ouvre le dernier tour.
ten-thousand-event-dice-rolled = { $seat } a fait { $faces } : { $worth ->
    [0] rien ne compte !
    [one] { $worth } point.
   *[other] { $worth } points.
}
ten-thousand-event-turn-lost = { $points ->
    [0] { $seat } n’a aucun point dans ce tour.
    [one] { $seat } perd { $points } point.
   *[other] { $seat } perd { $points } points.
}
ten-thousand-event-points-banked = { $points ->
    [one] { $seat } garde { $points } point.
   *[other] { $seat } garde { $points } points.
} { $is_goal ->
    [true] L’objectif est atteint avec { $total } : les autres ont encore un tour !
   *[other] Nouveau score : { $total }.
}

# Pourquoi non.
ten-thousand-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
ten-thousand-refuse-not-now = { $phase ->
    [rolling] C’est le moment où { $player } lance les six dés.
    [deciding] C’est le moment où { $player } met des dés de côté et relance les autres, ou garde ses points.
   *[over] La partie est finie.
}
ten-thousand-refuse-not-your-turn = Ce n’est pas à { $player } de jouer ; c’est à { $active }.
ten-thousand-refuse-six-dice = Il y a six dés, et chacun montre 1 à 6 : un tour commence avec les six, puis on en relance et les autres restent. Regardez-les encore une fois.
ten-thousand-refuse-none-thrown = Pour continuer, il faut lancer au moins un dé ; lancez-en, ou gardez les points.
ten-thousand-refuse-others-stayed = Ces dés ne peuvent pas être restés : { $stayed }. Il y avait { $lay } ; dites lesquels n’ont pas été relancés.
ten-thousand-refuse-aside-stays = Ce qui est de côté y reste : { $aside }. Remettez ces dés et n’en relancez que d’autres.
ten-thousand-refuse-set-aside-first = Au moins un dé qui compte doit rester avant de relancer les autres ; on relance les six seulement si tous comptent.
ten-thousand-refuse-does-not-score = Ces dés ne comptent pas tous : { $chosen }. Ne mettez de côté que des dés qui comptent.
ten-thousand-refuse-too-few-points = { $player } a { $total } des { $entry } points qu’il faut pour commencer ; relancez.
ten-thousand-refuse-hot-dice = Les six dés comptent : { $player } doit tous les relancer.
