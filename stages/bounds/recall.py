"""A game in which states also hold the last entries of a player's memory.

A strategy that depends on situations forgets the order in which its player learned what it knows. A
walk with recall k has the same histories and the same value, but a state of it is a state of the
game together with the last k entries of the memory: own actions and texts that were seen. So
situations are finer. Large enough a k keeps everything, and situations are information sets.

Where the player never moves again its memory does not matter, and is left out.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...schemas.parts.offsets import moves_of
from ...schemas.parts.problems import OptionError, Problem, SizeError
from .knowledge import can_move
from .recall_kernel import Pairs, find_pairs
from .walks import SILENT, GameWalk, Int32s, Letters, entries_of

Ints = NDArray[np.int64]
LARGEST = 2**62
"""Above all memories as numbers."""
MOST = 50_000_000
"""The most states of a walk with recall."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Remembering:
    """A walk with the recall of one player, of n states."""

    walk: GameWalk
    origin: Int32s
    """Shape (n,): the state of the walk without recall."""
    memory: Ints
    """Shape (n,): the last entries of the memory, as a number; 0 is the empty memory."""


def with_recall(walk: GameWalk, player: int, recall: int, most: int = MOST) -> Remembering:
    """Return a walk whose states hold the last `recall` entries of a player's memory. With a recall
    of 0 it is the walk itself.

    Raises SizeError for more than `most` states, and OptionError if `recall` is too large to be
    counted in 64 bits.
    """
    if recall == 0:
        states = np.arange(len(walk), dtype=np.int32)
        return Remembering(walk=walk, origin=states, memory=np.zeros(len(walk), np.int64))
    words, entries = _entries(walk, player)
    base = len(words) + 1
    possible = max(number for number in range(63) if base**number <= LARGEST)
    if base > 1 and recall > possible:
        raise OptionError(f"--recall {recall} is too large for this game: use at most {possible}")
    keep, shift, adds = _changes(walk.letters[player - 1], entries, base, recall)
    acts = can_move(walk, player)
    pairs = find_pairs(walk.begin, walk.target, acts, keep, shift, adds, most)
    if pairs.size > most:
        raise SizeError([Problem(f"--recall {recall} leads to more than {most:,} states")])
    order, place = order_of(pairs)
    origin, memory = np.asarray(pairs.state)[order], np.asarray(pairs.memory)[order]
    begin = np.concatenate(([0], np.cumsum(np.diff(walk.begin)[origin]))).astype(np.int32)
    target = place[np.asarray(pairs.target)[: pairs.moves]]
    del pairs
    names = tuple(walk.name[state] for state in origin.tolist())
    moves = moves_of(walk.begin, origin).astype(np.int32)
    paired = walk.paired(origin, moves, begin, target)
    return Remembering(
        walk=replace(paired, name=names, last=tuple(_spelled(memory, words))),
        origin=origin,
        memory=memory,
    )


def order_of(pairs: Pairs) -> tuple[Int32s, Int32s]:
    """Return the pairs in the order of their states, as they were walked, and the place of each."""
    order = np.argsort(np.asarray(pairs.state)[: pairs.size], kind="stable").astype(np.int32)
    place = np.empty_like(order)
    place[order] = np.arange(len(order), dtype=np.int32)
    return order, place


def _entries(walk: GameWalk, player: int) -> tuple[list[str], list[list[int]]]:
    """Return the words for all entries that the memory of a player can have, and for each letter
    the numbers of its entries, from 1 on.
    """
    number: dict[str, int] = {}
    found = [
        [number.setdefault(word, len(number) + 1) for word in words]
        for words in entries_of(walk, player)
    ]
    return list(number), found


def _changes(
    letters: Letters, entries: list[list[int]], base: int, recall: int
) -> tuple[Ints, Ints, Ints]:
    """Return for each move how it changes a memory: `keep`, `shift` and `adds` of the kernel."""
    keep, shift, adds = [], [], []
    for each in (*(one[-recall:] for one in entries), []):  # The last one is for SILENT moves.
        keep.append(base ** (recall - len(each)))
        shift.append(base ** len(each))
        adds.append(sum(entry * base**at for at, entry in enumerate(reversed(each))))
    assert SILENT == -1
    first, second, third = (np.array(one, np.int64)[letters.move] for one in (keep, shift, adds))
    return first, second, third


def _spelled(memory: Ints, words: list[str]) -> list[tuple[str, ...]]:
    """Return each memory in words."""
    different, which = np.unique(memory, return_inverse=True)
    base, spelled = len(words) + 1, []
    for one in different.tolist():
        entries = []
        while one:
            one, entry = divmod(one, base)
            entries.append(words[entry - 1])
        spelled.append(tuple(reversed(entries)))
    return [spelled[at] for at in which.ravel().tolist()]


def same_states(some: Remembering, origin: Int32s, memory: Ints) -> Int32s:
    """Return for each state of another walk with the recall of the same player the state of `some`
    with the same origin and memory.
    """
    different = np.unique(some.memory)
    own, other = (
        each.astype(np.int64) * len(different) + np.searchsorted(different, memories)
        for each, memories in ((some.origin, some.memory), (origin, memory))
    )
    order = np.argsort(own)
    return order[np.searchsorted(own[order], other)].astype(np.int32)
