"""The content of a drawing of a game tree, its words, and the drawing as indented lines of text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ....schemas.parts.exact import large
from ....schemas.parts.labels import cut
from ..labels import (
    ASCII,
    UNICODE,
    Branches,
    Probability,
    in_ascii,
    payoff_text,
    share_text,
)
from .histories import write_history


class HistoryKind(StrEnum):
    """The mover at a history, which determines shape and colour."""

    FIRST = "first"
    SECOND = "second"
    CHANCE = "chance"
    END = "end"


class Reach(StrEnum):
    """Whether play reaches a history, shown by line styles as well as by colours."""

    PLAY = "play"
    """Reached under both players' strategies."""
    OTHER = "other"
    """Reached only against other play: the player who moves there can reach it by its own moves."""
    NEVER = "never"
    """Excluded by own moves of the player who moves there: its actions there do not matter."""


class History(NamedTuple):
    """One history."""

    node: int
    """Its number in the game; histories with a shared node have the same one."""
    above: int
    """The index of its parent history in the drawing; -1 for the first."""
    kind: HistoryKind
    label: str = ""
    """The label of the last move, printable; empty for the first."""
    short: str = ""
    """The label as it is drawn."""
    probability: Probability | None = None
    """The probability of that move; None if it is not shown or is the only move."""
    apart: bool = False
    """Whether play never reaches the information set of that move: its probability is not a
    recommendation.
    """
    reached: bool = True
    """Whether play reaches it; True if no strategies are known."""
    led: bool = True
    """Whether the own moves of its player lead here; True if no player moves here."""
    infoset: int | None = None
    payoff: Fraction | None = None
    """To player 1, at a terminal node."""
    behind: int = 0
    """The number of histories folded behind this one; 0 if none."""

    @property
    def reach(self) -> "Reach":
        """Whether and how play reaches it."""
        if self.reached:
            return Reach.PLAY
        return Reach.OTHER if self.led else Reach.NEVER


