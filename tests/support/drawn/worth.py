"""The value of a tree, its best responses to pure strategies, and its normal form.

Computed from the tree itself, independently of the stages.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm

import highspy

from drawn.nodes import CHANCE, END, every

STEPS = 200_000  # Nodes visited for one answer: a tenth of a second.


def value(tree, sign=1):
    """Return the value to player 1 of the tree with its payoffs times a sign, by the sequence form
    (Koller, Megiddo and von Stengel 1994).
    """
    sequences, sets = ({(): 0}, {(): 0}), ([], [])
    payoffs = Counter()

    def visit(node, own, weight):
        if node.turn == END:
            if node.payoff:
                payoffs[own] += sign * weight * node.payoff
            return
        if node.turn == CHANCE:
            for _, share, below in node.branches:
                visit(below, own, weight * share)
            return
        mine = node.turn - 1
        name = (node.knows, 0)
        if name not in sequences[mine]:
            for at in range(len(node.branches)):
                sequences[mine][node.knows, at] = len(sequences[mine])
            sets[mine].append(
                (own[mine], [sequences[mine][node.knows, at] for at in range(len(node.branches))])
            )
        for at, (_, _, below) in enumerate(node.branches):
            after = list(own)
            after[mine] = sequences[mine][node.knows, at]
            visit(below, tuple(after), weight)

    visit(tree, (0, 0), Fraction(1))
    return _solved(payoffs, len(sequences[0]), sets)


def _solved(payoffs, count, sets):
    """Return max over realization plans x of the value v of the root of min over y of x A y."""
    highs = highspy.Highs()
    highs.silent()
    x = [highs.addVariable(lb=0) for _ in range(count)]
    highs.addConstr(x[0] == 1)
    for parent, actions in sets[0]:
        highs.addConstr(sum(x[at] for at in actions) - x[parent] == 0)
    v = [
        highs.addVariable(lb=-highspy.kHighsInf, obj=-1 if not at else 0)
        for at in range(len(sets[1]) + 1)
    ]
    reward, below, above = {}, {}, {0: 0}
    for (one, other), payoff in payoffs.items():
        reward.setdefault(other, []).append(float(payoff) * x[one])
    for number, (parent, actions) in enumerate(sets[1], 1):
        below.setdefault(parent, []).append(v[number])
        above.update(dict.fromkeys(actions, number))
    for sequence, number in above.items():
        terms = reward.get(sequence, []) + below.get(sequence, [])
        highs.addConstr(sum(terms) - v[number] >= 0 if terms else -v[number] >= 0)
    highs.run()
    return -highs.getInfo().objective_function_value


def replies(tree, player, two, most=STEPS):
    """Return the best and the worst that the other player can do against each pure strategy of one
    (or each two of them at random), as a set; None if that takes more than `most` steps.

    Games of one reduced normal form have the same set: equal strategies are answered alike.
    """
    size = sum(1 for _ in every(tree))
    plans = _plans([tree], player, most // size)
    if plans is None or len(plans) ** (1 + two) * size > most:
        return None
    scale, root = _whole(tree)
    pairs = combinations_with_replacement(plans, 2) if two else ((one, one) for one in plans)
    found = {
        tuple(_reply([(root, plan) for plan in pair], player, best) for best in (max, min))
        for pair in pairs
    }
    return {tuple(Fraction(paid, 2 * scale) for paid in pair) for pair in found}


def _whole(tree):
    """Return a scale, and a tree as tuples (turn, what is known, what follows), in which an end is
    its payoff times its probability and the scale, a whole number; 0 where nothing is paid.
    """
    ends, weights = [], {id(tree): Fraction(1)}
    for node in every(tree):
        weight = weights[id(node)]
        if node.turn == END:
            ends.append(node.payoff * weight)
        for _, share, below in node.branches:
            weights[id(below)] = weight * (1 if share is None else share)
    scale = lcm(*(end.denominator for end in ends))

    def made(node):
        if node.turn == END:
            return int(node.payoff * weights[id(node)] * scale)
        following = tuple(made(below) for _, _, below in node.branches)
        return (node.turn, node.knows, following) if any(following) else 0

    return scale, made(tree)


def _reply(waiting, player, best):
    """Return the best sum of payoffs, over the other player's strategies."""
    total, sets = 0, {}
    while waiting:
        node, plan = waiting.pop()
        if isinstance(node, int):
            total += node
            continue
        turn, knows, following = node
        if turn == CHANCE:
            waiting += [(below, plan) for below in following]
        elif turn == player:
            waiting.append((following[plan[knows]], plan))
        else:
            sets.setdefault(knows, []).append((following, plan))
    for members in sets.values():
        total += best(
            _reply([(following[at], plan) for following, plan in members], player, best)
            for at in range(len(members[0][0]))
        )
    return total


def normal_form(tree, most=STEPS):
    """Return the payoffs of all pairs of pure strategies, sorted and without equal rows and
    columns; None if that takes more than `most` steps.
    """
    limit = most // sum(1 for _ in every(tree))
    plans = [_plans([tree], player, limit) for player in (1, 2)]
    if None in plans or len(plans[0]) * len(plans[1]) > limit:
        return None
    rows = {tuple(_paid(tree, one, other) for other in plans[1]) for one in plans[0]}
    columns = sorted(set(zip(*sorted(rows), strict=True)))
    return sorted(zip(*columns, strict=True))


def _plans(nodes, player, limit):
    sets, waiting = {}, list(nodes)
    while waiting:
        node = waiting.pop()
        if node.turn == player:
            sets.setdefault(node.knows, []).append(node)
        else:
            waiting += [below for _, _, below in node.branches]
    found = [{}]
    for knows, members in sets.items():
        options = []
        for at in range(len(members[0].branches)):
            inner = _plans([node.branches[at][2] for node in members], player, limit)
            if inner is None or len(inner) + len(options) > limit:
                return None
            options += [{knows: at, **plan} for plan in inner]
        if len(found) * len(options) > limit:
            return None
        found = [{**one, **other} for one in found for other in options]
    return found


def _paid(node, one, other):
    if node.turn == END:
        return node.payoff
    if node.turn == CHANCE:
        return sum(share * _paid(below, one, other) for _, share, below in node.branches)
    return _paid(node.branches[(one if node.turn == 1 else other)[node.knows]][2], one, other)
