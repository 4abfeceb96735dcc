"""The examination of single nodes of a Gambit file, which finds the problems and their places.

`tree` has those nodes examined whose information set or outcome may be described in several ways,
or wrongly; and if a node is invalid, all of them.
"""

import re

import numpy as np
from numpy.typing import NDArray

from ....schemas.parts.problems import Code, shown
from .descriptions import InformationSets, Moves, Outcome, Outcomes
from .grammar import NEXT, NODE, Mistake, ProblemLog, explain_node, text_after
from .numbers import LIMITS, Meanings, integer
from .scan import Scan

MAX_PROBLEMS = 100  # More are of no use to a reader.


class Examination:
    """The problems of a text, and what the examined nodes mean."""

    def __init__(self, log: ProblemLog, mend: bool, meanings: Meanings, split: bool) -> None:
        self.log, self.text = log, log.text
        self.infosets = InformationSets(log, meanings, split, mend)
        self.outcomes = Outcomes(log, meanings, mend)
        self.whole = True
        """Whether no node is missing so far, so that all places in the tree are known."""
        self.known: int | None = None
        """The number of nodes before the first one whose place in the tree is unknown, or which is
        behind too many problems; None for all of them.
        """
        self.reached = 0
        """The offset of the last node that was examined."""
        self.end = len(log.text)
        """The offset from which on problems do not count."""
        self.moves: dict[int, Moves] = {}
        """The information set of each examined node, up to the first one where it is unknown."""
        self.paid: dict[int, Outcome] = {}
        """The outcome of each examined node."""

    @property
    def full(self) -> bool:
        """Whether there are so many problems that no other node is examined."""
        return len(self.log.notes) >= MAX_PROBLEMS

    def add(self, message: str, offset: int, code: Code) -> None:
        """Note a problem at an offset where the tree is known; after that, not more problems than
        there would be if it had been found in its turn.
        """
        self.log.add(message, offset, code)
        earlier = [note for note in self.log.notes if note.offset < self.reached]
        if len(earlier) >= MAX_PROBLEMS:
            self.log.notes, self.end = earlier, max(note.offset for note in earlier) + 1

    def examine(self, found: Scan, doubtful: NDArray[np.bool_]) -> None:
        """Examine the nodes with doubtful things; the last entry of `doubtful` is for no thing."""
        infosets, outcomes = doubtful[found.infoset], doubtful[found.outcome]
        for node in np.flatnonzero(outcomes | infosets).tolist():
            self.reached = int(found.offset[node])
            match = NODE.match(self.text, self.reached)
            assert match is not None
            if outcomes[node]:
                self.paid[node] = self._outcome(match)
            if infosets[node]:
                moves = self._infoset(match)
                if moves is None and self.whole:
                    self.whole, self.known = False, node  # Its number of children is unknown.
                elif moves is not None and self.whole:
                    self.moves[node] = moves
            if self.full:
                self.known = node + 1 if self.whole else self.known
                return

    def _outcome(self, match: "re.Match[str]") -> Outcome:
        return self.outcomes.at(match.start(), match[6], match[7], self.whole)

    def _infoset(self, match: "re.Match[str]") -> Moves | None:
        """Return the information set of a node that is not terminal; None if it is unknown."""
        player, named, described, chance, branches = match.groups()[:5]
        identity = integer(named or chance)
        # "01" is player 1, too.
        mover = None if player is None else integer(player)
        if identity is None:
            self.log.add(
                f"{shown(named or chance)} is not an information set number; use a whole number",
                match.start(),
            )
        if player is not None and mover not in (1, 2):
            self.log.add(f"{shown(player)} is not a player; use 1 or 2", match.start())
        elif identity is not None:
            return self.infosets.at(
                match.start(), mover, identity, described or branches, self.whole
            )
        return None

    def examine_rest(self, at: int, waiting: str) -> None:
        """Examine the text from the first invalid node on, or its end if nodes are missing there.

        `waiting` is the error for a text that ends there.
        """
        while not self.full and (self.whole or at < len(self.text)):
            if match := NODE.match(self.text, at):
                self._outcome(match)
                if match[1] or match[4]:
                    self._infoset(match)
                at = match.end()
                continue
            mistake = explain_node(self.text, at)
            if at >= len(self.text) and waiting:
                mistake = Mistake(waiting, at)
            self.log.mistake(mistake)
            self.whole = False
            following = NEXT.search(self.text, max(at, mistake.offset) + 1)
            if following is None:
                return
            at = following.end()

    def end_tree(self, at: int) -> None:
        """Note the text behind the tree, which begins at an offset, and nothing else behind it."""
        self.log.notes = [note for note in self.log.notes if note.offset < at]
        self.end = at
        if at < len(self.text):
            self.log.add(text_after(self.text, at), at, Code.BEHIND_THE_TREE)

    def check_numbers(self) -> None:
        """Note once that numbers are beyond LIMITS, at the first one."""
        least, most = LIMITS
        numbered = [
            (moves.offset, identity)
            for (_, identity), moves in self.infosets.moves.items()
            if moves is not None
        ]
        numbered += [(offset, identity) for identity, offset in self.outcomes.described.items()]
        beyond = sorted(
            (offset, identity)
            for offset, identity in numbered
            if offset < self.end and not least <= identity <= most
        )
        if beyond:
            offset, identity = beyond[0]
            others = f", and {len(beyond) - 1:,} more" if len(beyond) > 1 else ""
            self.log.add(
                f"the number {shown(str(identity))}{others}: information sets and outcomes must "
                f"be numbered from {least:,} to {most:,}, as in Gambit; 'efgc lint --fix' "
                "renumbers them",
                offset,
                Code.NUMBER_BEYOND_GAMBIT,
            )
