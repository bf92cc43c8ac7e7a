# Le plateau en français : ce que la caméra en voit, et ce qu’il faut faire.

tray-state-unseen = La caméra voit { $seen } des { $all } repères imprimés du plateau : placez-le sous la caméra, les quatre coins dans l’image.
tray-state-in-place = Le plateau est à sa place.
tray-state-shifting = Le plateau bouge : lâchez-le, et l’arbitre le retrouve.
tray-state-covered = Les repères du plateau sont cachés : retirez mains et manches de ses coins.
tray-state-gone = Le plateau n’est plus là : remettez-le sous la caméra, et la partie reprend d’elle-même.

tray-finding-moved = Le plateau a été déplacé ; l’arbitre l’a retrouvé à sa nouvelle place.
tray-finding-bumped = Quelqu’un a heurté le plateau ou la caméra ; tout est revenu à sa place.
tray-finding-partly-covered = Un repère du plateau est caché : les trois autres suffisent pour l’instant, mais dégagez son coin dès que possible.
tray-finding-uneven = La feuille des repères n’est pas à plat : aplatissez-la, et vérifiez qu’elle a été imprimée à sa taille réelle.
