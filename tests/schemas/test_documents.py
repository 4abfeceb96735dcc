"""The documents of the artifacts: samples, tables and JSON Schemas against each other and against
the code.
"""

import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

import artifact_pages
from card_games import leduc
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.kinds import STRATEGY_KINDS
from efgc.pipeline.files.kinds import kind as kind_of
from efgc.pipeline.levels.store import Store
from efgc.schemas import (
    bounds,
    bounds_report,
    certificate,
    columns,
    critical,
    droid_agent,
    droid_contest,
    evaluation,
    game,
    grades,
    induction,
    induction_certificate,
    induction_report,
    levels,
    linear_program,
    program_certificate,
    program_report,
    report,
    solution,
    state_graph,
    strategy,
    sweep,
    transcript,
)
from efgc.schemas.parts import counts
from efgc.schemas.parts.documents import json_data, read_json, read_yaml
from efgc.schemas.parts.problems import InputError
from efgc.schemas.rules import RULES as PUBLIC_RULES
from efgc.schemas.rules.droid_battle import opening, write_position
from efgc.schemas.rules.goofspiel import Position, deal
from efgc.schemas.state_graph.listing import listed
from efgc.stages.expand import expand
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import REDUCTIONS as FOLDS
from efgc.stages.lower import lower
from efgc.stages.parse import LEVELS, REDUCTIONS, RULES, parse
from efgc.stages.parse.games import MAX_LISTED, read_source_text
from efgc.stages.parse.maps import read_map
from efgc.stages.report import FORMATS
from efgc.stages.report import report as verify
from efgc.stages.report.exact import from_basis as exact
from efgc.stages.report.exact import simple_fractions
from efgc.stages.report.induction import EXACT_STATES, INDUCTION_FORMATS, report_induction
from efgc.stages.report.induction.state_by_state import EXACT_GAMES
from efgc.stages.solve import BUILT_IN, KERNEL, SOLVERS, available, solve
from efgc.stages.solve.induction import solve_graph
from plain_forms import plain
from said import unstamped
from samples import COMMANDS, INDEX, PAGES, SAMPLES, made
from small_games import ARTIFACTS, ROOT, WITH_BASIS, game_of, island, solved, there

PUBLIC_PAGES = {name.replace("-", "_") for name in PUBLIC_RULES}
DOCUMENTS = "\n".join((INDEX, *PAGES.values()))
WORDS = " ".join(DOCUMENTS.split())
TABLES = {
    name: set(re.findall(r"^\| `([\w.\[\]]+)` \|", text, re.MULTILINE))
    for name, text in PAGES.items()
}

KINDS = {  # Module and reader of plain data, by the name of the format.
    "state-graph": (state_graph, read_yaml),
    "observation-graph": (state_graph, read_yaml),
    "game": (game, json.loads),
    "columns": (columns, json.loads),
    "solution": (solution, json.loads),
    "report": (report, json.loads),
    "certificate": (certificate, json.loads),
    "strategy": (strategy, json.loads),
    "induction": (induction, json.loads),
    "induction-certificate": (induction_certificate, json.loads),
    "program-certificate": (program_certificate, json.loads),
    "program-report": (program_report, json.loads),
    "induction-report": (induction_report, json.loads),
    "levels": (levels, json.loads),
    "droid-agent": (droid_agent, json.loads),
    "droid-contest": (droid_contest, json.loads),
    "grades": (grades, json.loads),
    "evaluation": (evaluation, json.loads),
    "transcript": (transcript, json.loads),
    "bounds": (bounds, json.loads),
    "bounds-report": (bounds_report, json.loads),
}
NAMES = {kind: module.__name__.removeprefix("efgc.schemas.") for kind, (module, _) in KINDS.items()}
NAMES["observation-graph"] = "observation_graph"  # Version 2 has a page and a schema of its own.
GRAPHS = {"state-graph": 1, "observation-graph": 2}
"""The versions that one module reads."""
UNREAD = (  # By any stage.
    *("report", "induction-report", "program-report", "droid-contest", "grades", "evaluation"),
    "bounds-report",
)
SCHEMAS = {
    kind: json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    for kind, name in NAMES.items()
}


def recognise(text):
    """Return the kind of a text; state graphs of version 2 are a kind of their own."""
    found = kind_of(text)
    is_new = found == "state-graph" and state_graph.is_version_2(text)
    return "observation-graph" if is_new else found


ARTIFACT = {name: recognise(text) for name, text in SAMPLES.items()}
FILES = {
    path: recognise(path.read_text(encoding="utf-8"))
    for path in sorted(ARTIFACTS.glob("*/*"))
    if path.suffix in (".json", ".yaml")
}


def parsed(name, **options):
    """Return the state graph of a sample."""
    return parse(SAMPLES[name], hashlib.sha256(SAMPLES[name].encode()).hexdigest(), name, **options)


def refusals(kind, text):
    """Return what the JSON Schema of a kind finds wrong with a text."""
    return list(jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(KINDS[kind][1](text)))


def keys(schema, root, path=""):
    """Yield the paths of all keys that a JSON Schema knows, as the tables write them."""
    if "$ref" in schema:
        yield from keys(root["$defs"][schema["$ref"].rpartition("/")[2]], root, path)
    for part in schema.get("oneOf", ()):
        yield from keys(part, root, path)
    for key, part in schema.get("properties", {}).items():
        yield f"{path}.{key}".lstrip(".")
        yield from keys(part, root, f"{path}.{key}".lstrip("."))
    if isinstance(schema.get("additionalProperties"), dict):
        free = "LABEL" if path.endswith("moves") else "NAME"
        yield from keys(schema["additionalProperties"], root, f"{path}.{free}")
    if "items" in schema:
        yield from keys(schema["items"], root, f"{path}[]")


def objects(schema):
    """Yield all parts of a JSON Schema that describe a mapping with fixed keys."""
    for part in (
        schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    ):
        yield from objects(part)
    if isinstance(schema, dict) and schema.get("type") == "object" and "properties" in schema:
        yield schema


