# La voix en français : ce qui s’est passé, et que faire.

voice-state-off = La voix est coupée.
voice-state-ready = La voix est prête.
voice-state-speaking = La voix parle.
voice-state-mute = La voix ne s’entend pas.

voice-finding-not-installed = La voix n’est pas installée : installez « espeak-ng », et elle parlera dès la phrase suivante.
voice-finding-no-sound = La voix ne trouve pas de haut-parleur : branchez-en un, choisissez-en un avec « espeak:?device=… » (« aplay -L » en donne la liste), ou laissez parler la page avec « browser: ».
voice-finding-stuck = La voix est restée bloquée au milieu d’une phrase : vérifiez le haut-parleur, et fermez les autres programmes qui utilisent le son.
voice-finding-no-such-voice = Il n’y a pas de voix de ce nom : choisissez-en une autre dans les réglages de la table ; « espeak-ng --voices » en donne la liste.
voice-finding-not-writable = La voix ne peut pas écrire son fichier : choisissez un dossier qui existe et où l’on peut écrire.
voice-finding-broken = La voix s’est arrêtée au milieu d’une phrase : réinstallez « espeak-ng » si cela se reproduit.
voice-finding-page-without-voice = Le navigateur de l’écran de la table n’a pas de voix pour sa langue : écrivez « espeak: » comme url sous [voice] dans le profil de la table, et son haut-parleur parle ; ou ouvrez la page dans un autre navigateur.
voice-finding-nobody-listens = L’écran de la table ne parle pas : ouvrez-y la page de la table, dans un navigateur qui a une voix pour sa langue, et touchez-la une fois.
