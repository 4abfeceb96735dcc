"""Mistakes that hand-ins have in common, each as a change of the reference.

Whether a hand-in has made one is not guessed: the reference is changed in the
same way, and the two are compared like any two games. Only what fits is named.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

from schemas.game import Chance, Decision, Game, InformationSet, Node, Terminal
from schemas.parts.exact import brief
from schemas.parts.problems import InputError
from schemas.parts.squares import written
from stages.forms.trees import TreeForm
from stages.grade.forms import form_of, reduced
from stages.grade.labels import direction, plain
from stages.grade.story import CAPTURED, ESCAPED, Stories
from stages.grade.walk import Difference, Walk, labels, square_after


@dataclass(frozen=True)
class Suspect:
    """A mistake that may have been made, and the game that it leads to."""

    name: str
    make: Callable[[], Game]
    """Raises InputError where the game is much larger than the reference: nobody handed it in."""

    @cached_property
    def form(self) -> TreeForm | None:
        """The reduced sequence form of the game; None where the game is too large for its
        limits.
        """
        try:
            return reduced(form_of(self.make()))
        except InputError:
            return None


def suspects(stories: Stories, difference: Difference | None, handin: Game) -> Iterator[Suspect]:
    """Yield the mistakes that a first difference lets one think of, the likely ones first."""
    if difference is None or difference.kind == "payoff":
        yield from _payoffs(stories, difference, handin)
    if difference is None or difference.kind == "probability":
        yield from _chances(stories.game, difference, handin)
    if difference is None or difference.kind in ("knows too much", "knows too little"):
        yield from _knowledge(stories)
    if difference is None or difference.kind in ("choices", "turn"):
        yield from _choices(stories.game)
        for label, capture in ((CAPTURED, 1), (ESCAPED, 0)):
            made = partial(_fought, stories.game, Fraction(capture))
            yield Suspect(f"a fight always ends with the agent {label}", made)


def plain_mistake(stories: Stories, walk: Walk, handin: Game) -> str:
    """Return a mistake that is plain from the first difference alone, or empty text."""
    difference = walk.difference
    assert difference is not None
    if difference.kind == "moves":
        return _moves(stories, difference, handin)
    if difference.kind == "choices":
        return _missing(stories.game, difference, handin)
    if difference.other is None:
        return ""
    other = next(pair.reference.node for pair in walk.pairs if pair.node == difference.other)
    record = stories.game.nodes[difference.reference]
    assert isinstance(record, Decision)
    name = stories.game.players[stories.game.information_sets[record.infoset].player - 1]
    many = "know" if name.endswith("s") else "knows"
    much = difference.kind.removeprefix("knows ")
    return f"{name} {many} {much}: {_apart(stories, difference.reference, other)}"


def _moves(stories: Stories, difference: Difference, handin: Game) -> str:
    """Return what is wrong with the agent's moves, where their labels are understood."""
    story = stories.story(difference.before, difference.open)
    expected = labels(stories.game, difference.reference)
    found = [direction(label) for label in labels(handin, difference.node)]
    more = [move for move in found if move and move not in expected]
    less = [move for move in expected if move not in found]
    again = [
        square
        for square in (square_after(story.squares[-1], move) for move in more)
        if square in story.squares
    ]
    if again:
        return f"a square is entered twice: {written(again[0])}"
    if more and all(found):
        return (
            f"a move that is not legal: {more[0]} to "
            f"{written(square_after(story.squares[-1], more[0]))}"
        )
    return f"a legal move is missing: {less[0]}" if less and all(found) else ""


def _missing(game: Game, difference: Difference, handin: Game) -> str:
    """Return which choices of player 2 are missing or too much, where labels are the same but for
    these.
    """
    expected, found = labels(game, difference.reference), labels(handin, difference.node)
    less = [label for label in expected if plain(label) not in map(plain, found)]
    more = [label for label in found if plain(label) not in map(plain, expected)]
    if len(less) < len(expected) and less and not more:
        return f"{game.players[1]} cannot choose: {', '.join(less)}"
    return f"{game.players[1]} can choose, too: {', '.join(more)}" if more and not less else ""


def _apart(stories: Stories, one: int, other: int) -> str:
    """Return what tells the histories of two nodes apart first that matters to who stands there."""
    game = stories.game
    for (at, action), (there, another) in zip(
        stories.steps(one), stories.steps(other), strict=False
    ):
        if at == there and action != another:
            record = game.nodes[at]
            if isinstance(record, Chance):
                return f"whether it was {record.actions[action]} or {record.actions[another]}"
            assert isinstance(record, Decision)
            infoset = game.information_sets[record.infoset]
            if infoset.player == 1:
                return f"the path of {game.players[0]}"
            if not infoset.sees:
                return f"where {game.players[1]} hide"
            return f"what {game.players[1]} decide after {', '.join(infoset.sees)}"
    return "how far play has gone"


