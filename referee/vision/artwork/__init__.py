"""The artwork on die faces: pips, our own symbols, random ones."""
