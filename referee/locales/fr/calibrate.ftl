# L’étalonnage guidé en français.

calibrate-page-tray = Table Referee : feuille de la piste de dés (A3) ; posez dans le cadre un tissu fin et mat, d’une autre couleur que les dés
calibrate-page-board = Table Referee : mire pour l’objectif (A4) ; collez-la sur un support plat et rigide
calibrate-page-ruler = Table Referee : règle (A4)
calibrate-page-check = Imprimez à 100 %, sans « ajuster à la page » : cette ligne doit mesurer { $length } mm.
calibrate-printed = { $count } mires se trouvent dans { $folder } : imprimez-les à 100 % et mesurez la ligne au bas de chaque page.

calibrate-scale-empty-ask = Retirez tout du plateau et ne touchez pas la table.
calibrate-scale-empty-live = Le plateau vide indique { $counts } unités et varie de { $noise }.
calibrate-scale-known-ask = Posez la masse connue de { $grams } g au milieu du plateau et lâchez-la.
calibrate-scale-known-ask-dice = Posez { $dice ->
    [one] { $dice } dé
   *[other] { $dice } dés
} sur le plateau, { $grams } g en tout, près du milieu, et lâchez.
calibrate-scale-known-live = Le plateau indique { $counts } unités : { $factor } unités par gramme.
calibrate-scale-second-ask = Posez à la place la deuxième masse, de { $grams } g, et lâchez-la.
calibrate-scale-second-ask-dice = Laissez { $dice ->
    [one] { $dice } dé
   *[other] { $dice } dés
} sur le plateau, { $grams } g en tout, et lâchez.
calibrate-scale-second-live = Le plateau indique { $grams } g, soit { $percent } % d’écart.
calibrate-scale-quiet-ask = Retirez à nouveau tout du plateau et ne touchez pas la table pendant { $seconds } s.
calibrate-scale-quiet-live = La balance pèse { $rate } fois par seconde, varie de { $noise } g et dérive de { $drift } g par minute.
calibrate-scale-stiff-ask = Tapotez légèrement le milieu du plateau vide du bout du doigt, { $wanted } fois, et attendez une seconde après chaque coup.
calibrate-scale-stiff-live = Coups : { $count } sur { $wanted }.
calibrate-scale-stiff-tone = Le plateau résonne à { $hertz } Hz et s’éteint en { $milliseconds } ms (amortissement { $damping }).
calibrate-scale-stiff-silent = Le plateau ne résonne pas : il est rigide, pour autant qu’on puisse l’entendre.
calibrate-scale-stiff-more = Il en manque : { $left }.
calibrate-scale-stiff-hard = C’était trop fort : tapotez plus légèrement.
calibrate-scale-stiff-deaf = Il n’y a pas d’accéléromètre : le poids seul ne révèle qu’un plateau très mou.
calibrate-scale-soft = Le plateau est mou, il oscille à { $hertz } Hz : vissez bien le capteur, sur un socle rigide. Des chocs pourraient être pris pour des chutes.
calibrate-scale-rattles = Le plateau vibre bruyamment : serrez ses vis, et veillez à ce que rien d’autre que le capteur ne le touche.
calibrate-scale-rings-on = Le plateau résonne pendant { $milliseconds } ms : mettez du feutre entre le capteur et le plateau.
calibrate-scale-pieces-ask = Posez { $wanted } pièces de cette sorte, l’une après l’autre, à côté de la précédente ou dessus : { $kind }. Attendez chaque fois qu’elle soit comptée, et laissez-la là.
calibrate-scale-pieces-live = Pesées : { $count } sur { $wanted }.
calibrate-scale-pieces-last = La dernière pèse { $grams } g.
calibrate-scale-hands-ask = Posez une main sur la tour, ou sur le plateau, et retirez-la, { $wanted } fois, comme vous le faites en construisant ; attendez une seconde après chaque fois. Si la tour tombe, recommencez cette étape.
calibrate-scale-lift-ask = Enlevez la pièce du haut et remettez-la, { $wanted } fois ; attendez une seconde après chaque geste. Si la tour tombe, recommencez cette étape.
calibrate-scale-drop-ask = Laissez tomber un dé de la hauteur d’un pouce, { $wanted } fois à côté du plateau et { $wanted } fois sur le plateau ; attendez une seconde après chaque fois.
calibrate-scale-shown-live = Senti : { $count } sur { $wanted }.
calibrate-scale-shown-usual = Comme les tables sont réglées d’habitude : gestes sentis : { $felt } ; pris pour une chute : { $called } ; donnant lieu à une question : { $asked }.
calibrate-scale-shown-kept = Telle que cette table sera réglée, gestes que vous avez montrés : { $felt } ; pris pour une chute : { $called } ; donnant lieu à une question : { $asked }.
calibrate-scale-review-ask = Regardez le résultat : acceptez-le pour le garder dans le profil de la table.
calibrate-scale-review-live = Unités par gramme : { $factor } ; bruit { $noise } g, droite à { $percent } % près.
calibrate-scale-review-piece = { $kind } : { $grams } g, à { $spread } g près.
calibrate-scale-apart = Toutes les sortes se distinguent par leur poids ; les plus proches sont { $first } et { $second }, à { $grams } g l’une de l’autre.

