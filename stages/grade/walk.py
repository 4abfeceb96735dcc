"""Lay a hand-in over the reference, history by history, as far as they agree.

Both trees are walked from the root. One-action nodes are passed over; what player 2 may
decide late, such as where to hide, is held open: then one node of the hand-in stands
for several of the reference, one for each way in which player 2 may have
decided. Actions are paired by what their labels mean on the map, by what can
follow, or by their order. Where the walk cannot go on, there is the
first difference; where it can to the end, it is where the information sets first differ.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, Node, Terminal, children
from schemas.parts.exact import brief
from schemas.parts.squares import Square
from stages.grade.labels import direction, places, plain

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
TERMINAL, CHANCE = 0, 3  # Beside the players 1 and 2: whose turn it is at a node.


class Difference(NamedTuple):
    """Where a hand-in first differs from the reference."""

    kind: str
    """A key of KINDS."""
    reference: int
    """The node of the reference that the hand-in should have."""
    before: int
    """The node of the reference that tells what happened before; mostly the same."""
    open: tuple[int, ...]
    """Nodes of the reference above that one at which the hand-in has not decided yet."""
    node: int
    """The node of the hand-in."""
    other: int | None
    """A node of the hand-in that it is compared with; None for most kinds."""
    expected: str
    found: str


KINDS = {
    "payoff": "the end of play pays something else",
    "probability": "chance has other probabilities",
    "moves": "the agent has other moves",
    "choices": "player 2 has other choices",
    "turn": "it is somebody else's turn, or the end",
    "knows too much": "a player can tell apart what it cannot by the rules",
    "knows too little": "a player cannot tell apart what it can by the rules",
}


class Member(NamedTuple):
    """A node of the reference that a node of the hand-in may stand for."""

    node: int
    open: tuple[tuple[int, int], ...] = ()
    """Nodes of player 2 above it that the hand-in has not come to yet, each with the action taken
    there.
    """


class Pair(NamedTuple):
    """Two decision nodes that are the same."""

    reference: Member
    infoset: int
    """Of the reference."""
    node: int
    """Of the hand-in."""
    actions: tuple[tuple[int, int], ...]
    """Which action of the reference is which of the hand-in; several of the hand-in can be one of
    the reference.
    """


@dataclass
class Walk:
    """What was found."""

    pairs: list[Pair] = field(default_factory=list)
    difference: Difference | None = None
    straight: bool = True
    """Whether every decision of the hand-in was laid over one of the reference, action by action.
    """


def walk(reference: Game, handin: Game) -> Walk:
    """Return how far a hand-in agrees with the reference, a tree of level 0."""
    return _Walker(reference, handin).walk()


class _Walker:
    def __init__(self, reference: Game, handin: Game) -> None:
        self.reference, self.handin = reference, handin
        self.names = dict(reference.places)
        known: dict[object, int] = {}
        self.worth = (_worth(reference, known), _worth(handin, known))
        self.found = Walk()

    def walk(self) -> Walk:
        waiting: list[tuple[list[Member], int]] = [([Member(0)], 0)]
        while waiting and self.found.difference is None:
            waiting += self._step(*self._settled(*waiting.pop()))[::-1]
        if self.found.difference is None:
            self.found.difference = self._information()
        return self.found

    # -- what is passed over

    def _settled(self, members: list[Member], node: int) -> tuple[list[Member], int]:
        """Return members and node behind what need not be compared."""
        while True:
            after = self._passed(members, node)
            if after is None:
                return members, node
            members, node = after

    def _passed(self, members: list[Member], node: int) -> tuple[list[Member], int] | None:
        turn, record = _turn(self.handin, node), self.handin.nodes[node]
        turns = {_turn(self.reference, member.node) for member in members}
        if _forced(record) and (
            turn == CHANCE or turn == 2 and not self._only_choice(members, node)
        ):
            return members, children(record)[0]
        for at, member in enumerate(members):
            there = self.reference.nodes[member.node]
            if _turn(self.reference, member.node) == 2 and (
                turn != 2 or _forced(there) and not _forced(record)
            ):
                return [*members[:at], *self._opened(member), *members[at + 1 :]], node
        forced = all(_forced(self.reference.nodes[member.node]) for member in members)
        if turns == {1}:
            if turn == 1 and _forced(record) and forced:
                return self._onward(members), children(record)[0]
            if turn == 1 and _forced(record) and self._superfluous(members, node):
                return members, children(record)[0]
            if forced and (turn != 1 or not _forced(record) and self._left_out(members, node)):
                return self._onward(members), node
        elif turn == 1 and _forced(record):
            return members, children(record)[0]
        elif turn == 1 or 1 in turns and turn not in (1, 2):
            # Some members come to the same only behind forced moves.
            ahead = [
                at
                for at, member in enumerate(members)
                if _turn(self.reference, member.node) == 1
                and _forced(self.reference.nodes[member.node])
                and turn != 1
            ]
            if ahead:
                return [
                    self._next(member) if at in ahead else member
                    for at, member in enumerate(members)
                ], node
        return None

    def _only_choice(self, members: list[Member], node: int) -> bool:
        """Return whether player 2 has one choice at a node where it has several by the
        reference.
        """
        if (
            len(members) != 1
            or _turn(self.reference, members[0].node) != 2
            or self._same(members[0].node, node)
        ):
            return False
        there, behind = members[0].node, _behind(self.handin, node)
        if _forced(self.reference.nodes[there]) or _turn(self.handin, behind) == 2:
            return False
        return plain(labels(self.handin, node)[0]) in map(plain, labels(self.reference, there))

    def _opened(self, member: Member) -> list[Member]:
        record = self.reference.nodes[member.node]
        if _forced(record):
            return [self._next(member)]
        return [
            Member(child, (*member.open, (member.node, at)))
            for at, child in enumerate(children(record))
        ]

    def _next(self, member: Member) -> Member:
        return member._replace(node=children(self.reference.nodes[member.node])[0])

    def _onward(self, members: list[Member]) -> list[Member]:
        return [self._next(member) for member in members]

    def _superfluous(self, members: list[Member], node: int) -> bool:
        """Return whether a forced move of the hand-in stands before the agent's decision of the
        reference.
        """
        there, behind = members[0].node, _behind(self.handin, node)
        if len(members) == 1 and self._same(there, node):
            return True
        if self._alike(there, behind):
            return True
        if direction(labels(self.handin, node)[0]) in labels(self.reference, there):
            return False
        return _turn(self.handin, behind) == 1 and _width(self.handin, behind) == _width(
            self.reference, there
        )

    def _left_out(self, members: list[Member], node: int) -> bool:
        """Return whether a forced move of the reference is left out before the agent's decision of
        the hand-in.
        """
        there, behind = members[0].node, _ahead(self.reference, members[0].node)
        if len(members) == 1 and self._same(there, node):
            return True
        if self._alike(behind, node):
            return True
        if labels(self.reference, there)[0] in map(direction, labels(self.handin, node)):
            return False
        return _turn(self.reference, behind) == 1 and _width(self.reference, behind) == _width(
            self.handin, node
        )

    def _alike(self, reference: int, node: int) -> bool:
        """Return whether the agent has the same moves at a node of the reference and of the
        hand-in.
        """
        if _turn(self.reference, reference) != 1 or _turn(self.handin, node) != 1:
            return False
        return sorted(labels(self.reference, reference)) == sorted(
            map(direction, labels(self.handin, node))
        )

    def _same(self, reference: int, node: int) -> bool:
        return self.worth[0][reference] == self.worth[1][node]

    # -- what is compared

    def _step(self, members: list[Member], node: int) -> list[tuple[list[Member], int]]:
        turn = _turn(self.handin, node)
        if turn == 2 and any(member.open for member in members):
            return self._decided_late(members, node)
        strange = [member for member in members if _turn(self.reference, member.node) != turn]
        if strange and len(strange) < len(members) and strange[0].open:
            return self._differ(
                "choices",
                strange[0]._replace(open=strange[0].open[:-1]),
                node,
                above=strange[0].open[-1][0],
            )
        if strange:
            return self._differ("turn", strange[0], node)
        match self.handin.nodes[node]:
            case Terminal(payoff):
                wrong = next(
                    (
                        member
                        for member in members
                        if self.reference.nodes[member.node] != Terminal(payoff)
                    ),
                    None,
                )
                return self._differ("payoff", wrong, node) if wrong else []
            case Chance():
                return self._chance(members, node)
            case _:
                return self._moves(members, node) if turn == 1 else self._choices(members, node)

    def _chance(self, members: list[Member], node: int) -> list[tuple[list[Member], int]]:
        expected = [_drawn(self.reference, member.node) for member in members]
        # Moves of chance in a row are taken as one only where the first of them is not what is
        # expected.
        for found in (_drawn(self.handin, node), _outcomes(self.handin, node)):
            pairs = [self._paired_outcomes(outcomes, found) for outcomes in expected]
            if all(
                _even(outcomes, found, paired)
                for outcomes, paired in zip(expected, pairs, strict=True)
            ):
                return self._drawn_on(members, expected, found, pairs)
        return self._differ("probability", members[0], node)

    def _drawn_on(
        self,
        members: list[Member],
        expected: "list[list[_Outcome]]",
        found: "list[_Outcome]",
        pairs: list[list[tuple[int, int]]],
    ) -> list[tuple[list[Member], int]]:
        onward: list[list[Member]] = [[] for _ in found]
        for member, outcomes, paired in zip(members, expected, pairs, strict=True):
            for one, other in paired:
                if other not in [at for way, at in paired if way < one]:
                    onward[other].append(member._replace(node=outcomes[one].node))
        return [(group, outcome.node) for group, outcome in zip(onward, found, strict=True)]

    def _paired_outcomes(
        self, expected: "list[_Outcome]", found: "list[_Outcome]"
    ) -> list[tuple[int, int]]:
        """Pair the outcomes of chance: by what can follow, by what they are called, or by whose
        turn it is then.
        """

        def same(one: "_Outcome", other: "_Outcome") -> bool:
            return self._same(one.node, other.node)

        def chance(one: "_Outcome", other: "_Outcome") -> bool:
            return one.probability == other.probability

        def word(one: "_Outcome", other: "_Outcome") -> bool:
            return plain(one.label) == plain(other.label)

        def turn(one: "_Outcome", other: "_Outcome") -> bool:
            return _turn(self.reference, one.node) == _turn(self.handin, other.node)

        def both(*keys: Callable[..., bool]) -> Callable[..., bool]:
            return lambda one, other: all(key(one, other) for key in keys)

        if len(found) != len(expected):
            more = _assigned(
                found,
                expected,
                (
                    lambda one, other: (
                        plain(other.label) in plain(one.label) and bool(plain(other.label))
                    ),
                    lambda one, other: same(other, one),
                    lambda one, other: turn(other, one),
                ),
            )
            if len(found) > len(expected):
                return sorted((other, one) for one, other in more)
            return _assigned(expected, found, (same, word, turn))
        called = sorted(plain(outcome.label) for outcome in expected) == sorted(
            plain(outcome.label) for outcome in found
        )
        if called:
            return _paired(
                expected, found, (both(chance, same, word), both(chance, same), word, chance)
            )
        return _paired(
            expected,
            found,
            (
                both(chance, same),
                both(chance, turn),
                both(same, turn),
                turn,
                same,
                chance,
                lambda one, other: True,
            ),
        )

    def _moves(self, members: list[Member], node: int) -> list[tuple[list[Member], int]]:
        expected, found = labels(self.reference, members[0].node), labels(self.handin, node)
        apart = next(
            (member for member in members if labels(self.reference, member.node) != expected), None
        )
        if apart is not None:
            return self._differ("knows too little", apart, node)
        if len(expected) != len(found):
            return self._differ("moves", members[0], node)
        pairs = self._paired_moves(members, node)
        following = children(self.handin.nodes[node])
        for member in members:
            self._note(member, node, pairs)
        return [
            (
                [
                    member._replace(node=children(self.reference.nodes[member.node])[one])
                    for member in members
                ],
                following[other],
            )
            for one, other in pairs
        ]

    def _paired_moves(self, members: list[Member], node: int) -> list[tuple[int, int]]:
        """Pair the agent's moves: by direction, unless what can follow says otherwise."""
        expected, found = labels(self.reference, members[0].node), labels(self.handin, node)
        following = children(self.handin.nodes[node])
        mine, yours = list(enumerate(expected)), list(enumerate(map(direction, found)))

        def worth(one: tuple[int, str], other: tuple[int, str]) -> bool:
            return all(
                self._same(children(self.reference.nodes[member.node])[one[0]], following[other[0]])
                for member in members
            )

        def word(one: tuple[int, str], other: tuple[int, str]) -> bool:
            return one[1] == other[1]

        return _best_paired(mine, yours, word, worth)

    def _choices(self, members: list[Member], node: int) -> list[tuple[list[Member], int]]:
        """Compare a decision of player 2 that stands at the same place in both trees."""
        [member, *_] = members
        record = self.reference.nodes[member.node]
        options = [
            (label, [member._replace(node=child)])
            for label, child in zip(
                labels(self.reference, member.node), children(record), strict=True
            )
        ]
        return self._options(member, options, node)

    def _decided_late(self, members: list[Member], node: int) -> list[tuple[list[Member], int]]:
        """Let player 2 decide in the hand-in what it decided earlier in the reference."""
        where = members[0].open[0][0]
        by_action: dict[int, list[Member]] = {}
        for member in members:
            at = dict(member.open).get(where)
            if at is None:
                return self._differ("turn", member, node)
            left = tuple(held for held in member.open if held[0] != where)
            by_action.setdefault(at, []).append(member._replace(open=left))
        moves = labels(self.reference, where)
        options = [(moves[at], by_action[at]) for at in sorted(by_action)]
        return self._options(Member(where), options, node, tuple(sorted(by_action)))

    def _options(
        self,
        member: Member,
        options: list[tuple[str, list[Member]]],
        node: int,
        actions: tuple[int, ...] = (),
    ) -> list[tuple[list[Member], int]]:
        """Pair what player 2 can choose in both trees and return what follows."""
        direct = [
            _Outcome(label, Fraction(1), child)
            for label, child in zip(
                labels(self.handin, node), children(self.handin.nodes[node]), strict=True
            )
        ]
        found = direct if len(direct) == len(options) else _leaves(self.handin, node)

        def worth(one: tuple[str, list[Member]], other: "_Outcome") -> bool:
            return len(one[1]) == 1 and self._same(one[1][0].node, other.node)

        def word(one: tuple[str, list[Member]], other: "_Outcome") -> bool:
            named = places(one[0], self.names)
            return (
                plain(one[0]) == plain(other.label)
                or bool(named)
                and named == places(other.label, self.names)
            )

        if (
            len(found) < len(options)
            or len(found) > len(options)
            and not all(any(worth(one, other) for one in options) for other in found)
        ):
            return self._differ(
                "choices",
                options[0][1][0] if actions else member,
                node,
                above=member.node if actions else None,
            )
        pairs = _best_paired(options, found, word, worth)
        extra = [at for at in range(len(found)) if at not in {other for _, other in pairs}]
        pairs += [
            (next(one for one, option in enumerate(options) if worth(option, found[at])), at)
            for at in extra
        ]
        if found is direct:
            self._note(
                member, node, [(actions[one] if actions else one, other) for one, other in pairs]
            )
        else:
            self.found.straight = False
        return [(options[one][1], found[other].node) for one, other in sorted(pairs)]

    def _note(self, member: Member, node: int, pairs: Iterable[tuple[int, int]]) -> None:
        record = self.reference.nodes[member.node]
        assert isinstance(record, Decision)
        self.found.pairs.append(Pair(member, record.infoset, node, tuple(pairs)))

    def _differ(
        self, kind: str, member: Member, node: int, above: int | None = None
    ) -> list[tuple[list[Member], int]]:
        """Note the first difference; `above` is a node of player 2 that the hand-in should have
        come to by now.
        """
        held = tuple(at for at, _ in member.open) + (() if above is None else (above,))
        reference = member.node if above is None else above
        self.found.difference = Difference(
            kind,
            reference,
            member.node,
            held,
            node,
            None,
            described(self.reference, reference),
            described(self.handin, node),
        )
        return []

    def _information(self) -> Difference | None:
        """Return where the information sets of the pairs first do not fit each other."""
        there: dict[int, Pair] = {}
        here: dict[int, Pair] = {}
        for pair in self.found.pairs:
            record = self.handin.nodes[pair.node]
            assert isinstance(record, Decision)
            before = there.setdefault(pair.infoset, pair)
            name = self.reference.players[self.reference.information_sets[pair.infoset].player - 1]
            if self.handin.nodes[before.node].infoset != record.infoset:  # type: ignore[union-attr]
                return self._told(
                    "knows too much",
                    pair,
                    before,
                    name,
                    f"{name} cannot tell the two nodes apart: one information set",
                    "two information sets",
                )
            before = here.setdefault(record.infoset, pair)
            if before.infoset != pair.infoset:
                return self._told(
                    "knows too little",
                    pair,
                    before,
                    name,
                    f"{name} can tell the two nodes apart: two information sets",
                    "one information set",
                )
        return None

    def _told(
        self, kind: str, pair: Pair, before: Pair, name: str, expected: str, found: str
    ) -> Difference:
        held = tuple(at for at, _ in pair.reference.open)
        return Difference(
            kind,
            pair.reference.node,
            pair.reference.node,
            held,
            pair.node,
            before.node,
            expected,
            found,
        )


