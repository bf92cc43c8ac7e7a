"""`referee play`: a referee at the terminal; everything the table would see is typed in."""
