"""What the short names of a linear program stand for, in the words of the game."""

from dataclasses import dataclass
from typing import Protocol

from schemas.columns import Column, Columns
from schemas.game import Game, infoset_text, sequence_text
from schemas.linear_program import Kind, Symbol, symbol_name
from stages.forms.program import Program
from stages.forms.sequence_form import Sequences


def columns(game: Game, program: Program, name: str) -> Columns:
    """Return the table for a program, in the order of its columns and rows."""
    words = _words(game, program)
    return Columns(
        name,
        tuple(_column(words, program, symbol) for symbol in program.columns),
        tuple(_column(words, program, symbol) for symbol in program.rows),
    )


class _Words(Protocol):
    """Sequences and information sets in words, by their numbers in the game."""

    def last(self, sequence: int) -> tuple[int, str]:
        """Return information set and label of the last action. Not for the empty sequence."""

    def sequence(self, sequence: int) -> str: ...

    def infoset(self, infoset: int) -> str: ...


@dataclass(frozen=True)
class _One:
    """Each told alone."""

    game: Game

    def last(self, sequence: int) -> tuple[int, str]:
        infoset, action = self.game.move(sequence)
        return infoset, self.game.information_sets[infoset].actions[action]

    def sequence(self, sequence: int) -> str:
        return sequence_text(self.game, sequence)

    def infoset(self, infoset: int) -> str:
        return infoset_text(self.game, infoset)


def _words(game: Game, program: Program) -> _Words:
    if game.columns is None:
        return _One(game)
    # For start-up time: NumPy.
    from stages.lower.telling import Telling

    return Telling(game.columns, game.reached, program.form)


def _column(words: _Words, program: Program, symbol: Symbol) -> Column:
    sequences = program.form.players[symbol.player - 1]
    if symbol.kind in (Kind.WEIGHT, Kind.RESPONSE):
        infoset, action, meaning = _sequence(words, sequences, symbol)
    else:
        infoset, action, meaning = _infoset(words, sequences, symbol)
    return Column(
        name=symbol_name(symbol),
        player=symbol.player,
        information_set=infoset,
        action=action,
        meaning=meaning,
    )


def _sequence(words: _Words, sequences: Sequences, symbol: Symbol) -> tuple[int | None, str, str]:
    """Return information set and last action of a sequence, if it has such, and its words."""
    if symbol.number == 0:
        return None, "", "empty sequence"
    if symbol.number in sequences.parts:
        return None, "", f"sum of {_parts(sequences, symbol)}"
    move = sequences.moves[symbol.number]
    return *words.last(move), words.sequence(move)


def _infoset(words: _Words, sequences: Sequences, symbol: Symbol) -> tuple[int | None, str, str]:
    if symbol.number == 0:
        return None, "", "root"
    if symbol.number in sequences.joined:
        kind = Kind.WEIGHT if symbol.kind is Kind.FLOW else Kind.RESPONSE
        joined = Symbol(kind, symbol.player, sequences.joined[symbol.number])
        return None, "", f"behind the sum of {_parts(sequences, joined)}"
    infoset = sequences.infosets[symbol.number - 1]
    return infoset, "", words.infoset(infoset)


def _parts(sequences: Sequences, joined: Symbol) -> str:
    """Return the names of the sequences whose sum a joined one is."""
    parts = sequences.parts[joined.number]
    return ", ".join(symbol_name(joined._replace(number=part)) for part in parts)
