"""The letters of a Gambit file, and the codes of nodes, descriptions and their texts. The kernels
and their callers share them.
"""

QUOTE, BACKSLASH, COMMA, MINUS, OPENED, CLOSED = (ord(letter) for letter in '"\\,-{}')
ZERO, NINE = ord("0"), ord("9")
DECIDES, MOVES_BY_CHANCE, ENDS = (ord(letter) for letter in "pct")
"""The first letters of nodes."""
CHANCE, PLAYER, OUTCOME = 0, 1, 3
"""Roles of descriptions: an information set of chance, one of player 1 (of player 2: one more), an
outcome.
"""
MOVE, ACTIONS, PAYOFFS = 0, 1, 2
"""Uses of the texts in braces: (role + 1) // 2."""
