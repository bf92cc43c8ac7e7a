"""The sense of touch: bytes of the scale, counts, grams, and what happened on the plate."""
