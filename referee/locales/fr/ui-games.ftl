# Le haricot magique.
ui-tower-label = { $pieces ->
    [0] Aucune tour
    [one] Une tour d’une pièce
   *[other] Une tour de { $pieces } pièces
}
ui-beanstalk-stocks = Ce qui reste
ui-beanstalk-pool = dés dans la réserve
ui-beanstalk-cylinders = cylindres restants
ui-beanstalk-castle = châteaux restants
ui-beanstalk-deck = Sacs d’or restants
ui-beanstalk-round = Manche { $round }
ui-beanstalk-bean = a le Haricot magique
ui-card = Carte Action { $value }
ui-card-hidden = Une carte face cachée
ui-card-none = Pas encore de carte
ui-sacks = { $count ->
    [0] Aucun sac
    [one] Un Sac d’or fermé
   *[other] { $count } Sacs d’or fermés
}
ui-tokens = { $count ->
    [0] Plus de jeton
    [one] Encore un jeton
   *[other] Encore { $count } jetons
}
ui-axe-ready = La hache est prête
ui-axe-spent = La hache a servi

# Spookies.
ui-spookies-house = La maison hantée, du grenier au jardin
ui-spookies-gate = Devant la grille
ui-spookies-reserve = Spookies dans la réserve
ui-spookies-ghost = Le fantôme
ui-spookies-fines = { $count ->
    [0] Aucun Spookie n’est posé ici
    [one] Un Spookie est posé ici
   *[other] { $count } Spookies sont posés ici
}
ui-spookies-rewards = Gain avec deux, trois et quatre dés
ui-chips = { $count ->
    [0] Aucun Spookie
    [one] Un Spookie face cachée
   *[other] { $count } Spookies face cachée
}
ui-joker = joker

# Haricots.
ui-haricots-to-beat = À battre
ui-haricots-high = 17 et 16 comptent haut
ui-haricots-pile = Les cartes au milieu
ui-haricots-free = Jouez ce que vous voulez !
ui-haricots-round = Manche { $round }
ui-haricots-seen = Déjà joué :
ui-haricots-hand = cartes en main
ui-haricots-deck = cartes dans la pioche personnelle
ui-haricots-chips = Jetons de victoire : { $count } sur { $goal }
ui-haricots-out = hors de cette manche
ui-haricots-play = Jouer { $card }
ui-haricots-sheet = Feuille de score
ui-haricots-next-round = La manche suivante
ui-haricots-chips-of = Jetons +3 pour { $player }
ui-haricots-negative-of = Points négatifs pour { $player }
ui-haricots-write = Inscrire la manche

# Bohnanza.
ui-bohnanza-draw = { $times ->
    [0] pioche, dernier passage
    [one] pioche, encore un passage
   *[other] pioche, encore { $times } passages
}
ui-bohnanza-open = Cartes visibles
ui-bohnanza-none-open = Aucune carte visible.
ui-bohnanza-discard = défausse
ui-bohnanza-hand = cartes en main
ui-bohnanza-coins = écus
ui-bohnanza-aside = À planter :
ui-bohnanza-meter = { $card } : une récolte rapporte { $coins ->
    [0] rien
    [one] un écu
   *[other] { $coins } écus
}
ui-bohnanza-empty = Un champ vide
ui-bohnanza-deal = Un échange ou un don
ui-bohnanza-harvest = Récolter ou acheter
ui-bohnanza-with = { $player } négocie avec
ui-bohnanza-gives-open = { $player } donne des cartes visibles
ui-bohnanza-gives-hand = { $player } donne de sa main
ui-bohnanza-receives = et reçoit en échange
ui-bohnanza-agreed = Les deux sont d’accord
ui-bohnanza-propose-deal = Proposer un échange ou un don
ui-bohnanza-propose = Proposer
ui-bohnanza-proposes = { $player } propose à { $partner }
ui-bohnanza-gives = { $player } donne
ui-bohnanza-nothing = rien
ui-bohnanza-accept = Oui, d’accord
ui-bohnanza-decline = Non, merci
ui-bohnanza-accepts = { $player } accepte
ui-bohnanza-declines = { $player } refuse
ui-bohnanza-withdraw = Retirer
ui-add-card = Ajouter { $card }
ui-remove-card = Retirer { $card }

