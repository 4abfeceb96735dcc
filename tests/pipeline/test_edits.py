"""Edited files: the value of the game that they now describe, and no claim about the source."""

import itertools
import json
import random

import pytest
import yaml

from brute_force import matrix_value
from drawn_maps import drawn_map
from efgc.pipeline.chain.provenance import write_game, write_parsed
from efgc.pipeline.cli import efgc
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.pipeline.ways.run import result
from efgc.schemas import game as game_schema
from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand import expand
from efgc.stages.parse import parse
from efgc.stages.report import FORMATS
from graph_mutations import CHANGES
from pure_strategies import payoff
from said import unstamped
from small_games import ARTIFACTS

CAVE = ARTIFACTS / "cave-example"
PURE = 60  # Strategies of a player that are all played against each other.
FILE = "some-map.txt"


def documents(seed):
    """Return the text of a state graph and of its game, as the stages write them."""
    text, rules = drawn_map(seed)
    graph = parse(text, "5a" * 32, FILE, rules, seed % 3)
    return (
        "".join(write_parsed(graph, Settings(rules=rules, level=seed % 3))),
        "".join(write_game(graph, expand(graph), Settings())),
    )


def edited(chance, text):
    """Return the text of a state graph or a game with one or two edits, keys in another order."""
    data = yaml.load(text, yaml.BaseLoader) if not text.startswith("{") else json.loads(text)
    for _ in range(chance.choice((1, 1, 2))):
        if "nodes" in data:
            edit_game(chance, data)
        elif chance.random() < 0.2:
            rename(chance, [one["moves"] for one in data["states"].values() if "moves" in one])
        else:
            chance.choice(CHANGES)(chance, data)
    return json.dumps(data, sort_keys=chance.random() < 0.5)


def edit_game(chance, data):
    """Change a payoff, probabilities, a label, or where a move leads."""
    kinds = {"payoff": [], "probabilities": [], "children": []}
    for node in data["nodes"]:
        for key, found in kinds.items():
            if key in node:
                found.append(node)
    kind = chance.choice([*(key for key in kinds if kinds[key]), "label"])
    if kind == "label":
        infoset = chance.choice(data["information_sets"])
        infoset["actions"][chance.randrange(len(infoset["actions"]))] = "another"
        return
    node = chance.choice(kinds[kind])
    if kind == "payoff":
        node["payoff"] = chance.choice(("7", "-1/3", "0.25", "no number"))
    elif kind == "probabilities":
        share = chance.choice(("1/5", "1/3", "3/2"))
        node["probabilities"] = [share, *node["probabilities"][1:-1], "4/5"]
    else:
        node["children"] = node["children"][::-1]


def rename(chance, moves):
    """Give a move another label."""
    if moves:
        of_state = chance.choice(moves)
        label = chance.choice(sorted(of_state)) if isinstance(of_state, dict) else None
        if label:
            of_state["another"] = of_state.pop(label)


def reported(text):
    """Return the report on an edited file."""
    return result(Text(text, "edited", "edited", "0" * 64), Settings()).report


def value_by_pure_strategies(game):
    """Return the value from all pure strategies against each other; None if they are too many."""
    pure = []
    for player in (1, 2):
        own = [number for number, one in enumerate(game.information_sets) if one.player == player]
        sizes = [len(game.information_sets[number].actions) for number in own]
        count = 1
        for size in sizes:
            count *= size
        if count > PURE:
            return None
        pure.append(
            [
                {
                    number: tuple(int(at == taken) for at in range(size))
                    for number, taken, size in zip(own, chosen, sizes, strict=True)
                }
                for chosen in itertools.product(*map(range, sizes))
            ]
        )
    return matrix_value([[float(payoff(game, (one, two))) for two in pure[1]] for one in pure[0]])


def tree(text):
    """Return the tree of an edited graph, or an edited game if it is a tree."""
    if '"nodes"' not in text:
        return expand(state_graph.read(text), unroll=True)
    game = game_schema.read(text)
    edges = sum(len(game_schema.children(node)) for node in game.nodes)
    return game if edges == len(game.nodes) - 1 else None


def assert_an_edit_is_said(seed):
    """Return what became of a random edit: "refused", "unchanged", "solved" or "compared"."""
    chance = random.Random(f"edits {seed}")
    graph, game = documents(seed)
    original = (graph, game)[seed % 2]
    read = (state_graph, game_schema)[seed % 2].read
    before, text = read(original), edited(chance, original)
    try:
        after = read(text)
        found = reported(text)
    except InputError as error:
        assert all(one.line or one.place or "state" in one.message for one in error.problems)
        return "refused"
    if after.digest == before.digest:
        assert after.source == before.source and after.title == before.title
        return "unchanged"
    written = "".join(FORMATS["text"](found))
    kind, stage = (("state graph", "parse"), ("game", "expand"))[seed % 2]
    assert f"edited       the {kind} was changed after `{stage}`\n" in written
    assert written.startswith(f"edited {kind}\n") and found.game.counts is None
    claims = (before.title, before.source.rules, FILE, "5a5a")
    for format in ("text", "json", "csv", "html"):
        said = "".join(FORMATS[format](found))
        assert not [claim for claim in claims if claim in said], format
    assert json.loads("".join(FORMATS["json"](found)))["edited"] == {kind: stage}
    own = json.loads(text)
    del own["made"]
    if seed % 2 or before.source.level == 0:
        del own["source"]
    assert float(reported(json.dumps(own)).exact.value) == float(found.exact.value)
    played = tree(text)
    value = value_by_pure_strategies(played) if played else None
    if value is None:
        return "solved"
    assert value == pytest.approx(float(found.exact.value), abs=1e-9)
    return "compared"


