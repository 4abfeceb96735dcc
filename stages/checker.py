"""Checks a certificate against its game, from the two files alone: `python checker.py
NAME.certificate.json NAME.game.json`.

It shares no code with the rest of the program and needs Python's standard library only.
`schemas/certificate.md` tells the steps.
"""

import hashlib
import json
import math
import sys
from fractions import Fraction
from typing import Any

# Sequences of both players are numbered together from 1; 0 is the empty sequence of either.
Sequences = tuple[int, ...]
Way = tuple[Sequences, Sequences, Fraction]  # What reaches a node: P1, P2 and the chance weight w.
Ends = list[tuple[Way, Fraction]]  # The terminal nodes with their payoffs.


class Rejected(Exception):
    """Why the certificate proves nothing."""


def check_certificate(certificate: bytes, game: bytes) -> str:
    """Return what a certificate proves of a game, in words; both are the bytes of their files.
    Raises Rejected.
    """
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # A long fraction is a number, too.
    try:
        claim, played = (
            json.loads(file, parse_float=str, object_pairs_hook=_mapping)
            for file in (certificate, game)
        )
        for file, kind in ((claim, "certificate"), (played, "game")):
            _expect(
                file["format"] == f"efgc/{kind}" and file["version"] == 1, f"no {kind} of version 1"
            )
        digest = hashlib.sha256(game).hexdigest()
        _expect(claim["game_sha256"] == digest, f"is of another game: its SHA-256 is not {digest}")
        return _prove(claim, played["nodes"], played["information_sets"])
    except (
        KeyError,
        TypeError,
        ValueError,
        IndexError,
        ZeroDivisionError,
        AttributeError,
        RecursionError,
    ) as error:
        raise Rejected(f"cannot be read: {type(error).__name__} {str(error)[:100]}") from None
    finally:
        sys.set_int_max_str_digits(limit)


def _prove(claim: Any, nodes: Any, infosets: Any) -> str:
    firsts = [1]  # Per information set its first sequence.
    for infoset in infosets:
        _expect(
            infoset["player"] in (1, 2) and len(infoset["actions"]) > 0,
            "an information set without player or action",
        )
        firsts.append(firsts[-1] + len(infoset["actions"]))
    ends, parents = _walk(nodes, infosets, firsts)
    lower, upper = _number(claim["lower_bound"]), _number(claim["upper_bound"])
    exact = claim["value"] is not None
    _expect(
        not exact or lower == upper == _number(claim["value"]),
        "value and bounds are not the same number",
    )
    for player, strategy in zip((1, 2), claim["strategies"], strict=True):
        own = {at: above for at, above in parents.items() if infosets[at]["player"] == player}
        others = {at: above for at, above in parents.items() if at not in own}
        weights = _weights(strategy, player, own, firsts)
        proved = _guaranteed(player, weights, ends, others, firsts)
        _expect(
            lower <= proved if player == 1 else proved <= upper,
            f"player {player}'s strategy {'guarantees' if player == 1 else 'concedes'} {proved}, "
            f"which is about {float(proved - (lower if player == 1 else upper)):+.3g} from what "
            "it claims",
        )
    return f"the value is {lower}" if exact else f"the value lies from {lower} to {upper}"


