"""A small game, and valid and invalid strategies for it in every format."""

from gambit_games import parse_gambit

GAME = """EFG 2 R "coins" { "Ann" "Bob" }
""
c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
p "" 1 1 "heads" { "double" "pass" } 0
p "" 2 1 "doubled" { "pay" "leave" "wait" } 0
t "" 1 "" { 2 -2 }
t "" 2 "" { 1 -1 }
p "" 1 2 "waits" { "on" "off" } 0
t "" 1
t "" 2
t "" 2
p "" 1 3 "tails" { "double" "pass" } 0
p "" 2 1 0
t "" 3 "" { -2 2 }
t "" 2
p "" 1 4 "waits" { "on" "off" } 0
t "" 3
t "" 2
t "" 4 "" { -1 1 }
"""


def coins():
    """Return the game: Ann has the information sets 0, 2, 3 and 4, and Bob 1."""
    return parse_gambit(GAME, "0" * 64)


def _line(player, number, words, probabilities):
    return (
        f'  {{"player": {player}, "information_set": {number}, "after": "{words}", '
        f'"probabilities": {probabilities}}}'
    )


ANN = ",\n".join(
    (
        _line(1, 0, "[heads]", '{"double": "1", "pass": "0"}'),
        _line(1, 2, "[heads] double [waits]", '{"on": "1/3", "off": "2/3"}'),
        _line(1, 3, "[tails]", '{"double": 0.25, "pass": 0.75}'),
        _line(1, 4, "[tails] double [waits]", '{"on": 1, "off": 0}'),
    )
)
BOB = _line(2, 1, "[doubled]", '{"pay": "1/2", "leave": "1/4", "wait": "1/4"}')
HEAD = '{"format": "efgc/strategy", "version": 1,\n "information_sets": [\n'
GOOD = f"{HEAD}{ANN},\n{BOB}\n ]}}\n"
TABLE = """\
player,information_set,label,action,probability,exact
1,0,[heads],double,1.0,1
1,0,[heads],pass,0.0,0
1,2,[heads] double [waits],on,0.3333333333333333,1/3
1,2,[heads] double [waits],off,0.6666666666666666,2/3
1,3,[tails],double,0.25,
1,3,[tails],pass,0.75,
1,4,[tails] double [waits],on,,1
1,4,[tails] double [waits],off,,0
2,1,[doubled],pay,.5,
2,1,[doubled],leave,.25,
2,1,[doubled],wait,2.5e-1,
"""
POLICY = """\
{"heads": [[0, 1.0], [1, 0.0]],
 "[heads] double [waits]": {"on": 0.5, "off": 0.5},
 "tails": [0.25, 0.75],
 "[tails] double [waits]": [[0, 1], [1, 0]],
 "doubled": [[0, 0.5], [1, 0.25], [2, 0.25]]}
"""
LISTS = """\
[[[1, 0], ["1/3", "2/3"],
  [0.25, 0.75], [Rational(1, 1), Rational(0, 1)]],
 [[0.5, 0.25, 0.25]]]
"""
LINE = "NE,1,0,1/3,2/3,0.25,0.75,1,0,0.5,0.25,0.25\n"
RIGHT = {
    "json": GOOD,
    "csv": TABLE,
    "policy": POLICY,
    "lists": LISTS,
    "line": LINE,
}


def _but(text, old, new):
    """Return a valid text with one change."""
    assert text.count(old) == 1, (old, text.count(old))
    return text.replace(old, new)


