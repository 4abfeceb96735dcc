"""What a file is, and what reads it: every kind of file is given to every command that reads
one.
"""

import re
import time

import pytest

from efgc.pipeline.cli import COMMANDS, efgc
from efgc.pipeline.files.kinds import KINDS, advice, kind, recognised
from efgc.pipeline.files.sources import SOURCES
from efgc.pipeline.files.text import SEQUENCE_FORM
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.levels import MANIFEST
from efgc.schemas.solution import COMPARISON
from efgc.stages.report import FORMATS
from efgc.stages.report.induction import INDUCTION_FORMATS
from said import but_files
from samples import SAMPLES
from small_games import ROOT
from source_code import HOME

ARTIFACTS = ROOT / "artifacts"
BUSHES, DUEL = ARTIFACTS / "two-bushes", ARTIFACTS / "droid-duel"
MATRIX = "0,-1\n1,0\n"
AGENT = "class Mine:\n    def get_best_move(self, own, other, change):\n        pass\n"
LEVELS, GRADES, REPORT, STAGES, CONTEST, EVALUATION, BOUNDS = (
    f'{{"format": "efgc/{name}", "version": 1}}\n'
    for name in (
        *("levels", "grades", "report", "induction-report", "droid-contest", "evaluation"),
        "bounds-report",
    )
)
FILES = {  # By kind: the name that such a file has, and its text.
    "solver": ("a.solver.yaml", (HOME / "stages/solve/solvers/glpsol.solver.yaml").read_text()),
    "liteefg-strategy": ("a.json", '[["0pb", [1.0, 0.0]]]\n'),
    "liteefg": ("a.game", "# coin\n\nnode / chance actions heads=1/2 tails=1/2\n"),
    "openspiel": ("a.txt", "openspiel:kuhn_poker"),
    "gambit": ("a.efg", (BUSHES / "two-bushes.efg").read_text()),
    "linear-program": ("a.lp", (BUSHES / "two-bushes.lp").read_text()),
    "rules": ("a.rules.yaml", SAMPLES["lamp.rules.yaml"]),
    "state-graph": ("a.states.yaml", (BUSHES / "two-bushes.states.yaml").read_text()),
    "source": ("a.yaml", (DUEL / "droid-duel.yaml").read_text()),
    "osposg": ("a.osposg", SAMPLES["patrol.osposg"]),
    "map": ("a.txt", (BUSHES / "two-bushes.txt").read_text()),
    "matrix": ("a.csv", MATRIX),
    "normal-form": ("a.nfg", 'NFG 1 R "x" { "a" "b" } { 2 2 }\n0 0 1 -1 1 -1 0 0\n'),
    "game": ("a.game.json", (BUSHES / "two-bushes.game.json").read_text()),
    "columns": ("a.columns.json", (BUSHES / "two-bushes.columns.json").read_text()),
    "solution": ("a.solution.json", (BUSHES / "two-bushes.solution.json").read_text()),
    "induction": ("a.solution.json", (DUEL / "droid-duel.solution.json").read_text()),
    "bounds": ("a.bounds.json", SAMPLES["coins.bounds.json"]),
    "sequence-form": ("a.npz", SEQUENCE_FORM),
    "report": ("a.report.json", REPORT),
    "induction-report": ("a.report.json", STAGES),
    "program-report": ("a.report.json", SAMPLES["program.report.json"]),
    "bounds-report": ("a.report.json", BOUNDS),
    "levels": ("levels.json", LEVELS),
    "certificate": ("a.certificate.json", (BUSHES / "two-bushes.certificate.json").read_text()),
    "induction-certificate": ("a.certificate.json", SAMPLES["duel.certificate.json"]),
    "program-certificate": ("a.certificate.json", SAMPLES["program.certificate.json"]),
    "strategy": ("a.strategy.json", SAMPLES["fork.strategy.json"]),
    "evaluation": ("a.json", EVALUATION),
    "transcript": ("a.transcript.json", SAMPLES["coins.transcript.json"]),
    "droid-agent": ("a.agent.json", (DUEL / "droid-duel.agent.json").read_text()),
    "droid-contest": ("a.json", CONTEST),
    "grades": ("a.json", GRADES),
    "network": ("a.json", '{"directed": true, "graph": {"format": "efgc/network"}}\n'),
    "stats": ("a.json", '{"format": "efgc/stats", "version": 1}\n'),
    "passes": ("a.json", '{"format": "efgc/passes", "version": 1}\n'),
    "diff": ("a.json", '{"format": "efgc/diff", "version": 1}\n'),
    "strategy-table": ("a.strategy.csv", SAMPLES["fork.strategy.csv"]),
    "openspiel-policy": ("a.json", '{"0pb": [[0, 1.0], [1, 0.0]]}\n'),
    "gambit-profile": ("a.json", "[[[1.0, 0.0]], [[0.5, 0.5]]]\n"),
    "gambit-equilibrium": ("a.txt", "NE,1,0,1/2,1/2\n"),
    "sweep": ("sweep.csv", SAMPLES["sweep.csv"]),
    "critical": ("critical.csv", SAMPLES["critical.csv"]),
    "comparison": ("a.csv", ",".join(COMPARISON) + "\nglpk,5.0,optimal,0.1,1.0,1,1\n"),
    "sweep-journal": ("sweep.journal", '0123456789abcdef ["", 0.0, []]\n'),
    "picture": ("a.svg", (ARTIFACTS / "goofspiel-4" / "goofspiel-4.svg").read_text()),
    "decision-problems": ("a.json", '{\n "decision_problem_pl1": [],\n'),
    "payoff-table": ("a.yaml", "payoffs: [[0, -1], [1, 0]]\n"),
    "vipr": ("a.vipr", "% by a solver\nVER 1.0\nVAR 1\nx\n"),
    "graphml": ("a.graphml", "<?xml version='1.0' encoding='utf-8'?>\n<graphml>\n"),
    "tikz": ("a.tex", "% a\n\\documentclass[tikz]{standalone}\n"),
    "dot": ("a.dot", "digraph tree {\n}\n"),
    "text-report": ("a.report.txt", (BUSHES / "two-bushes.report.txt").read_text()),
    "text-contest": (
        "a.txt",
        "Goofspiel, 4 cards, points, worth 0 to player 1\n",
    ),
    "text-table": ("a.txt", "Sweep of island-1.txt\np 0.5\n\nvalue to agent\n"),
    "text-grades": ("a.csv", "student,verdict,reason,file\n"),
    "python": ("a.py", AGENT),
    "solution-file": ("a.sol", (ROOT / "tests/stages/solve/solution_files/scip.txt").read_text()),
}
ASKED = {  # By reader: how a file, FILE, is given to it. The other files are right.
    "run": "run FILE",
    "draw": "draw FILE --depth 2",
    "parse": "parse FILE",
    "expand": "expand FILE",
    "lower": "lower FILE",
    "solve": "solve FILE",
    "solve --method regret": "solve FILE --method regret",
    "solve --method double-oracle": "solve FILE --method double-oracle",
    "report MAP BOUNDS": "report right.txt FILE",
    "solve PROGRAM --from": "solve right.lp --from FILE",
    "report": "report FILE right.solution.json",
    "report GAME SOLUTION": "report right.game.json FILE",
    "report GRAPH SOLUTION": "report right.states.yaml FILE",
    "report --on": "report right.game.json right.solution.json --on FILE",
    "report --with": "report right.game.json right.solution.json --format html --with FILE",
    "certify": "certify FILE right.solution.json",
    "certify GAME SOLUTION": "certify right.game.json FILE",
    "certify GRAPH SOLUTION": "certify right.states.yaml FILE",
    "certify PROGRAM SOLUTION": "certify right.lp FILE",
    "report PROGRAM SOLUTION": "report right.lp FILE",
    "lint": "lint FILE",
    "grade": "grade FILE --map right.txt --format json",
    "grade --map": "grade right.efg --map FILE",
    "compare-solvers": "compare-solvers FILE --solver glpk",
    "evaluate": "evaluate FILE right.strategy.csv",
    "evaluate GAME STRATEGY": "evaluate right.game.json FILE --no-solve",
    "lock": "lock FILE uniform",
    "lock GAME STRATEGY": "lock right.game.json FILE",
    "stats": "stats FILE",
    "export": "export FILE",
    "diff": "diff FILE FILE",
    "explore": "explore FILE --no-browser",
    "course": "course island-2018 FILE",
    "play": "play FILE",
    "play SOURCE --continue": "play right.txt --terminal --continue FILE",
    "play --agent1": "play droid-battle --agent1 FILE --agent2 random",
    "match": "match FILE random --games 0",
    "match --battle": "match random random --games 0 --battle FILE",
    "train --from": "train --from FILE",
}
BEYOND = {
    ("levels", "check"),
    # `grade` names --program for them.
    *(("python", f"{command} FILE.py:CLASS") for command in ("match", "play --agent1", "grade")),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for path in BUSHES.iterdir():
        (tmp_path / f"right{path.name.removeprefix('two-bushes')}").write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended(line, capfd):
    """Return exit code, stdout and stderr of a command in this folder, but for which files it
    wrote.
    """
    code = guarded(lambda: efgc(line.split(), prog_name="efgc", standalone_mode=False))
    printed, said = capfd.readouterr()
    return code, printed, but_files(said)


def test_tables_cover_every_kind_of_file_and_every_reader():
    assert list(FILES) == list(KINDS), "FILES has one of every kind, in this order"
    assert [recognised(text) for _, text in FILES.values()] == list(KINDS)
    readers = {reader for kind in KINDS.values() for reader in kind.readers}
    others = {reader for reader in readers if reader.startswith("check") or "FILE.py" in reader}
    assert readers - others == ASKED.keys(), "ASKED says how a file is given to each reader"
    asked = {reader.split()[0] for reader in ASKED} | {"check", "tournament", "examples"}
    # They read what `run` reads, and have a test for the refusal of anything else.
    asked |= {"sweep", "passes"}
    take_files = {
        name
        for name in COMMANDS
        if any(param.param_type_name == "argument" for param in efgc.get_command(None, name).params)
    }
    assert take_files <= asked, "each is among the readers of the kinds that it reads, in KINDS"


@pytest.mark.many
@pytest.mark.parametrize("reader", ASKED)
def test_a_file_given_to_the_wrong_command_names_the_right_one(reader, folder, capfd):
    for name, (file, text) in FILES.items():
        if reader in KINDS[name].readers or (name, f"{reader} FILE.py:CLASS") in BEYOND:
            continue
        (folder / file).write_text(text)
        code, printed, said = ended(ASKED[reader].replace("FILE", file), capfd)
        message = f"this is {advice(KINDS[name], reader)}"
        assert code == 1, (name, said)
        if reader == "grade":  # A hand-in that is none does not end the others.
            assert (said, message in printed) == ("", True)
        else:
            # The advice to type a command has the one that was given.
            expected, typed, _ = f"{file}: {message}\n".partition("; type `")
            assert printed == "" and said.partition("; type `")[:2] == (expected, typed)
        assert re.search("`efgc [a-z]+|no source yet|; no command reads it$", message)


QUICK = [
    (name, reader)
    for name, kind in KINDS.items()
    for reader in kind.readers
    if reader in ASKED
    and reader.split()[0] not in ("explore", "play", "train", "match", "solve")
    or reader == "solve"
]
WORKS = {("gambit", reader) for reader in ("run", "parse", "lint", "grade")} | {
    ("osposg", "run"),
    ("osposg", "parse"),
    ("linear-program", "grade"),
    ("linear-program", "run"),
    ("linear-program", "solve"),
    ("linear-program", "compare-solvers"),
    ("state-graph", "run"),
    ("state-graph", "expand"),
    ("source", "run"),
    ("source", "parse"),
    ("map", "run"),
    ("map", "parse"),
    ("map", "course"),
    ("map", "grade --map"),
    ("game", "run"),
    ("matrix", "run"),
    ("matrix", "parse"),
    ("matrix", "draw"),
    ("gambit", "draw"),
    ("game", "draw"),
    ("game", "lower"),
    ("game", "report"),
    ("game", "certify"),
    ("game", "report --on"),
    ("solution", "report GAME SOLUTION"),
    ("solution", "certify GAME SOLUTION"),
}


@pytest.mark.many
@pytest.mark.parametrize("name, reader", QUICK)
def test_every_named_reader_reads_its_files(name, reader, folder, capfd):
    file, text = FILES[name]
    (folder / file).write_text(text)
    code, printed, said = ended(ASKED[reader].replace("FILE", file), capfd)
    assert f"{file}: this is" not in said
    assert (name, reader) not in WORKS or (code, bool(printed) or reader == "lint") == (0, True), (
        said
    )


@pytest.mark.parametrize(
    "text",
    [
        MATRIX,
        "1 2 3\n4 5 6\n",
        "0.5;1\n-1;0\n",
        "1/2\t1\n0\t.5\n",
        ",l,r\nu,1,-1\nd,-1,1\n",
        "[[1, -1], [-1, 1]]\n",
        "1,2,3\n",
        "1,0,\n0,1,\n",
        "- [0, -1]\n- [1, 0]\n",
        "# payoffs to the row\n1e0 2e0\n3e0 4e0\n",
        "1,\n",
        "1,\n2,\n",
        "1,2\n",
        "1 2 3\n4 5 x\n7 8\n",
        "\u22121 2\n3 4\n",
        ',"a ""b"", c",2\n1,0,5\n2,3,4\n',
    ],
)
def test_a_matrix_is_recognised(text):
    assert recognised(text) == "matrix"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear all,\n",
        "2 0.33\n",
        "3\n5\n",
        "- a\n",
        "[" * 1000,
        "max\n",
        "1 2\n3\n",
        "2 0.33\nab cd\n",
        "student,verdict,reason,nodes\na,same,1,2\nb,same,1,2\n",
        "player,information_set,action,probability\n2,0,e1 e2,1\n2,2,take,1\n2,2,fight,0\n",
        "player,information_set,loss,reach,best_action\n1,1,.2,1.0,up\n1,2,.1,1.0,up\n",
        '{"game": 1}',
    ],
)
def test_a_text_that_may_be_another_broken_file_is_not_a_matrix(text):
    assert recognised(text) not in ("matrix", "map")
    assert kind(text) in KINDS


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 100_000 + "x",
        " " * 100_000,
        "\t\n" * 50_000,
        "1" * 100_000 + "x",
        "1 " * 50_000 + "x",
        "[" * 100_000,
        "{" * 100_000,
        "-" * 100_000,
        "3\n" + "\n" * 100_000 + "x",
        "value " + " " * 100_000,
        "x, rules " * 10_000,
        "#" * 100_000,
        "*\n" * 50_000,
    ],
)
def test_no_text_takes_long(text):
    before = time.process_time()
    kind(text)
    assert time.process_time() - before < 20


