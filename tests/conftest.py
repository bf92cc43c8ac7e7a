"""What all tests share."""

from hypothesis import settings

# A busy or small machine is no reason for a test to fail.
settings.register_profile("table", deadline=None, print_blob=True)
settings.load_profile("table")