def _walk(nodes: Any, infosets: Any, firsts: list[int]) -> tuple[Ends, dict[int, Sequences]]:
    """Return what reaches each terminal node and, in order of first visit, each information set:
    its player's sequences.
    """
    ways: list[list[Way]] = [[] for _ in nodes]
    ways[0] = [((0,), (0,), Fraction(1))]
    ends: Ends = []
    parents: dict[int, Sequences] = {}
    for at, node in enumerate(nodes):
        _expect(
            node["node"] == at and len(ways[at]) > 0,
            f"node {at} is out of order, or no node leads to it",
        )
        first, second, weight = way = _joined(ways[at], at)
        onward: list[Way] = []
        if "payoff" in node:
            ends.append((way, _number(node["payoff"])))
        elif "chance" in node:
            chances = [_number(chance) for chance in node["probabilities"]]
            _expect(
                min(chances) > 0 and sum(chances) == 1,
                f"the probabilities of node {at} are not above 0 with sum 1",
            )
            onward = [(first, second, weight * chance) for chance in chances]
        else:
            here = node["information_set"]
            _expect(0 <= here < len(infosets), f"node {at} is in no information set")
            player = infosets[here]["player"]
            own = first if player == 1 else second
            _expect(
                parents.setdefault(here, own) == own,
                f"player {player} has no perfect recall at information set {here}",
            )
            moves = range(firsts[here], firsts[here + 1])
            onward = [
                ((move,), second, weight) if player == 1 else (first, (move,), weight)
                for move in moves
            ]
        for child, reached in zip(node.get("children", ()), onward, strict=True):
            _expect(at < child, f"node {child} is no child of node {at}")
            ways[child].append(reached)
    _expect(len(parents) == len(infosets), "an information set has no node")
    return ends, parents


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
        met |= {
            (seconds, sum(listed[number].get(sequence, Fraction(0)) for number in numbers))
            for sequence in seconds
        }
    _expect(len(met) == 1, f"node {at} is shared by histories with different chance weights")
    return tuple(sorted(within)), *met.pop()  # type: ignore[return-value]


def _weights(
    strategy: Any, player: int, own: dict[int, Sequences], firsts: list[int]
) -> dict[int, Fraction]:
    """Return the realization weights of a player's sequences: the products of its probabilities on
    the way, added up.
    """
    shares = {
        entry["information_set"]: [_number(chance) for chance in entry["probabilities"]]
        for entry in strategy
    }
    _expect(
        len(strategy) == len(shares) and shares.keys() == own.keys(),
        f"player {player}'s strategy is not one of this game",
    )
    weights = {0: Fraction(1)}
    for at, above in own.items():
        _expect(
            min(shares[at]) >= 0 and sum(shares[at]) == 1,
            f"no distribution at information set {at}: below 0, or sum not 1",
        )
        reach = sum((weights[sequence] for sequence in above), Fraction(0))
        weights |= zip(
            range(firsts[at], firsts[at + 1]),
            (reach * chance for chance in shares[at]),
            strict=True,
        )
    return weights


def _guaranteed(
    player: int,
    weights: dict[int, Fraction],
    ends: Ends,
    others: dict[int, Sequences],
    firsts: list[int],
) -> Fraction:
    """Return what player 1 gets from a strategy of `player` and the opponent's best reply to it."""
    # Whole numbers are quicker than fractions.
    unit = math.lcm(*(weight.denominator for weight in weights.values()))
    whole = {at: weight.numerator * (unit // weight.denominator) for at, weight in weights.items()}
    gains = [
        (pair[player - 1], pair[2 - player], chance * payoff) for (*pair, chance), payoff in ends
    ]
    parts = math.lcm(*{gain.denominator for _, _, gain in gains})
    gained = [0] * firsts[-1]  # Per sequence of the opponent, in units of 1 / (unit * parts).
    for met, replies, gain in gains:
        total = (
            gain.numerator * (parts // gain.denominator) * sum(whole[sequence] for sequence in met)
        )
        for sequence in replies:
            gained[sequence] += total
    # From the last: what follows an action is settled before it.
    for at, above in reversed(others.items()):
        best = (min if player == 1 else max)(gained[firsts[at] : firsts[at + 1]])
        for sequence in above:
            gained[sequence] += best
    return Fraction(gained[0], unit * parts)


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _expect(len(dict(pairs)) == len(pairs), "a key stands twice")
    return dict(pairs)


def _number(text: Any) -> Fraction:
    _expect(type(text) in (int, str), f"{text!r} is not an exact number")
    _expect(
        len(str(text).lower().partition("e")[2]) < 7,
        "a power of ten beyond what can be written down",
    )
    return Fraction(text)


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)


if __name__ == "__main__":
    try:
        print(check_certificate(*(open(name, "rb").read() for name in sys.argv[1:3])))
    except Rejected as reason:
        sys.exit(str(reason))
