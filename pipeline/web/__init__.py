"""The board: a battle that people play and watch, as a page in the browser or in the terminal."""

from typing import NamedTuple

from pipeline.droids.droid import Agent
from schemas.rules.droid_battle import DroidBattle


class Seat(NamedTuple):
    """Who plays a droid."""

    name: str
    """As the board shows it."""
    agent: Agent | None
    """None is a person, who plays by keyboard."""


Seats = tuple[Seat, Seat]
"""Of droid 2 and of droid 5."""


def serve(rule: DroidBattle, seats: Seats, port: int = 0, open_browser: bool = True) -> None:
    """Show a battle as a web page of this machine alone, until Ctrl-C; 0 is any free port.

    Prints the address on stderr. Raises EfgcError where the port cannot be had.
    """
    from pipeline.web.server import serve_page  # Werkzeug, which nothing else needs.

    serve_page(rule, seats, port, open_browser)
