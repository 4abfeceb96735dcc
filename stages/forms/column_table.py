"""The table of columns of a linear program: the meaning of each column and row in the game."""

from ...schemas.columns import Column, Columns
from ...schemas.game import Game
from ...schemas.linear_program import Symbol, SymbolKind, symbol_name
from .formulation import Formulation
from .program import Program
from .sequence_form import Sequences


def column_table(formulation: Formulation, player: int) -> Columns:
    """Return the table of a player's program, in the order of its columns and rows."""
    game, program = formulation.game, formulation.programs[player - 1]
    return Columns(
        problem=formulation.name(player),
        game=game.digest,
        player=player,
        without=formulation.without,
        columns=tuple(_column(game, program, symbol) for symbol in program.columns),
        rows=tuple(_column(game, program, symbol) for symbol in program.rows),
    )


def _column(game: Game, program: Program, symbol: Symbol) -> Column:
    sequences = program.form.players[symbol.player - 1]
    if symbol.kind in (SymbolKind.WEIGHT, SymbolKind.RESPONSE):
        infoset, action, sum_of, meaning = _sequence_meaning(game, sequences, symbol)
    else:
        infoset, action, sum_of, meaning = _infoset_meaning(game, sequences, symbol)
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


def _sequence_meaning(game: Game, sequences: Sequences, symbol: Symbol) -> _Meaning:
    if symbol.number == 0:
        return None, "", (), "empty sequence"
    if symbol.number in sequences.parts:
        parts = _parts(sequences, symbol)
        return None, "", parts, f"sum of {', '.join(parts)}"
    move = sequences.moves[symbol.number]
    infoset, action = game.move(move)
    return infoset, game.words.labels(infoset)[action], (), game.words.sequence(move)


def _infoset_meaning(game: Game, sequences: Sequences, symbol: Symbol) -> _Meaning:
    if symbol.number == 0:
        return None, "", (), "root"
    if symbol.number in sequences.joined:
        kind = SymbolKind.WEIGHT if symbol.kind is SymbolKind.FLOW else SymbolKind.RESPONSE
        joined = Symbol(kind, symbol.player, sequences.joined[symbol.number])
        parts = _parts(sequences, joined)
        return None, "", parts, f"behind the sum of {', '.join(parts)}"
    infoset = sequences.infosets[symbol.number - 1]
    return infoset, "", (), game.words.infoset(infoset)


def _parts(sequences: Sequences, joined: Symbol) -> tuple[str, ...]:
    """Return the names of the sequences that a joined sequence is the sum of."""
    parts = sequences.parts[joined.number]
    return tuple(symbol_name(joined._replace(number=part)) for part in parts)
