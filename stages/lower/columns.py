"""What the short names of a linear program stand for, in the words of the game."""

from schemas.columns import Column, Columns
from schemas.game import Game, infoset_text, sequence_text
from schemas.linear_program import Kind, Symbol, symbol_name
from stages.forms.program import Program
from stages.forms.sequence_form import Sequences


def columns(game: Game, program: Program, name: str) -> Columns:
    """Return the table for a program, in the order of its columns and rows."""
    return Columns(
        name,
        tuple(_column(game, program, symbol) for symbol in program.columns),
        tuple(_column(game, program, symbol) for symbol in program.rows),
    )


def _column(game: Game, program: Program, symbol: Symbol) -> Column:
    sequences = program.form.players[symbol.player - 1]
    if symbol.kind in (Kind.WEIGHT, Kind.RESPONSE):
        infoset, action, meaning = _sequence(game, sequences, symbol)
    else:
        infoset, action, meaning = _infoset(game, sequences, symbol)
    return Column(
        name=symbol_name(symbol),
        player=symbol.player,
        information_set=infoset,
        action=action,
        meaning=meaning,
    )


def _sequence(game: Game, sequences: Sequences, symbol: Symbol) -> tuple[int | None, str, str]:
    """Return information set and last action of a sequence, if it has such, and its words."""
    if symbol.number == 0:
        return None, "", "empty sequence"
    if symbol.number in sequences.parts:
        return None, "", f"sum of {_parts(sequences, symbol)}"
    move = sequences.moves[symbol.number]
    infoset, action = game.move(move)
    label = game.information_sets[infoset].actions[action]
    return infoset, label, sequence_text(game, move)


def _infoset(game: Game, sequences: Sequences, symbol: Symbol) -> tuple[int | None, str, str]:
    if symbol.number == 0:
        return None, "", "root"
    if symbol.number in sequences.joined:
        kind = Kind.WEIGHT if symbol.kind is Kind.FLOW else Kind.RESPONSE
        joined = Symbol(kind, symbol.player, sequences.joined[symbol.number])
        return None, "", f"behind the sum of {_parts(sequences, joined)}"
    infoset = sequences.infosets[symbol.number - 1]
    return infoset, "", infoset_text(game, infoset)


def _parts(sequences: Sequences, joined: Symbol) -> str:
    """Return the names of the sequences whose sum a joined one is."""
    parts = sequences.parts[joined.number]
    return ", ".join(symbol_name(joined._replace(number=part)) for part in parts)
