"""Wrong and hostile rules files: one clear line for each problem, with its place."""

import resource
import time

import pytest

from efgc.pipeline.files.text import has_format
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.rules import enumeration, parse_rules

SHA = "0" * 64
KEYS = {
    "format": "efgc/rules",
    "title": "t",
    "players": "[a, b]",
    "let": "{n: 3}",
    "network": "[n1 - n2 - n3]",
    "state": "{t: 0..n, at: node, set: set of 0..n, some: 2 x 0..n}",
    "moves": "{a: {go: {do: {t: t + 1}}}, b: {stay: {}}}",
    "ends": "[{if: t == n, pays: t}]",
}


def problems(text, **limits):
    with pytest.raises(InputError) as caught:
        parse_rules(text, SHA, **limits)
    return [str(problem) for problem in caught.value.problems]


def rules(**changed):
    """Return a rules file; a text in place of one of its keys, or a further key."""
    return "".join(f"{key}: {value}\n" for key, value in (KEYS | changed).items() if value)


def test_the_plain_file_is_right():
    assert has_format("efgc/rules")(rules())
    assert len(parse_rules(rules(), SHA).columns) == 7


def move(fields):
    return {"moves": f"{{a: {{go: {{do: {{t: t + 1}}, {fields}}}}}, b: {{stay: {{}}}}}}"}


def value(expression):
    return {"ends": f"[{{if: t == n, pays: '{expression}'}}]"}


def doubled(times):
    """Return definitions of which each has twice as many parts as the one before."""
    return f"{{d0: t, {', '.join(f'd{one}: d{one - 1} + d{one - 1}' for one in range(1, times))}}}"


