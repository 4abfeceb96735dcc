"""Linear programs that need not come from a game, in rationals: read, certified, written."""
