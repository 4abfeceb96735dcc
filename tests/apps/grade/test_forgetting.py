"""Hand-ins without perfect recall: the first difference is real, and the mistake is named."""

import subprocess
import sys

import pytest

import handins
from course.programs.mistakes import MISTAKES, wrong_program
from efgc.pipeline.apps.course.grade.forced_moves import without_forced
from efgc.pipeline.apps.course.grade.forgetting import find_forgetting
from efgc.pipeline.apps.course.grade.mistakes.knowledge import forgotten
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.apps.course.programs.maps import BUILT_IN, built_in, text_of
from efgc.pipeline.files.text import Text

ISLAND = "4\n7\n#######\n#SE#-##\n#E-EED#\n#######\n2\n0.5\n"
CAVE = "2 0.5\n######\n#--ED#\n#SE-##\n######\n"
PROGRAMS = {
    "the square instead of the path": ("agent forgets its path", "island-2020", ISLAND),
    "the last event alone": (
        "agent forgets what happened at dangerous places before",
        "cave-2023",
        CAVE,
    ),
}


def grader(text, rules):
    return Grader(GradingRequest(Text(text, "map", "map", "0" * 64), rules))


def programs():
    for program, (mistake, rules, first) in PROGRAMS.items():
        for number, text in enumerate([first, *map(text_of, built_in(rules))]):
            yield pytest.param(program, mistake, rules, text, id=f"{rules}-{number}")


@pytest.mark.many
@pytest.mark.parametrize("program, mistake, rules, text", [*programs()])
def test_a_program_that_forgets_is_told_what_it_forgets(program, mistake, rules, text):
    [wrong] = [one for one in MISTAKES if one.name == program]
    command = [sys.executable, "-c", wrong_program(wrong)]
    written = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    found = grader(text, rules).grade("x", lambda: Text(written.stdout, "x", "x", "0" * 64))
    if found.verdict in ("identical", "equivalent"):
        assert text != PROGRAMS[program][-1]
        return
    assert [(one.words, one.proved) for one in found.mistakes] == [(mistake, True)]
    assert found.difference.kind == "knows too little"
    assert found.difference.other_line < found.difference.line


DRAWINGS = (
    lambda tree, chance: tree,
    handins.shuffled,
    handins.lettered,
    handins.numbered,
    handins.all_forced_left_out,
)


BOARDS = [
    (rules, number)
    for rules in ("island-2013", "island-2018", "cave-2023")
    for number in range(len(BUILT_IN[rules]))
]


@pytest.mark.slow
@pytest.mark.parametrize("rules, number", BOARDS)
def test_the_rules_distinguish_the_nodes_of_the_first_difference(rules, number):
    known = grader(text_of(built_in(rules)[number]), rules)
    game = known.reference.drawn
    for suspect in forgotten(known.reference.histories(known.chart)):
        for drawn in DRAWINGS:
            tree = drawn(handins.nested(suspect.make()), handins.rounds(number))
            handin, origins = handins.built(tree, game.players)
            if not without_forced(handin)[0].reached.conflicts:
                continue  # Nothing is forgotten where something is decided.
            found = find_forgetting(known.reference, handin, known.chart)
            where = suspect.mistake, drawn
            assert found.mistakes and found.mistakes[0].proved, where
            assert found.difference and found.difference.kind == "knows too little", where
            nodes = [origins[at] for at in (found.difference.node, found.difference.other)]
            one, other = (game.nodes[at].infoset for at in nodes)
            assert one != other, where
