# Spookies en français. Le chien et la fille s’appellent Bonflair et Anna dans l’édition française.

spookies-figure-kracko = Kracko
spookies-figure-bonflair = Bonflair
spookies-figure-anna = Anna
spookies-figure-duffy = Duffy
spookies-figure-poppy = Poppy

spookies-face-kracko = { spookies-figure-kracko }
spookies-face-bonflair = { spookies-figure-bonflair }
spookies-face-anna = { spookies-figure-anna }
spookies-face-duffy = { spookies-figure-duffy }
spookies-face-poppy = { spookies-figure-poppy }
spookies-face-question = point d’interrogation

spookies-items-chips = Spookies

spookies-choose-figure = { $player }, quelle figurine ?
spookies-choose-dice = { $player }, combien de dés ?
spookies-choose-continuing = { $player }, relancer ou s’arrêter ?
spookies-choose-joker = { $player }, utiliser le joker pour relancer ?
spookies-choose-fines = { $player }, prendre les Spookies posés à cet étage ?
spookies-choose-ghost = { $player }, où va le fantôme ?

spookies-action-choose-figure = prendre { $figure }
spookies-action-choose-dice = { $count ->
    [one] lancer { $count } dé
   *[other] lancer { $count } dés
}
spookies-action-stop-turn = s’arrêter et tout garder
spookies-action-use-joker = utiliser le joker et relancer
spookies-action-keep-roll = garder ce lancer
spookies-action-take-fines = les prendre tous
spookies-action-leave-fines = les laisser
spookies-action-move-ghost = à l’étage { $space }

spookies-event-game-started = Les cinq amis sont devant la maison hantée. Spookies en jeu : { $in_play }. { $seat } commence.
spookies-event-friend-rolled = { $seat } a lancé le dé des amis : { $face }.
spookies-event-figure-chosen = { $seat } prend { $figure }.
spookies-event-dice-chosen = { $haunted ->
    [true] Le fantôme est là ! { $seat } lance { $count ->
        [one] { $count } dé
       *[other] { $count } dés
    }.
   *[other] { $seat } lance { $count ->
        [one] { $count } dé
       *[other] { $count } dés
    }.
}
spookies-event-dice-rolled = { $seat } a obtenu { $faces }. Les deux plus hauts font { $result }.
spookies-event-joker-used = { $seat } utilise son joker : les mêmes dés encore une fois.
spookies-event-roll-kept = { $seat } garde ce lancer.
spookies-event-figure-climbed = { $figure } monte à l’étage { $space }. { $chips ->
    [0] Aucun Spookie pour { $seat }.
    [one] Un Spookie pour { $seat }.
   *[other] { $chips } Spookies pour { $seat }.
}
spookies-event-attic-held = { $figure } reste au grenier. { $chips ->
    [0] Aucun Spookie pour { $seat }.
    [one] Un Spookie pour { $seat }.
   *[other] { $chips } Spookies pour { $seat }.
}
spookies-event-figure-stayed = { $figure } ne bouge pas. Le tour est fini.
spookies-event-figure-fell = { $space ->
    [4] { $figure } s’enfuit jusqu’à la grille !
   *[other] { $figure } redescend à l’étage { $space } !
} { $fine ->
    [0] { $seat } n’a aucun Spookie à perdre.
    [one] { $seat } pose un Spookie à l’étage { $left }.
   *[other] { $seat } pose { $fine } Spookies à l’étage { $left }.
}
spookies-event-fines-taken = { $count ->
    [0] Aucun Spookie n’est posé à l’étage { $space } pour { $seat }.
    [one] { $seat } prend aussi le Spookie posé à l’étage { $space }.
   *[other] { $seat } prend aussi les { $count } Spookies posés à l’étage { $space }.
}
spookies-event-fines-left = { $count ->
    [0] Aucun Spookie n’est posé à l’étage { $space } pour { $seat }.
    [one] { $seat } laisse le Spookie posé à l’étage { $space }.
   *[other] { $seat } laisse les { $count } Spookies posés à l’étage { $space }.
}
spookies-event-ghost-moved = Le fantôme flotte jusqu’à l’étage { $space }.
spookies-event-turn-ended = { $stopped ->
    [true] { $seat } s’arrête et garde tout.
   *[other] { $seat } a fini son tour.
}
spookies-event-joker-paid = { $unit ->
    [chips] { $seat } pioche { $count ->
        [one] { $count } Spookie
       *[other] { $count } Spookies
    } dans la boîte pour son joker inutilisé.
   *[points] { $seat } reçoit { $count ->
        [one] { $count } point
       *[other] { $count } points
    } pour son joker inutilisé.
}
spookies-event-game-ended = Le dernier Spookie est parti : la partie est finie. Retournez vos Spookies !
spookies-event-chips-counted = { $seat } a des Spookies qui valent { $total }.
spookies-event-chips-revealed = Les Spookies sont retournés.

