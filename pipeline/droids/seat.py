"""Who sits at the board."""

from typing import NamedTuple

from pipeline.droids.droid import Agent


class Seat(NamedTuple):
    """Who plays a droid."""

    name: str
    """As the board shows it."""
    agent: Agent | None
    """None is a person, who plays by keyboard."""


Seats = tuple[Seat, Seat]
"""Of droid 2 and of droid 5."""
