"""What CONTRIBUTING says of the tree: its picture, its tables, and the pass over a game."""

import ast
import re

import pytest

from card_games import leduc
from python_blocks import ROOT, blocks
from small_games import game_of, published

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PICTURE = re.search(r"^```text\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)[1]
NAMED = {
    (table, file)
    for table, file in re.findall(
        r"`([A-Z]+(?:_[A-Z]+)*)` in `([\w/]+\.py)`", " ".join(TEXT.split())
    )
}
# What else a row of these needs is said beside them.
TABLES = sorted(
    NAMED
    | {
        ("APPS", "pipeline/cli.py"),
        ("BUDGETS", "tests/test_layers.py"),
        ("DOCUMENTS", "pipeline/apps/course/options.py"),
        ("ENDINGS", "pipeline/options/outputs.py"),
        ("ENGINES", "pipeline/engines/__init__.py"),
        ("FEATURES", "schemas/droid_agent.py"),
        ("FILES", "pipeline/related_files/membership.py"),
        ("FILES", "stages/solve/files/__init__.py"),
        ("GAMES", "stages/parse/games.py"),
        ("IN_FILES", "pipeline/chain/public_games.py"),
        ("KEPT_OUT", "pipeline/apps/sweep/critical_points/family.py"),
        ("KERNELS", "stages/solve/induction/kernels.py"),
        ("MATRICES", "stages/lower/__init__.py"),
        ("MISREADINGS", "pipeline/apps/course/misread.py"),
        ("NAMES", "pipeline/files/kinds.py"),
        ("NAMES", "stages/strategies/__init__.py"),
        ("OWN", "pipeline/options/calls.py"),
        ("RELATIONS", "pipeline/related_files/agreement.py"),
        ("ROLES", "stages/draw/colours.py"),
        ("RULES", "stages/parse/gambit/lint.py"),
        ("SCENES", "pipeline/results/pictures.py"),
        ("STRATEGY_KINDS", "pipeline/files/kinds.py"),
    }
)


def test_the_page_is_short():
    assert len(TEXT.encode()) <= 15_000


def drawn():
    """Return the folders of the picture, by the folder above."""
    found, above = {}, []
    for line in PICTURE.splitlines():
        indent, names = re.match(r"( *)([^\s,]+(?:, [^\s,]+)*)", line).groups()
        depth = len(indent) // 2
        above[depth:] = [names.rstrip("/")]
        found.setdefault("/".join(above[:depth]), set()).update(
            name for name in names.split(", ") if name.endswith("/")
        )
    return found


@pytest.mark.parametrize("folder", ["", "pipeline", "pipeline/apps", "schemas", "stages"])
def test_the_picture_has_every_folder(folder):
    packages = {
        f"{path.parent.name}/"
        for path in (ROOT / folder).glob("*/__init__.py")
        if folder or path.parent.name in ("pipeline", "schemas", "stages")
    }
    assert packages <= drawn()[folder]
    assert {name for name in drawn()[folder] if not (ROOT / folder / name).is_dir()} == set()


def test_only_those_folders_are_drawn():
    assert sorted(drawn()) == ["", "pipeline", "pipeline/apps", "schemas", "stages"]


def beside(table, file):
    """Return the comment or docstring beside a table: above, behind its first line, or below."""
    text = (ROOT / file).read_text("utf-8")
    code, body = text.splitlines(), ast.parse(text).body
    for node, below in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name != table:
                    continue
                if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                    return below.value.value
                line = code[node.lineno - 1]
                above = code[node.lineno - 2]
                return line.partition("  # ")[2] or above.partition("# ")[2]
    raise AssertionError(f"{file} has no {table}")


def test_tables_are_named():
    assert len(NAMED) > 12


@pytest.mark.parametrize(("table", "file"), TABLES)
def test_what_a_row_needs_is_said_beside_its_table(table, file):
    assert beside(table, file)


def ways(game, infoset):
    """Return in how many ways the player's own moves lead to an information set."""
    parents = game.parents[infoset]
    return sum(ways(game, game.move(parent)[0]) if parent else 1 for parent in parents)


@pytest.mark.parametrize("game", [leduc(), game_of(published("three-bushes"), level=2)])
def test_the_pass_counts_the_ways_to_each_information_set(game):
    names = {}
    [(code, _)] = blocks("CONTRIBUTING.md")
    exec(code, names)
    for player in (1, 2):
        expected = [ways(game, infoset) for infoset in game.infosets(player)]
        assert names["own_ways"](game, player).tolist() == expected
