"""The artifacts: their records, and functions to read, write and check them."""
