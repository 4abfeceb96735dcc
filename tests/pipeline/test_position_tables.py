"""All positions of Goofspiel as tables: those of the Polish notebook, and as CSV."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc as efgc_in_python
from brute_force import matrix_value
from efgc.pipeline.chain.public_games import with_table
from efgc.pipeline.cli import efgc
from efgc.pipeline.settings import Settings
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.schemas.parts.problems import VerificationError
from efgc.schemas.position_table import layer_rows, positions_of
from efgc.schemas.rules.goofspiel import Goofspiel
from efgc.stages.parse import parse
from efgc.stages.report.induction import report_induction
from efgc.stages.solve.induction import solve_graph
from efgc.stages.solve.induction.goofspiel.table import position_table
from small_games import ARTIFACTS, law

CARDS = {cards: str(ARTIFACTS / f"goofspiel-{cards}" / f"goofspiel-{cards}") for cards in (3, 4)}


def printed(capfd, *argv):
    code = guarded(lambda: efgc(list(argv), standalone_mode=False))
    shown, told = capfd.readouterr()
    assert code == 0, told
    return shown


def deal(cards):
    suit = tuple(range(1, cards + 1))
    return Goofspiel((suit, suit), tuple(map(Fraction, suit)), "points")


def notebook(cards):
    """Return the values of the notebook's `game_size_k`, and the words of its prints, by a linear
    program for each matrix game, as there.
    """
    values, lines = {((), (), ()): 0.0}, []
    for k in range(1, cards + 1):
        for one in combinations(range(1, cards + 1), k):
            for two in combinations(range(1, cards + 1), k):
                for prizes in combinations(range(1, cards + 1), k):
                    found = []
                    for up in prizes:
                        matrix = [
                            [
                                up * ((a > b) - (a < b))
                                + values[without(one, a), without(two, b), without(prizes, up)]
                                for b in two
                            ]
                            for a in one
                        ]
                        found.append(matrix_value(matrix))
                        lines.append(
                            f"Przy A: {one}, B: {two}, C: {prizes} i wyłożonej karcie: {up} "
                            f"wartość gry to {rounded(found[-1])}."
                        )
                    values[one, two, prizes] = sum(found) / k
                    lines.append(f"Wartość oczekiwana dla gry  {rounded(sum(found) / k)}.")
    return values, lines


def without(cards, card):
    return tuple(one for one in cards if one != card)


def rounded(value):
    return round(float(value), 4) + 0.0


def test_the_notebook_prints_all_subgames_as_its_game_size_k_does(capfd):
    shown = printed(capfd, "run", f"{CARDS[3]}.yaml", "--format", "notebook", "--all")
    _, lines = notebook(3)
    # Of one card it prints nothing: 27 games, each with its expected value.
    assert [line for line in shown.splitlines() if line and "Optymalna" not in line] == lines[54:]
    # Each print of a subgame ends with an empty line of its own, as print("\n") makes.
    assert re.search(r"\.\nOptymalna strategia gracza pierwszego: \[1\.0, 0\.0\]\n\n\nPrzy", shown)
    assert shown.endswith("Wartość oczekiwana dla gry  0.0.\n\n\n")


def test_the_table_has_the_values_of_another_solver(capfd):
    shown = printed(capfd, "run", f"{CARDS[3]}.yaml", "--format", "csv", "--all")
    values, _ = notebook(3)
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert len(rows) == positions_of(3) + 27 + 27 + 1
    for row in rows:
        cards = tuple(tuple(map(int, row[key].split())) for key in ("hand_1", "hand_2", "prizes"))
        assert 0 < float(row["bound"]) < 1e-13
        if row["up"]:
            for hand, strategy in zip(cards, ("strategy_1", "strategy_2"), strict=False):
                weights = list(map(float, row[strategy].split()))
                assert len(weights) == len(hand) and abs(sum(weights) - 1) < 1e-12
        else:
            assert abs(float(row["value"]) - values[cards]) <= float(row["bound"]) + 1e-9


@pytest.mark.parametrize("format", ["notebook", "csv"])
def test_a_position_is_the_part_of_all_that_is_about_it(format, capfd):
    whole = printed(capfd, "run", f"{CARDS[4]}.yaml", "--format", format, "--all")
    at = ("--at", "hand 2 4 / 1 2, prizes 1 4")
    part = printed(capfd, "run", f"{CARDS[4]}.yaml", "--format", format, *at)
    one = printed(capfd, "run", f"{CARDS[4]}.yaml", "--format", format, at[0], f"{at[1]}, up 4")
    digits = re.compile(r"\d\.\d{9,}(e-\d+)?")  # Bounds differ, and last digits.
    assert "4" in one and part.count("\n") > one.count("\n")
    if format == "notebook":
        assert part in whole and one in part
    else:
        lines, known = part.splitlines()[1:], digits.sub("", whole)
        assert [digits.sub("", line) in known for line in lines] == [True] * 3
        assert one.splitlines()[1].startswith("2 4,1 2,1 4,4,")


def test_report_and_run_list_the_same_positions(capfd):
    files = f"{CARDS[3]}.states.yaml", f"{CARDS[3]}.solution.json"
    assert printed(capfd, "report", *files, "--format", "csv", "--all") == printed(
        capfd, "run", f"{CARDS[3]}.yaml", "--format", "csv", "--all"
    )


def test_positions_of_another_value_than_the_proved_one_are_refused():
    graph = parse("game: goofspiel\ncards: 2\n", "0" * 64)
    report = report_induction(graph, solve_graph(graph))
    moved = replace(report, proved=report.proved._replace(lower=0.5, upper=1.0))
    asked = Settings(report_format="csv", everything=True)
    assert with_table(report, asked, None, False).table.value == 0.0
    with pytest.raises(VerificationError, match="between the bounds 0.5 and 1"):
        with_table(moved, asked, None, False)


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        ("cards: 9", "23,764,194 positions with a prize up, about 4.5 GB", 4),
        ("cards: 3\nobjective: win", "games for points; this game is for the win", 1),
    ],
)
def test_long_tables_are_counted_and_not_listed(words, told, code, tmp_path, capfd):
    source = tmp_path / "deal.yaml"
    source.write_text(f"game: goofspiel\n{words}\n")
    argv = ["run", str(source), "--format", "csv", "--all"]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == code
    shown, said = capfd.readouterr()
    assert shown == "" and told in said and said.count("\n") == 1


def test_python_has_the_same_tables(capfd):
    found = efgc_in_python.run(f"{CARDS[3]}.yaml", all=True, format="csv")
    assert found.report("csv") == printed(
        capfd, "run", f"{CARDS[3]}.yaml", "--format", "csv", "--all"
    )
    # The cards are those that were named, and not their order alone.
    at = efgc_in_python.run(f"{CARDS[4]}.yaml", at="hand 2 4 / 1 2, prizes 1 4, up 4")
    assert at.report("notebook").startswith("Przy A: (2, 4), B: (1, 2), C: (1, 4) i wyłożonej")
    assert 0 < float(at.report("csv").splitlines()[1].split(",")[5]) < 1e-15  # 21/5.


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "the table of positions is one of games for points; use --format json"),
        (
            ("--at", "hand 1 2 / 1 2, prizes 1 2"),
            "--at without its prize `up` lists positions only for",
        ),
    ],
)
def test_tables_of_games_for_the_win_are_refused_before_they_are_solved(
    options, told, tmp_path, monkeypatch, capfd
):
    monkeypatch.setattr("efgc.pipeline.ways.states.solve_public", None)
    source = tmp_path / "deal.yaml"
    source.write_text("game: goofspiel\ncards: 3\nobjective: win\n")
    argv = ["run", str(source), "--format", "csv", *options]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 1
    shown, said = capfd.readouterr()
    assert shown == "" and told in said and said.count("\n") == 1


def test_a_position_that_the_deal_does_not_lead_to_is_refused(capfd):
    argv = ["run", f"{CARDS[3]}.yaml", "--format", "csv", "--at", "hand 2 3 / 1 2, prizes 1 7"]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 1
    assert capfd.readouterr().err.endswith("there is no prize 7; the prizes are 1 2 3\n")


@law(20, 0.3)
@given(st.data())
def test_exchanging_the_players_negates_every_value(data):
    cards = data.draw(st.integers(1, 3))
    hand = st.lists(st.integers(1, 7), min_size=cards, max_size=cards, unique=True)
    one, two, prizes = (tuple(sorted(data.draw(hand))) for _ in range(3))
    found = position_table(Goofspiel((one, two), tuple(map(Fraction, prizes)), "points"))
    other = position_table(Goofspiel((two, one), tuple(map(Fraction, prizes)), "points"))
    exchanged = {(row.hands[::-1], row.prizes, row.up): row.value for row in other.rows()}
    for row in found.rows():
        allowed = 2 * row.bound
        assert abs(row.value + exchanged[row.hands, row.prizes, row.up]) <= allowed


@pytest.mark.slow
def test_compiled_code_finds_the_same(monkeypatch):
    found = position_table(deal(5))
    monkeypatch.setattr("efgc.stages.solve.induction.goofspiel.table.FEW", 5)
    plain = position_table(deal(5))
    for row, other in zip(layer_rows(found.layers[-1]), layer_rows(plain.layers[-1]), strict=True):
        assert abs(row.value - other.value) <= row.bound + other.bound
