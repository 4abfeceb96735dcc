"""Checks a certificate against its game: `python checker.py NAME.certificate.json NAME.game.json`.

It shares no code with the rest of the program and needs Python's standard library only.
`schemas/certificate.md` tells the steps.
"""

import hashlib
import json
import math
import sys
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

# Sequences of both players are numbered together from 1; 0 is the empty sequence of either.
Sequences = tuple[int, ...]
Way = tuple[Sequences, Sequences, Fraction]  # What reaches a node: P1, P2 and the chance weight w.
Strategy = dict[int, list[Any]]  # Per information set and action a probability, or a Polynomial.
Polynomial = list[Fraction]  # Coefficients of 1, ε, ε², ...
Plan = dict[int, Polynomial]  # Per sequence its realization weight.
BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Game(NamedTuple):  # What its nodes and information sets come to.
    firsts: list[int]  # Per information set its first sequence; last the end of all.
    ends: list[tuple[Sequences, Sequences, Fraction]]  # Per terminal node P1, P2, w times payoff.
    parents: dict[int, dict[int, Sequences]]  # Per player and information set what leads there.
    met: dict[int, set[int]]  # Per information set the opponent's sequences that lead there.


class Rejected(Exception):
    """Why the certificate proves nothing."""


def check_certificate(certificate: bytes, game: bytes) -> str:
    """Return what a certificate proves of a game, in words; both are the bytes of their files.
    Raises Rejected.
    """
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # A long fraction is a number, too.
    try:
        read = partial(json.loads, parse_float=str, object_pairs_hook=_mapping)
        claim, played = read(certificate), read(game)
        for file, kind in ((claim, "certificate"), (played, "game")):
            header = file["format"], file["version"]
            _expect(header == (f"efgc/{kind}", 1), f"no {kind} of version 1")
        digest = hashlib.sha256(game).hexdigest()
        _expect(claim["game_sha256"] == digest, f"is of another game: its SHA-256 is not {digest}")
        return _prove(claim, played["nodes"], played["information_sets"])
    except BROKEN as error:
        raise Rejected(f"cannot be read: {type(error).__name__} {str(error)[:100]}") from None
    finally:
        sys.set_int_max_str_digits(limit)


def _prove(claim: Any, nodes: Any, infosets: Any) -> str:
    game = _walk(nodes, infosets)
    lower, upper = bounds = _number(claim["lower_bound"]), _number(claim["upper_bound"])
    exact, refined = claim["value"] is not None, claim.get("refinement")
    equal = not exact or lower == upper == _number(claim["value"])
    _expect(equal, "value and bounds are not the same number")
    strategies = [_read(game, *each) for each in zip((1, 2), claim["strategies"], strict=True)]
    for player, strategy, bound in zip((1, 2), strategies, bounds, strict=True):
        proved = _reply(game, 3 - player, _plan(game, player, strategy))
        _expect(
            bound <= proved if player == 1 else proved <= bound,
            f"player {player}'s strategy {'guarantees' if player == 1 else 'concedes'} {proved}, "
            f"which is about {float(proved - bound):+.3g} from what it claims",
        )
    if refined is None:
        return f"the value is {lower}" if exact else f"the value lies from {lower} to {upper}"
    concept = refined["concept"]
    _expect(exact and concept in ("quasi-perfect", "sequential"), "a refinement of nothing known")
    for player, told in zip((1, 2), refined["trembles"], strict=True):
        own, other = strategies[player - 1], strategies[2 - player]
        plan = _plan(game, player, own, _read(game, player, told, "weights"), concept)
        _reply(game, 3 - player, plan, other, concept)
    return f"the value is {lower}, by a {concept} equilibrium"


def _walk(nodes: Any, infosets: Any) -> Game:
    """Return what reaches each terminal node and, in order of first visit, each information set."""
    firsts = [1]
    for infoset in infosets:
        sound = infoset["player"] in (1, 2) and len(infoset["actions"]) > 0
        _expect(sound, "an information set without player or action")
        firsts.append(firsts[-1] + len(infoset["actions"]))
    game = Game(firsts, [], {1: {}, 2: {}}, {})
    ways: list[list[Way]] = [[] for _ in nodes]
    ways[0] = [((0,), (0,), Fraction(1))]
    for at, node in enumerate(nodes):
        sound = node["node"] == at and len(ways[at]) > 0
        _expect(sound, f"node {at} is out of order, or no node leads to it")
        first, second, weight = _joined(ways[at], at)
        onward: list[Way] = []
        if "payoff" in node:
            game.ends.append((first, second, weight * _number(node["payoff"])))
        elif "chance" in node:
            chances = [_number(chance) for chance in node["probabilities"]]
            sound = min(chances) > 0 and sum(chances) == 1
            _expect(sound, f"the probabilities of node {at} are not above 0 with sum 1")
            onward = [(first, second, weight * chance) for chance in chances]
        else:
            here = node["information_set"]
            _expect(0 <= here < len(infosets), f"node {at} is in no information set")
            player = infosets[here]["player"]
            own, other = (first, second) if player == 1 else (second, first)
            recalled = game.parents[player].setdefault(here, own) == own
            _expect(recalled, f"player {player} has no perfect recall at information set {here}")
            game.met.setdefault(here, set()).update(other)
            moves = [(move,) for move in range(firsts[here], firsts[here + 1])]
            onward = [(on, second, weight) if player == 1 else (first, on, weight) for on in moves]
        for child, reached in zip(node.get("children", ()), onward, strict=True):
            _expect(at < child, f"node {child} is no child of node {at}")
            ways[child].append(reached)
    _expect(len(game.met) == len(infosets), "an information set has no node")
    return game


