"""Contests of droid battle: how they are held, what their results say, and how those are told."""
