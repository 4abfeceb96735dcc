"""Solving a graph in a folder of level files, or going on there."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from pipeline.diagnostics import note
from pipeline.engines import Engine, engine
from pipeline.levels.mend import mend
from pipeline.levels.store import Store
from pipeline.levels.task import Task
from schemas.induction import Induction, StageSolution
from schemas.levels import Numbers
from schemas.parts.problems import InputError, Problem
from schemas.parts.watch import Watch
from schemas.rules.goofspiel import deal, goofspiel_of
from schemas.state_graph import StateGraph
from stages.solve import KERNEL, efgc_version, seconds_since
from stages.solve.induction.goofspiel import (
    cuts,
    first_layer,
    layer_sizes,
    plan,
    prove,
    stage_games,
)


def solve_levels(
    graph: StateGraph,
    folder: Path,
    jobs: int,
    engine_name: str = "local",
    keep: bool = True,
    watch: Watch = lambda done, total: None,
    numbers: Numbers | None = None,
) -> Induction:
    """Solve a graph of Goofspiel in a folder, or go on there, and return what was found.

    `jobs` is the number of processes; `numbers` says how values are kept, as the folder has them or
    as they are without it. Without `keep` a level's files go when the next level is
    whole, but for the last two. `watch` is called with the number of stage games done and of all.
    What is damaged in the folder is made again, and said. Raises InputError if the folder holds
    another game.
    """
    rule = goofspiel_of(graph.rule, "level files are of Goofspiel alone")
    before = time.perf_counter()
    store = Store(folder, rule, numbers=numbers)
    _refuse_disk(store, keep)
    with store.alone():
        store.tidy()
        total = sum(stage_games(rule, cards) for cards in range(1, len(rule.prizes) + 1))
        # In this run: what was there before says nothing of how long the rest takes.
        done, left = 0, total - sum(level.proof.games for level in store.levels)
        _begin(store)
        with closing(engine(engine_name, jobs)) as run:
            for name in mend(store, run):
                note(f"{folder / name}: was missing or damaged, and is made again")
            for cards in range(len(store.levels), len(rule.prizes) + 1):
                done = _solve_level(store, cards, run, lambda now: watch(now, left), done)
                if not keep and cards > 1:
                    store.forget(cards - 2)
        store.tidy()
    stages, value = _first_round(store)
    return Induction(
        graph_sha256=graph.digest,
        solver=KERNEL,
        version=efgc_version(),
        seconds=seconds_since(before),
        value=value,
        games=total,
        levels=tuple(level.proof for level in store.levels),
        stages=stages,
    )


def _begin(store: Store) -> None:
    """Write the level without cards, unless it is there."""
    rule = store.rule
    if not store.levels:
        store.add(plan(rule)[0], iter([first_layer(rule, store.numbers)]), prove(rule, 0, [], None))


def _solve_level(
    store: Store, cards: int, run: Engine, watch: Callable[[int], None], before: int
) -> int:
    """Make the next level whole; return how many stage games were solved with those `before`."""
    finished = []
    for part in _chunks(store, cards, run):
        finished.append(part)
        watch(before + sum(games for _, games in finished))
    store.add(
        plan(store.rule)[cards],
        store.chunks(cards),
        prove(store.rule, cards, finished, store.levels[-1].proof, store.numbers),
    )
    store.forget_chunks(cards)
    return before + sum(games for _, games in finished)


def _chunks(store: Store, cards: int, run: Engine) -> Iterator[tuple[float, int]]:
    """Yield the largest gap and the number of games of each chunk, those on disk first."""
    missing = []
    for number, rows in enumerate(cuts(store.rule, cards)):
        known = store.read_chunk(cards, number, rows)
        if known is None:
            missing.append(
                Task(
                    folder=str(store.folder.absolute()),
                    rule=store.rule,
                    cards=cards,
                    number=number,
                    rows=rows,
                )
            )
        else:
            yield known.largest_gap, known.games
    yield from (found for _, found in run(missing))


def _refuse_disk(store: Store, keep: bool) -> None:
    """Raise InputError if the levels do not fit on the disk."""
    sizes = [(4 if store.unit else 8) * size for size in layer_sizes(store.rule)]
    # A level stands there twice while it is merged.
    needed = (sum(sizes[len(store.levels) :]) if keep else 2 * max(sizes)) + max(sizes)
    free = shutil.disk_usage(store.folder).free
    if needed > free:
        raise InputError(
            [
                Problem(
                    f"the levels need {needed / 1e9:.1f} GB here, {free / 1e9:.1f} GB are free; "
                    f"name another folder with --levels"
                )
            ],
            str(store.folder),
        )


def _first_round(store: Store) -> tuple[tuple[StageSolution, ...], float]:
    start = deal(store.rule)
    answers = [store.answer(start._replace(up=prize)) for prize in store.rule.prizes]
    return tuple(one.stage for one in answers), store.value(start)
