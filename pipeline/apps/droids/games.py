"""The games that agents play, by the names of their rules."""

from ....schemas.rules import droid_battle, goofspiel
from ....schemas.rules.rule import Rule
from .card_game import CARDS
from .droid_game import DROIDS
from .game import AgentGame

GAMES = {droid_battle.NAME: DROIDS, goofspiel.NAME: CARDS}
"""A new game also needs its way of asking a user's file: a row of GAMES in `student_process.py`."""


def game_of(rule: Rule) -> AgentGame:
    """Return the game of a rule."""
    return GAMES[rule.name]
