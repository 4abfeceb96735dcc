"""Evaluations on state graphs whose best responses are computed in shards, each kept in a file, by
one process or by several independent ones, such as those of a job array.
"""

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from efgc.pipeline.engines import Engine, watched
from efgc.pipeline.files.reading import make_folder
from efgc.pipeline.files.sealed import MISSING, Share, read_sealed, write_sealed
from efgc.pipeline.machine.deadline import duration
from efgc.pipeline.machine.memory import most_used
from efgc.pipeline.results.evaluations import OnGraph
from efgc.pipeline.terminal.diagnostics import note
from efgc.schemas.evaluation import Enclosed, GraphEvaluation
from efgc.schemas.parts.exact import large
from efgc.schemas.parts.problems import InputError, Problem
from efgc.schemas.parts.release import PROGRAM
from efgc.schemas.parts.watch import Watch
from efgc.stages.bounds.answers import Answer
from efgc.stages.bounds.shards import NUMBERS, forecast, join, split
from efgc.stages.bounds.walks import Floats
from efgc.stages.evaluate import best_responses, evaluate_graph

FORMAT = "efgc/shard"
SHARDS = 256
"""The most shards of one best response."""
NAMED = 20
"""The most shards that a message names."""
NAME = "player-{}.shard-{:05}"
AGAIN = "`efgc shards solve`, with the same --chunk or without, computes only these"
HEADER = 460
"""About the bytes of a file besides its numbers,"""
MOST_HEADER = 10_000
"""and more than that."""


class Response:
    """One best response, and the files of its shards."""

    def __init__(self, answer: Answer, folder: Path) -> None:
        self.answer, self.folder = answer, folder
        self.pieces = split(answer)
        self.shards = self.pieces.shards(SHARDS)
        *rules, probability = answer.rules
        self._of = {
            "format": FORMAT,
            "program": PROGRAM,
            "game": _digest(rules[1:]),
            "strategy": _digest([probability]),
            "player": answer.player,
        }

    def path(self, number: int) -> Path:
        return self.folder / NAME.format(self.answer.player, number)

    def write(self, number: int, outcomes: Floats) -> None:
        """Write the file of a shard in one step."""
        write_sealed(self.path(number), outcomes, self._label(number))

    def look(self, number: int) -> Floats | str:
        """Return the outcomes of a shard, or its problem. Raises InputError for a shard of another
        evaluation.
        """
        shard, label = self.shards[number], self._label(number)
        most = MOST_HEADER + 8 * NUMBERS * (shard.behind - shard.first)
        found = read_sealed(self.path(number), most)
        if isinstance(found, str):
            return found
        # A best response of the other player walks another game.
        renamed = found.about.get("player") != label["player"]
        if renamed and all(found.about.get(key) == label[key] for key in ("format", "program")):
            return "is another shard"
        for key, words in (
            ("format", "is no shard"),
            ("program", f"was written by {found.about.get('program')}, not {PROGRAM}"),
            ("game", "is of another game"),
            ("strategy", "is of another strategy"),
        ):
            if found.about.get(key) != label[key]:
                said = f"{words}; name another folder, or remove this one to begin again"
                raise InputError([Problem(said)], str(self.path(number)))
        shape = shard.behind - shard.first, NUMBERS
        fits = found.values.shape == shape and found.values.dtype == np.float64
        return found.values if found.about == label and fits else "is another shard"

    def problem(self, number: int, why: str) -> Problem:
        """Return the problem of a shard, for messages."""
        return Problem(f"{self.path(number).name}: {why}")

    def _label(self, number: int) -> dict[str, object]:
        shard = self.shards[number]
        return {**self._of, "number": number, "pieces": [shard.first, shard.behind]}

    @property
    def bytes(self) -> int:
        """About the size of all files."""
        return sum(HEADER + 8 * NUMBERS * (one.behind - one.first) for one in self.shards)


