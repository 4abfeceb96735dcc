"""Grading: hand-ins generated from the reference, drawn otherwise or with a mistake, and two
written by students.
"""

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, assume, given, settings

import handins
import students
from efgc.pipeline.apps.course.grade import (
    Chart,
    DifferenceKind,
    Reference,
    SolvedGame,
    Suspect,
    equivalence,
    grade,
)
from efgc.pipeline.apps.course.grade.equivalence import compare_forms
from efgc.pipeline.apps.course.grade.forced_moves import without_forced
from efgc.pipeline.apps.course.grade.reduced_forms import form_of, reduced_form
from efgc.pipeline.apps.course.misread import misreadings
from efgc.pipeline.apps.course.records import NamedMistake
from efgc.pipeline.cli import efgc
from efgc.schemas import game as game_schema
from efgc.schemas.game import Terminal
from efgc.schemas.grades import VERDICTS
from efgc.schemas.parts.problems import InputError, Problem
from efgc.stages.expand import expand
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.tree import read_gambit
from efgc.stages.parse.maps import read_map
from small_games import (
    ARTIFACTS,
    PUBLISHED,
    ROOT,
    boards,
    game_of,
    island,
    published,
    solved,
    swapped,
)

MAPS = ("island-1", "island-3", "island-report", "cave-example", "two-bushes", "three-bushes")
PASSED = ("identical", "equivalent")
RULES = ("island-2018", "cave-2023")
MORE_CAVES = [("cave-example", "cave-2023"), ("two-bushes", "cave-2023")]
EVERY = [(name, rules) for name in MAPS for rules in RULES]


@cache
def reference(name, rules):
    """Return the reference of a published map by rules, solved, with its chart."""
    board = read_map(published(name))
    start, gold, exits = (board.squares(kind) for kind in "SGD")
    made = handins.expanded(published(name), rules)
    known = with_equilibrium(made.game)
    return Reference(known.game, known.bounds, known.strategies, made), Chart(
        start[0], frozenset(gold), frozenset(exits)
    )


def with_equilibrium(game):
    report = solved(game)
    return SolvedGame(game, report.bounds, report.strategies)


def fair(game):
    """Return a game whose players have perfect recall, if need be without forced moves; None if it
    has none.
    """
    if not game_schema.check(game):
        return game
    game = without_forced(game)[0]
    return None if game_schema.check(game) else game


@pytest.mark.slow
@pytest.mark.parametrize("name, rules", EVERY)
def test_the_same_game_drawn_otherwise_is_recognised(name, rules):
    known, chart = reference(name, rules)
    for change in handins.REMODELLINGS:
        game, _ = handins.built(
            change(handins.nested(known.game), handins.rounds(name)), known.game.players
        )
        given = with_equilibrium(fair(game))
        found = grade(known, given, chart)
        assert found.verdict in PASSED[: 1 if change in handins.SAME_TREE[:2] else 2], change
        assert abs(given.bounds.value - known.bounds.value) < 1e-9
        assert all(gap is None or gap < 1e-9 for gap in found.exploitability), change


