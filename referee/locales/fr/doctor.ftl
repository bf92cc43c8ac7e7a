# `referee doctor` en français : comment va chaque partie de la table, et que faire.

doctor-title = Comment va la table
doctor-checking = Examen : { $part } …
doctor-all-well = Tout ce qui est monté fonctionne. Bonne partie !
doctor-not-well = { $count ->
    [one] { $count } partie demande votre attention.
   *[other] { $count } parties demandent votre attention.
}

doctor-part-camera = caméra
doctor-part-focus = netteté
doctor-part-light = lumière
doctor-part-tray = piste de dés
doctor-part-dice = dés
doctor-part-scale = balance
doctor-part-noise = bruit de la balance
doctor-part-drift = dérive de la balance
doctor-part-rate = cadence de la balance
doctor-part-plate = plateau
doctor-part-hands = mains et chutes
doctor-part-firmware = micrologiciel
doctor-part-disk = disque
doctor-part-clock = horloge
doctor-part-heat = chaleur
doctor-part-voice = voix
doctor-part-panel = boutons et lampes
doctor-part-database = journal
doctor-part-backup = sauvegarde
doctor-part-games = jeux
doctor-part-table = table

doctor-light-green = fonctionne
doctor-light-yellow = à surveiller
doctor-light-red = ne fonctionne pas
doctor-light-off = non monté

doctor-not-fitted = Cette table n’en a pas.
doctor-untold = On n’a rien pu en savoir.
doctor-untold-next = Relancez « referee doctor ».
doctor-too-long = Pas de réponse en { $seconds } s.
doctor-too-long-next = Débranchez et rebranchez l’appareil, puis relancez « referee doctor ».
doctor-refused = Impossible de l’ouvrir.
doctor-refused-next = { $why }
doctor-failed = L’examen lui-même a échoué ({ $why }).
doctor-failed-next = Relancez « referee doctor » ; si cela persiste, signalez-le avec cette phrase.
doctor-waits-camera = On ne peut le savoir tant que la caméra ne montre rien.
doctor-waits-camera-next = Réparez d’abord la caméra, puis relancez « referee doctor ».
doctor-waits-scale = On ne peut le savoir tant que la balance ne pèse pas.
doctor-waits-scale-next = Réparez d’abord la balance, puis relancez « referee doctor ».

doctor-device = Le périphérique cherché est « { $device } ».

doctor-camera-fails = La caméra ne montre pas la table.
doctor-camera-held = La caméra regarde en { $width } × { $height } pixels, { $rate } fois par seconde, et maintient { $held }{ $age }.
doctor-camera-free = La caméra regarde en { $width } × { $height } pixels, { $rate } fois par seconde{ $age } ; son exposition, ses couleurs et sa mise au point sont maintenues dès que le plateau est étalonné, si elle le peut.
doctor-held-exposure_us = exposition { $value } µs
doctor-held-gain = gain { $value }
doctor-held-red_gain = rouge { $value }
doctor-held-blue_gain = bleu { $value }
doctor-held-white_balance_k = balance des blancs { $value } K
doctor-held-focus = mise au point { $value }
doctor-picture-good = La caméra ne se plaint pas de ses images.
doctor-picture-bad = Les images de la caméra sont mauvaises.

doctor-focus-sharp = L’image est nette ({ $percent } %).
doctor-focus-soft = L’image est un peu floue ({ $percent } %).
doctor-focus-blurred = L’image est très floue ({ $percent } %).
doctor-focus-untold = Il n’y a rien sur quoi faire la mise au point.
doctor-focus-untold-next = Réglez d’abord la lumière.

doctor-brightness-good = La piste est bien éclairée et la lumière est stable (luminosité { $percent } %).
doctor-brightness-black = L’image est noire.
doctor-brightness-black-next = Retirez le capuchon de l’objectif, ou allumez la lumière.
doctor-brightness-blown = L’image est blanche, { $white } % de la piste en surexposition.
doctor-brightness-blown-next = Détournez la lampe de la piste, ou réglez à nouveau la lumière de la caméra.
doctor-brightness-dark = La piste est sombre (luminosité { $percent } %).
doctor-brightness-dark-next = Placez une lampe à côté de la piste.
doctor-brightness-glare = Un reflet blanc couvre { $white } % de la piste.
doctor-brightness-glare-next = Tournez un peu la lampe, ou abritez la piste du soleil.
doctor-brightness-flickers = La lumière varie de { $flicker } %.
doctor-brightness-flickers-next = Prenez une lampe qui ne scintille pas, ou réglez à nouveau la lumière de la caméra.

