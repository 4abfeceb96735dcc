"""Droid battle: board, shots and rounds from a few lines of YAML."""

from collections.abc import Mapping

from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Problem
from schemas.rules.droid_battle import DroidBattle
from schemas.rules.objective import Objective

SHOTS, ROUNDS = 5, 50  # From the assignment.


def read_battle_source(found: Findings, fields: Mapping[str, Data]) -> DroidBattle:
    """Return the battle from the fields of a source; shots, rounds and objective default to those
    of the assignment.
    """
    if "board" not in fields:
        found.add((), "the board is missing; it is a map of - # 2 5, a row per line")
        found.stop()
    board = fields["board"]
    rows = (
        found.sequence(board, ("board",))
        if isinstance(board, list)
        else found.text(board, ("board",)).splitlines()
    )
    given = fields.get("shots", SHOTS)
    both = given if isinstance(given, list) else [given, given]
    shots = [
        found.integer(number, ("shots", at) if isinstance(given, list) else ("shots",))
        for at, number in enumerate(both)
    ]
    if len(shots) != 2:
        found.add(
            ("shots",), f"{len(shots)} numbers for two droids; give one for both, or one for each"
        )
    rule = DroidBattle(
        tuple(found.text(row, ("board",)).rstrip() for row in rows),
        (shots[0], shots[-1]) if shots else (0, 0),
        found.integer(fields.get("rounds", ROUNDS), ("rounds",)),
        found.text(fields.get("objective", Objective.WIN), ("objective",)),
    )
    listed = isinstance(board, list)
    found.add_beside([_in_source(problem, listed) for problem in rule.check()])
    return rule


def _in_source(problem: Problem, listed: bool) -> Problem:
    """Return a problem of the rule with its place in the source: a board given as one text has no
    places within it.
    """
    if len(problem.place) < 2 or listed:
        return problem
    return Problem(f"row {int(problem.place[1]) + 1}: {problem.message}", problem.place[:1])
