"""What player 1 knows in play: followed on the state graph, and found on the tree by hand.

The witness knows no situations and no sets of sequences. It goes over all histories of the tree of
level 0, with the strategies carried there, multiplies probabilities along them, and finds what the
agent can get by a best response, information set by information set.
"""

from collections import defaultdict
from math import fsum

import pytest

from drawn_maps import drawn_map
from efgc.schemas.game import Decision, Terminal
from efgc.schemas.parts.states import Choice, Relocation
from efgc.stages.expand import expansion
from efgc.stages.parse import parse
from efgc.stages.report.carry import carry
from efgc.stages.report.measures import action_values
from efgc.stages.report.situations import Play
from small_games import PUBLISHED, published, seeds, solved

# Products and quotients of a few dozen floats, each off by one part in 1e16; carrying a strategy
# divides once more. What a solver plays has a weight of 1e-11 or more, and payoffs are below 20.
NEAR = 1e-9

UNSEEN = "~"
"""Stands for a move of player 2 that the agent does not see."""


class Tree:
    """The tree of level 0, in the eyes of an agent who keeps in mind all that it sees."""

    def __init__(self, expanded, strategies):
        self.nodes, self.expanded = expanded.game.nodes, expanded
        self.infosets = expanded.game.information_sets
        self.played = {
            entry.infoset: entry.probabilities for strategy in strategies for entry in strategy
        }
        self.above = [(0, 0)] * len(self.nodes)
        self.weight, self.own = [1.0] * len(self.nodes), [1.0] * len(self.nodes)
        """Of chance and the bandits; of the agent."""
        self.secret = [frozenset()] * len(self.nodes)
        self.first = defaultdict(list)
        """By what was seen: the nodes behind it whose parents are not."""
        self.members = defaultdict(list)
        seen = [()] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            if isinstance(node, Decision):
                self.members[node.infoset].append(number)
            for at, child in enumerate(getattr(node, "children", ())):
                seen[child] = seen[number] + self.step(number, at, child)
                for end in range(len(seen[number]) + 1, len(seen[child]) + 1):
                    self.first[seen[child][:end]].append(child)
        self.worth, self.best = {}, {}

    def step(self, number, at, child):
        """Note how likely a move is, and return what the agent sees of it."""
        node = self.nodes[number]
        self.weight[child], self.own[child] = self.weight[number], self.own[number]
        self.secret[child] = self.secret[number]
        if not isinstance(node, Decision):
            self.weight[child] *= float(node.probabilities[at])
            seen = node.actions[at]
        else:
            record = self.infosets[node.infoset]
            seen = record.actions[at]
            (self.own if record.player == 1 else self.weight)[child] *= self.played[node.infoset][
                at
            ]
            if number == 0:
                self.secret[child] = frozenset(seen.split()) - {"none"}
            if " to " in seen:
                old, new = seen.split(" to ")
                self.secret[child] = self.secret[child] - {old} | {new}
            if number == 0 or " to " in seen or seen == "stay":
                seen = UNSEEN
        looks = [event.value for event in self.expanded.events[child][1:]]
        return (*seen.split(), *looks)

    def value(self, number):
        """Return what is behind a node when the agent plays its best response."""
        if number not in self.worth:
            node = self.nodes[number]
            if isinstance(node, Terminal):
                self.worth[number] = float(node.payoff)
            elif isinstance(node, Decision) and self.infosets[node.infoset].player == 1:
                self.worth[number] = self.value(node.children[self.decided(node.infoset)])
            else:
                shares = (
                    self.played[node.infoset] if isinstance(node, Decision) else node.probabilities
                )
                self.worth[number] = fsum(
                    float(share) * self.value(child)
                    for share, child in zip(shares, node.children, strict=True)
                )
        return self.worth[number]

    def decided(self, infoset):
        """Return the agent's best action on the average of the nodes that it cannot tell apart."""
        if infoset not in self.best:
            self.best[infoset] = max(
                range(len(self.infosets[infoset].actions)),
                key=lambda at: fsum(
                    self.weight[number] * self.value(self.nodes[number].children[at])
                    for number in self.members[infoset]
                ),
            )
        return self.best[infoset]


