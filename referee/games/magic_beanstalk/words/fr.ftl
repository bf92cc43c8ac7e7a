# Jack et le Haricot magique en français.

magic-beanstalk-face-eye = Œil
magic-beanstalk-face-die = Dé
magic-beanstalk-face-treasure = Trésor
magic-beanstalk-face-trunk = Tronc

magic-beanstalk-piece-die = dé
magic-beanstalk-pieces-die = dés
magic-beanstalk-pieces-cylinder = cylindres
magic-beanstalk-piece-token = jeton Trésor
magic-beanstalk-piece-cylinder = cylindre
magic-beanstalk-piece-castle = château
magic-beanstalk-due-token = { magic-beanstalk-piece-token }
magic-beanstalk-due-cylinder = { magic-beanstalk-piece-cylinder }
magic-beanstalk-due-castle = { magic-beanstalk-piece-castle }
magic-beanstalk-items-sacks = Sacs d’or

magic-beanstalk-choose-pick-card = { $player }, quelle carte Action ? Choisissez en secret, retournez-les toutes ensemble, puis tapez la vôtre.
magic-beanstalk-choose-announce = { $player }, combien de dés ?
magic-beanstalk-choose-return-die = { $player }, rendre un dé (pouvoir 6) ?
magic-beanstalk-choose-extra-dice = { $player }, combien de dés supplémentaires ?
magic-beanstalk-choose-reroll = { $player }, relancer (pouvoir 7) ?
magic-beanstalk-choose-reward = { $player }, utiliser le pouvoir de la carte ?

magic-beanstalk-action-pick-card = carte { $value }
magic-beanstalk-action-raise-axe = d’abord lancer la hache
magic-beanstalk-action-hide = se cacher et passer son tour (pouvoir 2)
magic-beanstalk-action-steal-sack = prendre un sac à { $victim } (pouvoir 3)
magic-beanstalk-action-announce-dice = { $count ->
    [one] lancer { $count } dé
   *[other] lancer { $count } dés
}
magic-beanstalk-action-take-extra-dice = { $count ->
    [0] aucun dé supplémentaire
    [one] un dé supplémentaire
   *[other] { $count } dés supplémentaires
}
magic-beanstalk-action-return-die = rendre le dé { $face }
magic-beanstalk-action-reroll-dice = relancer
magic-beanstalk-action-draw-bonus = piocher un sac de plus (pouvoir 5)
magic-beanstalk-action-give-eye = donner l’Œil à { $to } (pouvoir 1)
magic-beanstalk-action-decline-power = ne pas utiliser le pouvoir

magic-beanstalk-event-game-started = Le Haricot est planté : un dé sur le mini-plateau. { $bean } tient le Haricot magique.
magic-beanstalk-event-cards-revealed = Les cartes sont retournées. On joue dans cet ordre : { $order }.
magic-beanstalk-event-axe-raised = { $seat } lève la Grande Hache ! Dos droit, coudes au corps, à une longueur de bras de la table.
magic-beanstalk-event-dice-announced = { $seat } lance { $count ->
    [one] { $count } dé
   *[other] { $count } dés
}.
magic-beanstalk-event-axe-struck = Tombés de la tour : { $dice ->
    [one] { $dice } dé
   *[other] { $dice } dés
}, { $cylinders ->
    [one] { $cylinders } cylindre
   *[other] { $cylinders } cylindres
}. Les jetons tombés retournent à leurs propriétaires ; personne ne pioche de sac.
magic-beanstalk-event-first-die-planted = Un nouveau Haricot commence avec un dé.
magic-beanstalk-event-dice-rolled = { $seat } a obtenu { $faces }.
magic-beanstalk-event-die-returned = { $seat } rend le dé { $face }.
magic-beanstalk-event-extra-dice-taken = { $count ->
    [0] { $seat } ne prend aucun dé supplémentaire.
    [one] { $seat } prend un dé supplémentaire.
   *[other] { $seat } prend { $count } dés supplémentaires.
}
magic-beanstalk-event-reroll-started = { $seat } relance tous les dés { $face }.
magic-beanstalk-event-giant-woke = Le Géant se réveille ! Seuls les Yeux sont empilés, sans rien dessus.
magic-beanstalk-event-tower-stood = { $castle ->
    [true] Le château tient !
   *[other] La tour tient.
}
magic-beanstalk-event-sacks-drawn = { $seat } pioche { $count ->
    [one] { $count } Sac d’or
   *[other] { $count } Sacs d’or
}.
magic-beanstalk-event-powers-offered = { $seat } peut utiliser le pouvoir { $power }.
magic-beanstalk-event-sack-stolen = { $seat } prend un sac à { $victim }.
magic-beanstalk-event-eye-given = { $seat } donne l’Œil à { $to }.
magic-beanstalk-event-turn-skipped = { $seat } se cache et passe son tour.
magic-beanstalk-event-tower-fell = Le Haricot est tombé ! Responsable : { $culprit }.
magic-beanstalk-event-tower-dismantled = Le Haricot terminé est démonté.
magic-beanstalk-event-round-ended = La manche est finie. { $bean } a le Haricot magique. Complétez vos mains à trois cartes, s’il en reste.
magic-beanstalk-event-game-ended = { $termination ->
    [sacks] Le dernier Sac d’or est parti : la partie est finie.
   *[cards] Les dernières cartes sont jouées : la partie est finie.
}
magic-beanstalk-event-gold-counted = { $seat } a { $total ->
    [one] { $total } pièce d’or
   *[other] { $total } pièces d’or
}.
magic-beanstalk-event-sacks-revealed = Les sacs sont ouverts.

