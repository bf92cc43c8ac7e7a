# What to change before a camera that looks at any plain ground.

advice-looking = One moment: I am looking for dice.
advice-moving = Something moves: I read the dice as soon as all lies still.
advice-no-dice = I see no dice: put some in view.
advice-dark = Too dark: put a lamp beside the dice.
advice-bright = Too bright: turn the lamp away, or shade the dice.
advice-blurred = Out of focus: turn the ring of the lens if it has one, or change the distance a little.
advice-too-far = The dice are too small: move the camera nearer.
advice-too-near = The dice are too large: move the camera further away.
advice-many = I see more than { $most } things that look like dice: a plainer ground helps.
advice-doubtful = I am not sure of every die: lay them flat and a little apart.
