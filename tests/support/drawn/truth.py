"""What is true of a tree with a mistake: where it shows, and whether it is still the same game.

Nothing here comes from the grader. Two trees are the same game if their normal forms without equal
rows and columns are (up to names); that is proved where the trees without what pays nothing are the
same, or by listing pure strategies; the opposite by the values, for the agent and for a player who
wants the opposite, or by the normal forms.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

import highspy

from drawn.nodes import CHANCE, END, by_history, every, sets_of

SAME, OTHER = "same", "other"
STEPS = 300_000  # Nodes that are looked at for one answer: a third of a second.


def mark(right, wrong):
    """Set in the wrong tree where it departs from the right one, as long as both have the same
    histories.
    """
    known = by_history(right)
    shared = [node for node in every(wrong) if node.place in known]
    here = {node.place for node in shared}
    expected = _partition(node for node in known.values() if node.place in here)
    found = _partition(shared)
    for node in shared:
        place = node.place
        node.wrong = _shape(node) != _shape(known[place]) or expected.get(place) != found.get(place)


def _partition(nodes):
    """Return per history those that its player cannot tell from it."""
    sets = sets_of(list(nodes))
    found = {}
    for (player, _), members in sets.items():
        inside = frozenset(node.place for node in members)
        found.update((node.place, (player, inside)) for node in members)
    return found


def _shape(node):
    if node.turn == END:
        return END, node.payoff
    return node.turn, frozenset((meaning, share) for meaning, share, _ in node.branches)


def same_game(right, wrong):
    """Return SAME, OTHER, or None where neither could be proved."""
    if _core(right) == _core(wrong):
        return SAME
    if any(abs(value(right, sign) - value(wrong, sign)) > 1e-6 for sign in (1, -1)):
        return OTHER
    for player in (2, 1):
        for two in (False, True):
            found = [replies(tree, player, two) for tree in (right, wrong)]
            if None not in found and found[0] != found[1]:
                return OTHER
    forms = [normal_form(tree) for tree in (right, wrong)]
    if None in forms:
        return None
    if forms[0] == forms[1]:
        return SAME
    return OTHER if _marks(forms[0]) != _marks(forms[1]) else None


def _core(tree):
    """Return a tree without what pays nothing and without forced moves, its information sets as
    sets of histories: trees with the same one have the same normal form.
    """
    kept, sets = {}, {}

    def visit(node):
        """Return whether something below pays."""
        below = [visit(child) for _, _, child in node.branches]
        if node.turn == END:
            pays = node.payoff != 0
        else:
            pays = any(below)
        if pays and node.turn == END:
            kept[node.place] = node.payoff
        elif pays:
            kept[node.place] = _shape(node)
            if node.turn != CHANCE:
                sets.setdefault((node.turn, node.knows), set()).add(node.place)
        return pays

    visit(tree)
    return kept, {frozenset(members) for members in sets.values()}


# -- values


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


# -- against pure strategies, and two of them at random


def replies(tree, player, two, most=STEPS):
    """Return the best and the worst that the other player can do against each pure strategy of one
    (or each two of them at random), as a set; None if that takes more than `most` steps.

    Games of one reduced normal form have the same set: equal strategies are answered alike.
    """
    size = sum(1 for _ in every(tree))
    plans = _plans([tree], player, most // size)
    if plans is None or len(plans) ** (1 + two) * size > most:
        return None
    pairs = combinations_with_replacement(plans, 2) if two else ((one, one) for one in plans)
    return {_replied(tree, player, pair) for pair in pairs}


def _replied(tree, player, plans):
    return tuple(
        _reply([(tree, Fraction(1, 2), plan) for plan in plans], player, sign) for sign in (1, -1)
    )


def _reply(waiting, player, sign):
    """Return the largest sum of payoffs times a sign, over the other player's strategies."""
    total, sets = Fraction(0), {}
    while waiting:
        node, weight, plan = waiting.pop()
        if node.turn == END:
            total += sign * weight * node.payoff
        elif node.turn == CHANCE:
            waiting += [(below, weight * share, plan) for _, share, below in node.branches]
        elif node.turn == player:
            waiting.append((node.branches[plan[node.knows]][2], weight, plan))
        else:
            sets.setdefault(node.knows, []).append((node, weight, plan))
    for members in sets.values():
        total += max(
            _reply(
                [(node.branches[at][2], weight, plan) for node, weight, plan in members],
                player,
                sign,
            )
            for at in range(len(members[0][0].branches))
        )
    return total


# -- normal forms


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


def _marks(form):
    rows = Counter(tuple(sorted(row)) for row in form)
    return rows, Counter(tuple(sorted(column)) for column in zip(*form, strict=True))
