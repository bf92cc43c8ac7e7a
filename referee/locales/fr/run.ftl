# « referee run » dans le terminal.

run-opening = La table s’ouvre. Tapez « aide » à tout moment.
run-page = Le tableau de bord : { $address }
run-phones = Pour les téléphones : { $address }
run-ready = La table est prête.
run-not-shown =
    { $count ->
        [one] … { $count } ligne n’a pas été montrée …
       *[other] … { $count } lignes n’ont pas été montrées …
    }
run-log-salvaged = Le journal était abîmé. Tout ce qui était lisible est dans un nouveau journal ; l’ancien est gardé sous { $file }.
simulator-missing = La table simulée n’est pas installée : lancez pip install 'table-referee[simulation]', ou écrivez les adresses de vos appareils dans table.toml.
run-bye = La partie est gardée ; « referee run --resume » la reprend.
run-help =
    Entrée          faire avec soin ce que la table attend : lancer, poser, ranger
    0.4             de même avec ce soin : 0 est négligent, 1 est parfait
    garde 5 5       quand des dés peuvent être relancés : laisser ceux-là, lancer les autres
    un choix        ce qui est affiché, par ses premières lettres ou son numéro
    pousse, cogne, appuie, retire, renverse [0 à 1]
                    ce que les mains peuvent faire d’autre à une table simulée
    tombe, bien, fait, annule
                    la tour est tombée ; tout va bien ; c’est fait ; annuler la dernière action
    score, aide, quitte

pin-new = Nouveau code :
pin-again = Encore une fois :
pin-differs = Les deux codes diffèrent. Veuillez réessayer.
pin-set = Le code est enregistré dans { $file }. Une table en marche le connaîtra à son prochain démarrage.
pin-cleared = Le code est effacé, et la table est fermée aux téléphones. Une table en marche le saura à son prochain démarrage.
