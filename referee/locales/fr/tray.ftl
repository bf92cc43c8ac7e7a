# Le plateau en français : ce que la caméra en voit, et ce qu’il faut faire.

tray-state-unseen = La caméra voit { $seen } des { $all } repères imprimés de la piste de dés : placez la piste sous la caméra, les quatre coins dans l’image.
tray-state-in-place = La piste est à sa place.
tray-state-shifting = La piste bouge : lâchez-la, et l’arbitre la retrouve.
tray-state-covered = Les repères de la piste sont cachés : retirez mains et manches de ses coins.
tray-state-gone = La piste n’est plus là : remettez-la sous la caméra, et la partie reprend d’elle-même.
tray-state-blank = On ne voit rien de la table : dégagez l’objectif, et allumez la lumière.

tray-finding-moved = La piste a été déplacée ; l’arbitre l’a retrouvée à sa nouvelle place.
tray-finding-bumped = Quelqu’un a heurté la piste ou la caméra ; tout est revenu à sa place.
tray-finding-partly-covered = Un repère de la piste est caché : les trois autres suffisent pour l’instant, mais dégagez son coin dès que possible.
tray-finding-uneven = La feuille des repères n’est pas à plat : aplatissez-la, et vérifiez qu’elle a été imprimée à sa taille réelle.
