"""The course games as rules, on published and on random maps, against their own front ends and a
brute force.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc
from brute_force import value
from drawn_maps import drawn_map
from efgc.schemas.game import count as count_tree
from efgc.schemas.state_graph import check, count
from efgc.stages.expand import expand
from efgc.stages.parse.maps import read_map
from efgc.stages.parse.rules import parse_rules
from small_games import ARTIFACTS, PUBLISHED, game_of, law, published, solved

FOLDER = Path(__file__).parents[3] / "games" / "rules"
MAPS = ("island-2013", "island-2018", "cave-2023")


def rules_of(name, rows=None, **constants):
    """Return the text of a rules file, on another grid and with other constants if given."""
    text = (FOLDER / f"{name}.rules.yaml").read_text()
    if rows:
        grid = "".join(f"  {row}\n" for row in rows)
        text = re.sub(r"grid: \|\n(  .*\n)+", f"grid: |\n{grid}", text)
    for constant, new in constants.items():
        text, found = re.subn(rf"(?m)^(  {constant}:) [^#\n]*", rf"\1 {new} ", text)
        assert found == 1
    return text


def graph(text):
    found = parse_rules(text, "0" * 64)
    assert check(found) == []
    return found


def on_map(name, text):
    """Return the rules `name` on the map with this text."""
    board = read_map(text)
    return rules_of(name, [f"#{row}#" for row in board.rows], number=board.bandits, p=board.capture)


# Game, map, histories, terminal histories, information sets, value.
FIXED = [
    ("island-2018", "island-report", 311, 80, (47, 7), "2123/420"),
    ("island-2013", "island-report", 125, 32, (47, 1), "143/21"),
    ("cave-2023", "cave-example", 25, 6, (14, 3), "201/100"),
    ("droid-battle", "droid-duel", 1135, 755, (89, 89), "1/3"),
]


@pytest.mark.parametrize(("name", "source", "histories", "terminal", "sets", "worth"), FIXED)
def test_sizes_and_values(name, source, histories, terminal, sets, worth):
    text = rules_of(name)
    size = count(graph(text))
    assert (size.histories, size.terminal_histories) == (histories, terminal)
    assert size.information_sets == sets
    (file,) = (
        file for end in ("txt", "yaml") for file in ARTIFACTS.glob(f"{source}/{source}.{end}")
    )
    assert size == count_tree(game_of(file.read_text(), name if name in MAPS else ""))
    ours = efgc.run(file, rules=name if name in MAPS else None)
    assert efgc.run(text).value_exact == ours.value_exact == Fraction(worth)


@pytest.mark.parametrize("name", [name for name, *_ in FIXED])
def test_at_most_60_lines(name):
    lines = rules_of(name).splitlines()
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_maps(name):
    rules, worth = PUBLISHED[name]
    found = on_map(rules.replace("2020", "2018"), published(name))
    assert efgc.run(found).value_exact == worth


@pytest.mark.parametrize("name", MAPS)
@law(100)
@given(seed=st.integers(0, 1_000_000))
def test_random_maps(name, seed):
    text, _ = drawn_map(seed)
    ours, board = count_tree(game_of(text, name)), read_map(text)
    size = count(graph(on_map(name, text)))
    assert size.information_sets == ours.information_sets
    assert size.terminal_histories == ours.terminal_histories
    if board.capture in (0, 1):  # The front end leaves out the certain outcome of a fight.
        assert size.histories >= ours.histories
    else:
        assert size == ours


SMALL = (19, 21, 26, 69, 193)  # Maps with few pure strategies; most have a mixed equilibrium.


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("seed", SMALL)
def test_brute_force(name, seed):
    text, _ = drawn_map(seed)
    board = read_map(text)
    worth = value(board.rows, board.bandits, board.capture, name)
    found = solved(expand(graph(on_map(name, text))))
    assert found.value == pytest.approx(worth, abs=1e-9)


BOARDS = ["2-5 ---", "2-# --5", "25-", "2-- -#- --5"]


@pytest.mark.many
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("first", "second", "rounds"), [(2, 1, 3), (1, 1, 2), (0, 2, 2)])
def test_droids_on_other_boards(board, first, second, rounds):
    rows = board.split()
    shots = f"{{R2: {first}, Q5: {second}}}"
    text = rules_of("droid-battle", rows, rounds=rounds, ammunition=shots, score="-2..2 = 0")
    lines = "".join(f"  {row}\n" for row in rows)
    source = f"game: droid-battle\nboard: |\n{lines}shots: [{first}, {second}]\nrounds: {rounds}\n"
    assert count(graph(text)) == count_tree(game_of(source))
    assert efgc.run(text).value_exact == efgc.run(source).value_exact
