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
bohnanza-choose-plant-again = { $player }, planter aussi la carte suivante, ou s’arrêter ?
bohnanza-choose-deal = { $player }, des échanges ou des cadeaux ? Sinon, les échanges sont finis.
bohnanza-choose-sow = { $player }, laquelle des cartes devant vous plantez-vous, et dans quel champ ?
bohnanza-choose-draw = { $player }, piocher pour finir votre tour ?
bohnanza-choose-offer = { $player }, plantez ou défaussez les cartes offertes.
bohnanza-choose-discard = { $player }, défausser une carte de votre main ?
bohnanza-choose-choose = { $player }, lesquelles des cartes visibles plantez-vous ? Le reste devient l’offre.

bohnanza-action-plant-card = planter { $card } dans { $field ->
    [0] le premier champ
    [1] le deuxième champ
   *[other] le troisième champ
}
bohnanza-action-stop-planting = ne pas planter de deuxième carte
bohnanza-action-deal = échanger avec { $partner }
bohnanza-action-propose-deal = proposer un échange à { $partner }
bohnanza-action-accept-deal = { $seat } accepte l’échange proposé
bohnanza-action-decline-deal = { $seat } ne veut pas de l’échange proposé
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

bohnanza-event-game-started = La partie de Bohnanza commence. La première carte reçue est la première de la main ; personne ne change l’ordre de sa main.
bohnanza-event-card-planted = { $seat } plante { $card } dans { $field ->
    [0] le premier champ
    [1] le deuxième champ
   *[other] le troisième champ
}.
bohnanza-event-card-discarded = { $seat } défausse { $card }.
bohnanza-event-cards-revealed = { $seat } retourne { $cards }.
bohnanza-event-cards-added = La défausse ajoute : { $cards }.
bohnanza-event-cards-given = { $seat } donne à { $to } : { $cards }.
bohnanza-event-deal-proposed = { $seat } propose à { $partner } : { $cards } contre { $received }. { $partner }, d’accord ?
bohnanza-event-deal-accepted = { $seat } est d’accord.
bohnanza-event-deal-declined = { $withdrawn ->
    [true] { $seat } retire sa proposition à { $partner }.
   *[false] { $seat } ne veut pas de cet échange avec { $partner }.
}
bohnanza-event-deal-lapsed = L’échange proposé par { $seat } à { $partner } ne tient plus.
bohnanza-event-dealing-ended = { $then ->
    [sowing] Les échanges sont finis. Toutes les cartes posées devant vous doivent être plantées.
   *[other] Les échanges sont finis.
}
bohnanza-event-offer-left = { $seat } laisse en offre : { $cards }.
bohnanza-event-field-harvested = { $seat } récolte { $count } × { $card } et { $coins ->
    [0] ne gagne rien
    [one] gagne un écu
   *[other] gagne { $coins } écus
}.
bohnanza-event-field-bought = { $seat } achète un troisième champ. { $coins_to ->
    [box] Les écus quittent la partie, face cachée.
   *[other] Les écus vont sur la défausse, côté haricot visible.
}
bohnanza-event-cards-drawn = { $seat } pioche { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}, une par une, et les place derrière la dernière carte de sa main.
bohnanza-event-pile-exhausted = La pioche est épuisée pour la { $times ->
    [1] première
    [2] deuxième
    [3] troisième
   *[other] { $times }e
} fois.
bohnanza-event-pile-shuffled = Mélangez la défausse, { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} : c’est la nouvelle pioche.
bohnanza-event-turn-ended = C’est à { $to } de jouer.
bohnanza-event-game-ended = La partie est finie : tous les champs sont vendus, et les cartes en main ne valent rien.

