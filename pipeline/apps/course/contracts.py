"""The contracts of the course documents, on top of the chain.

Output that lists sequences or nodes uses level 0, the textbook tree, whose size is computed from
the graph of level 2 before the tree is built. A value alone is computed at level 2, which has the
same value.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import click

from ....schemas.game import Game
from ....schemas.parts.counts import UNREDUCED
from ....schemas.parts.limits import beyond, more_than
from ....schemas.parts.problems import InputError, LimitError, Problem
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.histories import count_within, histories_up_to
from ....stages.expand import MAX_HISTORIES
from ....stages.lower import REDUCTIONS
from ....stages.parse import REDUCED_LEVEL
from ....stages.report.measures import Measured
from ...chain.programs import lower_game, report_game, solve_game
from ...chain.records import Reported
from ...files.reading import about
from ...files.text import Text
from ...machine.memory import HISTORY, affordable
from ...settings import Settings
from ...ways.run import result


class Island2018(NamedTuple):
    """The output required by the document of 2018, or the value alone if the tree is too large."""

    files: dict[str, Iterator[str]]
    """The files by the endings of their names."""
    report: Iterator[str]
    refused: LimitError | None
    """The reason why there is only the value; else None."""


def island_2018(text: Text, name: str, explained: bool = False) -> Island2018:
    """Return both programs, their legend and the report of 2018; for a map whose tree is too large,
    the value alone.

    The names of the files begin with `name`. Raise LimitError if the programs are to be explained
    but are too large for that.
    """
    # Imported here for start-up time.
    from ....stages.lower.explanation import explain, legend
    from ....stages.report.strategy_formats import refuse_table, value_line, write_mas2018

    asked = Settings(rules="island-2018", level=0, without=tuple(REDUCTIONS), player=1)
    try:
        lowered = lower_game(_tree(text, asked.rules), asked)
        refuse_table(lowered.forms.whole, text.name)
    except LimitError as error:
        value = _reported(text, Settings(rules=asked.rules, level=REDUCED_LEVEL)).report.value
        alone = LimitError(f"{error.message}; only the value of this map is printed", error.source)
        return Island2018({}, value_line(value), alone)
    whole, letters = lowered.forms.without(asked.without), ("S", "Q")
    files = {"lp": iter([lowered.text])}
    files["attacker.lp"] = iter([lower_game(whole.game, replace(asked, player=2)).text])
    programs = (f"{name}.lp", f"{name}.attacker.lp")
    files["legend.txt"] = legend(whole, ("AGENT", "ATTACKER"), letters, programs)
    if explained:
        both = [explain(whole, player, letters) for player in (1, 2)]
        files["explained.txt"] = chain(both[0], ["\n\n"], both[1])
    made = report_game(solve_game(lowered, asked), asked)
    return Island2018(files, write_mas2018(made.report), None)


def report_2018(text: Text, rules: str = "island-2018") -> Measured:
    """Return the report of a map by its textbook tree. Raise LimitError if the tree is too
    large.
    """
    asked = Settings(rules=rules, level=0, without=tuple(REDUCTIONS), player=1)
    lowered = lower_game(_tree(text, asked.rules), asked)
    return report_game(solve_game(lowered, asked), asked).report


def gambit(text: Text, rules: str) -> Iterator[str]:
    """Return the parts of the Gambit file of a map. Raise LimitError if its tree is too large."""
    from ....stages.expand.gambit import write_gambit  # Imported here for start-up time.

    return write_gambit(_tree(text, rules))


def game_lp(text: Text) -> float:
    """Return the expected utility of the player in the map's last line, from that player's own
    linear program, at level 2.
    """
    from ....stages.parse.maps import read_map  # Imported here for start-up time.

    player = about(text.name, lambda: read_map(text.text)).player
    if player is None:
        line = len(text.text.splitlines()) + 1
        raise InputError(
            [Problem("the index of the player, 0 or 1, is missing", (), line, 1)], text.name
        )
    asked = Settings(rules="island-2020", level=REDUCED_LEVEL, player=player + 1)
    value = _reported(text, asked).report.value
    return -value + 0.0 if player else value


def templates() -> dict[str, str]:
    """Return the files required by the documents, by name."""
    folder = Path(__file__).parent / "templates"
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.py"))}


def map_for(course: str, text: Text) -> Text:
    """Return the text of a map in the layout of a course, a key of RULES. Raise InputError for
    another layout, whose map would be another game by the rules of the course.
    """
    from ....stages.parse.maps import LAYOUTS, read_map  # Imported here for start-up time.
    from ....stages.parse.rule_sets import RULES

    layout, family = about(text.name, lambda: read_map(text.text)).layout, RULES[course].family
    if layout != family:
        message = f"this map has the layout {layout}; {course} takes the layout {family}, which "
        message += f"begins with {LAYOUTS[family].begin}"
        raise InputError([Problem(message, (), 1, 1)], text.name)
    return text


def login_name(login: str | None, text: Text) -> str:
    """Return the name of the file to write. Raise UsageError if it would be outside the folder."""
    name = login or Path(text.file or "game").stem
    if Path(name).name != name:
        raise click.UsageError(f"--login takes a name, not a path: {name!r}")
    return name


def _tree(text: Text, rules: str) -> Game:
    """Return the textbook tree of a map. Raise LimitError with its size, counted without building
    it, if that is over the limit.
    """
    limit = affordable(MAX_HISTORIES, HISTORY)
    with refused_if_large(text, rules, limit):
        game = result(text, Settings(rules=rules, level=0, max_states=limit), "expand")
    assert isinstance(game, Game)
    return game


def _reported(text: Text, settings: Settings) -> Reported:
    made = result(text, settings)
    assert isinstance(made, Reported)  # A map has a secret.
    return made


@contextmanager
def refused_if_large(text: Text, rules: str, limit: int) -> Iterator[None]:
    """For a `with` block that makes the textbook tree of a map: raise LimitError, if possible
    before the block begins, if the tree has more histories than the limit.
    """
    small = result(text, Settings(rules=rules, level=REDUCED_LEVEL), "parse")
    assert isinstance(small, StateGraph)
    number, exactly = _counted(small, limit)
    if number > limit:
        many = beyond(limit, number, "histories", not exactly)
        raise LimitError(f"the tree of the map {many}", text.name)
    try:
        yield
    except InputError:  # The map is valid, as its graph could be made.
        many = more_than(limit, "histories")
        raise LimitError(f"the tree of the map {many}", text.name) from None


COUNTING = 4_000_000  # The limit of counting in the units of `count_within`: two seconds.


def _counted(graph: StateGraph, limit: int) -> tuple[int, bool]:
    """Return the number of histories of a map's tree, and whether it is exact; if not, it is a
    lower bound, since the graph of level 2 omits some.
    """
    counts = graph.counts
    if counts is not None and counts.of == UNREDUCED:
        return counts.histories, True
    counted = count_within(graph, most=COUNTING)
    if counted is not None:
        return counted.histories, False
    return histories_up_to(graph, limit)[0], False
