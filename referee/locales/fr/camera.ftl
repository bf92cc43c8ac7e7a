# La caméra en français : ce qui s’est passé, et que faire.

camera-state-connecting = Recherche de la caméra : branchez-la, ou lancez son application, si ce n’est pas fait.
camera-state-streaming = La caméra regarde en { $width } × { $height } pixels, { $rate } fois par seconde{ $age }.
camera-age-known = , et ses images ont { $latency } ms quand l’arbitre les voit
camera-age-least = , et ses images ont au moins { $latency } ms quand l’arbitre les voit
camera-state-silent = La caméra n’envoie pas d’images : vérifiez son câble ou son Wi-Fi ; l’arbitre la relance de lui-même.
camera-state-lost = La caméra a disparu : rebranchez-la, sur n’importe quelle prise, ou relancez son application, et la partie reprend d’elle-même.

camera-finding-no-such-device = Il n’y a pas de caméra : branchez-la, ou choisissez-en une autre dans les réglages de la table.
camera-finding-no-permission = L’arbitre n’a pas le droit d’utiliser la caméra : ajoutez votre compte au groupe « video », puis reconnectez-vous.
camera-finding-forbidden = Le système refuse la caméra au service de la table : redémarrez la table avec « sudo systemctl restart table-referee » ; si cela reste, mettez-la à jour avec « sudo deploy/update.sh ».
camera-finding-busy = Un autre programme utilise la caméra : fermez-le, et l’arbitre prend le relais.
camera-finding-not-a-camera = Le périphérique choisi ne donne pas d’images : choisissez un autre périphérique ; la plupart des caméras en ont deux, prenez le premier.
camera-finding-failed = Le logiciel de la caméra a échoué, et l’arbitre la rouvre sans cesse : débranchez la caméra et rebranchez-la ; si cela reste, redémarrez l’ordinateur.
camera-finding-no-picamera2 = Le logiciel de la caméra du Raspberry Pi manque : installez « python3-picamera2 », ou choisissez une caméra USB.
camera-finding-broken-picamera2 = Le logiciel de la caméra du Raspberry Pi est installé, mais ne s’accorde pas avec l’arbitre : mettez les deux à jour avec « sudo apt full-upgrade » et « sudo deploy/update.sh », ou choisissez une caméra USB.
camera-finding-unreachable = Personne ne répond à l’adresse de la caméra : vérifiez que son application tourne, qu’elle est dans le même réseau et que l’adresse dans camera.url est juste.
camera-finding-password-refused = La caméra veut un autre nom ou un autre mot de passe : écrivez les deux dans camera.url, par exemple http://nom:motdepasse@192.168.1.20:8080/video.
camera-finding-no-stream = La caméra répond, mais n’a pas d’images à cette adresse : cherchez dans son application ou sa notice l’adresse de la vidéo, le nom et le mot de passe, et écrivez-les dans camera.url.
camera-finding-untrusted = La connexion à la caméra ne peut pas être sécurisée : dans votre propre réseau, écrivez http: au lieu de https: dans camera.url.
camera-finding-garbled = Ce que la caméra envoie n’est pas fait d’images entières : choisissez JPEG ou MJPEG dans son application, des images plus petites ou un Wi-Fi plus fort.
camera-finding-frozen = La caméra répète toujours la même image : débranchez-la et rebranchez-la, ou relancez son application.
camera-finding-black = La caméra ne voit que du noir : ôtez le cache de l’objectif, ou allumez la lumière.
camera-finding-over-exposed = L’image est brûlée : détournez la lampe de la piste, ou étalonnez à nouveau la caméra.
camera-finding-blurred = L’image est floue : essuyez la lentille, et tournez sa bague jusqu’à ce que la piste soit nette ; un objectif sans bague fait le point quand on étalonne la piste.
camera-finding-slow-rate = La caméra prend trop peu d’images pour voir un lancer, { $rate } par seconde : éclairez davantage, utilisez une prise USB 3, ou choisissez des images plus petites dans son application.
camera-finding-late = Les images ont { $latency } ms quand elles arrivent : rapprochez la caméra du Wi-Fi, ou choisissez des images plus petites dans son application.
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