spookies-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
spookies-refuse-not-now = { $phase ->
    [friend] C’est le moment où { $player } lance le dé des amis.
    [figure] C’est le moment où { $player } choisit une figurine.
    [dice] C’est le moment où { $player } dit combien de dés lancer.
    [rolling] C’est le moment où { $player } lance les dés.
    [joker] C’est le moment où { $player } décide pour le joker.
    [fines] C’est le moment où { $player } décide pour les Spookies posés à cet étage.
    [ghost] C’est le moment où { $player } déplace le fantôme.
    [continuing] C’est le moment où { $player } relance ou s’arrête.
    [counting] La partie est finie ; il ne reste qu’à compter les Spookies.
   *[over] La partie est finie.
}
spookies-refuse-not-your-turn = Ce n’est pas à { $player } de jouer ; c’est à { $active }.
spookies-refuse-no-such-figure = Personne ne s’appelle « { $figure } » dans cette maison ; choisissez Kracko, Bonflair, Anna, Duffy ou Poppy.
spookies-refuse-figure-stays-for-turn = On joue la même figurine pendant tout le tour.
spookies-refuse-wrong-number-of-dice = { $seen ->
    [0] Il n’y a aucun dé
    [one] Il y a un dé
   *[other] Il y a { $seen } dés
}, mais il faut en lancer { $announced }.
spookies-refuse-no-such-friend = Le dé des amis ne montre pas « { $face } » ; il montre un des cinq amis ou le point d’interrogation.
spookies-refuse-no-such-pips = Ces dés ne montrent pas « { $face } » ; ils montrent 1 à 6.
spookies-refuse-two-to-four-dice = On lance 2, 3 ou 4 dés, pas { $count }.
spookies-refuse-ghost-holds-die = Le fantôme est à l’étage { $space } et retient un dé ; prenez-en 2 ou 3.
spookies-refuse-first-roll-is-compulsory = Tout le monde lance au moins une fois ; on peut s’arrêter après une réussite.
spookies-refuse-joker-not-in-game = On joue cette partie sans jokers.
spookies-refuse-joker-is-spent = { $player } a déjà utilisé son joker ; il sert une fois par partie.
spookies-refuse-joker-needs-roll = Le joker est pour les dés à points, et seulement après les avoir lancés.
spookies-refuse-joker-too-late = Le joker vient avant que la figurine bouge ; il est trop tard.
spookies-refuse-fines-need-two-dice = Les Spookies posés à un étage sont pour ceux qui l’atteignent avec exactement 2 dés, pas avec { $count }.
spookies-refuse-fines-stay-in-attic = Les Spookies posés au grenier sont pour ceux qui viennent d’y monter.
spookies-refuse-ghost-not-in-game = On joue cette partie sans le fantôme.
spookies-refuse-ghost-goes-one-floor = Le fantôme monte ou descend d’un étage : il va au { $lower } ou au { $higher }.
spookies-refuse-already-counted = { $player } n’a plus rien à compter.
spookies-refuse-count-missing = Pour { $player }, dites le total des Spookies, ou leurs valeurs une par une.
spookies-refuse-wrong-number-of-chips = { $held ->
    [0] { $player } n’a aucun Spookie
    [one] { $player } a un Spookie
   *[other] { $player } a { $held } Spookies
}, mais { $entered ->
    [0] aucune valeur n’a été donnée
    [one] une valeur a été donnée
   *[other] { $entered } valeurs ont été données
}.
spookies-refuse-no-such-chips = { $count ->
    [0] Aucun autre Spookie ne vaut { $value } ; recomptez.
    [one] Un seul autre Spookie vaut { $value } ; recomptez.
   *[other] Seuls { $count } autres Spookies valent { $value } ; recomptez.
}
spookies-refuse-impossible-total = { $held ->
    [0] { $player } n’a aucun Spookie, ce qui ne peut pas valoir { $total } ; recomptez.
    [one] Pour { $player }, un Spookie ne peut pas valoir { $total } ; recomptez.
   *[other] Pour { $player }, { $held } Spookies ne peuvent pas valoir { $total } ; recomptez.
}
spookies-refuse-sum-is-another = Pour { $player }, la somme des valeurs données est { $worth }, pas { $total } ; recomptez.
spookies-refuse-totals-do-not-fit = { $total } pour { $player } ne peut pas être juste avec ce que les autres ont compté ; recomptez tous ensemble.

