"""Hand-ins whose information sets do not fit: nodes with different actions share a number."""

import csv
import io
import json
import random
import re
from dataclasses import replace
from functools import cache

import pytest

import handins
from efgc.pipeline.apps.course.grade.forced_moves import without_trivial_parts
from efgc.pipeline.apps.course.grade.identical_trees import isomorphism
from efgc.pipeline.apps.course.grade.inconsistent_sets import HARMLESS, RULE
from efgc.pipeline.apps.course.grade.mistakes.knowledge import mergings
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.game import Decision, Terminal
from efgc.schemas.grades import Verdict
from efgc.schemas.parts.problems import Code, InputError
from efgc.stages.expand.gambit import write_gambit
from efgc.stages.parse.gambit.tree import read_gambit
from random_games import random_game
from small_games import ARTIFACTS, published
from student_sets import by_depth, by_place, by_square, one_for_all, written

ISLAND, CAVE = ("island-3", "island-2018"), ("island-report", "cave-2023")


@cache
def grader(name, rules):
    return Grader(GradingRequest(Text(published(name), "map", "map", "0" * 64), rules))


def graded(known, text):
    return known.grade("x", lambda: Text(text, "x", "x", "0" * 64))


def histories(known):
    return known.reference.histories(known.chart)


def both(first, second):
    return lambda made: {**first(made), **second(made)}


@pytest.mark.parametrize(
    "name, rules, students, mistake",
    [
        (*ISLAND, by_square, "agent knows its square and nothing else"),
        (*CAVE, by_square, "agent knows its square and nothing else"),
        (*ISLAND, by_place, "bandits forget where they hid"),
        (*ISLAND, one_for_all, "bandits know nothing at all"),
        (*CAVE, one_for_all, "miners know nothing at all"),
        ("cave-example", "cave-2023", one_for_all, "miners know nothing at all"),
        ("two-bushes", "cave-2023", one_for_all, "miners know nothing at all"),
        (
            *CAVE,
            both(by_square, one_for_all),
            "agent knows its square and nothing else, and miners know nothing at all",
        ),
    ],
)
def test_the_way_of_numbering_is_named_and_proved(name, rules, students, mistake):
    known = grader(name, rules)
    text = written(known.reference.drawn, students(histories(known)))
    with pytest.raises(InputError):
        read_gambit(text)
    found = graded(known, text)
    assert found.verdict == "inconsistent information sets"
    assert [(one.words, one.proved) for one in found.mistakes] == [(mistake, True)]
    assert found.proof == RULE and found.difference.kind == "knows too little"
    assert found.difference.squares and found.difference.other_line < found.difference.line
    sets = [
        re.match(r"information set (\d+) of player ([12]) has ", one.message)[0]
        for one in found.problems
    ]
    assert len(set(sets)) == len(sets)


def regrouped(text):
    """Return the game of a file in which nodes are in one set if they share player, number and
    number of actions.
    """
    reading = read_gambit(text, split=True)
    game, declared, sets = reading.game, reading.declared(), {}
    nodes = []
    for node in game.nodes:
        if isinstance(node, Decision):
            infoset = game.information_sets[node.infoset]
            key = infoset.player, declared[node.infoset], len(infoset.actions)
            number, _ = sets.setdefault(key, (len(sets), infoset))
            node = node._replace(infoset=number)
        nodes.append(node)
    infosets = tuple(infoset for _, infoset in sets.values())
    return replace(game, information_sets=infosets, nodes=tuple(nodes))


@pytest.mark.parametrize(
    "name, rules",
    [
        CAVE,
        pytest.param(*ISLAND, marks=pytest.mark.slow),
        pytest.param("island-3", "cave-2023", marks=pytest.mark.slow),
        ("island-report", "island-2018"),
        ("three-bushes", "island-2018"),
        ("cave-example", "cave-2023"),
    ],
)
def test_every_lack_of_information_is_named_and_the_named_one_is_the_hand_in(name, rules):
    known, proved = grader(name, rules), 0
    made = histories(known)
    all_mistakes = {one.mistake.words: one for one in mergings(made)}
    for one in all_mistakes.values():
        knows, numbers = one.knowledge(known.reference.drawn), {}
        text = written(
            known.reference.drawn,
            {
                one.player: lambda node, knows=knows, numbers=numbers: numbers.setdefault(
                    knows(node), len(numbers) + 1
                )
            },
        )
        found = graded(known, text)
        if found.verdict != "inconsistent information sets" or HARMLESS in found.remarks:
            continue
        [mistake] = found.mistakes
        suspect = all_mistakes[mistake.words].suspect(known.reference.drawn).make()
        games = without_trivial_parts(suspect), without_trivial_parts(regrouped(text))
        assert mistake.proved and isomorphism(*games) is not None, one.mistake
        proved += 1
    assert proved >= 1


