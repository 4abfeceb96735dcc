"""The version of efgc, which is written into all artifacts."""

VERSION = "0.3.0"
PROGRAM = f"efgc {VERSION}"
