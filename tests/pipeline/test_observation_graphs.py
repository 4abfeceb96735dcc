"""State graphs of version 2 with every command."""

import json
import re
import shutil
from fractions import Fraction

import jsonschema
import networkx
import pytest
from click.testing import CliRunner

import efgc as python
from commands import refused
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.state_graph import read
from observation_graphs import BURGLAR, KUHN, rounds
from small_games import ARTIFACTS, ROOT

GRAPHS = {"kuhn": KUHN, "burglar": BURGLAR}
VALUES = {"kuhn": Fraction(-1, 18), "burglar": Fraction(2599, 2500)}
ISLAND = ARTIFACTS / "island-1" / "island-1.txt"
TEN_TO_TEN = rounds(10)
ADVICE = "this is a state graph of version 2: `efgc run` solves it as a linear program"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (*GRAPHS.items(), ("rounds", TEN_TO_TEN)):
        (tmp_path / f"{name}.states.yaml").write_text(text)
    return tmp_path


def ended(*words, stdin=None):
    run = CliRunner().invoke(efgc, [str(word) for word in words], input=stdin)
    return run.exit_code, run.stdout


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("level", [[], ["-O", "0"], ["-O", "1"], ["-O", "2"], ["--unroll"]])
def test_every_level_has_the_same_value(files, name, level):
    code, printed = ended("run", f"{name}.states.yaml", *level, "--format", "json")
    assert code == 0 and json.loads(printed)["value_exact"] == str(VALUES[name])


@pytest.mark.parametrize("name", GRAPHS)
def test_python_has_the_same_results(files, name):
    found = python.run(f"{name}.states.yaml")
    assert found.value_exact == VALUES[name]
    assert python.run(GRAPHS[name]).value_exact == VALUES[name]
    measured = python.stats(f"{name}.states.yaml")
    of_game = python.stats(f"{name}.states.yaml", of="game")
    assert measured["plays"] == of_game["plays"]
    assert measured["histories"] == str(of_game["nodes"])
    infosets = {
        player: str(sum(sizes.values())) for player, sizes in of_game["information_sets"].items()
    }
    assert measured["infosets"] == infosets


def test_statistics_of_ten_billion_histories_are_counted_without_listing_them(files):
    code, printed = ended("stats", "rounds.states.yaml", "--format", "json")
    found = json.loads(printed)
    assert code == 0 and found["nodes"] == 21
    assert found["plays"] == str(9**10)
    assert found["histories"] == str(sum(9**at + 3 * 9**at for at in range(10)) + 9**10)
    code, printed = ended("stats", "rounds.states.yaml")
    assert "\nhistories     5,230,176,601\n" in printed and " information sets\n" in printed


KUHN_TABLE = "player,state,action,probability\n" + "".join(
    f"2,{deal} {after},{label},{share}\n"
    for deal in ("JQ", "QJ", "QK")
    for after, shares in (("check", "check 1|bet 0"), ("bet", "fold 1/3|call 2/3"))
    for label, share in (each.split() for each in shares.split("|"))
)


def test_a_large_game_is_evaluated_without_listing_it(files):
    code, printed = ended(
        *("evaluate", "kuhn.states.yaml", "uniform", "--max-histories", "54", "--format", "json")
    )
    found = json.loads(printed)
    schema = json.loads((ROOT / "schemas" / "evaluation.schema.json").read_text())
    assert code == 0 and list(jsonschema.Draft202012Validator(schema).iter_errors(found)) == []
    assert found["nash_conv"]["lower"] <= 11 / 12 <= found["nash_conv"]["upper"]
    assert (found["nodes"], found["histories"], found["losses"]) == (None, "55", None)
    assert found["matches"][0]["payoff"]["exact"] == "1/8"
    listed = json.loads(ended("evaluate", "kuhn.states.yaml", "uniform", "--format", "json")[1])
    assert "histories" not in listed and listed["nodes"] == 55
    for one, other in zip(found["strategies"], listed["strategies"], strict=True):
        guarantee = other["guarantee"]
        assert one["guarantee"]["lower"] <= guarantee["lower"] <= guarantee["upper"]
        assert guarantee["upper"] <= one["guarantee"]["upper"]
        assert one["answered"] is one["play"] is one["information_sets"] is None
    (files / "evaluation.json").write_text(printed)
    assert ended("check", "evaluation.json")[0] == 0


