# Ce que l’arbitre dit à la table, à l’écran et de vive voix.

# Ce que la table attend.
umpire-await-dice = { $player }, lancez { $count ->
    [one] un dé
   *[other] { $count } dés
}.
umpire-await-again = { $player } peut relancer, ou choisir.
umpire-await-again-only = { $player }, relancez.
umpire-await-die = { $kinds ->
    [one] { $player }, posez un dé sur la tour : { $faces }.
   *[other] { $player }, posez un de vos dés sur la tour : { $faces }.
}
umpire-await-piece = { $player }, et maintenant : { $piece }.
umpire-await-stability = On ne touche plus, { $player } !
umpire-await-reset = Videz le plateau et posez-y ceci, rien d’autre : { $pieces }.
umpire-await-removal = { $player }, faites tomber des pièces de la tour ! Ensuite, enlevez tout ce qui est tombé.
umpire-await-cards = { $count ->
    [one] Quelle carte est dévoilée ?
   *[other] Quelles sont les { $count } cartes dévoilées ?
}
umpire-await-cards-of = { $count ->
    [one] { $player }, quelle carte dévoilez-vous ?
   *[other] { $player }, quelles { $count } cartes dévoilez-vous ?
}
umpire-await-tally = { $players } : retournez et comptez. ({ $items })

# Le compte à rebours, mot après mot ; un jeu peut avoir sa propre formule.
umpire-formula-1 = Quatre !
umpire-formula-2 = Trois !
umpire-formula-3 = Deux !
umpire-formula-4 = Un !
umpire-count-again = La table a bougé. On recompte.
umpire-count-unwatched = Je n’ai pas pu regarder un instant. On recompte.

# La tour.
umpire-fell = La tour est tombée ! Responsable : { $player }. Si c’est faux, dites-le maintenant.
umpire-whose-fault = La tour est tombée. À qui la faute ?
umpire-fault = { $player }
umpire-did-not-fall = Elle n’est pas tombée
umpire-fell-or-not = La tour est-elle tombée ?
umpire-did-fall = Elle est tombée
umpire-say-first = Dites d’abord si la tour est tombée.
umpire-not-fallen = D’accord, la tour tient. On continue.
umpire-no-tower = Il n’y a pas de tour qui puisse tomber.
umpire-restless = Le plateau ne se calme pas. Retirez les mains et regardez la tour.
umpire-disturbed-not-due = Rien n’est attendu sur la tour maintenant. Retirez cette pièce.
umpire-disturbed-wrong-piece = Ce n’est pas la pièce attendue. Retirez-la et posez la bonne.
umpire-disturbed-taken-back = Une pièce a été retirée de la tour. Remettez-la.
umpire-disturbed-hand = Une main repose sur la tour. Lâchez-la, s’il vous plaît.
umpire-which-die = Quel dé a été posé sur la tour ?
umpire-what-fell = { $grams ->
    [one] Il reste { $grams } gramme sur le plateau.
   *[other] Il reste { $grams } grammes sur le plateau.
} Est-ce bien cela qui manque : { $pieces } ?
umpire-take-off-fallen = Retirez tout ce qui est tombé, pour que je pèse ce qui tient encore.
umpire-gone-nothing = rien
umpire-gone = { $pieces }
umpire-gone-part = { $count } × { $piece }
umpire-gone-part-of = { $count } × { $piece } ({ $player })

# Les dés.
umpire-wrong-count = { $seen ->
    [0] Aucun dé ne se trouve
    [one] Un dé se trouve
   *[other] { $seen } dés se trouvent
} sur la piste, mais { $announced ->
    [one] un seul était annoncé
   *[other] { $announced } étaient annoncés
}.
umpire-which-face = { $what } Que montre-t-il ?
umpire-die-doubtful = Je ne lis pas un dé avec certitude.
umpire-die-cocked = Un dé est penché.
umpire-die-stacked = Un dé est posé sur un autre.
umpire-die-outside = Un dé est hors de la piste.
umpire-die-untaught = Un dé montre une face que je n’ai pas apprise.
umpire-die-faint = On voit à peine les points d’un dé.
umpire-die-side = Je vois peut-être un dé de côté.
umpire-face = { $face }
umpire-roll-again = Relancer
umpire-which-thrown = Quels dés ont été relancés, et lesquels sont restés ?
umpire-was-thrown = Un dé montrait { $was } et montre maintenant { $now }. A-t-il été relancé ?
umpire-was-moved = Un dé qui montre { $now } se trouve ailleurs. A-t-il été relancé ?
umpire-thrown = Relancés : { $thrown } ; restés : { $stayed }
umpire-thrown-all = Tous relancés : { $thrown }
umpire-thrown-none = Aucun n’a été relancé
umpire-leave-out = Ne pas compter le dé { $number }

# La suite.
umpire-resumed = On continue la partie : { $game }.
umpire-plate-differs = { $pieces ->
    [0] Rien ne devrait se trouver sur le plateau
    [one] Une pièce devrait se trouver sur le plateau
   *[other] { $pieces } pièces devraient se trouver sur le plateau
}, { $expected ->
    [one] { $expected } gramme
   *[other] { $expected } grammes
} ; je pèse { $grams }. Remettez-le en ordre, ou dites-moi de continuer.
umpire-go-on = Continuer ainsi
umpire-it-fell = La tour est tombée entre-temps
umpire-paused = La partie attend. Vous pouvez continuer à la main.
umpire-back-camera = La caméra est revenue.
umpire-back-scale = La balance est revenue.
umpire-back-panel = Les boutons sont revenus.
umpire-back-voice = La voix est revenue.
umpire-saved-again = Tout est de nouveau enregistré.

# Corrections.
umpire-undone = { $count ->
    [one] La dernière action est annulée.
   *[other] Les { $count } dernières actions sont annulées.
}
umpire-changed-reading = { $dropped ->
    [0] La lecture est corrigée.
    [one] La lecture est corrigée ; une action suivante ne compte plus.
   *[other] La lecture est corrigée ; { $dropped } actions suivantes ne comptent plus.
}
umpire-changed-culprit = { $dropped ->
    [0] La faute est corrigée.
    [one] La faute est corrigée ; une action suivante ne compte plus.
   *[other] La faute est corrigée ; { $dropped } actions suivantes ne comptent plus.
}
umpire-nothing-to-undo = Il n’y a rien à annuler.
umpire-no-such-action = Cette action ne fait plus partie de la partie. Regardez de nouveau et choisissez-en une autre.

# Pas maintenant.
umpire-no-question = Personne n’a demandé cela. Regardez ce que la table attend.
umpire-nothing-to-confirm = Il n’y a rien à confirmer. Regardez ce que la table attend.
umpire-no-such-answer = Ce n’est pas une des réponses. Choisissez-en une parmi celles affichées.
umpire-stale = La table a continué entre-temps. Regardez de nouveau et répétez.
umpire-told-by-phone = { $player } l’a dit sur son téléphone.
