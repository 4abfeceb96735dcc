"""The type of callbacks that report the progress of long work."""

from collections.abc import Callable

Watch = Callable[[int, int], None]
"""Receives the amount of work done and the total amount."""
