# Le pupitre en français : ce qui s’est passé, et que faire.

panel-state-off = Le pupitre est éteint.
panel-state-ready = Les boutons et les lumières sont prêts.
panel-state-lost = Les boutons et les lumières ne sont pas utilisables.

panel-finding-no-gpiozero = Le logiciel des boutons et des lumières manque : installez « python3-gpiozero » ; en attendant, servez-vous de la page.
panel-finding-no-lgpio = Le logiciel des broches manque : installez « python3-lgpio » ; en attendant, servez-vous de la page.
panel-finding-no-chip = Cet ordinateur n’a pas de broches pour des boutons et des lumières : choisissez « none: » comme pupitre dans les réglages de la table.
panel-finding-no-permission = L’arbitre n’a pas le droit d’utiliser les broches : ajoutez votre compte au groupe « gpio », puis reconnectez-vous.
panel-finding-busy = Un autre programme utilise les broches : fermez-le, et l’arbitre prend le relais.
panel-finding-bad-pin = Une broche du pupitre ne peut pas faire ce qu’elle doit : comparez le câblage avec les réglages de la table.
panel-finding-stuck-button = Un bouton est coincé : libérez-le, ou ôtez ce qui appuie dessus.

colour-blue = bleu
colour-vermilion = rouge orangé
colour-yellow = jaune
colour-green = vert
colour-purple = rose
colour-sky = bleu clair
colour-violet = violet
colour-sand = sable
colour-white = blanc
colour-red = rouge