magic-beanstalk-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
magic-beanstalk-refuse-not-now = { $phase ->
    [picking] C’est le moment où chacun choisit une carte.
    [starting] C’est le moment où { $player } dit combien de dés lancer.
    [axe] C’est le moment où { $player } lance la hache ; ensuite, vous dites ce qui est tombé.
    [replanting] C’est le moment de ranger et de poser un dé sur le mini-plateau.
    [rolling] C’est le moment où { $player } lance les dés.
    [returning] C’est le moment où { $player } décide pour le pouvoir 6.
    [extra] C’est le moment où { $player } dit combien de dés supplémentaires prendre.
    [rerolling] C’est le moment où { $player } décide pour le pouvoir 7.
    [stacking] C’est le moment où { $player } empile les dés.
    [checking] C’est le moment où { $player } finit la formule.
    [rewarding] C’est le moment où { $player } décide pour le pouvoir de la carte.
    [counting] La partie est finie ; il ne reste qu’à compter les sacs.
   *[over] La partie est finie.
}
magic-beanstalk-refuse-not-your-turn = Ce n’est pas à { $player } de jouer ; c’est à { $active }.
magic-beanstalk-refuse-already-picked = { $player } a déjà choisi une carte.
magic-beanstalk-refuse-no-such-card = Il n’y a pas de carte { $value } ; les cartes Action vont de 1 à 7.
magic-beanstalk-refuse-card-already-played = { $player } a déjà joué la carte { $value } ; chacun a chaque carte une seule fois.
magic-beanstalk-refuse-no-axe-left = { $player } a déjà utilisé sa hache ; on la lance une fois par partie.
magic-beanstalk-refuse-axe-already-raised = { $player } a déjà levé la hache dans ce tour.
magic-beanstalk-refuse-axe-too-late = La hache se lève avant l’annonce des dés ; { $player } les a annoncés, c’est trop tard pour ce tour.
magic-beanstalk-refuse-powers-not-in-base-game = Les pouvoirs des cartes vont avec « Expert en haricots » ; ici on joue le jeu de base.
magic-beanstalk-refuse-wrong-card-for-power = Le pouvoir { $power } est celui de la carte { $power }, mais la carte { $card } a été jouée.
magic-beanstalk-refuse-power-already-used = Le pouvoir { $power } a déjà servi dans cette manche.
magic-beanstalk-refuse-not-richer = { $player } ne peut prendre un sac qu’à quelqu’un qui en a plus, et { $victim } n’en a pas plus.
magic-beanstalk-refuse-number-not-on-card = La carte { $card } ne permet pas { $count ->
    [one] { $count } dé
   *[other] { $count } dés
} ; choisissez { $numbers }.
magic-beanstalk-refuse-pool-too-small = Il ne reste pas assez de dés pour en lancer { $count } ; choisissez { $numbers }.
magic-beanstalk-refuse-wrong-number-of-dice = Dés à lancer : { $announced }. Dés sur la table : { $seen }.
magic-beanstalk-refuse-no-such-face = Aucun dé ne montre « { $face } » ; les faces sont Œil, Dé, Trésor et Tronc.
magic-beanstalk-refuse-too-many-extra-dice = On peut prendre de 0 à { $limit ->
    [one] { $limit } dé supplémentaire
   *[other] { $limit } dés supplémentaires
}, pas { $count }.
magic-beanstalk-refuse-die-not-in-hand = Aucun dé restant de ce tour ne montre « { $face } ».
magic-beanstalk-refuse-piece-due-first = La pièce « { $due } » vient maintenant, avant toute pièce « { $piece } ».
magic-beanstalk-refuse-not-your-token = { $player } pose un jeton de sa propre couleur.
magic-beanstalk-refuse-not-a-piece-to-place = C’est un dé qui vient maintenant ; aucune pièce « { $piece } » n’est à poser.
magic-beanstalk-refuse-fall-belongs-to-axe = Tant que les dés ne sont pas lancés, tout ce qui tombe est l’œuvre de la hache ; dites quelles pièces sont tombées.
magic-beanstalk-refuse-fall-needs-culprit = Pendant un tour, quelqu’un répond de la tour : { $player }, ou la personne qui l’a heurtée.
magic-beanstalk-refuse-no-tower = Il n’y a pas de tour qui puisse tomber.
magic-beanstalk-refuse-more-fell-than-stood = Ces pièces ne peuvent pas être tombées de cette tour ; recomptez ce qui reste.
magic-beanstalk-refuse-eye-target-had-turn = { $player } ne jouera plus dans cette manche ; donnez l’Œil à quelqu’un qui doit encore jouer.
magic-beanstalk-refuse-nothing-to-decline = Aucun pouvoir n’est proposé en ce moment ; au début d’un tour, dites combien de dés lancer pour ne pas utiliser un pouvoir.
magic-beanstalk-refuse-already-counted = Pour { $player }, l’or est déjà compté.
magic-beanstalk-refuse-count-missing = Pour { $player }, dites le total des sacs, ou leurs valeurs une par une.
magic-beanstalk-refuse-wrong-number-of-sacks = { $held ->
    [0] { $player } n’a aucun sac
    [one] { $player } a un sac
   *[other] { $player } a { $held } sacs
}, mais { $entered ->
    [0] aucune valeur n’a été donnée
    [one] une valeur a été donnée
   *[other] { $entered } valeurs ont été données
}.
magic-beanstalk-refuse-no-such-sacks = { $count ->
    [0] Aucun autre sac ne vaut { $value } ; recomptez.
    [one] Un seul autre sac vaut { $value } ; recomptez.
   *[other] Seuls { $count } autres sacs valent { $value } ; recomptez.
}
magic-beanstalk-refuse-totals-do-not-fit = { $total } pour { $player } ne peut pas être juste avec ce que les autres ont compté ; recomptez.
magic-beanstalk-refuse-impossible-total = { $held ->
    [0] { $player } n’a aucun sac, ce qui ne peut pas valoir { $total } ; recomptez.
    [one] Pour { $player }, un sac ne peut pas valoir { $total } ; recomptez.
   *[other] Pour { $player }, { $held } sacs ne peuvent pas valoir { $total } ; recomptez.
}
magic-beanstalk-refuse-sum-is-another = Pour { $player }, la somme des valeurs données est { $worth }, pas { $total } ; recomptez.

