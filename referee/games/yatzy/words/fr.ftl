# Yatzy en français.

yatzy-title = Yatzy
yatzy-cover = Trois lancers, et puis ? Trouvez la bonne case !

yatzy-option-edition = Règles
yatzy-choice-edition-standard = Scandinaves (15 cases)
yatzy-choice-edition-american = Américaines (13 cases, joker)
yatzy-variant-standard = règles scandinaves
yatzy-variant-american = règles américaines

# Ce qu’il y a sur la table.
yatzy-show-sheet = feuille de score
yatzy-show-dice = dés
yatzy-show-rolls-left = lancers restants
yatzy-row-ones = as
yatzy-row-twos = deux
yatzy-row-threes = trois
yatzy-row-fours = quatre
yatzy-row-fives = cinq
yatzy-row-sixes = six
yatzy-row-upper-sum = total du haut
yatzy-row-bonus = bonus
yatzy-row-one-pair = une paire
yatzy-row-two-pairs = deux paires
yatzy-row-three-alike = brelan
yatzy-row-four-alike = carré
yatzy-row-small-straight = petite suite
yatzy-row-large-straight = grande suite
yatzy-row-full-house = full
yatzy-row-chance = chance
yatzy-row-yatzy = Yatzy
yatzy-row-yatzy-bonus = bonus Yatzy

# Questions et choix.
yatzy-choose-row = { $player }, quelle case remplir ?
yatzy-action-write-row = remplir : { $row }

# Ce qui s’est passé.
yatzy-event-game-started = Remplissez toutes les cases de votre feuille : le plus grand total gagne.
yatzy-event-dice-rolled = { $seat } a fait { $faces }. { $left ->
    [0] Choisissez maintenant une case.
    [one] Encore { $left } lancer possible.
   *[other] Encore { $left } lancers possibles.
}
yatzy-event-row-written = { $seat } remplit « { $row } » : { $points ->
    [0] aucun point
    [one] { $points } point
   *[other] { $points } points
}.{ $bonus ->
    [0] { "" }
   *[other] { " " }Et le bonus : +{ $bonus } !
}{ $yatzy ->
    [0] { "" }
   *[other] { " " }Encore un Yatzy : +{ $yatzy } !
}

# Pourquoi non.
yatzy-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
yatzy-refuse-not-now = { $phase ->
    [rolling] C’est le moment où { $player } lance les cinq dés.
    [deciding] C’est le moment où { $player } choisit une case, ou relance s’il reste un lancer.
   *[over] La partie est finie.
}
yatzy-refuse-not-your-turn = Ce n’est pas à { $player } de jouer ; c’est à { $active }.
yatzy-refuse-five-dice = Il y a cinq dés, et chacun montre 1 à 6 : un tour commence avec les cinq, puis on en relance et les autres restent. Regardez-les encore une fois.
yatzy-refuse-no-roll-left = Il ne reste plus de lancer à { $player } ; choisissez une case.
yatzy-refuse-none-thrown = Pour relancer, il faut au moins un dé ; lancez-en, ou choisissez une case.
yatzy-refuse-others-stayed = Ces dés ne peuvent pas être restés : { $stayed }. Il y avait { $lay } ; dites lesquels n’ont pas été relancés.
yatzy-refuse-no-such-row = Cette feuille n’a pas de telle case ; choisissez une case libre.
yatzy-refuse-row-taken = La case « { $row } » est déjà remplie ; choisissez une case libre.
yatzy-refuse-joker-above = Encore cinq dés identiques : ils vont dans la case « { $row } », qui est encore libre.
yatzy-refuse-joker-below = Encore cinq dés identiques : ils vont dans une case du bas tant qu’il en reste une ; « { $row } » doit attendre.
