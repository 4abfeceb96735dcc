"""What can follow a node, as a number, without what drawing alone makes of it: nodes of two trees
have the same one where the same can be had, whoever knows what.

Beside forced moves and the order of moves these are left out: play that can end in one payoff alone
is that payoff; moves of one player in a row are one choice; of two choices that lead to the same,
one is enough, and so it is of a payoff that can also be had later for sure. It decides which
difference is told of, and never a verdict: what players know is not looked at.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, Terminal, children

MOST = 64
"""Choices up to which those of one player in a row are taken as one, and outcomes of chance: a
longer list would be made again at each node above it.
"""


class _Options(NamedTuple):
    """A decision: its player, and the numbers of what can be chosen."""

    player: int
    ways: tuple[int, ...]


class _Draws(NamedTuple):
    """A move of chance: numbers and probabilities."""

    shares: tuple[tuple[int, Fraction], ...]


class Essences:
    """Numbers that mean the same in all trees that are added."""

    def __init__(self) -> None:
        self.known: dict[object, int] = {}
        self.keys: list[Fraction | _Options | _Draws] = []
        self.attained: list[tuple[frozenset[Fraction], frozenset[Fraction]]] = []
        """Per number the payoffs that player 1, and those that player 2, can have for sure."""

    def of(self, game: Game) -> list[int]:
        """Return per node of a tree its number."""
        twins = {player: alike(game, player) for player in (1, 2)}
        found = [0] * len(game.nodes)
        for node in reversed(range(len(found))):
            match game.nodes[node]:
                case Terminal(payoff):
                    found[node] = self._number(payoff)
                case Chance(_, probabilities, below):
                    ways = zip((found[child] for child in below), probabilities, strict=True)
                    found[node] = self._drawn(ways)
                case Decision(infoset, below):
                    player = game.information_sets[infoset].player
                    once = {twins[player][child]: found[child] for child in below}
                    found[node] = self._chosen(player, list(once.values()))
        return found

    def constant(self, number: int) -> Fraction | None:
        """Return the only payoff that can follow; None where there are several."""
        key = self.keys[number]
        return key if isinstance(key, Fraction) else None

    def can_have(self, player: int, number: int, payoff: Fraction) -> bool:
        """Return whether a player can have a payoff for sure."""
        return payoff in self.attained[number][player - 1]

    def _drawn(self, ways: Iterable[tuple[int, Fraction]]) -> int:
        """Return the number of a move of chance; those in a row are one."""
        shares: dict[int, Fraction] = {}
        for way, share in ways:
            key = self.keys[way]
            alone = ((way, Fraction(1)),)
            inside = key.shares if isinstance(key, _Draws) and len(key.shares) <= MOST else alone
            for inner, part in inside:
                shares[inner] = shares.get(inner, Fraction(0)) + share * part
        shares = {way: share for way, share in shares.items() if share}
        if len(shares) == 1:
            return next(iter(shares))
        return self._number(_Draws(tuple(sorted(shares.items()))))

    def _chosen(self, player: int, ways: list[int]) -> int:
        """Return the number of a decision."""
        inner = [one for way in ways for one in self._ways(player, way)]
        if len(inner) <= MOST:
            ways = inner
        payoffs = {way for way in ways if self.constant(way) is not None}
        open = [way for way in ways if way not in payoffs]
        open += [way for way in payoffs if not self._had_otherwise(player, way, open)]
        if len(open) == 1:
            return open[0]
        return self._number(_Options(player, tuple(sorted(open))))

    def _had_otherwise(self, player: int, way: int, ways: list[int]) -> bool:
        payoff = self.constant(way)
        assert payoff is not None
        return any(self.can_have(player, other, payoff) for other in ways)

    def _ways(self, player: int, number: int) -> tuple[int, ...]:
        key = self.keys[number]
        return key.ways if isinstance(key, _Options) and key.player == player else (number,)

    def _number(self, key: Fraction | _Options | _Draws) -> int:
        # A payoff and a pair are never equal; options and draws differ in what they hold.
        name = (type(key).__name__, key)
        if name not in self.known:
            self.known[name] = len(self.keys)
            self.keys.append(key)
            self.attained.append((self._attained(1, key), self._attained(2, key)))
        return self.known[name]

    def _attained(self, player: int, key: Fraction | _Options | _Draws) -> frozenset[Fraction]:
        if isinstance(key, Fraction):
            return frozenset([key])
        below = key.ways if isinstance(key, _Options) else [way for way, _ in key.shares]
        sets = [self.attained[way][player - 1] for way in below]
        if isinstance(key, _Options) and key.player == player:
            return frozenset[Fraction]().union(*sets)
        return sets[0].intersection(*sets[1:])


def alike(game: Game, player: int) -> list[int]:
    """Return per node of a tree a number, the same where it is all the same to a player: the other
    can do the same behind it, knowing the same.
    """
    known: dict[object, int] = {}
    found = [0] * len(game.nodes)
    for node in reversed(range(len(found))):
        record = game.nodes[node]
        key: object
        match record:
            case Terminal(payoff):
                key = payoff
            case Chance(_, probabilities, below):
                shares = ((found[at], p) for at, p in zip(below, probabilities, strict=True))
                key = ("chance", *sorted(shares))
            case Decision(infoset, below):
                mine = game.information_sets[infoset].player == player
                ways = tuple(found[child] for child in below)
                key = ("mine", frozenset(ways)) if mine else ("theirs", infoset, ways)
        beyond = {found[child] for child in children(record)}
        found[node] = beyond.pop() if len(beyond) == 1 else known.setdefault(key, len(known))
    return found
