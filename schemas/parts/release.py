"""The version of this program, which all that it writes names."""

VERSION = "0.1.0"
PROGRAM = f"efgc {VERSION}"
