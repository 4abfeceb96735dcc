"""The data of a report for the page: its facts in words, and the numbers and the players' behaviour
by situation for comparing two columns.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ....schemas.game import infoset_text
from ....schemas.induction_report import InductionReport
from ....schemas.parts.exact import large, write_exact
from ....schemas.report import Proof, Report
from ....stages.documents import Document
from ....stages.report.document import document as of_game
from ....stages.report.induction.document import document as of_states
from ....stages.report.measures import reaches
from ....stages.report.optimum import OptimumReport
from ....stages.report.optimum import document as of_optimum
from ...chain.records import Record, Reported, ReportedGraph, ReportedProgram
from ..server.site import Data
from .orders import LATEST

DIGITS = 200
"""The largest number of characters of a fraction that is shown; of a longer one the length is
shown.
"""


def report_data(made: Record) -> Data:
    """Return the title, players, facts and numbers of the last stage's record."""
    match made:
        case Reported(_, report, _):
            return _document_data(of_game(report), report.game.players, _of_game(report))
        case ReportedGraph(_, found):
            return _document_data(of_states(found), found.graph.players, _of_states(found))
        case ReportedProgram(_, optimum):
            return _document_data(of_optimum(optimum), (), _of_optimum(optimum))
        case _:
            raise AssertionError("the chain ends with a report")


def _document_data(document: Document, players: tuple[str, ...], numbers: Data) -> Data:
    return {
        "title": document.title,
        "players": list(players),
        "facts": [list(fact) for fact in document.facts],
        "numbers": _plain(numbers),
    }


def _of_game(report: Report) -> Data:
    game, size = report.game, report.origins.size
    exact = report.exact.value if isinstance(report.exact, Proof) else None
    return {
        "value": report.value,
        "exact": exact,
        "lower": report.bounds.lower,
        "upper": report.bounds.upper,
        "states": game.states or None,
        "histories": report.counts.histories,
        "terminal": report.counts.terminal_histories,
        "nodes": len(game.nodes),
        "infosets_1": len(report.strategies[0]),
        "infosets_2": len(report.strategies[1]),
        "sequences_1": len(report.plans[0]),
        "sequences_2": len(report.plans[1]),
        "rows": size.rows,
        "columns": size.columns,
        "nonzeros": size.nonzeros,
    }


def _of_states(report: InductionReport) -> Data:
    sizes, proved = report.sizes, report.proved
    infosets, sequences = sizes.information_sets, sizes.sequences
    return {
        "value": report.value,
        "exact": report.exact,
        "lower": proved and proved.lower,
        "upper": proved and proved.upper,
        "states": sizes.states,
        "histories": sizes.histories,
        "infosets_1": infosets and infosets[0],
        "infosets_2": infosets and infosets[1],
        "sequences_1": sequences and sequences[0],
        "sequences_2": sequences and sequences[1],
    }


def _of_optimum(report: OptimumReport) -> Data:
    size = report.solution.size
    return {
        "value": report.solution.objective,
        "rows": size.rows,
        "columns": size.columns,
        "nonzeros": size.nonzeros,
    }


def _plain(numbers: Data) -> Data:
    """Return the numbers that exist, in the range that JSON readers of any language support."""
    return {name: _one(value) for name, value in numbers.items() if value is not None}


def _one(value: object) -> object:
    if isinstance(value, Fraction):
        text = write_exact(value)
        return text if len(text) <= DIGITS else f"a fraction of {len(text):,} characters"
    if isinstance(value, int) and value > LATEST:
        return large(value)
    return value


MOST = 20_000
"""The largest number of information sets of a player that are compared; of larger games only the
numbers are compared.
"""
FIRST = "the first round"
SHOWN = 200
"""The largest number of differing choices that are listed."""
SAME = 1e-6
"""Probabilities that differ by at most this count as equal, because solvers round differently."""


class Choice(NamedTuple):
    """The probability of a player's action in a situation, which is described in words."""

    player: int
    name: str
    """The player's name."""
    where: str
    action: str
    probability: float
    reached: float
    """The probability that play reaches the situation."""


def choices(made: Record) -> tuple[Choice, ...]:
    """Return the choices among several actions. For a game that was solved as a linear program,
    these are the situations that its player's own actions reach, unless the game is large. For a
    game that was solved state by state, they are the choices of the first round.
    """
    match made:
        case Reported(_, report, _) if max(map(len, report.strategies)) <= MOST:
            return tuple(_choices(report))
        case ReportedGraph(_, found):
            return tuple(_first_choices(found))
        case _:
            return ()


def _first_choices(report: InductionReport) -> Iterator[Choice]:
    for play in report.first_moves:
        for player, (moves, weights) in enumerate(
            zip(play.moves, play.strategies, strict=True), start=1
        ):
            for action, probability in zip(moves, weights, strict=True):
                yield Choice(
                    player=player,
                    name=report.graph.players[player - 1],
                    where=f"{FIRST}, {play.label}" if play.label else FIRST,
                    action=action,
                    probability=probability,
                    reached=1 / len(report.first_moves),
                )


def _choices(report: Report) -> Iterator[Choice]:
    game = report.game
    reach = reaches(game, report.strategies)
    for player, strategy in enumerate(report.strategies, start=1):
        for behaviour in strategy:
            if len(behaviour.probabilities) < 2 or not behaviour.own_reach:
                continue
            at = behaviour.infoset
            actions = game.information_sets[at].actions
            where = infoset_text(game, at)
            for action, probability in zip(actions, behaviour.probabilities, strict=True):
                yield Choice(
                    player=player,
                    name=game.players[player - 1],
                    where=where,
                    action=action,
                    probability=probability,
                    reached=reach[at],
                )


def differences(first: Iterable[Choice], second: Iterable[Choice]) -> Data:
    """Return the differences between two lists of choices, by decreasing probability of the
    situation.
    """
    left, right = _by_place(first), _by_place(second)
    both = left.keys() & right.keys()
    changed = [
        place
        for place in both
        if abs(_probability_at(left, place) - _probability_at(right, place)) > SAME
    ]
    lone = [place for place in left.keys() ^ right.keys() if _played(left, right, place)]
    found = sorted(
        [*changed, *lone],
        key=lambda place: (-max(_reach_at(left, place), _reach_at(right, place)), place),
    )
    return {
        "choices": [_row(left, right, place) for place in found[:SHOWN]],
        "more": max(0, len(found) - SHOWN),
        "alike": len(both) - len(changed),
        "only": [len(left.keys() - right.keys()), len(right.keys() - left.keys())],
    }


_Place = tuple[int, str, str]
_Choices = dict[_Place, Choice]


def _by_place(found: Iterable[Choice]) -> _Choices:
    return {(one.player, one.where, one.action): one for one in found}


def _probability_at(found: _Choices, place: _Place) -> float:
    return found[place].probability


def _reach_at(found: _Choices, place: _Place) -> float:
    return found[place].reached if place in found else 0.0


def _played(left: _Choices, right: _Choices, place: _Place) -> bool:
    """Return whether a choice that only one side has is ever played."""
    one = left.get(place) or right[place]
    return one.reached > 0 and one.probability > 0


def _row(left: _Choices, right: _Choices, place: _Place) -> Data:
    one = left.get(place) or right[place]
    return {
        "player": one.player,
        "name": one.name,
        "where": one.where,
        "action": one.action,
        "first": left[place].probability if place in left else None,
        "second": right[place].probability if place in right else None,
    }
