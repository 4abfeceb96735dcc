"""Agents from a user's own file, each in a separate process."""
