"""The maps on which programs are run, and how a map is made smaller."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

import mistake_maps
from efgc.pipeline.apps.course.grade.coverage import known_mistakes
from efgc.pipeline.apps.course.grade.equivalence import compare_forms
from efgc.pipeline.apps.course.grade.forced_moves import without_trivial_parts
from efgc.pipeline.apps.course.grade.known_mistakes import TABLES
from efgc.pipeline.apps.course.grade.mistakes.suspect import Mistake
from efgc.pipeline.apps.course.grade.reduced_forms import form_of, reduced_form
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.apps.course.programs.maps import (
    built_in,
    random_maps,
    separating,
    size,
    text_of,
)
from efgc.pipeline.apps.course.programs.search import reference
from efgc.pipeline.apps.course.programs.shrinking import shrink
from efgc.pipeline.files.text import Text
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse import rule_sets
from efgc.stages.parse.maps import read_map

RULES = sorted(rule_sets.RULES)
APPARENT = {  # They depend on one node of a hand-in, and are no change of all maps' games.
    *("ONE_END", "ONE_FIGHT", "ENTERED_TWICE", "MOVE_NOT_LEGAL", "MOVES_TOO_MANY"),
    *("MOVES_COUNTED", "MOVE_MISSING", "CHOICE_MISSING", "CHOICE_TOO_MUCH", "KNOWLEDGE"),
}
NEVER = {"SEE_FIGHTS_END"}  # By all rules they learn it, or decide nothing afterwards.


@pytest.mark.parametrize("rules", RULES)
def test_built_in_maps_are_small_and_in_order(rules):
    maps = built_in(rules)
    assert [size(board)[0] for board in maps] == sorted(size(board)[0] for board in maps)
    assert size(maps[-1])[0] <= 12
    assert all(read_map(text_of(board)) == board for board in maps)


@pytest.mark.parametrize("rules", RULES)
def test_each_known_mistake_shows_on_two_built_in_maps_and_on_the_last(rules):
    known = known_mistakes(rules)
    assert len(known) >= 29
    assert all(marks.count("1") > 1 and marks[-1] == "1" for marks in known.values())
    assert {len(marks) for marks in known.values()} == {len(built_in(rules))}


def test_each_mistake_with_a_name_is_known_by_some_rules():
    fields = {
        **{"agent": "agent", "others": "OTHERS", "event": "EVENT", "outcome": "OUTCOME"},
        **{"end": "capture", "move": "up", "rules": "cave-2023"},
        **dict.fromkeys(("paid", "right", "probability", "found"), 3),
    }
    tables = " | ".join(TABLES.values())
    known = tables.replace("bandits", "OTHERS").replace("miners", "OTHERS")
    for word in ("alarm", "encounter"):
        known = known.replace(f"place of the {word}", "place of the EVENT")
    known = known.replace("agent captured", "agent OUTCOME")
    for mistake in Mistake:
        if mistake.name in APPARENT | NEVER:
            continue
        assert mistake.named(**fields).general in known, mistake


@pytest.mark.slow
@pytest.mark.parametrize("rules", mistake_maps.RULES)
def test_the_table_of_mistakes_is_as_computed(rules):
    assert known_mistakes(rules) == mistake_maps.shown(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", mistake_maps.RULES)
def test_a_mistake_that_shows_is_proved_to_be_another_game(rules):
    for board in built_in(rules):
        grader = Grader(GradingRequest(Text(text_of(board), "map", "map", "0" * 64), rules))
        form, seen = reduced_form(form_of(without_trivial_parts(grader.reference.drawn))), set()
        for suspect in grader.possible:
            made = suspect.make().with_records()
            if made.reached.conflicts or suspect.form is None:  # Trees that forget are compared.
                continue
            seen.add(suspect.mistake.general)
            same = compare_forms(form, suspect.form, grader.reference.game.players).same
            assert same is not None, (suspect.mistake.words, text_of(board))
        assert len(seen) > 20


@pytest.mark.long
def test_the_page_and_the_module_are_as_written():
    for path, text in mistake_maps.files():
        assert path.read_text("utf-8") == text


@pytest.mark.parametrize("rules", RULES)
def test_random_maps_have_the_form_of_the_documents(rules):
    maps = list(random_maps(rules, 200, 1))
    assert maps == list(random_maps(rules, 200, 1))
    assert len(set(maps)) > 150
    for board in maps:
        assert read_map(text_of(board)) == board
        assert 1 <= board.bandits <= len(board.places)
        assert {*board.rows[0], *board.rows[-1]} == {"#"}
        assert {row[0] + row[-1] for row in board.rows} == {"##"}
        assert board.layout == "cave" or len(board.squares("D")) == 1


def test_a_map_shrinks_to_what_matters():
    boards = [one for one in random_maps("cave-2023", 60, 2) if len(one.squares("G")) > 1]
    assert len(boards) > 5
    for board in boards:
        found = shrink(board, lambda made: len(made.squares("G")) > 1)
        assert size(found)[:2] == (5, 5)  # Two gold, and one of each thing that a map has.
        assert (found.bandits, found.capture) == (1, Fraction(1, 2))


def test_shrinking_stops_when_its_time_is_over():
    answers = iter([True, True, None])
    board = next(random_maps("island-2018", 1, 3))
    found = shrink(board, lambda made: next(answers))
    assert size(found) < size(board)
    assert not list(answers)


@pytest.mark.long
def test_a_mistake_shows_on_the_shrunk_map():
    """The smallest maps on which paths are forgotten have two ways to a decision."""

    def wrong(board):
        request = GradingRequest(Text(text_of(board), "map", "map", "0" * 64), "cave-2023")
        return Grader(request).visible["agent forgets its path"]

    found = shrink(replace(separating("cave-2023"), bandits=1), wrong)
    assert wrong(found) and size(found)[0] <= 8


def test_a_game_that_pays_nothing_is_explained_by_no_mistake():
    """As each mistake after which nobody escapes would make it."""
    board = read_map("1 0.3\n####\n#ED#\n#S##\n####\n")
    known = reference(board, "cave-2023")
    tree = "".join(write_gambit(known.expanded.game))
    nothing = re.sub(r"\{ \S+ \S+ \}$", "{ 0 0 }", tree, flags=re.MULTILINE)
    negative = re.sub(r"\{ (\S+) -(\S+) \}$", r"{ -\1 \2 }", tree, flags=re.MULTILINE)
    texts = [Text(text, "a.efg", "", "0" * 64) for text in (nothing, negative)]
    found = [known.explanations(text, ()) for text in texts]
    assert not any(one.proved for one in found[0].values())
    assert found[1]["the payoffs have the wrong sign"].proved
