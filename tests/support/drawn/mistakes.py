"""The mistakes of real programs, each with the words by which a grader may name it.

A mistake is a change of the switches (`SWITCHED`) or of the tree (`CHANGED`). The words are regular
expressions: those of `pipeline.apps.course.grade.mistakes.suspect` and
`pipeline.apps.course.misread`.
"""

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from drawn.nodes import CHANCE, END, every, sets_of
from drawn.rules import STEPS, right

PAID, DRAWN = ("payoff",), ("probability",)
ISLAND, CAVE, BOTH = ("island",), ("cave",), ("island", "cave")


class Kind(NamedTuple):
    """A mistake."""

    courses: tuple
    change: object
    """A function from switches and a random generator to switches; for trees, one that modifies a
    tree.
    """
    called: str
    """A regular expression for its name."""
    kinds: tuple = ()
    """The kinds of first differences that it can cause; empty for any kind."""


def _set(**changes):
    return lambda switches, chance: replace(switches, **changes)


def _pays(switches, chance):
    return replace(switches, escape=Fraction(chance.choice([5, 0, 1, switches.escape + 1])))


def _swapped(switches, chance):
    return replace(switches, capture=1 - switches.capture)


def _by_a_bit(switches, chance):
    off = chance.choice([Fraction(1, 100), Fraction(-1, 100), Fraction(1, 1000), Fraction(1, 10)])
    found = switches.capture + off
    return replace(switches, capture=found if 0 < found < 1 else switches.capture / 2)


def _no_move(switches, chance):
    gone = chance.choice(switches.steps)
    return replace(switches, steps=tuple(step for step in switches.steps if step != gone))


def _diagonal(switches, chance):
    more = f"{chance.choice(('up', 'down'))} {chance.choice(('left', 'right'))}"
    return replace(switches, steps=(*switches.steps, more))


def _more(switches, chance):
    return replace(switches, bandits=switches.bandits + chance.choice((1, -1)))


def _other_course(switches, chance):
    course = "cave" if switches.course == "island" else "island"
    escape = chance.choice((right(course, 0, 0).escape, switches.escape))
    return replace(switches, course=course, escape=escape)


OTHERS, NAME = "(miners|bandits)", "agent"
NO_PLACE = (
    rf"{OTHERS}.*(not|lack|without|too little|forget|miss).*(place|where|encounter at|alarm at)"
)
SWITCHED = {
    "wrong sign": Kind(BOTH, _set(sign=-1), "wrong sign", PAID),
    "gold kept after a capture": Kind(
        BOTH, _set(captured_pays="gold"), "kept after a capture", PAID
    ),
    "a capture pays as an exit": Kind(
        BOTH, _set(captured_pays="exit"), "capture pays as an exit", PAID
    ),
    "gold not counted": Kind(BOTH, _set(gold=Fraction(0)), "gold is not counted", PAID),
    "gold collected twice": Kind(BOTH, _set(gold=Fraction(2)), "each gold is worth 2", PAID),
    "taken gold counted": Kind(CAVE, _set(taken_counts=True), "taken away is counted", PAID),
    "an exit pays something else": Kind(BOTH, _pays, "an exit pays|gold is not counted", PAID),
    "gold kept in a dead end": Kind(BOTH, _set(dead_end_pays="gold"), "kept in a dead end", PAID),
    "a dead end pays as an exit": Kind(
        BOTH, _set(dead_end_pays="exit"), "dead end pays as an exit|a dead end pays", PAID
    ),
    "capture and escape swapped": Kind(BOTH, _swapped, "are exchanged|in capture with prob", DRAWN),
    "capture wrong by a bit": Kind(BOTH, _by_a_bit, "in capture with probability", DRAWN),
    "fights always lost": Kind(BOTH, _set(certain="capture"), "fight always ends.*captur"),
    "fights always won": Kind(BOTH, _set(certain="escape"), "fight always ends.*escap"),
    "gold lost in a won fight": Kind(BOTH, _set(lost_in_won_fight=True), "lost in a fight that"),
    "the start entered again": Kind(BOTH, _set(start_again=True), "entered twice"),
    "a diagonal move": Kind(BOTH, _diagonal, "not legal|entered twice"),
    "a move is missing": Kind(BOTH, _no_move, "move is missing"),
    "alarm after a fight": Kind(ISLAND, _set(alarm="fought"), "alarm is raised after a fight"),
    "alarm every time": Kind(ISLAND, _set(alarm="every"), "alarm is raised at every"),
    "relocation onto the alarm": Kind(
        ISLAND, _set(onto_alarm=True), rf"{OTHERS}.*(onto|square of the alarm|place of the alarm)"
    ),
    "must move": Kind(ISLAND, _set(stay=False), "must move at the alarm"),
    "cannot move": Kind(ISLAND, _set(move=False), "cannot move at the alarm|rules island-2013"),
    "always fight": Kind(CAVE, _set(take=False), "always fight|rules island-2013"),
    "always take": Kind(CAVE, _set(fight=False), "always take"),
    "agent knows the placement": Kind(
        BOTH, _set(agent_sees="placement"), r"agent knows where|knows all that|knows everything"
    ),
    "agent sees nothing": Kind(BOTH, _set(agent_sees="nothing"), r"agent .*(little|not)"),
    "others see the path": Kind(BOTH, _set(others_see="path"), rf"{OTHERS} see the path"),
    "others lack the place": Kind(BOTH, _set(others_see="no place"), NO_PLACE),
    "another number": Kind(BOTH, _more, r"number of (miners|bandits) is"),
    "rules of another course": Kind(BOTH, _other_course, "by the rules"),
}


