"""The difference to report, with a history for which its claim about the rules is true.

`tree_comparison` pairs nodes by their continuations where labels do not decide, skips forced moves,
and holds decisions open, so that the labels of the hand-in may name another history than that of
the paired node. Then the labels alone are followed (`_LabelWalk`), in the hand-in or in the game
with a proved mistake, whose nodes an isomorphism gives to the hand-in. If both fail, nothing is
said about the rules.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat

from .....schemas.game import Chance, Game, children
from .differences import Difference, DifferenceKind, Member, Pair
from .forced_moves import without_forced
from .histories import Histories, History, agent_agrees, agreed_history, can_mean, drawing_style
from .identical_trees import isomorphism
from .labels import direction, is_stay, outcome_of_label, places, same_words, words_of_answer
from .nodes import CHANCE, TERMINAL, actions, behind, described, first_child, forced, nodes_to, turn
from .tree_comparison import first_misfit
from .tree_pair import TreePair

UNKNOWN = {
    DifferenceKind.PAYOFF: "another payoff",
    DifferenceKind.PROBABILITY: "other probabilities",
    DifferenceKind.MOVES: "other moves",
    DifferenceKind.CHOICES: "other choices",
    DifferenceKind.TURN: "another kind of node",
    DifferenceKind.KNOWS_TOO_LITTLE: "other moves",
}
"""The structural statement in place of the reference's node if it is unknown which node that is."""


def reported_difference(
    histories: Histories, difference: Difference, handin: Game, mistaken: Game | None = None
) -> tuple[Difference, History | None]:
    """Return the difference to report in place of a first difference, with the history before it;
    None if the history is unknown. `mistaken` is the game with a mistake that is proved to make the
    hand-in.
    """
    difference = _at_certain_outcome(histories.game, difference, handin)
    difference = _at_forced_choice(histories, difference, handin)
    history = _certain_history(histories, difference, handin)
    if history is not None and difference.other is None:
        return difference, history
    walk = _LabelWalk(histories, handin)
    by_labels = walk.first(difference)
    if history is not None and walk.confirms(difference):
        return difference, history
    if by_labels is not None and not walk.fits(by_labels, difference):
        by_labels = None
    if by_labels is not None and difference.other is not None and by_labels.other is None:
        # Otherwise the trees agree, so the labels have another meaning.
        return difference, history
    if by_labels is None and mistaken is not None:
        by_labels = _in_mistaken_game(histories, mistaken, handin)
        # Nodes with the same continuation are interchangeable; labels then say which one is meant.
        if by_labels and not agent_agrees(histories, by_labels.reference, handin, by_labels.node):
            by_labels = None
    if by_labels is not None:
        return by_labels, histories.history(by_labels.reference)
    if turn(handin, difference.node) == TERMINAL and difference.kind is DifferenceKind.CHOICES:
        difference = difference._replace(kind=DifferenceKind.TURN)
    return without_claim(difference), None


def _at_certain_outcome(game: Game, difference: Difference, handin: Game) -> Difference:
    """Return a difference where chance should decide at the chance node of the hand-in, if that has
    one outcome and was skipped.
    """
    if difference.other is not None or turn(game, difference.reference) != CHANCE:
        return difference
    *above, _ = nodes_to(handin, difference.node)
    if not above or turn(handin, above[-1]) != CHANCE or not forced(handin, above[-1]):
        return difference
    return difference._replace(
        kind=DifferenceKind.PROBABILITY, node=above[-1], found=described(handin, above[-1])
    )


def _at_forced_choice(histories: Histories, difference: Difference, handin: Game) -> Difference:
    """Return a difference where the hand-in has a choice of player 2 at the forced choice of the
    reference, if that comes just before and was skipped.
    """
    game, node = histories.game, difference.node
    skipped = turn(game, difference.reference) != 2 == turn(handin, node)
    if difference.other is not None or not skipped or forced(handin, node):
        return difference
    for step in reversed(histories.steps(difference.reference)):
        if not forced(game, step.node):
            break
        if turn(game, step.node) == 2:
            here = difference._replace(
                kind=DifferenceKind.CHOICES,
                reference=step.node,
                before=step.node,
                expected=described(game, step.node),
            )
            return difference if agreed_history(histories, here, handin) is None else here
    return difference


def without_claim(difference: Difference) -> Difference:
    """Return a difference that does not say which node the rules require."""
    if difference.other is not None:
        return difference
    return difference._replace(expected=UNKNOWN[difference.kind])


def _certain_history(histories: Histories, difference: Difference, handin: Game) -> History | None:
    """Return the history before a difference if it agrees with the labels and the reference has
    nothing else after it; None otherwise.
    """
    history = agreed_history(histories, difference, handin)
    before = difference.before
    if history is None or difference.reference != before:
        return history
    if history == histories.history(before) or difference.other is not None:
        return history
    # The hiding places are left out.
    alike = _whatever_is_hidden(histories, before)
    same = all(described(histories.game, node) == difference.expected for node in alike)
    return history if same else None


