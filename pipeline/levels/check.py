"""Verification of level files: checksums, and random states solved again by another solver."""

import random
from pathlib import Path

import numpy as np

from ...schemas.levels import MANIFEST, PARTS, chunk_name, file_name
from ...schemas.parts.problems import InputError, Problem, counted
from ...schemas.parts.watch import Watch
from ...schemas.rules.goofspiel import Position
from ...stages.solve.induction.goofspiel import plan, prove, stage_games
from ...stages.solve.induction.goofspiel.indexing import Layer
from ...stages.solve.induction.goofspiel.patterns import hands_of
from ...stages.solve.induction.goofspiel.position import stage_matrix
from ...stages.solve.induction.matrix_program import solve_programs
from ..files.sealed import MISSING
from ..terminal.diagnostics import progress
from .chunks import Chunks
from .store import GONE, Store

STATES = 12  # Per level.
SLACK = 1e-12  # Rounding error of the products that bound a value, per unit of the largest number.


def check_in_words(folder: str) -> str:
    """Return a summary, in words, of the checks of a folder. Raises InputError with all
    problems.
    """
    if not (Path(folder) / MANIFEST).exists():
        what = (
            "is a folder without level files"
            if Path(folder).is_dir()
            else "is a file; name the folder of the level files"
            if Path(folder).exists()
            else "no such file or directory"
        )
        raise InputError([Problem(what)], folder)
    store = Store(Path(folder))
    with progress("check") as watch:
        solved, problems = check_levels(store, watch)
    if problems:
        raise InputError(problems, folder)
    gone = (
        f"; levels with fewer than {counted(store.gone[-1] + 1, 'card')} were deleted, {GONE}"
        if store.gone
        else ""
    )
    there = number_of_chunks(store)
    chunks = f", {counted(there, 'chunk')} of the next level" if there else ""
    return f"{folder}: levels, {counted(solved, 'state')} solved again{chunks}, no problems{gone}"


def check_levels(
    store: Store, watch: Watch = lambda done, total: None
) -> tuple[int, list[Problem]]:
    """Return how many random states were solved again, and all problems of a folder of level files.

    The stage games of each state are read from the files of the level below and solved as linear
    programs. The value in the file must lie between the guarantees of these strategies.
    """
    problems = _broken(store) or _foreign(store) or _unfit_chunks(store)
    if problems:
        return 0, problems
    solved = 0
    tried = [cards for cards in store.there if cards and not store.levels[cards - 1].gone]
    for whole in (store.levels[cards] for cards in tried):
        level, values = store.level(whole.proof.left)
        states = [_random_state(level) for _ in range(STATES)] if level.states else []
        for row, column in dict.fromkeys(states):
            low, high = _bounds(store, whole.proof.left, row, column)
            watch(solved, STATES * len(tried))
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


def _broken(store: Store) -> list[Problem]:
    """Return the differences from the checksums of the manifest."""
    found = (store.damage(cards, part) for cards in store.there for part in PARTS)
    return [problem for problem in found if problem is not None]


def number_of_chunks(store: Store) -> int:
    """Return the number of chunks of the next level in the folder."""
    return len(list(store.folder.glob(chunk_name(len(store.levels), 0).replace("00000", "*"))))


def _unfit_chunks(store: Store) -> list[Problem]:
    """Return the problems of the chunks of the next level that exist."""
    if not number_of_chunks(store) or not 0 < len(store.levels) <= len(store.rule.prizes):
        return []
    chunks = Chunks(store, len(store.levels))
    return [chunks.problem(one) for one in chunks.unfit() if one.why != MISSING]


def _foreign(store: Store) -> list[Problem]:
    """Return the contents of the folder that do not follow from its deal, even if their checksums
    are right.
    """
    problems, below = [], None
    for whole, expected in zip(store.levels, plan(store.rule), strict=False):
        proof = whole.proof
        if not whole.gone:
            problems += _other_numbers(store.level(expected.cards)[0], expected)
        games = stage_games(store.rule, expected.cards) if expected.cards else 0
        gaps = [(proof.largest_gap, games)]
        if proof != prove(store.rule, expected.cards, gaps, below, store.numbers):
            problems.append(
                Problem(
                    "its numbers do not follow from the gaps of the levels",
                    ("levels", expected.cards),
                )
            )
        below = proof
    return problems


def _other_numbers(level: Layer, expected: Layer) -> list[Problem]:
    return [
        Problem(f"{file_name(expected.cards, part)}: its numbers were computed for another deal")
        for part, ours, known in (
            (".rows", level.patterns, expected.patterns),
            (".kinds", level.kinds, expected.kinds),
            (".columns", level.prizes, expected.prizes),
            (".columns", level.scores, expected.scores),
            (".places", level.places, expected.places),
        )
        if not np.array_equal(ours, known)
    ]


def _random_state(level: Layer) -> tuple[int, int]:
    """Return the row and column of a random state with a value of its own."""
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
