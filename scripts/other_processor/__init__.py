"""Shows that another processor, run under emulation, reads and judges as this one does."""