FILES = {
    "empty": "",
    "blank": " \n\n",
    "a letter": "Dear all,\nplay pass\n",
    "another artifact": '{"format": "efgc/report", "version": 1}\n',
    "a matrix": "[[1, 0], [0, 1]]\n",
    "cut off": GOOD[:-40],
    "no set": f"{HEAD} ]}}\n",
    "an unknown key": _but(GOOD, '"information_sets"', '"infosets"'),
    "a later version": _but(GOOD, '"version": 1', '"version": 2'),
    "an action misspelt": _but(GOOD, '"leave"', '"laeve"'),
    "an action of another set": _but(GOOD, '"leave": "1/4"', '"on": "1/4"'),
    "an unknown number": _but(GOOD, '"information_set": 4', '"information_set": 14'),
    "a number below 0": _but(GOOD, '"information_set": 4', '"information_set": -4'),
    "words misspelt": _but(
        GOOD, '"information_set": 1, "after": "[doubled]"', '"after": "[dubled]"'
    ),
    "words of another set": _but(GOOD, '"[tails]"', '"[heads]"'),
    "words that name two": _but(
        GOOD, '"information_set": 2, "after": "[heads] double [waits]"', '"sees": ["waits"]'
    ),
    "the wrong player": _but(GOOD, '"player": 2', '"player": 1'),
    "no such player": _but(GOOD, '"player": 2', '"player": 3'),
    "no name at all": _but(GOOD, '"information_set": 1, "after": "[doubled]", ', ""),
    "twice": _but(GOOD, BOB, f"{BOB},\n{BOB}"),
    "an action twice": _but(GOOD, '"leave": "1/4"', '"leave": "1/8", " leave ": "1/8"'),
    "a key twice": _but(GOOD, '"leave": "1/4"', '"pay": "1/4"'),
    "a long key twice": f'{{"{"x" * 1100}": [[0, 1]],\n "{"x" * 1100}": [[0, 1]]}}',
    "negative": _but(GOOD, '"1/3"', '"-1/3"'),
    "above 1": _but(GOOD, '"1/3"', '"4/3"'),
    "not to 1": _but(GOOD, '"1/3"', '"1/4"'),
    "an action is missing": _but(GOOD, '"leave": "1/4", ', ""),
    "rounded too far": _but(GOOD, '"on": "1/3", "off": "2/3"', '"on": 0.333, "off": 0.666'),
    "NaN": _but(GOOD, "0.25", "NaN"),
    "infinity": _but(GOOD, "0.25", "Infinity"),
    "a huge exponent": _but(GOOD, "0.25", "1e999999999"),
    "a tiny one": _but(GOOD, "0.25", "1e-999999999"),
    "by 0": _but(GOOD, '"1/3"', '"1/0"'),
    "true": _but(GOOD, '"on": 1,', '"on": true,'),
    "null": _but(GOOD, '"on": 1,', '"on": null,'),
    "a list of the wrong length": _but(GOOD, '{"on": 1, "off": 0}', "[1, 0, 0]"),
    "no probability": _but(GOOD, '{"on": 1, "off": 0}', "{}"),
    "a set is missing": _but(GOOD, ANN.splitlines()[1] + "\n", ""),
    "the first is missing": _but(GOOD, ANN.splitlines()[2] + "\n", ""),
    "much is wrong": _but(
        _but(_but(GOOD, '"1/3"', '"x"'), '"double": 0.25', '"dubble": 0.25'), '"wait"', '"wiat"'
    ),
    "too deep": "[" * 100_000 + "1",
    "JSON too deep": HEAD + "[" * 100_000,
    "another game": _but(GOOD, "1,\n", f'1, "game_sha256": "{"0" * 64}",\n'),
    "another level": _but(
        GOOD,
        "1,\n",
        f'1, "source": {{"sha256": "{"0" * 64}", "rules": "gambit", "level": 2}},\n',
    ),
    "a table without a column": "player,label,probability\n1,[heads],1\n",
    "a column misspelt": _but(TABLE, "probability,", "probabilty,"),
    "a column twice": _but(TABLE, "probability,exact", "exact,exact"),
    "semicolons": TABLE.replace(",", ";"),
    "a line too short": _but(TABLE, "1,0,[heads],pass,0.0,0", "1,0,[heads],pass"),
    "a quote without an end": _but(TABLE, "2,1,[doubled],wait", '2,1,"[doubled],wait'),
    "no whole number": _but(TABLE, "1,3,[tails],pass", "1,3.5,[tails],pass"),
    "no number": _but(TABLE, ",2.5e-1,", ",a quarter,"),
    "an empty cell": _but(TABLE, ",2.5e-1,", ",,"),
    "two numbers": _but(TABLE, ",0.3333333333333333,", ",0.5,"),
    "a line of the table twice": TABLE + TABLE.splitlines()[-1] + "\n",
    "a table without lines": TABLE.partition("\n")[0],
    "an unknown state": _but(POLICY, '"tails"', '"tales"'),
    "an action that is none": _but(POLICY, '"off": 0.5', '"of": 0.5'),
    "too few of OpenSpiel's": _but(POLICY, ", [2, 0.25]", ""),
    "no pair": _but(POLICY, "[2, 0.25]", "[2, 0.25, 1]"),
    "three players": _but(LISTS, "]]]", "]], []]"),
    "a set too many": _but(LISTS, "]]]", "], [1]]]"),
    "no end": _but(LISTS, "]]]", "]]"),
    "too many ends": _but(LISTS, "]]]", "]]]]"),
    "four deep": _but(LISTS, "[1, 0]", "[[1], 0]"),
    "not normalised": _but(LISTS, "Rational(1, 1)", "Rational(4, 5)"),
    "two equilibria": LINE + LINE,
    "a number too few": LINE[: LINE.rindex(",")],
    "not defined where play comes": _but(LINE, "1/3,2/3", "0,0"),
}