calibrate-scale-waiting = La balance ne dit encore rien : branchez-la, ou lancez « referee doctor ».
calibrate-scale-hold = Attendez { $seconds } s sans rien toucher.
calibrate-scale-saturated = Le capteur est au bout de sa plage : enlevez du poids, ou échangez ses deux fils de signal.
calibrate-scale-frozen = La balance répète le même nombre : vérifiez les fils entre le capteur et le HX711.
calibrate-scale-unsteady = La mesure n’est pas stable : retirez vos mains de la table et attendez.
calibrate-scale-same = La balance indique la même chose qu’à vide : posez le poids sur le plateau ; s’il y est, vérifiez que le plateau ne repose que sur le capteur.
calibrate-scale-too-light = Les deux mesures diffèrent de moins de 1 % de la plage du convertisseur, trop peu pour mesurer : prenez une masse d’au moins { $needed } g.
calibrate-scale-bent = La balance indique { $read } g au lieu de { $grams } g : vérifiez les poids, et que le plateau ne touche que le capteur, puis recommencez.
calibrate-scale-not-empty = Il y a { $grams } g de plus ou de moins sur le plateau qu’au début : retirez tout, ou recommencez.
calibrate-scale-noisy = La mesure varie de { $noise } g, trop pour sentir les pièces légères : raccourcissez les fils du capteur et éloignez-les des alimentations.
calibrate-scale-drifting = La mesure dérive de { $drift } g par minute : laissez la balance chauffer dix minutes, à l’abri du soleil et des courants d’air, et répétez.
calibrate-scale-wrong-rate = La balance pèse { $rate } fois par seconde au lieu de 10 ou 80 : des mesures se perdent, prenez un autre câble USB et répétez.
calibrate-scale-slow = La balance ne pèse que 10 fois par seconde, trop lentement pour sentir une chute : coupez le pont qui relie RATE à la masse sur le module HX711.
calibrate-scale-shown-more = Il en manque : { $left }. Ou passez cette étape.
calibrate-scale-shown-called = Certains des gestes que vous avez montrés sont pris pour une chute à cette table : lâchez plus lentement, vissez mieux le plateau et le capteur, et calibrez à nouveau.
calibrate-scale-pieces-settling = Attendez que le plateau soit au repos avant de poser la première pièce.
calibrate-scale-pieces-odd = La dernière, { $grams } g, ne ressemble pas aux autres : retirez-la et posez une pièce de la bonne sorte.
calibrate-scale-pieces-more = Il en manque : { $left }.
calibrate-scale-alike = { $first } et { $second } ne se distinguent pas par leur poids, à { $grams } g près : la table demandera laquelle c’était.

calibrate-step = Étape { $number } sur { $count }
calibrate-keys-ready = Entrée : accepter · r : répéter · q : abandonner
calibrate-keys-wait = r : répéter · q : abandonner
calibrate-keys-skip = s : passer cette étape
calibrate-keys-groups = 2 eye, puis Entrée : le groupe 2 s’appelle eye · 2 - : le laisser de côté · 2 + : le reprendre · 2 /7 : l’image 7 a son propre groupe
calibrate-typed-wrong = C’est impossible : commencez par le numéro d’un groupe, et prenez un nom de la liste.
calibrate-hands = Les mains simulées sont à l’œuvre…
calibrate-kept-first = Gardé dans le nouveau profil de table { $file }.
calibrate-kept = Gardé dans { $file } ; le profil d’avant est à côté, avec la terminaison .previous.
calibrate-picture = Ce que voit la table est dans { $file }.
calibrate-aborted = Abandonné : le profil de la table reste comme il était.

