# La balance en français : ce qui s’est passé, et que faire.

scale-state-connecting = Recherche de la balance : branchez-la si elle ne l’est pas.
scale-state-identifying = Quelque chose répond à la place de la balance ; attendons qu’il se présente.
scale-state-streaming = La balance pèse { $rate } fois par seconde.
scale-state-silent = La balance ne dit plus rien : vérifiez ses fils, puis débranchez-la et rebranchez-la ; si cela ne suffit pas, lancez « referee flash ».
scale-state-lost = La balance a été débranchée : rebranchez-la, sur n’importe quelle prise, et la partie reprend d’elle-même.
scale-state-incompatible = La balance parle la version { $protocol } du protocole et l’arbitre la version { $expected } : arrêtez l’arbitre, lancez « referee flash », puis redémarrez-le.

scale-finding-no-permission = L’arbitre n’a pas le droit d’utiliser la balance : ajoutez votre compte au groupe « dialout », puis reconnectez-vous.
scale-finding-forbidden = Le système refuse la balance au service de la table : redémarrez la table avec « sudo systemctl restart table-referee » ; si cela reste, mettez-la à jour avec « sudo deploy/update.sh ».
scale-finding-failed = Le pilote de la balance a échoué, et l’arbitre la rouvre sans cesse : débranchez la balance et rebranchez-la ; si cela reste, redémarrez l’ordinateur.
scale-finding-port-busy = Un autre programme utilise la balance : fermez-le, et l’arbitre prend le relais.
scale-finding-slow-rate = La balance pèse trop lentement pour sentir une chute, { $rate } fois par seconde : coupez le pont qui relie RATE à la masse sur le module HX711.
scale-finding-no-load-cell = La carte répond mais son HX711 non : vérifiez les quatre fils qui les relient.
scale-finding-unheard = La carte n’entend pas l’arbitre : débranchez-la, prenez un autre câble USB, puis rebranchez-la.
scale-finding-saturated = Le capteur est au bout de sa plage : allégez le plateau, ou vérifiez les fils du capteur.
scale-finding-frozen = La balance répète toujours le même nombre : vérifiez les fils entre le capteur et le HX711.
scale-finding-spikes = Des mesures isolées sautent : raccourcissez les fils entre le HX711 et la carte, et éloignez-les des alimentations.
scale-finding-noisy-line = Une bonne part de ce que dit la balance arrive abîmée : prenez un câble USB plus court ou meilleur.
scale-finding-restarting = La carte de la balance redémarre sans cesse : donnez-lui une alimentation plus forte ou une autre prise USB.
scale-finding-behind = L’ordinateur ne suit plus la balance : fermez d’autres programmes.
scale-finding-recording-ended = L’enregistrement est terminé : ouvrez-en un autre, ou rejouez-le.
scale-below-empty = La balance indique plus de 50 g de moins que le plateau vide : vérifiez que le plateau y est posé librement ; si c’est le cas, étalonnez la balance pour refaire son zéro.