def _one_payoff(tree, chance):
    end = chance.choice([node for node in every(tree) if node.turn == END])
    end.payoff += chance.choice((1, -1, 3))


def _one_told_apart(tree, chance):
    """One node is in a separate information set, and so are its successors."""
    large = [
        nodes
        for nodes in sets_of(every(tree)).values()
        if len(nodes) > 1 and len(nodes[0].branches) > 1
    ]
    if large:
        odd = chance.choice(chance.choice(large))
        for node in every(odd):
            if node.turn == odd.turn:
                node.knows = ("apart", node.knows)


def _branch_missing(tree, chance):
    """One action of one information set is missing."""
    wide = [nodes for nodes in sets_of(every(tree)).values() if len(nodes[0].branches) > 1]
    if wide:
        nodes = chance.choice(wide)
        gone = chance.randrange(len(nodes[0].branches))
        for node in nodes:
            del node.branches[gone]


def _one_probability(tree, chance):
    """One fight has other probabilities: half, those of the two outcomes exchanged, a bit off."""
    fights = [node for node in every(tree) if node.turn == CHANCE]
    if fights:
        fight = chance.choice(fights)
        (one, share, below), (other, _, beside) = fight.branches
        share = chance.choice([share / 2, 1 - share, share * Fraction(99, 100)])
        fight.branches = [(one, share, below), (other, 1 - share, beside)]


def _two_sets_are_one(tree, chance):
    """Two information sets with the same actions after the same own decisions are merged."""
    own = {}

    def visit(node, before):
        own[node] = before.get(node.turn)
        for meaning, _, below in node.branches:
            visit(below, {**before, node.turn: (before.get(node.turn), node.knows, meaning[:2])})

    visit(tree, {})
    alike = {}
    for (player, _), nodes in sets_of(every(tree)).items():
        actions = tuple(meaning[:2] for meaning, _, _ in nodes[0].branches)
        if len(actions) > 1:
            alike.setdefault((player, own[nodes[0]], actions), []).append(nodes)
    pairs = [sets for sets in alike.values() if len(sets) > 1]
    if pairs:
        one, other = chance.sample(chance.choice(pairs), 2)
        for node in other:
            node.knows = one[0].knows


CHANGED = {
    "one payoff": Kind(BOTH, _one_payoff, "(exit|capture|dead end) pays|one end", PAID),
    "one node told apart": Kind(
        BOTH,
        _one_told_apart,
        "too much|knows? all|see|knows where|know",
        ("knows too much",),
    ),
    "a branch is missing": Kind(
        BOTH,
        _branch_missing,
        "move is missing|cannot choose|always|must move|cannot move|number of",
        ("moves", "choices", "turn"),
    ),
    "one probability": Kind(BOTH, _one_probability, "in capture with probability", DRAWN),
    "two sets are one": Kind(
        BOTH, _two_sets_are_one, "too little|not see|forget|know", ("knows too little",)
    ),
}
MISTAKES = {**SWITCHED, **CHANGED}
assert set(STEPS)
