"""`import efgc`: the same chain as the command line's, with the same names, defaults, files and
errors.
"""

import copy
import inspect
import json
import os
import pickle
import pydoc
import re
import subprocess
import sys
import textwrap
from decimal import Decimal
from fractions import Fraction
from html import escape
from pathlib import Path

import numpy as np
import pytest

import efgc
from efgc.pipeline.cli import efgc as command_line
from efgc.pipeline.python.keywords import keywords
from efgc.pipeline.settings.ways import AS_PROGRAM, BY_STATES, PROGRAM, WAYS
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.release import VERSION
from said import unstamped
from small_games import ARTIFACTS, ROOT

CAVE = ARTIFACTS / "cave-example" / "cave-example.txt"
ISLAND = ARTIFACTS / "island-1" / "island-1.txt"
CARDS = ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml"
DUEL = ARTIFACTS / "droid-duel" / "droid-duel.yaml"
EFG = ARTIFACTS / "cave-example" / "cave-example.efg"
WHOLE = "max\n o: x + 2 y\ns.t.\n c: x + y <= 4\n d: x <= 3\nend\n"
BLEND = """Maximize
 profit: 20 x1 + 30 x2 - 5 x3
Subject To
 c1: 2 x1 + x2 + x3 <= 100
 c2: x1 + 3 x2 >= 10
 c3: x1 - x2 = 4
 rng: 5 <= x1 + x3 <= 60
Bounds
 x1 <= 40
 x3 free
 -5 <= x3 <= 10
End
"""
PROGRAM_FILE = ARTIFACTS / "island-1" / "island-1.lp"
MATRIX = Path(__file__).with_name("inspection.csv")
GRAPH = ARTIFACTS / "island-1" / "island-1.states.yaml"
GAME = ARTIFACTS / "island-1" / "island-1.game.json"
SQUARE = [[3, -1], [-2, 1]]
CALLS = [name for name in efgc.__all__ if name.islower()]


@pytest.fixture(autouse=True)
def no_time(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def ended(argv, capfd):
    """Return exit code, stdout and stderr of a command."""
    code = guarded(lambda: command_line(argv, prog_name="efgc", standalone_mode=False))
    return code, *capfd.readouterr()


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Names, defaults, errors.


def test_what_is_public_is_listed_and_nothing_else():
    assert dir(efgc) == sorted(efgc.__all__)
    assert [name for name in efgc.__all__ if not hasattr(efgc, name)] == []


@pytest.mark.parametrize("name", CALLS)
def test_help_explains_every_option_in_the_words_of_the_command(name):
    text = inspect.getdoc(getattr(efgc, name))
    for keyword, option in keywords(name).items():
        explained = text.partition(f"\n\n{keyword}: ")[2].partition("\n\n")[0]
        assert option.opts[-1] in explained.splitlines()[0]
        assert " ".join(option.help.split()) in " ".join(explained.split())
    assert text.count("Options, with their names") == 1 and text.startswith("Return ")
    assert f"{name}(source" in pydoc.plain(pydoc.render_doc(getattr(efgc, name)))


@pytest.mark.parametrize("name", CALLS)
def test_keywords_are_the_options_of_the_call(name):
    parameters = inspect.signature(getattr(efgc, name)).parameters.values()
    named = {
        one.name: one.default
        for one in parameters
        if one.kind is one.KEYWORD_ONLY or one.name == "picture"
    }
    assert named.keys() - {"output"} == keywords(name).keys()
    # The default of a missing keyword is the command's, which stands in one place.
    assert set(named.values()) == {None}


@pytest.mark.parametrize(
    "call, keyword, near",
    [
        (lambda **options: efgc.run(CAVE, **options), "levle", "'level'"),
        (lambda **options: efgc.run(CAVE, **options), "max_state", "'max_states'"),
        (lambda **options: efgc.draw(CAVE, **options), "dept", "'depth'"),
        (lambda **options: efgc.evaluate(CAVE, "x", **options), "solvr", "'solver'"),
        (lambda **options: efgc.sweep(CAVE, **options), "varied", "'vary'"),
        (lambda **options: efgc.run(CAVE, **options), "miners", "'bandits'"),
        (lambda **options: efgc.run(CAVE, **options), "zzz", "known are source, p,"),
        (lambda **options: efgc.run(CAVE, **options), "output", "known are source, p,"),
    ],
)
def test_a_wrong_keyword_suggests_the_nearest_one(call, keyword, near):
    with pytest.raises(TypeError, match=keyword) as raised:
        call(**{keyword: 1})
    assert near in str(raised.value)


ERRORS = [  # Keywords, and the same on the command line.
    ({"p": "x"}, ["--p", "x"]),
    ({"p": 2}, ["--p", "2"]),
    ({"bandits": 9}, ["--bandits", "9"]),
    ({"level": 7}, ["-O", "7"]),
    ({"without": ["chain"]}, ["--without", "chain"]),
    ({"at": "x"}, ["--at", "x"]),
    ({"format": "svg"}, ["--format", "svg"]),
    ({"format": "json", "brief": True}, ["--format", "json", "--brief"]),
    ({"solver": "kernel"}, ["--solver", "kernel"]),
    ({"option": {"nonsense": "on"}}, ["--option", "nonsense=on"]),
    ({"option": "nonsense"}, ["--option", "nonsense"]),
    ({"max_states": 3}, ["--max-states", "3"]),
    ({"max_histories": 3}, ["--max-histories", "3"]),
    ({"time_limit": 0}, ["--time-limit", "0"]),
    ({"time_limit": 1e-6}, ["--time-limit", "1e-6"]),
]


@pytest.mark.parametrize("keywords, options", ERRORS)
def test_errors_are_those_of_the_command_line(keywords, options, capfd):
    code, printed, said = ended(["run", str(CAVE), *options], capfd)
    assert code not in (0, None) and printed == ""
    with pytest.raises(efgc.EfgcError) as raised:
        efgc.run(str(CAVE), **keywords)
    assert raised.value.exit_code == code
    told = said.strip().removeprefix("efgc: ").split("Error: ")[-1]
    # Where the clock is looked at first is not the same each time.
    both = (
        re.sub(" during [^:]*:", ":", words).split(";")[0] for words in (str(raised.value), told)
    )
    assert len({*both}) == 1
    assert capfd.readouterr() == ("", "")


def test_problems_of_a_file_have_a_position(tmp_path, capfd):
    path = tmp_path / "cave.txt"
    path.write_text("2 x\n#SXD#\n#-##\n")
    code, _, said = ended(["run", str(path)], capfd)
    with pytest.raises(efgc.InputError) as raised:
        efgc.run(path)
    assert (raised.value.exit_code, f"{raised.value}\n") == (code, said)
    assert [(one.line, one.column) for one in raised.value.problems][:2] == [(1, 3), (2, 3)]
    with pytest.raises(efgc.InputError, match="<text>:1:3: 'x' is not a probability"):
        efgc.run("0 x\n#SED#\n")
    with pytest.raises(efgc.InputError, match=r"nothing\.txt: no such file or directory"):
        efgc.run("nothing.txt")


@pytest.mark.parametrize("source", [None, 3, b"x", {"a": 1}, [[1, "x", None]], [1, 2], np.zeros(3)])
def test_unknown_sources_are_refused(source):
    with pytest.raises((TypeError, efgc.InputError)):
        efgc.run(source)


@pytest.mark.parametrize("source", ["nothing.txt", "0 x\n#SXD#\n", [["x"]]])
def test_an_error_is_pickled_with_its_message(source):
    with pytest.raises(efgc.InputError) as raised:
        efgc.run(source)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.problems) == (str(raised.value), raised.value.problems)


