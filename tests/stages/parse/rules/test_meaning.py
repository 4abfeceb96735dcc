"""The meaning of each key of a rules file, on the moves of small games."""

from fractions import Fraction

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.rules import parse_rules

SHA = "0" * 64
END = "ends: [{if: t == 1, pays: 5}]"
HEAD = "format: efgc/rules\ntitle: t\nplayers: [a, b]\n"


def graph(body, **given):
    return parse_rules(HEAD + body, SHA, **given)


def moves(found, state=0):
    """Return the moves of a state: label, target, what both players see; and the probability or
    reward if there is one.
    """
    columns = found.columns
    text = (*columns.texts, None)
    rows = []
    for move in columns.moves(state):
        extra = [columns.numbers[columns.probability[move]]] * int(columns.probability[move] >= 0)
        extra += [columns.numbers[columns.reward[move]]] * int(columns.reward[move] != 0)
        sees = [text[seen[move]] for seen in columns.sees]
        rows.append((text[columns.label[move]], int(columns.target[move]), *sees, *extra))
    return rows


def test_players_see_each_other_by_default():
    found = graph(
        "state: {t: 0..1}\nturns: [a]\n"
        f"moves: {{a: {{x: {{do: {{t: 1}}}}}}, b: {{y: {{}}}}}}\n{END}\n"
    )
    assert moves(found) == [("x", 1, None, "x")]
    assert found.columns.numbers[found.columns.payoff[1]] == 5


def test_moves_at_once_are_seen_afterwards():
    found = graph(
        "state: {t: 0..1}\nmoves: {a: {x: {}, y: {}}, b: {z: {pays: 2}}}\n"
        f"then: [{{do: {{t: 1}}}}]\n{END}\n"
    )
    assert list(found.columns.actor) == [1, 0, 2, 2]
    assert moves(found) == [("x", 2, None, None), ("y", 3, None, None)]
    assert moves(found, 2) == [("z", 1, "z", "x", 2)]
    assert moves(found, 3) == [("z", 1, "z", "y", 2)]


COMPARED = [
    ("some == [0, 0]", True),
    ("some == [0, 1]", False),
    ("(some if t > 0 else nothing) == some", True),
    ("(some if t > 1 else nothing) == some", False),
    ("some != (t if t > 0 else some)", True),
    ("(t if t > 0 else at) == at", False),
    ("nothing == {1, 2}", False),
    ("t in [at, 1]", True),
    ("[1, 2] - {2} == {1}", True),
    ("len(some - [0]) == 0", True),
    ("count(x for x in (1..3) - some) == 3", True),
]


@pytest.mark.parametrize(("expression", "holds"), COMPARED)
def test_values_of_kinds_that_may_be_equal_can_be_compared(expression, holds):
    found = graph(
        "state: {t: 0..1, at: low | high, some: 2 x 0..1}\nturns: [a]\n"
        "moves: {a: {x: {do: {t: 1}}}, b: {y: {}}}\n"
        f"ends: [{{if: t == 1, pays: '5 if {expression} else 3'}}]\n"
    )
    assert found.columns.numbers[found.columns.payoff[1]] == (5 if holds else 3)


SEES = [
    ("x: {do: {t: 1}, sees: {}}", "", (None, None)),
    ("x: {do: {t: 1}, sees: {b: t + 7}}", "", (None, "7")),
    ("x: {do: {t: 1}, sees: {a: nothing, b: [t, t > 0]}}", "", (None, "0, false")),
    ("x: {do: {t: 1}, sees: {a: '\"{t} coins\"'}}", "", ("0 coins", None)),
    ("x: {do: {t: 1}}", "then: [{sees: {a: t, b: 1/3}}]", ("1", "x; 1/3")),
    ("x: {do: {t: 1}}", "sees: {b: t}", (None, "1")),
    ("x: {do: {t: 1}}", "sees: {b: nothing}", (None, None)),
    ("x: {do: {t: 1}}", "sees: {a: t}", (None, "x")),
    ("x: {do: {t: 1}, sees: {b: '\"so\"'}}", "sees: {b: t}", (None, "so; 1")),
]


@pytest.mark.parametrize(("move", "more", "seen"), SEES)
def test_what_players_see(move, more, seen):
    found = graph(
        f"state: {{t: 0..2}}\nturns: [a, b]\nmoves:\n  a: {{{move}}}\n  b: {{y: {{do: {{t: 2}}}}}}"
        f"\n{more}\nends: [{{if: t == 2, pays: 0}}]\n"
    )
    assert [row[2:4] for row in moves(found)] == [seen]


