"""Select the histories of a game to draw, the probabilities of their moves, and the numbers of
histories folded behind them.
"""

import heapq
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, NoReturn

from ....schemas.game import Chance, Decision, Game, Node, Terminal, children, counting
from ....schemas.parts.exact import large
from ....schemas.parts.limits import LARGE
from ....schemas.parts.views import ArrayView
from ....schemas.report import Proof
from ....schemas.strategies import Behaviour, ExactBehaviour, Strategy
from ...report.measures import reaches
from ..labels import Probability, printable, short_labels
from ..size_limits import refuse
from .histories import actions, follow
from .tree import History, HistoryKind, Tree

MOST = 400
"""Greatest number of histories in one picture."""
UNLIKELY = 0.01
"""Less likely histories are folded if the whole tree is too large."""

Path = tuple[int, ...]
"""Indices of the moves among the actions of their nodes, from the first history on."""


class Plays:
    """The probabilities of moves, looked up one node at a time."""

    def __init__(
        self,
        game: Game,
        strategies: tuple[Strategy, Strategy] | None = None,
        exact: Proof | str | None = None,
        advised: bool = False,
    ) -> None:
        self.game, self.strategies, self.advised = game, strategies, advised
        # Both are equilibria, but possibly different ones: only one of them is shown.
        self.shown: Sequence[Sequence[Behaviour] | Sequence[ExactBehaviour]] | None = (
            exact.strategies if isinstance(exact, Proof) else strategies
        )

    @property
    def known(self) -> bool:
        """Whether there are strategies."""
        return self.shown is not None

    def at(self, node: Node) -> Sequence[Probability] | None:
        """Return the probabilities of the moves of a node; None if unknown."""
        if isinstance(node, Chance):
            return node.probabilities
        if not isinstance(node, Decision) or self.shown is None:
            return None
        return self.of(node.infoset).probabilities

    def of(self, infoset: int) -> Behaviour | ExactBehaviour:
        """Return the behaviour at an information set."""
        assert self.shown is not None
        player = self.game.information_sets[infoset].player
        return self.shown[player - 1][bisect_left(self._infosets[player - 1], infoset)]

    def own_reach(self, infoset: int) -> float | None:
        """Return the reach of an information set by the player's own moves, from the float
        strategies.
        """
        if self.strategies is None:
            return None
        player = self.game.information_sets[infoset].player
        at = bisect_left(self._infosets[player - 1], infoset)
        return self.strategies[player - 1][at].own_reach

    def advises(self, infoset: int) -> bool:
        """Return whether the behaviour at an information set is a recommendation rather than merely
        sufficient for the value: where play reaches it from the root, or anywhere if `advised`;
        True if the strategies are unknown.
        """
        return self.advised or self._reach is None or self._reach[infoset] > 0

    @cached_property
    def _reach(self) -> Sequence[float] | None:
        if self.shown is None:
            return None
        # Exact reaches of a large game are computed entry by entry: there the floats must suffice.
        if len(self.game.nodes) >= LARGE and self.strategies is not None:
            return reaches(self.game, self.strategies)
        first, second = (
            tuple(Behaviour(one.infoset, 0.0, tuple(map(float, one.probabilities))) for one in play)
            for play in self.shown
        )
        return reaches(self.game, (first, second))

    @cached_property
    def _infosets(self) -> tuple[list[int], list[int]]:
        return self.game.infosets(1), self.game.infosets(2)


class _Candidate(NamedTuple):
    """A history that may be drawn."""

    node: int
    above: int
    path: Path
    likely: float
    """The probability of reaching it from the first history; each move of a player without a
    strategy counts 1.
    """
    led: tuple[bool, bool] = (True, True)
    """Whether the moves of player 1, and of player 2, lead here from the first history."""


