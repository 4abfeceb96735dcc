"""Checks a certificate against its game: `python checker.py NAME.certificate.json NAME.game.json`.

It needs only Python's standard library, nothing of efgc; `schemas/certificate.md` has the steps.
"""

import hashlib
import json
import math
import re
import sys
from fractions import Fraction
from functools import partial
from itertools import product, zip_longest
from typing import Any, NamedTuple

# Sequences of both players are numbered together from 1; 0 is the empty sequence of either.
Sequences = tuple[int, ...]
Way = tuple[Sequences, Sequences, Fraction]  # How a node is reached: P1, P2, chance weight w.
Polynomial = list[Fraction]  # Coefficients of 1, ε, ε², ...
Decimal = type("Decimal", (str,), {})  # The text of a JSON number that is not an integer.
# The content of the files, per key: a type, a required value, or the form of all items of a list.
RATIO = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?")  # A number of a certificate; EXACT of a game.
DECIMAL = r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?([0-3]?[0-9]{1,2}|400))?"
EXACT = re.compile(f"[-+]?({DECIMAL}|[0-9]+/0*[1-9][0-9]*)")
PLAYED = {"strategies": [[{"information_set": int, "probabilities": [RATIO]}]] * 2}
REFINED = {"concept": str, "trembles": [[{"information_set": int, "weights": [[RATIO]]}]] * 2}
CLAIM = PLAYED | {"format": "efgc/certificate", "version": 1, "title": str, "game_sha256": str}
CLAIM |= {"value": RATIO, "lower_bound": RATIO, "upper_bound": RATIO, "refinement": REFINED}
CLAIM |= {"made": dict}
INFOSET = {"information_set": int, "player": int, "actions": [str], "state": str, "sees": [str]}
NODE = {"node": int, "payoff": EXACT, "chance": [str], "probabilities": [EXACT]}
NODE |= {"information_set": int, "children": [int]}
NODES = {"payoff"}, {"chance", "probabilities", "children"}, {"information_set", "children"}
GAME = {"format": "efgc/game", "version": 1, "title": str, "players": [str, str]}
GAME |= {"information_sets": [INFOSET], "nodes": [NODE], "source": dict, "counts": dict}
GAME |= {"places": dict, "states": int, "constant": EXACT, "made": dict}
MISSING = {"refinement", "state", "sees", "source", "counts", "places", "states", "constant"}
MISSING |= {"made"}


class Game(NamedTuple):  # The sequences and terminal nodes of a game.
    firsts: list[int]  # Per information set its first sequence; finally the end.
    ends: list[tuple[Sequences, Sequences, Fraction]]  # Per terminal node P1, P2, w times payoff.
    parents: dict[int, dict[int, Sequences]]  # Per player and infoset its parent sequences.
    met: dict[int, set[int]]  # Per information set the opponent's sequences that reach it.


class Rejected(Exception):
    """The certificate is not valid; the message has the reason."""