doctor-tray-found = Repères visibles de la piste : { $seen } sur { $all } ; un dé fait { $die_px } px de large.
doctor-tray-lost = La piste n’est pas en vue ; repères visibles : { $seen } sur { $all }.
doctor-tray-small = Un dé est trop petit, { $die_px } px de large.
doctor-tray-small-next = Rapprochez la caméra jusqu’à ce qu’un dé fasse au moins { $least } px, ou choisissez une image plus grande.
doctor-tray-bare = La caméra voit une table sans les repères imprimés, et toute son image est la piste. Un dé penché ou posé sur un autre n’est pas signalé, ni un dé à côté de la piste.
doctor-tray-bare-next = Pour l’avoir, imprimez la feuille de la piste (« referee calibrate print »), posez-la sous la caméra, et lancez « referee calibrate tray ».
doctor-tray-moved-next = La piste ou la caméra bouge : fixez les deux, puis relancez « referee doctor ».

doctor-dice-ready = Ces jeux de faces sont connus et se distinguent bien : { $sets }.
doctor-dice-pips = Seuls les dés à points sont lus ; aucun jeu de faces n’a été appris.
doctor-dice-missing = Le jeu de faces { $set } ne peut pas être chargé.
doctor-dice-missing-next = Apprenez-le avec « referee teach », ou corrigez son nom dans le profil de la table.
doctor-dice-asked = Dans le jeu { $set }, ces faces ont souvent été demandées dans les dernières parties : { $faces }.
doctor-dice-asked-more-next = Réapprenez le jeu et montrez ces faces plus souvent, chacune au moins cinq fois, un peu tournée.
doctor-dice-asked-nearer-next = Réapprenez le jeu avec la caméra plus près, au même endroit que pendant la partie.
doctor-dice-asked-light-next = Éclairez la piste plus également, sans ombre ni reflet sur les dés.
doctor-dice-alike = Dans le jeu { $set }, les faces { $first } et { $second } se ressemblent beaucoup.
doctor-dice-alike-next = Réapprenez le jeu avec des images plus nettes, ou marquez l’une des deux faces.

