"""Hand-ins generated from the reference: drawn otherwise, or with a mistake; and a witness that
shares nothing with the grader.

A tree is written as nested tuples: ("t", payoff, origin), ("c", origin, [(label, probability,
tree)]) and ("p", origin, player, key of the information set, [(label, tree)]). `origin` is the node
of the reference, or None.
"""

import itertools
import random
from collections import Counter
from fractions import Fraction

from efgc.pipeline.apps.course.grade import Suspect
from efgc.pipeline.apps.course.grade.histories import Histories
from efgc.pipeline.apps.course.grade.mistakes.actions import keep_actions
from efgc.pipeline.apps.course.grade.mistakes.knowledge import split_infosets
from efgc.schemas.game import Chance, Decision, Game, InformationSet, Terminal
from efgc.stages.expand import expand, expansion
from efgc.stages.parse import parse

STAY = "stay"


# -- between games and nested trees


def nested(game, node=0):
    """Return a game as nested tuples."""
    record = game.nodes[node]
    match record:
        case Terminal(payoff):
            return ("t", payoff, node)
        case Chance(actions, probabilities, children):
            return (
                "c",
                node,
                [
                    (label, p, nested(game, child))
                    for label, p, child in zip(actions, probabilities, children, strict=True)
                ],
            )
        case Decision(infoset, children):
            known = game.information_sets[infoset]
            return (
                "p",
                node,
                known.player,
                infoset,
                [
                    (label, nested(game, child))
                    for label, child in zip(known.actions, children, strict=True)
                ],
            )


def built(tree, players=("agent", "bandits")):
    """Return the game of nested tuples, and per node its origin."""
    nodes, origins, infosets, records = [], [], {}, []

    def write(tree):
        number = len(nodes)
        nodes.append(None)
        origins.append(tree[2] if tree[0] == "t" else tree[1])
        if tree[0] == "t":
            nodes[number] = Terminal(Fraction(tree[1]))
        elif tree[0] == "c":
            children = tuple(write(below) for _, _, below in tree[2])
            nodes[number] = Chance(
                _apart(label for label, _, _ in tree[2]), tuple(p for _, p, _ in tree[2]), children
            )
        else:
            _, _, player, key, moves = tree
            if (player, key) not in infosets:
                infosets[player, key] = len(records)
                records.append(
                    InformationSet(
                        player, "", (f"set {len(records)}",), _apart(label for label, _ in moves)
                    )
                )
            infoset = infosets[player, key]
            nodes[number] = Decision(infoset, ())
            nodes[number] = Decision(infoset, tuple(write(below) for _, below in moves))
        return number

    write(tree)
    return Game(
        title="hand-in",
        source=None,
        players=players,
        states=0,
        information_sets=tuple(records),
        nodes=tuple(nodes),
    ), origins


def _apart(labels):
    labels = list(labels)
    return tuple(
        f"{label}{'' if labels.count(label) == 1 else f' {at}'}" for at, label in enumerate(labels)
    )


def mapped(tree, change):
    """Return a tree with `change` applied to every node, the ends of play first."""
    if tree[0] == "c":
        tree = ("c", tree[1], [(label, p, mapped(below, change)) for label, p, below in tree[2]])
    elif tree[0] == "p":
        tree = (*tree[:4], [(label, mapped(below, change)) for label, below in tree[4]])
    return change(tree)


def below(tree):
    """Return the subtrees behind a node."""
    return [part[-1] for part in tree[-1]] if tree[0] != "t" else []


def renamed(tree, suffix):
    """Return a copy with information sets of its own for one player's copies; keys get a suffix."""
    return mapped(
        tree, lambda node: (*node[:3], (node[3], suffix), node[4]) if node[0] == "p" else node
    )


# -- drawn otherwise: the same game


def shuffled(tree, chance):
    """Order: actions of each information set and outcomes of each chance move in another order."""
    orders = {}

    def change(node):
        if node[0] == "t":
            return node
        key = node[3] if node[0] == "p" else None
        order = list(range(len(node[-1])))
        chance.shuffle(order)
        if key is not None:
            order = orders.setdefault((node[2], key), order)
        return (*node[:-1], [node[-1][at] for at in order])

    return mapped(tree, change)