def check_certificate(certificate: bytes, game: bytes) -> str:
    """Return the proved statement on a game in words, from both files. Raise Rejected."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # Fractions may be long.
    try:
        read = partial(
            json.loads, parse_float=Decimal, parse_constant=_none, object_pairs_hook=_mapping
        )
        claim = _formed(read(certificate.decode("utf-8-sig")), CLAIM, "certificate")
        digest = hashlib.sha256(game).hexdigest()
        _expect(claim["game_sha256"] == digest, f"belongs to another game, not to {digest}")
        played = _formed(read(game.decode("utf-8-sig")), GAME, "game")
        return _prove(claim, played["nodes"], played["information_sets"])
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Rejected(f"cannot be read: {type(error).__name__} {str(error)[:100]}") from None
    finally:
        sys.set_int_max_str_digits(limit)


def _prove(claim: Any, nodes: Any, infosets: Any) -> str:
    game = _walk(nodes, infosets)
    lower, upper = bounds = claim["lower_bound"], claim["upper_bound"]
    value, refined = claim["value"], claim.get("refinement")
    _expect(value is None or lower == upper == value, "value and bounds are not the same number")
    said = f"the value lies from {lower} to {upper}" if value is None else f"the value is {lower}"
    strategies = [_played(game, *each) for each in zip((1, 2), claim["strategies"], strict=True)]
    for player, strategy, bound in zip((1, 2), strategies, bounds, strict=True):
        proved = _reply(game, 3 - player, _plan(game, player, strategy))
        off = float(min(max(proved - bound, -(10**300)), 10**300))
        _expect(
            bound <= proved if player == 1 else proved <= bound,
            f"player {player}'s strategy {'guarantees' if player == 1 else 'concedes'} "
            f"{str(proved)[:80]}, which is about {off:+.3g} from what it claims",
        )
    if refined is None:
        return said
    concept = refined["concept"] if value is not None else ""
    _expect(concept in ("quasi-perfect", "sequential"), "an unknown refinement")
    for player, told in zip((1, 2), refined["trembles"], strict=True):
        own, other = strategies[player - 1], strategies[2 - player]
        plan = _plan(game, player, own, _played(game, player, told, "weights"), concept)
        _reply(game, 3 - player, plan, other, concept)
    return f"{said}, by a {concept} equilibrium"


def _walk(nodes: Any, infosets: Any) -> Game:
    """Return how each terminal node and, by first visit, each information set is reached."""
    _expect(nodes != [], "there are no nodes")
    firsts = _firsts(infosets)
    game = Game(firsts, [], {1: {}, 2: {}}, {})
    ways: list[list[Way]] = [[((0,), (0,), Fraction(1))], *([] for _ in nodes[1:])]
    for number, node in enumerate(nodes):
        come = ways[number]
        sound = node["node"] == number and come != []
        _expect(sound, f"node {number} is out of order or not reached")
        _expect(node.keys() - {"node"} in NODES, f"node {number} has an unknown kind")
        first, second, weight = come[0] if len(come) == 1 else _joined(come, number)
        onward: list[Way] = []
        if "payoff" in node:
            game.ends.append((first, second, weight * node["payoff"]))
        elif "chance" in node:
            chances = node["probabilities"]
            sound = sum(chances) == 1 and min(chances) > 0 and len(chances) == len(node["chance"])
            _expect(sound, f"node {number} needs probabilities above 0 with sum 1, one per action")
            onward = [(first, second, weight * chance) for chance in chances]
        else:
            here = node["information_set"]
            _expect(0 <= here < len(infosets), f"node {number} is in no information set")
            player = infosets[here]["player"]
            own, other = (first, second) if player == 1 else (second, first)
            recalled = game.parents[player].setdefault(here, own) == own
            _expect(recalled, f"player {player} lacks perfect recall at information set {here}")
            game.met.setdefault(here, set()).update(other)
            moves = [(move,) for move in range(firsts[here], firsts[here + 1])]
            onward = [(on, second, weight) if player == 1 else (first, on, weight) for on in moves]
        children = node.get("children", ())
        _expect(len(children) == len(onward), f"node {number} does not have one child per action")
        for child, reached in zip(children, onward, strict=True):
            _expect(number < child < len(nodes), f"node {child} cannot be a child of node {number}")
            ways[child].append(reached)
    _expect([*game.met] == [*range(len(infosets))], "information sets out of order or without node")
    return game


def _firsts(infosets: Any) -> list[int]:
    firsts = [1]
    for number, infoset in enumerate(infosets):
        sound = infoset["information_set"] == number and infoset["player"] in (1, 2)
        sound = sound and infoset["actions"] != []
        _expect(sound, f"information set {number} has no such number or player")
        firsts.append(firsts[-1] + len(infoset["actions"]))
    return firsts


def _joined(ways: list[Way], at: int) -> Way:
    """Return how a node is reached: all pairs of sequences must have the same weight."""
    pairs: dict[tuple[int, int], Fraction] = {}
    for first, second, weight in ways:
        for pair in product(first, second):
            pairs[pair] = pairs.get(pair, Fraction(0)) + weight
    firsts, seconds = (tuple(sorted({*part})) for part in zip(*pairs, strict=True))
    exact = len(pairs) == len(firsts) * len(seconds) and len({*pairs.values()}) == 1
    _expect(exact, f"node {at} is shared by histories with different chance weights")
    return firsts, seconds, pairs[firsts[0], seconds[0]]


def _played(game: Game, player: int, entries: Any, key: str = "probabilities") -> dict[int, Any]:
    """Return the entries of a certificate for the information sets of a player."""
    found = {entry["information_set"]: entry[key] for entry in entries}
    fits = len(found) == len(entries) and found.keys() == game.parents[player].keys()
    fits = fits and all(len(found[at]) == game.firsts[at + 1] - game.firsts[at] for at in found)
    _expect(fits, f"player {player}'s {key} are not those of a strategy of this game")
    return found


def _plan(game: Game, player: int, strategy: Any, trembles: Any = None, concept: str = "") -> Any:
    """Return realization weights: products of probabilities, or trembles that converge to them."""
    plan = {0: [Fraction(1)]}  # Per sequence.
    for at, above in game.parents[player].items():
        where = f"at information set {at}"
        sound = min(strategy[at]) >= 0 and sum(strategy[at]) == 1
        _expect(
            sound,
            f"not a probability distribution {where}: an entry below 0, or a sum other than 1",
        )
        reach = _sum(plan[sequence] for sequence in above)
        weights = [[reach[0] * share] for share in strategy[at]]
        if trembles is not None:
            weights, least = trembles[at], _order(reach)
            for weight, share in zip(weights, strategy[at], strict=True):
                order = _order(weight)
                _expect(weight[order] > 0, f"a weight not above 0 for small ε {where}")
                tends = order >= least and share * reach[least] == (order == least) * weight[order]
                _expect(tends, f"the weights do not tend to the strategy {where}")
            adds = concept == "sequential" or not any(_sum([[-one for one in reach], *weights]))
            _expect(adds, f"the weights do not add up {where}")
        plan |= zip(range(game.firsts[at], game.firsts[at + 1]), weights, strict=True)
    return plan


def _reply(game: Game, player: int, plan: Any, strategy: Any = None, concept: str = "") -> Any:
    """Return player 1's payoff if `player` plays a best response, which `strategy` must be."""
    best = max if player == 1 else min  # Lists compare by their first differing number.
    # Integer multiples of 1 / (unit * parts) are faster than fractions.
    unit = math.lcm(*(number.denominator for weight in plan.values() for number in weight))
    whole = {infoset: [int(number * unit) for number in weight] for infoset, weight in plan.items()}
    parts = math.lcm(*{gain.denominator for *_, gain in game.ends})
    values: list[Any] = [[0] * max(map(len, plan.values()))] * game.firsts[-1]
    for *ways, gain in game.ends:
        scale = gain.numerator * (parts // gain.denominator)
        met = _sum(whole[sequence] for sequence in ways[2 - player])
        for sequence in ways[player - 1]:
            values[sequence] = _sum((values[sequence], (scale * number for number in met)))
    # From the last: the values after an action are needed before it.
    for infoset, above in reversed(game.parents[player].items()):
        options = values[game.firsts[infoset] : game.firsts[infoset + 1]]
        value = best(options)
        if strategy is not None:
            # By the limit beliefs: only nodes reached with the least order of ε count.
            least = min(_order(plan[sequence]) for sequence in game.met[infoset])
            told = slice(least, least + 1) if concept == "sequential" else slice(None)
            top = best(option[told] for option in options)
            played = [pair for pair in zip(strategy[infoset], options, strict=True) if pair[0]]
            sound = all(option[told] == top for _, option in played)
            better = f"player {player} can do better at information set {infoset}"
            _expect(sound, f"not {concept}: {better}")
            value = _sum([share * number for number in option] for share, option in played)
        for sequence in above:
            values[sequence] = _sum((values[sequence], value))
    return Fraction(values[0][0], unit * parts)


def _sum(polynomials: Any) -> Any:
    return [sum(numbers) for numbers in zip_longest(*polynomials, fillvalue=0)]


def _order(polynomial: Polynomial) -> int:
    return next((order for order, number in enumerate(polynomial) if number), 0)


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _expect(len(dict(pairs)) == len(pairs), "duplicate key")
    return dict(pairs)


def _none(word: str) -> None:
    raise Rejected(f"{word} is not an exact number")


def _formed(data: Any, form: Any, at: str) -> Any:
    """Check that data has a form, and return it with its numbers as fractions."""
    if isinstance(form, re.Pattern):
        number = type(data) in (int, str, Decimal) and form.fullmatch(str(data))
        unproved = data is None and at == "value"
        _expect(unproved or bool(number), f"{at}: {str(data)[:60]!r} is not an exact number")
        return None if unproved else Fraction(data)
    kind = form if type(form) is type else type(form)
    _expect(type(data) is kind, f"{at}: {str(data)[:60]!r} is not of type {kind.__name__}")
    if type(form) is list:
        _expect(len(form) in (1, len(data)), f"{at}: there are {len(data)} instead of {len(form)}")
        return [_formed(each, form[0], f"{at}[{order}]") for order, each in enumerate(data)]
    if type(form) is dict:
        needed = form if form is not NODE else data
        keys = [key for key in needed if key in data or key not in MISSING]
        _expect({*keys} == {*data}, f"{at}: a key is missing or unknown")
        return {key: _formed(data[key], form[key], key) for key in keys}
    _expect(form in (kind, data), f"{at} is not {form}")
    return data


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)


if __name__ == "__main__":
    try:
        print(check_certificate(*(open(name, "rb").read() for name in sys.argv[1:])))
    except (OSError, Rejected, TypeError) as reason:
        sys.exit(str(reason))
