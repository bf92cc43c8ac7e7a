# Ce que tous les jeux partagent : le terminal, ce que la table attend, la fin.

list-and = { $first } et { $last }
nobody = personne
die-one = dé

await-dice = { $player } lance { $count ->
    [one] un dé
   *[other] { $count } dés
}. Que voit-on ? ({ $faces })
await-placement-one = { $player } : pose la pièce « { $piece } » sur la tour.
await-placement-many = { $player } : quelle pièce va sur la tour ? ({ $pieces })
await-stability = On ne touche plus ! { $player } dit la formule.
await-stands = La tour tient-elle toujours ? (Entrée : oui, « tombe » : non)
await-reset = Rangement : { $pieces } sur le mini-plateau, rien d'autre. (Entrée quand c'est fait)
await-removal = { $player } frappe ! Qu'est-ce qui est tombé ? ({ $pieces } ; Entrée pour rien, « tout » pour tout)
await-cards = { $count ->
    [one] Quelle carte est dévoilée
   *[other] Quelles sont les { $count } cartes dévoilées
} ? ({ $kinds })
await-tally = { $player } retourne { $count } { $items } : quel est le total, ou quelles sont les valeurs ? (85, ou 10 20 15)
press-enter = Appuyez sur Entrée quand c'est fait.

play-welcome = { $title }, arbitré. Tapez « aide » à tout moment.
play-simulated = Cette table est simulée : Entrée seule lance les dés, pose la pièce ou choisit pour vous.
play-who = Qui joue ? Les noms dans le sens des aiguilles d'une montre, séparés par des virgules
play-youngest = Qui est le plus jeune ?
play-help =
    À chaque question :
      annule        reprendre la dernière action, autant de fois qu'on veut
      tombe         la tour est tombée (« tombe Fred » : par la faute de Fred, « tombe personne » : de personne)
      score         montrer la table
      aide          montrer ce texte
      quitte        arrêter ; « referee replay » peut juger à nouveau le fichier de la partie
play-undone = Repris : { $what }.
play-nothing-to-undo = Il n'y a rien à reprendre.
play-not-understood = « { $answer } » n'est pas une réponse ici. Essayez { $example }.
play-not-a-name = Personne ici ne s'appelle « { $name } ». Les joueurs sont { $names }.
play-refused = Non. { $sentence } ({ $rule })
play-saved = La partie est dans { $file } ; « referee replay { $file } » la juge à nouveau.
play-bye = Au revoir.
play-winner = { $count ->
    [0] Ajoutez ces points au résultat de votre jeu.
    [one] { $names } gagne avec { $score } !
   *[other] { $names } partagent la victoire avec { $score } chacun !
}
play-final = Scores finaux
play-tower-legend = La tour, de bas en haut
play-seat = Joueur
play-turn = Tour de { $player }
play-choose = Choix
