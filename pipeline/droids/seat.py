"""A seat at the board."""

from typing import NamedTuple

from pipeline.droids.droid import Agent


class Seat(NamedTuple):
    """The player of a droid."""

    name: str
    """The name shown on the board."""
    agent: Agent | None
    """None for a person at the keyboard."""


Seats = tuple[Seat, Seat]
"""The seats of droid 2 and droid 5."""
