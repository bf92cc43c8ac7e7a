"""How the tables came to be, step by step; the program runs the steps when it opens a log."""
