# Bohnanza en français. Les cartes des deux éditions portent des noms différents.

bohnanza-card-coffee = Harry Cogné
bohnanza-card-wax = Harry Cochet
bohnanza-card-blue = { $names ->
    [b] Haricot bleu
   *[a] Harry Colt
}
bohnanza-card-chili = { $names ->
    [b] Haricot de feu
   *[a] Harry Cauchemar
}
bohnanza-card-stink = { $names ->
    [b] Gros haricot
   *[a] Harry Cochon
}
bohnanza-card-green = { $names ->
    [b] Haricot vert
   *[a] Harry Colique
}
bohnanza-card-soy = { $names ->
    [b] Haricot de soja
   *[a] Harry Copain
}
bohnanza-card-black-eyed = { $names ->
    [b] Haricot à œil noir
   *[a] Harry Chaos
}
bohnanza-card-red = { $names ->
    [b] Haricot rouge
   *[a] Harry Comique
}
bohnanza-card-garden = { $names ->
    [b] Haricot de jardin
   *[a] Harry Coriace
}
bohnanza-card-cocoa = Harry Choco

bohnanza-choose-plant = { $player }, plantez la première carte de votre main : quel haricot est-ce, et dans quel champ ?
bohnanza-choose-plant-again = { $player }, planter aussi la carte suivante, ou s'arrêter ?
bohnanza-choose-deal = { $player }, des échanges ou des cadeaux ? Sinon, les échanges sont finis.
bohnanza-choose-sow = { $player }, laquelle des cartes devant vous plantez-vous, et dans quel champ ?
bohnanza-choose-draw = { $player }, piocher pour finir votre tour ?
bohnanza-choose-offer = { $player }, plantez ou défaussez les cartes offertes.
bohnanza-choose-discard = { $player }, défausser une carte de votre main ?
bohnanza-choose-choose = { $player }, lesquelles des cartes ouvertes plantez-vous ? Le reste est l'offre.

bohnanza-action-plant-card = planter { $card } dans { $field ->
    [0] le premier champ
    [1] le deuxième champ
   *[other] le troisième champ
}
bohnanza-action-stop-planting = ne pas planter de deuxième carte
bohnanza-action-deal = échanger avec { $partner }
bohnanza-action-end-dealing = finir les échanges
bohnanza-action-draw-cards = piocher et finir le tour
bohnanza-action-harvest-field = { $seat } récolte { $field ->
    [0] le premier champ
    [1] le deuxième champ
   *[other] le troisième champ
}
bohnanza-action-buy-field = { $seat } achète un troisième champ
bohnanza-action-discard-card = défausser { $card }
bohnanza-action-keep-hand = ne rien défausser
bohnanza-action-leave-offer = ne plus rien planter et laisser le reste en offre

bohnanza-event-game-started = La partie de Bohnanza commence. La première carte reçue est la première de la main ; personne ne change l'ordre de sa main.
bohnanza-event-card-planted = { $seat } plante { $card } dans { $field ->
    [0] le premier champ
    [1] le deuxième champ
   *[other] le troisième champ
}.
bohnanza-event-card-discarded = { $seat } défausse { $card }.
bohnanza-event-cards-revealed = { $seat } retourne { $cards }.
bohnanza-event-cards-added = La défausse ajoute : { $cards }.
bohnanza-event-cards-given = { $seat } donne à { $to } : { $cards }.
bohnanza-event-dealing-ended = { $then ->
    [sowing] Les échanges sont finis. Toutes les cartes posées devant vous doivent être plantées.
   *[other] Les échanges sont finis.
}
bohnanza-event-offer-left = { $seat } laisse en offre : { $cards }.
bohnanza-event-field-harvested = { $seat } récolte { $count } × { $card } et { $coins ->
    [0] ne gagne rien
    [one] gagne une pièce
   *[other] gagne { $coins } pièces
}.
bohnanza-event-field-bought = { $seat } achète un troisième champ. { $coins_to ->
    [box] Les pièces quittent la partie, face cachée.
   *[other] Les pièces vont sur la défausse, côté haricot visible.
}
bohnanza-event-cards-drawn = { $seat } pioche { $count ->
    [one] une carte
   *[other] { $count } cartes
}, une par une, derrière la dernière carte de sa main.
bohnanza-event-pile-exhausted = La pioche est épuisée pour la { $times ->
    [1] première
    [2] deuxième
    [3] troisième
   *[other] { $times }e
} fois.
bohnanza-event-pile-shuffled = Mélangez la défausse, { $count ->
    [one] une carte
   *[other] { $count } cartes
} : c'est la nouvelle pioche.
bohnanza-event-turn-ended = C'est le tour de { $to }.
bohnanza-event-game-ended = La partie est finie : tous les champs sont vendus, et les cartes en main ne valent rien.