@pytest.mark.slow
@pytest.mark.parametrize("name, rules", EVERY)
def test_a_mistake_is_reported_at_its_first_effect(name, rules):
    known, chart = reference(name, rules)
    witness = handins.normal_form(known.game)
    proved = 0
    for kind, game, wrong, kinds in handins.mutations(known.expansion, chart, handins.rounds(name)):
        game = fair(game)
        if game is None:
            continue
        given = with_equilibrium(game)
        found = grade(known, given, chart)
        form = handins.normal_form(game)
        value_differs = abs(given.bounds.value - known.bounds.value) > 1e-6
        differs = value_differs or form is not None and handins.surely_different(witness, form)
        if found.verdict in PASSED:
            assert not differs, kind
            continue
        assert found.verdict == "different" or not differs, kind
        assert differs or form is None, (
            kind
        )  # Nothing is called different that the witness takes for the same.
        assert found.difference.kind in kinds and found.difference.reference in wrong, (
            kind,
            found.difference,
        )
        proved += 1
    assert proved >= 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind, rules, mistake",
    [
        ("wrong sign", "island-2018", "the payoffs have the wrong sign"),
        ("gold kept after a capture", "island-2018", "gold is kept after a capture"),
        ("gold lost counted", "cave-2023", "gold that was taken away is counted"),
        ("wrong exit reward", "cave-2023", "an exit pays 3, not 2"),
        ("another probability", "island-2018", "a fight ends in capture with probability 1/4"),
        ("agent knows where they hide", "island-2018", "agent knows where bandits hide"),
        ("bandits see the path", "cave-2023", "miners see the path of agent"),
        ("must move at the alarm", "island-2018", "bandits must move at the alarm"),
        ("cannot move at the alarm", "island-2018", "bandits cannot move at the alarm"),
        ("always fights", "cave-2023", "miners always fight"),
    ],
)
def test_a_common_mistake_is_named_and_proved(kind, rules, mistake):
    known, chart = reference("island-3", rules)
    game = next(
        game
        for found, game, _, _ in handins.mutations(known.expansion, chart, handins.rounds(1))
        if found == kind
    )
    found = grade(known, with_equilibrium(game), chart)
    assert [(one.words, one.proved) for one in found.mistakes] == [(mistake, True)]


def test_a_mistake_is_named_in_a_game_drawn_otherwise():
    known, chart = reference("island-report", "cave-2023")
    kinds = {
        kind: game
        for kind, game, _, _ in handins.mutations(known.expansion, chart, handins.rounds(1))
    }
    drawn, _ = handins.built(
        handins.late(handins.nested(kinds["fight probability inverted"]), None), known.game.players
    )
    found = grade(known, with_equilibrium(drawn), chart)
    [mistake] = found.mistakes
    assert mistake.proved
    assert mistake.words == "the probabilities of capture and escape are exchanged"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, rules", [("island-report", "island-2018"), ("island-report", "cave-2023")]
)
def test_a_misreading_of_the_rules_is_named(name, rules):
    known, chart = reference(name, rules)
    board = read_map(published(name))
    named = 0
    for misread, make in misreadings(board, rules, 10_000):
        given = with_equilibrium(expand(make()))
        others = ((other, again) for other, again in misreadings(board, rules, 10_000))
        found = grade(
            known, given, chart, (handins.suspect(other, again) for other, again in others)
        )
        if found.verdict in PASSED:
            assert abs(given.bounds.value - known.bounds.value) < 1e-9
        else:
            assert found.mistakes and found.mistakes[0].proved, misread
            named += 1
    assert named >= 3


def test_rules_that_play_alike_have_the_same_misreadings():
    board = read_map(published("island-report"))
    every = ("island-2013", "island-2018", "island-2020", "cave-2023")
    names = {rules: [one.words for one, _ in misreadings(board, rules, 1)] for rules in every}
    assert names["island-2018"] == names["island-2020"]
    assert "an alarm is raised at every empty place" in names["island-2020"]
    for listed in names.values():
        assert not any("island-2020" in name for name in listed)


def test_exchanged_players_are_the_same_game():
    known, chart = reference("cave-example", "cave-2023")
    found = grade(known, with_equilibrium(swapped(known.game)), chart)
    assert (found.verdict, found.exchanged) == ("identical", True)


def drawn_by(game, paid, own="{}".format, others="{}".format):
    """Return a tree with other payoffs and labels, whose players are called by their numbers."""
    infosets = tuple(
        one._replace(
            sees=(),
            state="",
            actions=tuple(
                (own if one.player == 1 else others)(at) for at in range(len(one.actions))
            ),
        )
        for one in game.information_sets
    )
    nodes = tuple(
        Terminal(paid(node.payoff)) if isinstance(node, Terminal) else node for node in game.nodes
    )
    return replace(
        game, players=("Player 1", "Player 2"), information_sets=infosets, nodes=nodes, source=None
    )


