"""The return codes of the compiled walk, and the kinds of its items."""

DONE, PAUSE, ASK, REFUSED = range(4)
"""The walk is done; the caller should report progress and call it again; it needs an encounter from
the rules; it stopped because of a limit.
"""
POSITIONS, LABELS, DECISIONS, WAYS, MOVES = range(4, 9)
SITUATIONS, HISTORIES, STATES, TARGETS, WAITING = range(9, 14)
"""The table that is full."""
STAND, END, SKETCH, ENTRY = range(4)
"""The kinds of items: a situation in which the agent is to move, an end of play, a state that the
rules make, the entrance of a dangerous place.
"""
