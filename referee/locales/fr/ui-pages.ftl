# Accueil.
ui-start-lead = À quoi jouons-nous ?
ui-pick-game = Choisir un jeu
ui-other-game = Un autre jeu
ui-player-count = { $least } à { $most } joueurs
ui-players-needed = On y joue de { $least } à { $most } joueurs.
ui-under-way = Une partie est en cours.
ui-go-on = Continuer
ui-leave = La mettre de côté
ui-resume = Reprendre
ui-who-plays = Qui joue ?
ui-clockwise = Dans le sens des aiguilles d’une montre ; faites glisser un nom pour le déplacer.
ui-free-seat = Une place libre
ui-new-name = Un nouveau nom
ui-guest = Invité { $number }
ui-sit-down = S’asseoir
ui-profiles = Joueurs connus
ui-move-up = Monter { $player }
ui-move-down = Descendre { $player }
ui-stand-up = { $player } se lève
ui-options = Comment jouez-vous ?
ui-begin = C’est parti !

# Premiers pas.
ui-quick-good = Tout va bien : choisissez un jeu.
ui-quick-read = { $count ->
    [one] Je lis un dé : { $faces }.
   *[other] Je lis { $count } dés : { $faces }.
}
ui-quick-games = Jeux pour des dés seuls
ui-use-webcam = Utiliser ma webcam
ui-use-simulated = Revenir à la table simulée

# Caméra, balance et état.
ui-camera-live = L’image en direct de la piste de dés
ui-camera-no-picture = La caméra ne donne pas d’image. Vérifiez qu’elle est branchée.
ui-camera-sees = Ce que voit la caméra
ui-tray-found = La piste est dans l’image.
ui-tray-missing = La piste est introuvable : les quatre repères des coins doivent être dans l’image.
ui-dice-seen-now = { $count ->
    [0] Elle ne voit aucun dé.
    [one] Elle voit un dé :
   *[other] Elle voit { $count } dés :
}
ui-scale-curve = Poids sur le plateau ces dernières secondes
ui-scale-tare = Tare
ui-scale-tared = La balance compte de nouveau.
ui-firmware = micrologiciel { $version }
ui-rate = mesures par seconde : { $rate }
ui-seconds-ago = { $seconds ->
    [0] maintenant
   *[other] il y a { $seconds } s
}
ui-device-connecting = Connexion
ui-device-identifying = Identification
ui-device-streaming = Fonctionne
ui-device-silent = Muette
ui-device-lost = Perdue
ui-device-incompatible = Incompatible
ui-felt-placed = posé
ui-felt-lifted = retiré
ui-felt-fell = chute
ui-felt-hand = main
ui-felt-bumped = choc
ui-felt-restless = instable
ui-health-looking = L’arbitre regarde une partie après l’autre…
ui-light-green = Tout va bien
ui-light-yellow = À surveiller
ui-light-red = Ne fonctionne pas
ui-light-off = Éteint
ui-part-camera = Caméra
ui-part-tray = Piste de dés
ui-part-dice = Dés
ui-part-scale = Balance
ui-part-panel = Boutons et lumières
ui-part-voice = Voix
ui-part-focus = Netteté
ui-part-light = Lumière
ui-part-noise = Bruit de la balance
ui-part-drift = Dérive de la balance
ui-part-rate = Cadence de la balance
ui-part-plate = Plateau
ui-part-hands = Mains et chutes
ui-part-disk = Disque
ui-part-database = Journal
ui-part-backup = Sauvegarde
ui-part-games = Jeux
ui-part-firmware = Micrologiciel
ui-part-clock = Horloge
ui-part-heat = Chaleur
ui-part-settings = Réglages
ui-part-table = Table

# La table simulée.
ui-no-simulation = Cette table est réelle : ses mains sont les vôtres.
ui-hands = Les mains des joueurs
ui-hands-roll = Lancer les dés
ui-hands-throw-others = Lancer les autres
ui-hands-place = Poser ainsi
ui-hands-place-care = Poser avec soin
ui-hands-place-careless = Poser sans soin
ui-hands-removal = Faire tomber des pièces, ou retirer ce qui est tombé
ui-hands-clear = Ranger
ui-hands-nudge = Pousser la tour
ui-hands-bump = Cogner la table
ui-hands-lean = S’appuyer dessus
ui-hands-lift = Retirer une pièce
ui-hands-take = Prendre un dé
ui-care = Assurance de la main
ui-autoplay = Joueurs automatiques
ui-autoplay-hint = Des joueurs simulés jouent la partie ; vous regardez.
ui-autoplay-go = Jouer tout seuls
ui-autoplay-stop = Arrêter
ui-pace = Leur allure
ui-pace-slow = Tranquillement
ui-pace-usual = Comme tout le monde
ui-pace-fast = À la hâte
ui-faults = Pannes
ui-faults-hint = Cassez quelque chose et voyez ce que dit la table.
ui-fault-silence = muette
ui-fault-unplugged = débranchée
ui-fault-bit-flips = bruit sur la ligne
ui-fault-noise-bursts = salves de bruit
ui-fault-saturation = saturée
ui-fault-frozen-zero = bloquée à zéro
ui-fault-dead-cell = sans capteur
ui-fault-camera-unplugged = débranchée
ui-fault-camera-frozen = image figée
ui-fault-camera-stalled = plus d’images
ui-fault-covered-lens = objectif couvert
ui-fault-dim-light = lampe éteinte
ui-fault-glare = éblouissement
ui-fault-lamp-flicker = lampe qui vacille
ui-fault-wandering-shadow = ombre qui passe