# Tuiles bonus.
ui-tiles-left = Tuiles au milieu

# Couvertures.
ui-cover-magic-beanstalk = Lancer, empiler, trembler : qui osera monter plus haut ?
ui-cover-spookies = Grimper dans la maison hantée, ou s’arrêter à temps.
ui-cover-haricots = Battre les cartes du milieu avant que la pioche s’épuise.
ui-cover-bohnanza = Planter, marchander, récolter : des haricots aux écus.
ui-cover-tiles = Tient les tuiles bonus de deux autres jeux.

# Options des jeux.
ui-title-tiles = Tuiles bonus pour Karuba et Odyssée-land
ui-option-variant = Variante
ui-option-edition = Édition
ui-option-gold = Sacs d’or
ui-option-youngest = Qui est le plus jeune ?
ui-option-first = Qui commence ?
ui-option-bravest = Qui est le plus courageux ?
ui-option-castle_also_pays_turn_tokens = Le château paie aussi les jetons du tour
ui-option-third_field = Troisième champ
ui-option-mode = Mode de jeu
ui-option-joker = Joker de dés
ui-option-joker_pays = Un joker gardé rapporte en
ui-option-ghost = Le fantôme rôde
ui-option-chips = Spookies
ui-option-chips_in_play = Durée de la partie
ui-option-fine_chips = Spookies posés à un étage
ui-option-host = Pour quel jeu
ui-choice-variant-base = Jeu de base
ui-choice-variant-expert = Expert en haricots
ui-choice-variant-standard = Standard
ui-choice-variant-free-choice = Choix libre de la figurine
ui-choice-gold-physical = De la boîte
ui-choice-gold-digital = À l’écran
ui-choice-chips-physical = De la boîte
ui-choice-chips-digital = À l’écran
ui-choice-chips_in_play-null = Tous les Spookies
ui-choice-chips_in_play-30 = 30 Spookies
ui-choice-chips_in_play-10 = 10 Spookies
ui-choice-third_field-edition = Selon l’édition
ui-choice-third_field-start = Dès le début
ui-choice-mode-basic = Jeu de base
ui-choice-mode-score-sheet = Feuille de score seule
ui-choice-joker_pays-box = Spookies si la boîte en a assez, sinon en points
ui-choice-joker_pays-points = points
ui-choice-joker_pays-chips = Spookies
ui-choice-fine_chips-ask = Demander à chaque fois
ui-choice-fine_chips-always = Toujours prendre
ui-choice-host-karuba = Karuba
ui-choice-host-odyssee-land = Odyssée-land
ui-choice-edition-standard = Standard
ui-choice-edition-a = A (3 à 7 joueurs, duel à 2)
ui-choice-edition-b = B (3 à 5 joueurs)

# Les variantes nommées d’une partie enregistrée.
ui-variant-base = jeu de base
ui-variant-base-digital-gold = jeu de base, or à l’écran
ui-variant-expert = Expert en haricots
ui-variant-expert-digital-gold = Expert en haricots, or à l’écran
ui-variant-a = édition A
ui-variant-b = édition B
ui-variant-basic = jeu de base
ui-variant-score-sheet = feuille de score seule
ui-variant-standard = standard
ui-variant-free-choice = libre choix de la figurine
ui-variant-joker = avec jokers
ui-variant-ghost = avec le fantôme
ui-variant-joker-and-ghost = avec jokers et fantôme
ui-variant-digital-chips = Spookies à l’écran
ui-variant-karuba = Karuba
ui-variant-odyssee-land = Odyssée-land
