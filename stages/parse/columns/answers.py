"""What the compiled walk answers, and what it comes to."""

DONE, PAUSE, ASK, REFUSED = range(4)
"""It is done; it wants to be called again when somebody was told how far it is; it wants to know of
an encounter; it is over because of a limit.
"""
POSITIONS, LABELS, DECISIONS, WAYS, MOVES = range(4, 9)
SITUATIONS, HISTORIES, STATES, TARGETS, WAITING = range(9, 14)
"""Of what it has no more room for."""
STAND, END, SKETCH, ENTRY = range(4)
"""What can follow: a situation in which the agent is to move, an end of play, a state that the
rules make, the entrance of a dangerous place.
"""