# Ce qu’il y a sur la table.
spookies-show-house = la maison hantée
spookies-show-rolled = dés
spookies-show-reserve = Spookies en réserve
spookies-show-chips = Spookies
spookies-show-joker = joker
spookies-space-gate = grille
spookies-space-5 = 5, jardin
spookies-space-11 = 11, grenier
spookies-column-two-dice = 2 dés
spookies-column-three-dice = 3 dés
spookies-column-four-dice = 4 dés
spookies-column-fines = posés ici
spookies-piece-kracko = { spookies-figure-kracko }
spookies-piece-bonflair = { spookies-figure-bonflair }
spookies-piece-anna = { spookies-figure-anna }
spookies-piece-duffy = { spookies-figure-duffy }
spookies-piece-poppy = { spookies-figure-poppy }
spookies-piece-ghost = le fantôme

# Sur la page.
spookies-cover = Grimper dans la maison hantée, ou s’arrêter à temps.
spookies-dice-friend = dé des amis
spookies-scene-chips = { $count ->
    [0] Aucun Spookie
    [one] Un Spookie face cachée
   *[other] { $count } Spookies face cachée
}
spookies-scene-joker = joker
spookies-scene-edition = Spookies : gains imprimés sur le plateau
spookies-scene-floor = Étage
spookies-scene-dice-count = { $count ->
    [one] { $count } dé
   *[other] { $count } dés
}
spookies-scene-reward-of = Étage { $floor } avec { $dice ->
    [one] { $dice } dé
   *[other] { $dice } dés
}
spookies-scene-house = La maison hantée, du grenier au jardin
spookies-scene-gate = Devant la grille
spookies-scene-reserve = Spookies dans la réserve
spookies-scene-ghost = Le fantôme
spookies-scene-fines = { $count ->
    [0] Aucun Spookie n’est posé ici
    [one] Un Spookie est posé ici
   *[other] { $count } Spookies sont posés ici
}
spookies-scene-rewards = Gain avec deux, trois et quatre dés

# Avant la partie.
spookies-option-variant = Variante
spookies-choice-variant-standard = Standard
spookies-choice-variant-free-choice = Choix libre de la figurine
spookies-option-joker = Joker de dés
spookies-option-joker_pays = Un joker gardé rapporte en
spookies-choice-joker_pays-box = Spookies si la boîte en a assez, sinon en points
spookies-choice-joker_pays-points = points
spookies-choice-joker_pays-chips = Spookies
spookies-option-ghost = Le fantôme rôde
spookies-option-chips = Spookies
spookies-choice-chips-physical = De la boîte
spookies-choice-chips-digital = À l’écran
spookies-option-chips_in_play = Durée de la partie
spookies-choice-chips_in_play-null = Tous les Spookies
spookies-choice-chips_in_play-30 = 30 Spookies
spookies-choice-chips_in_play-10 = 10 Spookies
spookies-option-fine_chips = Spookies posés à un étage
spookies-choice-fine_chips-ask = Demander à chaque fois
spookies-choice-fine_chips-always = Toujours prendre
spookies-option-bravest = Qui est le plus courageux ?
spookies-option-edition = Édition
spookies-choice-edition-standard = Standard

# Comment on a joué.
spookies-variant-standard = standard
spookies-variant-free-choice = libre choix de la figurine
spookies-variant-joker = avec jokers
spookies-variant-ghost = avec le fantôme
spookies-variant-joker-and-ghost = avec jokers et fantôme
spookies-variant-digital-chips = Spookies à l’écran

# Ce qui ne peut pas être convenu.
spookies-setup-all-chips = À { $players } joueurs, on joue avec tous les Spookies.
spookies-setup-chips = Entre 1 et { $most } Spookies sont en jeu.
spookies-setup-joker = La boîte ne garde pas de Spookies pour les jokers de { $players } joueurs ; que les jokers paient des points.
