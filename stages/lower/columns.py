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
    for number, step in enumerate(sequences.steps[1:], 1):
        infoset, action = step or (0, 0)
        label = game.information_sets[infoset].actions[action]
        found.append(Column(f"{letter}{number}", player, infoset, label, sequence_text(game, step)))
    return found


def _infosets(game: Game, letter: str, player: int, sequences: Sequences) -> list[Column]:
    return [
        Column(f"{letter}0", player, None, "", "root"),
        *(Column(f"{letter}{number}", player, infoset, "", infoset_text(game, infoset))
          for number, infoset in enumerate(sequences.infosets, 1)),
    ]