WRONG = [
    ({"format": "efgc/rule"}, "1:9: 'efgc/rule' is not efgc/rules"),
    ({"version": "7"}, "9:10: version '7' is not known here, only 1"),
    ({"players": "[a]"}, "3:10: a game here has 2 players, not 1"),
    ({"players": "[a, a]"}, "3:10: the two players have the same name"),
    ({"players": '[a, "b\\e"]'}, "3:14: a player's name has up to 60 characters"),
    ({"state": "{t: 0..n, q: 40 x (40 x bool)}"}, "an array has from 1 to 1,000 elements"),
    ({"players": "[a, chance]"}, "3:14: 'chance' cannot be a player's name"),
    ({"moves": "{a: {go: {}}}"}, "7:8: b has no moves; give them under this name"),
    ({"moves": "{a: {go: {}}, c: {go: {}}, b: {go: {}}}"}, "7:25: 'c' is not a player; known are"),
    ({"ends": "[]"}, "8:7: a game needs at least one end"),
    ({"other": "1"}, "9:8: unknown key 'other'; known are"),
    (move("sees: {c: 1}"), "7:44: 'c' is not a player; known are a, b"),
    (move("sees: {me: 1}"), "7:45: 'me' is not a player"),
    (move("for: x next(at)"), "7:39: 'x next(at)' is not a loop; write"),
    (move("for: n in next(at)"), "7:39: 'n' is already the name of something else"),
    (move("if: t"), "7:38: a number stands where a truth value is needed"),
    (move("pays: at"), "7:40: a text stands where a number is needed"),
    (move("do: {u: 1}"), "7:34: duplicate key 'do'"),
    ({"moves": "{a: {go: {do: {u: 1}}}, b: {go: {}}}"}, "7:26: 'u' is not a variable"),
    ({"moves": "{a: {go: {do: {'t[0]': 1}}}, b: {go: {}}}"}, "'t' is not an array"),
    ({"moves": "{a: {go: {do: {t: at}}}, b: {go: {}}}"}, "7:26: a text stands where a number is"),
    ({"moves": "{a: {'go {x}': {}}, b: {go: {}}}"}, "7:23: 'x' is not known"),
    ({"moves": "{a: {'go {': {}}, b: {go: {}}}"}, "a brace without a plain name in it"),
    ({"moves": '{a: {"go \\e[31m": {}}, b: {go: {}}}'}, "a label needs text without control"),
    ({"state": "{t: 0..n = 4}"}, "6:12: the first value 4 is not 0 to 3"),
    ({"state": "{t: 0..n, at: nodes, me: bool}"}, "'me' cannot be the name of a variable"),
    ({"state": "{t: 0..n, n: bool}"}, "6:21: 'n' is already a constant"),
    ({"state": "{t: 0..n, q: 7 of nodes}"}, "7 of 3 elements do not exist"),
    ({"state": "{t: 0..n, q: t}"}, "6:21: 't' is not known"),
    ({"state": "{t: 0..n, q: 5000 x bool}"}, "an array has from 1 to 1,000 elements"),
    ({"let": "{n: 3, m: 1/0}"}, "4:16: a division by zero"),
    ({"let": "{n: 3, m: 10 ** 400}"}, "4:16: a number of more than 300 digits"),
    ({"let": "{n: 3, m: 9 ** 9 ** 9 ** 9}"}, "4:16: a number of more than 1,000 digits"),
    ({"let": "{n: 3, m: 0..99999999}"}, "4:16: a range of more than 100,000 numbers"),
    ({"let": "{n: 3, m: 'sum(1 for x in 0..9999 for y in 0..9999)'}"}, "iterations of loops"),
    ({"let": "{n: 3, m: 'len(subsets(0..99, 50))'}"}, "iterations of loops"),
    ({"let": "{n: 3, m: __import__}"}, "4:16: '__import__': a name cannot begin with _"),
    ({"let": "{n: 3, m: n.real}"}, "4:16: a dot after a name is not allowed"),
    ({"let": "{n: 3, m: open('x')}"}, "4:16: 'open' is not a function"),
    ({"let": "{n: 3, m: 'lambda: 1'}"}, "4:16: lambda is not allowed"),
    ({"let": "{n: 3, m: 'f\"{n}\"'}"}, "4:16: an f-string is not allowed"),
    ({"let": "{n: 3, m: n is 3}"}, "4:16: 'is' is not allowed in an expression; write =="),
    ({"state": "{t: 0..n, q: 3}"}, "6:21: '3' is not a type; write, for example"),
    ({"let": "{n: 3, m: 1 +}"}, "4:16: '1 +' is not an expression"),
    (value("t = 1"), "8:27: 't = 1' is not an expression: invalid syntax; write =="),
    (value("t && t"), "8:27: 't && t' is not an expression: invalid syntax; write and"),
    (
        move("if: !t"),
        "while scanning a tag: did not find expected whitespace or line break; for `!`",
    ),
    ({"let": f"{{n: 3, m: {'(' * 250}1{')' * 250}}}"}, "too many nested parentheses"),
    ({"let": f"{{n: 3, m: {'-' * 300}1}}"}, "4:16: the expression is nested deeper than 30"),
    ({"let": f"{{n: 3, m: {'1+' * 999}1}}"}, "4:16: the expression is nested deeper than 30"),
    ({"let": f"{{n: 3, m: {'1+' * 1999}1}}"}, "4:16: an expression of more than 2,000 characters"),
    ({"network": "[n1 - -]"}, "5:11: '' is not the name of a node"),
    ({"network": "../streets.csv"}, "is not the plain name of a file beside the rules"),
    ({"network": "/etc/passwd"}, "is not the plain name of a file beside the rules"),
    ({"grid": "'S-D'"}, "9:7: a file has either a network or a grid"),
    ({"define": "{len(x): x}"}, "9:18: 'len' is a function already"),
    ({"define": "{f(x): f(x)}"}, "'f' is not defined before 'f'"),
    ({"define": "{f: g, g: f}"}, "9:13: 'g' is not defined before 'f'"),
    ({"turns": "[a, c]"}, "9:12: 'c' is not a player"),
    ({"turns": "[a]", "turn": "a"}, "10:7: a file has either 'turn' or 'turns'"),
    ({"turn": "t"}, "9:7: a number stands where a text is needed"),
    ({"then": "[{chance: {x: 1}, draw: t in 0..n}]"}, "9:8: a step has either 'chance' or 'draw'"),
    ({"then": "[{label: x}]"}, "'label' needs 'draw' in the same step"),
    ({"start": "[{pays: 1}]"}, "nothing is paid before the first move or chance"),
    (value("t / 0"), "8:27: a division by zero, in the state t = 3"),
    (value("some[t]"), "8:27: index 3 is not from 0 to 1, in the state t = 3"),
    (value("some[t - 4]"), "8:27: index -1 is not from 0 to 1, in the state t = 3"),
    (value("some[2]"), "8:27: index 2 is not from 0 to 1"),
    (value("min(set)"), "8:27: the smallest or largest of nothing, in the state"),
    (value("t in n"), "'in' needs a list or a set, not a number"),
    (value("at == 3"), "8:27: a text cannot be compared with a number here"),
    (value("at < at"), "8:27: a text cannot be compared with a text here"),
    (value("distance(at)"), "8:27: distance has 2 arguments, not 1"),
    (value("t if set else n"), "8:27: a set stands where a truth value is needed"),
    (value("sum(x for x in nodes)"), "8:27: a text stands where a number is needed"),
    (value("unknown"), "8:27: 'unknown' is not known"),
    (value("t * 10 ** 295"), "8:7: about 3e+295 is beyond 1e290"),
    (value("t * 10 ** 299 * 10"), "8:7: a payoff or probability has more than 300 digits"),
    ({"moves": "{a: {go: {}}, b: {go: {}}}"}, "7:8: play can go on forever: t = 0, at = n1"),
    (
        {"moves": "{a: {go: {do: {t: t + 2}}}, b: {go: {}}}"},
        "7:26: t would be 4, which is not 0 to",
    ),
    ({"moves": "{a: {go: {if: t > 0}}, b: {go: {}}}"}, "7:12: a has no move, in the state t = 0"),
    ({"moves": "{a: {go: {for: x in 0..n}}, b: {go: {}}}"}, "two moves of a have the label 'go'"),
    (
        {"moves": "{a: {'{x} {y}': {for: [x in 0..199, y in 0..99]}}, b: {go: {}}}"},
        "7:8: a has more than 10,000 moves",
    ),
    ({"then": "[{chance: {x: 1/2, y: 1/3}}]"}, "9:17: the probabilities have the sum 5/6, not 1"),
    ({"then": "[{chance: {x: -1, y: 2}}]"}, "a probability is below 0"),
    (
        {"turn": "both", "moves": "{each: {go: {do: {t: 1}}}}"},
        "'t' is changed by both players at once; let each change a variable of its own, in the",
    ),
    (
        {"moves": "{each: {go: {do: {'some[t]': 1}}}}"},
        "7:8: both players change the same element at once, in the state t = 0",
    ),
    ({"title": ""}, "the key 'title' is missing"),
    ({"state": ""}, "the key 'state' is missing"),
    ({"state": "[t]"}, "6:8: a list is not a mapping"),
    ({"state": "{t: 0..n = }"}, "6:12: the expression is missing"),
    ({"state": "{t: 0..1/2}"}, "6:12: 0..1/2 does not have whole ends"),
    ({"state": "{t: n..0}"}, "6:12: the type has no values"),
    ({"state": "{t: 0..n, c: red | 2x}"}, "6:21: '2x' is not a name; another text has quotes"),
    ({"state": "{t: 0..n, if: bool}"}, "6:22: 'if' cannot be the name of a variable"),
    ({"state": "{t: 0..n, _u: bool}"}, "6:22: '_u' cannot be the name of a variable"),
    ({"state": "{t: 0..n, a: bool}"}, "6:21: 'a' is already the name of a value or a player"),
    ({"round": "{t: bool}"}, "9:12: 't' is already a variable"),
    (
        {"round": "{r: bool}", "ends": "[{if: t == n and r, pays: t}]"},
        "8:13: `r` is a variable of `round` and has its first value whenever `ends` is evaluated; "
        "use it in `then`, or make it a variable of `state`",
    ),
    (
        {
            "round": "{r: 2 x 0..n}",
            "define": "{more(x): 'x + r[0]'}",
            "ends": "[{if: t == n, pays: more(t)}]",
        },
        "8:27: `r` is a variable of `round` and has its first value",
    ),
    ({"round": "{r: bool}", "sees": "{a: [t, r]}"}, "10:15: `r` is a variable of `round`"),
    ({"round": "{r: bool}", "turn": "a if r else b"}, "10:7: `r` is a variable of `round`"),
    ({"network": "[a1, 2b]"}, "5:15: '2b' is not the name of a node"),
    ({"network": "", "grid": "'###'", "state": "{t: 0..n}"}, "a grid has from 1 to 10,000 squares"),
    ({"network": ""}, "5:22: a node needs a network or a grid"),
    ({"define": "{'f(x': x}"}, "9:17: 'f(x' cannot be the name of a definition"),
    ({"define": "{'f(t)': t}"}, "9:18: 't' cannot be the name of a parameter"),
    ({"define": "{f: t +}"}, "9:13: 't +' is not an expression"),
    ({"sees": "{c: t}"}, "9:11: 'c' is not a player"),
    ({"sees": "{a: u}"}, "9:11: 'u' is not known"),
    ({"ends": "[{if: t == n}]"}, "8:8: the key 'pays' is missing"),
    ({"ends": "[{if: t, pays: 1}]"}, "8:13: a number stands where a truth value is needed"),
    ({"turns": "a"}, "9:8: 'a' is not a list"),
    (move("where: {t: 1}"), "'t' is already the name of something else"),
    (move("for: [x in 0..n, x in 0..n]"), "'x' is already the name of something else"),
    (move("for: x in t"), "a number stands where a list or a set is needed"),
    (value("any(x for x in nodes if x)"), "8:27: a text stands where a truth value is needed"),
    (value("len(subsets(nodes))"), "8:27: subsets has 2 arguments, not 1"),
    (value("next"), "8:27: 'next' is a function: write next(...)"),
    (value("(x for x in nodes)"), "8:27: a loop can only stand in a function"),
    (value("next(at)[0]"), "8:27: this list has no fixed length, and so no index"),
    (value("{n1: 3}[at]"), "8:27: a dictionary is not allowed in an expression"),
    (value("set | n"), "8:27: a number stands where a set is needed"),
    (value("set * set"), "8:27: lists and sets have the operations |, & and - only"),
    (value("max(n=3)"), "8:27: arguments have no names here"),
    (value('"a;b"'), "';', which separates observations"),
    (
        value("2 ** t ** t ** t ** t"),
        "8:27: a number of more than 1,000 digits, in the state t = 3",
    ),
    (value("[1, 2][1, 2]"), "8:27"),
    ({"then": "[{chance: {}}]"}, "9:17: chance has no outcome"),
    ({"then": "[{draw: x in set}]"}, "9:15: chance has no outcome"),
    (
        {"moves": "{a: {go: {do: {t: 1}}}, b: {go: {do: {t: 2}}}}"},
        "changed by both players at once",
    ),
    (
        {"moves": "{a: {'{q}': {for: 'q in [\"\", \"z\"]'}}, b: {go: {}}}"},
        "7:8: a move of a has an empty label",
    ),
    ({"then": '[{draw: \'q in ["", "z"]\'}]'}, "9:15: a move of chance has an empty label"),
    ({"then": "[{draw: []}]"}, "9:15: 'draw' needs a loop"),
    ({"define": doubled(16)}, "all expressions together have more than 100,000 parts"),
]