def test_a_strategy_is_looked_up_by_a_whole_number_or_a_label():
    first = efgc.run([[0, 1], [2, 0]]).strategies[0]
    assert first[np.int64(0)] == first["the start"]
    for wrong in (1.5, None, (0,)):
        with pytest.raises(TypeError, match="named by a whole number or a label, not"):
            first[wrong]


def test_a_result_says_what_a_search_for_bounds_did_not_reach():
    reached = efgc.run("kuhn", method="regret", gap=0.1)
    missed = efgc.run("kuhn", method="regret", gap=1e-300, time_limit=1)
    assert reached.shortfall is efgc.run("kuhn").shortfall is None
    assert "the time limit is over at a gap of " in missed.shortfall


@pytest.mark.parametrize("name", ["a\0b.svg", "\ud800.svg"])
def test_impossible_file_names_are_refused(name):
    refused = f"{name!r}: invalid file name"
    calls = (
        lambda: efgc.run(name),
        lambda: efgc.evaluate(CAVE, name),
        lambda: efgc.run(CAVE).save(name),
        lambda: efgc.draw(CAVE).save(name),
    )
    for call in calls:
        with pytest.raises(efgc.EfgcError) as raised:
            call()
        assert (str(raised.value), raised.value.exit_code) == (refused, 1)


def test_a_strategy_of_too_many_lists_is_refused():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(TypeError, match="list is not a strategy"):
        efgc.evaluate(CAVE, deep)


def test_multiple_options_are_named_in_errors():
    with pytest.raises(TypeError, match="without must be a text or several texts, not 5"):
        efgc.run(CAVE, without=5)


def test_json_in_one_line_is_a_text():
    with pytest.raises(efgc.InputError, match="^<text>: this is a report"):
        efgc.run(json.dumps(efgc.run([[1]]).to_dict()))
    with pytest.raises(efgc.InputError, match=r"^\[a\]\.txt: no such file"):
        efgc.run("[a].txt")


@pytest.mark.parametrize(
    "text, said",
    [
        ("[[1, 2], [3]]", "1:12: the row has 1 number, not 2"),
        ("[[1, 2], [3, NaN]]", "1:14: 'NaN' is not a number; use one such as 3"),
        ('[[1, "x"], [3, 4]]', "1:6: 'x' is not a number; use one such as 3"),
        ("[[1, 2], [3, null]]", "1:14: 'null' is not a number"),
        ("[[]]", "1:3: the row has 0 numbers, not 1"),
    ],
)
def test_a_matrix_in_json_with_few_numbers_has_the_problems_of_a_matrix(text, said, tmp_path):
    (tmp_path / "a.json").write_text(text)
    for source, name in ((text, "<text>"), (tmp_path / "a.json", str(tmp_path / "a.json"))):
        with pytest.raises(efgc.InputError) as raised:
            efgc.run(source)
        assert str(raised.value).startswith(f"{name}:{said}")


