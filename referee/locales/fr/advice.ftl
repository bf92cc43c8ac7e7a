# Ce qu’il faut changer devant une caméra qui regarde n’importe quelle surface unie.

advice-looking = Un instant : je cherche des dés.
advice-moving = Quelque chose bouge : je lis les dés dès que tout est immobile.
advice-no-dice = Je ne vois aucun dé : posez-en devant la caméra.
advice-dark = Trop sombre : mettez une lampe à côté des dés.
advice-bright = Trop de lumière : détournez la lampe, ou mettez les dés à l’ombre.
advice-blurred = L’image est floue : tournez la bague de l’objectif s’il en a une, ou changez un peu la distance.
advice-too-far = Les dés sont trop petits : approchez la caméra.
advice-too-near = Les dés sont trop grands : éloignez la caméra.
advice-many = Je vois plus de { $most } choses qui ressemblent à des dés : une surface plus unie aide.
advice-doubtful = Je ne suis pas sûr de tous les dés : posez-les à plat, un peu écartés.