def test_there_are_samples_of_every_artifact():
    assert sorted(SAMPLES) == [
        "bluff.csv",
        "coins.bounds.json",
        "coins.efg",
        "coins.evaluation.json",
        "coins.game.json",
        "coins.report.json",
        "coins.transcript.json",
        "critical.csv",
        "duel.certificate.json",
        "duel.report.json",
        "duel.solution.json",
        "duel.states.yaml",
        "duel.yaml",
        "fork.certificate.json",
        "fork.columns.json",
        "fork.game.json",
        "fork.lp",
        "fork.mps",
        "fork.ne.txt",
        "fork.profile.json",
        "fork.report.json",
        "fork.solution.json",
        "fork.states.yaml",
        "fork.strategy.csv",
        "fork.strategy.json",
        "fork.txt",
        "glade.txt",
        "inspection.csv",
        "inspection.game.json",
        "inspection.nfg",
        "kuhn.policy.json",
        "lamp.rules.yaml",
        "large.solution.json",
        "large.states.yaml",
        "late.efg",
        "late.grades.json",
        "manifest.json",
        "meet.columns.json",
        "meet.game.json",
        "meet.lp",
        "meet.states.yaml",
        "meet.txt",
        "night.states.yaml",
        "patrol.osposg",
        "poker.states.yaml",
        "program.certificate.json",
        "program.report.csv",
        "program.report.json",
        "rivals.json",
        "rookie.agent.json",
        "skirmish.yaml",
        "sweep.csv",
        "tunnel.states.yaml",
        "tunnel.txt",
        "value.py",
    ]
    others = {
        "matrix",
        "normal-form",
        "rules",
        "map",
        "source",
        "gambit",
        "osposg",
        "linear-program",
        "text-report",
        "sweep",
        "critical",
        *STRATEGY_KINDS,
    }
    assert set(ARTIFACT.values()) == {*KINDS, *others}
    # And the commands, how matrices are read, and situations on a map.
    assert DOCUMENTS.count("```") == 2 * (len(SAMPLES) + 3)
    assert len(re.findall("^File `", DOCUMENTS, re.MULTILINE)) == len(SAMPLES)


def test_an_artifact_has_a_module_a_page_and_a_json_schema_of_one_name():
    schemas = {path.name for path in (ROOT / "schemas").glob("*.schema.json")}
    assert schemas == {f"{name}.schema.json" for name in NAMES.values()}
    sources = {"map", "gambit_file", "matrix", "linear_program", "reductions", "sweep"}
    sources |= {"critical", "osposg", "rules_file"}
    assert PAGES.keys() == {*NAMES.values(), *sources, *PUBLIC_PAGES}


def test_a_game_of_public_states_has_a_page_and_its_fields_in_the_schema():
    pages = {path.stem for path in (ROOT / "schemas" / "rules").glob("*.md")}
    assert pages == PUBLIC_PAGES, "in schemas/rules/"
    forms = SCHEMAS["state-graph"]["properties"]["rule"]["oneOf"]
    written = [form["properties"]["name"]["const"] for form in forms]
    assert written == list(PUBLIC_RULES), "in state_graph.schema.json"
    assert (
        f"| `rule.name` | text | {' or '.join(f'`{name}`' for name in PUBLIC_RULES)} |"
        in (PAGES["state_graph"])
    ), "in state_graph.md"


def test_the_index_links_to_every_page_and_all_links_lead_somewhere():
    pages = list((ROOT / "schemas").rglob("*.md"))
    links = {
        (path.parent / target).resolve()
        for path in pages
        for target in re.findall(r"\]\(([\w/.]+)\)", path.read_text(encoding="utf-8"))
    }
    assert {*pages} - {ROOT / "schemas" / "README.md"} == links
    assert len(re.findall(r"\]\(([\w/.]+)\)", INDEX)) == len(PAGES)


def test_prose_stays_below_100_columns():
    lines = re.sub(r"^```.*?^```$", "", DOCUMENTS, flags=re.MULTILINE | re.DOTALL).splitlines()
    assert len(lines) > 500
    assert [line for line in lines if len(line) >= 100 and not line.startswith("|")] == []


@pytest.mark.parametrize(
    "name", [name for name, kind in ARTIFACT.items() if kind in KINDS.keys() - UNREAD]
)
def test_a_sample_is_read_and_written_to_the_same_bytes(name):
    module = KINDS[ARTIFACT[name]][0]
    assert "".join(module.write(module.read(SAMPLES[name]))) == unstamped(SAMPLES[name])


@pytest.mark.parametrize(
    "name, layout", [("fork.txt", "island"), ("meet.txt", "island"), ("tunnel.txt", "cave")]
)
def test_a_map_is_read(name, layout):
    assert read_map(SAMPLES[name]).layout == layout


@pytest.mark.parametrize("name", ["fork.lp", "fork.mps", "meet.lp"])
def test_a_linear_program_is_recognised_and_named_after_its_game(name):
    text = SAMPLES[name]
    game_name, format = name.split(".")
    digest = game.read(SAMPLES[f"{game_name}.game.json"]).digest
    assert linear_program.recognise(text) == format
    without = tuple(FOLDS) if game_name == "fork" else ()
    assert linear_program.origin(linear_program.name(text)) == (1, digest[:16], without)


def test_the_table_of_a_sweep_is_read_and_written_to_the_same_bytes():
    rows = sweep.read(SAMPLES["sweep.csv"])
    assert len(rows) == 6
    assert "".join(sweep.write(rows)) == SAMPLES["sweep.csv"]
    named = re.findall(r"^\| `(\w+)` \|", PAGES["sweep"], re.MULTILINE)
    assert named == list(sweep.COLUMNS), "in sweep.md"


def test_the_table_of_changes_is_read_and_written_to_the_same_bytes():
    rows = critical.read(SAMPLES["critical.csv"])
    assert len(rows) == 3
    assert "".join(critical.write(rows)) == SAMPLES["critical.csv"]
    named = re.findall(r"^\| `(\w+)` \|", PAGES["critical"], re.MULTILINE)
    assert named == list(critical.COLUMNS), "in critical.md"