# Questions à une table où personne ne tape.
magic-beanstalk-wait-pick-card = { $player } : choisissez une carte Action en secret.

# Ce qu’il y a sur la table.
magic-beanstalk-show-tower = la tour
magic-beanstalk-show-giant-awake = Le Géant est réveillé !
magic-beanstalk-show-hand = dés de ce tour
magic-beanstalk-show-round = manche
magic-beanstalk-show-pool = dés en réserve
magic-beanstalk-show-cylinders = cylindres restants
magic-beanstalk-show-castle = châteaux restants
magic-beanstalk-show-deck = sacs restants
magic-beanstalk-show-place = place
magic-beanstalk-show-card = carte
magic-beanstalk-show-played = déjà jouées
magic-beanstalk-show-sacks = sacs
magic-beanstalk-show-tokens = jetons
magic-beanstalk-show-axe = hache
magic-beanstalk-show-bean = Haricot magique
magic-beanstalk-show-eye = jeton Œil

# Sur la page.
magic-beanstalk-cover = Lancer, empiler, trembler : qui osera monter plus haut ?
magic-beanstalk-cards-together = Sans téléphones : posez vos cartes face cachée, retournez-les ensemble, puis touchez-les ici.
magic-beanstalk-fallen = Le Haricot est tombé !
magic-beanstalk-formula = Fi, Fi, Fo, Fum
magic-beanstalk-formula-1 = FI
magic-beanstalk-formula-2 = FI
magic-beanstalk-formula-3 = FO
magic-beanstalk-formula-4 = FUM
magic-beanstalk-removal-missed = La hache a raté
magic-beanstalk-removal-hit = Des pièces sont tombées
magic-beanstalk-removal-what = Qu’est-ce que la hache a fait tomber ?
magic-beanstalk-hands-removal = Lancer la hache, ou retirer ce qui est tombé
magic-beanstalk-seat-picked = Votre carte est posée. Attendez les autres.
magic-beanstalk-dice-beanstalk = dés du Haricot
magic-beanstalk-scene-tower = { $pieces ->
    [0] Aucune tour
    [one] Une tour d’une pièce
   *[other] Une tour de { $pieces } pièces
}
magic-beanstalk-scene-card = Carte Action { $value }
magic-beanstalk-scene-card-hidden = Une carte face cachée
magic-beanstalk-scene-card-none = Pas encore de carte
magic-beanstalk-scene-sacks = { $count ->
    [0] Aucun sac
    [one] Un Sac d’or fermé
   *[other] { $count } Sacs d’or fermés
}
magic-beanstalk-scene-tokens = { $count ->
    [0] Plus de jeton
    [one] Encore un jeton
   *[other] Encore { $count } jetons
}
magic-beanstalk-scene-axe-ready = La hache est prête
magic-beanstalk-scene-axe-spent = La hache a servi
magic-beanstalk-scene-card-of = { $player } : carte { $value }
magic-beanstalk-scene-edition = Haricot magique : dés de chaque carte Action
magic-beanstalk-scene-card-column = Carte
magic-beanstalk-scene-card-dice = La carte { $card } permet { $dice ->
    [one] { $dice } dé
   *[other] { $dice } dés
}
magic-beanstalk-scene-stocks = Ce qui reste
magic-beanstalk-scene-pool = dés dans la réserve
magic-beanstalk-scene-cylinders = cylindres restants
magic-beanstalk-scene-castle = châteaux restants
magic-beanstalk-scene-deck = Sacs d’or restants
magic-beanstalk-scene-round = Manche { $round }
magic-beanstalk-scene-bean = a le Haricot magique

