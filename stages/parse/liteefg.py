"""LiteEFG's `.game` files as a source: from the text to the game, exactly.

One line is a node, with the name of every node on its way, or an information set. The file says
which node follows an action by that node's name, so the tree is linked after all lines are read.
LiteEFG's own files have probabilities of 8 digits, in single precision, which it divides by their
sum; `rounded` says which fractions they are here.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ...schemas.game import Game, InformationSet
from ...schemas.parts.exact import brief, read_exact
from ...schemas.parts.labels import distinct
from ...schemas.parts.limits import refuse_too_many
from ...schemas.parts.problems import Code, InputError, counted, shown
from ...schemas.parts.source import LITEEFG, Source
from .gambit.recall import recall_problems
from .rounded import Reading
from .tree_builder import TreeBuilder
from .word_lines import Word, WordFile, words_of

CHANCE, PLAYER, LEAF = "chance", "player", "leaf"

_PLAYERS = re.compile(r"#.*\b(?:num_)?players: *(\d{1,9})\b", re.ASCII)
_SAID = re.compile(r" instance\b.*|:$")


class _Node(NamedTuple):
    """A node as its line describes it."""

    name: Word
    kind: str
    player: int = 0
    actions: tuple[Word, ...] = ()
    probabilities: tuple[Fraction, ...] = ()
    payoff: Fraction = Fraction(0)


def parse_liteefg(text: str, sha256: str, file: str = "") -> Reading:
    r"""Return the game of a file. Raise InputError with line and column of every problem, including
    imperfect recall.

    >>> reading = parse_liteefg("# coin\nnode / player 1 actions l r\n"
    ...     "node /P1:l leaf payoffs 1=1 2=-1\nnode /P1:r leaf payoffs 1=0 2=0\n", "0" * 64)
    >>> reading.game.title, len(reading.game.nodes)
    ('coin', 3)
    """
    read = _File(text)
    tree, order = _tree(read)
    infosets, nodes = tree.columns()
    game = Game(
        title=read.title,
        source=Source(file=file, sha256=sha256, rules=LITEEFG, level=0),
        players=("player 1", "player 2"),
        states=0,
        information_sets=infosets,
        nodes=nodes,
        constant=read.constant[0] if read.constant else Fraction(0),
    )
    problems = recall_problems(game, lambda node: order[node].name[1:])
    if problems:
        raise InputError(problems)
    return Reading(game, tuple(read.roundings.remarks()))


class _File(WordFile):
    """The lines of a file: its nodes by name, and its information sets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title, self.by_name = "", False
        self.nodes: dict[str, _Node] = {}
        self.infosets: list[tuple[str, _Node]] = []
        """The name of each information set, with the first of its nodes."""
        self.infoset_of: dict[str, int] = {}
        self.constant: tuple[Fraction, int] | None = None
        """The sum of the payoffs, and the line of the first leaf."""
        for number, line in enumerate(text.split("\n"), 1):
            if line.startswith("#"):
                self._comment(line, number)
            elif words := words_of(line, number):
                self._line(words)
        if not self.nodes and not self.problems:
            self.add("there are no nodes", Word("", 1, 1))
        self.stop()

    def _comment(self, line: str, number: int) -> None:
        said = line.lstrip("# \t").rstrip()
        if not self.title and not self.nodes:
            self.title = " ".join(_SAID.sub("", said).split())
        if "openspiel," in line.split():
            self.by_name = True
        players = _PLAYERS.match(line)
        if players and int(players[1]) != 2:
            count = Word(players[1], number, players.start(1) + 1)
            self.add(f"{counted(int(players[1]), 'player')}; a game must have 2", count)

    def _line(self, words: list[Word]) -> None:
        kind = words[0].text
        if kind == "infoset":
            self._infoset(words)
        elif kind != "node":
            self.add(f"expected node, infoset or #; found {shown(kind)}", words[0])
        elif len(words) < 3:
            self.add(f"expected a node's name, and {CHANCE}, {PLAYER} or {LEAF}", words[-1])
        elif words[1].text in self.nodes:
            before = self.nodes[words[1].text].name.line
            self.add(f"the node {shown(words[1].text)} is already in line {before}", words[1])
        else:
            self.nodes[words[1].text] = self._node(words[1], words[2], words[3:])

    def _node(self, name: Word, kind: Word, rest: list[Word]) -> _Node:
        if kind.text == LEAF:
            if self._has(rest, "payoffs", kind):
                return _Node(name, LEAF, payoff=self._payoff(name, rest[1:]))
        elif kind.text == CHANCE:
            if self._has(rest, "actions", kind):
                return self._chance(name, rest[1:])
        elif kind.text == PLAYER:
            player = rest[0] if rest else kind
            if player.text not in ("1", "2"):
                said = shown(player.text) if rest else "the end of the line"
                self.add(f"expected 1 or 2, the number of the player; found {said}", player)
            elif self._has(rest[1:], "actions", player):
                self._refuse_repeated(rest[2:])
                return _Node(name, PLAYER, int(player.text), tuple(rest[2:]))
        else:
            said = shown(kind.text)
            self.add(f"expected {CHANCE}, {PLAYER} or {LEAF}; found {said}", kind)
        return _Node(name, LEAF)

    def _has(self, rest: list[Word], keyword: str, before: Word) -> bool:
        """Return whether a keyword with something after it follows."""
        if rest and rest[0].text == keyword and len(rest) > 1:
            return True
        at = rest[0] if rest else before
        said = shown(rest[0].text) if rest and rest[0].text != keyword else "the end of the line"
        self.add(f"expected {keyword} with a list after it; found {said}", at)
        return False

    def _refuse_repeated(self, actions: Sequence[Word]) -> None:
        known = set[str]()
        for action in actions:
            if action.text in known:
                self.add(f"duplicate action {shown(action.text)}", action)
            known.add(action.text)

    def _chance(self, name: Word, words: list[Word]) -> _Node:
        before = len(self.problems)
        pairs = [word.text.rpartition("=") for word in words]
        numbers = [
            self._exact(word, number) for word, (*_, number) in zip(words, pairs, strict=True)
        ]
        for word, number in zip(words, numbers, strict=True):
            self.refuse_negative(word, number)
        actions = [word._replace(text=pair[0]) for word, pair in zip(words, pairs, strict=True)]
        self._refuse_repeated(actions)
        if len(self.problems) > before:
            return _Node(name, LEAF)
        problem = "the probabilities sum to {}, not exactly 1; write fractions such as 1/3"
        meant = self.distribution(words[0], [pair[2] for pair in pairs], numbers, problem)
        return _Node(name, CHANCE, 0, tuple(actions), tuple(meant))

    def _exact(self, at: Word, word: str) -> Fraction:
        number = read_exact(word)
        if number is None or "=" not in at.text:
            self.add(f"{shown(at.text)} is not a name, = and a number such as 3, -0.5 or 1/3", at)
        return number or Fraction(0)

    def _payoff(self, name: Word, words: list[Word]) -> Fraction:
        before, paid = len(self.problems), dict[str, Fraction]()
        for word in words:
            player, _, number = word.text.partition("=")
            if player not in ("1", "2"):
                self.add(
                    f"{shown(word.text)} is not the payoff of player 1 or 2, such as 1=3", word
                )
            elif player in paid:
                self.add(f"a second payoff of player {player}", word)
            else:
                paid[player] = self._exact(word, number)
        if len(self.problems) == before and len(paid) < 2:
            self.add(f"{len(paid)} payoff for 2 players", words[0])
        if len(self.problems) > before:
            return Fraction(0)
        total = paid["1"] + paid["2"]
        self.constant = self.constant or (total, name.line)
        if total != self.constant[0]:
            self.add(
                f"the payoffs sum to {brief(total)} here and to {brief(self.constant[0])} in line "
                f"{self.constant[1]}; the sum must be constant",
                words[0],
                Code.NOT_CONSTANT_SUM,
            )
        return paid["1"]

    def _infoset(self, words: list[Word]) -> None:
        if len(words) < 4 or words[2].text != "nodes":
            self.add("expected infoset, a name, nodes, and the names of its nodes", words[0])
            return
        first: _Node | None = None
        for word in words[3:]:
            node = self.nodes.get(word.text)
            if node is None:
                self.add(f"no node before this line has the name {shown(word.text)}", word)
            elif node.kind != PLAYER:
                self.add(f"{shown(word.text)} is not a node of a player", word)
            elif word.text in self.infoset_of:
                self.add(f"{shown(word.text)} is already in an information set", word)
            else:
                first = first or node
                self.infoset_of[word.text] = len(self.infosets)
                self._compare(word, node, first)
        if first is not None:
            self.infosets.append((words[1].text, first))

    def _compare(self, at: Word, node: _Node, first: _Node) -> None:
        """Note a node that its player can tell apart from the first one of its set."""
        before = f"the node in line {first.name.line}"
        if node.player != first.player:
            self.add(
                f"a node of player {node.player}, but {before} is of player {first.player}", at
            )
        elif self.labels(node) != self.labels(first):
            said = ", ".join(self.labels(node)), ", ".join(self.labels(first))
            self.add(f"actions {shown(said[0])}, but {before} has {shown(said[1])}", at)

    def labels(self, node: _Node) -> tuple[str, ...]:
        """Return the labels of the actions. In files from OpenSpiel the actions are names of nodes:
        there, the part after the name of the node itself.
        """
        texts = [action.text for action in node.actions]
        if self.by_name:
            texts = [text.removeprefix(node.name.text).strip("/") for text in texts]
        return distinct(texts)

    def child(self, node: _Node, action: Word) -> str:
        """Return the name of the node after an action."""
        if self.by_name:
            return action.text
        mover = f"P{node.player}" if node.kind == PLAYER else "C"
        slash = "" if node.name.text.endswith("/") else "/"
        return f"{node.name.text}{slash}{mover}:{action.text}"


