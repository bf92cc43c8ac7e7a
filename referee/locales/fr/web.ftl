# Ce que dit le serveur du tableau de bord, là où la page n’a pas ses propres mots.

web-wrong-host = Cette table ne répond pas sous ce nom. Ouvrez l’adresse que la table affiche.
web-wrong-origin = Un autre site a essayé d’utiliser cette table. Ouvrez la page de la table elle-même.
web-too-large = C’est plus que la table ne peut recevoir d’un coup. Envoyez-en moins.
web-not-json = La table ne comprend que le JSON. Envoyez-le en application/json.
web-not-understood = La table n’a pas compris. Comparez avec la documentation de l’API.
web-no-such-place = Il n’y a rien à cette adresse. Revenez à la première page de la table.
web-no-such-method = Cette adresse ne s’utilise pas ainsi. Comparez avec la documentation de l’API.
web-mistake = Le programme a fait une erreur. La partie continue ; essayez encore une fois.
web-disk-full = Le disque est plein, rien n’a donc changé. Supprimez des fichiers inutiles, puis réessayez.
web-disk-unwritable = Impossible d’écrire sur le disque, rien n’a donc changé. Vérifiez la carte mémoire et les droits de son dossier, puis réessayez.
web-settings-lost = Les réglages n’ont pas pu être lus ; la table suit ceux de son profil et les nombres des éditions fournies.
web-settings-lost-next = Ouvrez les réglages et refaites-les ; les nombres de vos boîtes aussi.
web-only-table = Seul l’écran de la table ou le responsable peut faire cela. Allez-y, ou connectez-vous.
web-only-operator = Seul le responsable peut faire cela. Connectez-vous avec le code.
web-only-own-seat = Vous ne pouvez agir que pour votre place. Demandez au joueur dont c’est le tour.
web-seen-by-camera = La caméra lit elle-même les dés. Si elle se trompe, dites-le sur l’écran de la table.
web-seen-by-scale = La balance le sent elle-même. Si elle se trompe, dites-le sur l’écran de la table.
web-not-the-accused = C’est à quelqu’un d’autre de le dire. Demandez à un autre joueur, ou utilisez l’écran de la table.
web-needs-agreement = Les deux doivent être d’accord. Proposez-le ; l’autre joueur l’accepte.
web-wrong-code = Ce n’est pas le code de cette place. Regardez l’écran de la table, ou scannez de nouveau.
web-wrong-key = Ce n’est pas la clé de cette table. Ouvrez l’adresse que la table a affichée à son démarrage.
web-network-closed = Les téléphones n’atteignent pas encore cette table. Touchez « Inviter les téléphones » sur son écran.
web-network-fixed = Cette table n’écoute qu’elle-même. Retirez d’abord « web.screen » de son profil.
web-network-taken = Le réseau n’a pas pu être ouvert : un autre programme y utilise ce port. Choisissez un autre port.
web-wrong-pin = Ce code n’est pas le bon. Essayez encore une fois.
web-wait = Trop de codes faux. Attendez { $seconds ->
    [one] { $seconds } seconde
   *[other] { $seconds } secondes
}, puis essayez encore une fois.
web-no-pin = Cette table n’a pas encore de code. Choisissez-en un d’abord.
web-no-game = Aucune partie n’est en cours. Commencez-en une d’abord.
web-game-under-way = Cette partie est en cours. Mettez-la d’abord de côté.
web-no-such-seat = Personne n’est assis là dans cette partie. Choisissez une des places affichées.
web-no-such-picture = Cette image n’est plus gardée. Rechargez la page.
web-no-such-language = Cette langue n’existe pas ici ; choisissez-en une autre.
web-seat-taken = Un autre téléphone joue cette place. Libérez-la sur ce téléphone, ou sur l’écran de la table.
web-unfit-pin = Un code a { $least } à { $most } lettres ou chiffres. Choisissez-en un autre.
web-no-day = Ce n’est pas une date. Écrivez-la comme 2025-01-31.
web-no-colour = Ce n’est pas une couleur. Écrivez-la comme #2f9e44.
web-no-such-player = Ce joueur n’existe plus. Choisissez-en un autre.
web-player-sits = Ce joueur est assis à la partie { $id }, qui est en cours. Mettez-la de côté ou terminez-la, puis supprimez le joueur.
web-player-sits-elsewhere = Ce joueur est assis à la partie { $id } de la table « { $table } », qui n’est pas terminée. Terminez-la ou supprimez-la là-bas, puis supprimez le joueur.
web-has-no-camera = Cette table n’a pas de caméra. Les dés se saisissent à la main.
web-has-no-scale = Cette table n’a pas de balance. Les chutes se signalent à la main.
web-has-no-picture = La caméra n’a pas encore envoyé d’image. Attendez un instant.
web-is-not-simulated = Cette table est réelle. Servez-vous de vos mains.
web-cannot-backup = Cette table n’a pas d’endroit pour les sauvegardes. Indiquez-en un dans ses réglages.
web-cannot-restart = Cette table ne peut pas se relancer elle-même. Relancez le programme.
web-no-other-table = Il n’y a pas d’autre table à prendre. Branchez une caméra, ou lancez le programme avec les mots qu’il vous faut.
web-not-an-option = Cette option ne peut pas être choisie ici : { $option }. Prenez une de celles de la page de départ.
web-no-such-edition = Cette édition n’existe pas. Prenez une de celles de la page de départ.
web-full = Trop de personnes regardent déjà. Essayez plus tard.
web-secret-choice = un choix secret
web-rewound-undo = Quelque chose a été annulé.
web-rewound-reading = Une lecture a été corrigée.
web-rewound-culprit = Une faute a été corrigée.
web-no-parquet = Les fichiers Parquet demandent une partie de plus : installez table-referee[parquet], puis essayez encore une fois.
web-page-missing = Les pages du tableau de bord ne sont pas encore construites. Lancez « make page » dans le dossier des sources, ou installez le paquet fini.

# Ce qui ne peut être convenu avant une partie.
setup-players = { $title } se joue de { $least } à { $most } joueurs, pas à { $count }.
setup-no-game = Aucun jeu ne s’appelle « { $name } » ; choisissez { $games }.
game-broken = Le jeu « { $game } » du paquet { $package } est défectueux ({ $detail }) : mettez ce paquet à jour ou désinstallez-le.
game-too-new = Le jeu « { $game } » du paquet { $package } a été fait pour un arbitre plus récent : mettez l’arbitre à jour.
game-name-taken = Le jeu « { $game } » du paquet { $package } porte un nom déjà pris : désinstallez l’un des deux.
setup-no-name = Choisissez un nom de 1 à { $most } caractères, avec au moins une lettre et rien d’invisible.
setup-reserved-name = « { $name } » est un mot que l’arbitre écoute ; choisissez un autre nom.
setup-same-name = Deux joueurs s’appellent { $name } ; donnez à chacun son propre nom.
setup-option = L’option { $option } ne convient pas ainsi à { $title } ; choisissez à nouveau.
setup-seat = Personne n’est assis là où l’indique « { $option } » ; choisissez à nouveau.

# Les mains de la table simulée.
twin-no-game = Aucune partie n’est en cours : commencez-en une.
twin-nothing-to-roll = Il n’y a rien à lancer maintenant : voyez ce que la table attend.
twin-nothing-to-place = Il n’y a rien à poser maintenant : voyez ce que la table attend.