# Avant la partie.
magic-beanstalk-option-variant = Variante
magic-beanstalk-choice-variant-base = Jeu de base
magic-beanstalk-choice-variant-expert = Expert en haricots
magic-beanstalk-option-gold = Sacs d’or
magic-beanstalk-choice-gold-physical = De la boîte
magic-beanstalk-choice-gold-digital = À l’écran
magic-beanstalk-option-youngest = Qui est le plus jeune ?
magic-beanstalk-option-edition = Édition
magic-beanstalk-choice-edition-standard = Standard
magic-beanstalk-option-castle_also_pays_turn_tokens = Le château paie aussi les jetons du tour

# Comment on a joué.
magic-beanstalk-variant-base = jeu de base
magic-beanstalk-variant-base-digital-gold = jeu de base, or à l’écran
magic-beanstalk-variant-expert = Expert en haricots
magic-beanstalk-variant-expert-digital-gold = Expert en haricots, or à l’écran

# Ce que la table dit avec les mots de ce jeu.
magic-beanstalk-say-await-removal = { $player }, lancez la hache ! Ensuite, retirez tout ce qui est tombé.
magic-beanstalk-say-formula-1 = Fi !
magic-beanstalk-say-formula-2 = Fi !
magic-beanstalk-say-formula-3 = Fo !
magic-beanstalk-say-formula-4 = Fum !