@pytest.mark.parametrize(("changed", "message"), WRONG)
def test_problems_have_places(changed, message):
    found = problems(rules(**changed))
    assert any(message in problem for problem in found), found


@pytest.mark.parametrize(("changed", "message"), WRONG[::7])
def test_all_problems_are_reported_at_once(changed, message):
    both = problems(rules(**changed, title='"\\x07"'))
    assert any("control characters" in problem for problem in both) or len(both) == 1


HOSTILE = [
    "{" + ", ".join(f"v{one}: 0..9" for one in range(20)) + "}",
    "{t: 0..99999, u: 0..99999}",
]


@pytest.mark.parametrize("state", HOSTILE)
def test_explosions_end_soon(state):
    names = [one.split(":")[0] for one in state.strip("{}").split(", ")]
    moves = "".join(f"    up {one}: {{if: {one} < 9, do: {{{one}: {one} + 1}}}}\n" for one in names)
    text = (
        f"format: efgc/rules\ntitle: t\nplayers: [a, b]\nstate: {state}\nturns: [a, b]\nmoves:\n"
        f"  each:\n    wait: {{}}\n{moves}ends: [{{if: {names[0]} == 9, pays: 1}}]\n"
    )
    start = time.monotonic()
    found = problems(text, max_states=100_000)
    assert "more than 100,000 states" in found[0] or "play can go on" in found[0]
    assert time.monotonic() - start < 30
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4_000_000


