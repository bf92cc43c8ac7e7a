# La caméra en français : ce qui s’est passé, et que faire.

camera-state-connecting = Recherche de la caméra : branchez-la si elle ne l’est pas.
camera-state-streaming = La caméra regarde en { $width } × { $height } pixels, { $rate } fois par seconde.
camera-state-silent = La caméra n’envoie pas d’images : vérifiez son câble ; l’arbitre la relance de lui-même.
camera-state-lost = La caméra a été débranchée : rebranchez-la, sur n’importe quelle prise, et la partie reprend d’elle-même.

camera-finding-no-such-device = Il n’y a pas de caméra : branchez-la, ou choisissez-en une autre dans les réglages de la table.
camera-finding-no-permission = L’arbitre n’a pas le droit d’utiliser la caméra : ajoutez votre compte au groupe « video », puis reconnectez-vous.
camera-finding-busy = Un autre programme utilise la caméra : fermez-le, et l’arbitre prend le relais.
camera-finding-not-a-camera = Le périphérique choisi ne donne pas d’images : choisissez un autre périphérique ; la plupart des caméras en ont deux, prenez le premier.
camera-finding-failed = Le logiciel de la caméra a échoué, et l’arbitre la rouvre sans cesse : débranchez la caméra et rebranchez-la ; si cela reste, redémarrez l’ordinateur.
camera-finding-no-picamera2 = Le logiciel de la caméra du Raspberry Pi manque : installez « python3-picamera2 », ou choisissez une caméra USB.
camera-finding-frozen = La caméra répète toujours la même image : débranchez-la et rebranchez-la.
camera-finding-black = La caméra ne voit que du noir : ôtez le cache de l’objectif, ou allumez la lumière.
camera-finding-over-exposed = L’image est brûlée : détournez la lampe de la piste, ou étalonnez à nouveau la caméra.
camera-finding-blurred = L’image est floue : tournez la bague de l’objectif jusqu’à ce que la piste soit nette, et essuyez la lentille.
camera-finding-slow-rate = La caméra prend trop peu d’images pour voir un lancer, { $rate } par seconde : éclairez davantage, ou utilisez une prise USB 3.
camera-finding-light-not-held = La caméra ne maintient pas ce réglage : { $what }. Gardez la lumière de la pièce constante, ou prenez une autre caméra.
camera-finding-recording-ended = L’enregistrement est terminé : ouvrez-en un autre, ou rejouez-le.

camera-light-exposure_us = exposition
camera-light-gain = gain
camera-light-red_gain = rouge de la balance des blancs
camera-light-blue_gain = bleu de la balance des blancs
camera-light-white_balance_k = balance des blancs
camera-light-focus = mise au point

tray-phase-starting = L’arbitre découvre la piste de dés.
tray-phase-at-rest = Les dés sont immobiles.
tray-phase-rolling = Les dés roulent.
tray-phase-hand = Une main est au-dessus de la piste.
