"""Feedback for students: an entry for each mistake, the story of a difference, and no solution."""

import re
from dataclasses import replace
from functools import cache

import pytest

import handins
from efgc.pipeline.apps.course import misread
from efgc.pipeline.apps.course.feedback import feedback
from efgc.pipeline.apps.course.feedback.advice import (
    KINDS,
    MISTAKES,
    VERDICTS,
)
from efgc.pipeline.apps.course.feedback.page import write_feedback
from efgc.pipeline.apps.course.feedback.picture import scene, text_lines
from efgc.pipeline.apps.course.feedback.rule_texts import PASSAGES, Topic
from efgc.pipeline.apps.course.feedback.story import moment
from efgc.pipeline.apps.course.grade.mistakes import suspect
from efgc.pipeline.apps.course.grading.grader import REDUCED, Grader, GradingRequest
from efgc.pipeline.apps.course.records import Grade
from efgc.pipeline.files.text import Text
from efgc.schemas.grades import DIFFERENCES, PASSED, FirstDifference, ProgramTrial, Verdict
from efgc.schemas.parts.problems import Problem
from efgc.stages.documents import Layout, write_text
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse import RULES
from efgc.stages.parse.maps import read_map
from efgc.stages.parse.program_output import program_output
from small_games import published

CAVE, ISLAND = ("cave-example", "cave-2023"), ("island-1", "island-2018")
HOSTILE = '</title><script>alert(1)</script> \x1b[31m \N{RIGHT-TO-LEFT OVERRIDE} & "quoted"'


@cache
def grader(name, rules):
    return Grader(GradingRequest(Text(published(name), "map", "map", "0" * 64), rules))


@cache
def wrong_trees(name, rules):
    """Return the grades of wrong trees by the kind of their fault."""
    known, found = grader(name, rules), {}
    for kind, game, *_ in handins.mutations(
        known.reference.expansion, known.chart, handins.rounds(1)
    ):
        sets = tuple(one._replace(sees=()) for one in game.information_sets)
        text = Text("".join(write_gambit(replace(game, information_sets=sets))), "x", "x", "0")
        found[kind] = known.grade("x.efg", lambda text=text: text)
    return found


def texts(known, grade, name="x.efg", map_text=""):
    """Return the mail and the page of a grade."""
    document = feedback(known.head(), grade, "efgc grade x.efg", map_text or known.text.text, name)
    return "".join(write_text(document, Layout(76, repeats=False))), "".join(
        write_feedback(document)
    )


PARTS = {Verdict.PARTLY_RIGHT, Verdict.WRONG}  # --course has no --feedback.


def test_every_mistake_kind_and_verdict_has_advice():
    assert set(MISTAKES) == set(suspect.Mistake)
    assert set(KINDS) == set(DIFFERENCES)
    assert set(VERDICTS) == set(Verdict) - PARTS
    for name in RULES:
        assert set(PASSAGES[name]) == set(Topic)
    board = read_map(published("cave-example"))
    island = read_map(published("island-1"))
    for one, rules in ((board, "cave-2023"), (island, "island-2018"), (island, "island-2013")):
        for mistake, _ in misread.misreadings(one, rules, 10):
            assert MISTAKES[mistake.key], mistake


def test_hints_have_no_other_placeholders():
    for advice in (*MISTAKES.values(), *KINDS.values()):
        assert "{" not in advice.hint.format(agent="agent", others="miners", event="encounter")


@pytest.mark.parametrize("name, rules", [CAVE, pytest.param(*ISLAND, marks=pytest.mark.slow)])
def test_every_wrong_tree_gets_a_page_with_its_line_and_a_rule_but_without_the_value(name, rules):
    known = grader(name, rules)
    value = f"{known.head().value:.6g}"
    found = wrong_trees(name, rules)
    assert len(found) > 10
    for kind, grade in found.items():
        mail, page = texts(known, grade)
        assert grade.verdict not in PASSED, kind
        if grade.difference:
            assert f"ine {grade.difference.line}" in mail or "lines" in mail
            assert "Where your file differs" in mail and "<svg" in page
        sections = {title for passage in PASSAGES[rules].values() for title in passage.sections}
        assert any(section in " ".join(mail.split()) for section in sections), kind
        assert "What to try next" in mail and "efgc grade x.efg" in mail
        assert value not in mail and value not in page, kind
        assert "{" not in mail