calibrate-corner-top-left = en haut à gauche
calibrate-corner-top-right = en haut à droite
calibrate-corner-bottom-right = en bas à droite
calibrate-corner-bottom-left = en bas à gauche

calibrate-tray-look-ask = Posez la feuille imprimée sur la piste de dés, videz la piste, et regardez les chiffres jusqu’à ce que tout aille bien.
calibrate-tray-markers = Repères visibles : { $seen } sur { $count }.
calibrate-tray-look-live = Netteté { $sharp } %, lumière { $light } %, brûlé { $white } % ; { $scale } px par millimètre, { $die } px par dé.
calibrate-tray-missing = Tous les repères ne sont pas visibles, ces coins manquent : { $corners }. Découvrez-les, ou déplacez la caméra jusqu’à voir toute la feuille.
calibrate-tray-not-flat = Les repères ne sont pas placés comme sur la feuille : posez-la à plat, et imprimez-la à 100 %.
calibrate-tray-black = L’image est noire : ôtez le capuchon de l’objectif et allumez la lumière.
calibrate-tray-blown = Presque toute la piste est brûlée : détournez la lampe ou réduisez l’exposition.
calibrate-tray-dark = La piste est plutôt sombre : plus de lumière rend la lecture plus sûre.
calibrate-tray-glare = Un reflet brûle { $white } % de la piste : déplacez la lampe, ou prenez une feuille mate.
calibrate-tray-blurred = L’image est floue : tournez l’objectif jusqu’à ce que les repères aient des bords nets, ou attendez qu’un objectif qui fait le point tout seul l’ait fait.
calibrate-tray-soft = L’image est un peu floue : tournez l’objectif jusqu’à ce que les repères soient plus nets, ou attendez qu’un objectif qui fait le point tout seul l’ait fait.
calibrate-tray-small = Un dé est trop petit, { $die } px de large : rapprochez la caméra ou choisissez une image plus grande, jusqu’à { $least } px.
calibrate-tray-moved-since = La piste ou la caméra a bougé depuis le dernier étalonnage : continuez pour garder la nouvelle place.
calibrate-tray-empty-ask = Laissez la piste vide et éloignez vos mains pendant la prise de vue.
calibrate-tray-empty-live = Images : { $count } sur { $wanted }.
calibrate-tray-empty-wait = Un instant, s’il vous plaît.
calibrate-tray-moved = La piste ou la caméra a bougé : laissez-les en place, et répétez cette étape.
calibrate-tray-not-empty = { $dice ->
    [one] Il y a quelque chose comme un dé sur la piste : retirez-le.
   *[other] Il y a { $dice } choses comme des dés sur la piste : retirez-les.
}

calibrate-part-top-left = en haut à gauche
calibrate-part-top = en haut
calibrate-part-top-right = en haut à droite
calibrate-part-left = à gauche
calibrate-part-middle = au milieu
calibrate-part-right = à droite
calibrate-part-bottom-left = en bas à gauche
calibrate-part-bottom = en bas
calibrate-part-bottom-right = en bas à droite
calibrate-lean-right = droit
calibrate-lean-bottom = du bas
calibrate-lean-left = gauche
calibrate-lean-top = du haut

calibrate-camera-ask = Tenez la mire imprimée devant la caméra, immobile un instant à chaque fois : dans chaque partie de l’image, et penchée dans chaque direction.
calibrate-camera-live = Vues : { $count } ; il en faut au moins { $least }.
calibrate-camera-seen = La mire est visible.
calibrate-camera-unseen = La mire n’est pas visible.
calibrate-camera-error-live = L’objectif correspond à { $error } px près.
calibrate-camera-waiting = Il n’y a pas encore d’image : branchez la caméra, ou lancez « referee doctor ».
calibrate-camera-missing-parts = La mire n’a pas encore été vue dans ces parties de l’image : { $parts }.
calibrate-camera-missing-leans = Penchez la mire pour que ce bord se rapproche de la caméra : { $leans }.
calibrate-camera-more = Vues qui manquent encore : { $left }, chacune d’un autre endroit.
calibrate-camera-odd = Les vues ne concordent pas, l’erreur est de { $error } px, et les pires sont les vues { $views } : répétez cette étape et tenez la mire immobile et plate.
calibrate-camera-bad = Les vues ne concordent pas, l’erreur est de { $error } px : collez la mire sur un support plat, faites la mise au point, et répétez cette étape.

