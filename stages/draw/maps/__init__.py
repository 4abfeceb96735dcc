"""Pictures of maps: the board, and what is shown on it."""