def test_the_story_of_an_encounter_goes_along_the_path():
    known, grade = grader(*CAVE), wrong_trees(*CAVE)["one end of play"]
    told = moment(known.map, ("agent", "miners"), grade.difference)
    assert " ".join(told.sentences) == (
        "The miners hide at C2 (e1) and D4 (e2). You start at B2. You go down to B4, then right to "
        "D4. A miner is there: an encounter at D4. The miners fight. You win, and go on. You go "
        "right to E4, then up to E2, with gold at E3."
    )
    assert told.taken == [(2, 4)] and told.hidden == ("e1", "e2")
    lines = text_lines(known.map, ("agent", "miners"), told)
    assert lines[:5] == [
        "   A B C D E F",
        " 1 # # # # # #",
        " 2 # S M - @ #",
        " 3 # * # # * #",
        " 4 # * * M * #",
    ]
    drawn = scene(known.map, ("agent", "miners"), told)
    assert "The path so far: B2, B3, B4, C4, D4, E4, E3, E2." in drawn.description


def story(squares, *events):
    """Return the story and the hiding places of events on an island."""
    board = read_map("1\n7\nSEE-E-D\n2\n0.5\n")
    first = FirstDifference("payoff", squares, events, "", "", 1, 1, None)
    found = moment(board, ("agent", "bandits"), first)
    return " ".join(found.sentences), found.hidden


def test_a_bandit_that_moves_after_the_alarm_is_met_where_it_went():
    path = tuple((0, column) for column in range(6))
    told, hidden = story(
        path,
        "bandits: e2 e3",
        "bandits, alarm at e1: e3 to e2",
    )
    assert "the alarm is raised. A bandit moves from E1 (e3) to C1 (e2)" in told
    assert hidden == ("e2", "e2") and "E1 is a dangerous place, and nobody hides there" in told


def test_fights_without_known_hiding_places_are_told_where_they_must_be():
    path = tuple((0, column) for column in range(5))
    told, hidden = story(path, "chance: escaped", "chance: escaped", "chance: captured")
    assert hidden is None and told.count("A bandit attacks you") == 3
    assert told.endswith("A bandit attacks you at E1. You are captured.")
    told, _ = story(path[:2], "chance: escaped", "something else")
    assert told.endswith("On this path also happened: something else.")


def test_a_path_is_left_out_if_the_file_contradicts_it():
    known = grader(*CAVE)
    first = FirstDifference("turn", (), (), "chance: a", "the end", 7, 1, None, ("x", "", "y"))
    mail, page = texts(known, Grade("x", Verdict.DIFFERENT, difference=first))
    assert 'on the way there: x, "", y.' in " ".join(mail.split()) and "<svg" in page
    assert "You start" not in mail


@pytest.mark.parametrize("verdict", VERDICTS)
def test_each_verdict_has_a_page(verdict):
    problems = tuple(Problem(f"problem {at}", (), at, 1) for at in range(1, 15))
    shared = Problem("no memory left, shared among 3 hand-ins; --jobs 1 gives one all of it")
    mail, page = texts(grader(*CAVE), Grade("x", verdict, problems=(shared, *problems)))
    words = " ".join(mail.split())
    assert VERDICTS[verdict].sentence in words
    assert "Line 9: problem 9" in words and "problem 10" not in words and "5 more" in words
    assert "hand-ins" not in words
    assert ("What to try next" in words) == (verdict not in PASSED)


@pytest.mark.parametrize("kind", DIFFERENCES)
def test_names_are_text_everywhere(kind):
    known = grader(*CAVE)
    other = 3 if kind.startswith("knows") else None
    first = FirstDifference(
        kind, ((1, 1),), (HOSTILE,), HOSTILE, HOSTILE, 5, 1, other, (HOSTILE,) * 40
    )
    grade = Grade(
        "x",
        Verdict.DIFFERENT,
        difference=first,
        mistakes=(suspect.Mistake.CHOICE_MISSING.named(others=HOSTILE, choices=HOSTILE),),
        problems=(Problem(HOSTILE),),
        remarks=(HOSTILE,),
    )
    mail, page = texts(known, grade, HOSTILE)
    assert "<script>alert" not in page and "\x1b" not in page + mail
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page + mail
    assert page.count("<script") == 1