def test_a_dash_is_a_file_and_not_stdin(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(efgc.InputError, match=r"\./-: no such file"):
        efgc.run("-")
    Path("-").write_text(CAVE.read_text())
    assert efgc.run("-").value_exact == Fraction(201, 100)


# Results.

SOURCES = {
    "map": (CAVE, {}),
    "map with numbers": (CAVE, {"p": "1/3", "bandits": 1, "level": 0}),
    "island": (ISLAND, {"format": "html", "without": ["single"], "solver": "highs"}),
    "json": (CAVE, {"format": "json", "exact": False, "unroll": True}),
    "gambit": (EFG, {}),
    "matrix": (MATRIX, {}),
    "graph": (GRAPH, {}),
    "game": (GAME, {"brief": True}),
    "cards": (CARDS, {}),
    "cards by position": (CARDS, {"at": "hand 1 2 / 1 3, prizes 1 3, up 3", "format": "json"}),
    "droids": (DUEL, {"format": "html"}),
    "program": (PROGRAM_FILE, {}),
    "program's page": (PROGRAM_FILE, {"format": "html"}),
}


def argv_of(options):
    for name, value in options.items():
        word = f"--{name.replace('_', '-')}"
        if value is True or value is False:
            yield word if value else f"--no-{name}"
        else:
            yield from (word, str(value) if not isinstance(value, list) else value[0])


@pytest.mark.many
@pytest.mark.parametrize("name", SOURCES)
def test_save_writes_the_files_of_run(name, tmp_path, capfd):
    source, options = SOURCES[name]
    argv = ["run", str(source), *argv_of(options), "-o", str(tmp_path / "command")]
    code, printed, _ = ended(argv, capfd)
    assert code == 0
    result = efgc.run(source, **options)
    assert result.save(tmp_path / "python") == tmp_path / "python"
    by_command, by_python = contents(tmp_path / "command"), contents(tmp_path / "python")
    assert by_python.keys() == by_command.keys() and len(by_python) > 1
    pages = {file for file in by_python if file.endswith(".html")}  # They say how long each took.
    assert bool(pages) == (options.get("format") == "html")
    # Not always others: two runs may take the same time, as it is told.
    assert {file for file in by_python if by_python[file] != by_command[file]} <= pages
    report = result.report(options.get("format", "text"), brief=options.get("brief", False))
    assert pages or report == printed
    assert capfd.readouterr() == ("", "")


def test_saving_never_writes_over_the_source(tmp_path):
    path = tmp_path / "cave.txt"
    path.write_text(CAVE.read_text())
    with pytest.raises(efgc.EfgcError, match="is also read from"):
        efgc.run(path, p="1/3").save(tmp_path)
    assert contents(tmp_path) == {"cave.txt": CAVE.read_bytes()}


@pytest.mark.parametrize(
    "source, way",
    [(CAVE, AS_PROGRAM), (MATRIX, AS_PROGRAM), (CARDS, BY_STATES), (PROGRAM_FILE, PROGRAM)],
)
def test_a_result_has_every_report(source, way, capfd):
    """Also a page, which shows what led to it: as if it had been asked for at once."""
    result = efgc.run(source)
    for format in WAYS[way].formats:
        if format == "mas2018" and source == MATRIX:
            continue
        code, printed, said = ended(["run", str(source), "--format", format], capfd)
        if code:
            with pytest.raises(efgc.EfgcError, match=".") as raised:
                result.report(format)
            assert str(raised.value) in said
        elif format != "html":
            assert result.report(format) == printed
        else:
            assert len(result.report("html")) == pytest.approx(len(printed), rel=1e-2)
            assert result.report("html").count("<section") == printed.count("<section")
    with pytest.raises(efgc.EfgcError, match="known are text") as raised:
        result.report("nonsense")
    assert raised.value.exit_code == 2


def test_a_result_has_the_numbers_of_the_report():
    result = efgc.run(CAVE)
    report = result.to_dict()
    assert report["format"] == "efgc/report" and report["title"] == result.title
    assert (result.value, result.value_exact) == (2.01, Fraction(201, 100))
    assert result.bounds == (report["lower_bound"], report["upper_bound"])
    assert result.bounds.lower <= result.value <= result.bounds.upper
    assert result.exploitability == report["exploitability"]
    assert result.players == ("agent", "miners") and result.solver == report["solver"]
    for strategy, listed in zip(result.strategies, report["strategies"], strict=True):
        assert len(strategy) == len(listed)
        for one, line in zip(strategy, listed, strict=True):
            assert (one.information_set, one.label) == (line["information_set"], line["after"])
            assert (one.plays, one.reach) == (line["probabilities"], line["reach"])
            assert one.own_reach == line["own_reach"]
            assert sum(one.exact) == 1 and len(one.exact) == len(one.actions)
        assert strategy[0] == next(iter(strategy)) and strategy[-1:] == (
            strategy[len(strategy) - 1],
        )
    assert efgc.run(CAVE, exact=False).value_exact is None


def test_an_information_set_is_found_by_its_label():
    agent, miners = efgc.run(CAVE).strategies
    assert agent["the start"].own_reach == 1.0
    assert miners[miners[2].label] == miners[2]
    said = "miners has no information set 'encountr at e1'; did you mean"
    with pytest.raises(KeyError, match=said):
        miners["encountr at e1"]
    with pytest.raises(IndexError, match="<strategy of agent, .*> has none at place 99"):
        agent[99]


def test_games_that_are_solved_by_states_have_the_same_names():
    result = efgc.run(CARDS)
    report = result.to_dict()
    assert (result.value, result.value_exact) == (0.0, Fraction(0))
    assert result.bounds == (report["lower_bound"], report["upper_bound"])
    first, second = result.strategies
    assert [one.label for one in first] == ["1", "2", "3"] and len(second) == 3
    assert sum(first["3"].probabilities) == pytest.approx(1) and sum(second["1"].exact) == 1
    at = efgc.run(CARDS, at="hand 1 2 / 1 3, prizes 1 3, up 3").strategies[0]
    assert len(at) == 4 and at[-1].actions == ("1", "2")


def test_results_of_programs_have_only_meaningful_facts():
    result = efgc.run(PROGRAM_FILE)
    assert result.value == pytest.approx(220 / 31)
    assert result.bounds.lower <= Fraction(220, 31) <= result.bounds.upper
    assert (result.players, result.strategies) == ((), ())
    assert result.exploitability is None and result.value_exact == Fraction(220, 31)
    assert result.to_dict()["objective"] == pytest.approx(220 / 31)


@pytest.mark.parametrize("source", [CAVE, ISLAND, EFG, MATRIX, CARDS, DUEL, PROGRAM_FILE, GRAPH])
def test_a_notebook_shows_the_picture_with_value_and_bounds(source):
    result = efgc.run(source)
    shown = result._repr_html_()
    assert (
        "<script" not in shown
        and shown.count("<img") == (source != PROGRAM_FILE)
        or (source == PROGRAM_FILE)
    )
    assert f"{result.value:.12g}" in shown
    # Bounds add nothing to an exact value.
    assert (repr(result.bounds.lower) in shown) == (result.value_exact is None) or (
        result.bounds.lower == result.value
    )
    assert repr(result).count("\n") == 0 and result.title in repr(result)


@pytest.mark.parametrize(
    ("source", "options"),
    [
        (ISLAND, {}),
        (ISLAND, {"picture": "tree", "depth": 3, "player": 1}),
        (ISLAND, {"picture": "map", "plain": True}),
        (GAME, {"from_": "e1 e2"}),
        (CARDS, {}),
        (CARDS, {"picture": "tree", "depth": 2}),
        (PROGRAM_FILE, {}),
    ],
)
def test_a_result_draws_what_the_command_draws(source, options):
    drawn = efgc.run(source).draw(**options)
    assert drawn.svg == efgc.draw(source, **options).svg
    assert "<img" in drawn._repr_html_()


def test_a_result_is_drawn_with_the_options_of_its_run(monkeypatch):
    result = efgc.run(ISLAND, p="0", solver="highs", without="chains")
    monkeypatch.setattr("efgc.pipeline.results.pictures.run", None)  # Nothing is solved again.
    assert "p = 0" in str(result.draw()) and "p = 0" in str(result.draw("graph"))


@pytest.mark.parametrize(
    ("method", "options", "message"),
    [
        ("linear-program", {"picture": "mpa"}, "Did you mean 'map'"),
        ("linear-program", {"picture": "chart"}, "known are map, graph, tree, matrix"),
        ("linear-program", {"depth": 2}, "--depth is for trees and graphs"),
        ("double-oracle", {}, "no play to draw"),
    ],
)
def test_impossible_pictures_of_a_result_are_refused(method, options, message):
    with pytest.raises(efgc.EfgcError, match=message) as error:
        efgc.run(ISLAND, method=method).draw(**options)
    assert error.value.exit_code == 2


def test_bounds_of_a_map_are_shown_without_a_picture():
    result = efgc.run(ISLAND, method="double-oracle")
    shown = result._repr_html_()
    assert "value between 7.0967741935" in shown and "<img" not in shown
    assert "restricted linear programs" in result.report("html")
    agent, bandits = result.strategies
    assert [one.label for one in bandits] == ["the start"]
    assert [one.label for one in agent][:2] == ["the start", "down 2, right 6, e3 empty"]


def test_names_of_a_game_are_no_markup(tmp_path):
    text = ",<script>alert(1)</script>,r\nu,1,2\nd,3,0\n"
    result, drawing = efgc.run(text), efgc.draw(text)
    assert "<script" not in result._repr_html_() + drawing._repr_html_() + drawing.svg


def test_results_too_large_to_draw_show_their_numbers(monkeypatch):
    def refuse(*told):
        raise efgc.InputError([])

    monkeypatch.setattr("efgc.pipeline.python.results.picture_of_results", refuse)
    result = efgc.run([[0, 1], [2, 0]])
    assert "<img" not in result._repr_html_() and "matrix 2x2" in result._repr_html_()


def test_a_table_of_pandas_has_both_strategies(monkeypatch):
    pandas = pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    result = efgc.run(CAVE)
    table = result.to_frame()
    assert len(table) == sum(len(one.actions) for both in result.strategies for one in both)
    assert list(table.columns[:6]) == [
        *("player", "information_set", "label", "action", "probability", "exact")
    ]
    assert table.groupby(["player", "information_set"])["exact"].sum().eq(1).all()
    assert set(table["player"]) == {1, 2} and table["label"].isna().sum() == 0
    assert isinstance(table, pandas.DataFrame)
    assert "\n0 1/3\n" in re.sub(" +", " ", f"\n{efgc.run([[2, 0], [0, 1]]).to_frame()['exact']}")
    assert len(efgc.run(CARDS).to_frame()) == 18
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pandas, which is not installed: pip install pandas"):
        result.to_frame()


# Sources.


@pytest.mark.parametrize(
    "source",
    [
        [[1, -1], [0, 2]],
        ((1, -1), (0, 2)),
        np.array([[1, -1], [0, 2]]),
        np.array([[1, -1], [0, 2]], dtype=np.int8),
        np.array([[1.0, -1], [0, 2]]),
        np.array([[1.0, -1], [0, 2]], dtype=np.float32),
        np.array([[Fraction(1), -1], [0, Decimal(2)]], dtype=object),
        "1 -1\n0 2\n",
        "1,-1\r\n0,2\r\n",
        "[[1, -1], [0, 2]]",
    ],
)
def test_a_matrix_is_the_same_game_however_it_is_given(source):
    result = efgc.run(source)
    assert result.value_exact == Fraction(1, 2)
    assert [one.exact for both in result.strategies for one in both] == [
        (Fraction(1, 2), Fraction(1, 2)),
        (Fraction(3, 4), Fraction(1, 4)),
    ]


@pytest.mark.parametrize(
    "source, value",
    [
        ([[0.1]], Fraction(1, 10)),
        (np.array([[0.1]]), Fraction(1, 10)),
        (np.array([[0.1]], dtype=np.float32), Fraction(1, 10)),
        ([[np.float64(0.1)]], Fraction(1, 10)),
        ([[Fraction(1, 3), "1/2"]], Fraction(1, 3)),
        ([[1e-7], [Decimal("1e-6")]], Fraction(1, 10**6)),
        (np.array([[10**30, 10**30 + 1]], dtype=object), Fraction(10**30)),
    ],
)
def test_numbers_of_a_matrix_are_exact(source, value):
    assert efgc.run(source).value_exact == value


def test_a_linear_program_has_an_exact_optimum_if_its_report_says_so(tmp_path):
    assert efgc.run(WHOLE).value_exact == 8
    found = efgc.run(BLEND)
    assert found.value_exact == found.value.exact == Fraction(5165, 3)
    assert "optimum 1721.66666667 = 5165/3" in repr(found)
    program = tmp_path / "blend.lp"
    program.write_text(BLEND)
    with pytest.raises(efgc.EfgcError) as raised:
        efgc.run(program, exact=True)
    assert str(raised.value).endswith(
        f"; this is a linear program; `efgc certify {program} --exact` proves its exact optimum"
    )


@pytest.mark.parametrize(
    "source, message",
    [
        ([[1, 2], [3]], "<matrix>: row 2 has 1 number, not 2"),
        ([[1, float("nan")], [2, 3]], "<matrix>: row 1, column 2: 'nan' is not a number"),
        (
            [[float("nan"), 1]],
            "<matrix>: row 1, column 1: 'nan' is not a number; use one such as 3",
        ),
        ([[3, -1], [4, float("-inf")]], "<matrix>: row 2, column 2: '-inf' is not a number"),
        (np.array([[2], [np.nan]], np.float32), "<matrix>: row 2, column 1: 'nan' is not a number"),
        ([[]], "<matrix>: the matrix is empty"),
        (np.zeros((0, 2)), "<matrix>: the matrix is empty"),
        ([[10**5000, 1], [1, 1]], "<matrix>: row 1, column 1: '10000"),
        (
            [["a", 2]],
            "<matrix>: row 1, column 1: 'a' is not a number; use one such as 3, -0.5 or 1/3; for",
        ),
        (np.array([["", "x"], ["up", "1"]]), "<matrix>: row 1, column 1: '' is not a number; use"),
    ],
)
def test_problems_of_a_matrix_have_a_position(source, message):
    with pytest.raises(efgc.InputError) as raised:
        efgc.run(source)
    assert str(raised.value).startswith(message)


A = np.array([[-1, -2], [-3, -4]])


@pytest.mark.parametrize(
    "source, message",
    [
        ((A, -A), "ndarray array([[-1, -2], [-3, -4]]) is not a row of a matrix; a matrix has one"),
        ([A, -A], "ndarray array([[-1, -2], [-3, -4]]) is not a row of a matrix; a matrix has one"),
        (np.array([A, -A]), "ndarray array([[[-1, -2], [-3, -4]], [[ 1, 2], [ 3, 4]]]) is not"),
        ([A.tolist(), A.tolist()], "row 1, column 1: list [-1, -2] is not a number; a matrix has"),
        ([[1, (-1, 1)]], "row 1, column 2: tuple (-1, 1) is not a number; a matrix has one number"),
        ([[np.array([3]), -1], [-2, 1]], "row 1, column 1: ndarray array([3]) is not a number"),
        ([[1, 2], [None, 3]], "row 2, column 1: NoneType None is not a number; a matrix has one"),
        (["12", "34"], "str '12' is not a row of a matrix; "),
        ([b"12", b"34"], "bytes b'12' is not a row of a matrix; "),
        ([{1: 2}, {3: 4}], "dict {1: 2} is not a row of a matrix; "),
        ([[1, 2], {3, 4}], "set {3, 4} is not a row of a matrix; "),
        ({(1, 2)}, "set {(1, 2)} is not a matrix of rows and columns; a matrix has one number"),
    ],
)
def test_payoffs_of_both_players_and_other_lists_are_no_matrix(source, message):
    with pytest.raises(TypeError) as raised:
        efgc.run(source)
    assert str(raised.value).startswith(message)


def test_a_list_of_tables_is_no_matrix():
    pandas = pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    with pytest.raises(TypeError, match=r"^DataFrame .* is not a row of a matrix"):
        efgc.run([pandas.DataFrame(A)])
    assert efgc.run(pandas.DataFrame(A) > -3).value_exact == 1


@pytest.mark.parametrize(
    "source", [[[True, False], [1, 2], [3, 0]], np.array([[1, 0], [1, 2], [3, 0]])]
)
def test_truth_values_are_0_and_1(source):
    assert efgc.run(source).title == "matrix 3x2"
    for truths in (A > -3, (A > -3).tolist(), [[np.True_, np.True_], [np.False_, 0]]):
        assert efgc.run(truths).value_exact == 1


def test_several_matrices_of_a_sweep_have_numbers():
    rows = efgc.sweep([SQUARE, str(MATRIX), "1 2\n3 0\n"], jobs=1)
    assert [row.source for row in rows] == ["<matrix 1>", str(MATRIX), "<text 3>"]
    assert efgc.sweep([SQUARE], jobs=1)[0].source == "<matrix>"
    with pytest.raises(TypeError, match=r"a list is several sources: write \[matrix\]$"):
        efgc.sweep(SQUARE)


class Symbol:
    """A number of another library that prints no decimals."""

    def __float__(self):
        return 1.0

    def __str__(self):
        return "sqrt(1)"


def test_numbers_of_other_kinds_are_no_names():
    third = efgc.run([["1/3"]]).value
    assert efgc.run([[third, 1]]).value_exact == Fraction(1, 3)
    with pytest.raises(
        efgc.InputError, match=r"^<matrix>: row 1, column 1: 'sqrt\(1\)' is not a number; use"
    ):
        efgc.run([[Symbol(), Symbol()], [1, 2]])


@pytest.mark.parametrize(
    "cells, names, message",
    [
        ([[1, 2], [3, float("nan")]], ("ab", "xy"), "row 2, column 2: 'nan' is not a number"),
        ([[1, "q"], [3, 4]], ("ab", "xy"), "row 1, column 2: 'q' is not a number"),
        ([[1, 2], [3, 4]], ("aa", "xy"), "two rows are named 'a'"),
        ([[1, 2], [3, 4]], ("ab", "xx"), "two columns are named 'x'"),
    ],
)
def test_problems_of_a_table_of_pandas_are_in_words(cells, names, message):
    pandas = pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    with pytest.raises(efgc.InputError) as raised:
        efgc.run(pandas.DataFrame(cells, *map(list, names)))
    assert str(raised.value).startswith(f"<matrix>: {message}")


@pytest.mark.parametrize(
    "strategy, message",
    [
        ({0: [0.5, 0.6]}, "information set 0: the probabilities sum to 1.1, not 1"),
        ({0: [1, 0], 7: [1, 0]}, "information set 7: there is no information set 7"),
        ({0: [0.5, float("nan")]}, "information set 0: 'NaN' is not a number"),
        ({"the start": [0.5, 0.6]}, "'the start': the probabilities sum to 1.1, not 1"),
        ({"row 1": 0.5, "row 2": 0.6}, "'the start': the probabilities sum to 1.1, not 1"),
        ('{"the start": [0.5, 0.6]}', None),
    ],
)
def test_problems_of_a_strategy_are_at_an_information_set(strategy, message):
    with pytest.raises(efgc.InputError) as raised:
        efgc.evaluate(SQUARE, strategy)
    lines = str(raised.value).splitlines()
    if message is None:  # A text of the caller has lines and columns.
        assert "<strategy>:1:2: the probabilities sum to 1.1, not 1" in lines
    else:
        assert any(line.startswith(f"<strategy>: {message}") for line in lines)
        assert raised.value.problems[0].line is None


def test_a_probability_that_is_not_a_number_is_refused():
    """The exact one beside it is not taken instead."""
    pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    table = efgc.run(SQUARE).to_frame()
    table.loc[[1, 2], "probability"] = float("nan")
    with pytest.raises(efgc.InputError) as raised:
        efgc.evaluate(SQUARE, table)
    assert str(raised.value) == (
        "<strategy>: row 2, column probability: a probability is missing (NaN)\n"
        "<strategy>: row 3, column probability: a probability is missing (NaN)"
    )


def test_a_series_of_pandas_is_a_strategy_by_its_labels():
    pandas = pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    rows, columns = {"row 2": 1.0, "row 1": 0.0}, {"column 2": 1.0, "column 1": 0.0}
    expected = efgc.evaluate(SQUARE, rows, columns).guarantees
    assert expected != efgc.evaluate(SQUARE, [1, 0], [1, 0]).guarantees
    series = pandas.Series(rows), pandas.Series(columns)
    assert efgc.evaluate(SQUARE, *series).guarantees == expected
    assert efgc.evaluate(SQUARE, series[0]).guarantees == efgc.evaluate(SQUARE, rows).guarantees
    by_position = pandas.Series([0.0, 1.0]), pandas.Series([0.0, 1.0])
    assert efgc.evaluate(SQUARE, *by_position).guarantees == expected


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: efgc.run(None), "NoneType None is not a source; a source is a path, a text"),
        (lambda: efgc.run(b"1 0.5"), "bytes b'1 0.5' is not a matrix of rows and columns"),
        (lambda: efgc.run((SQUARE, SQUARE)), "one number, .* in each cell: A, not .A, -A."),
        (lambda: efgc.run([[1j, 2]]), "row 1, column 1: complex 1j is not a number"),
        (lambda: efgc.run(SQUARE, exact="yes"), "exact must be True or False, not 'yes'"),
        (lambda: efgc.run(SQUARE, levle=1), "unexpected keyword .*; did you mean 'level'"),
        (lambda: efgc.evaluate(SQUARE, None), "NoneType is not a strategy; a strategy is a path"),
        (lambda: efgc.evaluate(SQUARE, 0.5), "float is not a strategy; a strategy is a path"),
        (lambda: efgc.evaluate(SQUARE), "evaluate.. takes one or two strategies, not 0"),
        (lambda: efgc.evaluate(SQUARE, lambda infoset: 3), "returned 3 at the start"),
        (lambda: efgc.sweep(SQUARE, vary="p"), "vary must have values by their names"),
        (lambda: efgc.sweep(CAVE, p=[0, 0.5]), r"p has one value.*vary=.'p': \[0, 0.5\]"),
        (lambda: efgc.run(CAVE, gap=[1]), r"gap has one value, not \[1\]$"),
    ],
)
def test_wrong_arguments_raise_one_error(call, message):
    with pytest.raises(efgc.ArgumentError, match=message) as raised:
        call()
    assert isinstance(raised.value, efgc.UsageError) and isinstance(raised.value, TypeError)
    assert raised.value.exit_code == 2


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: efgc.run(SQUARE).draw(dept=3), "draw.* 'dept'; did you mean 'depth'"),
        (lambda: efgc.run(SQUARE).report(verbos=True), "'verbos'; did you mean 'verbose'"),
        (lambda: efgc.run(SQUARE).save(fodler="a"), "'fodler'; did you mean 'folder'"),
        (lambda: efgc.evaluate(SQUARE, "uniform").report(form="csv"), "did you mean 'format'"),
        (lambda: efgc.draw(SQUARE).text("svg", shceme="dark"), "did you mean 'scheme'"),
        (lambda: efgc.draw(SQUARE).save("a.svg", asci=True), "'asci'; known are path, format"),
        (lambda: efgc.draw(SQUARE, scheme="dark"), r"to the drawing: .save\(path, scheme="),
        (lambda: efgc.run(SQUARE).draw(scheme="dark"), r"to the drawing: .save\(path, scheme="),
    ],
)
def test_methods_suggest_the_nearest_keyword(call, message):
    with pytest.raises(efgc.ArgumentError, match=message):
        call()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: efgc.run(SQUARE).report("htlm"), "known are .*; did you mean 'html'"),
        (lambda: efgc.evaluate(SQUARE, "uniform").report("jsn"), "did you mean 'json'"),
        (lambda: efgc.draw(SQUARE).save("a.svg", scheme="drak"), "did you mean 'dark'"),
        (lambda: efgc.draw(SQUARE).text("svg", scheme="x"), "'x' is not a scheme; known are light"),
    ],
)
def test_unknown_formats_and_schemes_are_refused(call, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(efgc.EfgcError, match=message) as raised:
        call()
    assert raised.value.exit_code == 2 and not [*tmp_path.iterdir()]


def test_problems_of_a_table_of_strategies_are_in_a_row():
    pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    table = efgc.run(SQUARE).to_frame()
    table["exact"] = table["exact"].astype(object)
    table.loc[1, "exact"] = "x"
    with pytest.raises(efgc.InputError, match=r"^<strategy>: row 2: 'x' is not a number"):
        efgc.evaluate(SQUARE, table)


def test_a_result_without_information_sets_is_not_evaluated():
    game = ROOT / "artifacts" / "goofspiel-3" / "goofspiel-3.yaml"
    with pytest.raises(efgc.UsageError, match=r"solved state by state, a function can$"):
        efgc.evaluate(game, efgc.run(game))
    assert efgc.evaluate(game, lambda s: [1 / len(s.actions)] * len(s.actions)).nash_conv > 0


def test_errors_are_those_of_the_documentation():
    with pytest.raises(efgc.OptionError):
        efgc.run(SQUARE, bandits=3)
    with pytest.raises(efgc.SizeError):
        efgc.run(ARTIFACTS / "kuhn" / "kuhn.rules.yaml", max_states=3)


def test_the_numbers_of_results_have_a_public_name():
    assert isinstance(efgc.run(SQUARE).value, efgc.Number)


def test_a_table_of_pandas_has_names():
    pandas = pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    table = pandas.DataFrame([[-6, 4], [0, 0]], ['say "hi"', "comply"], ["a, b", 7])
    first, second = efgc.run(table).strategies
    assert (first[0].actions, second[0].actions) == (('say "hi"', "comply"), ("a, b", "7"))


class Other:
    """A game of another library, as far as it is asked."""

    is_tree = True

    def to_efg(self):
        return EFG.read_text()


def test_games_of_other_libraries_are_recognised_by_their_methods():
    assert efgc.run(Other()).value_exact == Fraction(201, 100)
    table = Other()
    table.is_tree = False
    with pytest.raises(efgc.InputError, match=r"give the matrix .* game\.to_arrays\(\)\[0\]"):
        efgc.run(table)


def test_a_game_of_pygambit():
    gambit = pytest.importorskip("pygambit", reason="no pygambit here: pip install pygambit")
    assert efgc.run(gambit.read_efg(str(EFG))).value_exact == Fraction(201, 100)
    tables = getattr(gambit, "StrategicGame", gambit.Game)  # The class of version 17.
    with pytest.raises(efgc.InputError, match="is not a tree; give the matrix"):
        efgc.run(tables.from_arrays([[1, -1], [-1, 1]], [[-1, 1], [1, -1]]))


@pytest.mark.slow
def test_a_game_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel", reason="no OpenSpiel here: pip install open_spiel")
    game = pyspiel.load_game("kuhn_poker")
    assert efgc.run(game).value_exact == efgc.run("openspiel:kuhn_poker").value_exact
    assert efgc.run(game).value_exact == Fraction(-1, 18)
    solved = efgc.run(game)  # The same game, loaded and by its name.
    assert efgc.evaluate("openspiel:kuhn_poker", solved).exploitability.exact == 0


# Pictures.


def test_a_drawing_is_written_in_any_format(tmp_path, capfd):
    drawing = efgc.draw(EFG, depth=2, player=1)
    options = ["--depth", "2", "--player", "1"]
    for suffix, format in (("svg", "svg"), ("tex", "tikz"), ("txt", "text")):
        path = tmp_path / f"a.{suffix}"
        assert drawing.save(path) == path
        assert ended(["draw", str(EFG), *options, "--format", format], capfd)[1] == path.read_text()
        assert drawing.text(format) == path.read_text()
    assert drawing._repr_svg_() == drawing.svg and str(drawing) == drawing.text()
    assert drawing.text(ascii=True).isascii() and not drawing.text().isascii()
    assert "<style" not in drawing.text("svg", scheme="light")
    drawing.save(tmp_path / "a.svg", scheme="light")
    assert (tmp_path / "a.svg").read_text() == drawing.text("svg", scheme="light")
    known = r"a picture is saved as \.svg, \.png, \.pdf, \.tex or \.txt"
    with pytest.raises(efgc.EfgcError, match=known):
        drawing.save(tmp_path / "a.gif")
    with pytest.raises(efgc.EfgcError, match="--format png is not the text") as raised:
        efgc.draw(CAVE).text("png")
    assert raised.value.exit_code == 2


def test_a_drawing_is_saved_as_an_image(tmp_path):
    pytest.importorskip("typst", reason="no PNG and PDF without Typst: pip install typst")
    drawing = efgc.draw(EFG, depth=2)
    content = {
        scheme: drawing.save(tmp_path / "a.png", scheme=scheme).read_bytes()
        for scheme in ("", "light", "dark")
    }
    assert content[""] == content["light"] != content["dark"]
    with pytest.raises(
        efgc.EfgcError, match="--format png is not the text of a picture; known are text, svg"
    ):
        drawing.text("png")


def test_the_version_and_the_gap():
    assert efgc.__version__ == VERSION
    found = efgc.run("kuhn", method="regret", gap=0.01)
    assert found.gap == found.bounds.upper - found.bounds.lower <= 0.01
    assert efgc.run("kuhn").gap is None


def test_a_part_is_drawn_as_on_the_command_line(capfd):
    drawn = efgc.draw(CAVE, "tree", from_="e1 e2", depth=3, p="1/3", plain=True)
    argv = ["--picture", "tree", "--from", "e1 e2", "--depth", "3", "--p", "1/3", "--plain"]
    assert ended(["draw", str(CAVE), *argv], capfd)[1] == drawn.text()


# Strategies that somebody wrote.


def test_strategies_are_evaluated_as_on_the_command_line(tmp_path, capfd):
    result = efgc.run(CAVE)
    path = tmp_path / "a.strategy.json"
    path.write_text(result.report("strategy"))
    argv = ["evaluate", str(CAVE), str(path), "--format"]
    for given in (path, str(path), path.read_text(), json.loads(path.read_text())):
        found = efgc.evaluate(CAVE, given)
        for format in ("text", "json", "csv"):
            assert found.report(format) == unstamped(ended([*argv, format], capfd)[1])
    result = efgc.run(CAVE, p="1/2")
    found = efgc.evaluate(CAVE, result, efgc.run(CAVE, p=0.5), p=Fraction(1, 2))
    assert found.exploitability.exact == 0 and "exploitability 0" in repr(found)
    assert found.guarantees == (result.value_exact,) * 2
    assert "; at most 2.25 to agent>" in repr(efgc.evaluate(CAVE, "uniform:2", p="1/2"))
    assert "; at least " in repr(efgc.evaluate(CAVE, "uniform:1", p="1/2"))
    with pytest.raises(efgc.InputError, match="nothing.json: no such file"):
        efgc.evaluate(CAVE, "nothing.json")
    for other in (result.to_dict(), result.report("json")):
        with pytest.raises(
            efgc.InputError, match=r"^<strategy>: this is a report; .*t\('strategy'\)"
        ):
            efgc.evaluate(CAVE, other)
    with pytest.raises(TypeError, match="one or two strategies, not 3"):
        efgc.evaluate(CAVE, path, path, path)


def test_a_strategy_is_a_table_of_pandas():
    pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    result = efgc.run(MATRIX)
    frame = result.to_frame()
    assert efgc.evaluate(MATRIX, frame).exploitability.exact == 0
    frame["probability"] = 0.5  # The column `exact` keeps the old numbers.
    assert (
        efgc.evaluate(MATRIX, frame).exploitability
        == efgc.evaluate(MATRIX, "uniform").exploitability
    )


def test_a_table_of_strategies_is_read_with_its_index(tmp_path):
    pandas = pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    result = efgc.run(CAVE)
    frame = result.to_frame()
    for _ in range(2):  # Once more with two columns without a name.
        frame.to_csv(tmp_path / "a.csv")
        frame = pandas.read_csv(tmp_path / "a.csv")
        for given in (frame, tmp_path / "a.csv"):
            assert efgc.evaluate(CAVE, given).payoff == result.value_exact
    for names in ("information_set", ["player", "information_set", "action"]):
        table = result.to_frame().set_index(names)
        assert efgc.evaluate(CAVE, table).payoff == result.value_exact
    assert efgc.evaluate(CAVE, result.to_frame().rename_axis("line")).payoff == result.value_exact
    with pytest.raises(efgc.InputError, match="unknown column 'bonus'.*; delete other columns"):
        efgc.evaluate(CAVE, result.to_frame().assign(bonus=1))


def test_entries_of_a_strategy_are_evaluated_as_they_were_changed():
    result = efgc.run(SQUARE)
    entries = [entry for strategy in result.strategies for entry in strategy]
    assert efgc.evaluate(SQUARE, entries).payoff.exact == Fraction(1, 7)
    assert efgc.evaluate(SQUARE, entries[0]).guarantees[0].exact == Fraction(1, 7)
    assert efgc.evaluate(SQUARE, [*result.strategies]).exploitability.exact == 0
    first = entries[0]._replace(probabilities=(1, 0))  # `exact` keeps the old numbers.
    assert efgc.evaluate(SQUARE, [first, *entries[1:]]).guarantees[0].exact == -1
    halves = entries[0]._replace(probabilities=("1/2", Fraction(1, 2)))
    assert efgc.evaluate(SQUARE, [halves]).guarantees[0].exact == 0
    for wrong in ((1,), ("x", 1), (float("nan"), 1)):
        with pytest.raises(efgc.InputError, match="information set 0: "):
            efgc.evaluate(SQUARE, [entries[0]._replace(probabilities=wrong)])
    plays = {entry.label: entry.plays for entry in efgc.run(CAVE).strategies[0]}
    changed = {**plays, "the start": {"down": 0, "right": 1}}
    bounds = [efgc.evaluate(CAVE, given).guarantees[0] for given in (changed, plays)]
    assert bounds[0] < bounds[1] == efgc.run(CAVE).value_exact


def test_the_payoff_of_two_strategies_is_known():
    both = efgc.evaluate(SQUARE, [1, 0], [0, 1])
    assert both.to_dict()["matches"][0]["payoff"]["exact"] == "-1"
    assert both.payoff.exact == -1 and both.value is None
    alone = efgc.evaluate(SQUARE, {0: [1, 0]})  # Against the equilibrium.
    assert alone.payoff.exact == alone.value.exact == Fraction(1, 7)


def test_all_results_have_the_same_surface():
    pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    solved = efgc.run(CAVE)
    evaluated = efgc.evaluate(CAVE, "uniform", p=1)
    for found in (solved, evaluated):
        assert str(found) == found.report() and repr(found).startswith("<efgc ")
        assert found.to_dict() == json.loads(found.report("json"))
        assert escape(found.title) in found._repr_html_()
        table = found.to_frame()
        assert list(table) == found.report("csv").partition("\n")[0].split(",")
        assert len(table) == found.report("csv").count("\n") - 1
    assert evaluated.to_frame()["loss"].sum() == pytest.approx(evaluated.nash_conv)
    rows = efgc.sweep(CAVE, vary={"p": "0:1:0.5"})
    table = rows.to_frame()
    assert table["value"].tolist() == [row.value for row in rows]
    assert "<table" in rows._repr_html_() and "<th>exploitability</th>" in rows._repr_html_()


def test_parameters_of_a_sweep_are_numbers_in_its_table():
    pytest.importorskip("pandas", reason="no pandas here: pip install pandas")
    rows = efgc.sweep([CAVE, MATRIX], vary={"level": "0,2"})
    table = rows.to_frame()
    assert table[table.level == 2].source.tolist() == [
        row.source for row in rows if row.level == "2"
    ]
    assert table.p.dropna().tolist() == [float(Fraction(row.p)) for row in rows if row.p]
    table = efgc.sweep(CAVE, vary={"p": ["1/4", 0.5], "miners": "1"}).to_frame()
    assert (table.p.tolist(), table.bandits.tolist()) == ([0.25, 0.5], [1, 1])
    assert set(table.asked) == {""}


# What a program keeps to itself.


def python(code, folder, **environment):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=100,
    )