@pytest.mark.long
def test_heavy_arithmetic_ends_soon():
    heavy = "sum(1 / (x + 1) for x in 0..u) + sum((x % 9) ** 280 for x in 0..u)"
    text = rules(
        state="{t: 0..n, u: 0..99999}",
        moves="{a: {go: {do: {u: u + 1}}}, b: {stay: {}}}",
        ends=f"[{{if: '{heavy} < 0', pays: 1}}]",
    )
    start = time.monotonic()
    (found,) = problems(text)
    assert "iterations of loops in" in found
    assert time.monotonic() - start < 30


def test_many_moves_at_once_end_soon():
    many = "{'m{i}': {for: i in 1..9999}}"
    start = time.monotonic()
    (found,) = problems(rules(moves=f"{{a: {many}, b: {many}}}"))
    assert found == "7:8: the game has more than 10,000,000 moves in all states"
    assert time.monotonic() - start < 10


def test_heavy_loops_in_few_states_end_soon(monkeypatch):
    monkeypatch.setattr(enumeration, "MOST_IN_ALL", 5_000_000)
    text = rules(
        let="{n: 99}",
        moves="{a: {go: {do: {t: t + 1}}}, b: {stay: {}}}",
        sees="{a: 'sum(sum(x * t for x in 1..950) for y in 1..950)'}",
    )
    (found,) = problems(text)
    assert "more than 5,000,000 iterations of loops in the first" in found


