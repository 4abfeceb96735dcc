"""What is said of a network."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

ALL, ABOVE, HIGHEST = "all", "above 0", "highest"
PLAYS = {
    ALL: "every play",
    ABOVE: "every play that ends with a payoff above 0",
    HIGHEST: "every play that ends with the highest payoff",
}
"""The plays of which is said what they pass; payoffs are those of ends, where no move pays."""


class Passed(NamedTuple):
    """What every play passes, of the plays that end in one way."""

    plays: int
    """How many there are."""
    nodes: tuple[int, ...]
    """In the order of play, from the start on; without the end itself."""
    groups: tuple[tuple[str, str], ...]
    """Kind and name of what several nodes belong to, such as a place that the rules look at: every
    play passes a node of it. In the order in which one of the shortest plays comes by.
    """


@dataclass(frozen=True, kw_only=True)
class Stats:
    """Of what the start of a network leads to."""

    title: str
    players: tuple[str, str]
    of: str
    """`states` or `game`."""
    nodes: int
    moves: int
    kinds: Mapping[str, int]
    """Nodes by kind, with the player of a decision."""
    names: Mapping[int, str]
    """Of nodes, where these have names."""
    shortest: int
    """Moves of the shortest play."""
    longest: tuple[int, ...]
    """The nodes of a longest play."""
    width: tuple[int, ...]
    """Nodes per depth, the moves of the longest way there."""
    ends: tuple[int, ...]
    """Terminal ones among them."""
    branching: Mapping[int, int]
    """Nodes by the number of their moves."""
    information_sets: Mapping[int, Mapping[int, int]]
    """Per player information sets by their number of nodes; none of a state graph."""
    articulation: tuple[int, ...]
    """Nodes without which the network would fall apart."""
    dominators: Mapping[int, int]
    """The last node before each that every way there passes; not of the start."""
    behind: Mapping[int, int]
    """Per node how many nodes only it leads to; not where there are none."""
    passed: Mapping[str, Passed]
    """By a key of PLAYS, those that there are."""
    payoffs: Mapping[Fraction, int]
    """Plays by the payoff that they end with, ascending; none where moves pay something."""
