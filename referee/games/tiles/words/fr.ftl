# Les tuiles bonus pour Karuba et Odyssée-land en français.

tiles-card-gold-sword = épée d’or
tiles-card-platinum-sword = épée de platine
tiles-card-magic-gold-sword = épée d’or magique
tiles-card-tamed-wolf = loup apprivoisé
tiles-card-fastest-treasure-hunter = chasseur de trésor le plus rapide
tiles-card-best-treasure-hunter = meilleur chasseur de trésor
tiles-card-best-path-maker = meilleur bâtisseur de chemins
tiles-card-fastest-runner = coureur le plus rapide

tiles-tile-gold-sword = { tiles-card-gold-sword }
tiles-tile-platinum-sword = { tiles-card-platinum-sword }
tiles-tile-magic-gold-sword = { tiles-card-magic-gold-sword }
tiles-tile-tamed-wolf = { tiles-card-tamed-wolf }
tiles-tile-fastest-treasure-hunter = { tiles-card-fastest-treasure-hunter } (chacun de vos aventuriers a une pépite ou un cristal)
tiles-tile-best-treasure-hunter = { tiles-card-best-treasure-hunter } (un de vos aventuriers a 4 pépites ou cristaux)
tiles-tile-best-path-maker = { tiles-card-best-path-maker } (tous vos aventuriers sont reliés à leurs temples)
tiles-tile-fastest-runner = { tiles-card-fastest-runner } (chacun de vos aventuriers s’est déplacé)

tiles-choose-claim = Qui a rempli la condition d’une tuile bonus ? Ou la partie est-elle finie ?
tiles-choose-same-turn = Quelqu’un d’autre a-t-il rempli une condition dans ce même tour ? Sinon, terminez le tour.
tiles-choose-exchange = Qui échange une herbe de 2 points, ou utilise une tuile bonus ? Ou la partie est-elle finie ?

tiles-action-claim-tile = { $seat } : { $tile }
tiles-action-close-turn = personne d’autre : terminer le tour
tiles-action-exchange-herb = { $seat } échange une herbe de 2 points contre la première tuile bonus
tiles-action-use-tile = { $seat } utilise la tuile « { $tile } »
tiles-action-end-host-game = la partie est finie

tiles-event-game-started = { $host ->
    [karuba] Les quatre tuiles bonus sont au milieu de la table.
   *[other] Les quatre tuiles bonus forment une pile, face cachée.
}
tiles-event-tile-claimed = { $seat } a rempli une condition : { $tile }.
tiles-event-tile-awarded = { $seat } reçoit cette tuile : { $tile }. { $points ->
    [one] { $points } point.
   *[other] { $points } points.
}
tiles-event-tile-removed = { $order } ont réussi dans le même tour, cette tuile quitte donc le jeu : { $tile }.
tiles-event-herb-exchanged = { $seat } remet l’herbe dans la boîte et retourne la première tuile bonus.
tiles-event-tile-drawn = { $seat } a la tuile « { $tile } ».
tiles-event-tile-used = { $seat } utilise la tuile « { $tile } » : { $effect ->
    [dice] { $amount ->
        [one] { $amount } dé
       *[other] { $amount } dés
    } au lieu d’un.
   *[strength] { $amount } de force de combat en plus.
} { $stays ->
    [true] La tuile reste à { $seat }.
   *[other] La tuile quitte le jeu.
}
tiles-event-game-ended = La partie est finie. Ajoutez les points des tuiles à votre résultat.

tiles-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
tiles-refuse-not-now = { $phase ->
    [drawing] C’est le moment où { $player } retourne la première tuile bonus.
    [over] La partie est finie.
   *[other] Rien de tel n’est attendu en ce moment.
}
tiles-refuse-only-in-karuba = Cela fait partie de Karuba ; ici on joue à Odyssée-land.
tiles-refuse-only-in-odyssee-land = Cela fait partie d’Odyssée-land ; ici on joue à Karuba.
tiles-refuse-no-such-tile = Aucune tuile bonus ne s’appelle « { $card } » dans ce jeu.
tiles-refuse-tile-is-taken = { $player } a été plus rapide et possède cette tuile : { $card }.
tiles-refuse-tile-left-game = Cette tuile a quitté le jeu : { $card }.
tiles-refuse-already-claimed = { $player } l’a déjà annoncé dans ce tour : { $card }.
tiles-refuse-nothing-claimed = Personne n’a rempli de condition dans ce tour ; il n’y a rien à terminer.
tiles-refuse-pile-is-empty = Il n’y a plus de tuile bonus dans la pile.
tiles-refuse-one-tile-is-drawn = { $seen ->
    [0] Aucune tuile n’a été retournée ; on en retourne une.
    [one] Une tuile a été retournée.
   *[other] { $seen } tuiles ont été retournées ; on n’en retourne qu’une.
}
tiles-refuse-tile-not-in-pile = Cette tuile n’est plus dans la pile : { $card }.
tiles-refuse-tile-not-held = { $player } n’a pas cette tuile : { $card }.

# Ce qu’il y a sur la table.
tiles-show-left = tuiles au milieu
tiles-show-pile = tuiles dans la pile
tiles-show-gone = hors du jeu
tiles-show-tiles = tuiles
tiles-show-claimed = conditions remplies ce tour-ci

# Sur la page.
tiles-title = Tuiles bonus pour Karuba et Odyssée-land
tiles-cover = Tient les tuiles bonus de deux autres jeux.
tiles-scene-left = Tuiles au milieu

# Avant la partie.
tiles-option-host = Pour quel jeu
tiles-choice-host-karuba = Karuba
tiles-choice-host-odyssee-land = Odyssée-land
tiles-option-edition = Édition
tiles-choice-edition-standard = Standard

# Comment on a joué.
tiles-variant-karuba = Karuba
tiles-variant-odyssee-land = Odyssée-land
