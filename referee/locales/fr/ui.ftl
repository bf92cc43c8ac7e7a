# La page autour de tout.
ui-title = Table Referee
ui-menu = Menu
ui-close = Fermer
ui-back = Retour
ui-save = Enregistrer
ui-saved = Enregistré.
ui-add = Ajouter
ui-less = Un de moins
ui-more = Un de plus
ui-understood = D’accord
ui-why = Pourquoi ?
ui-rule = Règle { $rule }
ui-how-played = Comment y joue-t-on ?
ui-rules-none = Ce n’est pas écrit ici. Regardez dans le livret du jeu.
ui-theme = Jour ou nuit
ui-sound-on = Activer le son
ui-sound-off = Couper le son
ui-voice-here = Voix sur cet écran
ui-connecting = Recherche de la table…
ui-table-stopped = La table s’est arrêtée à cause d’une erreur du programme. La partie est gardée : redémarrez l’arbitre, ou demandez au responsable de le faire.
ui-reconnecting = La liaison avec la table est coupée ; je réessaie.
ui-offline = La table n’a pas répondu. Vérifiez qu’elle est allumée, puis réessayez.
ui-page-start = Accueil
ui-page-table = Table
ui-page-stats = Statistiques
ui-page-camera = Caméra
ui-page-scale = Balance
ui-page-health = État
ui-page-operator = Réglages
ui-page-hands = Table simulée
ui-page-quick-start = Premiers pas
ui-attract = Touchez pour jouer !

# À qui le tour, et ce qu’on attend.
ui-everybody = Tout le monde
ui-nobody = Personne
ui-wait = Un instant…
ui-no-game = Aucune partie n’est en cours.
ui-start-game = Commencer une partie
ui-players = Joueurs
ui-player = Joueur
ui-points = Points
ui-winner-mark = vainqueur
ui-ordinal = { $place }.
ui-choices = Vos choix
ui-dice-read = Les dés
ui-dice-seen = Vu par la caméra : { $face }
ui-correct-die = { $face } : était-ce une autre face ?
ui-placed = C’est posé
ui-tidied = C’est rangé
ui-it-fell = La tour est tombée !
ui-fine = Tout va bien, on continue
ui-throw-again = Dés relancés
ui-touch-staying = Touchez les dés qui restent.
ui-dice-staying = Dés qui peuvent rester
ui-die-stays = { $face } reste
ui-enter-dice = Saisir les dés
ui-enter-dice-title = { $count ->
    [one] Que montre le dé ?
   *[other] Que montrent les { $count } dés ?
}
ui-removal-missed = Rien n’est tombé
ui-removal-hit = Des pièces sont tombées
ui-removal-what = Qu’est-ce qui est tombé ?
ui-fell-count = { $count ->
    [0] Rien n’est tombé
    [one] Une pièce est tombée
   *[other] { $count } pièces sont tombées
}
ui-total-of = Total pour { $player }
ui-enter-total = Valider le total
ui-cards-together = Sans téléphones : choisissez en secret, montrez tous ensemble, puis touchez ici.
ui-by-hand-now = saisie à la main
ui-watching = Cet écran regarde. Les ordres viennent de l’écran de la table et des téléphones qui jouent une place.
ui-go-by-hand = Continuer à la main

# Le compte à rebours, la chute et son ralenti.
ui-hands-off = On ne touche plus, { $player } !
ui-formula = Compte à rebours
ui-formula-1 = 4
ui-formula-2 = 3
ui-formula-3 = 2
ui-formula-4 = 1
ui-fallen = La tour est tombée !
ui-whose-fault = À qui la faute ?
ui-time-left = Temps restant : { $seconds } s
ui-replay = Ralenti
ui-replay-curve = Poids et secousses au fil du temps
ui-replay-grams = poids, jusqu’à { $grams } g
ui-replay-shakes = secousses
ui-replay-scrub = Instant du ralenti
ui-replay-missing = Ce ralenti n’existe plus.
ui-replay-deleted = Film et courbe sont effacés.
ui-play = Lire
ui-pause = Pause
ui-speed = × { $speed }
ui-seconds-signed = { $seconds } s