def lettered(tree, chance):
    """Names: up, down, left, right are N, S, W, E."""
    names = {"up": "N", "down": "S", "left": "W", "right": "E"}
    return _relabelled(tree, lambda node, at, label: names.get(label, label))


def numbered(tree, chance):
    """Names: actions are only numbered."""
    return _relabelled(tree, lambda node, at, label: f"a{at}")


def _relabelled(tree, name):
    return mapped(
        tree,
        lambda node: (
            node
            if node[0] != "p"
            else (
                *node[:4],
                [(name(node, at, label), below) for at, (label, below) in enumerate(node[4])],
            )
        ),
    )


def forced_left_out(tree, chance):
    """Nodes of the agent with one action are left out."""
    return mapped(
        tree,
        lambda node: (
            node[4][0][1] if node[0] == "p" and node[2] == 1 and len(node[4]) == 1 else node
        ),
    )


def all_forced_left_out(tree, chance):
    """All nodes with one action are left out."""
    return mapped(
        tree, lambda node: node[4][0][1] if node[0] == "p" and len(node[4]) == 1 else node
    )


def with_dummies(tree, chance):
    """Extra nodes with one action, of both players and of chance."""
    numbers = itertools.count()

    def change(node):
        match chance.randrange(9):
            case 0 | 1 as player:
                return ("p", None, player + 1, ("dummy", next(numbers)), [("go on", node)])
            case 2:
                return ("c", None, [("nothing", Fraction(1), node)])
            case _:
                return node

    return mapped(tree, change)


def chance_split(tree, chance):
    """Outcomes of chance are split in two of half the probability."""
    return mapped(
        tree,
        lambda node: (
            node
            if node[0] != "c"
            else (
                "c",
                node[1],
                [
                    part
                    for label, p, below in node[2]
                    for part in ((f"{label} a", p / 2, below), (f"{label} b", p / 2, below))
                ],
            )
        ),
    )


def chance_in_two(tree, chance):
    """Chance moves twice: first a coin that decides nothing, then the fight."""
    return mapped(
        tree,
        lambda node: (
            node
            if node[0] != "c"
            else ("c", node[1], [("heads", Fraction(1, 3), node), ("tails", Fraction(2, 3), node)])
        ),
    )


def ends_later(tree, chance):
    """Every end of play comes one forced step later."""
    numbers = itertools.count()
    return mapped(
        tree,
        lambda node: (
            node if node[0] != "t" else ("p", None, 1, ("end", next(numbers)), [("stop", node)])
        ),
    )


def late(tree, chance):
    """Player 2 hides when the agent first reaches a square where it matters."""
    return _late(tree)


def late_answers(tree, chance):
    """Player 2 answers an alarm or an encounter only where it matters."""
    return mapped(
        tree,
        lambda node: (
            _late(node)
            if node[0] == "p" and node[2] == 2 and len(node[4]) > 1 and node[1] != 0
            else node
        ),
    )


def _late(node):
    """Move a decision of player 2 down for as long as the agent moves without observing it."""
    labels = [label for label, _ in node[4]]

    def sunk(options):
        first = options[0]
        kinds = {(option[0], option[2] if option[0] == "p" else 0) for option in options}
        if kinds == {("t", 0)} and len({option[1] for option in options}) == 1:
            return first
        if kinds == {("p", 1)} and len({option[3] for option in options}) == 1:
            return (
                *first[:4],
                [
                    (label, sunk([option[4][at][1] for option in options]))
                    for at, (label, _) in enumerate(first[4])
                ],
            )
        return (*node[:4], list(zip(labels, options, strict=True)))

    return sunk(below(node))


def one_by_one(tree, chance):
    """Player 2 hides one after the other, in any order."""
    options = {frozenset(label.split()): below for label, below in tree[4]}
    if min(map(len, options)) < 2:
        return tree
    size = min(map(len, options))
    names = sorted(set().union(*options))

    def place(placed):
        if len(placed) == size:
            # Player 2's later actions do not depend on the order in which it hid, but it remembers
            # the order.
            return _own_keys(options[frozenset(placed)], 2, placed)
        return (
            "p",
            None,
            2,
            ("place", placed),
            [(name, place((*placed, name))) for name in names if name not in placed],
        )

    return place(())


