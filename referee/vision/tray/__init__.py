"""The tray: its markers, its planes, and whether it was moved."""
