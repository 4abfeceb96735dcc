"""What the reductions removed, in numbers and words."""

from collections.abc import Iterator
from typing import NamedTuple

from schemas.game import Game
from schemas.linear_program import origin
from schemas.parts.counts import REDUCED
from schemas.parts.exact import large
from schemas.report import Report
from stages.forms.formulation import Forms
from stages.forms.program import Program
from stages.forms.reductions import REDUCTIONS

NODES = 5_000
"""Of a game whose sequence forms are made again to be counted."""
LEVELS = (
    "Level 0, the textbook tree: one state per history",
    "Level 1: situations with the same future are one",
    "Level 2: situations with the same future are one, and what cannot matter is left out",
)


class Form(NamedTuple):
    """The linear program of one sequence form."""

    name: str
    """Which reduction made it of the form before."""
    rows: int
    columns: int
    nonzeros: int


def graph_words(report: Report) -> str:
    """Return what the reductions of the level removed; empty for what has no level."""
    game, counts = report.game, report.game.counts
    if not game.source or not game.states:
        return ""
    told = f"{LEVELS[game.source.level]}."
    if counts is None:
        return told
    if counts.of == REDUCED:
        return f"{told} As a tree it has {large(counts.histories)} histories."
    whole = counts.of[0].upper() + counts.of[1:]
    return (
        f"{told} {whole} has {large(counts.histories)} histories; here {len(game.nodes):,} nodes "
        "stand for them."
    )


def forms(report: Report) -> tuple[Form, ...]:
    """Return the linear program before any reduction of the sequence form, and after each; none
    where that would take long.
    """
    game, trail = report.game, report.trail
    if trail.columns is None or len(game.nodes) > NODES:
        return ()
    said = origin(trail.columns.problem)
    if said is None or said.digest != game.digest[: len(said.digest)]:
        return ()  # The strategies were carried to another game.
    return tuple(_forms(game, said.player, said.without))


def _forms(game: Game, player: int, without: tuple[str, ...]) -> Iterator[Form]:
    made = Forms(game)
    left_out = tuple(REDUCTIONS)
    yield _size("before any", made.without(left_out).programs[player - 1])
    for name in REDUCTIONS:
        if name not in without:
            left_out = tuple(other for other in left_out if other != name)
            yield _size(name, made.without(left_out).programs[player - 1])


def _size(name: str, program: Program) -> Form:
    return Form(name, len(program.rows), len(program.columns), sum(map(len, program.lines)))
