"""The table's senses: an eye on the tray, touch under the plate."""
