# Les sens de la table : ce qui s’est passé, et que faire ensuite.

eye-failed = L’œil de l’arbitre a buté sur une image et continue de lui-même : si cela ne cesse pas, débranchez la caméra et rebranchez-la.
feeler-failed = Le toucher de l’arbitre a trébuché et continue de lui-même : si cela ne cesse pas, débranchez la balance et rebranchez-la.
