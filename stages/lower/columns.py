"""What the short names of a linear program stand for, in the words of the game."""

from schemas.columns import Column, Columns
from schemas.game import Game, infoset_text, sequence_text
from schemas.linear_program import LETTERS
from stages.lower.sequence_form import SequenceForm, Sequences


def columns(game: Game, form: SequenceForm, player: int, name: str) -> Columns:
    """Return the table for the program of a player, each kind of column and row by its numbers."""
    own, opponent = form.players if player == 1 else form.players[::-1]
    weight, value = LETTERS[player]
    return Columns(
        name,
        (*_sequences(game, weight, player, own), *_infosets(game, value, 3 - player, opponent)),
        (*_infosets(game, "f", player, own), *_sequences(game, "b", 3 - player, opponent)),
    )


def _sequences(game: Game, letter: str, player: int, sequences: Sequences) -> list[Column]:
    found = [Column(f"{letter}0", player, None, "", "empty sequence")]
    for number, move in enumerate(sequences.moves[1:], 1):
        infoset, action = game.move(move)
        label = game.information_sets[infoset].actions[action]
        found.append(Column(f"{letter}{number}", player, infoset, label, sequence_text(game, move)))
    return found + [Column(f"{letter}{number}", player, None, "", f"sum of {words}")
                    for (number,), words in _joined(sequences, letter, len(sequences.infosets))]


def _infosets(game: Game, letter: str, player: int, sequences: Sequences) -> list[Column]:
    known = len(sequences.infosets)
    return [
        Column(f"{letter}0", player, None, "", "root"),
        *(Column(f"{letter}{number}", player, infoset, "", infoset_text(game, infoset))
          for number, infoset in enumerate(sequences.infosets, 1)),
        *(Column(f"{letter}{number}", player, None, "", f"behind the sum of {words}")
          for number, (_, words) in enumerate(_joined(sequences, LETTERS[player][0], known), known + 1)),
    ]


def _joined(sequences: Sequences, letter: str, known: int) -> list[tuple[tuple[int, ...], str]]:
    """Return the joined sequences, each with its parts in words."""
    return [(actions, ", ".join(f"{letter}{part}" for part in parts))
            for parts, actions in zip(sequences.parents[known:], sequences.actions[known:])]
