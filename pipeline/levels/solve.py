"""Solving a graph in a folder of level files, or continuing there after a repair of damaged files.

Levels are repaired from the lowest one up: one with a damaged file is solved again from the level
below, and must match the manifest.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ...schemas.induction import Induction, StageSolution
from ...schemas.levels import PARTS, Numbers, file_name
from ...schemas.parts.limits import bytes_in_words
from ...schemas.parts.problems import InputError, Problem
from ...schemas.parts.release import PROGRAM
from ...schemas.parts.watch import Watch
from ...schemas.rules.goofspiel import deal, goofspiel_of
from ...schemas.state_graph import StateGraph
from ...stages.solve import KERNEL, seconds_since
from ...stages.solve.induction.goofspiel import (
    first_layer,
    layer_sizes,
    plan,
    prove,
    stage_games,
)
from ..engines import Engine, engine
from ..files.sealed import MISSING
from ..terminal.diagnostics import note
from .chunks import Chunks, Unfit, task_of
from .files import bytes_of, most_at_once
from .store import GONE, Store, delete_unneeded, forget_chunks, tidy


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
    rule = goofspiel_of(graph.rule, "only Goofspiel has level files")
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


def make_levels(store: Store, jobs: int, engine_name: str, keep: bool, watch: Watch) -> None:
    """Make the levels of a folder, or the rest of them.

    `jobs` is the number of processes. Without `keep`, the files of a level are deleted once no
    level needs them any more, except for the two levels that the first round needs; a folder that
    was begun with `keep` stays so. `watch` is called with the number of solved stage games and
    their total. Damaged files in the folder are made again, with a note.
    """
    rule = store.rule
    with working(store, keep), closing(engine(engine_name, jobs)) as run:
        refuse_disk(store)
        again = _restore_deleted(store) if keep else []
        for cards, name in mend(store, run):
            if cards not in again:
                note("was missing or damaged, and is solved again", str(store.folder / name))
        # Only this run counts: levels from earlier runs do not help to estimate the remaining time.
        missing = range(len(store.levels), len(rule.prizes) + 1)
        done, left = 0, sum(stage_games(rule, cards) for cards in missing)
        for cards in missing:
            chunks = Chunks(store, cards)
            for games in _solved(chunks, run):
                done += games
                watch(done, left)
            chunks.join()
        tidy(store)


@contextmanager
def working(store: Store, keep: bool) -> Iterator[None]:
    """Lock a folder for making levels, and prepare it: clean up, add the level without cards, and
    set `keep` in the manifest if requested.
    """
    with store.alone():
        if not store.levels:
            store.keep = keep
        elif keep and not store.keep:
            store.keep = True
            store.write()
        tidy(store)
        if not store.levels:
            sha256 = store.put(plan(store.rule)[0], iter([first_layer(store.rule, store.numbers)]))
            store.add(prove(store.rule, 0, [], None), sha256)
        delete_unneeded(store)
        yield


def say_damaged(chunks: Chunks, unfit: list[Unfit]) -> None:
    """Print a note about damaged chunks, which are made again."""
    for one in unfit:
        if one.why != MISSING:
            note(f"{one.why}; it is solved again", str(chunks.path(one.number)))


def _restore_deleted(store: Store) -> list[int]:
    """Mark deleted levels to be made again; return their numbers of cards."""
    gone = store.gone
    if gone:
        note(
            f"the levels with fewer than {gone[-1] + 1} cards were deleted, {GONE}; they are "
            "solved again",
            str(store.folder),
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
                    f"the levels need {bytes_in_words(most)} here, {bytes_in_words(free)} are "
                    f"free; name another folder with --levels"
                )
            ],
            str(store.folder),
        )


def _first_round(store: Store) -> tuple[tuple[StageSolution, ...], float]:
    start = deal(store.rule)
    answers = [store.answer(start._replace(up=prize)) for prize in store.rule.prizes]
    return tuple(one.stage for one in answers), store.value(start)


def mend(store: Store, run: Engine) -> Iterator[tuple[int, str]]:
    """Repair each file that is missing or damaged, and yield its level and name.

    Raises InputError if a repaired file does not match the manifest: then the manifest belongs to
    other numbers.
    """
    for cards in store.there:
        damaged = [part for part in PARTS if store.damage(cards, part) is not None]
        _refuse_groundless(store, cards, damaged)
        yield from ((cards, file_name(cards, part)) for part in damaged)
        if not damaged:
            continue
        parts = iter([first_layer(store.rule, store.numbers)])
        if cards:
            chunks = Chunks(store, cards)
            numbers = range(len(chunks.rows))
            for _ in run([task_of(chunks, number) for number in numbers]):
                pass
            parts = (chunks.read(number).values for number in numbers)
        if store.put(plan(store.rule)[cards], parts) != store.levels[cards].sha256:
            raise InputError(
                [
                    Problem(
                        f"the level with {cards} cards was solved again, and differs from the "
                        "manifest: another version or processor solved it; remove the folder "
                        "and solve the graph again"
                    )
                ],
                str(store.folder),
            )
        forget_chunks(store, cards)


def _refuse_groundless(store: Store, cards: int, damaged: list[str]) -> None:
    """Raise InputError for damaged files that cannot be made again from the level below."""
    if damaged and cards and store.levels[cards - 1].gone:
        raise InputError(
            [
                Problem(
                    f"is missing or damaged, and the level below it was deleted, {GONE}; solve "
                    "the graph in it again with --keep, which restores all levels"
                )
            ],
            str(store.folder / file_name(cards, damaged[0])),
        )
