"""Looking into level files again: checksums, and random states solved anew by another solver."""

import random
from pathlib import Path

import numpy as np

from pipeline.diagnostics import progress
from pipeline.levels.store import Store
from schemas.levels import file_name
from schemas.parts.problems import Problem
from schemas.parts.watch import Watch
from schemas.rules.goofspiel import Position
from stages.solve.induction.goofspiel import plan, prove, stage_games
from stages.solve.induction.goofspiel.indexing import Layer
from stages.solve.induction.goofspiel.patterns import hands_of
from stages.solve.induction.goofspiel.position import stage_matrix
from stages.solve.induction.matrix_program import solve_programs

STATES = 12  # Per level.
SLACK = 1e-12  # Rounding of the products that bound a value, per unit of the largest number.


def check_folder(folder: str) -> tuple[int, list[Problem]]:
    """Return how many random states of a folder were solved anew, and what is wrong with it, as
    `check_levels`.
    """
    with progress("check") as watch:
        return check_levels(Store(Path(folder)), watch)


def check_levels(
    store: Store, watch: Watch = lambda done, total: None
) -> tuple[int, list[Problem]]:
    """Return how many random states were solved anew, and everything that is wrong with a folder of
    level files.

    Each state's stage games are read from the files of the level below and solved as linear
    programs; the value in the file must lie between what those strategies guarantee.
    """
    problems = store.broken() or _foreign(store)
    if problems:
        return 0, problems
    solved = 0
    for whole in store.levels[1:]:
        level, values = store.level(whole.proof.left)
        states = [_drawn(level) for _ in range(STATES)] if level.states else []
        for row, column in dict.fromkeys(states):
            low, high = _bounds(store, whole.proof.left, row, column)
            watch(solved, STATES * (len(store.levels) - 1))
            solved += 1
            allowed = (
                whole.proof.largest_gap + store.unit / 2 + SLACK * float(sum(store.rule.prizes))
            )
            value = values[level.at(np.array(row), np.array(column))]
            if not low - allowed <= value <= high + allowed:
                problems.append(
                    Problem(
                        f"{file_name(whole.proof.left)}: row {row}, column {column} is "
                        f"{value:.12g}; its stage games are worth {low:.12g} to "
                        f"{high:.12g}"
                    )
                )
    return solved, problems


def _foreign(store: Store) -> list[Problem]:
    """Return what in the folder does not follow from its deal, whatever its checksums say."""
    problems, below = [], None
    for whole, expected in zip(store.levels, plan(store.rule), strict=True):
        level, proof = store.level(expected.cards)[0], whole.proof
        for part, ours, known in (
            (".rows", level.patterns, expected.patterns),
            (".kinds", level.kinds, expected.kinds),
            (".columns", level.prizes, expected.prizes),
            (".columns", level.scores, expected.scores),
            (".places", level.places, expected.places),
        ):
            if not np.array_equal(ours, known):
                problems.append(
                    Problem(
                        f"{file_name(expected.cards, part)}: its numbers are not those of the deal"
                    )
                )
        games = stage_games(store.rule, expected.cards) if expected.cards else 0
        if proof != prove(
            store.rule, expected.cards, [(proof.largest_gap, games)], below, store.numbers
        ):
            problems.append(
                Problem(
                    "its numbers do not follow from the gaps of the levels",
                    ("levels", expected.cards),
                )
            )
        below = proof
    return problems


def _drawn(level: Layer) -> tuple[int, int]:
    """Return row and column of a random state that has a value of its own."""
    while True:
        row = random.randrange(len(level.patterns))
        own = level.own(int(level.kinds[row]))
        if len(own):
            return row, int(own[random.randrange(len(own))])


def _bounds(store: Store, cards: int, row: int, column: int) -> tuple[float, float]:
    level, _ = store.level(cards)
    below, values = store.level(cards - 1)
    rule = store.rule
    prizes = tuple(
        prize for at, prize in enumerate(rule.prizes) if int(level.prizes[column]) >> at & 1
    )
    position = Position(hands_of(int(level.patterns[row])), prizes, None, level.score(rule, column))
    found = solve_programs(
        [stage_matrix(rule, below, values, position._replace(up=prize)) for prize in prizes], "glpk"
    )
    return sum(one.lower for one in found) / len(found), sum(one.upper for one in found) / len(
        found
    )
