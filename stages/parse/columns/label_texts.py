"""The labels of the agent's ways as JSON lists, all at once."""

import numpy as np
from numpy.typing import NDArray

from schemas.parts.squares import STEPS
from schemas.parts.texts import Texts
from stages.parse.columns.finish import alike, measure_texts, spell

_WORDS = np.frombuffer("".join(STEPS).encode(), np.uint8)
_ENDS = np.cumsum([0, *map(len, STEPS)], dtype=np.int64)
_NONE = -1


def wordings(moves: NDArray[np.uint8], begin: NDArray[np.int64]) -> tuple[NDArray[np.int32], Texts]:
    """Return the number of each decision's text, and the distinct texts.

    `begin` is the start of each decision's moves among all moves, and last their end; the text of a
    decision without ways is an empty list.

    >>> moves = np.array([0, 3, 4, 1, 4, 0, 3, 4, 1, 4], np.uint8)
    >>> of, found = wordings(moves, np.array([0, 5, 10]))
    >>> of.tolist(), list(found)
    ([0, 0], ['["up right", "down"]'])
    """
    of = np.empty(len(begin) - 1, np.int32)
    examples = np.empty(len(begin) - 1, np.int32)
    slots = np.full(1 << max(1, (2 * len(begin)).bit_length()), _NONE, np.int32)
    many = alike(moves, begin, slots, of, examples)
    first = np.empty(many + 1, np.int64)
    size = measure_texts(moves, begin, examples[:many], _ENDS, first)
    data = np.empty(size, np.uint8)
    spell(moves, begin, examples[:many], _WORDS, _ENDS, first, data)
    return of, Texts(data, first)