doctor-scale-fails = La balance ne pèse pas.
doctor-uncalibrated = Personne ne sait combien de points font un gramme.
doctor-uncalibrated-next = Étalonnez la balance et gardez le résultat dans le profil de la table.
doctor-touched = On a touché le plateau pendant la mesure.
doctor-touched-next = Ne touchez pas la table, puis relancez « referee doctor ».
doctor-plate-good = La balance ne se plaint pas de ce qu’elle pèse.
doctor-plate-bad = On ne peut pas se fier à ce que pèse la balance.
doctor-noise-low = Le poids tremble de { $grams } g.
doctor-noise-high = Le poids tremble de { $grams } g, ce qui cache les pièces légères.
doctor-noise-next = Raccourcissez les fils du capteur, éloignez-les des alimentations, et posez la table sur un sol ferme.
doctor-drift-low = Le poids dérive de { $grams } g par minute.
doctor-drift-high = Le poids dérive de { $grams } g par minute, ce qui est trop.
doctor-drift-next = Laissez chauffer la balance une demi-heure, protégez-la des courants d’air et du soleil, et vérifiez que rien ne frotte contre le plateau.
doctor-rate-fast = Elle pèse { $rate } fois par seconde.
doctor-rate-slow = Elle pèse trop lentement, { $rate } fois par seconde.
doctor-plate-untapped = Personne n’a tapé sur le plateau : étalonnez la balance.
doctor-plate-stiff = Le plateau vide sonne à { $hertz } Hz.
doctor-plate-soft = Le plateau vide sonne à { $hertz } Hz, ce qui est mou : à partir de 60 Hz, les chutes se sentent le mieux.
doctor-plate-soft-next = Vissez fermement capteur et plateau, prenez un plateau plus léger ou un capteur ou un socle plus raide, puis étalonnez la balance à nouveau.
doctor-hands-unshown = Personne n’a montré de mains à cette table : l’étalonnage de la balance les demande.
doctor-hands-well = Elle distingue bien les mains des chutes ; gestes montrés : { $felt }, pris pour une chute : aucun, donnant lieu à une question : { $asked }.
doctor-hands-fairly = Elle distingue assez bien les mains des chutes ; gestes montrés : { $felt }, pris pour une chute : aucun, donnant lieu à une question : { $asked }.
doctor-hands-fairly-next = Le jeu demande alors si la tour est tombée, et continue quand quelqu’un répond.
doctor-hands-badly = Elle ne distingue pas les mains des chutes ; gestes montrés : { $felt }, pris pour une chute : { $called }, donnant lieu à une question : { $asked }.
doctor-hands-badly-next = Lâchez plus lentement, vérifiez que rien ne frotte ni ne vibre, et étalonnez la balance à nouveau ; en jeu, dites que la tour n’est pas tombée.
doctor-wild = Nombres qu’aucun poids ne peut faire, en { $seconds } s : { $count }.
doctor-wild-next = Vérifiez le câble du capteur et ses soudures, donnez à la carte une alimentation stable et, si cela reste, prenez un autre HX711.
doctor-cell-next = S’il n’y a pas de capteur de force, montez-en un.
doctor-touch-reached = À de telles tables, chutes reconnues : { $falls } sur 100, reconnues ou demandées : { $felt } ; gestes inoffensifs pris pour une chute : { $mistaken } sur 1 000, donnant lieu à une question : { $asked }. Avec de bonnes pièces : { $good_falls } et { $good_felt } ; { $good_mistaken } et { $good_asked }.
doctor-firmware-well = La carte a le micrologiciel { $firmware }.
doctor-firmware-none = Cette balance n’a pas de carte, donc pas de micrologiciel.
doctor-firmware-old = La carte a le micrologiciel { $firmware } ; cet arbitre apporte { $ours }.
doctor-firmware-old-next = Lancez « referee flash » quand aucune partie n’est en cours.
doctor-firmware-other = La carte a le micrologiciel { $firmware } et parle une autre version du protocole.

doctor-table-well = La table répond.
doctor-table-stopped = La table s’est arrêtée à cause d’une erreur du programme.
doctor-table-stopped-next = Redémarrez l’arbitre ; la partie est gardée. Ce qui s’est passé est dans ses messages.

doctor-disk-well = Il y a de la place dans { $folder } : { $megabytes } Mo.
doctor-disk-low = Il y a peu de place dans { $folder } : { $megabytes } Mo.
doctor-disk-full = Le disque est plein, avec { $megabytes } Mo dans { $folder }.
doctor-disk-full-next = Supprimez des fichiers inutiles, ou prenez un disque ou une carte mémoire plus grands.
doctor-disk-locked = Impossible d’écrire dans le dossier { $folder }.
doctor-disk-locked-next = Donnez au compte de l’arbitre le droit d’y écrire ; si cela ne suffit pas, vérifiez le disque ou la carte mémoire.
doctor-disk-evidence = Les images et les ralentis ne peuvent pas être gardés dans { $folder }.
doctor-disk-evidence-next = Faites-en un dossier où le compte de l’arbitre peut écrire ; si autre chose est à sa place, déplacez-le.
doctor-disk-missing = Le dossier { $folder } n’existe pas.
doctor-disk-missing-next = Créez-le, ou indiquez une autre place pour le journal dans le profil de la table.

doctor-clock-well = Il est { $now }.
doctor-clock-alone = Il est { $now }, mais rien ne met l’horloge à l’heure, et cet ordinateur oublie l’heure quand on l’éteint.
doctor-clock-wrong = L’horloge indique { $now }, ce qui est impossible.
doctor-clock-next = Connectez la table au réseau pendant une minute, ou réglez la date et l’heure à la main.

doctor-budget-title = Ce que la table coûte à cet ordinateur
doctor-budget-measuring = La table est démarrée et laissée tranquille une minute ; n’y touchez pas, s’il vous plaît…
doctor-budget-rest-percent = Au repos : { $measured } % d’un cœur du processeur ; attendu : { $most } % au plus.
doctor-budget-memory-mb = Mémoire : { $measured } Mo ; attendu : { $most } Mo au plus.
doctor-budget-start-s = Démarrage : { $measured } s de temps de processeur ; attendu : { $most } s au plus.

