"""Playing a game that was solved: agents, training, matches."""
