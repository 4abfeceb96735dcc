"""Strategies that people and other tools wrote, fitted to a game, and ours written for them.

A new format is a line in FORMATS. Which one a text has is seen from its content.
"""

from schemas.game import Game
from schemas.parts.problems import InputError, Problem
from schemas.strategy import Given
from stages.strategies import own_csv, own_json
from stages.strategies.belonging import refuse_other
from stages.strategies.fitting import fit
from stages.strategies.said import Format

__all__ = ("FORMATS", "fitted", "recognised")

FORMATS = {
    "strategy": Format(
        "a strategy", "strategy.json", own_json.recognise, own_json.read, own_json.write
    ),
    "csv": Format(
        "a table of a strategy", "strategy.csv", own_csv.recognise, own_csv.read, own_csv.write
    ),
}


def recognised(text: str) -> str | None:
    """Return which format a text has, a key of FORMATS; None where it has none of them."""
    return next((name for name, form in FORMATS.items() if form.recognise(text)), None)


def fitted(text: str, game: Game) -> Given:
    """Return what a text says that one player or both do, fitted to a checked game.

    Information sets are known by their numbers or their words, actions by their labels or places.
    Raises InputError with every problem at its line: a text of no known format or for another game,
    what the game does not have, what is written twice or is missing, and what is no distribution.
    """
    name = recognised(text)
    if name is None:
        raise InputError([Problem(_unknown(text), (), 1, 1)])
    said = FORMATS[name].read(text, game)
    refuse_other(text, said, game)
    return fit(text, said, game)


def _unknown(text: str) -> str:
    if not text.strip():
        return "there is nothing in it"
    *most, last = (form.name for form in FORMATS.values())
    return f"no strategy: it is neither {', '.join(most)} nor {last}"
