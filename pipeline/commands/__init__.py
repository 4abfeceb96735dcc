"""One command per file: read, call, write."""