def _digest(parts: Sequence[object]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(np.ascontiguousarray(part).data)
    return found.hexdigest()


def solve_share(asked: OnGraph, folder: Path, share: Share, run: Engine, watch: Watch) -> str:
    """Compute the shards of a share, except for existing ones; return a summary in words. Raises
    InputError if the folder has shards of another evaluation.
    """
    make_folder(str(folder))
    responses = _responses(asked, folder)
    all_shards = [(one, number) for one in responses for number in range(len(one.shards))]
    mine = [all_shards[at] for at in share.out_of(len(all_shards))]
    looked = [(one, number, one.look(number)) for one, number in mine]
    missing = [(one, number) for one, number, found in looked if isinstance(found, str)]
    for one, number, found in looked:
        if isinstance(found, str) and found != MISSING:
            note(f"{one.path(number)}: {found}; it is computed again")
    computed = run([one.shards[number] for one, number in missing])
    try:
        for at, outcomes in watched(computed, len(missing), watch):
            one, number = missing[at]
            one.write(number, outcomes)
    finally:
        for one in responses:
            one.pieces.ended = True
    done = f"{len(missing):,} shard{'s' * (len(missing) != 1)} computed"
    return (
        f"{folder}: share {share.number} of {share.of}: {done}, "
        f"{len(mine) - len(missing):,} already existed, of {len(all_shards):,}"
    )


def join_shards(asked: OnGraph, folder: Path, watch: Watch) -> GraphEvaluation:
    """Return the evaluation from the shards of a folder. Raises InputError with every shard that is
    missing or damaged.
    """
    if not folder.is_dir():
        raise InputError([Problem("is not a folder")], str(folder))
    outcomes: dict[int, Floats] = {}
    problems, total = list[Problem](), 0
    for one in _responses(asked, folder):
        looked = [one.look(number) for number in range(len(one.shards))]
        total += len(looked)
        problems += [one.problem(at, why) for at, why in enumerate(looked) if isinstance(why, str)]
        whole = [rows for rows in looked if not isinstance(rows, str)]
        outcomes[one.answer.player] = np.concatenate(whole or [np.zeros((0, NUMBERS))])
    if problems:
        many = f"{len(problems):,} of {total:,} shards are missing or damaged; {AGAIN}"
        more = len(problems) - NAMED
        rest = [Problem(f"and {more:,} more")] if more > 0 else []
        raise InputError([Problem(many), *problems[:NAMED], *rest], str(folder))

    def joined(answer: Answer, watch: Watch) -> Enclosed:
        return join(answer, outcomes[answer.player])

    return evaluate_graph(asked.game, asked.given, asked.opponent, watch, joined)


def _responses(asked: OnGraph, folder: Path) -> list[Response]:
    found = best_responses(asked.game, asked.given, asked.opponent)
    return [Response(answer, folder) for _, answer in found]


class ResponseCost(NamedTuple):
    """The cost of one best response."""

    player: int
    """Who responds."""
    shards: int
    memories: float
    """Estimated."""
    seconds: float
    """Processor time, estimated."""
    bytes: int
    """About the size of the files of its shards."""


class Forecast(NamedTuple):
    """The cost of an evaluation in shards."""

    title: str
    players: tuple[str, str]
    histories: int
    responses: tuple[ResponseCost, ...]
    reading: float
    """Seconds that every process needs before it begins with its shards."""
    memory: int | None
    """Bytes of a process; None if the system does not report it."""
    jobs: int

    @property
    def seconds(self) -> float:
        """Processor time of all shards."""
        return sum(one.seconds for one in self.responses)

    @property
    def bytes(self) -> int:
        return sum(one.bytes for one in self.responses)


def forecast_shards(asked: OnGraph, jobs: int, began: float) -> Forecast:
    """Return the cost of an evaluation in shards; `began` is when reading began, on the clock of
    `time.perf_counter`.
    """
    responses = _responses(asked, Path())
    reading = time.perf_counter() - began
    costs = [forecast(one.answer) for one in responses]
    return Forecast(
        title=asked.game.graph.title,
        players=asked.game.graph.players,
        histories=asked.game.histories,
        responses=tuple(
            ResponseCost(one.answer.player, len(one.shards), *cost, one.bytes)
            for one, cost in zip(responses, costs, strict=True)
        ),
        reading=reading,
        memory=most_used(),
        jobs=jobs,
    )


def as_text(found: Forecast) -> Iterator[str]:
    """Yield the lines of a forecast for people."""
    yield f"{found.title}: {large(found.histories)} histories\n\n"
    yield f"{'best response of':<20} {'shards':>7} {'memories':>12} {'seconds':>9} {'MB':>6}\n"
    for one in found.responses:
        name = found.players[one.player - 1]
        yield f"{name:<20} {one.shards:>7,} {one.memories:>12.3g} {one.seconds:>9.3g} "
        yield f"{one.bytes / 1e6:>6.2f}\n"
    yield f"\nTime: {duration(found.seconds)} of one processor, or "
    yield f"{duration(found.seconds / found.jobs)} of {found.jobs}, estimated from some of the "
    yield f"memories; and {duration(found.reading)} for each process to read the game.\n"
    if found.memory is not None:
        yield f"Memory: {found.memory / 1e9:.2g} GB for each process.\n"


def as_json(found: Forecast) -> Iterator[str]:
    """Yield a forecast as one object of JSON."""
    about = {
        "title": found.title,
        "histories": str(found.histories),
        "responses": [one._asdict() for one in found.responses],
        "jobs": found.jobs,
        "seconds": found.seconds,
        "reading_seconds": found.reading,
        "bytes": found.bytes,
        "memory": found.memory,
    }
    yield f"{json.dumps(about, indent=1)}\n"