def test_the_stages_make_the_samples_from_the_map(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    graph = parsed("fork.txt", level=0)
    played = expand(graph)
    program, names = lower(played, without=FOLDS)
    answer = solve(program)
    made = {
        "states.yaml": state_graph.write(graph),
        "game.json": game.write(played),
        "lp": program,
        "mps": lower(played, format="mps", without=FOLDS)[0],
        "columns.json": columns.write(names),
        "solution.json": solution.write(answer),
        "report.json": FORMATS["json"](verify(played, [answer])),
    }
    for suffix, parts in made.items():
        assert "".join(parts) == unstamped(SAMPLES[f"fork.{suffix}"]), suffix
    written = "".join(state_graph.write(parsed("tunnel.txt", level=0)))
    assert written == unstamped(SAMPLES["tunnel.states.yaml"])


def test_the_stages_make_the_samples_of_level_2_from_the_map():
    graph = parsed("meet.txt", level=2)
    played = expand(graph)
    program, names = lower(played)
    made = {
        "states.yaml": state_graph.write(graph),
        "game.json": game.write(played),
        "lp": program,
        "columns.json": columns.write(names),
    }
    for suffix, parts in made.items():
        assert "".join(parts) == unstamped(SAMPLES[f"meet.{suffix}"]), suffix


def test_the_sample_of_level_2_matches_the_text():
    played = game.read(SAMPLES["meet.game.json"])
    assert played.counts.histories == len(expand(parsed("meet.txt", level=0)).nodes) == 45
    tree = expand(parsed("meet.txt", level=2), unroll=True)
    assert (len(played.nodes), len(tree.nodes)) == (25, 33)
    shared = Counter(child for node in played.nodes for child in game.children(node))
    assert [node for node, parents in shared.items() if parents > 1] == [23, 24, 9, 18]
    assert len(played.parents[4]) == 2
    assert played.places == parsed("meet.txt", level=2).secret.places
    assert any(
        action.count(" ") == 2 for infoset in played.information_sets for action in infoset.actions
    )
    agent, bandits = plain(Forms(played).without().form).players
    assert (
        bandits.present == (0, 1, 2, 4)
        and bandits.parents[-1] == (1, 2)
        and bandits.represented_by == {3: (2,)}
    )
    assert agent.present == (0, 1, 2, 3, 4) and agent.represented_by[9] == (5, 7)
    # Equal: the first is taken.
    assert (agent.represented_by[5], agent.represented_by[6]) == ((1,), ())
    assert "f4:\n-1.0 x5\n-1.0 x7\n+1.0 x9\n= 0\n" in lower(played, without=FOLDS)[0]


def test_every_rule_set_level_and_reduction_has_a_row_in_the_tables():
    rules, levels = (
        re.search(rf"^#+ {title}\n(.*?)(?=^## )", PAGES[page], re.MULTILINE | re.DOTALL)[1]
        for page, title in (("map", "Rules"), ("reductions", "Levels and reductions"))
    )
    assert re.findall(r"^\| `(.*?)` \|", rules, re.MULTILINE) == list(RULES), "in map.md"
    assert re.findall(r"^\| (\d)", levels, re.MULTILINE) == [str(level) for level in LEVELS], (
        "in reductions.md"
    )
    assert re.findall(r"^\| `(.*?)` \|", levels, re.MULTILINE) == [
        *REDUCTIONS,
        *FOLDS,
    ], "in reductions.md"
    assert [int(level) for level in re.findall(r"^\| `.*?` \| (\d) \|", levels, re.MULTILINE)] == [
        needs.level for needs in REDUCTIONS.values()
    ]


def test_payoffs_in_the_table_of_rules_are_those_of_the_rules():
    found = re.findall(
        r"^\| `([a-z]+-\d+)` \| (\d+) \| (\d) \| (\d) \|", PAGES["map"], re.MULTILINE
    )
    assert found == [
        (name, str(rules.escape), str(rules.gold), str(rules.dead_end))
        for name, rules in RULES.items()
    ], "in map.md: name, an exit, gold, a dead end"
    assert replace(RULES["island-2018"], words=RULES["island-2020"].words) == RULES["island-2020"]


@pytest.mark.slow
def test_the_commands_make_the_samples_from_the_maps(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert COMMANDS[0] == "export SOURCE_DATE_EPOCH=0" and len(COMMANDS) == 35
    assert made() == SAMPLES
    files = {f"level-{cards:02}{part}.npy" for cards in range(3) for part in levels.PARTS}
    assert {path.name for path in Path("levels").iterdir()} - {".lock"} == {*files, levels.MANIFEST}
    ended = subprocess.run([sys.executable, "value.py"], capture_output=True, text=True, timeout=60)
    assert (ended.stdout.split(), ended.stderr) == (
        re.findall(r"# (-?[\d.]+)$", SAMPLES["value.py"], re.MULTILINE),
        "",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_json_schema_is_strict_and_of_the_version_of_its_module(kind):
    schema, module = SCHEMAS[kind], KINDS[kind][0]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"].endswith("2020-12/schema") and "$id" not in schema
    artifact = getattr(module, "ARTIFACT", None)
    format, version = (
        (artifact.format, artifact.version)
        if artifact
        else (module.FORMAT, GRAPHS.get(kind) or module.VERSION)
    )
    assert schema["properties"]["format"]["const"] == format
    assert str(schema["properties"]["version"]["const"]) == str(version)
    assert all(
        part["additionalProperties"] is False and part["description"] for part in objects(schema)
    )


@pytest.mark.parametrize(
    "path, text", [*artifact_pages.files()], ids=lambda each: Path(each).name[:40]
)
def test_json_schemas_and_tables_follow_from_the_declarations(path, text):
    assert path.read_text(encoding="utf-8") == text, "run tests/documents/artifact_pages.py"


@pytest.mark.parametrize("kind", ["state-graph", "observation-graph", "game"])
def test_the_tables_have_the_keys_of_the_json_schemas(kind):
    # Those of other kinds follow from declarations.
    assert TABLES[NAMES[kind]] == set(keys(SCHEMAS[kind], SCHEMAS[kind]))


@pytest.mark.parametrize("name", [name for name, kind in ARTIFACT.items() if kind in KINDS])
def test_a_sample_validates(name):
    assert not refusals(ARTIFACT[name], SAMPLES[name])


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path, kind in FILES.items() if kind in KINDS], ids=lambda path: path.name
)
def test_a_worked_example_validates(path):
    assert not refusals(FILES[path], path.read_text(encoding="utf-8"))


def test_there_are_worked_examples_of_every_artifact():
    # On their pages alone.
    samples = {*UNREAD, "bounds", "levels", "program-certificate", "transcript"}
    assert set(FILES.values()) == KINDS.keys() - samples | {"source", "rules"}
    games = [path.read_text(encoding="utf-8") for path, kind in FILES.items() if kind == "game"]
    assert {game.read(text).source.level for text in games} == {0, 2}


@pytest.mark.many
@pytest.mark.parametrize("name", ["island-1", "three-bushes", "maze"])
@pytest.mark.parametrize("solver", BUILT_IN)
def test_artifacts_of_the_stages_validate(name, solver):
    there(solver)
    path = ARTIFACTS / name / f"{name}.game.json"
    played = game.read(path.read_text(encoding="utf-8"))
    for format in ("lp", "mps"):
        answer = solve(lower(played, 2, format)[0], solver)
        assert not refusals("solution", "".join(solution.write(answer)))
        assert not refusals("report", "".join(FORMATS["json"](verify(played, [answer]))))


SOURCES = {
    "exact": "game: goofspiel\ncards: 3\n",
    "bounded": "game: goofspiel\ncards: 4\nobjective: win\n",
    "a single round": "game: goofspiel\ncards: 1\n",
    "droids": "game: droid-battle\nboard: [2-5, ---]\nshots: [1, 2]\nrounds: 2\n",
    "droids for points": (
        "game: droid-battle\nboard: [2-#, --5]\nshots: 1\nrounds: 3\nobjective: points\n"
    ),
    "halves": (
        "game: goofspiel\ncards: 3\nprizes: [1/2, 1, 2.5]\nhands: [[1, 2, 3], [2, 3, "
        "10]]\nobjective: win\n"
    ),
}


def public(name, **options):
    """Return the state graph of one of SOURCES."""
    return parse(SOURCES[name], hashlib.sha256(SOURCES[name].encode()).hexdigest(), **options)


@pytest.mark.slow
@pytest.mark.packages
@pytest.mark.parametrize(
    "name, level",
    [*((name, level) for name in SOURCES for level in LEVELS if name != "bounded"), ("bounded", 2)],
)
def test_output_of_backward_induction_validates(name, level):
    graph = public(name, level=level)
    assert not refusals("state-graph", "".join(state_graph.write(graph)))
    # One program per stage game: those that are started anew for each take minutes.
    quick = [KERNEL, *filter(available, SOLVERS)]
    for solver in quick if name == "exact" else quick[:1]:
        solved = solve_graph(graph, solver)
        assert not refusals("induction", "".join(induction.write(solved)))
        made = report_induction(graph, solved)
        assert not refusals("induction-report", "".join(INDUCTION_FORMATS["json"](made)))
        assert (made.exact is not None) == (len(solved.stages) <= EXACT_GAMES)


@pytest.mark.parametrize("name", ["droids", "droids for points"])
def test_output_for_a_generated_battle_validates(name, tmp_path):
    graph = public(name, max_states=1)
    (tmp_path / "graph").write_text("".join(state_graph.write(graph)), encoding="utf-8")
    assert not refusals("state-graph", (tmp_path / "graph").read_text(encoding="utf-8"))
    at = write_position(opening(graph.rule)._replace(rounds=1), graph.rule.objective)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        for command in (
            ["solve", "graph", "-o", "solution"],
            ["report", "graph", "solution", "--format", "json", "-o", "first"],
            ["report", "graph", "solution", "--format", "json", "-o", "report", "--at", at],
            ["check", "graph", "solution", "first", "report"],
        ):
            run = CliRunner().invoke(efgc, command)
            assert run.exit_code == 0, (command, run.output)
    for file, kind in (
        ("solution", "induction"),
        ("first", "induction-report"),
        ("report", "induction-report"),
    ):
        assert not refusals(kind, (tmp_path / file).read_text(encoding="utf-8"))
    found, listed = json.loads((tmp_path / "report").read_text(encoding="utf-8")), public(name)
    assert found["position"]["worth_1"] and found["histories"] is None
    assert (
        abs(found["value"] - report_induction(listed, solve_graph(listed)).value) <= found["bound"]
    )


@pytest.mark.parametrize("name", [name for name in SOURCES if "droids" not in name])
def test_output_for_a_generated_graph_validates(name, tmp_path):
    graph = public(name, max_states=1)
    (tmp_path / "graph").write_text("".join(state_graph.write(graph)), encoding="utf-8")
    assert not refusals("state-graph", (tmp_path / "graph").read_text(encoding="utf-8"))
    at = "hand {} / {} prizes {} up {}".format(
        *(" ".join(map(str, cards)) for cards in (*graph.rule.hands, graph.rule.prizes)),
        graph.rule.prizes[0],
    )
    commands = (
        ["solve", "graph", "-o", "solution", "--levels", "levels", "--keep"],
        ["report", "graph", "solution", "--format", "json", "-o", "first"],
        [
            "report",
            "graph",
            "solution",
            "--format",
            "json",
            "-o",
            "report",
            "--levels",
            "levels",
            "--at",
            at,
        ],
        ["check", "graph", "solution", "first", "report", "levels"],
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        for command in commands:
            run = CliRunner().invoke(efgc, command)
            assert run.exit_code == 0, (command, run.output)
    for file, kind in (
        ("solution", "induction"),
        ("first", "induction-report"),
        ("report", "induction-report"),
        (f"levels/{levels.MANIFEST}", "levels"),
    ):
        assert not refusals(kind, (tmp_path / file).read_text(encoding="utf-8"))
    assert json.loads((tmp_path / "report").read_text(encoding="utf-8"))["position"]["worth_1"]


def test_the_program_of_the_document_reads_every_state_with_points(tmp_path):
    rule = read_source_text(
        "game: goofspiel\ncards: 3\nprizes: [1, 2, 5]\nhands: [[1, 3, 4], [2, 3, 6]]\n"
    )
    (tmp_path / "graph").write_text(
        "".join(
            state_graph.write(
                state_graph.StateGraph(
                    title="",
                    source=None,
                    players=("one", "two"),
                    secret=None,
                    names=(),
                    states=(),
                    start=0,
                    rule=rule,
                )
            )
        ),
        encoding="utf-8",
    )
    run = CliRunner().invoke(
        efgc, ["solve", str(tmp_path / "graph"), "--levels", str(tmp_path / "levels"), "--keep"]
    )
    assert run.exit_code == 0, run.output
    program = {}
    exec(SAMPLES["value.py"].partition("\nprint(")[0], program)
    store = Store(tmp_path / "levels", rule)
    prizes = rule.prizes
    for hands, left in (
        (rule.hands, prizes),
        (rule.hands[::-1], prizes),
        (((1, 4), (3, 6)), prizes[:2]),
        (((3, 6), (1, 4)), prizes[1:]),
        (((3,), (3,)), prizes[1:2]),
        (((), ()), ()),
    ):
        known = store.value(Position(hands, left, None, Fraction(0)))
        assert program["value"](tmp_path / "levels", list(prizes), hands, left) == known
    assert store.value(deal(rule)) < 0


def test_numbers_for_goofspiel_in_the_document_match_the_code():
    for number in (MAX_LISTED, EXACT_GAMES, EXACT_STATES):
        assert f" {number:,} " in WORDS
    assert TABLES["goofspiel"] == {"game", "cards", "objective", "hands", "prizes"}
    graph = parsed("duel.yaml")
    large = state_graph.read(SAMPLES["large.states.yaml"])
    assert listed(large, MAX_LISTED).states == graph.states and large.rule == graph.rule
    entries = [
        [
            [
                paid
                + {"hand 2 / 1": prize, "hand 1 / 1": 0}[graph.names[to].partition(" prizes")[0]]
                for paid, to in zip(*rows, strict=True)
            ]
            for rows in zip(state.reward, state.to, strict=True)
        ]
        for state, prize in zip(graph.states[1:3], (3, 1), strict=True)
    ]
    assert [str([[int(entry) for entry in row] for row in rows]) in WORDS for rows in entries] == [
        True,
        True,
    ]
    found = report_induction(graph, solve_graph(graph))
    assert (found.exact, found.first_moves[0].exact.strategies[0]) == (
        Fraction(13, 4),
        (Fraction(3, 4), Fraction(1, 4)),
    )


def test_limits_of_exact_values_in_the_document_match_the_code():
    [told] = re.findall(
        r"more than ([\d,]+) rows and columns; if it has more than ([\d,]+), .*? "
        r"more than ([\d,]+) coefficients.*? more than ([\d,]+) equations .*? "
        r"a game of up to ([\d,]+) nodes",
        WORDS,
    )
    limits = (exact.SIZE, exact.ANEW, exact.TOUCHED, exact.DENSE, simple_fractions.NODES)
    assert told == tuple(f"{limit:,}" for limit in limits)


@pytest.mark.parametrize("of", [counts.UNREDUCED, counts.WAYS_OUT, counts.REDUCED])
def test_kinds_of_counts_are_in_the_json_schema_and_the_document(of):
    assert of in SCHEMAS["report"]["properties"]["counted"]["enum"] and f"`{of}`" in WORDS
    for kind in ("state-graph", "game"):  # What was reduced is counted in the report alone.
        assert (of in SCHEMAS[kind]["properties"]["counts"]["properties"]["of"]["enum"]) == (
            of != counts.REDUCED
        )


@pytest.mark.parametrize(
    "name, old, new",
    [
        ("fork.states.yaml", "version: 1", "version: 2"),
        ("fork.states.yaml", "start: s0\n", ""),
        ("fork.states.yaml", "count: 1", "count: one"),
        ("fork.states.yaml", "payoff: 10", "payoff: ten"),
        ("fork.states.yaml", "p: 1/2", "p: 1/0"),
        ("fork.states.yaml", "payoff: 10", "payoff: 10, to: s0"),
        ("fork.states.yaml", "empty: s6", "vacant: s6"),
        ("fork.states.yaml", "at: [1, 3]", "at: [1, 3, 0]"),
        ("fork.states.yaml", "moves: {left: s5}", "moves: {}"),
        ("tunnel.states.yaml", "actor: miners", "actor: joint"),
        ("duel.states.yaml", "objective: points", "objective: money"),
        ("duel.states.yaml", "name: goofspiel", "name: whist"),
        ("duel.states.yaml", "hands: [[2, 3], [1, 2]]", "hands: [[2, 3]]"),
        ("duel.states.yaml", "prizes: [1, 3]", "prizes: [1, 1]"),
        ("duel.states.yaml", 'moves: [["2", "3"], ["1", "2"]]', 'moves: [["2", "3"]]'),
        ("duel.states.yaml", 'moves: [["2", "3"], ["1", "2"]]', 'moves: [["2", "2"], ["1", "2"]]'),
        ("duel.states.yaml", "reward: [[3]]", "reward: [[three]]"),
        ("duel.states.yaml", ", to: [[end 0]]}", "}"),
        ("duel.states.yaml", "start: hand 2 3 / 1 2 prizes 1 3\n", ""),
        ("large.states.yaml", "states: generated", "states: made"),
        ("large.states.yaml", "states: generated", "states: generated\nstart: s0"),
        ("large.states.yaml", "rule:", "rules:"),
        ("poker.states.yaml", "version: 2", "version: 1"),
        ("poker.states.yaml", "p: 1/2", "p: half"),
        ("poker.states.yaml", "{p: 1/2, to: ace", "{to: ace"),
        ("poker.states.yaml", "sees: {Ann: ace}", "sees: ace"),
        ("poker.states.yaml", "payoff: 2", "payoff: two"),
        ("poker.states.yaml", "bet: ace bet", "bet: {p: 1, to: ace bet}"),
        ("poker.states.yaml", "start: deal\n", ""),
        ("night.states.yaml", "moves: 6", "moves: 0"),
        ("night.states.yaml", "payoff: 1}", "pays: 1}"),
        ("night.states.yaml", "reward: 2", "reward: two"),
        ("duel.solution.json", '"gap": 0.0', '"gap": -1.0'),
        ("duel.solution.json", '"value": 3.25', '"value": "much"'),
        ("duel.solution.json", '"strategy_1": [0.75, 0.25000000000000006]', '"strategy_1": []'),
        ("duel.solution.json", '"levels": []', '"levels": null'),
        ("large.solution.json", '"left": 0, ', ""),
        ("large.solution.json", '"bound": 0.0', '"bound": -1.0'),
        ("manifest.json", '"largest_gap": 0.0, ', ""),
        ("manifest.json", '"prizes": ["1", "3"]', '"prizes": ["1", "none"]'),
        ("manifest.json", '"hands": [[2, 3], [1, 2]]', '"hands": [[2, 3], [0, 2]]'),
        ("meet.states.yaml", "level: 2", "level: 3"),
        ("meet.states.yaml", "histories: 45", "histories: many"),
        ("meet.states.yaml", "escapes: 14, ", ""),
        ("meet.states.yaml", "[16, 2]", "[16]"),
        ("meet.game.json", '"level": 2', '"level": 3'),
        ("meet.game.json", '"histories": 45', '"histories": 4.5'),
        ("meet.game.json", '"of": "the unreduced game", ', ""),
        ("meet.game.json", '"e1": [0, 2]', '"e1": [0]'),
        ("fork.game.json", '"efgc/game"', '"efgc/games"'),
        ("fork.game.json", '"player": 2', '"player": 3'),
        ("fork.game.json", '["agent", "bandits"]', '["agent"]'),
        ("fork.game.json", '"actions": ["stay"]', '"actions": []'),
        ("fork.game.json", '["captured", "escaped"]', '["captured", "captured"]'),
        ("fork.game.json", '"payoff": "10"', '"payoff": "ten"'),
        ("fork.game.json", '"payoff": "10"', '"payoff": "10", "children": []'),
        ("fork.columns.json", '"column": "x1"', '"row": "x1"'),
        ("fork.columns.json", '"action": "left"', '"action": 1'),
        ("fork.solution.json", '"optimal"', '"best"'),
        ("fork.solution.json", '"maximise"', '"max"'),
        ("fork.solution.json", '"objective": 7.5', '"objective": null'),
        ("fork.solution.json", '"basis": "fixed"', '"basis": "nonbasic"'),
        ("fork.solution.json", '"rows": 11, ', ""),
        ("fork.certificate.json", '"value": "15/2"', '"value": 7'),
        ("fork.certificate.json", '"value": "15/2"', '"value": "7.5"'),
        ("fork.certificate.json", '["1"]', '["3/2", "-1/2"]'),
        ("fork.certificate.json", '["1"]', "[]"),
        ("fork.certificate.json", '"game_sha256": "', '"game_sha256": "0'),
        ("fork.certificate.json", '"lower_bound": "15/2",', ""),
        ("program.certificate.json", '"optimal"', '"best"'),
        ("program.certificate.json", '"optimal"', '"infeasible"'),
        ("program.certificate.json", '"objective": "15/2"', '"objective": "7.5"'),
        ("program.certificate.json", '"objective": "15/2",', ""),
        ("program.certificate.json", '"plan"', '"ray"'),
        ("program.certificate.json", '{"row": "f1"', '{"column": "f1"'),
        ("program.certificate.json", '"program_sha256": "', '"program_sha256": "0'),
        ("coins.transcript.json", '"seed": 4', '"seed": -4'),
        ("coins.transcript.json", '"people": [1]', '"people": [2, 1]'),
        ("coins.transcript.json", '["Ann", "Bob"]', '["Ann"]'),
        ("coins.transcript.json", '"game_sha256": "', '"game_sha256": "0'),
        ("coins.transcript.json", '"player": 0', '"player": 3'),
        ("coins.transcript.json", '"action": "pass"', '"action": 2'),
        ("coins.transcript.json", ' "payoff": "3",', ""),
        ("coins.transcript.json", '"gifts": "0", ', ""),
    ],
)
def test_the_json_schema_and_check_refuse(name, old, new):
    broken = SAMPLES[name].replace(old, new)
    assert broken != SAMPLES[name]
    assert refusals(ARTIFACT[name], broken)
    with pytest.raises(InputError):
        KINDS[ARTIFACT[name]][0].read(broken)


@pytest.mark.parametrize(
    "old, new",
    [
        ('"value_exact": "15/2"', '"value_exact": 7.5'),
        ('"unproved": null,', ""),
        ('"status": "optimal"', '"status": "limit"'),
        ('"on_path": true, ', ""),
        ('"sequences": [7, 5]', '"sequences": [7]'),
        ('"reach": 0.125', '"reach": -0.125'),
        ('"own_reach": 0.5', '"own_reach": -0.5'),
        ('"own_reach": 0.5, ', ""),
        ('"level": 0', '"level": 0, "date": "today"'),
        ('"level": 0', '"level": 3'),
        ('"escapes": 4', '"escapes": "4"'),
        ('"counted": "the unreduced game"', '"counted": "all"'),
    ],
)
def test_the_json_schema_of_the_report_refuses(old, new):
    broken = SAMPLES["fork.report.json"].replace(old, new)
    assert broken != SAMPLES["fork.report.json"]
    assert refusals("report", broken)


@pytest.mark.parametrize(
    "old, new",
    [
        ('"value_exact": "13/4"', '"value_exact": 3.25'),
        ('"status": "optimal"', '"status": "limit"'),
        ('"exploitability": 0.0', '"exploitability": -0.1'),
        ('"bound": 0.0,\n', ""),
        ('"level": 2', '"level": 3'),
        ('"sequences": [13, 13]', '"sequences": [13]'),
        ('"position": {', '"position": "here", "at": {'),
        ('"worth_1": [3.25, 3.25], ', ""),
        ('"strategy_2_exact": ["1/4", "3/4"]', '"strategy_2_exact": ["1/4", "3/0"]'),
        ('"moves_2": ["1", "2"]', '"moves_2": []'),
    ],
)
def test_the_json_schema_of_the_report_on_backward_induction_refuses(old, new):
    broken = SAMPLES["duel.report.json"].replace(old, new)
    assert broken != SAMPLES["duel.report.json"]
    assert refusals("induction-report", broken)


@pytest.mark.parametrize(
    "name, old, new, message",
    [
        ("fork.states.yaml", "to: s15", "to: s99", "'s99' is not a state"),
        ("fork.states.yaml", "place: e1", "place: e9", "'e9' is not a place"),
        ("fork.states.yaml", "actor: agent", "actor: thief", "'thief' is not a known actor"),
        ("fork.states.yaml", "captured: {p: 1/2", "captured: {p: 1/3", "sum to 5/6"),
        ("fork.states.yaml", "captured: {p: 1/2", "captured: {p: -1", "not above 0"),
        ("fork.states.yaml", "{left: s5}", '{"": s5}', "needs a label"),
        ("fork.states.yaml", "{left: s5}", "{left: s0}", "s0 -> s1 -> s2 -> s4 -> s0"),
        (
            "fork.states.yaml",
            "start: s0",
            "start: &s s0\nend: *s",
            "an anchor or a tag is not read",
        ),
        ("fork.states.yaml", "version: 1", "version: 1\nversion: 1", "duplicate key"),
        ("fork.game.json", '"node": 5', '"node": 6', "numbers start at 0"),
        ("fork.game.json", '"children": [7]', '"children": [6]', "children come later"),
        ("fork.game.json", '"children": [7]', '"children": [8]', "no node leads here"),
        ("fork.game.json", '"children": [2, 6]', '"children": [2]', "1 child for 2 actions"),
        (
            "fork.game.json",
            '"information_set": 7, "children"',
            '"information_set": 2, "children"',
            "no node belongs",
        ),
        ("fork.game.json", '["1/2", "1/2"]', '["1/2", "1/3"]', "sum to 5/6"),
        ("fork.game.json", '"level": 0', '"level": 3', "is not 0, 1 or 2"),
        ("fork.game.json", '"e1": [1, 2]', '"e1": [1, -2]', "written [row, column]"),
        ("meet.states.yaml", "histories: 45", "histories: 45.5", "not a whole number"),
        ("meet.states.yaml", "[16, 2]", "[16]", "two numbers"),
        ("meet.game.json", '"escapes": 14', '"escapes": -14', "not a whole number"),
        (
            "meet.game.json",
            '{"node": 2, "chance": ["captured", "escaped"], "probabilities": ["1/2", "1/2"]',
            '{"node": 2, "chance": ["captured", "escaped"], "probabilities": ["1/4", "3/4"]',
            (
                "the histories 'e1, right up right, escaped, right' and 'e1, right right up, "
                "escaped, right' meet here"
            ),
        ),
        (
            "duel.states.yaml",
            "players:",
            "secret: {owner: player 2, places: {}, count: 0}\nplayers:",
            "only in a graph without a secret",
        ),
        ("duel.states.yaml", "to: [[end 0]]", "to: [[end 0, end 0]]", "is not 1 rows of 1"),
        (
            "duel.states.yaml",
            'moves: [["2"], ["1"]]',
            'moves: [["2", "2"], ["1"]]',
            "duplicate label",
        ),
        (
            "duel.states.yaml",
            '  hand 1 / 1 prizes 1 up 1: {actor: joint, moves: [["1"], ["1"]], to: [[end 0]]}',
            "  hand 1 / 1 prizes 1 up 1: {actor: secret, place: e1, occupied: end 0, empty: end 0}",
            "'e1' is not a place",
        ),
        ("large.states.yaml", "prizes: [1, 3]", "prizes: [1, 3, 4]", "2 cards for 3 prizes"),
        (
            "duel.solution.json",
            '"strategy_1": [0.75, ',
            '"strategy_1": [0.5, ',
            "not a distribution",
        ),
        (
            "duel.solution.json",
            "hand 1 / 1 prizes 3 up 3",
            "hand 1 / 1 prizes 1 up 1",
            "duplicate state",
        ),
        ("large.solution.json", '"largest_gap": 0.0', '"largest_gap": -1', "is below 0"),
        ("manifest.json", '"left": 1', '"left": 2', "not in order"),
        ("fork.columns.json", '"column": "x1"', '"column": "x0"', "duplicate name 'x0'"),
        ("fork.solution.json", '"columns": 11', '"columns": 12', "11 of 12"),
        ("fork.solution.json", '"value": 7.5', '"value": NaN', "not a finite number"),
        ("fork.solution.json", '"column": "x1"', '"column": "x0"', "duplicate name"),
    ],
)
def test_check_refuses(name, old, new, message):
    broken = SAMPLES[name].replace(old, new)
    assert broken != SAMPLES[name]
    with pytest.raises(InputError, match=re.escape(message)):
        KINDS[ARTIFACT[name]][0].read(broken)


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("game: goofspiel", "game: whist", "is not a known game"),
        ("objective: points", "objective: money", "is not an objective; known are points, win"),
        ("[2, 3]", "[2, 2]", "different whole numbers"),
        ("[2, 3]", "[0, 3]", "different whole numbers"),
        ("[2, 3]", "[2, 3, 4]", "3 cards for 2 prizes"),
        ("[2, 3], ", "", "1 hands for two players"),
        ("[1, 3]", "[3, 3]", "different numbers above 0"),
        ("[1, 3]", "[0, 3]", "different numbers above 0"),
        ("[1, 3]", "[]", "from 1 to 15"),
        ("prizes: [1, 3]\n", "", "number of cards is missing"),
        ("prizes", "cards: 16\nprizes", "from 1 to 15"),
        ("prizes", "prices", "unknown key"),
    ],
)
def test_check_refuses_a_source_of_goofspiel(old, new, message):
    broken = SAMPLES["duel.yaml"].replace(old, new)
    assert broken != SAMPLES["duel.yaml"]
    with pytest.raises(InputError, match=re.escape(message)):
        read_source_text(broken)


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("game: droid-battle", "game: droids", "known are goofspiel, droid-battle"),
        ("board: |\n  2-5\n  -#-\n", "", "the board is missing"),
        ("2-5", "2-", "not a rectangle"),
        ("-#-", "-x-", "row 2: 'x' in column 2 is not a square"),
        ("2-5", "2-2", "0 droids 5"),
        ("2-5\n  -#-", "2#5\n  -##", "droid 5 is walled in"),
        ("[1, 0]", "[1, 0, 0]", "3 numbers for two droids"),
        ("[1, 0]", "10001", "from 0 to 10,000 shots"),
        ("[1, 0]", "[1, x]", "'x' is not a whole number"),
        ("rounds: 2", "rounds: 0", "0 rounds"),
        ("rounds: 2", "turns: 2", "unknown key"),
        ("rounds: 2", "objective: draw", "is not an objective; known are win, points"),
        ("2-5\n  -#-", "2-5\n" + "\n".join(["  ---"] * 3400), "the maximum is 10,000"),
        ("rounds: 2", "rounds: 10000001", "1 to 10,000,000"),
    ],
)
def test_check_refuses_a_source_of_droid_battle(old, new, message):
    broken = SAMPLES["skirmish.yaml"].replace(old, new)
    assert broken != SAMPLES["skirmish.yaml"]
    with pytest.raises(InputError, match=re.escape(message)):
        read_source_text(broken)