def _own_keys(tree, player, suffix):
    return mapped(
        tree,
        lambda node: (
            (*node[:3], (node[3], suffix), node[4])
            if node[0] == "p" and node[2] == player
            else node
        ),
    )


def twice(tree, chance):
    """An action is duplicated under another name."""
    if tree[0] != "p" or tree[2] != 2:
        return tree
    at = chance.randrange(len(tree[4]))
    label, node = tree[4][at]
    return (*tree[:4], [*tree[4], (f"{label} again", _own_keys(node, 2, "again"))])


def planned(tree, chance):
    """Player 2 also decides its answer to each alarm or encounter at the root; refused if there are
    too many plans.
    """
    found = []
    for label, node in tree[4]:
        for plan in itertools.islice(_plans(node), 200):
            found.append((f"{label} {len(found)}", _played(node, plan)))
    return (*tree[:4], found) if len(found) < 60 else tree


def _plans(node):
    """Yield the pure strategies of player 2 in a subtree: information set to action."""
    first = next(_first_sets(node), None)
    if first is None:
        yield {}
        return
    key, count = first
    for at in range(count):
        for rest in _plans(_played(node, {key: at})):
            yield {key: at, **rest}


def _first_sets(node):
    if node[0] == "p" and node[2] == 2:
        yield node[3], len(node[4])
    for part in below(node):
        yield from _first_sets(part)


def _played(node, plan):
    while node[0] == "p" and node[2] == 2 and node[3] in plan:
        node = node[4][plan[node[3]]][1]
    if node[0] == "c":
        return ("c", node[1], [(label, p, _played(part, plan)) for label, p, part in node[2]])
    if node[0] == "p":
        return (*node[:4], [(label, _played(part, plan)) for label, part in node[4]])
    return node


def luck_first(tree, chance):
    """The outcome of a fight is drawn before player 2 decides whether to fight; no player sees it
    before.
    """

    def change(node):
        if (
            node[0] != "p"
            or node[2] != 2
            or node[1] == 0
            or not any(part[0] == "c" for part in below(node))
        ):
            return node
        outcomes = next(part for part in below(node) if part[0] == "c")[2]
        return (
            "c",
            None,
            [
                (
                    label,
                    p,
                    (
                        *node[:4],
                        [
                            (move, part[2][at][2] if part[0] == "c" else part)
                            for move, part in node[4]
                        ],
                    ),
                )
                for at, (label, p, _) in enumerate(outcomes)
            ],
        )

    return mapped(tree, change)


def whole_ways(tree, chance):
    """Consecutive moves of the agent are one action."""
    # Where an action of the agent leads: from all nodes of its information set to one other, or
    # not.
    behind = {}

    def note(node):
        for at, part in enumerate(below(node) if node[0] == "p" else ()):
            behind.setdefault((node[2], node[3], at), set()).add(
                (part[2], part[3]) if part[0] == "p" else None
            )
        return node

    mapped(tree, note)

    def change(node):
        if node[0] != "p" or node[2] != 1:
            return node
        found = []
        for at, (label, part) in enumerate(node[4]):
            if len(behind[1, node[3], at]) == 1 and part[0] == "p" and part[2] == 1:
                found += [(f"{label} {more}", end) for more, end in part[4]]
            else:
                found.append((label, part))
        return (*node[:4], found)

    return mapped(tree, change)


def all_at_once(tree, chance):
    """Several of them together."""
    for change in (late, chance_split, ends_later, with_dummies, shuffled, lettered):
        tree = change(tree, chance)
    return tree


REMODELLINGS = (
    shuffled,
    lettered,
    numbered,
    forced_left_out,
    all_forced_left_out,
    with_dummies,
    chance_split,
    chance_in_two,
    ends_later,
    late,
    late_answers,
    one_by_one,
    twice,
    planned,
    luck_first,
    whole_ways,
    all_at_once,
)
SAME_TREE = (shuffled, lettered, numbered)  # These are identical, not only equivalent.


