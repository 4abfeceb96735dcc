"""Strategies of a reduced game carried to the textbook tree of the same map, in rationals;
`stages.report.carry` does the same in floats.
"""

from fractions import Fraction

from schemas.game import Game, InformationSet
from schemas.strategies import ExactBehaviour, ExactStrategy
from schemas.strategy import Given
from stages.evaluate.plans import turns
from stages.report.carry import START, Follower, Standing, moved, shares


def carried(game: Game, given: Given, onto: Game) -> Given:
    """Return strategies of the tree `onto` that play like those of the reduced game; they are
    uniform where these never lead.
    """
    first, second = (
        None if strategy is None else _carried(game, player, strategy, onto)
        for player, strategy in enumerate(given.players, 1)
    )
    return given._replace(players=(first, second))


def _carried(game: Game, player: int, strategy: ExactStrategy, onto: Game) -> ExactStrategy:
    follower = Follower(game, player, strategy)
    standings = {0: tuple(one._replace(weight=Fraction(1)) for one in START)}
    found = []
    for infoset, _, (parent,) in turns(onto, player):
        record = onto.information_sets[infoset]
        here = follower.here(standings[parent], record) if parent in standings else []
        found.append(ExactBehaviour(infoset, _shares(here, record)))
        for sequence, action in zip(onto.sequences(infoset), record.actions, strict=True):
            if behind := moved(here, action):
                standings[sequence] = behind
    return tuple(found)


def _shares(here: list[Standing], record: InformationSet) -> tuple[Fraction, ...]:
    led, found = shares(here, record.actions)
    size = len(record.actions)
    return found if led else (Fraction(1, size),) * size
