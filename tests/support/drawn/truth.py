"""The truth about a tree with a mistake: where it shows, and whether it is still the same game.

Nothing here comes from the grader. Two trees are the same game if their normal forms without equal
rows and columns are (up to names); that is proved where the trees without what pays nothing are the
same, or by listing pure strategies; the opposite by the values, for the agent and for a player who
wants the opposite, or by the normal forms.
"""

from collections import Counter

from drawn.nodes import CHANCE, END, by_history, every, sets_of
from drawn.worth import normal_form, replies, value

SAME, OTHER = "same", "other"


def mark(right, wrong):
    """Mark in the wrong tree the nodes where it departs from the right one, as long as both have
    the same histories.
    """
    known = by_history(right)
    shared = [node for node in every(wrong) if node.place in known]
    here = {node.place for node in shared}
    expected = _partition(node for node in known.values() if node.place in here)
    found = _partition(shared)
    for node in shared:
        place = node.place
        node.wrong = _shape(node) != _shape(known[place]) or expected.get(place) != found.get(place)
    placings = {place[1][:1] for place in known}
    for node in every(wrong):
        # Behind a placement that there is not, it shows wherever somebody is or is not met.
        node.wrong |= node.events[:1] not in placings


def _partition(nodes):
    """Return for each history those that its player cannot distinguish from it."""
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
    """Return SAME, OTHER, or None if neither is proved."""
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
    return OTHER if marks(forms[0]) != marks(forms[1]) else None


def _core(tree):
    """Return a tree without what pays nothing and without forced moves, its information sets as
    sets of histories: trees with the same one have the same normal form.
    """
    kept, sets = {}, {}

    def visit(node):
        """Return whether a node below has a nonzero payoff."""
        below = [visit(child) for _, _, child in node.branches]
        pays = node.payoff != 0 if node.turn == END else any(below)
        if pays and node.turn == END:
            kept[node.place] = node.payoff
        elif pays:
            kept[node.place] = _shape(node)
            if node.turn != CHANCE:
                sets.setdefault((node.turn, node.knows), set()).add(node.place)
        return pays

    visit(tree)
    return kept, {frozenset(members) for members in sets.values()}


def marks(form):
    """Return an invariant of a normal form under renaming."""
    rows = Counter(tuple(sorted(row)) for row in form)
    return rows, Counter(tuple(sorted(column)) for column in zip(*form, strict=True))