def test_random_edits_are_reported_and_have_the_value_of_the_new_game():
    found = [assert_an_edit_is_said(seed) for seed in range(16)]
    assert {"refused", "compared"} <= {*found}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(16, 216, 20))
def test_200_random_edits_are_reported_and_have_the_value_of_the_new_game(first):
    found = [assert_an_edit_is_said(seed) for seed in range(first, first + 20)]
    assert found.count("refused") < 19


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with all artifacts of a cave, and its map."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cave.txt").write_text((CAVE / "cave-example.txt").read_text())
    assert ended("run", "cave.txt", "-o", ".", "--format", "json") == 0
    return tmp_path


def ended(*argv):
    return guarded(lambda: efgc(list(argv), standalone_mode=False))


def test_a_folder_with_the_whole_chain_is_checked(folder, capfd):
    assert ended("check", ".") == 0
    said = capfd.readouterr().out
    for words in (
        "cave.game.json: is what `efgc expand` makes of ./cave.states.yaml",
        "cave.lp: is what `efgc lower` makes of ./cave.game.json",
        "cave.states.yaml: is made from ./cave.txt",
        "cave.report.json: was made from ./cave.game.json and ./cave.solution.json",
    ):
        assert f"./{words}" in said


EDITS = [
    ("cave.states.yaml", "payoff: 3", "payoff: 4", "was changed after `parse`"),
    ("cave.states.yaml", "level: 0", "level: 1", "was changed after `parse`"),
    ("cave.game.json", '"payoff": "3"', '"payoff": "4"', "was changed after `expand`"),
    ("cave.columns.json", '"player": 1,\n', '"player": 2,\n', "was changed after `lower`"),
    ("cave.solution.json", '"objective": 2', '"objective": 3', "was changed after `solve`"),
    ("cave.report.json", '"value": 2', '"value": 3', "was changed after `report`"),
]


@pytest.mark.parametrize("name, old, new, words", EDITS)
def test_check_names_edited_files(name, old, new, words, folder, capfd):
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    assert ended("check", name) == 5
    assert f"{name}: {words}" in capfd.readouterr().err


def test_a_report_of_another_solution_is_noticed(folder, capfd):
    assert ended("lower", "cave.game.json", "--player", "2", "-o", "cave.lp") == 0
    assert ended("solve", "cave.lp", "-o", "cave.solution.json") == 0
    assert ended("check", "cave.report.json", "cave.solution.json") == 5
    words = "cave.report.json: was made from another solution than cave.solution.json\n"
    assert words in capfd.readouterr().err


def test_a_title_of_ones_own_is_kept(folder, capfd):
    text = (folder / "cave.states.yaml").read_text()
    text = text.replace("payoff: 3", "payoff: 4", 1)
    (folder / "richer.states.yaml").write_text(text.replace("cave 5x6, 2 miners", "richer", 1))
    assert ended("run", "richer.states.yaml", "--brief") == 0
    said = capfd.readouterr().out
    assert said.startswith("richer, p = 33/100\n") and "`parse`" in said


def test_a_file_without_the_head_is_the_users_own(folder, capfd):
    text = unstamped((folder / "cave.states.yaml").read_text()).replace("payoff: 3", "payoff: 4", 1)
    data = yaml.load(text, yaml.BaseLoader)
    del data["source"]
    (folder / "own.states.yaml").write_text(yaml.safe_dump(data))
    assert ended("run", "own.states.yaml", "--brief") == 0
    said = capfd.readouterr().out
    assert said.startswith("cave 5x6") and "edited" not in said


def test_an_edited_solution_is_mentioned_in_the_report(folder, capfd):
    data = json.loads((folder / "cave.solution.json").read_text())
    data["solver_version"] = "0.1"
    (folder / "cave.solution.json").write_text(json.dumps(data))
    assert ended("report", "cave.game.json", "cave.solution.json", "--brief") == 0
    assert "edited          the solution was changed after `solve`\n" in capfd.readouterr().out


@pytest.mark.parametrize(
    "old, new, words",
    [
        ('"by": "efgc', '"by": 1, "x": "efgc', "made.x: unknown key"),
        ('"digest": "', '"digest": "0', "made.digest: '0"),
        ('"command": "efgc expand", ', "", "made: the key 'command' is missing"),
    ],
)
def test_a_broken_head_is_named_with_its_place(old, new, words, folder, capfd):
    path = folder / "cave.game.json"
    path.write_text(path.read_text().replace(old, new, 1))
    assert ended("lower", "cave.game.json") == 1
    assert words in capfd.readouterr().err