def test_a_table_of_states_is_evaluated_on_the_graph(files, capfd):
    (files / "bob.csv").write_text(KUHN_TABLE)
    code, printed = ended("evaluate", "kuhn.states.yaml", "bob.csv", "first:1")
    assert code == 0 and "\nguarantee  " in printed
    assert "\nnot listed  " in printed and "Ann the opponent's strategy" not in printed
    code, said = refused(capfd, "evaluate", ISLAND, "bob.csv")
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("bob.csv:1:1: names states, but this is a game: `efgc evaluate GRAPH")
    (files / "bob.csv").write_text(KUHN_TABLE + "2,KJ bet,fold,1\n2,KJ bet,call,0\n")
    code, said = refused(capfd, "evaluate", "kuhn.states.yaml", "bob.csv")
    assert code == 1 and "Bob cannot tell the states" in said


def test_bounds_of_regret_minimisation_are_evaluated(files):
    rules = ROOT / "tests" / "games" / "rules" / "leduc.rules.yaml"
    regret = ("--method", "regret", "--gap", "0.1")
    assert ended("run", rules, *regret, "--through", "solve", "-o", "made")[0] == 0
    bounds = json.loads((files / "made" / "leduc.bounds.json").read_text())
    line = ("evaluate", rules, "made/leduc.bounds.json", "--format", "json")
    code, printed = ended(*line)
    first, second = (one["guarantee"] for one in json.loads(printed)["strategies"])
    assert code == 0 and abs(first["lower"] - bounds["lower_bound"]) < 1e-9
    assert abs(second["upper"] - bounds["upper_bound"]) < 1e-9


@pytest.mark.parametrize(
    "option", [["--best-response", "a.csv"], ["--format", "csv"], ["--solve"], ["--solver", "glpk"]]
)
def test_what_needs_the_listed_game_is_refused(files, capfd, option):
    line = ["evaluate", "rounds.states.yaml", "uniform", *option]
    code, said = refused(capfd, *line)
    needs = f"{' '.join(option[:1] if option[0] != '--format' else option)} needs the listed game"
    assert code == 2 and said.startswith(f"rounds.states.yaml: {needs}, but this one is evaluated")
    assert "it has 5,230,176,601 histories" in said


def test_a_policy_of_a_game_that_cannot_be_listed_is_refused_with_advice(files, capfd):
    (files / "policy.json").write_text('{"0pb": [[0, 1.0]]}')
    code, said = refused(capfd, "evaluate", "rounds.states.yaml", "policy.json")
    assert code == 4 and "has 5,230,176,601 histories" in said
    assert "a state graph has neither information sets by number nor OpenSpiel's" in said


def test_python_evaluates_on_the_graph(files):
    found = python.evaluate("kuhn.states.yaml", "uniform", max_histories=54)
    assert abs(found.nash_conv - 11 / 12) < 1e-9 and found.players == ("Ann", "Bob")
    first, _ = found.strategies
    assert first.answer is first.answered is None
    assert found.guarantees[0] <= -5 / 12 and found.gains[1] > 0.5
    alone = python.evaluate("kuhn.states.yaml", KUHN_TABLE)
    assert alone.gains == (0, None) and alone.nash_conv is None
    with pytest.raises(python.OptionError):
        found.report("csv")


def test_a_network_has_what_the_players_see(files):
    code, _ = ended("export", "burglar.states.yaml", "-o", "a.graphml")
    assert code == 0
    found = networkx.read_graphml("a.graphml", node_type=int, edge_key_type=int)
    loud = next(one for *_, one in found.edges.data() if one["label"] == "loud")
    assert (loud["player_1_sees"], loud["player_2_sees"]) == ("noise", "noise")
    assert found.graph["limit"] == 6
    _, printed = ended("export", "kuhn.states.yaml")
    assert printed.count("sees") == 2 * 6  # The deals; all others are the usual ones.


