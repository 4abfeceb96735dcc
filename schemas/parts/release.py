"""The version of efgc, which is written into all artifacts."""

VERSION = "0.1.0"
PROGRAM = f"efgc {VERSION}"
