# Ce que tous les jeux partagent : le terminal, ce que la table attend, la fin.

list-and = { $first } et { $last }
list-or = { $first } ou { $last }
list-none = rien
nobody = personne

await-dice = { $player } lance { $count ->
    [one] un dé
   *[other] { $count } dés
}. Que voit-on ? ({ $faces })
await-again = Il y a { $dice }. Qu’est-ce qui est resté, et qu’est-ce qui a été relancé ?
await-again-form = garde … lance …
await-placement-one = { $player } : posez la pièce « { $piece } » sur la tour.
await-placement-many = { $player } : quelle pièce va sur la tour ? ({ $pieces })
await-stability = On ne touche plus ! { $player } dit la formule.
await-stands = La tour tient-elle toujours ? (Entrée : oui, « tombe » : non)
await-reset = Rangement : { $pieces } sur le mini-plateau, rien d’autre. (Entrée quand c’est fait)
await-removal = { $player } frappe ! Qu’est-ce qui est tombé ? (parmi { $pieces } ; « rien » si c’est raté, « tout » pour tout)
await-cards = { $count ->
    [one] Quelle carte est dévoilée
   *[other] Quelles sont les { $count } cartes dévoilées
} ? ({ $kinds })
await-tally = { $player } retourne tout ({ $count ->
    [0] { $items }
   *[other] { $items } : { $count }
}). Quel est le total, ou quelles sont les valeurs ? (85, ou 10 20 15)
enter-key = Entrée

play-welcome = { $title }, arbitré. Tapez « aide » à tout moment.
play-who = Qui joue ? Les noms dans le sens des aiguilles d’une montre, séparés par des virgules
play-help =
    À chaque question :
      annule        annuler la dernière action, autant de fois qu’on veut
      score         montrer la table
      aide          montrer ce texte
      quitte        arrêter ; « --resume » reprend la partie plus tard
play-help-tower =
    {"  "}tombe         la tour est tombée (« tombe Fred » : par la faute de Fred, « tombe personne » : de personne)
play-help-more =
    Le nom d’une personne, seul ou avant les mots, dit qui agit : « Ben » ou « Ben harvest-field 1 ».
    Le début d’un mot suffit. On peut aussi taper une action en JSON, voir docs/games.md.
    Un non cite sa règle ; « referee rules » avec le jeu et ce nom la raconte.
play-others = (D’autres peuvent agir aussi : commencez par le nom de la personne, { $names }.)
play-dropped-line = La dernière ligne du fichier était coupée : la dernière action manque. Tout le reste est là.
play-points = score
play-undone = Annulé : { $what }.
play-not-understood = « { $answer } » n’est pas une réponse ici. Essayez { $example }.
play-not-a-name = Personne ici ne s’appelle « { $name } ». Les joueurs sont { $names }.
play-refused = Non. { $sentence } ({ $rule })
rules-none = { $title } n’a pas de règles à lire ici. Regardez dans son livret.
play-saved = La partie est enregistrée. « referee play --resume » la reprend, « referee replay » la juge à nouveau :
play-bye = Au revoir.
play-winner = { $count ->
    [0] Ajoutez ces points au résultat de votre jeu.
    [one] { $names } gagne avec { $score } !
   *[other] { $names } partagent la victoire avec { $score } chacun !
}
play-final = Scores finaux
play-tower-legend = { $label }, de bas en haut
play-labelled = { $label } : { $content }
play-seat = Joueur

# Ce que la table a signalé, en quelques mots.
report-dice = les dés
report-piece = la pièce est posée
report-stable = la tour tient
report-fall = la tour tombe
report-reset = la table est rangée
report-removal = ce qui est tombé
report-cards = les cartes
report-tally = le compte

table-hot = L’ordinateur de la table est chaud. Je regarde moins souvent jusqu’à ce qu’il ait refroidi.
table-cool = L’ordinateur de la table a refroidi.
table-tared = La balance compte de nouveau à partir de ce qui doit être sur le plateau.
table-tare-restless = Le plateau n’est pas au repos : retirez vos mains, puis refaites la tare.
table-tare-loaded = Il y a { $grams } g sur le plateau : retirez tout, puis refaites la tare ; s’il est vide, étalonnez la balance.
table-tare-unbalanced = Le plateau ne porte pas ce qui doit s’y trouver : l’écart est de { $grams } g. Remettez-le en ordre, puis refaites la tare.
table-tare-far = L’écart de la balance est de { $grams } g, plus que toute dérive : vérifiez que rien ne touche le plateau, puis étalonnez la balance.