def _whatever_is_hidden(histories: Histories, node: int) -> Iterator[int]:
    """Yield the nodes with the actions that lead to a node, but with any hiding places."""
    game = histories.game
    labels = [actions(game, step.node)[step.action] for step in histories.steps(node)[1:]]
    for at in children(game.nodes[0]):
        for label in labels:
            if label not in actions(game, at):
                break
            at = children(game.nodes[at])[actions(game, at).index(label)]
        else:
            yield at


def _in_mistaken_game(histories: Histories, mistaken: Game, handin: Game) -> Difference | None:
    """Return the difference between the reference and the game with a mistake, both with the labels
    of the map, at the node of the hand-in; None if the hand-in is not the same tree.
    """
    found = _LabelWalk(histories, mistaken).first()
    if found is None:
        return None
    there, left_out = _counterparts(mistaken, handin), list[int]()
    while found.other is None and found.node not in there and forced(mistaken, found.node):
        left_out.append(turn(mistaken, found.node))
        found = found._replace(node=first_child(mistaken, found.node))
    if not {found.node, found.node if found.other is None else found.other} <= there.keys():
        return None
    if found.other is not None:
        return found._replace(node=there[found.node], other=there[found.other])
    node = _before_forced(handin, there[found.node], left_out)
    return found._replace(node=node, found=described(handin, node))


def _before_forced(handin: Game, node: int, movers: Sequence[int]) -> int:
    """Return the node before some forced moves by these movers, as far as the hand-in has them."""
    *above, _ = nodes_to(handin, node)
    for mover, before in zip(reversed(movers), reversed(above), strict=False):
        if not forced(handin, before) or turn(handin, before) != mover:
            break
        node = before
    return node


def _counterparts(game: Game, handin: Game) -> dict[int, int]:
    """Return for the nodes of a tree those of a hand-in that is the same up to names and order, or
    without forced moves; empty for other trees.
    """
    same = isomorphism(game, handin)
    if same is not None:
        return dict(enumerate(same))
    (mine, origins), (yours, nodes) = without_forced(game), without_forced(handin)
    same = isomorphism(mine, yours)
    return {} if same is None else {origins[at]: nodes[to] for at, to in enumerate(same)}


STRANGE, UNREAD = -1, -2
_KINDS = {1: DifferenceKind.MOVES, 2: DifferenceKind.CHOICES, CHANCE: DifferenceKind.PROBABILITY}
_Following = list[tuple[int, int]]
"""The nodes behind the same actions of the reference and of the hand-in."""