def test_a_page_loads_nothing():
    page = texts(grader(*CAVE), wrong_trees(*CAVE)["always fights"])[1]
    assert "default-src 'none'" in page and "unsafe" not in page
    assert not re.search(r'(src|href)="(?!#|data:)', page)
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_the_teachers_command_is_not_in_a_page():
    proof = REDUCED.format(level=2)
    mail, page = texts(grader(*CAVE), Grade("x", Verdict.NOT_COMPARABLE, proof=proof))
    assert "The reason: moves that do not change the value are left out or merged." in " ".join(
        mail.split()
    )
    assert "efgc parse" not in page and "level" not in page


def test_a_page_on_a_program_shows_the_map_on_which_it_is_wrong():
    grade = replace(
        wrong_trees(*CAVE)["always fights"], trial=ProgramTrial(40, 3, "the map", "efgc grade")
    )
    mail, _ = texts(grader(*CAVE), grade)
    assert "Your program is wrong on 3 of 40 maps." in " ".join(mail.split())
    assert "    #SE-D#" in mail


@pytest.mark.parametrize(
    ("verdict", "maps", "wrong", "said"),
    [
        (Verdict.IDENTICAL, 1, 0, "Your program is right on the map on which it was run."),
        (Verdict.IDENTICAL, 12, 0, "Your program is right on all 12 maps on which it was run."),
        (Verdict.FAILED, 12, 1, "Your program is wrong on 1 of 12 maps."),
        (Verdict.FAILED, 12, 12, "Your program is wrong on all 12 maps."),
    ],
)
def test_a_page_counts_maps_in_words(verdict, maps, wrong, said):
    grade = Grade("x", verdict, trial=ProgramTrial(maps, wrong, "", ""))
    assert said in " ".join(texts(grader(*CAVE), grade)[0].split())


@pytest.mark.parametrize(
    ("verdict", "problem", "said"),
    [
        (
            Verdict.NOT_GRADED,
            Problem("it takes more than the 3 s of --handin-seconds"),
            "it takes more than the 3 s allowed",
        ),
        (
            Verdict.UNREADABLE,
            program_output("Traceback (most recent call last):"),
            "Your file has an error message",
        ),
        (Verdict.UNREADABLE, Problem("begins with a wrong word"), "Your file could not be read"),
    ],
)
def test_a_page_says_what_ended_a_hand_in(verdict, problem, said):
    mail, _ = texts(grader(*CAVE), Grade("x", verdict, problems=(problem,)))
    assert said in " ".join(mail.split())
    assert ("first line named above" in mail) is (
        verdict is Verdict.UNREADABLE and not problem.code
    )


@pytest.mark.parametrize(
    ("expected", "events", "squares", "rule"),
    [
        ("the end of play, with payoff 2", (), ((1, 1), (1, 2)), "Play ends as soon as you step"),
        ("the end of play, with payoff 0", ("chance: captured",), ((1, 1),), "and play ends."),
        ("another kind of node", (), (), "The file describes the rules of the game exactly"),
        ("a decision of miners among 2: a, b", (), ((1, 1),), "An encounter begins when"),
        ("a decision of agent among 1: up", (), ((1, 1),), "On each move you go up"),
    ],
)
def test_the_rule_is_that_of_the_turn_that_is_missing(expected, events, squares, rule):
    found = "a decision of agent among 1: down"
    first = FirstDifference("turn", squares, events, expected, found, 1, 1, None, ())
    mail, _ = texts(grader(*CAVE), Grade("x", Verdict.DIFFERENT, difference=first))
    assert rule in " ".join(mail.partition("What the rules say")[2].split())
    assert ("goes on where play has ended" in " ".join(mail.split())) is ("the end" in expected)


def test_no_sentence_is_cut_and_squares_have_one_notation():
    known = "as it knows which place the encounter is"
    long = Problem(f"the set has the nodes {', '.join(map(str, range(200)))} at D3, {known}")
    grade = Grade("x", Verdict.INCONSISTENT_SETS, problems=(long,))
    for text in texts(grader(*CAVE), grade):
        assert known in " ".join(text.split()) and "at D3," in text