# Réglages.
ui-pin = Code PIN
ui-login = Entrer
ui-logout = Sortir
ui-settings = Réglages
ui-language = Langue de la table
ui-voice = La table parle
ui-muted = Muet
ui-volume = Volume
ui-countdown-length = Compte à rebours en secondes
ui-as-game = Selon le jeu
ui-kiosk-lock = Verrouiller l’écran sur la table
ui-kiosk-rest = Minutes de repos avant l’écran d’appel
ui-kiosk-dark-from = L’écran est éteint à partir de
ui-kiosk-dark-until = L’écran est éteint jusqu’à
ui-leave-kiosk = Quitter le mode kiosque
ui-upkeep = Entretien
ui-backup = Faire une sauvegarde
ui-backup-made = La sauvegarde est faite.
ui-restart = Redémarrer la table
ui-restarting = La table redémarre. Cette page reviendra d’elle-même.
ui-old-pin = Code actuel
ui-new-pin = Nouveau code
ui-change-pin = Changer le code
ui-colour-of = { $player } : couleur
ui-name-of = { $player } : nom
ui-editions = La boîte sur cette table
ui-editions-hint = La boîte a raison : saisissez ce qui est imprimé, et les nouvelles parties l’utiliseront.

# Statistiques.
ui-recorded-game = Une partie enregistrée
ui-stats-none = Aucune partie terminée ne correspond. Jouez-en une, ou changez les filtres.
ui-stats-game = Jeu
ui-stats-all = Tous les jeux
ui-stats-from = Du
ui-stats-to = Au
ui-stats-export = Emporter :
ui-format-csv = CSV
ui-format-jsonl = JSONL
ui-format-parquet = Parquet
ui-format-bgstats = BG Stats
ui-stats-games-played = parties jouées
ui-stats-longest = pièces dans la plus haute tour
ui-stats-fallen = tours tombées
ui-stats-median = une partie habituelle : { $game }
ui-minutes = { $minutes } min
ui-stats-players = Joueurs
ui-stats-wins = Victoires
ui-stats-games = Parties
ui-stats-mean = Score moyen
ui-stats-best = Meilleur
ui-stats-falls = Chutes
ui-stats-scores = Scores d’une partie à l’autre
ui-stats-nth-game = parties dans l’ordre
ui-stats-heights = Hauteur des tours à leur chute
ui-stats-height = pièces
ui-stats-survival = Tours encore debout à cette hauteur
ui-stats-standing = encore debout
ui-stats-blame = Qui la fait tomber
ui-stats-length = Durée des parties
ui-stats-minutes = minutes
ui-stats-days = Parties par jour
ui-stats-day = jour
ui-stats-fairness = Les dés sont-ils justes ?
ui-stats-seen = vus : { $seen }, attendus : { $expected }
ui-stats-few = Dés jusqu’ici : { $rolled }, trop peu pour juger.
ui-stats-odd = Des dés justes ne feraient presque jamais cela. Regardez-les de près.
ui-stats-fair = Rien n’indique des dés faussés.
ui-stats-freedom = { $degrees ->
    [one] { $degrees } degré de liberté
   *[other] { $degrees } degrés de liberté
}
ui-stats-left-out = { $count ->
    [one] Une partie est abîmée et n’est pas comptée ici
   *[other] { $count } parties sont abîmées et ne sont pas comptées ici
}
ui-damaged-take = Exporter telle quelle
ui-damaged-delete = Supprimer
ui-damaged-sure = Supprimer pour de bon ?
ui-stats-list = Parties

# Les chiffres de la table.
ui-stats-one-game = Choisissez un seul jeu pour comparer l’or et les points.
ui-dice-pips = dés à points
ui-highlight-tower = La plus haute tour de cette table : { $pieces ->
    [one] { $pieces } pièce
   *[other] { $pieces } pièces
}
ui-highlight-champion = { $player } a gagné le plus souvent : { $wins } { $wins ->
    [one] partie
   *[other] parties
}
ui-highlight-games = { $games ->
    [0] Aucune partie n’a été jouée ici
    [one] Une partie a été jouée ici
   *[other] { $games } parties ont été jouées ici
}
