"""The contracts of the course documents, on top of the chain. All of them use level 0, the textbook
tree.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from pipeline.chain import Work, run
from pipeline.files import Text, about
from pipeline.settings import Settings
from schemas.parts.problems import InputError, Problem
from stages.lower import REDUCTIONS


def island_2018(text: Text) -> tuple[str, Iterator[str]]:
    """Return the agent's linear program and the report of 2018."""
    from stages.report.mas2018 import write_mas2018

    work = _work(text, Settings("island-2018", 0, tuple(REDUCTIONS), player=1), "report")
    return work.made["lower"][0], write_mas2018(work.made["report"])


def gambit(text: Text, rules: str) -> Iterator[str]:
    """Return the parts of the Gambit file of a map."""
    from stages.expand.gambit import write_gambit

    return write_gambit(_work(text, Settings(rules, 0), "expand").made["expand"])


def game_lp(text: Text) -> float:
    """Return the expected utility of the player in the map's last line, from that player's own
    linear program.
    """
    from stages.parse.maps import read_map

    player = about(text.name, lambda: read_map(text.text)).player
    if player is None:
        line = len(text.text.splitlines()) + 1
        raise InputError(
            [Problem("the index of the player, 0 or 1, is missing", (), line, 1)], text.name
        )
    work = _work(text, Settings("island-2020", 0, player=player + 1), "report")
    value: float = work.made["report"].value
    return -value + 0.0 if player else value


def login_name(login: str | None, text: Text) -> str:
    """Return the name of the file to write. Raises a usage error if it would lie in another
    folder.
    """
    name = login or Path(text.file or "game").stem
    if Path(name).name != name:
        raise click.UsageError(f"--login takes a name, not a path: {name!r}")
    return name


def _work(text: Text, settings: Settings, through: str) -> Work:
    work = Work(text, settings)
    for _ in run(work, through):
        pass
    return work