@dataclass(frozen=True, kw_only=True)
class Tree:
    """Histories of a game, each after its parent, in the order of the game."""

    title: str
    players: tuple[str, str]
    start: tuple[str, ...] = ()
    """The moves before the first history, printable."""
    nodes: tuple[History, ...]
    joined: tuple[int, ...] = ()
    """Information sets, ascending, that contain several histories of the drawing."""
    solved: bool = False
    """Whether the probabilities of players' moves are shown."""

    @cached_property
    def below(self) -> Sequence[Sequence[int]]:
        """For each history, the indices of its successors."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for at, node in enumerate(self.nodes):
            if node.above >= 0:
                found[node.above].append(at)
        return found

    @cached_property
    def depths(self) -> Sequence[int]:
        """For each history, its number of moves from the first."""
        found: list[int] = []
        for node in self.nodes:
            found.append(found[node.above] + 1 if node.above >= 0 else 0)
        return found

    @property
    def folded(self) -> int:
        """The number of histories that are not shown."""
        return sum(node.behind for node in self.nodes)


REACH_WORDS = {
    Reach.OTHER: "off the equilibrium path",
    Reach.NEVER: "unreachable under the player's own strategy",
}
_LONGEST_LINE = 70


def caption(node: History) -> str:
    """Return the text beside the shape of a history: a payoff, or the number of folded
    histories.
    """
    if node.payoff is not None:
        return payoff_text(node.payoff)
    return f"+{large(node.behind)}" if node.behind else ""


def branch_texts(node: History) -> tuple[str, str]:
    """Return the two lines of a branch; a probability that is not a recommendation is in
    brackets.
    """
    share = share_text(node.probability)
    return node.short, f"({share})" if share and node.apart else share


def infoset_text(node: History) -> str:
    """Return the text in the shape of a history: the number of its information set."""
    return "" if node.infoset is None else str(node.infoset)


def sample(kind: str) -> History:
    """Return a sample history for a line of the legend, given its kind."""
    if kind in (*HistoryKind,):
        return History(node=0, above=-1, kind=HistoryKind(kind))
    return History(node=0, above=-1, kind=HistoryKind.FIRST, reached=False, led=kind == Reach.OTHER)


def legend(tree: Tree) -> Iterator[tuple[str, str]]:
    """Yield the legend of a drawing: each kind of history with its mover, the reasons why play does
    not reach some, and other facts without a kind.
    """
    kinds = {node.kind for node in tree.nodes}
    names = {"first": tree.players[0], "second": tree.players[1], "chance": "chance"}
    for kind, name in names.items():
        if kind in kinds:
            yield kind, name
    yield "end", f"payoff to {tree.players[0]}"
    found = {node.reach for node in tree.nodes if node.infoset is not None}
    for reach, words in REACH_WORDS.items():
        if reach in found:
            yield reach.value, words
    if tree.folded:
        yield "", "+n: n more histories behind"
    if tree.start:
        yield "", cut(f"after {write_history(tree.start)}", _LONGEST_LINE)


class _Signs(NamedTuple):
    """The characters of lines."""

    branches: Branches
    kinds: dict[HistoryKind, str]


_KINDS = {  # In Unicode, and in ASCII.
    HistoryKind.FIRST: ("●", "(1)"),
    HistoryKind.SECOND: ("■", "[2]"),
    HistoryKind.CHANCE: ("◆", "<?>"),
    HistoryKind.END: ("=", "="),
}


def write_text(tree: Tree, ascii: bool = False) -> Iterator[str]:
    """Yield a line per history, behind a legend."""
    kinds = {kind: signs[ascii] for kind, signs in _KINDS.items()}
    signs = _Signs(ASCII if ascii else UNICODE, kinds)
    for line in _text_lines(tree, signs):
        yield in_ascii(line) if ascii else line


def _text_lines(tree: Tree, signs: _Signs) -> Iterator[str]:
    yield f"{tree.title}\n"
    if tree.start:
        yield f"after {', '.join(tree.start)}\n"
    first, second = tree.players
    key = [
        f"{signs.kinds[HistoryKind.FIRST]} {first}",
        f"{signs.kinds[HistoryKind.SECOND]} {second}",
        f"{signs.kinds[HistoryKind.CHANCE]} chance",
        f"= payoff to {first}",
    ]
    yield f"{'   '.join(key)}\n"
    if any(node.infoset is not None for node in tree.nodes):
        yield "#n: information set n\n"
    if tree.folded:
        yield "+n: n more histories behind\n"
    if any(node.apart and node.probability is not None for node in tree.nodes):
        yield "[p]: not a recommendation: off the equilibrium path\n"
    yield "\n"
    before = [""] * len(tree.nodes)  # The prefix of the branches from each history.
    for number, node in enumerate(tree.nodes):
        if node.above < 0:
            yield f"{_history_text(node, signs)}\n"
            continue
        last = tree.below[node.above][-1] == number
        lead = before[node.above]
        before[number] = lead + ("   " if last else signs.branches.down)
        branch = signs.branches.last if last else signs.branches.between
        yield f"{lead}{branch}{_move_text(node)} {_history_text(node, signs)}\n"


def _move_text(node: History) -> str:
    share = share_text(node.probability)
    if not share:
        return node.label
    return f"{node.label} [{share}]" if node.apart else f"{node.label} ({share})"


def _history_text(node: History, signs: _Signs) -> str:
    # A history without a mover is either reached or not.
    words = (
        REACH_WORDS.get(node.reach, "")
        if node.infoset is not None
        else "never" * (not node.reached)
    )
    never = f"  {words}" if words else ""
    if node.payoff is not None:
        return f"= {payoff_text(node.payoff)}{never}"
    number = f" #{node.infoset}" if node.infoset is not None else ""
    folded = f"  {caption(node)}" if node.behind else ""
    return f"{signs.kinds[node.kind]}{number}{folded}{never}"
