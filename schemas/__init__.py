"""The artifacts: their records, and functions to read, write and check them; and records that exist
in memory only, such as `trail` and `map_game`.
"""