bohnanza-refuse-no-such-seat = Personne n’est assis là ; { $seats ->
    [one] { $seats } personne joue
   *[other] { $seats } personnes jouent
}.
bohnanza-refuse-not-now = { $phase ->
    [offer] C’est le moment où { $player } plante ou défausse les cartes offertes.
    [planting] C’est le moment où { $player } plante depuis sa main.
    [discarding] C’est le moment où { $player } dit si une carte de sa main est défaussée.
    [revealing] C’est le moment où { $player } retourne des cartes de la pioche.
    [dealing] C’est le moment où { $player } fait des échanges ou y met fin.
    [sowing] C’est le moment où { $player } plante les cartes posées devant sa place.
    [choosing] C’est le moment où { $player } plante des cartes visibles ou les laisse en offre.
    [drawing] C’est le moment où { $player } pioche pour finir le tour.
   *[over] La partie est finie.
}
bohnanza-refuse-not-your-turn = Ce n’est pas à { $player } de jouer ; c’est à { $active }.
bohnanza-refuse-no-such-card = Aucun haricot ne s’appelle « { $card } » dans cette partie.
bohnanza-refuse-no-more-of-this-card = { $hidden ->
    [0] On a déjà vu toutes les cartes « { $card } » de cette partie.
    [one] Une seule carte « { $card } » de cette partie est encore cachée.
   *[other] Seules { $hidden } cartes « { $card } » de cette partie sont encore cachées.
}
bohnanza-refuse-no-such-field = { $player } n’a pas ce champ ; il y en a { $fields }.
bohnanza-refuse-other-bean-grows-there = Chez { $player }, « { $card } » pousse dans ce champ ; chaque champ n’accueille qu’une sorte de haricots, et un autre est vide.
bohnanza-refuse-grows-elsewhere = Chez { $player }, « { $card } » pousse déjà dans un autre champ ; la carte doit y aller.
bohnanza-refuse-no-room = { $can_buy ->
    [yes] { $player } n’a pas de place pour « { $card } » : il faut d’abord récolter un champ ou en acheter un troisième.
   *[no] { $player } n’a pas de place pour « { $card } » : il faut d’abord récolter un champ.
}
bohnanza-refuse-front-card-first = { $player } doit d’abord planter la première carte de sa main.
bohnanza-refuse-two-cards-at-most = { $player } a planté deux cartes de sa main ; une troisième n’est pas permise.
bohnanza-refuse-not-among-the-cards = Aucune carte « { $card } » n’est parmi les cartes à choisir maintenant.
bohnanza-refuse-wrong-number-of-cards = { $wanted ->
    [0] Il n’y a plus de carte à retourner.
    [one] Il faut retourner une carte, pas { $seen }.
   *[other] Il faut retourner { $wanted } cartes, pas { $seen }.
}
bohnanza-refuse-deal-without-active-player = Tout échange se fait avec { $active }, dont c’est le tour ; les autres ne peuvent ni échanger ni donner entre eux.
bohnanza-refuse-deal-with-oneself = { $player } ne peut pas échanger tout seul ; il faut être deux.
bohnanza-refuse-empty-deal = Dans un échange, au moins une carte change de mains.
bohnanza-refuse-revealed-cards-of-another = Les cartes retournées sont à { $active } ; { $player } ne peut donner que des cartes de sa main.
bohnanza-refuse-not-revealed = Aucune carte « { $card } » n’est parmi les cartes retournées.
bohnanza-refuse-received-cards-stay = { $player } a reçu « { $card } » dans un échange ; une carte reçue ne peut pas être redonnée.
bohnanza-refuse-hand-too-small = { $hand ->
    [0] { $player } n’a aucune carte en main et ne peut pas en donner { $cards }.
    [one] { $player } n’a qu’une carte en main et ne peut pas en donner { $cards }.
   *[other] { $player } n’a que { $hand } cartes en main et ne peut pas en donner { $cards }.
}
bohnanza-refuse-no-such-proposal = Cet échange n’est plus proposé. Regardez ce qui l’est maintenant.
bohnanza-refuse-proposal-of-others = { $player } a proposé cet échange à { $partner } : c’est à { $partner } d’accepter ou de refuser, et à { $player } de se raviser.
bohnanza-refuse-no-deals-in-duel = On n’échange pas dans le jeu à deux.
bohnanza-refuse-only-in-duel = L’offre et la défausse de cartes sont pour le jeu à deux ; ici, il faut planter toutes les cartes.
bohnanza-refuse-empty-field = Chez { $player }, rien ne pousse dans ce champ.
bohnanza-refuse-single-bean-protected = Chez { $player }, la carte « { $card } » est seule dans son champ et protégée tant qu’un autre champ a deux cartes ou plus ; récoltez celui-là.
bohnanza-refuse-harvest-in-own-turn = Dans le jeu à deux, on ne récolte que pendant son propre tour ; c’est à { $active } de jouer, pas à { $player }.
bohnanza-refuse-has-three-fields = { $player } a déjà trois champs ; personne n’en a quatre.
bohnanza-refuse-too-few-coins = Un troisième champ coûte { $price ->
    [one] { $price } écu
   *[other] { $price } écus
}, mais { $player } { $coins ->
    [0] n’en a aucun
    [one] n’en a qu’un
   *[other] n’en a que { $coins }
}.

