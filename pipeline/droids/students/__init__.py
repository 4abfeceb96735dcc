"""Agents from a file of one's own, in a process of their own."""
