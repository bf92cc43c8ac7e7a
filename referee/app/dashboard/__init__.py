"""What the dashboard sees of a running table: its camera, its scale, its simulated hands."""
