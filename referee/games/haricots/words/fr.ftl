# Haricots en français. Une carte porte le nom de ce qu’elle montre.

haricots-piece-card = carte
haricots-mode-basic = jeu de base
haricots-mode-score-sheet = feuille de score

# Questions.
haricots-choose-turn = { $player }, jouer des cartes ou passer ?
haricots-choose-sheet = Notez les jetons +3 et les points négatifs de la manche, ou fermez la feuille.

# Choix.
haricots-action-play-cards = jouer { $cards }
haricots-action-pass = piocher une carte et passer
haricots-action-write-round = noter une manche sur la feuille
haricots-action-close-sheet = la partie est finie : fermer la feuille

# Ce qui s’est passé.
haricots-event-game-started = Mélangez toutes les cartes et distribuez : à chacun une main et une pioche personnelle face cachée. { $seat } a le marqueur de premier joueur et commence.
haricots-event-cards-played = { $seat } joue { $cards } : { $value } à battre.
haricots-event-card-drawn = { $seat } pioche une carte et passe.
haricots-event-dropped-out = { $seat } n’a plus rien à piocher et quitte cette manche.
haricots-event-table-cleared = Personne n’a fait mieux. Les cartes sont mises de côté, et { $seat } peut jouer n’importe quelle carte.
haricots-event-round-won = { $reason ->
    [hand-empty] { $seat } a joué sa dernière carte et gagne la manche
   *[last-left] { $seat } est la dernière personne en jeu et gagne la manche
} : { $chips ->
    [one] { $chips } jeton de victoire
   *[other] { $chips } jetons de victoire
}.
haricots-event-round-started = Manche { $round } : mélangez toutes les cartes et redistribuez. { $seat } a le marqueur de premier joueur et commence.
haricots-event-game-won = { $seat } a { $chips ->
    [one] { $chips } jeton de victoire
   *[other] { $chips } jetons de victoire
} et gagne la partie !
haricots-event-sheet-opened = La feuille de score est prête. J’additionne ; les règles, c’est vous.
haricots-event-round-written = La manche { $round } est sur la feuille.
haricots-event-sheet-closed = La feuille de score est fermée.

# Pourquoi c’est non.
haricots-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
haricots-refuse-not-now = { $phase ->
    [playing] C’est le moment où { $player } joue des cartes ou passe.
    [writing] La feuille de score ne prend que les points d’une manche, ou la fin de la partie.
   *[over] La partie est finie.
}
haricots-refuse-not-your-turn = Ce n’est pas à { $player } de jouer ; c’est à { $active }.
haricots-refuse-dropped-out = { $player } a quitté cette manche et attend la suivante ; c’est à { $active } de jouer.
haricots-refuse-no-cards = Posez au moins une carte, ou passez.
haricots-refuse-no-such-card = La carte « { $card } » n’existe pas ; les cartes sont 1/17, 2/16, 3 à 12 et 15.
haricots-refuse-mixed-cards = { $card } et { $other } ne vont pas ensemble ; les cartes jouées ensemble doivent être toutes pareilles.
haricots-refuse-hand-too-small = { $hand ->
    [0] { $player } n’a aucune carte en main et ne peut pas en jouer { $count }.
    [one] { $player } n’a qu’une carte en main et ne peut pas en jouer { $count }.
   *[other] { $player } n’a que { $hand } cartes en main et ne peut pas en jouer { $count }.
}
haricots-refuse-cards-gone = { $left ->
    [0] Toutes les cartes { $card } ont déjà été jouées dans cette manche.
    [one] Il ne peut plus venir qu’une carte { $card } dans cette manche, pas { $count }.
   *[other] Il ne peut plus venir que { $left } cartes { $card } dans cette manche, pas { $count }.
}
haricots-refuse-too-low = Cela fait { $value }, mais il faut dépasser { $to_beat }.
haricots-refuse-counts-low = Au-dessous de 15, la carte { $card } a sa petite valeur : cela fait { $value }, et il faut dépasser { $to_beat }.
haricots-refuse-only-on-sheet = Cela va avec la feuille de score d’une partie avancée ; ici on joue le jeu de base.
haricots-refuse-only-in-basic-game = Avec la feuille de score, je ne suis pas les cartes ; notez les points quand la manche est finie.
haricots-refuse-one-number-each = Donnez un nombre pour chaque joueur, pour les jetons et pour les points négatifs.
haricots-refuse-number-below-zero = { $number } est au-dessous de zéro ; notez les points négatifs sans le signe moins.
haricots-refuse-victory-chips-gone = { $left ->
    [0] Tous les jetons de victoire sont déjà donnés.
    [one] Il ne reste qu’un jeton de victoire, pas { $count }.
   *[other] Il ne reste que { $left } jetons de victoire, pas { $count }.
}
haricots-refuse-negative-points-gone = { $left ->
    [0] Tous les jetons négatifs sont déjà donnés.
    [one] Il ne reste de jetons négatifs que pour un point, pas pour { $count }.
   *[other] Il ne reste de jetons négatifs que pour { $left } points, pas pour { $count }.
}

# Ce qu’il y a sur la table.
haricots-show-round = manche
haricots-show-laid = cartes au milieu
haricots-show-to-beat = à battre
haricots-show-free = Jouez ce que vous voulez !
haricots-show-high = 17 et 16 comptent haut
haricots-show-seen = déjà joué
haricots-show-hand = main
haricots-show-deck = pioche personnelle
haricots-show-goal = jetons de victoire à gagner
haricots-show-owner = meilleures cartes
haricots-show-out = hors de cette manche
haricots-show-sheet = feuille de score
haricots-show-chips-left = jetons de victoire restants
haricots-show-points-left = points négatifs restants
haricots-row-played = cartes jouées
haricots-row-chips = jetons de victoire
haricots-row-negative = points négatifs
haricots-row-points = points

# Sur la page.
haricots-cover = Battre les cartes du milieu avant que la pioche s’épuise.
haricots-scene-to-beat = À battre
haricots-scene-high = 17 et 16 comptent haut
haricots-scene-pile = Les cartes au milieu
haricots-scene-free = Jouez ce que vous voulez !
haricots-scene-round = Manche { $round }
haricots-scene-seen = Déjà joué :
haricots-scene-hand = cartes en main
haricots-scene-deck = cartes dans la pioche personnelle
haricots-scene-chips = Jetons de victoire : { $count } sur { $goal }
haricots-scene-out = hors de cette manche
haricots-scene-play = Jouer { $card }
haricots-scene-sheet = Feuille de score
haricots-scene-next-round = La manche suivante
haricots-scene-chips-of = Jetons +3 pour { $player }
haricots-scene-negative-of = Points négatifs pour { $player }
haricots-scene-write = Inscrire la manche

# Avant la partie.
haricots-option-mode = Mode de jeu
haricots-choice-mode-basic = Jeu de base
haricots-choice-mode-score-sheet = Feuille de score seule
haricots-option-first = Qui commence ?
haricots-option-edition = Édition
haricots-choice-edition-standard = Standard

# Comment on a joué.
haricots-variant-basic = jeu de base
haricots-variant-score-sheet = feuille de score seule
