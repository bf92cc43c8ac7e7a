"""Random drawn pictures of dice with everything known about them, to train and to measure with."""