# -- with a mistake


def mutations(reference, chart, chance):
    """Yield (kind, game, nodes of the reference that are wrong, kinds of first difference that are
    right).
    """
    game, histories = reference.game, Histories(reference, chart)
    ends = histories.ends
    exits = [node for node, end, _ in ends if end == "exit"]
    by_end = {
        end: [(node, history) for node, at, history in ends if at == end]
        for end in ("exit", "capture", "dead end")
    }
    escape = {node: game.nodes[node].payoff - history.carried for node, history in by_end["exit"]}
    base = next(iter(escape.values()), Fraction(10))

    def paid(kind, changes):
        changes = {
            node: payoff for node, payoff in changes.items() if game.nodes[node].payoff != payoff
        }
        if changes:
            nodes = [
                Terminal(Fraction(changes[at])) if at in changes else record
                for at, record in enumerate(game.nodes)
            ]
            yield kind, _with(game, nodes=nodes), set(changes), {"payoff"}

    everywhere = {node: history for found in by_end.values() for node, history in found}
    yield from paid("wrong sign", {node: -game.nodes[node].payoff for node in everywhere})
    yield from paid(
        "gold kept after a capture", {node: history.carried for node, history in by_end["capture"]}
    )
    yield from paid(
        "a capture pays as an exit",
        {node: base + history.carried for node, history in by_end["capture"]},
    )
    yield from paid(
        "gold lost counted", {node: base + history.found for node, history in by_end["exit"]}
    )
    yield from paid("gold not counted", dict.fromkeys(exits, base))
    yield from paid(
        "gold counted twice", {node: base + 2 * history.carried for node, history in by_end["exit"]}
    )
    yield from paid("wrong exit reward", {node: game.nodes[node].payoff + 1 for node in exits})
    yield from paid(
        "gold kept in a dead end", {node: history.carried for node, history in by_end["dead end"]}
    )
    yield from paid("a dead end pays as an exit", {node: base for node, _ in by_end["dead end"]})
    yield from paid("a dead end is punished", {node: -1 for node, _ in by_end["dead end"]})
    yield from paid("a capture is punished", {node: -5 for node, _ in by_end["capture"]})
    yield from paid(
        "one end of play",
        {
            node: game.nodes[node].payoff + chance.choice((1, -1, 3))
            for node in [chance.choice(list(everywhere))]
        },
    )
    yield from paid(
        "one exit",
        {node: game.nodes[node].payoff + 1 for node in ([chance.choice(exits)] if exits else [])},
    )

    draws = [node for node, record in enumerate(game.nodes) if isinstance(record, Chance)]

    def drawn(kind, chosen, probabilities):
        nodes = list(game.nodes)
        for node in chosen:
            nodes[node] = nodes[node]._replace(
                probabilities=probabilities(nodes[node].probabilities)
            )
        wrong = {node for node in chosen if nodes[node] != game.nodes[node]}
        if wrong:
            yield kind, _with(game, nodes=nodes), wrong, {"probability"}

    if draws:
        yield from drawn("fight probability inverted", draws, lambda p: p[::-1])
        yield from drawn("one fight inverted", [chance.choice(draws)], lambda p: p[::-1])
        yield from drawn("fights are even", draws, lambda p: (Fraction(1, 2),) * 2)
        yield from drawn("another probability", draws, lambda p: (p[0] / 2, 1 - p[0] / 2))
        for kind, keep in (("fights are lost", 0), ("fights are won", 1)):
            tree = mapped(nested(game), lambda node: node[2][keep][2] if node[0] == "c" else node)
            yield kind, built(tree)[0], set(draws), {"turn"}

    for kind, player, key in (
        ("agent knows where they hide", 1, lambda node: histories.steps(node)[0]),
        (
            "agent sees all that they do",
            1,
            lambda node: [step for step in histories.steps(node) if _owner(game, step[0]) == 2],
        ),
        (
            "bandits see the path",
            2,
            lambda node: [step[1] for step in histories.steps(node) if _owner(game, step[0]) == 1],
        ),
        ("bandits know everything", 2, lambda node: node),
    ):
        made = split_infosets(game, player, key)
        if len(made.information_sets) > len(game.information_sets):
            wrong = {
                node
                for node, record in enumerate(game.nodes)
                if isinstance(record, Decision)
                and game.information_sets[record.infoset].player == player
            }
            yield kind, made, wrong, {"knows too much"}
    large = [
        at
        for at in range(len(game.information_sets))
        if len(_members(game, at)) > 1 and len(game.information_sets[at].actions) > 1
    ]
    if large:
        chosen = chance.choice(large)
        odd = chance.choice(_members(game, chosen)[1:])
        player = game.information_sets[chosen].player
        made = split_infosets(game, player, lambda node: node == odd)
        inside = set(_under(game, odd)) | set(_members(game, chosen))
        yield "one node is told from the others", made, inside, {"knows too much"}
    pairs = [
        (one, other)
        for one, other in itertools.combinations(range(len(game.information_sets)), 2)
        if _mergeable(game, one, other)
    ]
    if pairs:
        one, other = chance.choice(pairs)
        nodes = [
            record._replace(infoset=one)
            if isinstance(record, Decision) and record.infoset == other
            else record
            for record in game.nodes
        ]
        made = built(nested(_with(game, nodes=nodes)))[0]
        yield (
            "two information sets are one",
            made,
            {*_members(game, one), *_members(game, other)},
            {"knows too little"},
        )

    for kind, gone in (
        (
            "must move at the alarm",
            lambda infoset, label: label == STAY and len(infoset.actions) > 1,
        ),
        ("cannot move at the alarm", lambda infoset, label: " to " in label),
        ("always fights", lambda infoset, label: label == "take gold"),
        ("always takes the gold", lambda infoset, label: label == "fight"),
    ):
        made = without(game, gone)
        if len(made.nodes) < len(game.nodes):
            wrong = {
                node
                for node, record in enumerate(game.nodes)
                if isinstance(record, Decision)
                and any(
                    gone(game.information_sets[record.infoset], label)
                    for label in game.information_sets[record.infoset].actions
                )
            }
            after = {child for node in wrong for child in game.nodes[node].children}
            yield kind, made, wrong | after, {"choices", "turn"}
    yield from _about_moves(game, histories, chance)