CHANCE = [
    ("chance: {low: 1/3, high: 2/3}, do: {t: 1, u: '2 if chance == \"low\" else 3'}",
     [("high", "high", Fraction(2, 3)), ("low", "low", Fraction(1, 3))]),
    ("draw: u in 1..3, do: {t: 1}", [(one, one, Fraction(1, 3)) for one in "123"]),
    ("draw: u in 1..3 if u != 2, do: {t: 1}", [(one, one, Fraction(1, 2)) for one in "13"]),
    ("draw: u in 1..3, weight: u, label: 'u{u}', do: {t: 1}",
     [(f"u{one}", f"u{one}", Fraction(one, 6)) for one in (1, 2, 3)]),
    ("draw: [x in 1..2, y in x..2], do: {t: 1, u: x + y - 1}",
     [(one, one, Fraction(1, 3)) for one in ("1 1", "1 2", "2 2")]),
    ("draw: x in 1..2, where: {y: x + 1}, do: {t: 1, u: y}",
     [(one, one, Fraction(1, 2)) for one in "12"]),
    ("draw: 's in subsets(1..3, 2)', do: {t: 1, u: sum(s) - 2}",
     [(one, one, Fraction(1, 3)) for one in ("{1, 2}", "{1, 3}", "{2, 3}")]),
    ("chance: {never: 0, always: 1}, do: {t: 1}", [("always", "always", Fraction(1))]),
]  # fmt: skip


@pytest.mark.parametrize(("step", "outcomes"), CHANCE)
def test_chance(step, outcomes):
    found = graph(
        f"state: {{t: 0..1, u: 0..4}}\nturns: [a]\nstart: [{{{step}}}]\n"
        f"moves: {{a: {{x: {{}}}}, b: {{y: {{}}}}}}\nends: [{{if: t == 1, pays: u}}]\n"
    )
    assert sorted((row[0], row[2], row[4]) for row in moves(found)) == outcomes
    assert {row[2] == row[3] for row in moves(found)} == {True}


def test_definitions_arrays_tables_and_loops():
    found = graph(
        "let: {worth: {x: 1/2, y: 3}, line: [0, 2]}\n"
        "state: {cells: 3 x (none | x | y), t: 0..1, p: players x 1..2 = 2}\nturns: [a]\n"
        "define:\n  f(i): worth[cells[i]] if cells[i] != none else 0\n"
        "  total: sum(f(i) for i in line)\n"
        "moves:\n  a:\n    '{c} at {i}':\n      for: ['c in [x, y]', i in line]\n"
        "      where: {n: i + 1}\n      pays: n\n"
        "      do: {'cells[i]': c, t: 1, 'p[a]': 'p[b] - 1'}\n"
        "  b: {y: {}}\nends: [{if: t == 1, pays: 'total + p[a]'}]\n"
    )
    assert [(row[0], row[4]) for row in moves(found)] == [
        *(("x at 0", 1), ("x at 2", 3), ("y at 0", 1), ("y at 2", 3))
    ]
    ends = [found.columns.numbers[found.columns.payoff[row[1]]] for row in moves(found)]
    assert ends == [Fraction(3, 2), Fraction(3, 2), 4, 4]


def test_variables_of_the_round_begin_again():
    found = graph(
        "state: {t: 0..2}\nround: {x: 0..5 = 1}\nturns: [a]\n"
        "moves: {a: {go: {do: {x: x + 4, t: t + 1}}}, b: {y: {}}}\n"
        "then: [{pays: x}]\nends: [{if: t == 2, pays: 0}]\n"
    )
    assert [moves(found, state)[0][4] for state in (0, 1)] == [5, 5]


def test_a_turn_may_be_of_both():
    found = graph(
        "state: {t: 0..2, u: players x 0..3}\nturn: both if t == 0 else b\n"
        "moves:\n  each:\n    go: {do: {'u[me]': 'u[other] + 1'}}\n"
        "then: [{do: {t: t + 1}}]\nends: [{if: 'u[b] == 2', pays: 'u[a]'}]\n"
    )
    assert sorted(found.columns.actor) == [0, 1, 2, 2]
    assert found.columns.numbers[max(found.columns.payoff)] == 1


