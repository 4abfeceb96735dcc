"""Solving a graph in a folder of level files, or continuing there."""

import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pipeline.engines import Engine, engine
from pipeline.levels.chunk_files import MISSING
from pipeline.levels.chunks import Chunks, Unfit
from pipeline.levels.letting_go import let_go, tidy
from pipeline.levels.mend import mend
from pipeline.levels.sizes import bytes_of, most_at_once
from pipeline.levels.store import GONE, Store
from pipeline.levels.task import task_of
from pipeline.terminal.diagnostics import note
from schemas.induction import Induction, StageSolution
from schemas.levels import Numbers
from schemas.parts.problems import InputError, Problem
from schemas.parts.release import PROGRAM
from schemas.parts.watch import Watch
from schemas.rules.goofspiel import deal, goofspiel_of
from schemas.state_graph import StateGraph
from stages.solve import KERNEL, seconds_since
from stages.solve.induction.goofspiel import (
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
    """Solve a graph of Goofspiel in a folder, or continue there, and return the result.

    As `make_levels`.
    """
    rule = goofspiel_of(graph.rule, "level files are of Goofspiel alone")
    before = time.perf_counter()
    store = Store(folder, rule, numbers=numbers)
    make_levels(store, jobs, engine_name, keep, watch)
    stages, value = _first_round(store)
    levels = tuple(level.proof for level in store.levels)
    return Induction(
        graph_sha256=graph.digest,
        solver=KERNEL,
        version=PROGRAM,
        seconds=seconds_since(before),
        value=value,
        games=sum(level.games for level in levels),
        levels=levels,
        stages=stages,
    )


def make_levels(
    store: Store,
    jobs: int,
    engine_name: str,
    keep: bool,
    watch: Watch,
    through: int | None = None,
) -> None:
    """Make the levels of a folder, or the rest of them; all, or those up to `through`.

    `jobs` is the number of processes. Without `keep`, the files of a level are deleted once no
    level needs them any more, except for the two levels that the first round needs; a folder that
    was begun with `keep` stays so. `watch` is called with the number of solved stage games and
    their total. Damaged files in the folder are made again, with a note.
    """
    rule = store.rule
    last = len(rule.prizes) if through is None else through
    with working(store, keep), closing(engine(engine_name, jobs)) as run:
        refuse_disk(store)
        again = _brought_back(store) if keep else []
        for cards, name in mend(store, run):
            if cards not in again:
                note(f"{store.folder / name}: was missing or damaged, and is made again")
        # Only this run counts: levels from earlier runs do not help to estimate the remaining time.
        missing = range(len(store.levels), last + 1)
        done, left = 0, sum(stage_games(rule, cards) for cards in missing)
        for cards in missing:
            chunks = Chunks(store, cards)
            for games in _solved(chunks, run):
                done += games
                watch(done, left)
            chunks.join()
        tidy(store)


@contextmanager
def working(store: Store, keep: bool, patience: float = 0.0) -> Iterator[None]:
    """Lock a folder for making levels, and prepare it: clean up, add the level without cards, and
    set `keep` in the manifest if requested.
    """
    with store.alone(patience):
        if not store.levels:
            store.keep = keep
        elif keep and not store.keep:
            store.keep = True
            store.write()
        tidy(store)
        if not store.levels:
            sha256 = store.put(plan(store.rule)[0], iter([first_layer(store.rule, store.numbers)]))
            store.add(prove(store.rule, 0, [], None), sha256)
        let_go(store)
        yield


def say_damaged(chunks: Chunks, unfit: list[Unfit]) -> None:
    """Print a note about damaged chunks, which are made again."""
    for one in unfit:
        if one.why != MISSING:
            note(f"{chunks.path(one.number)}: {one.why}; it is made again")


def _brought_back(store: Store) -> list[int]:
    """Mark deleted levels to be made again; return their numbers of cards."""
    gone = store.gone
    if gone:
        note(
            f"{store.folder}: the levels with fewer than {gone[-1] + 1} cards are gone, {GONE}; "
            "they are made again"
        )
        store.levels = tuple(level._replace(gone=False) for level in store.levels)
        store.write()
    return gone


def _solved(chunks: Chunks, run: Engine) -> Iterator[int]:
    """Yield the number of games of each chunk, the chunks on disk first."""
    unfit = []
    for number in range(len(chunks.rows)):
        found = chunks.look(number)
        if isinstance(found, str):
            unfit.append(Unfit(number, found))
        else:
            yield found.games
    say_damaged(chunks, unfit)
    for _, (_, games) in run([task_of(chunks, one.number) for one in unfit]):
        yield games


def refuse_disk(store: Store) -> None:
    """Raise InputError if the levels do not fit on the disk."""
    sizes = [bytes_of(size, store.numbers) for size in layer_sizes(store.rule)]
    most = most_at_once(sizes, len(store.levels), store.keep)
    free = shutil.disk_usage(store.folder).free
    if most > free:
        raise InputError(
            [
                Problem(
                    f"the levels need {most / 1e9:.1f} GB here, {free / 1e9:.1f} GB are free; "
                    f"name another folder with --levels"
                )
            ],
            str(store.folder),
        )


def _first_round(store: Store) -> tuple[tuple[StageSolution, ...], float]:
    start = deal(store.rule)
    answers = [store.answer(start._replace(up=prize)) for prize in store.rule.prizes]
    return tuple(one.stage for one in answers), store.value(start)