# Questions et corrections.
ui-question-picture = Ce que voit la caméra
ui-correct = Corriger
ui-corrections = Que faut-il corriger ?
ui-undo-last = Annuler la dernière action
ui-undo-from-here = Tout annuler à partir d’ici
ui-undo-from = Annuler à partir d’ici : { $action }
ui-what-lay-there = Qu’y avait-il vraiment ?
ui-no-actions = Il ne s’est encore rien passé.
ui-by-person = à la main
ui-by-camera = caméra
ui-by-scale = balance
ui-by-table = table
ui-undone = annulé

# La fin.
ui-tallying = Et la victoire revient à…
ui-winner = { $count ->
    [one] { $names } gagne !
   *[other] { $names } partagent la victoire !
}
ui-game-over = La partie est terminée.
ui-play-again = Rejouer
ui-show-table = Voir la table
ui-show-result = Montrer le résultat

# Téléphones.
ui-phones = Jouer avec des téléphones
ui-phones-hint = Visez le code avec un téléphone : il choisira les cartes en secret pour cette place.
ui-phone-claimed = Un téléphone joue cette place
ui-phone-code = Code du téléphone pour { $player }
ui-phone-free = Libérer cette place
ui-phones-open = Inviter les téléphones
ui-phones-open-means = Une fois la table ouverte, tous les appareils de ce réseau atteignent sa page et peuvent regarder. Qui a le code d’une place la joue ; les réglages restent derrière le code du responsable. Elle reste ouverte, même après un redémarrage, jusqu’à ce qu’on la ferme ici.
ui-phones-new-pin = Choisissez un code pour le responsable, au moins quatre chiffres
ui-phones-close = Fermer la table aux téléphones
ui-phones-close-means = Dès lors, seul cet écran atteint la table. Les téléphones perdent la connexion ; leurs places les attendent.
ui-phones-ready = Les téléphones atteignent cette table. Quand une partie a commencé, le code de chaque place s’affiche ici.
ui-phones-addresses = Sans appareil photo : ouvrez ceci sur le téléphone, touchez votre nom et tapez les quatre chiffres.
ui-seat-digits = Les quatre chiffres sous votre code, sur l’écran de la table
ui-seat-taken = Un autre téléphone joue cette place. L’écran de la table peut la libérer.
ui-get-in = Vous regardez. Pour jouer, scannez le code de votre place sur l’écran de la table, ou touchez votre nom.
ui-get-in-here = Vous regardez. Pour jouer ici, ouvrez l’adresse entière que la table a affichée à son démarrage : elle contient sa clé.
ui-seat-claim = Je suis { $player }
ui-seat-claim-hint = Ce téléphone choisira pour cette place. Personne d’autre ne voit ce qu’il montre.
ui-seat-picked = Les autres choisissent encore en secret.
ui-seat-wait = C’est à { $player } de jouer.
ui-seat-leave = Rendre la place à la table

# N’importe quel jeu, dessiné d’après ce qu’il montre.
ui-shown-middle = Le milieu de la table
ui-shown-rulings = Les dernières décisions
ui-shown-of = sur
ui-shown-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
ui-shown-face-down = une carte, face cachée
ui-shown-hidden = { $count ->
    [one] une carte face cachée
   *[other] { $count } cartes face cachée
}
ui-shown-cards = { $count ->
    [0] aucune carte
    [one] une carte
   *[other] { $count } cartes
}
ui-shown-next-at = vaut plus à partir de { $count }
ui-shown-take = Prendre { $row }, { $column } : { $value }
ui-shown-chosen = se déplace ce tour-ci
ui-shown-tower = { $count ->
    [0] Pas encore de tour
    [one] Une tour d’une pièce
   *[other] Une tour de { $count } pièces
}