def test_sets_that_fit_are_graded_as_before():
    """At each square of this cave there is one set of moves, and the agent decides once."""
    known = grader("cave-example", "cave-2023")
    assert graded(known, written(known.reference.drawn, by_square(histories(known)))).verdict == (
        "equivalent"
    )


@pytest.mark.parametrize(
    "drawn",
    [
        handins.lettered,
        handins.numbered,
        handins.shuffled,
        handins.all_forced_left_out,
        handins.with_dummies,
        handins.ends_later,
    ],
)
def test_the_mistake_is_named_in_every_drawing(drawn):
    known = grader(*ISLAND)
    game, origins = handins.built(
        drawn(handins.nested(known.reference.drawn), handins.rounds(1)),
        known.reference.game.players,
    )
    for students, name in ((by_square, "agent"), (one_for_all, "bandits")):
        numbers = students(histories(known))
        usable = {
            player: lambda origin, own=own: own(origin) if isinstance(origin, int) else 99
            for player, own in numbers.items()
        }
        found = graded(known, written(game, usable, origins))
        # Numbered actions may be the same at all nodes of a set.
        others = ("no perfect recall",) * (drawn is handins.numbered)
        assert found.verdict in ("inconsistent information sets", *others)
        assert found.mistakes and name in found.mistakes[0].words, (drawn, found)


def test_a_problem_names_the_set_both_lines_and_what_the_player_knows():
    known = grader(*CAVE)
    text = written(known.reference.drawn, by_square(histories(known)))
    lines = text.splitlines()
    apart, named = (
        re.compile(
            rf"information set (\d+) of player 1 has {has}: agent can distinguish the two nodes \("
            r"after 'agent at .*?' and after 'agent at .*?'\) because it knows \w.*"
        )
        for has in (
            r"\d actions? here \((.*?)\) and \d in line (\d+) \((.*?)\)",
            r"other actions here \((.*?)\) than in line (\d+) \((.*?)\)",
        )
    )
    for problem in graded(known, text).problems:
        assert problem.code is Code.DESCRIBED_OTHERWISE
        said = apart.fullmatch(problem.message) or named.fullmatch(problem.message)
        number, here, line, there = said.groups()
        for where, labels in ((problem.line, here), (int(line), there)):
            described = '" "'.join(labels.split(", "))
            assert lines[where - 1] == f'p "" 1 {number} "" {{ "{described}" }} 0'


def test_another_difference_is_told_besides():
    known = grader(*ISLAND)
    game = known.reference.drawn
    nodes = [*game.nodes]
    end = max(at for at, node in enumerate(nodes) if isinstance(node, Terminal))
    nodes[end] = Terminal(nodes[end].payoff + 7)
    wrong = replace(game, nodes=tuple(nodes))
    found = graded(known, written(wrong, by_square(histories(known))))
    assert found.verdict == "inconsistent information sets"
    assert found.difference.kind == "knows too little" and not found.mistakes[0].proved
    [remark] = found.remarks
    assert re.match(r"the trees differ otherwise, too, .*, first in line \d+: agent at ", remark)


def test_sets_that_decide_nothing_do_no_harm():
    known = grader("cave-example", "cave-2023")
    found = graded(known, written(known.reference.drawn, by_depth(histories(known))))
    assert (found.verdict, found.mistakes) == ("inconsistent information sets", ())
    assert found.remarks == (HARMLESS,) and found.difference is None and found.problems


@pytest.mark.parametrize("where", ["label", "actions"])
def test_labels_of_one_set_must_agree_and_do_no_other_harm(where):
    known = grader(*ISLAND)
    labels = {
        "label": {"label": lambda node: f"node {node}"},
        "actions": {"action": lambda node, label: f"{label}, {node}"},
    }
    found = graded(known, written(known.reference.drawn, {}, **labels[where]))
    assert (found.verdict, found.mistakes) == ("inconsistent information sets", ())
    assert found.remarks == (HARMLESS,) and found.difference is None
    said = {"label": "is called", "actions": "has other actions"}[where]
    assert all(said in problem.message for problem in found.problems)


def test_numbering_that_no_mistake_explains_is_told_by_what_separates_two_nodes():
    known = grader(*CAVE)
    found = graded(known, written(known.reference.drawn, by_depth(histories(known))))
    [mistake] = found.mistakes
    assert mistake.words.startswith("agent knows too little: its ") and not mistake.proved


def test_sets_whose_labels_alone_do_not_fit_may_lack_information_too():
    known = grader("three-bushes", "cave-2023")
    numbers = {2: lambda node: 1 if node == 0 else 2}
    text = written(known.reference.drawn, numbers, label=lambda node: f"node {node}")
    found = graded(known, text)
    assert all("is called" in one.message for one in found.problems)
    assert found.difference.kind == "knows too little" and found.mistakes[0].proved