def test_the_value_of_the_skirmish_matches_the_text():
    graph = parsed("skirmish.yaml")
    found = report_induction(graph, solve_graph(graph))
    assert found.exact == Fraction(1, 2)
    (play,) = found.first_moves
    assert (
        play.moves == (("down", "right", "shoot"), ("down", "left"))
        and play.exact.strategies[1] == (Fraction(1, 2),) * 2
    )


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("DESED", "DEXED", "'X' is not a square"),
        ("#DESED#\n", "#DESED\n", "6 squares, not 7"),
        ("3\n7", "4\n7", "3 rows, not 4"),
        ("S", "-", "no start S"),
        ("DESED", "DESES", "a second start"),
        ("D", "-", "no exit D"),
        ("\n1\n", "\n3\n", "3 bandits for 2"),
        ("0.5", "1.5", "not between 0 and 1"),
        ("0.5\n", "", "is missing"),
        ("0.5\n", "0.5\n1\n1\n", "after the end"),
    ],
)
def test_check_refuses_a_map(old, new, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read_map(SAMPLES["fork.txt"].replace(old, new))


def test_check_refuses_a_game_without_perfect_recall():
    forgetful = {
        "format": "efgc/game",
        "version": 1,
        "title": "",
        "players": ["one", "two"],
        "information_sets": [{"information_set": 0, "player": 1, "actions": ["a", "b"]}],
        "nodes": [
            {"node": 0, "information_set": 0, "children": [1, 2]},
            {"node": 1, "information_set": 0, "children": [3, 4]},
            *({"node": number, "payoff": "0"} for number in (2, 3, 4)),
        ],
    }
    assert not refusals("game", json.dumps(forgetful))
    with pytest.raises(
        InputError, match="imperfect recall: .* cannot tell the history '' from 'a'"
    ):
        game.read(json.dumps(forgetful))


@pytest.mark.parametrize(
    "old, new",
    [('"10"', "10"), ('"10"', '"10.0"'), ('"1/2"', "0.5"), ('"player": 1', '"player": "1"')],
)
def test_numbers_of_a_game_are_read_as_numbers_and_as_text(old, new):
    text = SAMPLES["fork.game.json"]
    assert game.read(text.replace(old, new)) == game.read(text)


def test_numbers_of_a_solution_are_read_as_text():
    text = SAMPLES["fork.solution.json"]
    assert solution.read(text.replace('"value": 0.5', '"value": "0.5"')) == solution.read(text)


def test_the_name_of_a_program_does_not_depend_on_spaces_and_order():
    text = SAMPLES["fork.game.json"]
    assert (
        game.read(json.dumps(read_json(text), sort_keys=True, indent=4)).digest
        == game.read(text).digest
    )


@pytest.mark.many
@pytest.mark.parametrize("solver", BUILT_IN)
@pytest.mark.parametrize("player, weight", [(1, "y"), (2, "x")])
def test_the_dual_values_of_the_rows_b_are_the_opponents_plan(player, weight, solver):
    there(solver)
    played = game.read(SAMPLES["fork.game.json"])
    maximum, minimum = (
        solve(lower(played, player, format, FOLDS)[0], solver) for format in ("lp", "mps")
    )
    # The others meet a vertex.
    near = partial(pytest.approx, rel=0, abs=0 if solver in WITH_BASIS else 1e-9)
    assert maximum.objective == near({1: 7.5, 2: -7.5}[player]) and -minimum.objective == near(
        {1: 7.5, 2: -7.5}[player]
    )
    plan = {"x": [1.0, *[0.5] * 6], "y": [1.0, *[0.5] * 4]}[weight]
    assert [row.value for row in maximum.rows if row.name[0] == "b"] == near(plan)
    assert [row.value for row in minimum.rows if row.name[0] == "b"] == near(
        [-dual for dual in plan]
    )


def test_without_an_optimum_a_solution_has_no_entries():
    answer = solve("max\nx: a\nst\nc: a - b <= 1\nend\n")
    assert (answer.status, answer.objective, answer.columns, answer.rows) == (
        "unbounded",
        None,
        (),
        (),
    )
    assert answer.problem == "" and not refusals("solution", "".join(solution.write(answer)))


def test_off_the_path_the_strategy_is_uniform_and_has_reach_0():
    made = json.loads(
        "".join(FORMATS["json"](solved(game_of(island(["######", "#DS--#", "##---#", "######"])))))
    )
    off = [entry for entry in made["strategies"][0] if not entry["own_reach"]]
    assert {tuple(entry["probabilities"].values()) for entry in off} == {(1.0,), (0.5, 0.5)}
    assert {(entry["reach"], entry["on_path"]) for entry in off} == {(0.0, False)}


def test_the_code_in_the_document_reads_the_matrices(tmp_path, monkeypatch):
    pytest.importorskip("scipy")
    import numpy as np
    import scipy.sparse

    monkeypatch.chdir(tmp_path)
    (tmp_path / "leduc.game.json").write_text("".join(game.write(leduc())))
    efgc(["lower", "leduc.game.json", "-o", "leduc.npz"], standalone_mode=False)
    page = (ROOT / "schemas" / "linear_program.md").read_text()
    [code] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    read = {"np": np, "scipy": scipy}
    exec(code, read)
    E, F, A, e, f = (read[name] for name in ("E", "F", "A", "e", "f"))
    assert A.shape == (E.shape[1], F.shape[1]) and (len(e), len(f)) == (E.shape[0], F.shape[0])
    assert len(json.loads((tmp_path / "leduc.columns.json").read_text())["columns"]) == (
        E.shape[1] + F.shape[0]
    )


def test_duplicate_keys_in_a_long_text_are_reported_without_reading_it_as_yaml(monkeypatch):
    text = '{"a": 1, "b": [{"a": 1,\n "a": 2}]}'
    monkeypatch.setattr(json_data, "MAX_PLACED", len(text) - 1)
    monkeypatch.setattr(json_data, "read_yaml", None)
    with pytest.raises(InputError, match="^duplicate key 'a'$"):
        json_data.read_json(text)
