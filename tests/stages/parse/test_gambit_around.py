"""Where a tree begins in the output of a program."""

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.gambit import is_gambit, refuse_others
from efgc.stages.parse.gambit.grammar import (
    TRIED,
    is_output,
    output_before,
    tree_start,
    without_output,
)

TREE = 'EFG 2 R "t" { "a" "b" }\nt "" 0\n'


@pytest.mark.parametrize(
    "ahead",
    [
        "debug\n",
        "> ",
        ">>>",
        "\ufeffdebug\r\n",
        "debug\n\ufeff",
        '"Writing the EFG\n',
        "EFG writer 2\n",
        "EFG 2 R\n",
        'EFG 2 R "t"\n',
        '> EFG 2 R "t" { "a" "b" }\n> written\n',
        f"here is {TREE[:-1]} once more\n",
        "2 0.33\nSE-D\n",
        "0,1\n1,0\n",
        "{'squares': 3}\n",
        '{"squares": 3}\n',
        "game: goofspiel\ncards: 3\n",
        "\x00\n",
        "max: x;\n",
        "#!/bin/sh\n",
        "\n\n.\n\n",
    ],
)
def test_the_tree_is_found(ahead):
    text = ahead + TREE
    assert tree_start(text) == len(ahead) and is_gambit(text)
    blank = without_output(text, len(ahead))
    assert (len(blank), blank.split()) == (len(text), TREE.split())
    assert blank.count("\n") == text.count("\n")
    problem = output_before(text, tree_start(text))
    assert problem.line == ahead.count("\n") + 1
    assert problem.column == len(ahead) - ahead.rfind("\n")


@pytest.mark.parametrize(
    "text",
    [
        TREE,
        f" \n{TREE}",
        f"{TREE}debug\n{TREE}",
        f'EFG 2 R "t" {{ "a" "b" }}\nP "" 1 1\n{TREE}',
        'EFG 2 R "t { "a" "b" }\nt "" 0\n',
        "EFG writer 2\nnothing\n",
    ],
)
def test_a_text_that_begins_with_efg_starts_there(text):
    assert tree_start(text) == 0 and is_gambit(text)


@pytest.mark.parametrize(
    "text",
    ["debug\n", "the EFG 2 R\n", f"XEFG{TREE[3:]}", "EFG2 R", "EFGs 2 R", TREE.lower(), "\x00"],
)
def test_texts_without_a_tree_are_not_gambit_files(text):
    assert tree_start(text) == 0 and not is_gambit(text)
    with pytest.raises(InputError, match="1:1: is not a Gambit file: it does not begin with EFG"):
        refuse_others(text)


def test_a_broken_tree_on_its_own_line_is_recognised():
    assert tree_start('debug\nEFG 2 R "t { "a" }\n') == 6


@pytest.mark.parametrize("text, said", [
    (f"a\n{TREE}", "EFG begins in line 2, after 1 line of other output"),
    (f"a\nb\n  {TREE}", "EFG begins in line 3, after 2 lines of other output"),
    (f"> {TREE}", "EFG begins in line 1, column 3, after other output"),
    (f"a\n> {TREE}", "EFG begins in line 2, column 3, after 1 line of other output"),
])  # fmt: skip
def test_the_start_of_the_tree_is_reported(text, said):
    assert said in output_before(text, tree_start(text)).message


@pytest.mark.parametrize("text", ["the end", "t\n", "pass", "c", '"t"', 'output "t"\n', "EFG done"])
def test_text_outside_the_game_is_output(text):
    assert is_output(f"{TREE}{text}", len(TREE))


@pytest.mark.parametrize(
    "text",
    [
        't "" 0',
        ' p "" 1 1',
        f"done\n{TREE}",
        'done\nc "" 1',
        f">{TREE}",
        'x t "" 0\n',
        '; T\n"" 0',
    ],
)
def test_text_that_may_be_part_of_the_game_is_not_output(text):
    assert not is_output(f"{TREE}{text}", len(TREE))


def test_an_extra_node_on_the_line_of_the_tree_is_not_output():
    tree = TREE.replace("\n", " ")
    assert not is_output(tree + 't "" 2 "" { 2 -2 }', len(tree))


def test_a_limited_number_of_starts_is_tried():
    assert tree_start('> EFG 2 R "t" {\n' * TRIED + TREE) == 0
