"""The table's senses: an eye on the tray, a feeler under the plate."""