# -- payoffs


def _payoffs(stories: Stories, difference: Difference | None, handin: Game) -> Iterator[Suspect]:
    game = stories.game
    escape = _escape(stories)
    paid = handin.nodes[difference.node].payoff if difference else None  # type: ignore[union-attr]
    yield Suspect(
        "the payoffs have the wrong sign",
        lambda: _repaid(stories, lambda node, end, story, payoff: -payoff),
    )
    if paid is not None and difference is not None:
        yield from _inferred(stories, difference, paid, escape)
    yield Suspect(
        "gold is kept after a capture",
        lambda: _repaid(
            stories,
            lambda node, end, story, payoff: (
                Fraction(story.carried) if end == "capture" else payoff
            ),
        ),
    )
    yield Suspect(
        "a capture pays as an exit does",
        lambda: _repaid(
            stories,
            lambda node, end, story, payoff: escape + story.carried if end == "capture" else payoff,
        ),
    )
    yield Suspect(
        "gold that was taken away is counted",
        lambda: _repaid(
            stories,
            lambda node, end, story, payoff: escape + story.found if end == "exit" else payoff,
        ),
    )
    yield Suspect(
        "gold is not counted",
        lambda: _repaid(
            stories, lambda node, end, story, payoff: escape if end == "exit" else payoff
        ),
    )
    yield Suspect(
        "gold is kept in a dead end",
        lambda: _repaid(
            stories,
            lambda node, end, story, payoff: (
                Fraction(story.carried) if end == "dead end" else payoff
            ),
        ),
    )
    yield Suspect(
        "a dead end pays as an exit does",
        lambda: _repaid(
            stories,
            lambda node, end, story, payoff: (
                escape + story.carried if end == "dead end" else payoff
            ),
        ),
    )
    assert game.nodes


def _inferred(
    stories: Stories, difference: Difference, paid: Fraction, escape: Fraction
) -> Iterator[Suspect]:
    """Yield the mistakes whose numbers follow from the first payoff that is wrong."""
    story, end = stories.story(difference.reference), stories.end(difference.reference)
    if end == "exit":
        reward = paid - story.carried
        yield Suspect(
            f"an exit pays {brief(reward)}, not {brief(escape)}",
            lambda: _repaid(
                stories,
                lambda node, at, story, payoff: (
                    payoff - escape + reward if at == "exit" else payoff
                ),
            ),
        )
    if end == "exit" and story.carried:
        worth = (paid - escape) / story.carried
        yield Suspect(
            f"each gold is worth {brief(worth)}, not 1",
            lambda: _repaid(
                stories,
                lambda node, at, story, payoff: (
                    escape + worth * story.carried if at == "exit" else payoff
                ),
            ),
        )
    for where in ("capture", "dead end"):
        if end == where:
            yield Suspect(
                f"a {where} pays {brief(paid)}, not 0",
                lambda where=where: _repaid(  # type: ignore[misc]
                    stories, lambda node, at, story, payoff: paid if at == where else payoff
                ),
            )


def _escape(stories: Stories) -> Fraction:
    """Return what an exit pays without gold; 0 where there is none."""
    for node, end, story in stories.ends:
        if end == "exit":
            return stories.game.nodes[node].payoff - story.carried  # type: ignore[union-attr]
    return Fraction(0)


def _repaid(stories: Stories, payoff_of: Callable[..., Fraction]) -> Game:
    nodes = list(stories.game.nodes)
    for node, end, story in stories.ends:
        nodes[node] = Terminal(payoff_of(node, end, story, nodes[node].payoff))  # type: ignore[union-attr]
    return replace(stories.game, nodes=tuple(nodes))


# -- chance


def _chances(game: Game, difference: Difference | None, handin: Game) -> Iterator[Suspect]:
    yield Suspect(
        "the probability of capture is that of escape",
        lambda: _redrawn(game, lambda label, probability: 1 - probability),
    )
    found = handin.nodes[difference.node] if difference else None
    if isinstance(found, Chance) and len(found.probabilities) == 2:
        for probability in sorted(set(found.probabilities)):
            yield Suspect(
                f"a fight ends in capture with probability {brief(probability)}",
                partial(_fought, game, probability),
            )


def _fought(game: Game, capture: Fraction) -> Game:
    return _redrawn(game, lambda label, _: capture if label == CAPTURED else 1 - capture)


def _redrawn(game: Game, probability_of: Callable[[str, Fraction], Fraction]) -> Game:
    def drawn(node: Node) -> Node:
        if not isinstance(node, Chance):
            return node
        return node._replace(
            probabilities=tuple(map(probability_of, node.actions, node.probabilities))
        )

    return replace(game, nodes=tuple(map(drawn, game.nodes)))


# -- knowledge


