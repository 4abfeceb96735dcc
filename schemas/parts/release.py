"""The version of efgc, which is written into all artifacts."""

VERSION = "0.2.0"
PROGRAM = f"efgc {VERSION}"