@pytest.mark.parametrize(
    "words", [["graph"], ["tree"], ["tree", "--plain"], ["matrix"]], ids=" ".join
)
@pytest.mark.parametrize("name", GRAPHS)
def test_every_picture_can_be_drawn(files, name, words):
    for suffix in ("svg", "tex"):
        path = f"a.{suffix}"
        assert ended("draw", f"{name}.states.yaml", "--picture", *words, "-o", path)[0] == 0
    code, printed = ended("draw", f"{name}.states.yaml", "--picture", *words)
    assert code == 0 and len(printed) > 100


@pytest.mark.parametrize("picture", ["map", "chart", "board"])
def test_other_pictures_are_refused(files, capfd, picture):
    code, said = refused(capfd, "draw", "kuhn.states.yaml", "--picture", picture)
    assert code == 2
    assert said == (
        f"kuhn.states.yaml: --picture {picture} is not for a state graph; known are graph, tree, "
        "matrix\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "kuhn.states.yaml"],
        ["report", "kuhn.states.yaml", "a.solution.json"],
        ["certify", "kuhn.states.yaml", "a.solution.json"],
    ],
    ids=lambda words: words[0],
)
def test_commands_of_public_games_say_what_to_do(files, capfd, words):
    shutil.copy(ARTIFACTS / "kuhn" / "kuhn.solution.json", "a.solution.json")
    code, said = refused(capfd, *words)
    assert code == 1 and said.startswith(f"kuhn.states.yaml: {ADVICE}") and said.count("\n") == 1


