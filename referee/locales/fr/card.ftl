# Les cartes en français : ce que la caméra en comprend, et ce qu’il faut faire.

card-finding-untaught = Cette carte n’a jamais été apprise : montrez-la seule et apprenez-la, ou retirez-la.
card-finding-back = Une carte est face cachée : retournez-la.
card-finding-alike = Cette carte est « { $card } » ou « { $second } » : posez-la à plat sous une meilleure lumière, ou dites laquelle c’est.

card-taught-good = Les cartes se distinguent bien : { $percent } % des images ont été reconnues sans avoir été apprises.
card-taught-confused = Certaines cartes ont été prises pour d’autres ; { $percent } % des images ont été reconnues : apprenez-les de nouveau avec des images plus grandes et plus nettes.
card-taught-alike = « { $first } » et « { $second } » se ressemblent le plus.

card-summary = { $count ->
    [0] aucune carte
    [one] une carte
   *[other] { $count } cartes
}