def _knowledge(stories: Stories) -> Iterator[Suspect]:
    game = stories.game
    agent, others = game.players

    def hidden(node: int) -> object:
        return [step for step in stories.steps(node) if _turn(game, step[0]) == 2]

    def placed(node: int) -> object:
        return stories.steps(node)[0]

    def path(node: int) -> object:
        return [step[1] for step in stories.steps(node) if _turn(game, step[0]) == 1]

    def everything(node: int) -> object:
        return node

    def drawn(node: int) -> object:
        return [step[1] for step in stories.steps(node) if _turn(game, step[0]) == 0]

    for player, name, key, _what in (
        (2, f"{others} see the path of {agent}", path, "path"),
        (1, f"{agent} knows where {others} hide", placed, "placed"),
        (1, f"{agent} knows all that {others} do", hidden, "hidden"),
        (2, f"{others} see how fights end", drawn, "drawn"),
        (1, f"{agent} knows everything", everything, "all"),
        (2, f"{others} know everything", everything, "all"),
    ):
        yield Suspect(name, lambda player=player, key=key: split(game, player, key))  # type: ignore[misc]


def split(game: Game, player: int, key: Callable[[int], object]) -> Game:
    """Return a tree in which a player can tell nodes of one information set apart by a key, and
    what followed from there on.

    What a player could tell apart once it can tell ever after.
    """
    own: dict[int, tuple[object, ...]] = {0: ()}
    numbers: dict[object, int] = {}
    infosets: list[InformationSet] = []
    nodes: list[Node] = []
    for node, record in enumerate(game.nodes):
        past = own[node]
        if isinstance(record, Decision):
            infoset = game.information_sets[record.infoset]
            mine = infoset.player == player
            name = (record.infoset, repr(key(node)), past) if mine else (record.infoset,)
            if name not in numbers:
                numbers[name] = len(infosets)
                infosets.append(infoset)
            nodes.append(record._replace(infoset=numbers[name]))
            for at, child in enumerate(record.children):
                own[child] = (numbers[name], at) if mine else past
        else:
            nodes.append(record)
            own.update(dict.fromkeys(getattr(record, "children", ()), past))
    return replace(game, information_sets=tuple(infosets), nodes=tuple(nodes))


def _turn(game: Game, node: int) -> int:
    record = game.nodes[node]
    return game.information_sets[record.infoset].player if isinstance(record, Decision) else 0


# -- choices of player 2


def _choices(game: Game) -> Iterator[Suspect]:
    others = game.players[1]
    yield Suspect(
        f"{others} must move at the alarm",
        lambda: without(game, lambda infoset, label: label == "stay" and len(infoset.actions) > 1),
    )
    yield Suspect(
        f"{others} cannot move at the alarm",
        lambda: without(game, lambda infoset, label: " to " in label),
    )
    yield Suspect(
        f"{others} always fight", lambda: without(game, lambda infoset, label: label == "take gold")
    )
    yield Suspect(
        f"{others} always take the gold",
        lambda: without(game, lambda infoset, label: label == "fight"),
    )


def without(game: Game, gone: Callable[[InformationSet, str], bool]) -> Game:
    """Return a tree without some actions of player 2, and without what follows them."""
    keep = [
        [
            at
            for at, label in enumerate(infoset.actions)
            if infoset.player == 1 or not gone(infoset, label)
        ]
        for infoset in game.information_sets
    ]
    return pruned(game, keep)


def pruned(game: Game, keep: list[list[int]]) -> Game:
    """Return a tree with some actions of each information set, by their places; what else there is
    goes.
    """
    numbers: dict[int, int] = {}
    infosets: list[InformationSet] = []
    nodes: list[Node] = []
    waiting = [(0, -1, 0)]
    following: list[list[int]] = []
    while waiting:
        node, above, position = waiting.pop()
        here = len(nodes)
        if above >= 0:
            following[above][position] = here
        record = game.nodes[node]
        below: list[int] = list(getattr(record, "children", ()))
        if isinstance(record, Decision):
            infoset = game.information_sets[record.infoset]
            if record.infoset not in numbers:
                numbers[record.infoset] = len(infosets)
                infosets.append(
                    infoset._replace(
                        actions=tuple(infoset.actions[at] for at in keep[record.infoset])
                    )
                )
            below = [record.children[at] for at in keep[record.infoset]]
        nodes.append(record)
        following.append([0] * len(below))
        waiting += [(child, here, at) for at, child in enumerate(below)][::-1]
    kept: list[Node] = []
    for record, children in zip(nodes, following, strict=True):
        if isinstance(record, Decision):
            kept.append(Decision(numbers[record.infoset], tuple(children)))
        elif isinstance(record, Chance):
            kept.append(record._replace(children=tuple(children)))
        else:
            kept.append(record)
    return replace(game, information_sets=tuple(infosets), nodes=tuple(kept))
