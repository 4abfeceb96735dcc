"""What the short names of a linear program stand for, in the words of the game."""

from schemas.columns import Column, Columns
from schemas.game import Game, infoset_text, sequence_text
from schemas.linear_program import LETTERS
from stages.forms.sequence_form import SequenceForm, Sequences


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
    for number in sequences.present[1:]:
        if number < len(sequences.moves):
            infoset, action = game.move(sequences.moves[number])
            label = game.information_sets[infoset].actions[action]
            words = sequence_text(game, sequences.moves[number])
            found.append(Column(f"{letter}{number}", player, infoset, label, words))
    return found + [
        Column(f"{letter}{action}", player, None, "", f"sum of {words}")
        for _, action, words in _joined(sequences, letter)
    ]


def _infosets(game: Game, letter: str, player: int, sequences: Sequences) -> list[Column]:
    there = [number for number in sequences.numbers if number <= len(sequences.infosets)]
    return [
        Column(f"{letter}0", player, None, "", "root"),
        *(
            Column(f"{letter}{number}", player, infoset, "", infoset_text(game, infoset))
            for number, infoset in ((number, sequences.infosets[number - 1]) for number in there)
        ),
        *(
            Column(f"{letter}{number}", player, None, "", f"behind the sum of {words}")
            for number, _, words in _joined(sequences, LETTERS[player][0] if letter == "f" else "b")
        ),
    ]


def _joined(sequences: Sequences, letter: str) -> list[tuple[int, int, str]]:
    """Return the joined sequences: information set, sequence, parts in words."""
    return [
        (number, actions[0], ", ".join(f"{letter}{part}" for part in parts))
        for number, parts, actions in zip(
            sequences.numbers, sequences.parents, sequences.actions, strict=True
        )
        if number > len(sequences.infosets)
    ]