class _LabelWalk:
    """The reference and a hand-in, followed from the root by the meaning of labels alone."""

    def __init__(self, histories: Histories, handin: Game) -> None:
        self.histories, self.game, self.handin = histories, histories.game, handin
        self.sides = TreePair(self.game, handin, histories.chart.start)
        self.drawn = drawing_style(handin)
        self.pairs: dict[int, Pair] = {}
        """The corresponding decisions by the node of the hand-in."""
        self.agreed = 0
        """The number of nodes whose labels agree."""

    def first(self, likely: Difference | None = None) -> Difference | None:
        """Return the first difference, preferably the `likely` one, or else one that matters for
        the payoffs; None if there is none, or if a label before it is not understood.
        """
        first = drawn = None
        waiting = [(0, 0)]
        while waiting:
            node, there = waiting.pop()
            found = self._compared(node, there)
            if found is None and first is None:
                return None
            if isinstance(found, DifferenceKind):
                difference = self.sides.difference(found, Member(node), there)
                drawn = drawn or difference
                first = first or (None if self.sides.same(node, there) else difference)
                if likely and _statement(difference) == _statement(likely):
                    return difference
                continue
            self.agreed += found is not None
            waiting += (found or [])[::-1]
            if turn(self.game, node) == turn(self.handin, there) in (1, 2):
                self.pairs[there] = self.sides.pair(Member(node), there, ())
        return first or first_misfit(self.game, self.handin, [*self.pairs.values()]) or drawn

    def fits(self, found: Difference, other: Difference) -> bool:
        """Return whether a difference that the labels give is as plausible as another: the trees
        differ above it or there, or the labels of half of the nodes agree. Otherwise the labels
        have another meaning, such as directions of a map that is turned round.
        """
        half = min(len(self.game.nodes), len(self.handin.nodes)) / 2
        return self.agreed >= half or found.node in nodes_to(self.handin, other.node)

    def confirms(self, difference: Difference) -> bool:
        """Return whether the labels, as far as they are understood, do not contradict a difference
        in the knowledge of a player.
        """
        if difference.other is None:
            return False
        found = [self.pairs.get(at) for at in (difference.node, difference.other)]
        sets = {pair.infoset for pair in found if pair}
        one = difference.kind is DifferenceKind.KNOWS_TOO_MUCH
        return None in found or len(sets) == (1 if one else 2)

    def _compared(self, node: int, there: int) -> _Following | DifferenceKind | None:
        """Return the pairs of nodes that follow, or how two nodes differ; None if a label is not
        understood.
        """
        whose, mover = turn(self.game, node), turn(self.handin, there)
        omitted = forced(self.game, node) and whose not in self.drawn.forced
        if whose != mover:
            if mover == CHANCE and forced(self.handin, there):
                return [(node, first_child(self.handin, there))]
            if omitted:
                return [(first_child(self.game, node), there)]
            return None if whose == 2 and self._decides_later(node, there) else DifferenceKind.TURN
        if whose == TERMINAL:
            same = self.game.nodes[node] == self.handin.nodes[there]
            return [] if same else DifferenceKind.PAYOFF
        meanings = self._meanings(node, there)
        if omitted and 0 not in meanings:
            return [(first_child(self.game, node), there)]
        if UNREAD in meanings or omitted and self._may_be_behind(node, there):
            return None
        if sorted(meanings) != [*range(len(children(self.game.nodes[node])))]:
            return _KINDS[whose]
        mine, yours = self.game.nodes[node], self.handin.nodes[there]
        if isinstance(mine, Chance) and isinstance(yours, Chance):
            shares = [mine.probabilities[at] for at in meanings]
            if shares != [*yours.probabilities]:
                return DifferenceKind.PROBABILITY
        below = children(mine)
        pairs = zip(meanings, children(yours), strict=True)
        return sorted((below[at], child) for at, child in pairs)

    def _decides_later(self, node: int, there: int) -> bool:
        """Return whether a choice of player 2 behind a node of the hand-in may be that of a node of
        the reference, which has no strange labels then.
        """
        waiting = [there]
        while waiting:
            at = waiting.pop()
            labels = actions(self.handin, at) if turn(self.handin, at) == 2 else ()
            if len(labels) > 1 and STRANGE not in [self._choice(node, label) for label in labels]:
                return True
            waiting += children(self.handin.nodes[at])
        return False

    def _may_be_behind(self, node: int, there: int) -> bool:
        """Return whether a choice of the hand-in may also be one behind forced moves."""
        return not forced(self.handin, there) and (
            turn(self.game, behind(self.game, node)) == turn(self.handin, there)
        )

    def _meanings(self, node: int, there: int) -> list[int]:
        """Return for each action of the hand-in the number of the reference's action; STRANGE for
        one that the reference does not have, and UNREAD if the label is not understood.
        """
        expected, labels = actions(self.game, node), actions(self.handin, there)
        match turn(self.game, node):
            case 1:
                found = [_number(expected, move) for move in self.sides.moves(node, there)]
            case 2:
                found = [self._choice(node, label) for label in labels]
            case _:
                outcomes = [outcome_of_label(label) for label in expected]
                found = [_number(outcomes, outcome_of_label(label)) for label in labels]
        left = {*range(len(expected))} - {*found}
        if len(found) == len(expected) and len(left) == found.count(UNREAD) == 1 < len(found):
            return [left.pop() if at == UNREAD else at for at in found]
        return found if {*found} != {UNREAD} else self._by_shape(node, there)

    @cached_property
    def shapes(self) -> tuple[list[int], list[int]]:
        """A number for each node of both trees: what can follow, with the directions of moves if
        the hand-in has them, but without other labels, probabilities and payoffs.
        """
        known: dict[object, int] = {}
        labels = (
            label
            for node in range(len(self.handin.nodes))
            if turn(self.handin, node) == 1
            for label in actions(self.handin, node)
        )
        named = all(map(direction, labels))
        return _shapes(self.game, named, known), _shapes(self.handin, named, known)

    def _by_shape(self, node: int, there: int) -> list[int]:
        """Return the meanings of labels that are not understood, such as numbers of hiding places,
        by what can follow: UNREAD unless each action is followed by something else.
        """
        mine, yours = self.shapes
        expected = [mine[child] for child in children(self.game.nodes[node])]
        found = [yours[child] for child in children(self.handin.nodes[there])]
        if len({*expected}) < len(expected) or sorted(expected) != sorted(found):
            return [UNREAD] * len(found)
        return [expected.index(shape) for shape in found]

    def _choice(self, node: int, label: str) -> int:
        """Return the number of the choice of player 2 that a label means."""
        expected, names = actions(self.game, node), self.sides.places
        for at, known in enumerate(expected):
            if same_words(label, known):
                return at
        for at, known in enumerate(expected):
            if can_mean(label, self.histories.event(node, at), known, names):
                return at
        read = places(label, names) or words_of_answer(label) or is_stay(label)
        return STRANGE if read else UNREAD


def _shapes(game: Game, named: bool, known: dict[object, int]) -> list[int]:
    """Return the shape of each node of a tree; moves have directions if they are `named`."""
    found = [0] * len(game.nodes)
    for node in reversed(range(len(found))):
        below, whose = [found[child] for child in children(game.nodes[node])], turn(game, node)
        moves = map(direction, actions(game, node)) if named and whose == 1 else repeat("")
        key = whose, *sorted(zip(moves, below, strict=False))
        found[node] = below[0] if len(below) == 1 else known.setdefault(key, len(known))
    return found


def _statement(difference: Difference) -> tuple[DifferenceKind, int, str]:
    return difference.kind, difference.node, difference.expected


def _number(expected: Sequence[str], meaning: str) -> int:
    if not meaning:
        return UNREAD
    return expected.index(meaning) if meaning in expected else STRANGE