FAULTS = (
    lambda text: text.replace('t ""', 't "', 1),
    lambda text: text + 't "" 0\n',
    lambda text: re.sub(r"\{ (\S+) (\S+) \}", r"{ \1 \2 3 }", text, count=1),
    lambda text: re.sub(r'(c "".*?) \d+/\d+', r"\1 1/7", text, count=1),
)


@pytest.mark.parametrize("spoil", FAULTS)
def test_a_file_with_other_faults_too_stays_unreadable(spoil):
    known = grader(*ISLAND)
    text = written(known.reference.drawn, by_square(histories(known)))
    assert spoil(text) != text
    assert graded(known, spoil(text)).verdict == "unreadable"


def test_sets_of_chance_that_do_not_fit_are_taken_apart():
    known = grader(*ISLAND)
    text = written(known.reference.drawn, {})
    odd = re.sub(r'c "" \d+', 'c "" 1', text).replace('"captured"', '"caught"', 1)
    found = graded(known, odd)
    assert odd != text and found.verdict == "identical"
    [remark] = found.remarks
    assert "information set 1 of chance differs" in remark and "--fix' mends it, and" in remark


def test_every_format_shows_it_and_other_commands_refuse_the_file(tmp_path, capfd):
    known = grader(*ISLAND)
    file = tmp_path / "ann.efg"
    file.write_text(written(known.reference.drawn, by_square(histories(known))))
    board = str(ARTIFACTS / "island-3" / "island-3.txt")

    def run(*argv):
        code = guarded(lambda: efgc([*map(str, argv)], standalone_mode=False))
        return code, *capfd.readouterr()

    shown = {}
    for format in ("text", "csv", "json"):
        code, shown[format], _ = run("grade", file, "--map", board, "--format", format)
        assert code == 1
    text = shown["text"]
    assert "ann.efg: inconsistent information sets, nodes of one information set have" in text
    assert f"  proof             {RULE}\n" in text and text.count("  problem ") <= 11
    [row] = csv.DictReader(io.StringIO(shown["csv"]))
    assert row["verdict"] == "inconsistent information sets" and row["proved"] == "yes"
    assert re.fullmatch(r"line \d+: agent knows its square and nothing else", row["reason"])
    [entry] = json.loads(shown["json"])["grades"]
    assert entry["verdict"] == "inconsistent information sets" and len(entry["problems"]) == 11
    code, _, errors = run("parse", file)
    assert code == 1 and "differs from its description in line" in errors


# -- the reader


def merged(game, luck):
    """Return random numbers for the information sets of a game: few for many sets."""
    return [luck.randint(1, 1 + len(game.information_sets) // 2) for _ in game.information_sets]


@pytest.mark.parametrize("seed", range(40))
def test_split_sets_are_the_coarsest_that_fit(seed):
    game = random_game(seed)
    numbers = merged(game, random.Random(seed))
    text = written(
        game,
        {player: lambda node: numbers[game.nodes[node].infoset] for player in (1, 2)},
    )
    reading = read_gambit(text, split=True)
    declared = reading.declared()
    records = zip(game.nodes, reading.game.nodes, strict=True)
    apart = {}
    for one, other in records:
        assert one[1:] == other[1:] if isinstance(one, Decision) else one == other
        if isinstance(one, Decision):
            infoset = game.information_sets[one.infoset]
            split = reading.game.information_sets[other.infoset]
            assert split.actions == infoset.actions and split.player == infoset.player
            assert declared[other.infoset] == numbers[one.infoset]
            key = infoset.player, numbers[one.infoset], infoset.actions
            assert apart.setdefault(key, other.infoset) == other.infoset
    assert len(apart) == len(reading.game.information_sets)
    fits = len({key[:2] for key in apart}) == len(apart)
    if fits:
        assert read_gambit(text).game.with_records() == reading.game
    else:
        with pytest.raises(InputError) as refused:
            read_gambit(text)
        assert {one.code for one in refused.value.problems} == {Code.DESCRIBED_OTHERWISE}


def test_a_set_without_a_label_fits_one_with_any():
    text = (
        'EFG 2 R "" { "a" "b" }\np "" 1 1 { "l" "r" } 0\np "" 1 1 "x" { "l" "r" } 0\nt "" 0\n'
        't "" 0\np "" 1 1 "x" { "l" } 0\nt "" 0\n'
    )
    reading = read_gambit(text, split=True)
    assert [node.infoset for node in reading.game.nodes if isinstance(node, Decision)] == [0, 0, 1]
    assert reading.declared() == [1, 1]


def test_files_that_fit_are_read_alike():
    for name, rules in (ISLAND, CAVE):
        text = "".join(write_gambit(handins.expanded(published(name), rules).game))
        assert read_gambit(text, split=True).game == read_gambit(text).game.with_records()


def test_verdicts_are_in_order():
    assert list(Verdict).index("inconsistent information sets") == (
        list(Verdict).index("no perfect recall") + 1
    )