def without(game, gone):
    """Return a tree without some actions of player 2, and without what follows them."""
    return keep_actions(
        game,
        [
            [
                at
                for at, label in enumerate(infoset.actions)
                if infoset.player == 1 or not gone(infoset, label)
            ]
            for infoset in game.information_sets
        ],
    )


def _about_moves(game, histories, chance):
    tree = nested(game)
    if len(tree[4]) > 1:
        gone = chance.randrange(len(tree[4]))
        yield (
            "a hiding place is left out",
            built((*tree[:4], [move for at, move in enumerate(tree[4]) if at != gone]))[0],
            {0},
            {"choices"},
        )
    agent = [at for at in game.infosets(1) if len(game.information_sets[at].actions) > 1]
    every = game.infosets(1)
    if agent:
        chosen = chance.choice(agent)
        gone = chance.randrange(len(game.information_sets[chosen].actions))
        made = mapped(
            tree,
            lambda node: (
                node
                if node[0] != "p" or node[3] != chosen
                else (*node[:4], [move for at, move in enumerate(node[4]) if at != gone])
            ),
        )
        yield "a move is left out", built(made)[0], set(_members(game, chosen)), {"moves"}
        made = mapped(
            tree,
            lambda node: node if node[0] != "p" or node[3] != chosen else (*node[:4], node[4][:1]),
        )
        yield "only the first move is there", built(made)[0], set(_members(game, chosen)), {"moves"}
    if every:
        chosen = chance.choice(every)
        history = histories.history(_members(game, chosen)[0])
        back = [
            (label, step)
            for label, step in (
                ("up", (-1, 0)),
                ("down", (1, 0)),
                ("left", (0, -1)),
                ("right", (0, 1)),
            )
            if (history.squares[-1][0] + step[0], history.squares[-1][1] + step[1])
            in history.squares
        ]
        if back:
            made = mapped(
                tree,
                lambda node: (
                    node
                    if node[0] != "p" or node[3] != chosen
                    else (*node[:4], [*node[4], (back[0][0], ("t", 11, None))])
                ),
            )
            yield (
                "a square is entered twice",
                built(made)[0],
                set(_members(game, chosen)),
                {"moves"},
            )


