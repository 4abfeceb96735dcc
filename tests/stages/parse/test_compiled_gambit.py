"""The compiled kernels that read Gambit files give the same bits as the uncompiled ones."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.tree import read_gambit
from gambit_mutations import mutated
from small_games import boards, game_of, island, law
from uncompiled import same_bits

pytestmark = pytest.mark.skipif(
    not kernels_are_compiled(), reason="the kernels are not compiled here"
)

HEAD = 'EFG 2 R "" { "A" "B" }\n'
WORDS = st.from_regex(r"-?[0-9]{0,19}[./]?[0-9]{0,19}", fullmatch=True)
DOUBLES = st.floats(1e-9, 1e9) | st.fractions(0, 9, max_denominator=99).map(float)
SPACES = st.sampled_from((" ", "", ", ", "\t,"))


def parts(text):
    """Return all that is read from a text, or its problems."""
    try:
        reading = read_gambit(text)
    except InputError as error:
        return [str(problem) for problem in error.problems]
    columns, infosets = reading.game.columns, reading.game.columns.infosets
    return [
        *(columns.kind, columns.what, columns.begin, columns.children),
        *(list(columns.payoffs), columns.chances, reading.game.constant, reading.offsets),
        *(infosets.player, infosets.sees, infosets.actions, infosets.first),
        *(infosets.texts.data, infosets.texts.begin),
    ]


@law(100)
@given(mutated())
def test_mutated_files(text):
    same_bits(parts, text)


@law(20)
@given(boards())
def test_maps(board):
    rows, bandits, capture, rules = board
    same_bits(parts, "".join(write_gambit(game_of(island(rows, bandits, capture), rules))))


@law(100, 0.05)
@given(st.lists(st.tuples(WORDS | DOUBLES.map(repr), SPACES), min_size=1, max_size=4))
def test_numbers(numbers):
    moves = " ".join(f'"{move}"' for move in range(len(numbers)))
    ends = (
        f't "" {outcome} "" {{ {word} {space} {word[1:] if word[:1] == "-" else "-" + word} }}\n'
        for outcome, (word, space) in enumerate(numbers, 1)
    )
    same_bits(parts, f'{HEAD}p "" 1 1 "" {{ {moves} }} 0\n' + "".join(ends))


def test_many_names_and_payments_on_the_way():
    chance, lines = random.Random(1), []
    for number in range(1, 800):
        name, outcome = chance.choice(("", f"set {number}", "set 7")), chance.randint(1, 600)
        move = f'{{ "{number % 600}" }}'
        paid = f'{outcome} "" {{ {outcome}/7 -{outcome}/7 }}' if number % 3 else "0"
        lines.append(f'p "" {number % 2 + 1} {number} "{name}" {move} {paid}\n')
    text = HEAD + "".join(lines) + 't "" 0\n'
    assert len(parts(text)) > 1
    same_bits(parts, text)
