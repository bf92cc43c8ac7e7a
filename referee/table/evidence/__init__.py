"""The instant replay: the last seconds of curve and pictures, kept when something falls."""