def _owner(game, node):
    record = game.nodes[node]
    return game.information_sets[record.infoset].player if isinstance(record, Decision) else 0


def _members(game, infoset):
    return [
        node
        for node, record in enumerate(game.nodes)
        if isinstance(record, Decision) and record.infoset == infoset
    ]


def _under(game, node):
    yield node
    for child in getattr(game.nodes[node], "children", ()):
        yield from _under(game, child)


def _mergeable(game, one, other):
    """Return whether two information sets could be merged with perfect recall kept."""
    first, second = game.information_sets[one], game.information_sets[other]
    return (
        (first.player, first.actions) == (second.player, second.actions)
        and len(first.actions) > 1
        and game.parents[one] == game.parents[other]
    )


def _with(game, nodes):
    return Game(
        title=game.title,
        source=None,
        players=game.players,
        states=0,
        information_sets=game.information_sets,
        nodes=tuple(nodes),
    )


# -- the witness: normal forms by listing pure strategies, on the tree


def normal_form(game, limit=40_000):
    """Return the payoffs of all pairs of pure strategies without equal rows and columns; None if
    they are more than `limit`.
    """
    plans = [_strategies(game, [0], player, limit) for player in (1, 2)]
    if None in plans or len(plans[0]) * len(plans[1]) > limit:
        return None
    rows = [tuple(_payoff(game, 0, {**one, **other}) for other in plans[1]) for one in plans[0]]
    rows = sorted(set(rows))
    columns = sorted(set(zip(*rows, strict=True)))
    return list(zip(*columns, strict=True))


def _strategies(game, nodes, player, limit):
    """Return the player's strategies below some nodes, each a dict from information set to action,
    only for information sets that it can reach.
    """
    infosets, waiting = {}, list(nodes)
    while waiting:
        record = game.nodes[waiting.pop()]
        if isinstance(record, Decision) and game.information_sets[record.infoset].player == player:
            infosets.setdefault(record.infoset, []).append(record)
        elif not isinstance(record, Terminal):
            waiting += record.children
    found = [{}]
    for infoset, records in infosets.items():
        options = []
        for at in range(len(game.information_sets[infoset].actions)):
            inner = _strategies(game, [record.children[at] for record in records], player, limit)
            if inner is None or len(inner) + len(options) > limit:
                return None
            options += [{infoset: at, **plan} for plan in inner]
        if len(found) * len(options) > limit:
            return None
        found = [{**one, **other} for one in found for other in options]
    return found


def _payoff(game, node, plan):
    record = game.nodes[node]
    if isinstance(record, Terminal):
        return record.payoff
    if isinstance(record, Decision):
        return _payoff(game, record.children[plan[record.infoset]], plan)
    return sum(
        p * _payoff(game, child, plan)
        for p, child in zip(record.probabilities, record.children, strict=True)
    )


def surely_different(one, other):
    """Return whether two normal forms cannot be made the same by naming rows and columns
    otherwise.
    """

    def marks(form):
        rows = Counter(tuple(sorted(row)) for row in form)
        columns = Counter(tuple(sorted(column)) for column in zip(*form, strict=True))
        return rows, columns

    return marks(one) != marks(other)


def rounds(seed):
    """Return a source of chance."""
    return random.Random(seed)


def expanded(text, rules="", **limits):
    """Return the textbook tree of a map, with the events that its nodes come from."""
    return expansion(parse(text, "0" * 64, rules=rules, level=0, **limits))


def suspect(mistake, make):
    """Return a misreading of the rules in the grader's form."""
    return Suspect(mistake, lambda: expand(make()))
