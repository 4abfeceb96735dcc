"""The players' behaviour by situation: the data for comparing two columns."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pipeline.chain.records import Record, Reported, ReportedGraph
from pipeline.web.site import Data
from schemas.game import infoset_text
from schemas.induction_report import InductionReport
from schemas.report import Report
from stages.report.measures import reaches

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
    changed = [place for place in both if abs(_of(left, place) - _of(right, place)) > SAME]
    lone = [place for place in left.keys() ^ right.keys() if _played(left, right, place)]
    found = sorted(
        [*changed, *lone],
        key=lambda place: (-max(_reached(left, place), _reached(right, place)), place),
    )
    return {
        "choices": [_told(left, right, place) for place in found[:SHOWN]],
        "more": max(0, len(found) - SHOWN),
        "alike": len(both) - len(changed),
        "only": [len(left.keys() - right.keys()), len(right.keys() - left.keys())],
    }


_Place = tuple[int, str, str]
_Choices = dict[_Place, Choice]


def _by_place(found: Iterable[Choice]) -> _Choices:
    return {(one.player, one.where, one.action): one for one in found}


def _of(found: _Choices, place: _Place) -> float:
    return found[place].probability


def _reached(found: _Choices, place: _Place) -> float:
    return found[place].reached if place in found else 0.0


def _played(left: _Choices, right: _Choices, place: _Place) -> bool:
    """Return whether a choice that only one side has is ever played."""
    one = left.get(place) or right[place]
    return one.reached > 0 and one.probability > 0


def _told(left: _Choices, right: _Choices, place: _Place) -> Data:
    one = left.get(place) or right[place]
    return {
        "player": one.player,
        "name": one.name,
        "where": one.where,
        "action": one.action,
        "first": left[place].probability if place in left else None,
        "second": right[place].probability if place in right else None,
    }
