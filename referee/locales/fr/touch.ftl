# Ce que le toucher dit d’un enregistrement.

touch-kind-placed = posé
touch-kind-lifted = retiré
touch-kind-fell = TOMBÉ
touch-kind-hand = une main
touch-kind-bumped = un heurt
touch-kind-restless = agité
touch-piece-unknown = quelque chose d’inconnu

touch-suspect = soupçon : { $reason }
touch-impacts = { $count ->
    [one] { $count } choc
   *[other] { $count } chocs
}
touch-summary = { $rows ->
    [one] { $rows } ligne
   *[other] { $rows } lignes
} sur { $duration } s : { $verdicts ->
    [one] { $verdicts } verdict
   *[other] { $verdicts } verdicts
}, { $falls ->
    [one] { $falls } chute
   *[other] { $falls } chutes
} ; { $level } g à la fin.

touch-reason-weightless-at-placement = apesanteur autour d’une pose
touch-reason-slid-off-after-placement = a glissé après une pose
touch-reason-from-too-high = tombé de plus haut qu’une main ne lâche
touch-reason-heavier-than-pieces = plus lourd que toute pièce
touch-reason-weight-added = du poids a été ajouté
touch-reason-hand-left = la main est partie
touch-reason-lost-too-much = plus de poids perdu qu’une main n’en lève
touch-reason-lost-with-jolt = du poids perdu avec une secousse
touch-reason-lost-too-fast = du poids perdu plus vite qu’une main ne lève
touch-reason-taken-smoothly = du poids retiré en douceur
touch-reason-mass-came-down = le centre de gravité est descendu
touch-reason-nothing-came-down = rien n’est descendu et personne n’a poussé
touch-reason-shaken = secoué
touch-reason-came-down-under-push = descendu sous une poussée
touch-reason-pressed = quelqu’un a appuyé d’en haut
touch-reason-shaken-weight-stayed = secoué, mais le poids est resté
touch-reason-hit-like-a-fall = un choc que seules des pièces qui tombent donnent
touch-reason-shaken-like-a-fall = secoué comme par une chute
touch-reason-dropped-or-fell = un choc de pièce lâchée ou tombée ; regardez, s’il vous plaît
touch-reason-bump-or-fall = secoué, par un heurt ou par une chute ; regardez, s’il vous plaît
touch-reason-hand-or-fall = bougé, par une main ou par une chute ; regardez, s’il vous plaît
touch-reason-no-such-weight = aucune pièce ne pèse cela
touch-reason-lighter = plus léger qu’avant
touch-reason-hit = un choc
touch-reason-lighter-again = de nouveau plus léger