def play_of(text, rules, level):
    """Return how a map is followed, and its strategies."""
    expanded = expansion(parse(text, "0" * 64, rules=rules, level=level))
    strategies = solved(expanded.game).strategies
    return Play(
        graph=expanded.graph,
        game=expanded.game,
        strategies=strategies,
        values=action_values(expanded.game, strategies),
    )


def situations(play):
    """Yield every situation up to the end of play, with what the agent saw before it."""
    waiting = [((UNSEEN,), play.start())]
    while waiting:
        seen, situation = waiting.pop()
        yield seen, situation
        unseen = isinstance(play.graph.states[situation.state], Relocation)
        for option in play.options(situation):
            if option.then.particles:
                step = (UNSEEN,) if unseen else option.label.split()
                waiting.append(((*seen, *step), option.then))


def compare(tree, play, seen, situation):
    """Hold one situation against the tree; return whether the bandits' strategy leads there."""
    nodes = tree.first[seen]
    whole = fsum(tree.weight[number] for number in nodes)
    assert abs(situation.weight - whole) < NEAR
    assert (situation.weight == 0) == (whole == 0)
    occupied, value = play.occupied(situation), play.value(situation)
    if not whole:
        assert occupied is None and value is None
        assert all(option.value is None for option in play.options(situation))
        return False
    for place, found in occupied.items():
        there = fsum(tree.weight[number] for number in nodes if place in tree.secret[number])
        assert abs(found - there / whole) < NEAR
    worth = fsum(tree.weight[number] * tree.value(number) for number in nodes) / whole
    assert abs(value - worth) < NEAR
    for option in play.options(situation):
        compare_option(tree, play, (seen, situation), option, whole)
    return True


def compare_option(tree, play, before, option, whole):
    seen, situation = before
    state = play.graph.states[situation.state]
    then = (*seen, *((UNSEEN,) if isinstance(state, Relocation) else option.label.split()))
    nodes = tree.first[then]
    behind = fsum(tree.weight[number] for number in nodes)
    if isinstance(state, Choice) and state.player == 1:
        # The agent knows all its moves: they are the same on all histories.
        [own] = {tree.own[number] for number in tree.first[seen]}
        if own:
            assert abs(option.probability - tree.own[nodes[0]] / own) < NEAR
    else:
        assert abs(option.probability - behind / whole) < NEAR
    if behind:
        worth = fsum(tree.weight[number] * tree.value(number) for number in nodes) / behind
        assert abs(option.value - worth) < NEAR
    else:
        assert option.value is None


def compare_all(text, rules, level):
    """Compare every situation with the tree; return for each whether it has a weight."""
    play = play_of(text, rules, level)
    plain = expansion(parse(text, "0" * 64, rules=rules, level=0))
    tree = Tree(plain, carry(play.game, play.strategies, plain.game))
    return [compare(tree, play, *found) for found in situations(play)]


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("seed", seeds(50))
def test_situations_are_those_of_the_tree(seed, level):
    assert any(compare_all(*drawn_map(seed), level))


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_those_of_published_maps_are(name, level):
    assert any(compare_all(published(name), PUBLISHED[name][0], level))


def test_the_boards_have_everything_that_rules_know():
    states, never = set(), 0
    for seed in range(50):
        play = play_of(*drawn_map(seed), 0)
        for _, situation in situations(play):
            state = play.graph.states[situation.state]
            states.add((type(state).__name__, getattr(state, "player", 0)))
            never += not situation.weight
    assert never > 20
    assert states == {
        *(("Choice", 1), ("Choice", 2), ("Draw", 0), ("Look", 0)),
        *(("Relocation", 0), ("Terminal", 0)),
    }
