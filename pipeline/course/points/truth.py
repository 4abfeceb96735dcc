"""The game of a map of 2018, as its printed reports are compared with it."""

from collections.abc import Mapping
from typing import NamedTuple

from schemas.game import sequence_text
from schemas.report import Report
from stages.forms.sequence_form import SequenceForm, sequence_form

TOLERANCE = 1e-3
"""Of the document: a value that differs by more "is still incorrect"."""


class Truth(NamedTuple):
    """The game of a map, with sequences numbered from 1 as `efgc course island-2018` does."""

    form: SequenceForm
    texts: tuple[dict[int, str], dict[int, str]]
    utilities: Mapping[tuple[int, int], float]
    value: float


def truth(report: Report) -> Truth:
    """Return what reports of a map are compared with."""
    form = sequence_form(report.game)
    texts = [
        {number: sequence_text(report.game, move) for number, move in enumerate(one.moves, 1)}
        for one in form.players
    ]
    utilities = {
        (row + 1, column + 1): float(payoff) for (row, column), payoff in form.payoffs.items()
    }
    return Truth(form, (texts[0], texts[1]), utilities, report.value)
