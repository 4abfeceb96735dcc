"""The contracts of the course documents, on top of the chain. All of them use level 0, the textbook
tree.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from pipeline.chain import result
from pipeline.files import about
from pipeline.records import Reported
from pipeline.settings import Settings
from pipeline.text import Text
from schemas.game import Game
from schemas.parts.problems import InputError, Problem
from stages.lower import REDUCTIONS


def island_2018(text: Text) -> tuple[str, Iterator[str]]:
    """Return the agent's linear program and the report of 2018."""
    from stages.report.mas2018 import write_mas2018  # For start-up time.

    asked = Settings(rules="island-2018", level=0, without=tuple(REDUCTIONS), player=1)
    made = _reported(text, asked)
    return made.solved.lowered.text, write_mas2018(made.report)


def gambit(text: Text, rules: str) -> Iterator[str]:
    """Return the parts of the Gambit file of a map."""
    from stages.expand.gambit import write_gambit  # For start-up time.

    game = result(text, Settings(rules=rules, level=0), "expand")
    assert isinstance(game, Game)
    return write_gambit(game)


def game_lp(text: Text) -> float:
    """Return the expected utility of the player in the map's last line, from that player's own
    linear program.
    """
    from stages.parse.maps import read_map  # For start-up time.

    player = about(text.name, lambda: read_map(text.text)).player
    if player is None:
        line = len(text.text.splitlines()) + 1
        raise InputError(
            [Problem("the index of the player, 0 or 1, is missing", (), line, 1)], text.name
        )
    value = _reported(text, Settings(rules="island-2020", level=0, player=player + 1)).report.value
    return -value + 0.0 if player else value


def login_name(login: str | None, text: Text) -> str:
    """Return the name of the file to write. Raises UsageError if it would lie elsewhere."""
    name = login or Path(text.file or "game").stem
    if Path(name).name != name:
        raise click.UsageError(f"--login takes a name, not a path: {name!r}")
    return name


def _reported(text: Text, settings: Settings) -> Reported:
    made = result(text, settings)
    assert isinstance(made, Reported)  # A map has a secret.
    return made