def test_importing_loads_nothing_heavy(tmp_path):
    code = """
        import sys
        before = set(sys.modules)
        import efgc
        assert set(sys.modules) - before == {"efgc"}, set(sys.modules) - before
        from efgc import *
        assert {name for name in dir() if "a" <= name[0] <= "z"} - {"sys", "before", "efgc"} == {
            name for name in efgc.__all__ if name[0] > "Z"}
        assert {"EfgcError", "Result", "run"} <= set(dir(efgc))
        assert issubclass(InputError, EfgcError)
        assert efgc.Result.__name__ == "Result"
        try:
            efgc.sweeep
        except AttributeError as error:
            print(error)
    """
    ran = python(code, tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "module 'efgc' has no attribute 'sweeep'\n"), (
        ran.stderr
    )


def test_other_packages_with_the_names_of_our_folders_do_no_harm(tmp_path):
    for name in ("schemas", "stages", "pipeline"):
        (tmp_path / f"{name}.py").write_text("raise AssertionError('another package')")
    assert python("import efgc; print(efgc.run([[3]]).value)", tmp_path).stdout == "3\n"
    (tmp_path / "schemas.py").write_text("import efgc.schemas\nprint(efgc.schemas.__name__)\n")
    assert python("import schemas", tmp_path).stdout == "efgc.schemas\n"