GRID = "|\n  S-E\n  #-#\n  E-D"


def test_grids():
    found = graph(
        f"grid: {GRID}\nlet: {{places: 'marked(\"E\")'}}\n"
        "state: {at: node = r1c1, hidden: 1 of places, been: set of nodes}\nturns: [a]\nmoves:\n"
        "  a: {'{d}': {for: x in next(at) if x not in been, where: {d: 'direction(at, x)'},"
        " do: {at: x, been: 'been | {at}'}}}\n  b: {y: {}}\n"
        "ends: [{if: 'mark(at) == \"E\" or at == r3c3', pays: 'len(been) + distance(at, r1c1)'}]\n"
    )
    assert [row[0] for row in moves(found)] == ["right"]
    assert [row[0] for row in moves(found, 1)] == ["down", "right"]


def test_a_network_in_a_file():
    body = (
        "network: streets.csv\nstate: {at: node = a1, t: 0..1}\nturns: [a]\n"
        "moves: {a: {'{x}': {for: x in next(at), do: {at: x, t: 1}}}, b: {y: {}}}\n" + END + "\n"
    )
    files = {"streets.csv": "from,to\na1,a2\na1,a3\n\na2,a3\n"}
    found = graph(body, files=files.__getitem__)
    assert [row[0] for row in moves(found)] == ["a2", "a3"]
    with pytest.raises(InputError, match="only rules in a file can use other files"):
        graph(body)


def test_constants_from_outside():
    body = "let: {n: 1, m: n + 1, table: [1]}\nstate: {t: 0..n}\nturns: [a]\n"
    body += "moves: {a: {x: {do: {t: t + 1}}}, b: {y: {}}}\nends: [{if: t == n, pays: m}]\n"
    assert len(graph(body).columns) == 2
    found = graph(body, overrides={"n": "3"})
    assert len(found.columns) == 4
    assert found.columns.numbers[found.columns.payoff[3]] == 4
    for wrong, message in [
        ({"k": "3"}, "is not defined in `let`"),
        ({"table": "3"}, "'table' is not a single value"),
        ({"n": "1 +"}, "--let n=1 [+]: .* is not an expression"),
    ]:
        with pytest.raises(InputError, match=message):
            graph(body, overrides=wrong)


@pytest.mark.parametrize("chance", ["", "  - draw: c in 0..1\n"])
def test_a_variable_of_the_round_keeps_its_value_from_start_beyond_chance(chance):
    found = graph(
        "state: {c: 0..1, n: 0..1}\nround: {r: 0..5}\n"
        f"start:\n  - do: {{r: 3}}\n{chance}turn: a\n"
        "moves: {a: {go: {pays: r, do: {n: 1}}}, b: {go: {}}}\nends: [{if: n == 1, pays: 0}]\n"
    )
    paid = [found.columns.numbers[number] for number in found.columns.reward]
    assert [number for number in paid if number] == [3] * (2 if chance else 1)


def test_different_observations_with_one_text_are_refused():
    body = (
        "state: {x: \"'p' | 'p, q'\", y: \"'r' | 'q, r'\", t: 0..1}\nstart:\n"
        "  - draw: [\"x in ['p', 'p, q']\", \"y in ['r', 'q, r']\"]\n    sees: {b: [x, y]}\n"
        "turn: b\nmoves: {a: {go: {}}, b: {go: {do: {t: 1}}}}\nends: [{if: t == 1, pays: 0}]\n"
    )
    with pytest.raises(InputError, match="two different observations are both shown as 'p, q, r'"):
        graph(body)
    assert graph(body.replace("'q, r'", "'s'").replace("'p, q'", "'s'"))


def test_truth_values_and_numbers_in_loops_keep_their_names():
    found = graph(
        "let: {flags: '{true, false}', nums: '{0, 1}'}\nstate: {t: 0..1, f: bool, n: 0..1}\n"
        "turn: a\nmoves:\n  a: {'flag {x}': {for: x in flags, do: {f: x, t: 1}},\n"
        "    'num {y}': {for: y in nums, do: {n: y, t: 1}}}\n  b: {go: {}}\n"
        "ends: [{if: t == 1, pays: n}]\n"
    )
    assert [label for label, *_ in moves(found)] == ["flag false", "flag true", "num 0", "num 1"]
