# Qui peut regarder, et ce que la table garde des personnes.
ui-page-privacy = Vie privée
ui-privacy-title = Ce que cette table voit et garde
ui-privacy = Qui peut regarder
ui-privacy-camera = La caméra en direct
ui-privacy-results = Parties enregistrées, statistiques, fichiers et profils
ui-privacy-whole = Les films des chutes montrent toute l’image
ui-privacy-whole-hint = À chaque chute, tout ce que voit la caméra est alors gardé, y compris les personnes autour de la table : ne l’activez que si tous ceux qui jouent sont d’accord.
ui-audience-open = Tout le monde
ui-audience-players = Joueurs
ui-audience-operator = Responsable
ui-sees-open = tous ceux qui accèdent à cette page
ui-sees-players = l’écran de la table, les téléphones des joueurs et le responsable
ui-sees-operator = le responsable seul

# Ce qui est effacé, et quand.
ui-evidence = Images et films
ui-evidence-roll = Effacer les images des lancers
ui-evidence-fall = Effacer les films et les courbes des chutes
ui-evidence-days = { $days ->
    [one] après { $days } jour
   *[other] après { $days } jours
}
ui-evidence-for-ever = seulement si la place manque
ui-evidence-none = Rien n’est gardé pour l’instant.
ui-evidence-stays = Gardés à présent : { $count } ({ $megabytes } Mo).
ui-evidence-goes = Gardés à présent : { $count } ({ $megabytes } Mo). Premier départ : { $day }.
ui-evidence-disputed = Ce qui a été corrigé, annulé ou contesté est gardé tant qu’il y a de la place.
ui-evidence-room = Quand un dixième du disque n’est plus libre, le plus ancien part plus tôt. Rien ne part pendant une partie, et ce qui s’est passé reste dans le journal.

# Les dés à symboles apprennent des réponses.
ui-learning = Dés à symboles
ui-learning-switch = Apprendre des réponses
ui-learning-hint = Quand quelqu’un dit à la table ce que montre un dé, une petite image de ce dé est gardée avec la réponse, et la face est mieux connue aussitôt. Une image qui rend d’autres faces moins sûres n’est pas prise.
ui-learning-now = Les dés s’apprennent par vos réponses : une image de chaque dé demandé est gardée.
ui-learned = { $count ->
    [0] Rien n’a été appris au-delà de l’apprentissage de départ.
    [one] Une image a été apprise au-delà de l’apprentissage de départ.
   *[other] { $count } images ont été apprises au-delà de l’apprentissage de départ.
}
ui-learning-forget = Oublier ce qui a été appris

# Un joueur.
ui-player-take = Emporter
ui-player-take-of = Emporter ce qui est gardé : { $player }
ui-player-delete = Supprimer
ui-player-delete-of = Supprimer { $player }
ui-player-sure = Supprimer pour de bon ?
ui-player-sure-of = Supprimer pour de bon ? { $player }
ui-player-deleted = { $games ->
    [0] Le joueur est supprimé ; aucune partie enregistrée ne le nommait.
    [one] Le joueur est supprimé ; dans une partie enregistrée, un invité est maintenant à sa place.
   *[other] Le joueur est supprimé ; dans { $games } parties enregistrées, un invité est maintenant à sa place.
}
ui-player-copies = Ces copies plus anciennes contiennent encore le nom : { $copies }. Effacez-les s’il doit en disparaître aussi.

# La page pour tout le monde.
ui-privacy-where = Où
ui-privacy-until = Combien de temps
ui-privacy-who = Qui peut le voir
ui-place-disk = sur le disque de la table
ui-place-server = sur le serveur de la maison
ui-place-memory = dans la mémoire de la table
ui-kept-camera = L’image en direct
ui-kept-camera-text = La caméra regarde la piste pour lire les dés. Il n’y a pas de micro. Les images des dés qui viennent d’être lus sont sur la page de la table.
ui-kept-camera-until = douze secondes, puis elle est oubliée
ui-kept-games = Parties
ui-kept-games-text = Qui était assis où, ce qui a été lancé, posé et décidé, chaque correction, et comment la partie s’est terminée.
ui-kept-games-until = jusqu’à ce que le responsable supprime la partie
ui-kept-pictures = Images et courbes
ui-kept-pictures-text = Une image de la piste à chaque lancer et, de chaque chute, dix secondes de film et ce que la balance a senti.
ui-kept-pictures-tray = Elles montrent la piste et rien autour, dès que la table a trouvé ses repères.
ui-kept-pictures-bare = Elles montrent tout ce que voit la caméra, car cette table ne connaît pas de piste par ses repères : que la caméra ne regarde que la table.
ui-kept-pictures-whole = Les films montrent tout ce que voit la caméra, car quelqu’un l’a accepté ici ; les images des lancers ne montrent que la piste.
ui-kept-pictures-until = { $rolls ->
    [0] images des lancers tant qu’il y a de la place
    [one] images des lancers pendant un jour
   *[other] images des lancers pendant { $rolls } jours
} ; { $falls ->
    [0] films et courbes des chutes tant qu’il y a de la place
    [one] films et courbes des chutes pendant un jour
   *[other] films et courbes des chutes pendant { $falls } jours
} ; ce qui a été corrigé, annulé ou contesté tant qu’il y a de la place ; rien plus longtemps que sa partie
ui-kept-players = Profils
ui-kept-players-text = Un nom et une couleur, pour qui veut être reconnu d’une partie à l’autre. Un invité n’en a pas ; le nom qu’il écrit est gardé avec la partie.
ui-kept-players-until = jusqu’à ce que le responsable supprime le joueur
ui-kept-backups = Sauvegardes
ui-kept-backups-text = Des copies des parties, des images et des profils, faites par le responsable ou chaque nuit.
ui-kept-backups-where = là où le responsable les met
ui-kept-backups-until = jusqu’à ce que de plus récentes les remplacent ou que quelqu’un les efface
ui-kept-backups-who = qui a le disque ou la clé
ui-kept-faces = Dés appris
ui-kept-faces-text = De petites images de dés isolés, chacune avec la face que quelqu’un a indiquée, si le responsable laisse la table apprendre des réponses.
ui-kept-faces-on = La table apprend des réponses en ce moment.
ui-kept-faces-off = La table n’apprend pas des réponses en ce moment.
ui-kept-faces-until = jusqu’à ce que de plus récentes les remplacent, que la réponse soit corrigée ou que le responsable les fasse oublier
ui-kept-calibration = La piste vide
ui-kept-calibration-text = Une seule image, prise quand le responsable étalonne la piste, toutes mains écartées.
ui-kept-calibration-until = jusqu’au prochain étalonnage
ui-yours = Vos données
ui-yours-out = Le programme n’envoie rien à personne : ce qui quitte la table, c’est ce que quelqu’un emporte.
ui-yours-take = Demandez au responsable un fichier avec tout ce qui est gardé de vous : votre profil, et vos parties avec leurs résultats.
ui-yours-delete = Le responsable peut vous supprimer : votre profil disparaît et, dans chaque partie, la place devient celle d’un invité. Les parties elles-mêmes restent. Une sauvegarde d’avant garde le nom tant qu’elle n’est pas effacée.
ui-yours-operator = Vers la page Réglages
ui-deletions = Joueurs supprimés
ui-deletions-none = Personne n’a été supprimé jusqu’ici.
ui-deletion = { $day } : { $games ->
    [0] un joueur qu’aucune partie enregistrée ne nommait
    [one] un joueur, dans une partie
   *[other] un joueur, dans { $games } parties
}
