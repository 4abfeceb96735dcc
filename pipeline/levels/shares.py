"""Levels made by several independent processes, such as those of a job array: each solves its share
of the chunks, and when all chunks exist the level is joined.

Shares need no lock. A chunk exists whole or not at all, a level stays the next one until it is
joined, and a process that writes a chunk again writes the same bytes.
"""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np

from efgc.pipeline.engines import engine
from efgc.pipeline.files.sealed import Share
from efgc.pipeline.levels.chunks import Chunks, Unfit, task_of
from efgc.pipeline.levels.files import MEND, sums_of
from efgc.pipeline.levels.solve import make_levels, refuse_disk, say_damaged, working
from efgc.pipeline.levels.store import GONE, Store, tidy
from efgc.schemas.levels import Numbers, file_name
from efgc.schemas.parts.problems import InputError, Problem
from efgc.schemas.parts.watch import Watch
from efgc.schemas.rules.goofspiel import Goofspiel

# Seconds to wait until another process, started at the same time, has made the folder.
PATIENCE = 60.0
AGAIN = "solve it again, with the same --chunk or without: only these are solved again"


class LevelRequest(NamedTuple):
    """The work to do in a folder."""

    rule: Goofspiel
    folder: Path
    cards: int | None
    """The number of cards of the level; None: the next level."""
    keep: bool
    numbers: Numbers | None
    """How values are stored; None: as in the folder."""


def all_levels(request: LevelRequest, jobs: int, engine_name: str, watch: Watch) -> str:
    """Make all levels, or those up to the requested one; return a summary in words."""
    last = len(request.rule.prizes)
    through = last if request.cards is None else request.cards
    _refuse_beyond(request)
    store = Store(request.folder, request.rule, numbers=request.numbers)
    make_levels(store, jobs, engine_name, request.keep, watch, through)
    gone = _deleted_text(store)
    return f"{store.folder}: levels with up to {len(store.levels) - 1} of {last} cards{gone}"


def solve_share(
    request: LevelRequest, share: Share, jobs: int, engine_name: str, watch: Watch
) -> str:
    """Solve the chunks in one share of a level, except for existing ones; return a summary in
    words. Raises InputError if the level below is incomplete.
    """
    store = Store(request.folder, request.rule, numbers=request.numbers)
    if not store.levels:
        with working(store, request.keep, PATIENCE):
            refuse_disk(store)
    cards = _next_level(store, request)
    if cards is None:
        return _complete(store, request)
    _check_below(store, cards)
    chunks = Chunks(store, cards)
    mine = share.out_of(len(chunks.rows))
    looked = ((number, chunks.look(number)) for number in mine)
    unfit = [Unfit(number, found) for number, found in looked if isinstance(found, str)]
    say_damaged(chunks, unfit)
    with closing(engine(engine_name, jobs)) as run:
        for done, _ in enumerate(run([task_of(chunks, one.number) for one in unfit]), 1):
            watch(done, len(unfit))
    store.look()
    if len(store.levels) > cards:  # Another process was faster.
        for one in unfit:
            chunks.path(one.number).unlink(missing_ok=True)
    return (
        f"{store.folder}: level with {cards} cards, share {share.number} of {share.of}: "
        f"{len(unfit):,} chunks solved, {len(mine) - len(unfit):,} already existed, of "
        f"{len(chunks.rows):,}"
    )


def join_level(request: LevelRequest) -> str:
    """Join the chunks of a level; return a summary in words. Raises InputError with every chunk
    that is missing or damaged.
    """
    store = Store(request.folder, request.rule, make=False)
    with working(store, request.keep):
        cards = _next_level(store, request)
        if cards is None:
            return _complete(store, request)
        chunks = Chunks(store, cards)
        if unfit := chunks.unfit():
            found = [chunks.problem(one) for one in unfit]
            many = f"{len(unfit):,} of {len(chunks.rows):,} chunks of the level with {cards} cards"
            raise InputError([Problem(f"{many} are missing; {AGAIN}"), *found], str(store.folder))
        chunks.join()
        tidy(store)
    return (
        f"{store.folder}: the level with {cards} cards is complete, with {len(chunks.rows):,} "
        f"chunks{_deleted_text(store)}"
    )


def _deleted_text(store: Store) -> str:
    """Return the list of deleted levels in words, to be appended to a message."""
    if not store.gone:
        return ""
    again = "; `efgc levels solve --keep` makes them again" if store.keep else ""
    return f"; those with fewer than {store.gone[-1] + 1} cards were deleted, {GONE}{again}"


def _refuse_beyond(request: LevelRequest) -> None:
    if (request.cards or 0) > len(request.rule.prizes):
        raise InputError(
            [
                Problem(
                    f"a deal of {len(request.rule.prizes)} cards has no level with {request.cards}"
                )
            ]
        )


def _next_level(store: Store, request: LevelRequest) -> int | None:
    """Return the number of cards of the level to work at; None if it is complete. Raises InputError
    if another level is next.
    """
    last, due = len(request.rule.prizes), len(store.levels)
    cards = min(due, last) if request.cards is None else request.cards
    _refuse_beyond(request)
    if cards > due:
        raise InputError(
            [Problem(f"the level with {due} cards is not complete yet: solve and join it first")],
            str(store.folder),
        )
    return cards if cards == due else None


def _complete(store: Store, request: LevelRequest) -> str:
    which = f"the level with {request.cards} cards is" if request.cards else "all levels are"
    return f"{store.folder}: {which} complete already"


def _check_below(store: Store, cards: int) -> None:
    """Raise InputError if the values of the level below are damaged. Every share checks this, as
    each may access the folder through another cable.
    """
    path, known = store.folder / file_name(cards - 1), store.array(cards - 1, ".sums")
    try:
        same = np.array_equal(sums_of(path), known)
    except OSError:
        same = False
    if not same:
        raise InputError([Problem(f"is missing or damaged; {MEND}")], str(path))
