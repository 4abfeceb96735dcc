"""The strategies of a report as files of their own: `schemas/strategy.md`.

What is written is exact where the value is proved: the strategies of the proof, which a
certificate holds, and which guarantee exactly the value. Those of the report lie near to them, and
where nothing is proved they are written, with all their digits.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import add

from schemas.game import Game
from schemas.report import Proof, Report
from schemas.strategies import Behaviour, ExactStrategy, Strategy
from stages.report.action_values import action_values
from stages.report.reach import reaches
from stages.report.rounded import rational
from stages.strategies import FORMATS, own_csv, own_json


def write_strategy(report: Report) -> Iterator[str]:
    """Yield the lines of both strategies in JSON: one information set per line."""
    if isinstance(report.exact, Proof):
        return own_json.write(report.game, report.exact.strategies)
    spelled = [
        ((infoset, tuple(map(own_json.decimal, shares))) for infoset, _, shares in strategy)
        for strategy in report.strategies
    ]
    return own_json.write_spelled(report.game, spelled)


def write_csv(report: Report) -> Iterator[str]:
    """Yield the lines of both strategies as a table: one action per line."""
    game, exact = report.game, report.exact
    if isinstance(exact, Proof):
        played = rounded(game, exact.strategies[0]), rounded(game, exact.strategies[1])
        lines = [map(own_csv.exact_line, strategy) for strategy in exact.strategies]
    else:
        played = report.strategies
        lines = [map(_line, strategy) for strategy in played]
    return own_csv.write_lines(game, lines, _beside(game, played))


def foreign(name: str) -> Callable[[Report], Iterator[str]]:
    """Return what writes both strategies as another tool has them, a key of
    `stages.strategies.FORMATS`.
    """
    write = FORMATS[name].write
    assert write is not None
    return lambda report: write(report.game, _exact(report))


def _exact(report: Report) -> tuple[ExactStrategy, ExactStrategy]:
    """Return the strategies of the proof, or those of the report made to sum to 1."""
    if isinstance(report.exact, Proof):
        return report.exact.strategies
    return rational(report.strategies[0]), rational(report.strategies[1])


def rounded(game: Game, strategy: ExactStrategy) -> Strategy:
    """Return a strategy in floats, with how far it leads."""
    plan = {0: 1.0}
    found = []
    for infoset, shares in strategy:
        # Not `sum`, which adds floats with compensation from Python 3.12 on.
        above = reduce(add, (plan[parent] for parent in game.parents[infoset]), 0.0)
        floats = tuple(map(float, shares))
        found.append(Behaviour(infoset, above, floats))
        for sequence, share in zip(game.sequences(infoset), floats, strict=True):
            plan[sequence] = above * share
    return tuple(found)


def _line(entry: Behaviour) -> own_csv.Line:
    return entry.infoset, [(repr(share), "") for share in entry.probabilities]


def _beside(game: Game, strategies: tuple[Strategy, Strategy]) -> own_csv.Beside:
    """Return what gives, per action of an information set, how far its owner's moves and all moves
    lead there, what the action is worth, and what it gives away.
    """
    reach, values = reaches(game, strategies), action_values(game, strategies)
    own = {entry.infoset: (player, entry) for player in (1, 2) for entry in strategies[player - 1]}

    def beside(infoset: int) -> Sequence[tuple[str, str, str, str]]:
        player, entry = own[infoset]
        far = repr(entry.own_reach), repr(reach[infoset])
        found = values[infoset]
        if found is None:
            return [(*far, "", "")] * len(entry.probabilities)
        best = max(found.values) if player == 1 else min(found.values)
        return [(*far, repr(value), repr(abs(best - value))) for value in found.values]

    return beside