def test_long_files_end_soon():
    start = time.monotonic()
    moves = ", ".join(f"m{one}: {{}}" for one in range(2_000))
    (found,) = problems(rules(moves=f"{{a: {{{moves}}}, b: {{stay: {{}}}}}}"))
    assert found == "7:8: more than 1,000 moves in the file; use 'for'"
    moves = ", ".join(f"m{one}: {{}}" for one in range(60_000))
    (found,) = problems(rules(moves=f"{{a: {{{moves}}}, b: {{stay: {{}}}}}}"))
    assert found == "1:1: rules of more than 500,000 characters"
    moves = ", ".join(f"m{one}: {{if: t == {one}, pays: 't + {one}'}}" for one in range(999))
    assert problems(rules(moves=f"{{a: {{{moves}}}, b: {{stay: {{}}}}}}"))
    assert time.monotonic() - start < 10


def test_heavy_loops_end_soon():
    loops = "[" + ", ".join(f"x{one} in 0..99" for one in range(5)) + "]"
    text = rules(moves=f"{{a: {{go: {{for: {loops}, if: x0 == 500}}}}, b: {{stay: {{}}}}}}")
    start = time.monotonic()
    (found,) = problems(text)
    assert "iterations of loops in one state" in found
    assert time.monotonic() - start < 10
