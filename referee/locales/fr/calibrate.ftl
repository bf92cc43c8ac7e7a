# L’étalonnage guidé en français.

calibrate-page-tray = Table Referee : feuille du plateau à dés (A3)
calibrate-page-board = Table Referee : mire pour l’objectif (A4) ; collez-la sur un support plat et rigide
calibrate-page-ruler = Table Referee : règle (A4)
calibrate-page-check = Imprimez à 100 %, sans « ajuster à la page » : cette ligne doit mesurer { $length } mm.
calibrate-printed = { $count } mires se trouvent dans { $folder } : imprimez-les à 100 % et mesurez la ligne au bas de chaque page.

calibrate-piece-die = dé
calibrate-piece-token = jeton
calibrate-piece-cylinder = cylindre
calibrate-piece-castle = château

calibrate-scale-empty-ask = Retirez tout du plateau et ne touchez pas la table.
calibrate-scale-empty-live = Le plateau vide indique { $counts } points et varie de { $noise }.
calibrate-scale-known-ask = Posez la masse connue de { $grams } g au milieu du plateau et lâchez-la.
calibrate-scale-known-ask-dice = Posez { $dice } dés sur le plateau, { $grams } g en tout, près du milieu, et lâchez-les.
calibrate-scale-known-live = Le plateau indique { $counts } points : { $factor } points par gramme.
calibrate-scale-second-ask = Posez à la place la deuxième masse, de { $grams } g, et lâchez-la.
calibrate-scale-second-ask-dice = Laissez seulement { $dice } dés sur le plateau, { $grams } g en tout, et lâchez-les.
calibrate-scale-second-live = Le plateau indique { $grams } g, soit { $percent } % d’écart.
calibrate-scale-quiet-ask = Retirez à nouveau tout du plateau et ne touchez pas la table pendant { $seconds } secondes.
calibrate-scale-quiet-live = La balance pèse { $rate } fois par seconde, varie de { $noise } g et dérive de { $drift } g par minute.
calibrate-scale-pieces-ask = Posez { $wanted } pièces de cette sorte, l’une après l’autre, à côté de la précédente ou dessus : { $kind }. Attendez chaque fois qu’elle soit comptée, et laissez-la là.
calibrate-scale-pieces-live = { $count } sur { $wanted } pesées.
calibrate-scale-pieces-last = La dernière pèse { $grams } g.
calibrate-scale-review-ask = Regardez le résultat : acceptez-le pour le garder dans le profil de la table.
calibrate-scale-review-live = { $factor } points par gramme, bruit { $noise } g, droite à { $percent } % près.
calibrate-scale-review-piece = { $kind } : { $grams } g, à { $spread } g près.
calibrate-scale-apart = Toutes les sortes se distinguent par leur poids ; les plus proches sont { $first } et { $second }, à { $grams } g l’une de l’autre.

calibrate-scale-waiting = La balance ne dit encore rien : branchez-la, ou lancez « referee doctor ».
calibrate-scale-hold = Attendez encore { $seconds } s sans rien toucher.
calibrate-scale-saturated = Le capteur est au bout de sa plage : enlevez du poids, ou échangez ses deux fils de signal.
calibrate-scale-frozen = La balance répète le même nombre : vérifiez les fils entre le capteur et le HX711.
calibrate-scale-unsteady = La mesure n’est pas stable : retirez vos mains de la table et attendez.
calibrate-scale-same = La balance indique la même chose qu’à vide : posez le poids sur le plateau ; s’il y est, vérifiez que le plateau ne repose que sur le capteur.
calibrate-scale-too-light = Les deux mesures diffèrent de moins de 1 % de la plage du convertisseur, trop peu pour mesurer : prenez une masse d’au moins { $needed } g (--mass).
calibrate-scale-bent = La balance indique { $read } g au lieu de { $grams } g : vérifiez les poids, et que le plateau ne touche que le capteur, puis recommencez.
calibrate-scale-not-empty = Il y a { $grams } g de plus ou de moins sur le plateau qu’au début : retirez tout, ou recommencez.
calibrate-scale-noisy = La mesure varie de { $noise } g, trop pour sentir les pièces légères : raccourcissez les fils du capteur et éloignez-les des alimentations.
calibrate-scale-drifting = La mesure dérive de { $drift } g par minute : laissez la balance chauffer dix minutes, à l’abri du soleil et des courants d’air, et répétez.
calibrate-scale-wrong-rate = La balance pèse { $rate } fois par seconde au lieu de 10 ou 80 : des mesures se perdent, prenez un autre câble USB et répétez.
calibrate-scale-slow = La balance ne pèse que 10 fois par seconde, trop lentement pour sentir une chute : coupez le cavalier qui relie RATE à la masse sur le HX711.
calibrate-scale-pieces-settling = Attendez que le plateau soit au repos avant de poser la première pièce.
calibrate-scale-pieces-odd = { $grams } g ne ressemble pas aux autres : retirez cette pièce et posez-en une de la bonne sorte.
calibrate-scale-pieces-more = Encore { $left }.
calibrate-scale-alike = { $first } et { $second } ne se distinguent pas par leur poids, à { $grams } g près : la table demandera laquelle c’était.