def _tree(read: _File) -> tuple[TreeBuilder, list[_Node]]:
    """Return the tree below the first node, and the nodes of the file in its order. Raise
    InputError for missing nodes, and for others that no action leads to.
    """
    refuse_too_many(len(read.nodes), "nodes")
    tree, order, infosets = TreeBuilder(), list[_Node](), dict[int | str, int]()
    root = next(iter(read.nodes))
    reached, waiting = {root}, [(root, -1, True)]
    while waiting:
        name, parent, possible = waiting.pop()
        node = read.nodes[name]
        number = -1
        if possible:
            number = _append(tree, read, node, parent, infosets)
            order.append(node)
        below = []
        for position, action in enumerate(node.actions):
            child = read.child(node, action)
            if child not in read.nodes:
                read.add(f"the node {shown(child)} after this action is missing", action)
            elif child in reached:
                read.add(f"a second action leads to the node {shown(child)}", action)
            else:
                reached.add(child)
                chance = not node.probabilities or node.probabilities[position] > 0
                below.append((child, number, possible and chance))
        waiting += reversed(below)
    for name, node in read.nodes.items():
        if name not in reached:
            read.add(f"no action leads to the node {shown(name)}", node.name)
    read.stop()
    return tree, order


def _append(
    tree: TreeBuilder, read: _File, node: _Node, parent: int, infosets: dict[int | str, int]
) -> int:
    """Append a node to the tree; an information set is numbered at its first node."""
    if node.kind == LEAF:
        return tree.end(parent, node.payoff)
    labels = read.labels(node)
    if node.kind == CHANCE:
        some = [at for at, probability in enumerate(node.probabilities) if probability]
        return tree.chance(
            parent, [labels[at] for at in some], [node.probabilities[at] for at in some]
        )
    name = node.name.text
    declared = read.infoset_of.get(name)
    key = name if declared is None else declared
    if key not in infosets:
        infosets[key] = len(infosets)
        seen = name if declared is None else read.infosets[declared][0]
        tree.information_sets.append(InformationSet(node.player, "", (seen,), labels))
    return tree.decide(parent, infosets[key])
