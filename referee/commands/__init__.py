"""The commands of `referee`, one module each; `cli` gives them their words and options."""
