"""The strategies of a report as separate files: `schemas/strategy.md`.

If the value is proved, the strategies are exact: those of the proof, which a certificate holds and
which guarantee exactly the value; the report's own are near them. If nothing is proved, the
report's strategies are written with all their digits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import add

from schemas.game import Game
from schemas.report import Proof, Report
from schemas.strategies import Behaviour, ExactStrategy, Strategy
from stages.report.action_values import losses
from stages.report.measures import Measured, measured, short
from stages.report.simple_fractions import rational
from stages.strategies import FORMATS, own_csv, own_json


def write_strategy(report: Report) -> Iterator[str]:
    """Yield the lines of both strategies in JSON: one information set per line."""
    if exact := _proved(report):
        return own_json.write(report.game, exact)
    spelled = [
        ((infoset, tuple(map(own_json.decimal, shares))) for infoset, _, shares in strategy)
        for strategy in report.strategies
    ]
    return own_json.write_spelled(report.game, spelled)


def write_csv(report: Report) -> Iterator[str]:
    """Yield the lines of both strategies as a table: one action per line."""
    game, exact = report.game, _proved(report)
    played = report.strategies
    lines: Sequence[Iterator[own_csv.Line]] = [map(_line, strategy) for strategy in played]
    if exact:
        played = rounded(game, exact[0]), rounded(game, exact[1])
        lines = [map(own_csv.exact_line, strategy) for strategy in exact]
    return own_csv.write_lines(game, lines, _beside(replace(measured(report), strategies=played)))


def _proved(report: Report) -> tuple[ExactStrategy, ExactStrategy] | None:
    """Return the strategies of the proof; None if there is none, or if the report's strategies play
    better off the path.
    """
    exact = report.exact
    return exact.strategies if isinstance(exact, Proof) and report.off_path is None else None


def foreign(name: str) -> Callable[[Report], Iterator[str]]:
    """Return a function that writes both strategies in the format of another tool, a key of
    `stages.strategies.FORMATS`.
    """
    write = FORMATS[name].write
    assert write is not None
    return lambda report: write(report.game, _exact(report))


def _exact(report: Report) -> tuple[ExactStrategy, ExactStrategy]:
    """Return the strategies of the proof, or those of the report made to sum to 1."""
    return _proved(report) or (rational(report.strategies[0]), rational(report.strategies[1]))


def rounded(game: Game, strategy: ExactStrategy) -> Strategy:
    """Return a strategy in floats, with the weight of the player's own moves."""
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


def _beside(report: Measured) -> own_csv.Beside:
    """Return a function that gives per action of an information set: the weight of its owner's
    moves, the probability that play comes there, the value of the action, and its loss.
    """
    reach, values = report.reach, report.values
    own = {
        entry.infoset: (player, entry)
        for player, strategy in enumerate(report.strategies, 1)
        for entry in strategy
    }

    def beside(infoset: int) -> Sequence[tuple[str, str, str, str]]:
        player, entry = own[infoset]
        far = repr(entry.own_reach), repr(reach[infoset])
        found = values[infoset]
        if found is None:
            return [(*far, "", "")] * len(entry.probabilities)
        away = losses(found, player, report.largest)
        return [
            (*far, repr(short(value)), repr(short(loss)))
            for value, loss in zip(found.values, away, strict=True)
        ]

    return beside
