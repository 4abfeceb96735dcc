"""Droid battle: agents, training, matches and contests."""