def tree_of(
    game: Game,
    strategies: tuple[Strategy, Strategy] | None = None,
    exact: Proof | str | None = None,
    *,
    start: Sequence[str] = (),
    depth: int | None = None,
    player: int = 0,
    most: int = MOST,
    likeliest: int | None = None,
    advised: bool = False,
) -> Tree:
    """Return the histories from `start` on, which is a tuple of labels: up to `depth` moves, or
    all; if these are more than `most`, without those behind unlikely ones.

    With strategies, the drawing has the probabilities of moves and marks histories that play never
    reaches; the probabilities are exact if there is a proof. `advised` strategies are meant to be
    best off the path of play, too. If `player` is 1 or 2, only that player's information sets and
    probabilities are shown. With `likeliest`, about that many of the likeliest histories are shown
    and none are refused, except behind more moves than one picture can show.

    Raise InputError if there is no such history, or if there are too many.
    """
    first, plays = follow(game, start), Plays(game, strategies, exact, advised)
    if likeliest is not None:
        opened = _likeliest(game, plays, first, depth, likeliest)
    else:
        opened = _fitting(game, plays, first, depth, most)
    nodes = _nodes(game, plays, first, opened, player)
    members = Counter(node.infoset for node in nodes)
    moved = (node for node in nodes if node.kind != HistoryKind.CHANCE)
    shown = {node.infoset for node in moved if player in (0, 1 + (node.kind == HistoryKind.SECOND))}
    return Tree(
        title=printable(game.title),
        players=(printable(game.players[0]), printable(game.players[1])),
        start=tuple(printable(label) for label in start),
        nodes=tuple(nodes),
        joined=tuple(sorted(one for one in shown if one is not None and members[one] > 1)),
        solved=plays.known,
    )


_IsOpened = Callable[[_Candidate], bool]
"""Whether the moves of a history are drawn."""


def _fitting(game: Game, plays: Plays, first: int, depth: int | None, most: int) -> _IsOpened:
    """Return a predicate that opens all histories, or all but the unlikely ones."""

    def all_of(candidate: _Candidate) -> bool:
        return depth is None or len(candidate.path) < depth

    def likely_of(candidate: _Candidate) -> bool:
        return candidate.likely >= UNLIKELY and all_of(candidate)

    counts = []
    for total in tree_sizes(game, first, depth):
        counts.append(total)
        if total > most:
            break
    else:
        return all_of
    if plays.known and _number(game, plays, first, likely_of, most) <= most:
        return likely_of
    _refuse_size(game, first, depth, most, counts)


def _number(game: Game, plays: Plays, first: int, opened: _IsOpened, most: int) -> int:
    """Return the number of histories drawn, or any number above `most`."""
    waiting, total = [_Candidate(first, -1, (), 1.0)], 1
    while waiting and total <= most:
        candidate = waiting.pop()
        if opened(candidate):
            following = _following(game, plays, candidate, 0)
            total += len(following)
            waiting += following
    return total


def _refuse_size(
    game: Game, first: int, depth: int | None, most: int, counts: Sequence[int]
) -> NoReturn:
    whole = subtree_sizes(game)[first]
    known = [whole] if depth is None else list(tree_sizes(game, first, depth))
    # In the widest trees not all depths are counted.
    more = "more than " if depth is not None and len(known) <= depth and known[-1] < whole else ""
    refuse(f"{more}{large(known[-1])}", "histories", "HISTORY", counts, most)


def _likeliest(game: Game, plays: Plays, first: int, depth: int | None, most: int) -> _IsOpened:
    """Return a predicate that opens the likeliest histories until about `most` are drawn."""
    waiting = [(-1.0, 0, 0, _Candidate(first, -1, (), 1.0))]
    opened: set[Path] = set()
    total, order = 1, 0
    while waiting:
        *_, candidate = heapq.heappop(waiting)
        following = _following(game, plays, candidate, 0)
        if not 0 < len(following) <= MOST or len(candidate.path) == depth:
            continue
        if total + len(following) > most and opened:
            break
        opened.add(candidate.path)
        total += len(following)
        for after in following:
            order += 1
            heapq.heappush(waiting, (-after.likely, len(after.path), order, after))
    return lambda candidate: candidate.path in opened