doctor-heat-well = { $degrees ->
    [0] Le processeur n’est pas trop chaud.
   *[other] Le processeur est à { $degrees } °C, ce qui n’est pas trop chaud.
}
doctor-heat-hot = { $degrees ->
    [0] Le processeur est ralenti par sa chaleur : la table regarde deux fois moins d’images.
   *[other] Le processeur est à { $degrees } °C : la table regarde deux fois moins d’images.
}
doctor-heat-next = Donnez-lui de l’air : sortez-le d’une boîte fermée, posez un dissipateur ou un ventilateur, et protégez-le du soleil.
doctor-heat-untold = Rien n’indique la température de cet ordinateur.

doctor-voice-test = L’arbitre parle.
doctor-voice-heard = L’arbitre a dit : « { doctor-voice-test } » L’avez-vous entendu (oui ou non) ?
doctor-voice-unheard = La voix a parlé, mais personne ne l’a entendue.
doctor-voice-unheard-next = Montez le son du haut-parleur, ou choisissez-en un autre : écrivez le nom de sa carte son derrière « espeak:?device=plughw:CARD= » comme url sous [voice] dans le profil de la table, puis relancez « referee doctor ». Connues ici : { $cards }.
doctor-voice-page = La page de la table parle pendant que la table fonctionne.

doctor-database-well = Le journal s’ouvre et il est intact : { $place }.
doctor-database-new = Il n’y a pas encore de journal ; la première partie en commencera un : { $place }.
doctor-database-unsafe = Le journal s’ouvre, mais une coupure de courant pourrait l’abîmer : { $place }.
doctor-database-unsafe-next = Gardez-le sur un disque de cet ordinateur, pas sur un disque du réseau.
doctor-database-games = Le journal s’ouvre, mais { $count ->
    [one] une partie y est abîmée : le numéro { $games }.
   *[other] { $count } parties y sont abîmées : les numéros { $games }.
}
doctor-database-games-next = Ouvrez la page Statistiques comme responsable : elle dit ce qui manque à chacune, l’exporte et la supprime.
doctor-database-profiles = Le journal s’ouvre, mais { $count ->
    [one] un profil de joueur y est abîmé : le numéro { $profiles }.
   *[other] { $count } profils de joueurs y sont abîmés : les numéros { $profiles }.
}
doctor-database-profiles-next = Ajoutez de nouveau le joueur, ou restaurez une sauvegarde ; les parties gardent leurs noms.
doctor-database-salvaged = Le journal était abîmé et a été refait avec tout ce qui était lisible ; l’ancien est gardé sous { $file }.
doctor-database-salvaged-next = Vérifiez le disque ou la carte mémoire. S’il manque une partie, restaurez une sauvegarde ; supprimez ensuite le fichier abîmé.
doctor-database-fails = Le journal ne peut pas servir : { $place }.
doctor-database-disk-full-next = Le disque est plein : supprimez des fichiers inutiles.
doctor-database-read-only-next = Donnez au compte de l’arbitre le droit de l’écrire, lui et son dossier.
doctor-database-damaged-next = Il est abîmé : démarrez l’arbitre, qui garde tout ce qui est lisible, ou restaurez la sauvegarde la plus récente.
doctor-database-lost-next = Vérifiez que son serveur tourne, ou que son fichier est à sa place.
doctor-database-locked-next = Un autre programme le retient : fermez-le.
doctor-database-another-writer-next = Un autre arbitre y écrit : arrêtez l’un des deux.
doctor-database-failing-next = Le disque signale des erreurs : vérifiez-le, et restaurez ailleurs la sauvegarde la plus récente.
doctor-backup-well = La sauvegarde la plus récente est du { $made }.
doctor-backup-soon = La première sauvegarde se fera cette nuit, dans { $folder }.
doctor-backup-old = La sauvegarde la plus récente a { $days ->
    [one] { $days } jour
   *[other] { $days } jours
}, et on a joué depuis.
doctor-backup-none = Il n’y a pas encore de sauvegarde dans { $folder }.
doctor-backup-next = Laissez la table allumée une heure pendant que personne ne joue ; « journalctl -u table-referee-backup » dit alors ce qui l’empêche.
doctor-games-well = Tous les jeux installés peuvent être joués.
doctor-games-broken = Tous les jeux installés ne peuvent pas être joués ; les autres le peuvent.