class _Outcome(NamedTuple):
    label: str
    probability: Fraction
    node: int


def described(game: Game, node: int) -> str:
    """Return in words what stands at a node."""
    match game.nodes[node]:
        case Terminal(payoff):
            return f"the end of play, which pays {brief(payoff)}"
        case Chance():
            outcomes = ", ".join(
                f"{outcome.label} {brief(outcome.probability)}"
                for outcome in _drawn(game, node)[:8]
            )
            return f"chance: {outcomes}"
        case _:
            moves = labels(game, node)
            said = ", ".join(moves[:8]) + (", ..." if len(moves) > 8 else "")
            return f"{game.players[_turn(game, node) - 1]} to choose among {len(moves)}: {said}"


def _paired(
    mine: Sequence[object], yours: Sequence[object], keys: Sequence[Callable[..., bool]]
) -> list[tuple[int, int]]:
    """Pair the entries of two lists, each once, by the first key that holds; those of the earlier
    keys first.
    """
    pairs: list[tuple[int, int]] = []
    left, right = list(range(len(mine))), list(range(len(yours)))
    for key in keys:
        for one in list(left):
            other = next((at for at in right if key(mine[one], yours[at])), None)
            if other is not None:
                pairs.append((one, other))
                left.remove(one)
                right.remove(other)
    return sorted(pairs)


