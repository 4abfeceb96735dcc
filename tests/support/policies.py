"""Policies of droid battle from functions."""

from efgc.pipeline.apps.droids.policy import no_policy
from efgc.schemas.rules.droid_battle import ACTIONS, Position
from efgc.stages.solve.induction.droid_battle import index


def tabulate(rule, choose):
    """Return the policy given by a function from positions to action probabilities. It must not
    depend on the rounds left, and is called once per position.
    """
    known = index(rule)
    size = len(known.squares)
    policy = no_policy(known)
    for pair in known.pairs.tolist():
        squares = (known.squares[pair // size], known.squares[pair % size])
        for at, tally in enumerate(known.tallies):
            if tally.shots != (0, 0):
                point = Position(squares, tally.shots, tally.score, 1)
                for word, weight in choose(point).items():
                    policy[pair, at, ACTIONS.index(word)] = weight
    return (no_policy(known), *[policy] * rule.rounds)
