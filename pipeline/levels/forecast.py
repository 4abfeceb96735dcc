"""The cost of making the levels of a deal: counted before anything is solved, with the time
estimated by a one-second benchmark.
"""

import hashlib
import json
import shutil
import time
import zlib
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import NamedTuple

from ...schemas.levels import Numbers
from ...schemas.parts.limits import bytes_in_words
from ...schemas.parts.watch import Watch
from ...schemas.rules.goofspiel import Goofspiel
from ...schemas.rules.objective import Objective
from ...stages.isolated.memory import free_memory
from ...stages.solve.induction.goofspiel import GAMES, plan
from ...stages.solve.induction.goofspiel.sampling import (
    SETS,
    Rates,
    counted,
    measured,
    seconds_each,
)
from ..machine.deadline import duration
from .files import bytes_of, most_at_once

PROCESS = 250 * 10**6  # Bytes of a process with the compiled kernels.
ROW = 12  # Bytes of a row besides its values.
# The number of times that each value goes through a checksum: as a chunk, when chunks are verified,
# read and joined, and when the level is read.
SUMS = 5
PROBE = 8 * 2**20  # Bytes.


class LevelCost(NamedTuple):
    """The cost of one level."""

    cards: int
    rows: int
    states: int
    games: int
    bytes: int
    """The size of its files."""
    seconds: float
    """Processor time."""


class Forecast(NamedTuple):
    """The cost of a deal."""

    rule: Goofspiel
    numbers: Numbers
    jobs: int
    levels: tuple[LevelCost, ...]
    """By cards, from 0."""
    about: bool
    """Whether the number of states is estimated from some of the sets of prizes."""
    rates: Rates
    memory: int
    """Bytes for all processes together, with the level that they read."""
    free_memory: int | None
    free_disk: int

    @property
    def games(self) -> int:
        return sum(level.games for level in self.levels)

    @property
    def seconds(self) -> float:
        """Processor time."""
        return sum(level.seconds for level in self.levels)

    @property
    def kept(self) -> int:
        """The size of all levels in bytes."""
        return sum(level.bytes for level in self.levels)

    def disk(self, keep: bool) -> int:
        """Return the number of bytes that must be free on the disk to solve the graph."""
        return most_at_once([level.bytes for level in self.levels], 0, keep)


def forecast(rule: Goofspiel, folder: Path, numbers: Numbers, jobs: int, watch: Watch) -> Forecast:
    """Return the cost of the levels of a deal. `watch` is called after each level."""
    last = len(rule.prizes)
    rates, per_byte = measured(rule), _seconds_per_byte()
    levels, places = [], 0
    for cards in range(last + 1):
        count = counted(rule, cards)
        size = bytes_of(count.numbers, numbers) + ROW * count.rows
        seconds = count.games * seconds_each(rule, cards, rates) + SUMS * per_byte * size
        places = max(places, count.places)
        levels.append(LevelCost(cards, count.rows, count.states, count.games, size, seconds))
        watch(cards, last)
    many = rule.objective == Objective.WIN and comb(last, last // 2) > SETS
    return Forecast(
        rule=rule,
        numbers=numbers,
        jobs=jobs,
        levels=tuple(levels),
        about=many,
        rates=rates,
        memory=_memory(rule, levels, places, jobs),
        free_memory=free_memory(),
        free_disk=shutil.disk_usage(_existing_folder(folder)).free,
    )


def problems(found: Forecast) -> Iterator[str]:
    """Yield the requirements that exceed this machine."""
    for keep, words in ((True, "all levels (--keep)"), (False, "two levels at a time")):
        if found.disk(keep) > found.free_disk:
            yield (
                f"the disk is too small for {words}: {bytes_in_words(found.disk(keep))} are needed "
                f"and {bytes_in_words(found.free_disk)} are free"
            )
    if found.free_memory is not None and found.memory > found.free_memory:
        yield (
            f"the memory is too small: {bytes_in_words(found.memory)} are needed for {found.jobs} "
            f"process{'es' if found.jobs > 1 else ''}, {bytes_in_words(found.free_memory)} are free"
        )


def as_text(found: Forecast) -> Iterator[str]:
    """Yield the lines of a forecast for people."""
    yield f"{found.rule.title}: {len(found.levels) - 1} levels, values as {found.numbers}\n\n"
    yield f"{'cards':>5} {'states':>15} {'stage games':>17} {'MB':>11} {'seconds':>11}\n"
    for level in found.levels:
        yield _line(str(level.cards), level.states, level.games, level.bytes, level.seconds)
    states = sum(level.states for level in found.levels)
    yield _line("all", states, found.games, found.kept, found.seconds)
    yield f"\nTime: {duration(found.seconds)} of one processor, or "
    yield f"{duration(found.seconds / found.jobs)} of {found.jobs}, with a process each.\n"
    yield f"  Measured here: {found.rates.games:,} stage games in {found.rates.seconds:.2f} s.\n"
    yield f"Disk: {bytes_in_words(found.disk(True))} with all levels (--keep); without, the level "
    yield f"that is made and the one below, {bytes_in_words(found.disk(False))}.\n"
    yield f"Memory: {bytes_in_words(found.memory)} with the level below, to read it without "
    yield "the disk.\n"
    if found.about:
        yield f"States and what follows from them: estimated from {SETS} sets of prizes a level.\n"
    yield from (f"Not here: {problem}.\n" for problem in problems(found))


def as_json(found: Forecast) -> Iterator[str]:
    """Yield a forecast as JSON."""
    yield json.dumps(
        {
            "rule": found.rule.fields(),
            "numbers": found.numbers,
            "levels": [level._asdict() for level in found.levels],
            "estimated": found.about,
            "stage_games": found.games,
            "processor_seconds": found.seconds,
            "jobs": found.jobs,
            "seconds": found.seconds / found.jobs,
            "measured": {"stage_games": found.rates.games, "seconds": found.rates.seconds},
            "disk": {
                "all_levels": found.disk(True),
                "two_levels": found.disk(False),
                "free": found.free_disk,
            },
            "memory": {"needed": found.memory, "free": found.free_memory},
            "problems": list(problems(found)),
        },
        indent=1,
    )
    yield "\n"


def _line(cards: str, states: int, games: int, size: int, seconds: float) -> str:
    return f"{cards:>5} {states:>15,} {games:>17,} {size / 1e6:>11,.1f} {seconds:>11,.1f}\n"


def _seconds_per_byte() -> float:
    probe = bytes(PROBE)
    start = time.thread_time()
    hashlib.sha256(probe).hexdigest()
    zlib.crc32(probe)
    return (time.thread_time() - start) / PROBE


def _memory(rule: Goofspiel, levels: list[LevelCost], places: int, jobs: int) -> int:
    """Return the bytes of the processes that solve, each with its tables, three layers and a chunk,
    and of the level that they read.
    """
    columns = max(comb(len(rule.prizes), level.cards) for level in levels)
    tables = 24 * len(rule.prizes) * max(places // max(1, _kinds(rule)), columns)
    chunk = 24 * GAMES
    rows = sum(ROW * level.rows for level in levels)
    listing = max(16 * level.rows * level.cards**2 for level in levels)
    one = PROCESS + tables + 12 * places + chunk + rows
    return max(level.bytes for level in levels) + jobs * one + listing


def _kinds(rule: Goofspiel) -> int:
    return max(len(layer.places) for layer in plan(rule).part(lambda sets: sets[:1]))


def _existing_folder(folder: Path) -> Path:
    """Return a folder if it exists, or else the folder in which it is to be made."""
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
