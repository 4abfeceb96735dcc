"""Styles in which programs draw the same tree: omitted nodes, and when player 2 hides.

Each style is a change that keeps the normal form up to duplicate rows and columns.
"""

from fractions import Fraction

from drawn.nodes import CHANCE, END, Node, every


def forced_left_out(tree, whose):
    """Leave out nodes of some players with only one action."""

    def change(node):
        node.branches = [(name, share, change(below)) for name, share, below in node.branches]
        if len(node.branches) != 1 or node.turn not in whose:
            return node
        below = node.branches[0][2]
        below.top, below.wrong = node.top, below.wrong or node.wrong
        return below

    return change(tree)


def zero_cut(tree, whose):
    """End play with payoff 0 at nodes of some players below which all payoffs are 0."""

    def change(node):
        node.branches = [(name, share, change(below)) for name, share, below in node.branches]
        if node.turn in whose and not any(end.payoff for end in every(node) if end.turn == END):
            node.wrong = any(below.wrong for below in every(node))
            node.turn, node.payoff, node.branches, node.ended = END, Fraction(0), [], "cut"
        return node

    return change(tree)


def captured_goes_on(tree, how):
    """After a capture, add a forced stop, or let the agent walk on for payoff 0."""

    def change(node):
        for at, (name, share, below) in enumerate(node.branches):
            if below.ended == "capture" and below.payoff == 0:
                node.branches[at] = (name, share, _after_capture(below, node, how))
            else:
                change(below)

    change(tree)
    return tree


def _after_capture(end, above, how):
    going = next(
        (below for name, _, below in above.branches if name == ("escape",) and below.turn == 1),
        None,
    )
    if how == "stop" or going is None:
        node = Node(1, end.squares, end.events, knows=("captured", end.squares, end.events))
        node.wrong = end.wrong
        node.branches = [(("stop",), None, end)]
        return node
    node = Node(1, end.squares, end.events, knows=("captured", going.knows), wrong=end.wrong)
    node.branches = [
        (name, None, Node(END, end.squares, end.events, ended="captured"))
        for name, _, _ in going.branches
    ]
    return node


def one_by_one(tree, in_any_order):
    """Player 2 hides one after the other, in reading order or in any."""
    options = {name[1]: below for name, _, below in tree.branches if name[0] == "hide"}
    size = max(map(len, options), default=0)
    if size < 2:
        return tree
    names = sorted({at for placing in options for at in placing})

    def place(placed):
        if len(placed) == size:
            below = options[tuple(sorted(placed))]
            return _copied(below, placed) if in_any_order else below
        node = Node(2, tree.squares, tree.events, knows=("hiding", placed), wrong=tree.wrong)
        for at in names:
            after = (*placed, at)
            if at not in placed and any(
                set(after) <= set(placing) if in_any_order else placing[: len(after)] == after
                for placing in options
            ):
                node.branches.append((("hide one", at), None, place(after)))
        return node

    return place(())


def _copied(node, order):
    """Return a copy in which player 2 remembers the order in which it hid."""
    made = Node(**{**node.__dict__})
    if node.turn == 2:
        made.knows = (node.knows, order)
    made.branches = [(name, share, _copied(below, order)) for name, share, below in node.branches]
    return made


def late(tree):
    """Player 2 hides when the agent first comes where it matters."""
    if tree.turn != 2 or tree.branches[0][0][0] != "hide":
        return tree
    names = [name for name, _, _ in tree.branches]

    def sunk(options):
        first = options[0]
        if all(one.turn == 1 and one.knows == first.knows for one in options):
            node = Node(1, first.squares, first.events[1:], knows=first.knows)
            node.wrong = any(one.wrong for one in options)
            node.branches = [
                (name, None, sunk([one.branches[at][2] for one in options]))
                for at, (name, _, _) in enumerate(first.branches)
            ]
            return node
        if all(one.turn == END and one.payoff == first.payoff for one in options):
            node = Node(END, first.squares, first.events[1:], payoff=first.payoff)
            node.wrong, node.ended = any(one.wrong for one in options), first.ended
            return node
        node = Node(2, first.squares, first.events[1:], knows=tree.knows, wrong=tree.wrong)
        node.branches = [(name, None, one) for name, one in zip(names, options, strict=True)]
        return node

    return sunk([below for _, _, below in tree.branches])


def shuffled(tree, chance):
    """Put the actions of each information set in another order, and the outcomes of chance."""
    orders = {}
    for node in every(tree):
        count = len(node.branches)
        order = chance.sample(range(count), count)
        if node.turn != CHANCE:
            order = orders.setdefault((node.turn, node.knows), order)
        node.branches = [node.branches[at] for at in order]
    return tree
