"""Points for the islands of 2020 by the rules of the document: 6 for game_tree.py and 8 for
game_lp.py, in equal shares per map; for game_lp.py, per map and player.
"""

import math
import os
from dataclasses import dataclass, replace

from .....schemas.grades import PASSED, UNDECIDED, Fact, Verdict
from .....schemas.parts.problems import LimitError, Problem
from ....files.text import Text
from ..grading.folder import Handin, allowed
from ..grading.grader import GradingRequest, grader
from ..programs.runs import MOST_MEMORY, OURS, RunOutcome, run_python
from ..records import Grade
from .awards import award

RULES = "island-2020"
TREE, LP = 6.0, 8.0  # Points.
TOLERANCE = 1e-5 + 1e-10
"""From the document: "Your solution must be within 1e-5 of the true solution". The 1e-10 is for
rounding: in floats, 5.00001 - 5 is above 1e-5.
"""
FACTS = ("map file", "player", "true value")
PROGRAMS = ("game_tree.py", "game_lp.py")
PARTS = ("game_tree.py", "game_lp.py", "game_lp.py")  # On each map; the latter for both players.
SECONDS, MEMORY = 60.0, MOST_MEMORY
"""Limits of each run of a program."""
NUMBER = 60  # Characters of invalid output shown in a reason.


@dataclass(frozen=True)
class Terms:
    """A map used for grading, and the limits of each part of a hand-in."""

    request: GradingRequest
    maps: int
    """The number of all maps."""
    value: float
    """The game value to the agent."""
    seconds: float
    """Seconds of each run of a program."""
    memory: int
    """Bytes of each run of a program."""
    grading: float
    """Seconds of comparing a tree; 0 for a limit estimated from its size."""
    among: int
    python: tuple[str, ...] = OURS
    """The command that runs a program."""


@dataclass(frozen=True)
class MapWork:
    """The job of grading one program of a hand-in on a map; game_lp.py for a player, 0 or 1."""

    terms: Terms
    folder: str
    player: int | None
    """None for game_tree.py."""

    def __call__(self) -> Grade:
        """Return its grade, also if the program fails."""
        return self._tree() if self.player is None else self._value(self.player)

    def _value(self, player: int) -> Grade:
        terms, name = self.terms, "game_lp.py"
        text = terms.request.map.text
        ran = self._run(name, f"{text}{'' if text.endswith(chr(10)) else chr(10)}{player}\n")
        true = (-terms.value + 0.0) if player else terms.value
        of, facts = LP / (2 * terms.maps), self._facts(true, str(player))
        if ran.reason:
            return award(name, 0.0, of, facts, ran.reason, Verdict.FAILED)
        found = _number(ran.output)
        if found is None:
            return award(name, 0.0, of, facts, f"printed {_shortened(ran.output)}, no number")
        if abs(found - true) <= TOLERANCE:
            return replace(award(name, of, of, facts), value=found)
        other = ", but the value to the other player" if abs(found + true) <= TOLERANCE else ""
        reason = f"{found:.12g} is not the value of the map's game{other}"
        return replace(award(name, 0.0, of, facts, reason), value=found)

    def _tree(self) -> Grade:
        terms, name = self.terms, "game_tree.py"
        ran = self._run(name, terms.request.map.text)
        of, facts = TREE / terms.maps, self._facts(terms.value)
        if ran.reason:
            return award(name, 0.0, of, facts, ran.reason, Verdict.FAILED)
        grade = _graded(terms, name, ran.output)
        # No points are lost if we run out of time or memory, or cannot solve it or decide.
        lost = None if grade.verdict in UNDECIDED else 0.0
        points = of if grade.verdict in PASSED else lost
        known = tuple(Fact(fact, value) for fact, value in facts.items() if value)
        return replace(grade, part=name, points=points, of=of, facts=known)

    def _run(self, name: str, text: str) -> RunOutcome:
        terms, file = self.terms, os.path.join(self.folder, name)
        return run_python(file, text, terms.seconds, terms.among, terms.memory, *terms.python)

    def _facts(self, true: float, player: str = "") -> dict[str, str]:
        return dict(zip(FACTS, (self.terms.request.map.name, player, f"{true:.12g}"), strict=True))


def _graded(terms: Terms, name: str, output: str) -> Grade:
    """Return the grade of a Gambit file, as given by `efgc grade`."""
    text = Text(output, name, "", "0" * 64)
    # The grader is cached: each process reads and solves the map once.
    try:
        nodes = grader(terms.request).nodes
    except LimitError as error:
        return Grade(name, Verdict.NOT_GRADED, problems=(Problem(str(error)),))
    # Our own time limit, independent of the program's.
    seconds = terms.grading or allowed(len(output), nodes)
    return Handin(terms.request, name, "", text, seconds, terms.among)()


def _number(output: str) -> float | None:
    """Return the printed number if the output is one number only, else None.

    >>> _number("5.5\\n"), _number("Optimal\\n5.5\\n"), _number("nan"), _number("1_0")
    (5.5, None, None, None)
    """
    text = output.strip()
    try:
        number = float(text) if "_" not in text else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _shortened(output: str) -> str:
    line = " ".join(output[: 10 * NUMBER].split())
    return repr(line if len(line) <= NUMBER else f"{line[:NUMBER]}...") if line else "nothing"


def value_of(board: Text) -> float:
    """Return the game value of a map to the agent. Raise InputError."""
    from ..contracts import game_lp  # For start-up time.

    return game_lp(board._replace(text=f"{board.text.rstrip()}\n0\n"))