@pytest.mark.parametrize(
    "name, rules",
    [*MORE_CAVES, pytest.param("island-report", "island-2018", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("turned", [False, True])
def test_players_are_identified_despite_wrong_payoffs(name, rules, turned):
    """A wrong sign looks like exchanged players in the payoffs alone, and labels may mislead."""
    known, chart = reference(name, rules)
    for others in ("{}".format, "({0}, 1) -> ({0}, 2)".format, "E({0}, 2)".format):
        for paid, called in (
            (lambda payoff: -payoff, "the payoffs have the wrong sign"),
            (lambda payoff: payoff - (payoff >= 1), "an exit pays"),
        ):
            game = drawn_by(known.game, paid, others=others)
            found = grade(known, with_equilibrium(swapped(game) if turned else game), chart)
            assert (found.verdict, found.exchanged) == ("different", turned)
            assert found.mistakes[0].words.startswith(called) and found.mistakes[0].proved


@pytest.mark.long
@pytest.mark.parametrize("cells", [equivalence.MAX_CELLS, 0])  # 0 writes out no table.
@settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[
        *(HealthCheck.too_slow, HealthCheck.filter_too_much),
        HealthCheck.function_scoped_fixture,
    ],
)
@given(board=boards(max_rows=3, max_columns=4))
def test_verdicts_on_random_maps_agree_with_the_normal_forms(cells, board, monkeypatch):
    monkeypatch.setattr(equivalence, "MAX_CELLS", cells)
    rows, bandits, capture, rules = board
    try:
        made = handins.expanded(island(rows, bandits, capture), rules, max_states=400)
    except InputError:
        assume(False)
    game = made.game
    form = handins.normal_form(game, 4000)
    assume(form is not None)
    chart = Chart(
        next((r, row.index("S")) for r, row in enumerate(rows) if "S" in row),
        frozenset(),
        frozenset(),
    )
    known = reduced_form(form_of(game))
    for change in handins.REMODELLINGS:
        drawn = fair(
            handins.built(change(handins.nested(game), handins.rounds(1)), game.players)[0]
        )
        same = compare_forms(known, reduced_form(form_of(drawn)), game.players).same
        assert same or same is None and not cells, change
    for kind, wrong, _, _ in handins.mutations(made, chart, handins.rounds(1)):
        wrong = fair(wrong)
        other = handins.normal_form(wrong, 4000) if wrong else None
        if other is not None:
            same = compare_forms(known, reduced_form(form_of(wrong)), game.players).same
            assert not (same and handins.surely_different(form, other)), kind
            assert not (same is False and form == other), kind


# -- hand-ins of students


def graded(tmp_path, texts, name, rules, *options):
    """Return exit code and output of `efgc grade` on texts of files, by their names."""
    paths = []
    for file, text in texts.items():
        (tmp_path / file).write_text(text)
        paths.append(str(tmp_path / file))
    run = CliRunner().invoke(
        efgc,
        [
            "grade",
            *paths,
            "--map",
            str(ARTIFACTS / name / f"{name}.txt"),
            "--rules",
            rules,
            *options,
        ],
    )
    return run.exit_code, run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_hand_ins_of_students_are_right(tmp_path, name):
    board = students.board_of(published(name))
    for rules, written in (
        ("island-2018", students.island_2018),
        ("cave-2023", students.cave_2023),
    ):
        code, output = graded(
            tmp_path, {"handin.efg": written(*board)}, name, rules, "--format", "json"
        )
        [found] = json.loads(output)["grades"]
        assert (code, found["verdict"] in PASSED) == (0, True), found
        assert abs(found["value"] - json.loads(output)["value"]) < 1e-9


def test_a_mistake_of_a_student_is_reported_with_its_line(tmp_path):
    rows, miners, p = students.board_of(published("cave-example"))
    text = students.cave_2023(rows, miners, 1 - p)
    code, output = graded(
        tmp_path, {"handin.efg": text}, "cave-example", "cave-2023", "--format", "json"
    )
    [found] = json.loads(output)["grades"]
    assert (code, found["verdict"]) == (1, "different")
    assert found["mistakes"] == [
        {"mistake": "the probabilities of capture and escape are exchanged", "proved": True}
    ]
    line = text.split("\n")[found["difference"]["line"] - 1]
    assert line.startswith("c ") and found["difference"]["squares"][0] == [1, 1]


def test_the_rules_of_the_layout_are_named_and_how_to_choose_others(tmp_path):
    """An island's game on a cave's layout: the course of 2022."""
    board, file = str(ARTIFACTS / "cave-example" / "cave-example.txt"), tmp_path / "a.efg"
    file.write_text("".join(write_gambit(game_of(published("cave-example"), "island-2018"))))
    said = CliRunner().invoke(efgc, ["grade", str(file), "--map", board]).output.splitlines()
    assert "rules cave-2023: " in said[0] and "--rules island-2013, island-2018 or" in said[1]
    [remark] = [line for line in said if line.startswith("  remark ")]
    rules = remark.split()[-4]
    assert remark.endswith(f"it is the map's game: --rules {rules} grades by them")
    asked = ["grade", str(file), "--map", board, "--rules", rules]
    run = CliRunner().invoke(efgc, asked)
    assert run.exit_code == 0 and f"rules {rules}: " in run.output and "--rules" not in run.output
    found = json.loads(CliRunner().invoke(efgc, [*asked[:4], "--format", "json"]).stdout)
    assert found["source"]["rules"] == "cave-2023" and "other_rules" not in found
    assert found["grades"][0]["remarks"] == [remark.removeprefix("  remark ").strip()]


# -- a folder


def test_one_bad_file_does_not_end_the_others(tmp_path):
    game = game_of(published("cave-example"))
    good = "".join(write_gambit(game))
    texts = {
        "good.efg": good,
        "uneven.efg": good.replace("{ 3 -3 }", "{ 3 3 }"),
        "broken.efg": good[:-40],
        "map.efg": "2 0.33\n",
        "forgets.efg": 'EFG 2 R "" { "a" "b" }\np "" 1 1 "" { "l" "r" } 0\n'
        'p "" 1 1 "" { "l" "r" } 0\n' + 't "" 0\n' * 3,
    }
    code, output = graded(tmp_path, texts, "cave-example", "cave-2023", "--format", "json")
    schema = json.loads((ROOT / "schemas" / "grades.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(json.loads(output))
    assert (
        list(VERDICTS) == schema["properties"]["grades"]["items"]["properties"]["verdict"]["enum"]
    )
    assert (
        list(DifferenceKind)
        == schema["properties"]["grades"]["items"]["properties"]["difference"]["properties"][
            "kind"
        ]["enum"]
    )
    assert code == 1
    assert [found["verdict"] for found in json.loads(output)["grades"]] == [
        "identical",
        "not constant-sum",
        "unreadable",
        "unreadable",
        "no perfect recall",
    ]
    for format in ("text", "csv"):
        code, output = graded(tmp_path, texts, "cave-example", "cave-2023", "--format", format)
        assert code == 1 and output.count("good.efg") == 1 and "forgets" in output
    assert len(output.splitlines()) == 6


def test_a_mistake_that_would_make_a_much_larger_game_is_not_looked_for(tmp_path):
    """With an alarm at every empty place this map has 25 times the histories."""
    rows = ["##E###", "#S#-DE", "#--EEE"]
    good = "".join(write_gambit(game_of(island(rows, 1), "island-2018")))
    (tmp_path / "map.txt").write_text(island(rows, 1))
    (tmp_path / "odd.efg").write_text(good.replace("{ 10 -10 }", "{ 9 -9 }", 1))
    run = CliRunner().invoke(
        efgc, ["grade", str(tmp_path / "odd.efg"), "--map", str(tmp_path / "map.txt")]
    )
    assert (
        run.exception is None or isinstance(run.exception, SystemExit)
    ) and "different" in run.output, run.exception


def test_a_move_that_changes_no_payoff_is_remarked(tmp_path):
    game = handins.expanded(published("three-bushes"), "cave-2023")
    chart = reference("three-bushes", "cave-2023")[1]
    kinds = {kind: made for kind, made, _, _ in handins.mutations(game, chart, handins.rounds(1))}
    text = "".join(write_gambit(kinds["a hiding place is left out"]))
    code, output = graded(
        tmp_path, {"less.efg": text}, "three-bushes", "cave-2023", "--format", "json"
    )
    [found] = json.loads(output)["grades"]
    assert (code, found["verdict"], found["difference"]) == (0, "equivalent", None)
    assert found["remarks"] == [
        "drawn otherwise, first in line 4, without changing the game: "
        "the textbook tree has a decision of miners among 3: e1, e2, e3"
    ]


def test_a_constant_is_remarked_and_forgiven(tmp_path):
    game = game_of(published("two-bushes"), "island-2020")
    text = "".join(write_gambit(replace(game, constant=Fraction(10))))
    assert read_gambit(text).game.constant == 10
    code, output = graded(
        tmp_path, {"sum.efg": text}, "two-bushes", "island-2020", "--format", "json"
    )
    [found] = json.loads(output)["grades"]
    assert (code, found["remarks"]) == (0, ["the payoffs of both players add up to 10, not to 0"])


FORGETFUL = ('p "" 1 4 "down down right" { "right" } 0', 'p "" 1 3 "down down" { "right" } 0')


def test_forgetting_without_harm_is_remarked_with_its_line_and_counts_if_strict(tmp_path):
    """An ancestor and its descendant in one information set of one action: `run` refuses it, play
    is what it was.
    """
    good = "".join(write_gambit(game_of(published("cave-example"))))
    texts = {"forgets.efg": good.replace(*FORGETFUL), "good.efg": good}
    code, output = graded(tmp_path, texts, "cave-example", "cave-2023", "--format", "json")
    forgets, right = json.loads(output)["grades"]
    assert (code, forgets["verdict"], right["verdict"]) == (0, "equivalent", "identical")
    said = next(remark for remark in forgets["remarks"] if "perfect recall" in remark)
    assert said.startswith(
        "line 8: imperfect recall: this node (after 'e1 e2, down, down, right') and the node in "
        "line 7"
    )
    assert said.endswith(
        "without harm, as nothing is decided there, but 'efgc run' refuses such a file"
    )
    assert right["remarks"] == []
    for file, expected in (("forgets.efg", 1), ("good.efg", 0)):
        assert (
            graded(tmp_path, {file: texts[file]}, "cave-example", "cave-2023", "--strict")[0]
            == expected
        )
    assert CliRunner().invoke(efgc, ["run", str(tmp_path / "forgets.efg")]).exit_code == 1


def test_a_hand_in_numbered_by_hashes_is_graded(tmp_path):
    good = "".join(write_gambit(game_of(published("cave-example"))))
    texts = {}
    for file, seed in (("hashes.efg", -(2**31)), ("large.efg", -(2**63))):
        texts[file] = "".join(
            re.sub(
                r'^(p "" . )(\d+)', lambda found: f"{found[1]}{seed + 7919 * int(found[2])}", line
            )
            for line in good.splitlines(True)
        )
    code, output = graded(tmp_path, texts, "cave-example", "cave-2023", "--format", "json")
    hashes, large = json.loads(output)["grades"]
    assert (code, hashes["verdict"], large["verdict"]) == (0, "identical", "identical")
    assert hashes["remarks"] == []
    # Gambit reads no numbers of 64 bits: they are mended, and a remark says so.
    [remark] = large["remarks"]
    assert remark.startswith("line 4: the number '-922337203685")
    assert "must be numbered from -2,147,483,648 to 2,147,483,647" in remark


def test_a_suspect_that_is_too_large_is_left_out():
    known, chart = reference("island-3", "cave-2023")
    ends = [at for at, node in enumerate(known.game.nodes) if isinstance(node, Terminal)]
    paid = dict(
        zip((ends[0], ends[-1]), (Terminal(Fraction(5)), Terminal(Fraction(7))), strict=True)
    )
    nodes = tuple(paid.get(at, node) for at, node in enumerate(known.game.nodes))
    game = replace(known.game, nodes=nodes)

    too_many, this_one = (NamedMistake(words, "", words) for words in ("too large", "this one"))

    def too_large():
        raise InputError([Problem("the game has 6,013 histories, more than the limit of 5,944")])

    found = grade(
        known,
        with_equilibrium(game),
        chart,
        [Suspect(too_many, too_large), Suspect(this_one, lambda: game)],
    )
    assert found.mistakes == (this_one._replace(proved=True),)