def _following(game: Game, plays: Plays, candidate: _Candidate, at: int) -> list[_Candidate]:
    record = game.nodes[candidate.node]
    if isinstance(record, Terminal):
        return []
    shares: Sequence[Probability] = plays.at(record) or [1.0] * len(record.children)
    mover = _mover(game, record)
    return [
        _Candidate(
            node=child,
            above=at,
            path=(*candidate.path, number),
            likely=candidate.likely * float(share),
            led=(
                candidate.led[0] and (mover != 1 or share > 0),
                candidate.led[1] and (mover != 2 or share > 0),
            ),
        )
        for number, (child, share) in enumerate(zip(record.children, shares, strict=True))
    ]


_Moves = tuple[Sequence[str], Sequence[str], Sequence[Probability] | None]
"""Of a history: labels, the labels as drawn, and probabilities."""


def _nodes(game: Game, plays: Plays, first: int, opened: _IsOpened, player: int) -> list[History]:
    numbers: Sequence[int] | None = None
    histories: list[History] = []
    waiting = [_Candidate(first, -1, (), 1.0)]
    moves: list[_Moves] = []
    while waiting:
        candidate = waiting.pop()
        record, place, above = game.nodes[candidate.node], len(histories), candidate.above
        following = _following(game, plays, candidate, place) if opened(candidate) else []
        folded = 0
        if not following and not isinstance(record, Terminal):
            numbers = numbers or subtree_sizes(game)
            folded = numbers[candidate.node] - 1
        mover = _mover(game, record)
        history = History(
            node=candidate.node,
            above=above,
            kind=_kind(game, record),
            reached=candidate.likely > 0,
            led=mover == 0 or candidate.led[mover - 1],
            infoset=record.infoset if isinstance(record, Decision) else None,
            payoff=record.payoff if isinstance(record, Terminal) else None,
            behind=folded,
        )
        if above >= 0:
            set_above = histories[above].infoset
            advises = set_above is None or plays.advises(set_above)
            history = _with_move(
                history, histories[above], moves[above], candidate.path[-1], advises
            )
        histories.append(history)
        shares = plays.at(record) if not player or mover in (0, player) else None
        labels = [printable(label) for label in actions(game, record)] if following else []
        moves.append((labels, short_labels(labels), shares))
        waiting += reversed(following)
    return histories


def _with_move(history: History, above: History, moves: _Moves, at: int, advises: bool) -> History:
    """Return a history with the move that led to it from `above`; `advises` says whether the move's
    probability is a recommendation.
    """
    labels, shorts, shares = moves
    # If the player's own moves never lead there, its probabilities do not matter.
    known = shares is not None and len(shares) > 1 and (above.led or advises)
    return history._replace(
        label=labels[at],
        short=shorts[at],
        probability=shares[at] if shares and known else None,
        apart=not advises,
    )


def _mover(game: Game, record: Node) -> int:
    """Return the mover; chance counts as 0."""
    return game.information_sets[record.infoset].player if isinstance(record, Decision) else 0


def _kind(game: Game, record: Node) -> HistoryKind:
    if isinstance(record, Terminal):
        return HistoryKind.END
    if isinstance(record, Chance):
        return HistoryKind.CHANCE
    return (
        HistoryKind.FIRST
        if game.information_sets[record.infoset].player == 1
        else HistoryKind.SECOND
    )


_WIDEST = 100_000  # Nodes of a depth up to which histories are counted depth by depth.


def subtree_sizes(game: Game) -> ArrayView[int]:
    """Return for each node the number of histories that begin there, itself included."""
    return ArrayView(counting.subtree_sizes(game.columns))


def tree_sizes(game: Game, node: int, depth: int | None) -> Iterator[int]:
    """Yield the number of histories from a node with 0 moves, with up to 1, ...; stop when there
    are no longer ones, or far too many.
    """
    here, total, moves = Counter([node]), 0, 0
    while here and len(here) < _WIDEST:
        total += here.total()
        yield total
        if moves == depth:
            return
        after: Counter[int] = Counter()
        for number, ways in here.items():
            for child in children(game.nodes[number]):
                after[child] += ways
        here, moves = after, moves + 1
