"""The parts of a grade about information sets: the first difference, harmless imperfect recall, and
sets that do not fit.
"""

from array import array
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from .....schemas.game import Game
from .....schemas.grades import FirstDifference, Verdict
from .....schemas.parts.problems import Code, InputError, Problem
from .....stages.parse.gambit.reading import Reading
from .....stages.parse.gambit.tree import read_gambit
from ....files.text import Text
from ..grade import Finding
from ..grade.forced_moves import without_forced
from ..grade.forgetting import Forgetting
from ..grade.inconsistent_sets import HARMLESS, RULE, Inconsistency
from ..grades import sentence
from ..records import Grade, Grades


def first_difference(
    found: Finding | Forgetting | Inconsistency, reading: Reading
) -> FirstDifference | None:
    """Return the first difference with its position in the file."""
    if found.difference is None:
        return None
    line, column = reading.position(found.difference.node)
    other = found.difference.other
    return FirstDifference(
        kind=found.difference.kind,
        squares=found.history.squares if found.history else (),
        events=found.history.events if found.history else (),
        expected=found.difference.expected,
        found=found.difference.found,
        line=line,
        column=column,
        other_line=None if other is None else reading.position(other)[0],
        way=found.labels,
    )


def sizes(game: Game) -> tuple[int, int]:
    """Return the number of information sets of each player."""
    return len(game.infosets(1)), len(game.infosets(2))


def decided(reading: Reading) -> Reading:
    """Return a reading without the decision nodes that have only one action: forgetting those is
    harmless.
    """
    game, origins = without_forced(reading.game)
    return replace(
        reading, game=game, offsets=array("q", (reading.offsets[node] for node in origins))
    )


def forgiven(forgotten: Sequence[Problem]) -> tuple[str, ...]:
    """Return a remark on harmless imperfect recall; none if the players have perfect recall."""
    if not forgotten:
        return ()
    more = (
        f", and so in {len(forgotten) - 1} more of the information sets"
        if len(forgotten) > 1
        else ""
    )
    return (
        f"line {forgotten[0].line}: {forgotten[0].message}{more}; without harm, as nothing is "
        "decided there, but 'efgc run' refuses such a file",
    )


def split_reading(text: Text, error: InputError, known: Sequence[Fraction]) -> Reading | None:
    """Return a refused hand-in with its inconsistent information sets split; None if it has other
    faults.

    `known` are the probabilities of the map.
    """
    if not any(problem.code is Code.DESCRIBED_OTHERWISE for problem in error.problems):
        return None
    try:
        return read_gambit(text.text, text.sha256, text.file, known=known, split=True)
    except InputError:
        return None


def inconsistent(name: str, reading: Reading, found: Inconsistency, head: Grades) -> Grade:
    """Return the grade of a hand-in whose information sets do not fit."""
    remarks = reading.remarks()
    first = first_difference(found, reading)
    if found.other is not None:
        other = first_difference(found._replace(difference=found.other), reading)
        assert other is not None
        remarks.append(
            "the trees differ otherwise, too, perhaps in their drawing alone, first in line "
            f"{other.line}: {sentence(head, other)}"
        )
    if found.harmless:
        remarks.append(HARMLESS)
    return Grade(
        name,
        Verdict.INCONSISTENT_SETS,
        proof=RULE,
        nodes=len(reading.game.nodes),
        information_sets=_declared_sizes(reading),
        remarks=tuple(remarks),
        difference=first,
        mistakes=found.mistakes,
        problems=found.problems,
    )


def _declared_sizes(reading: Reading) -> tuple[int, int]:
    """Return the number of information sets of each player, as numbered in the file."""
    sets = zip(reading.game.information_sets, reading.declared(), strict=True)
    named = {(infoset.player, number) for infoset, number in sets}
    first = sum(player == 1 for player, _ in named)
    return first, len(named) - first