def test_a_call_leaves_the_process_as_it_was(tmp_path):
    code = f"""
        import gc, os, signal, sys, threading, resource
        import efgc
        names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGCHLD", "SIGPIPE")]
        def state():
            return (
                gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), sys.excepthook,
                sys.unraisablehook, sys.stdout, sys.stderr, sys.getrecursionlimit(),
                sys.get_int_max_str_digits(), os.getcwd(), dict(os.environ), threading.enumerate(),
                resource.getrlimit(resource.RLIMIT_AS), signal.getitimer(signal.ITIMER_REAL),
                *(signal.getsignal(getattr(signal, name)) for name in names),
            )
        before = state()
        result = efgc.run({str(CAVE)!r}, time_limit=100)
        result.report("html"); result._repr_html_(); result.save("made")
        efgc.draw({str(CAVE)!r})
        for bad in ("x.txt", "1 2\\n3 x\\n", [[1, "x"]]):
            try:
                efgc.run(bad)
            except efgc.EfgcError:
                pass
            else:
                raise AssertionError(bad)
        try:
            efgc.run({str(ISLAND)!r}, time_limit=1e-6)
        except efgc.EfgcError as error:
            assert error.exit_code == 4
        after = state()
        assert after == before, [pair for pair in zip(before, after) if pair[0] != pair[1]]
    """
    ran = python(code, tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_alarm_of_a_program_rings_after_ours(tmp_path):
    code = f"""
        import signal, time
        import efgc
        rang = []
        signal.signal(signal.SIGALRM, lambda number, frame: rang.append(number))
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        began = time.monotonic()
        efgc.run({str(ISLAND)!r}, time_limit=100)
        while not rang and time.monotonic() < began + 20:
            time.sleep(0.01)
        assert rang
    """
    ran = python(code, tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.slow
def test_threads_solve_at_once(tmp_path):
    """Also with time limits of their own, and beside threads of other people."""
    code = f"""
        from concurrent.futures import ThreadPoolExecutor
        from fractions import Fraction
        import threading
        import efgc
        paths = [{str(CAVE)!r}, {str(ISLAND)!r}]
        jobs = [(paths[at % 2], Fraction(at % 7, 7)) for at in range(28)]
        def value(job):
            try:
                return efgc.run(job[0], p=job[1], time_limit=100).value_exact
            except efgc.EfgcError as error:
                return error
        plain = [value(job) for job in jobs]
        def late(job):
            try:
                efgc.run(job[0], time_limit=1e-6)
            except efgc.EfgcError as error:
                return error.exit_code
        with ThreadPoolExecutor(4) as pool:
            expected = pool.map(late, jobs[:8])
            assert list(pool.map(value, jobs)) == plain
            assert set(expected) == {{4}}
    """
    ran = python(code, tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_module_is_the_command_line(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-m", "efgc", "run", str(CAVE), "--brief"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0 and "exact value     201/100" in ran.stdout


def test_a_player_that_decides_once_needs_one_distribution():
    wide = [[3, -1, 2], [-2, 4, 0]]
    by_numbers = efgc.evaluate(wide, {0: [0.5, 0.5]})
    for mixed in ([0.5, 0.5], ("1/2", Fraction(1, 2)), np.array([0.5, 0.5])):
        assert efgc.evaluate(wide, mixed).guarantees == by_numbers.guarantees
    assert efgc.evaluate(wide, {"row 1": 0.5, "row 2": 0.5}).guarantees == by_numbers.guarantees
    assert efgc.evaluate(wide, [0.5, 0.5], {"column 1": 1}).exploitability == 1.25


def test_of_two_distributions_that_match_both_players_the_first_is_player_1s():
    by_numbers = efgc.evaluate(SQUARE, {0: [0.5, 0.5]}, {1: ["1/3", "2/3"]})
    assert by_numbers.guarantees == (0, Fraction(1, 3))
    for given in (([0.5, 0.5], ["1/3", "2/3"]), (np.array([0.5, 0.5]), (Fraction(1, 3), "2/3"))):
        found = efgc.evaluate(SQUARE, *given)
        assert found.guarantees == by_numbers.guarantees
        assert found.exploitability == by_numbers.exploitability == Fraction(1, 6)
    wide = [[3, -1, 2], [-2, 4, 0]]
    found = efgc.evaluate(wide, [1, 0, 0], [0.5, 0.5])  # Each matches only one player.
    assert found.guarantees == (Fraction(1, 2), 3)
    with pytest.raises(efgc.InputError, match="2 probabilities for 3 actions"):
        efgc.evaluate(wide, [0.5, 0.5], [0.5, 0.5])


def test_distributions_by_the_same_actions_of_both_players_are_told_apart():
    pandas = pytest.importorskip("pandas")
    names = ["R", "P", "S"]
    game = pandas.DataFrame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], index=names, columns=names)
    solved = efgc.run(game).strategies
    rock, paper = {"R": 1}, {"P": 1}
    for first, second in ((rock, paper), (pandas.Series(rock), paper), (rock, [0, 1, 0])):
        found = efgc.evaluate(game, first, second)
        assert (found.payoff, found.guarantees) == (-1, (-1, 1))
        by_number = efgc.evaluate(game, {1: rock}, second)  # The first one is player 2's.
        assert (by_number.payoff, by_number.guarantees) == (1, (-1, 1))
    for mixed in (rock, [1, 0, 0], pandas.Series(rock)):
        for settled, guarantees in ((solved[0], (0, 1)), (solved[1], (-1, 0))):
            assert efgc.evaluate(game, settled, mixed).guarantees == guarantees
            assert efgc.evaluate(game, mixed, settled).guarantees == guarantees
    with pytest.raises(efgc.InputError, match=r"in Python \{0: \{ACTION: 0.5, ...\}\}$"):
        efgc.evaluate(game, rock)
    with pytest.raises(efgc.InputError, match=r"both players; in Python \{0: \[0.5, ...\]\}"):
        efgc.evaluate(game, [1, 0, 0])
    plays = [one[0].plays for one in solved]
    assert efgc.evaluate(game, *plays).exploitability == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    "given, said",
    [
        ([0.5, 0.5], r"match both .* Python \{0: .*\} for player 1 and \{1: .*\} for player 2"),
        ([0.5, 0.6], "^<strategy>: the probabilities sum to 1.1, not 1"),
        (
            [1.5, -0.5],
            "^<strategy>: the probability '1.5' is above 1\n.*the probability '-0.5' is below 0",
        ),
        ((), "^<strategy>: there are no probabilities$"),
        ({}, "^<strategy>: there are no probabilities$"),
        ({"the start": {"row 1": None}}, "^<strategy>: 'the start': 'row 1': 'null' is not a num"),
        ({"row 1": np.nan, "row 2": 0.5}, "^<strategy>: 'the start': 'row 1': 'NaN' is not a num"),
        (
            {"row 1": "half"},
            "^<strategy>: 'the start': 'row 1': 'half' is not a number; write 0.25",
        ),
        ({"the start": [np.nan, 1]}, "^<strategy>: 'the start': 'NaN' is not a number; write"),
        ([None, 1], "^<strategy>: 'null' is not a number; write 0.25 or 1/4"),
        (np.array([np.nan, 1]), "^<strategy>: 'NaN' is not a number; write 0.25 or 1/4"),
        ([True, False], "^<strategy>: 'true' is not a number; write 0.25 or 1/4"),
        ([1, 2, 3], "neither player; a list has a number for each action of an information set"),
        ({0: [0.5, 0.6]}, "the probabilities sum to 1.1, not 1"),
    ],
)
def test_a_wrong_distribution_is_told_what_is_wrong(given, said):
    with pytest.raises(efgc.InputError, match=said):
        efgc.evaluate(SQUARE, given)


def test_the_guarantee_of_an_opponent_is_known():
    result = efgc.run(SQUARE)
    both = efgc.evaluate(SQUARE, result)
    for player in (0, 1):
        found = efgc.evaluate(SQUARE, result.strategies[player], result.strategies[1 - player])
        assert found.guarantees == both.guarantees == (result.value_exact,) * 2
    assert efgc.evaluate(SQUARE, "uniform:1").guarantees == (0, None)


@pytest.mark.parametrize("source", [[[3, -1], [-2, 4]], BLEND])
def test_a_result_is_copied_but_not_pickled(source):
    result = efgc.run(source)
    assert copy.copy(result) is copy.deepcopy(result) is result
    assert pickle.loads(pickle.dumps(result.to_dict())) == result.to_dict()
    with pytest.raises(
        TypeError, match="this result cannot be sent .*: send result.report.*, or use"
    ):
        pickle.dumps(result)


@pytest.mark.parametrize("source", [CAVE, CARDS, MATRIX])
def test_strategies_are_pickled(source):
    result = efgc.run(source)
    again = pickle.loads(pickle.dumps(result.strategies))
    assert [list(one) for one in again] == [list(one) for one in result.strategies]
    assert again[0][0] == again[0][again[0][0].label] and repr(again) == repr(result.strategies)
    if source != CARDS:
        assert efgc.evaluate(source, again).exploitability == 0


def test_evaluations_are_copied_but_not_pickled():
    found = efgc.evaluate(SQUARE, "uniform")
    assert copy.deepcopy(found) is found
    with pytest.raises(TypeError, match=r"this evaluation cannot .*: send evaluation.to_dict\(\)"):
        pickle.dumps(found)
    again = pickle.loads(pickle.dumps(found.strategies[0]))
    assert again.guarantee == found.strategies[0].guarantee
