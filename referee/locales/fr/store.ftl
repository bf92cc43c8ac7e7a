# Le journal en français : ce qui ne va pas, si la partie continue, et quoi faire ensuite.

store-saved = La partie est enregistrée.

store-trouble-disk-full = Le disque est plein. La partie continue, mais elle n’est plus enregistrée : supprimez les fichiers inutiles, et elle le sera d’elle-même.
store-trouble-read-only = Le journal ne peut pas être écrit. La partie continue, mais elle n’est plus enregistrée : donnez à l’arbitre le droit d’écrire dans son dossier, et elle le sera d’elle-même.
store-trouble-damaged = Le journal est abîmé. La partie continue, mais elle n’est plus enregistrée : jouez-la jusqu’au bout, puis redémarrez l’arbitre, qui garde tout ce qui est lisible, ou restaurez la dernière sauvegarde.
store-trouble-lost = Le journal est introuvable. La partie continue, mais elle n’est plus enregistrée : démarrez son serveur, ou remettez son fichier à sa place, et elle le sera d’elle-même.
store-trouble-locked = Un autre programme retient le journal. La partie continue, mais elle n’est plus enregistrée : fermez ce programme, et elle le sera d’elle-même.
store-trouble-another-writer = Un autre arbitre écrit cette partie. Ici, elle continue sans être enregistrée : arrêtez l’un des deux, puis redémarrez l’autre.
store-trouble-failing = Le disque signale des erreurs. La partie continue, mais elle n’est plus enregistrée : vérifiez le disque ou la carte mémoire, et gardez une sauvegarde ailleurs.
store-trouble-evidence = Les images et les ralentis ne peuvent pas être gardés. La partie elle-même est enregistrée ; la page « État » dit quoi faire.

store-harm-game = La partie { $id } est abîmée : son jeu, { $game }, n’est pas installé. Installez-le de nouveau, ou faites supprimer la partie par le responsable.
store-harm-record = La partie { $id } est abîmée : son entrée dans la liste des parties est incomplète ou modifiée. Reprenez-la d’une sauvegarde, ou faites-la supprimer par le responsable.
store-harm-seats = La partie { $id } est abîmée : ses places manquent ou sont en désordre. Reprenez-la d’une sauvegarde, ou faites-la supprimer par le responsable.
store-harm-event = La partie { $id } est abîmée : l’événement { $event } est incomplet ou modifié, ou vient d’un programme plus récent. Mettez le programme à jour, reprenez la partie d’une sauvegarde, ou faites-la supprimer par le responsable.
store-harm-gap = La partie { $id } est abîmée : l’événement { $event } manque. Reprenez-la d’une sauvegarde, ou faites-la supprimer par le responsable.
store-harm-rules = La partie { $id } est abîmée : ses événements ne suivent pas les règles. Reprenez-la d’une sauvegarde, ou faites-la supprimer par le responsable.

store-backup-made = La sauvegarde { $path } est complète et vérifiée : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}, { $events ->
    [one] { $events } événement
   *[other] { $events } événements
}, { $evidence ->
    [one] { $evidence } pièce à conviction
   *[other] { $evidence } pièces à conviction
}.
store-backup-made-already = La sauvegarde de cette nuit est déjà là.
store-backup-waits = Une partie est en cours : la sauvegarde de cette nuit se fera quand elle sera finie.
store-backup-missing = { $count ->
    [one] { $count } fichier de preuve manquait déjà ou était abîmé, et n’est pas dans la sauvegarde : { $files }.
   *[other] { $count } fichiers de preuve manquaient déjà ou étaient abîmés, et ne sont pas dans la sauvegarde : { $files }.
}
store-backup-removed = Anciennes sauvegardes supprimées : { $count }.
store-restored = Le journal { $path } est redevenu ce qu’il était le { $made } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}, { $events ->
    [one] { $events } événement
   *[other] { $events } événements
}.
store-restored-aside = Ce qui s’y trouvait avant est conservé sous { $path }.