calibrate-dice-show-ask = Posez un seul dé sur la piste et retournez-le encore et encore, jusqu’à ce que chaque face ait été vue quelques fois. Dites à tout moment quelle face est laquelle.
calibrate-dice-live = Images : { $count } ; faces : { $faces }.
calibrate-dice-turn = Cette face a été vue : retournez le dé.
calibrate-dice-still = Ne touchez pas le dé pendant un instant.
calibrate-dice-no-tray = La piste n’est pas visible : découvrez ses repères, ou lancez « referee calibrate tray ».
calibrate-dice-none = Il n’y a pas de dé sur la piste : posez-en un, et retirez votre main.
calibrate-dice-many = Il y a { $dice } dés sur la piste : n’en laissez qu’un.
calibrate-dice-again = À montrer encore : { $list }.
calibrate-dice-times = { $face } ({ $times } ×)
calibrate-dice-near = { $first } et { $second } se ressemblent vues d’ici : montrez chacune deux fois de plus, ou rapprochez la caméra. Si c’est la même face, donnez-leur le même nom.
calibrate-dice-nearer = { $first } et { $second } se ressemblent toujours vues d’ici : rapprochez la caméra, ou éclairez la piste plus également.
calibrate-dice-nameless = Dites quelles faces ce sont : { $list }.
calibrate-dice-unseen = Pas encore montré, ou pas nommé : { $list }.
calibrate-dice-two = Un dé a au moins deux faces : montrez-en une autre et nommez-la.
calibrate-dice-group = n° { $number }
calibrate-dice-group-enough = { $number } : { $name }, vue assez souvent ; images { $numbers }
calibrate-dice-group-more = { $number } : { $name }, à montrer encore : { $left } ; images { $numbers }
calibrate-dice-group-left-out = { $number } : laissée de côté ; images { $numbers }
calibrate-dice-names = Noms : { $names }
calibrate-dice-review-ask = Voici à quel point la table sera sûre : acceptez pour garder le jeu de faces, ou répétez pour continuer à montrer.
calibrate-dice-sure = { $face } : { $sure } lectures sur 100 seront certaines.
calibrate-dice-unsure = La table demandera plus souvent pour { $list }. Répétez et montrez-les encore, rapprochez la caméra, ou éclairez la piste plus également.
calibrate-dice-clear = Toutes les faces se distinguent sûrement ; les plus semblables sont { $first } et { $second }.
calibrate-dice-narrow = { $first } et { $second } se ressemblent assez : la table demandera de temps en temps.
calibrate-dice-alike = { $first } et { $second } se ressemblent trop pour être distinguées : répétez et montrez les deux plus souvent de plus près, ou abandonnez, marquez l’une d’elles, et recommencez.
calibrate-dice-kept = Le jeu de faces est dans { $folder }. Aux autres, le fichier { $file } suffit.

calibrate-blocks-game = La table est en cours d’étalonnage. Terminez-le ou abandonnez-le sur la page Réglages, puis commencez la partie.
calibrate-game-blocks = Une partie est en cours. Terminez-la ou mettez-la de côté, puis étalonnez.
calibrate-already = Quelqu’un étalonne déjà. Terminez ou abandonnez d’abord cet étalonnage.
calibrate-not-now = Cette étape est passée, ou pas encore prête. Regardez ce que la page montre maintenant.
calibrate-nothing = Cette table ne peut pas être étalonnée d’ici. Utilisez « referee calibrate » dans un terminal.
calibrate-failed = L’étalonnage s’est arrêté à cause d’une erreur du programme ; le profil de la table reste tel qu’il était. Réessayez.
calibrate-two-masses = Il faut deux masses. Indiquez les deux.
calibrate-masses-alike = Deux masses presque égales ne disent rien de ce qui est entre elles. Prenez-en une d’environ la moitié de l’autre, comme 200 g et 100 g.
calibrate-set-incomplete = Un jeu de faces demande un nom et une sorte de dés. Indiquez les deux.
calibrate-no-name = Les noms des jeux et des faces n’ont que des minuscules, des chiffres et des traits d’union. Corrigez-les.
calibrate-counts-from-start = Cela compte dès le prochain démarrage de la table.
calibrate-counts-now = La table lit ces dés dès maintenant.
calibrate-counts-with-profile = Cela compte dès que la table est démarrée avec ce profil : referee run --table { $file }
