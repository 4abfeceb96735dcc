"""The table of columns of a linear program: the meaning of each column and row in the game.

The descriptions of all sequences and information sets that a program needs are computed together:
those of `sequence_text` and `infoset_text`, each starting with the words of its parent.
"""

import json
from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...schemas.columns import Column, Columns
from ...schemas.game.columns import GameColumns
from ...schemas.game.reaching import ReachingColumns
from ...schemas.linear_program import Symbol, SymbolKind, symbol_name
from .formulation import Formulation
from .program import Program
from .sequence_form import SequenceForm, Sequences

Numbers = NDArray[np.int64]


class Descriptions:
    """The descriptions of the information sets that remain in a form, and of the sequences that end
    in them.
    """

    def __init__(self, game: GameColumns, reached: ReachingColumns, form: SequenceForm) -> None:
        self._words, self._last, self._known = {0: ""}, {0: (-1, "")}, {0: ""}
        left = np.concatenate([_remaining_infosets(player) for player in form.players])
        texts = game.infosets.texts
        read = cache(lambda text: tuple(json.loads(texts[text])))
        # An information set comes after those that its parents end in.
        for infoset, first, parent, ways, sees, labels in _infoset_paths(game, reached, left):
            words = [self._words[parent]] if parent else []
            if sees >= 0:
                words.append(f"[{', '.join(read(sees))}]")
            if ways > 1:
                words.append(f"(one of {ways:,} ways)")
            self._known[infoset] = " ".join(word for word in words if word)
            before = " ".join([*words, ""])
            for sequence, label in enumerate(read(labels), first):
                self._words[sequence], self._last[sequence] = before + label, (infoset, label)

    def last(self, sequence: int) -> tuple[int, str]:
        """Return information set and label of a sequence's last action; it must not be empty."""
        return self._last[sequence]

    def sequence(self, sequence: int) -> str:
        """Return a sequence in words."""
        return self._words[sequence]

    def infoset(self, infoset: int) -> str:
        """Return a description of the player's knowledge at an information set."""
        return self._known[infoset]


def _remaining_infosets(player: Sequences) -> Numbers:
    numbers, infosets = (np.array(tuple(of), int) for of in (player.numbers, player.infosets))
    found: Numbers = infosets[numbers[numbers <= len(infosets)] - 1]
    return found


def _infoset_paths(
    game: GameColumns, reached: ReachingColumns, left: Numbers
) -> Iterable[list[int]]:
    """Return the information sets and those on one way to them, ascending.

    Each has the first of its sequences, the first sequence that leads to it and the number of such
    sequences, and the numbers of the texts of its observations and of its labels.
    """
    needed = np.zeros(len(game.infosets), np.bool_)
    first = game.infosets.first
    while len(left):
        needed[left] = True
        above = np.unique(reached.members[reached.begin[reached.parent[left]]])
        left = first.searchsorted(above[above > 0], "right") - 1
        left = left[~needed[left]]
    found = np.flatnonzero(needed)
    parents = reached.parent[found]
    begin, end = reached.begin[parents], reached.begin[parents + 1]
    sees, actions = game.infosets.sees[found], game.infosets.actions[found]
    columns = found, first[found], reached.members[begin], end - begin, sees, actions
    return np.stack(columns, 1).tolist()  # type: ignore[no-any-return]


def column_table(formulation: Formulation, player: int) -> Columns:
    """Return the table of a player's program, in the order of its columns and rows."""
    game, program = formulation.game, formulation.programs[player - 1]
    words = Descriptions(game.columns, game.reached, program.form)
    return Columns(
        problem=formulation.name(player),
        game=game.digest,
        player=player,
        without=formulation.without,
        columns=tuple(_column(words, program, symbol) for symbol in program.columns),
        rows=tuple(_column(words, program, symbol) for symbol in program.rows),
    )


def _column(words: Descriptions, program: Program, symbol: Symbol) -> Column:
    sequences = program.form.players[symbol.player - 1]
    if symbol.kind in (SymbolKind.WEIGHT, SymbolKind.RESPONSE):
        infoset, action, sum_of, meaning = _sequence_meaning(words, sequences, symbol)
    else:
        infoset, action, sum_of, meaning = _infoset_meaning(words, sequences, symbol)
    return Column(
        name=symbol_name(symbol),
        player=symbol.player,
        information_set=infoset,
        action=action,
        sum_of=sum_of,
        meaning=meaning,
    )


_Meaning = tuple[int | None, str, tuple[str, ...], str]
"""Information set, last action, the sequences that are summed, description in words."""


def _sequence_meaning(words: Descriptions, sequences: Sequences, symbol: Symbol) -> _Meaning:
    if symbol.number == 0:
        return None, "", (), "empty sequence"
    if symbol.number in sequences.parts:
        parts = _parts(sequences, symbol)
        return None, "", parts, f"sum of {', '.join(parts)}"
    move = sequences.moves[symbol.number]
    infoset, action = words.last(move)
    return infoset, action, (), words.sequence(move)


def _infoset_meaning(words: Descriptions, sequences: Sequences, symbol: Symbol) -> _Meaning:
    if symbol.number == 0:
        return None, "", (), "root"
    if symbol.number in sequences.joined:
        kind = SymbolKind.WEIGHT if symbol.kind is SymbolKind.FLOW else SymbolKind.RESPONSE
        joined = Symbol(kind, symbol.player, sequences.joined[symbol.number])
        parts = _parts(sequences, joined)
        return None, "", parts, f"behind the sum of {', '.join(parts)}"
    infoset = sequences.infosets[symbol.number - 1]
    return infoset, "", (), words.infoset(infoset)


def _parts(sequences: Sequences, joined: Symbol) -> tuple[str, ...]:
    """Return the names of the sequences that a joined sequence is the sum of."""
    parts = sequences.parts[joined.number]
    return tuple(symbol_name(joined._replace(number=part)) for part in parts)
