"""The table profile: everything a table knows about itself, in one file, `table.toml`.

    profile = read_table_profile(Path("table.toml"))
    write_table_profile(Path("table.toml"), profile)

Read once and checked to the last key; parts of the program are passed values, never the profile.
"""

from referee.config.reader import ProfileError, parse_table_profile, read_table_profile
from referee.config.sections import TableProfile
from referee.config.writer import format_table_profile, write_table_profile

__all__ = [
    "ProfileError",
    "TableProfile",
    "format_table_profile",
    "parse_table_profile",
    "read_table_profile",
    "write_table_profile",
]
