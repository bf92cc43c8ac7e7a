# Ce que lit la caméra.

eye-summary = { $count ->
    [0] aucun dé
    [one] un dé
   *[other] { $count } dés
}
eye-die-line = { $face } en { $x }, { $y } : { $certainty } ({ $confidence })
eye-face-unknown = ?
eye-certainty-certain = certain
eye-certainty-doubtful = douteux
eye-certainty-unknown = inconnu
eye-likely = peut-être { $faces }

eye-die-cocked = Ce dé est de travers : relancez-le, s’il vous plaît.
eye-die-stacked = Ce dé est posé sur un autre : relancez-le, s’il vous plaît.
eye-die-outside = Ce dé est hors de la piste.
eye-die-untaught = Personne ne m’a appris cette face : apprenez-la-moi, ou dites ce qu’elle montre.
eye-die-faint = On voit à peine les points de ce dé.
eye-die-side = C’est peut-être le côté d’un dé : placez la caméra plus haut, ou imprimez les repères.

eye-reading-wrong-count = Dés sur la piste : { $count } ; dés annoncés : { $expected }. Vérifiez la piste.
eye-reading-no-dice = Je ne vois aucun dé : mettez-les dans l’image, plus près de la caméra.
eye-reading-dice-too-small = Les dés sont trop petits pour être bien lus : rapprochez la caméra.
eye-reading-unclear = Trop de choses ressemblent à des dés sur cette image : posez-les sur un fond plus uni, ou éclairez mieux.