bohnanza-refuse-no-such-seat = La place { $seat } n'existe pas ; les places sont numérotées à partir de 0, et il y en a { $seats }.
bohnanza-refuse-not-now = { $phase ->
    [offer] D'abord, { $player } plante ou défausse les cartes offertes.
    [planting] D'abord, { $player } plante depuis sa main.
    [discarding] D'abord, { $player } dit si une carte de sa main est défaussée.
    [revealing] D'abord, { $player } retourne des cartes de la pioche.
    [dealing] D'abord, { $player } fait des échanges ou y met fin.
    [sowing] D'abord, { $player } plante les cartes posées devant sa place.
    [choosing] D'abord, { $player } plante des cartes ouvertes ou les laisse en offre.
    [drawing] D'abord, { $player } pioche pour finir le tour.
   *[over] La partie est finie.
}
bohnanza-refuse-not-your-turn = Ce n'est pas le tour de { $player } ; c'est celui de { $active }.
bohnanza-refuse-no-such-card = Il n'y a pas de haricot « { $card } » dans cette partie.
bohnanza-refuse-no-more-of-this-card = Il y a { $count } cartes { $card } dans la partie ; { $hidden ->
    [0] on les a déjà toutes vues
    [one] une seule est encore cachée
   *[other] { $hidden } seulement sont encore cachées
}.
bohnanza-refuse-no-such-field = { $player } a { $fields } champs, numérotés à partir de 0.
bohnanza-refuse-other-bean-grows-there = { $card } pousse dans ce champ de { $player } ; chaque champ n'accueille qu'une sorte de haricots.
bohnanza-refuse-grows-elsewhere = { $player } a déjà un champ de { $card } ; la carte doit y aller.
bohnanza-refuse-no-room = { $player } n'a pas de place pour { $card } : il faut d'abord récolter un champ ou en acheter un troisième.
bohnanza-refuse-front-card-first = { $player } doit d'abord planter la première carte de sa main.
bohnanza-refuse-two-cards-at-most = { $player } a planté deux cartes de sa main ; une troisième n'est pas permise.
bohnanza-refuse-not-among-the-cards = Il n'y a pas de { $card } parmi les cartes à choisir maintenant.
bohnanza-refuse-wrong-number-of-cards = { $wanted ->
    [one] Il faut retourner { $wanted } carte
   *[other] Il faut retourner { $wanted } cartes
}, mais il y en a { $seen }.
bohnanza-refuse-deal-without-active-player = Tout échange se fait avec { $active }, dont c'est le tour ; les autres ne peuvent ni échanger ni donner entre eux.
bohnanza-refuse-deal-with-oneself = { $player } ne peut pas échanger avec { $player } ; il faut être deux.
bohnanza-refuse-empty-deal = Dans un échange, au moins une carte change de mains.
bohnanza-refuse-revealed-cards-of-another = Les cartes retournées sont à { $active } ; { $player } ne peut donner que des cartes de sa main.
bohnanza-refuse-not-revealed = Il n'y a pas de { $card } parmi les cartes retournées.
bohnanza-refuse-received-cards-stay = { $player } a reçu { $card } dans un échange ; une carte reçue ne peut pas être redonnée.
bohnanza-refuse-hand-too-small = { $player } n'a que { $hand ->
    [one] { $hand } carte
   *[other] { $hand } cartes
} en main et ne peut pas en donner { $cards }.
bohnanza-refuse-no-deals-in-duel = On n'échange pas dans le jeu à deux.
bohnanza-refuse-only-in-duel = L'offre et la défausse de cartes sont pour le jeu à deux ; ici, il faut planter toutes les cartes.
bohnanza-refuse-empty-field = Rien ne pousse dans ce champ de { $player }.
bohnanza-refuse-single-bean-protected = L'unique { $card } de { $player } est protégé tant qu'un autre champ a deux cartes ou plus ; récoltez celui-là.
bohnanza-refuse-harvest-in-own-turn = Dans le jeu à deux, { $player } ne récolte que pendant son propre tour ; c'est celui de { $active }.
bohnanza-refuse-has-three-fields = { $player } a déjà trois champs ; personne n'en a quatre.
bohnanza-refuse-too-few-coins = Un troisième champ coûte { $price } pièces, mais { $player } en a { $coins }.

# Ce que montre le score.
bohnanza-show-fields = champs
bohnanza-show-hand = main
bohnanza-show-coins = écus
bohnanza-show-aside = mises de côté
bohnanza-table-draw = pioche
bohnanza-table-discard_top = dessus de la défausse
bohnanza-table-open_cards = cartes dévoilées