# Ce qu’il y a sur la table.
bohnanza-show-draw = pioche
bohnanza-show-piles = pioches restantes
bohnanza-show-open = cartes visibles
bohnanza-show-discard = défausse
bohnanza-show-field-1 = champ 1
bohnanza-show-field-2 = champ 2
bohnanza-show-field-3 = champ 3
bohnanza-show-aside = à planter
bohnanza-show-hand = main
bohnanza-show-offers = propose
bohnanza-show-asks-for = demande en échange
bohnanza-show-offered = recevrait
bohnanza-show-asked-for = donnerait

# Sur la page.
bohnanza-cover = Planter, marchander, récolter : des haricots aux écus.
bohnanza-scene-add-card = Ajouter { $card }
bohnanza-scene-remove-card = Retirer { $card }
bohnanza-scene-draw = { $times ->
    [0] pioche, dernier passage
    [one] pioche, encore un passage
   *[other] pioche, encore { $times } passages
}
bohnanza-scene-open = Cartes visibles
bohnanza-scene-none-open = Aucune carte visible.
bohnanza-scene-discard = défausse
bohnanza-scene-hand = cartes en main
bohnanza-scene-coins = écus
bohnanza-scene-aside = À planter :
bohnanza-scene-meter = { $card } : une récolte rapporte { $coins ->
    [0] rien
    [one] un écu
   *[other] { $coins } écus
}
bohnanza-scene-empty = Un champ vide
bohnanza-scene-deal = Un échange ou un don
bohnanza-scene-harvest = Récolter ou acheter
bohnanza-scene-with = { $player } négocie avec
bohnanza-scene-gives-open = { $player } donne des cartes visibles
bohnanza-scene-gives-hand = { $player } donne de sa main
bohnanza-scene-receives = et reçoit en échange
bohnanza-scene-agreed = Les deux sont d’accord
bohnanza-scene-propose-deal = Proposer un échange ou un don
bohnanza-scene-propose = Proposer
bohnanza-scene-proposes = { $player } propose à { $partner }
bohnanza-scene-gives = { $player } donne
bohnanza-scene-nothing = rien
bohnanza-scene-accept = Oui, d’accord
bohnanza-scene-decline = Non, merci
bohnanza-scene-accepts = { $player } accepte
bohnanza-scene-declines = { $player } refuse
bohnanza-scene-withdraw = Retirer

# Avant la partie.
bohnanza-option-edition = Édition
bohnanza-choice-edition-a = A (3 à 7 joueurs, duel à 2)
bohnanza-choice-edition-b = B (3 à 5 joueurs)
bohnanza-option-first = Qui commence ?
bohnanza-option-third_field = Troisième champ
bohnanza-choice-third_field-edition = Selon l’édition
bohnanza-choice-third_field-start = Dès le début

# Comment on a joué.
bohnanza-variant-a = édition A
bohnanza-variant-b = édition B

# Ce qui ne peut pas être convenu.
bohnanza-setup-edition-players = { $edition } se joue à { $counts } ; choisissez une autre édition ou d’autres places.
bohnanza-setup-few-cards = Il y a trop peu de cartes : { $cards } en tout, { $dealt } à distribuer ; il faut une pioche.
