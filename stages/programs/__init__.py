"""Linear programs that need not come from a game, in rationals: `reading` and `writing` their
texts, and `certify` for what becomes of them.
"""
