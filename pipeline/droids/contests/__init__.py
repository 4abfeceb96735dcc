"""Contests of droid battle: playing them, and writing their results."""