def _joined(ways: list[Way], at: int) -> Way:
    """Return what reaches a node: one weight for all pairs of sequences of both players, or the
    node may not be shared.
    """
    if len(ways) == 1:
        return ways[0]
    columns: dict[Sequences, dict[int, Fraction]] = {}
    for first, second, weight in ways:
        for sequence in second:
            column = columns.setdefault(first, {})
            column[sequence] = column.get(sequence, Fraction(0)) + weight
    within: dict[int, Sequences] = {}  # Per sequence of player 1 the numbers of its columns.
    for number, first in enumerate(columns):
        for sequence in first:
            within[sequence] = (*within.get(sequence, ()), number)
    listed, met = list(columns.values()), set()
    for numbers in set(within.values()):
        seconds = tuple(sorted({sequence for number in numbers for sequence in listed[number]}))
        for sequence in seconds:
            met.add((seconds, sum(listed[number].get(sequence, 0) for number in numbers)))
    _expect(len(met) == 1, f"node {at} is shared by histories with different chance weights")
    return tuple(sorted(within)), *met.pop()  # type: ignore[return-value]


def _read(game: Game, player: int, told: Any, key: str = "probabilities") -> Strategy:
    """Return what a certificate says of each information set of a player."""
    found = {entry["information_set"]: [*map(_number, entry[key])] for entry in told}
    fits = len(found) == len(told) and found.keys() == game.parents[player].keys()
    fits = fits and all(len(found[at]) == game.firsts[at + 1] - game.firsts[at] for at in found)
    _expect(fits, f"player {player}'s {key} are not those of a strategy of this game")
    return found


def _plan(
    game: Game, player: int, strategy: Strategy, trembles: Strategy | None = None, concept: str = ""
) -> Plan:
    """Return the realization weights of a player's sequences: the products of its probabilities on
    the way, added up. Those of a refinement, where it is given, have to tend to these.
    """
    plan = {0: [Fraction(1)]}
    for at, above in game.parents[player].items():
        sound = min(strategy[at]) >= 0 and sum(strategy[at]) == 1
        _expect(sound, f"no distribution at information set {at}: below 0, or sum not 1")
        reach = _sum(plan[sequence] for sequence in above)
        weights = [[reach[0] * share] for share in strategy[at]]
        if trembles is not None:
            weights = trembles[at]
            _tend(at, reach, weights, strategy[at])
            adds = concept == "sequential" or not any(_sum([[-one for one in reach], *weights]))
            _expect(adds, f"the weights do not add up at information set {at}")
        plan |= zip(range(game.firsts[at], game.firsts[at + 1]), weights, strict=True)
    return plan


def _tend(at: int, reach: Polynomial, weights: list[Polynomial], shares: Polynomial) -> None:
    least = _order(reach)
    for weight, share in zip(weights, shares, strict=True):
        order = _order(weight)
        _expect(weight[order] > 0, f"a weight not above 0 for small ε at information set {at}")
        tends = order >= least and share * reach[least] == (order == least) * weight[order]
        _expect(tends, f"the weights do not tend to the strategy at information set {at}")


def _reply(
    game: Game, player: int, plan: Plan, strategy: Strategy | None = None, concept: str = ""
) -> Fraction:
    """Return what player 1 gets where `player` replies best to the other's plan; its strategy, if
    it is given, has to do so at every information set.
    """
    best = max if player == 1 else min  # Of lists: by the first number that is not the same.
    # Whole numbers of 1 / (unit * parts) are quicker than fractions.
    unit = math.lcm(*(number.denominator for weight in plan.values() for number in weight))
    whole = {at: [int(number * unit) for number in weight] for at, weight in plan.items()}
    parts = math.lcm(*{gain.denominator for *_, gain in game.ends})
    values: list[Any] = [[0] * max(map(len, plan.values()))] * game.firsts[-1]
    for *ways, gain in game.ends:
        scale = gain.numerator * (parts // gain.denominator)
        met = _sum(whole[sequence] for sequence in ways[2 - player])
        for sequence in ways[player - 1]:
            values[sequence] = _sum((values[sequence], (scale * number for number in met)))
    # From the last: what follows an action is settled before it.
    for at, above in reversed(game.parents[player].items()):
        options = values[game.firsts[at] : game.firsts[at + 1]]
        value = best(options)
        if strategy is not None:
            # By the limit beliefs: those nodes count that the least order of ε leads to.
            least = min(_order(plan[sequence]) for sequence in game.met[at])
            told = slice(least, least + 1) if concept == "sequential" else slice(None)
            top = best(option[told] for option in options)
            played = [pair for pair in zip(strategy[at], options, strict=True) if pair[0]]
            sound = all(option[told] == top for _, option in played)
            _expect(sound, f"not {concept}: player {player} can do better at information set {at}")
            value = _sum([share * number for number in option] for share, option in played)
        for sequence in above:
            values[sequence] = _sum((values[sequence], value))
    return Fraction(values[0][0], unit * parts)


def _sum(polynomials: Any) -> Any:
    return [sum(numbers) for numbers in zip_longest(*polynomials, fillvalue=0)]


def _order(polynomial: Polynomial) -> int:
    return next((order for order, number in enumerate(polynomial) if number), 0)


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _expect(len(dict(pairs)) == len(pairs), "a key stands twice")
    return dict(pairs)


def _number(text: Any) -> Any:
    if type(text) is list:
        return [*map(_number, text)]
    _expect(type(text) in (int, str), f"{text!r} is not an exact number")
    _expect(len(str(text).lower().partition("e")[2]) < 7, "a power of ten beyond all measure")
    return Fraction(text)


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)


if __name__ == "__main__":
    try:
        print(check_certificate(*(open(name, "rb").read() for name in sys.argv[1:3])))
    except Rejected as reason:
        sys.exit(str(reason))