@pytest.mark.parametrize(
    "words, said",
    [
        (["solve", "kuhn.states.yaml", "--forecast"], "--forecast is for Goofspiel"),
        (
            ["match", "--battle", "kuhn.states.yaml", "minimax", "minimax"],
            "kuhn.states.yaml: is neither a droid battle nor Goofspiel",
        ),
        (
            ["run", "kuhn.states.yaml", "--rules", "island-2013"],
            "--rules island-2013 is for maps; this is a state graph already",
        ),
        (
            ["expand", "kuhn.states.yaml", "--round", "x"],
            "--round is for state graphs of Goofspiel",
        ),
        (
            ["run", "rounds.states.yaml"],
            "has 5,230,176,601 histories, more than the limit of 2,000,000; "
            "`efgc run FILE --method regret`, or with `--method double-oracle`, bounds its value",
        ),
        (["parse", "kuhn.states.yaml"], "this is a state graph; `efgc run`"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_what_has_no_meaning_is_refused_in_one_line(files, capfd, words, said):
    code, printed = refused(capfd, *words)
    assert code in (1, 2, 4) and said in printed and printed.count("\n") == 1


def test_a_graph_with_too_many_nodes_can_still_be_bounded(capfd):
    rules = ARTIFACTS / "patrol" / "patrol.rules.yaml"
    code, said = refused(capfd, "run", str(rules), "-O", "2", "--max-histories", "50")
    assert code == 4 and said.endswith(
        "patrol.rules.yaml: the game of 1,357 histories has more than 50 nodes, the limit of "
        "--max-histories; `efgc run FILE --method regret`, or with `--method double-oracle`, "
        "bounds its value without listing them\n"
    )


@pytest.mark.parametrize("words", [["run"], ["expand"], ["stats"]], ids=" ".join)
def test_a_limit_of_a_billion_moves_is_refused_at_once(files, capfd, words):
    (files / "huge.states.yaml").write_text(BURGLAR.replace("moves: 6", "moves: 1000000000"))
    code, said = refused(capfd, *words, "huge.states.yaml")
    assert code == 4 and "the graph up to its limit of moves has more than" in said
    assert said.count("\n") == 1
    assert ended("draw", "huge.states.yaml")[0] == 0
    assert ended("check", "huge.states.yaml")[0] == 0


def test_a_game_can_be_played(files):
    words = ["play", "kuhn.states.yaml", "--terminal", "--seed", "3", "-o", "a.json"]
    code, printed = ended(*words, stdin="1\n1\n1\n1\n")
    assert code == 0 and "Kuhn poker" in printed and "luck of chance" in printed
    code, printed = ended("check", "a.json", "kuhn.states.yaml")
    assert code == 0 and "a.json: was made from kuhn.states.yaml" in printed


def test_strategies_are_evaluated_on_the_graph(files):
    assert ended("run", "burglar.states.yaml", "--format", "csv", "-o", "a.csv")[0] == 0
    code, printed = ended("evaluate", "burglar.states.yaml", "a.csv")
    assert code == 0 and "result          1.0396 to thief" in printed


def steps(name):
    """Run the single steps from a graph to its solution."""
    for words in (
        ["expand", f"{name}.states.yaml", "-o", f"{name}.game.json"],
        ["lower", f"{name}.game.json", "-o", f"{name}.lp"],
        ["solve", f"{name}.lp", "-o", f"{name}.solution.json"],
    ):
        assert ended(*words)[0] == 0


def test_files_of_the_single_steps_agree(files):
    steps("burglar")
    code, printed = ended("check", "burglar.states.yaml", "burglar.game.json", "burglar.lp")
    assert code == 0
    assert "burglar.game.json: is what `efgc expand` makes of burglar.states.yaml" in printed
    _, printed = ended("check", "kuhn.states.yaml", "burglar.game.json")
    assert "not verified against kuhn.states.yaml" in printed


def test_a_forged_solution_by_backward_induction_is_refused(files, capfd):
    solution = (ARTIFACTS / "goofspiel-3" / "goofspiel-3.solution.json").read_text()
    digest = read(KUHN).digest
    forged = re.sub(r'("graph_sha256": ")[0-9a-f]+', rf"\g<1>{digest}", solution)
    (files / "a.solution.json").write_text(forged)
    code = guarded(
        lambda: efgc(["check", "a.solution.json", "kuhn.states.yaml"], standalone_mode=False)
    )
    said = capfd.readouterr().err
    assert code == 5 and "a graph of version 2 has no such file" in said


def test_a_page_shows_the_graph_beside_a_report(files, capfd):
    steps("burglar")
    words = ["report", "burglar.game.json", "burglar.solution.json", "--format", "html"]
    assert ended(*words, "--with", "burglar.states.yaml", "-o", "a.html")[0] == 0
    assert "to: noise, reward: 1/10" in (files / "a.html").read_text()
    code, said = refused(capfd, *words, "--with", "kuhn.states.yaml", "-o", "b.html")
    assert code == 1
    assert (
        said == "kuhn.states.yaml: is not the state graph of the game: it expands to another one\n"
    )


def test_the_page_of_a_run_has_the_graph_and_its_text(files):
    assert ended("run", "burglar.states.yaml", "--format", "html", "-o", "a.html")[0] == 0
    page = (files / "a.html").read_text()
    assert "to: noise, reward: 1/10" in page
    assert '<section id="graph"' in page and "loud [1: noise, 2: noise] (1/3)</text>" in page


def test_the_page_of_a_large_graph_has_no_drawing(files):
    head, states = rounds(0).split("  r0a")
    lines = [f"  r{at}a: {{actor: Ann, moves: {{x: r{at + 1}a}}}}\n" for at in range(300)]
    (files / "long.states.yaml").write_text(f"{head}{''.join(lines)}  r300a{states}")
    assert ended("run", "long.states.yaml", "--format", "html", "-o", "a.html")[0] == 0
    assert '<section id="graph"' not in (files / "a.html").read_text()


def test_a_sweep_compares_graphs(files):
    code, _ = ended("sweep", "kuhn.states.yaml", "burglar.states.yaml", "-o", "a.csv")
    assert code == 0
    rows = (files / "a.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["kuhn.states.yaml", "burglar.states.yaml"]


def test_gambit_gets_a_tree(files):
    assert ended("expand", "burglar.states.yaml", "--format", "gambit", "-o", "a.efg")[0] == 0
    code, printed = ended("run", "a.efg", "--format", "json")
    assert code == 0 and json.loads(printed)["value_exact"] == str(VALUES["burglar"])