def _assigned(
    mine: Sequence[object], yours: Sequence[object], keys: Sequence[Callable[..., bool]]
) -> list[tuple[int, int]]:
    """Give each entry of the first list one of the second, which may have several, by the first key
    that holds for just one.
    """
    found = []
    for at, one in enumerate(mine):
        fits = [[number for number, other in enumerate(yours) if key(one, other)] for key in keys]
        clear = next((fit for fit in fits if len(fit) == 1), None) or next(
            (fit for fit in fits if fit), [0]
        )
        found.append((at, clear[0]))
    return found


def _even(
    expected: Sequence["_Outcome"], found: Sequence["_Outcome"], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Return whether pairs of outcomes cover both lists, with the same probabilities in sum."""
    if {one for one, _ in pairs} != set(range(len(expected))) or {
        other for _, other in pairs
    } != set(range(len(found))):
        return False
    if len(expected) >= len(found):
        return all(
            sum(expected[one].probability for one, other in pairs if other == at)
            == found[at].probability
            for at in range(len(found))
        )
    return all(
        sum(found[other].probability for one, other in pairs if one == at)
        == expected[at].probability
        for at in range(len(expected))
    )


def _best_paired(
    mine: Sequence[object],
    yours: Sequence[object],
    word: Callable[..., bool],
    worth: Callable[..., bool],
) -> list[tuple[int, int]]:
    """Pair two lists of actions by what they are called, unless what can follow fits throughout in
    another way.
    """
    by_word = _paired(mine, yours, (word,))
    by_worth = _paired(
        mine, yours, (lambda one, other: word(one, other) and worth(one, other), worth)
    )
    if len(by_word) == len(mine) and len(by_worth) < len(mine):
        return by_word
    return _paired(
        mine,
        yours,
        (
            lambda one, other: word(one, other) and worth(one, other),
            worth,
            word,
            lambda one, other: True,
        ),
    )


def _turn(game: Game, node: int) -> int:
    match game.nodes[node]:
        case Terminal():
            return TERMINAL
        case Chance():
            return CHANCE
        case Decision(infoset):
            return game.information_sets[infoset].player


def _forced(record: Node) -> bool:
    return len(children(record)) == 1


def _behind(game: Game, node: int) -> int:
    while _forced(game.nodes[node]):
        node = children(game.nodes[node])[0]
    return node


def _ahead(game: Game, node: int) -> int:
    """Return what comes behind forced moves and what player 2 does in between, the first of its
    choices taken.
    """
    while _forced(game.nodes[node]) or _turn(game, node) == 2:
        node = children(game.nodes[node])[0]
    return node


def _width(game: Game, node: int) -> int:
    return len(children(game.nodes[node]))


def labels(game: Game, node: int) -> tuple[str, ...]:
    match game.nodes[node]:
        case Decision(infoset):
            return game.information_sets[infoset].actions
        case Chance(actions):
            return actions
        case _:
            return ()


def _drawn(game: Game, node: int) -> list[_Outcome]:
    record = game.nodes[node]
    assert isinstance(record, Chance)
    return [
        _Outcome(label, probability, child)
        for label, probability, child in zip(
            record.actions, record.probabilities, record.children, strict=True
        )
    ]


def _outcomes(game: Game, node: int) -> list[_Outcome]:
    """Return what chance can come to at a node, its moves in a row taken as one."""
    found: list[_Outcome] = []
    waiting = [_Outcome("", Fraction(1), node)]
    while waiting:
        label, weight, at = waiting.pop()
        record = game.nodes[at]
        if isinstance(record, Chance):
            waiting += [
                _Outcome(" ".join(filter(None, (label, name))), weight * probability, child)
                for name, probability, child in zip(
                    record.actions, record.probabilities, record.children, strict=True
                )
            ][::-1]
        else:
            found.append(_Outcome(label, weight, at))
    return found


def _leaves(game: Game, node: int) -> list[_Outcome]:
    """Return what player 2 can come to at a node, its decisions in a row taken as one."""
    found: list[_Outcome] = []
    waiting = [_Outcome("", Fraction(1), node)]
    while waiting:
        label, _, at = waiting.pop()
        if _turn(game, at) == 2:
            waiting += [
                _Outcome(" ".join(filter(None, (label, name))), Fraction(1), child)
                for name, child in zip(labels(game, at), children(game.nodes[at]), strict=True)
            ][::-1]
        else:
            found.append(_Outcome(label, Fraction(1), at))
    return found


def _worth(game: Game, known: dict[object, int]) -> list[int]:
    """Return per node a number for what can follow, without labels, order, information sets and
    forced moves.
    """
    found = [0] * len(game.nodes)
    for node in reversed(range(len(found))):
        record = game.nodes[node]
        key: object
        if _forced(record):
            found[node] = found[children(record)[0]]
            continue
        match record:
            case Terminal(payoff):
                key = payoff
            case Chance():
                shares: dict[int, Fraction] = {}
                for outcome in _outcomes(game, node):
                    shares[found[outcome.node]] = (
                        shares.get(found[outcome.node], Fraction(0)) + outcome.probability
                    )
                if len(shares) == 1:  # Whatever chance does, the same follows.
                    found[node] = found[record.children[0]]
                    continue
                key = (CHANCE, *sorted(shares.items()))
            case Decision(infoset, following):
                key = (
                    game.information_sets[infoset].player,
                    *sorted(found[child] for child in following),
                )
        found[node] = known.setdefault(key, len(known))
    return found


def square_after(square: Square, move: str) -> Square:
    """Return the square that a move leads to."""
    down, right = MOVES[move]
    return square[0] + down, square[1] + right
