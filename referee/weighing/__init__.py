"""What the scale says and what it means: bytes, counts, grams, and what happened on the plate."""