@pytest.mark.parametrize(
    "reader",
    [
        reader
        for reader in ASKED
        if reader
        not in (
            *("run", "parse", "draw", "evaluate", "explore", "play", "play --agent1", "match"),
            *("stats", "export", "diff"),
        )
    ],
)
def test_names_of_openspiel_games_and_level_folders_are_recognised(reader, folder, capfd):
    (folder / "levels").mkdir()
    (folder / "levels" / MANIFEST).write_text(LEVELS)
    for name, words in (
        ("openspiel:kuhn_poker", advice(KINDS["openspiel"], reader)),
        ("levels", "a folder of level files; `efgc check`, `efgc run SOURCE --levels` and"),
    ):
        code, printed, said = ended(ASKED[reader].replace("FILE", name), capfd)
        words = words.partition("; type `")[0]
        assert code == 1 and (
            f"{name}: this is {words}" in said or reader == "grade" and words in printed
        )


def test_run_continues_from_the_stage_of_an_artifact(folder, monkeypatch, capfd):
    """The same bytes as from the source; what is there already is not written again."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    made = {path.name: path.read_text() for path in folder.iterdir()}
    graph, game = "right.states.yaml", "right.game.json"
    for source, before in ((graph, {graph}), (game, {graph, game})):
        code, printed, said = ended(f"run {source} -o {source}.d/", capfd)
        assert (code, printed, said) == (0, made["right.report.txt"], "")
        written = {path.name: path.read_text() for path in (folder / f"{source}.d").iterdir()}
        stages = ("states.yaml", "game.json", "lp", "columns.json", "solution.json", "report.txt")
        assert written == {
            name: made[name]
            for name in (f"right.{suffix}" for suffix in stages)
            if name not in before
        }
    assert ended("run right.states.yaml -o .", capfd)[::2] == (0, "")
    assert ended("run right.game.json --unroll", capfd)[::2] == (
        2,
        "right.game.json: --unroll is for sources that are expanded to a game; this is a game "
        "already\n",
    )
    assert ended("run right.states.yaml --rules cave-2023", capfd)[::2] == (
        2,
        "right.states.yaml: --rules cave-2023 is for maps; this is a state graph already\n",
    )
    assert ended("parse right.efg -O 1", capfd)[::2] == (
        2,
        "right.efg: -O 1 is for maps, rules, .osposg files, and sources with a `game`; this is a "
        "Gambit file\n",
    )


GAMES = {  # What is written of each kind of game, by the formats of its report.
    "two-bushes.txt": tuple(name for name in FORMATS if name != "openspiel"),
    "goofspiel-3.yaml": tuple(INDUCTION_FORMATS),
    "droid-duel.yaml": ("text", "json"),
    "cave-example.efg": ("text", "json"),
}


@pytest.mark.parametrize("source, formats", GAMES.items())
def test_check_knows_all_that_run_writes(source, formats, folder, capfd):
    [path] = ARTIFACTS.glob(f"*/{source}")
    for words in [*(("--format", name) for name in formats), ("--through", "lower")]:
        line = ["run", str(path), "-o", "d", *words]
        assert guarded(lambda line=line: efgc(line, standalone_mode=False)) == 0
    assert ended(f"expand {folder}/right.states.yaml -o d/right.efg", capfd)[0] == 0
    files = sorted(str(path) for path in (folder / "d").iterdir())
    assert len(files) > len(formats) + 1
    code, printed, said = ended(f"check {' '.join(files)}", capfd)
    form = re.findall("^(.*): .*, (?:no problems|nothing to check|well formed; .*)$", printed, re.M)
    assert (code, said, form) == (0, "", files)


def test_check_knows_grades_and_contests(folder, capfd):
    for format in ("text", "csv", "json"):
        ended(
            (
                f"grade right.efg --map right.txt --rules island-2020 --format {format} -o "
                f"grades.{format}"
            ),
            capfd,
        )
    for format in ("text", "json"):
        ended(
            (
                f"match random random --games 0 --battle {DUEL}/droid-duel.yaml --format "
                f"{format} -o "
                f"match.{format}"
            ),
            capfd,
        )
    names = "grades.csv grades.json grades.text match.json match.text"
    code, printed, said = ended(f"check {names}", capfd)
    assert (code, said, len(printed.splitlines())) == (0, "", 5)


@pytest.mark.parametrize("name", SOURCES)
def test_check_knows_every_source(name, folder, capfd):
    file, text = FILES[name]
    (folder / file).write_text(text)
    code, printed, said = ended(f"check {file}", capfd)
    assert (code, printed) == (0, f"{file}: {name.replace('-', ' ')}, no problems\n") or (
        "is not installed" in said
    )


def test_check_names_foreign_files(folder, capfd):
    (folder / "a.py").write_text(AGENT)
    (folder / "a.sol").write_text(FILES["solution-file"][1])
    code, printed, said = ended("check a.py a.sol right.lp", capfd)
    assert (code, printed) == (1, "right.lp: linear program, no problems\n")
    assert said == (
        f"a.py: this is {advice(KINDS['python'])}\n"
        "a.sol: this is a solver's solution file; `efgc solve PROGRAM --from` reads it\n"
    )


@pytest.mark.parametrize(
    "name, game",
    [("kuhn/kuhn.rules.yaml", "game.json"), ("goofspiel-3/goofspiel-3.yaml", "states.yaml")],
)
def test_a_source_is_solved_before_it_is_certified(name, game, capfd):
    code, _, said = ended(f"certify {ROOT / 'artifacts' / name}", capfd)
    words = f"`efgc run FILE -o DIR`, then `efgc certify DIR/*.{game} DIR/*.solution.json`"
    assert code == 1 and words in said
