"""Reductions of the sequence form, which apply to any game, also an imported one, and keep its
value.

One per file, with a function of the same name. For each removed sequence,
a reduction records the sequences that its weight is the sum of, so that a
solution can be lifted.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from ....schemas.game import Game
from ....schemas.parts.counts import TEXTBOOK
from ..columns import FormColumns
from ..sequence_form import SequenceForm
from .endgames import endgames
from .single import single

__all__ = ("REDUCTIONS", "excluded_reductions", "reduced")


class Reduction(NamedTuple):
    """A reduction of the sequence form."""

    words: str
    """Its description, for people."""
    reduce: Callable[[FormColumns], FormColumns]


REDUCTIONS = {
    "single": Reduction(
        "an information set with one action is its parent sequence",
        single,
    ),
    "endgames": Reduction(
        "where one player is left to choose, it takes what is best",
        endgames,
    ),
}
"""A new reduction needs its plain twin in `tests/support/plain_reductions.py` and a row in
`schemas/reductions.md`. One that depends on payoffs also needs a row of KEPT_OUT in
`pipeline/apps/sweep/critical_points/family.py`. It changes linear programs: the samples of
`schemas` (`tests/documents/samples.py`) and the worked examples (`artifacts/README.md`) are made
again.
"""


def excluded_reductions(
    game: Game, level: int | None, without: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the REDUCTIONS to leave out at a level: all at level 0, above it those in `without`.

    Level None means 0 for a game of at most TEXTBOOK nodes that was not reduced when it was
    compiled.
    """
    if level is None:
        compiled = game.source.level if game.source else 0
        level = 0 if not compiled and len(game.nodes) <= TEXTBOOK else 2
    return tuple(name for name in REDUCTIONS if level == 0 or name in without)


def reduced(form: SequenceForm, without: Collection[str] = ()) -> SequenceForm:
    """Return an unreduced sequence form after all REDUCTIONS except those in `without`."""
    columns = form.columns
    for name, reduction in REDUCTIONS.items():
        if name not in without:
            columns = reduction.reduce(columns)
    return SequenceForm(columns)
