"""Probe files: one small game, spelled in every way that files in the wild are, and in ways that
they should not be.

`tests/support/efg_probes.json` holds what each reader does with them, as measured by

    PYTHONPATH=tests/support .venv/bin/python tests/support/efg_probes.py [NAME=PYTHON ...]

which asks this environment's readers and those of the environments that are named, and keeps the
other columns.
"""

import json
import subprocess
import sys
from pathlib import Path

BASE = """EFG 2 R "cards" { "Ann" "Bob" }
"A comment."

c "" 1 "" { "high" 1/2 "low" 1/2 } 0
p "" 1 1 "high" { "raise" "fold" } 0
p "" 2 1 "raised" { "call" "pass" } 0
t "" 1 "" { 2 -2 }
t "" 2 "" { 1 -1 }
t "" 3 "" { -1 1 }
p "" 1 2 "low" { "raise" "fold" } 0
p "" 2 1 "raised" { "call" "pass" } 0
t "" 4 "" { -2 2 }
t "" 5 "" { 1 -1 }
t "" 6 "" { -1 1 }
"""
DIGITS = "31415926535897932384" * 20
REST = str(10**400 - int(DIGITS))
TABLE = Path(__file__).with_name("efg_probes.json")
READERS = Path(__file__).with_name("efg_readers.py")


def _with(*edits):
    """Return BASE with the first occurrence of each old text replaced; where the old text begins
    with `*`, with all of them.
    """
    text = BASE
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        wanted = old.removeprefix("*")
        assert wanted in text, wanted
        text = text.replace(wanted, new) if old.startswith("*") else text.replace(wanted, new, 1)
    return text


LOW = 'p "" 2 1 "raised" { "call" "pass" } 0\nt "" 4'
TOSS = 'c "" 1 "" { "x" 1/2 "y" 1/2 } 0\n'
TOSSES = (
    BASE[: BASE.index("c ")]
    + 2 * TOSS
    + 't "" 1 "" { 1 -1 }\nt "" 2 "" { 2 -2 }\n'
    + TOSS
    + ('t "" 3 "" { 3 -3 }\nt "" 4 "" { 4 -4 }\n')
)


def _last_toss(new):
    """Return TOSSES with another last move of chance."""
    before, _, behind = TOSSES.rpartition(TOSS)
    return before + new + behind


PROBES = {
    "portable": BASE,
    # White space and the prologue.
    "CRLF": _with("*\n", "\r\n"),
    "one line": _with("*\n", " "),
    "tabs": _with("* ", "\t"),
    "form feed": _with("\n\nc", "\n\f\nc"),
    "no newline at the end": BASE.rstrip("\n"),
    "blank lines at the end": BASE + "\n\n",
    "no space inside braces": _with("*{ ", "{", "* }", "}"),
    "no space before braces": _with('*" {', '"{'),
    "no space behind braces": _with("*} ", "}"),
    "no space between labels": _with('*" "', '""'),
    "D": _with("R", "D"),
    "no comment": _with('"A comment."\n', ""),
    "empty comment": _with('"A comment."', '""'),
    "comment of two lines": _with("A comment.", "A\ncomment."),
    "comment behind the players": _with('}\n"A', '} "A'),
    "empty title": _with('"cards"', '""'),
    "text before EFG": "# cards\n" + BASE,
    "blank before EFG": "\n " + BASE,
    "byte order mark": "\ufeff" + BASE,
    "version 1": _with("EFG 2", "EFG 1"),
    "numbers X": _with(" R ", " X "),
    "no title": _with('"cards" ', ""),
    "one player": _with(' "Bob"', ""),
    "three players": _with('"Bob"', '"Bob" "Eve"'),
    "no players": _with('"Ann" "Bob"', ""),
    "players alike": _with("Bob", "Ann"),
    "players without names": _with("Ann", "", "Bob", ""),
    "players without quotes": _with('"Ann" "Bob"', "Ann Bob"),
    "empty file": "",
    "prologue alone": BASE[: BASE.index("c ")],
    # Labels.
    "labels of nodes": _with('p "', 'p "a node', 't "', 't "an end'),
    "labels of nodes alike": _with('*t "', 't "an end'),
    "labels of information sets alike": _with('*"low" {', '"high" {'),
    "labels of outcomes": _with('1 ""', '1 "won"', '2 ""', '2 "lost"'),
    "labels of outcomes alike": _with('1 ""', '1 "won"', '2 ""', '2 "won"'),
    "labels of information sets of both players alike": _with('*"raised" {', '"high" {'),
    "labels of a node and its parent alike": _with('p "', 'p "x', 'p "" 2', 'p "x" 2'),
    "label of 300 letters": _with('*"call"', f'"{"c" * 300}"'),
    "blanks around the label of a node": _with('t ""', 't " x "'),
    "blanks around the label of an information set": _with('*"raised"', '" raised"'),
    "blanks around the label of an outcome": _with('t "" 1 ""', 't "" 1 "won "'),
    "blanks around the label of a branch": _with('"high" 1/2', '"high " 1/2'),
    "blanks around a player's name": _with('"Ann"', '" Ann"'),
    "blanks around the title": _with('"cards"', '" cards  of "'),
    "blank as a label": _with('*"call"', '" "'),
    "blanks around a label": _with('*"call"', '" call "'),
    "two blanks in a label": _with('*"call"', '"ca  ll"'),
    "tab in a label": _with('*"call"', '"ca\tll"'),
    "umlaut in the title": _with("cards", "c\u00e4rds"),
    "umlaut in a player's name": _with("Ann", "\u00c4nn"),
    "umlaut in the comment": _with("A comment", "\u00c4 comment"),
    "no label of an information set": _with(
        '*"high" {', '"" {', '*"low" {', '"" {', '*"raised"', '""'
    ),
    "empty label of an action": _with('*"call"', '""'),
    "empty labels of both actions": _with('*"call" "pass"', '"" ""'),
    "labels of actions alike": _with('*"pass"', '"call"'),
    "empty label of a branch": _with('"high" 1/2', '"" 1/2'),
    "labels of branches alike": _with('"low" 1/2', '"high" 1/2'),
    "quote in a label": _with('*"call"', r'"\"call\""'),
    "backslash in a label": _with('*"call"', r'"c\all"'),
    "backslash at the end of a label": _with('*"call"', r'"call\\"'),
    "brace in a label": _with('*"call"', '"call }"'),
    "line feed in a label": _with('*"call"', '"ca\nll"'),
    "umlaut in a label": _with('*"call"', '"c\u00e4ll"'),
    "label that looks like a node": _with('*"call"', '"\nt \\"\\" 0"'),
    "label without quotes": _with('*"call"', "call"),
    "label in single quotes": _with('*"call"', "'call'"),
    "quote never closed": _with('"pass" } 0\nt "" 1', '"pass } 0\nt  1'),
    "no label of a node": _with('t "" 1', "t 1"),
    # Information sets.
    "description left out after first use": _with(LOW, 'p "" 2 1 0\nt "" 4'),
    "label of the information set left out after first use": _with(
        LOW, LOW.replace('"raised" ', "")
    ),
    "labels of information sets left out": _with(
        '*"high" {', "{", '*"low" {', "{", '*"raised" {', "{"
    ),
    "label of the information set of chance left out": _with('c "" 1 ""', 'c "" 1'),
    "label of the information set left out at first use": _with('"raised" {', "{"),
    "label of the information set changed": _with(LOW, LOW.replace("raised", "played")),
    "label of the information set emptied": _with(LOW, LOW.replace("raised", "")),
    "actions changed": _with(LOW, LOW.replace("call", "see")),
    "actions in another order": _with(LOW, LOW.replace('"call" "pass"', '"pass" "call"')),
    "an action less at second use": _with(LOW, LOW.replace(' "pass"', "")),
    "description missing at first use": _with('p "" 1 1 "high" { "raise" "fold" } 0', 'p "" 1 1 0'),
    "information sets from 0": _with('p "" 2 1', 'p "" 2 0', 'p "" 2 1', 'p "" 2 0'),
    "information sets with gaps": _with('p "" 1 2', 'p "" 1 17'),
    "information sets out of order": _with('p "" 1 1', 'p "" 1 3', 'p "" 1 2', 'p "" 1 1'),
    "information sets in another order": _with(
        'p "" 1 1', 'p "" 1 2', 'p "" 1 2 "low"', 'p "" 1 1 "low"'
    ),
    "information set of chance with another number": _with('c "" 1', 'c "" 7'),
    "information set of chance numbered 0": _with('c "" 1', 'c "" 0'),
    "information set of chance shared": TOSSES,
    "description of chance left out after first use": _last_toss('c "" 1 0\n'),
    "probabilities of chance changed": _last_toss('c "" 1 "" { "x" 1/3 "y" 2/3 } 0\n'),
    "probabilities of chance otherwise spelled": _last_toss('c "" 1 "" { "x" 0.5 "y" .5 } 0\n'),
    "negative information set": _with('*p "" 2 1', 'p "" 2 -1'),
    "information set numbered by a hash": _with(
        'p "" 1 1', 'p "" 1 -1693407871', 'p "" 1 2', 'p "" 1 1180423516'
    ),
    "information set -2147483648": _with('*p "" 2 1', 'p "" 2 -2147483648'),
    "information set -2147483649": _with('*p "" 2 1', 'p "" 2 -2147483649'),
    "information set 2147483647": _with('*p "" 2 1', 'p "" 2 2147483647'),
    "information set 2147483648": _with('*p "" 2 1', 'p "" 2 2147483648'),
    "information set of 64 bits": _with(
        'p "" 1 1', 'p "" 1 6917529027641081856', 'p "" 1 2', 'p "" 1 -6917529027641081856'
    ),
    "information set of chance, negative": _with('c "" 1', 'c "" -1'),
    "information set of chance 2147483647": _with('c "" 1', 'c "" 2147483647'),
    "information set with decimals": _with('*p "" 2 1', 'p "" 2 1.0'),
    "information set of another player with the same number": _with('p "" 1 2', 'p "" 2 1'),
    "player 0": _with('*p "" 2 1', 'p "" 0 1'),
    "player 3": _with('*p "" 2 1', 'p "" 3 1'),
    "no actions": _with('{ "raise" "fold" }', "{ }"),
    "one information set for both cards": _with('p "" 1 2 "low"', 'p "" 1 1 "high"'),
    "an action forgotten": _with('p "" 2 1', 'p "" 1 3', 'p "" 2 1', 'p "" 1 3'),
    # Chance.
    "probabilities as decimals": _with("1/2", "0.5", "1/2", ".5"),
    "probabilities not reduced": _with("1/2", "2/4", "1/2", "50/100"),
    "probabilities as 1e-1": _with("1/2", "5e-1", "1/2", "5.0E-1"),
    "probabilities of 400 decimals": _with("1/2", f".{DIGITS}", "1/2", f".{REST}"),
    "probabilities sum to 0.99": _with("1/2", "0.33", "1/2", "0.66"),
    "probabilities sum to 0.9999999999": _with("1/2", "0.4999999999"),
    "probabilities of floating point": _last_toss(
        'c "" 2 "" { "x" 0.3333333333333333 "y" 0.6666666666666666 } 0\n'
    ),
    "probabilities of floating point that sum to 1": _with(
        "1/2",
        "0.59999999999999997779553950749686919152736663818359375",
        "1/2",
        "0.40000000000000002220446049250313080847263336181640625",
    ),
    "probabilities as ratios of floating point": _with(
        "1/2", "5404319552844595/9007199254740992", "1/2", "3602879701896397/9007199254740992"
    ),
    "probabilities sum to 2": _with("1/2", "1", "1/2", "1"),
    "probability 0": _with('"high" 1/2 "low" 1/2', '"high" 0 "low" 1'),
    "negative probability": _with("1/2", "-1/2", "1/2", "3/2"),
    "probability missing": _with('"low" 1/2', '"low"'),
    "probability first": _with('"high" 1/2 "low" 1/2', '1/2 "high" 1/2 "low"'),
    "commas between probabilities": _with('1/2 "low"', '1/2, "low"'),
    # Outcomes and payoffs.
    "commas between payoffs": _with("2 -2", "2, -2", "1 -1", "1 , -1"),
    "comma behind the last payoff": _with("2 -2 }", "2, -2, }"),
    "two commas": _with("2 -2", "2,, -2"),
    "payoffs as decimals": _with("2 -2", "2.0 -2.0", "1 -1", "1.00 -1.00"),
    "payoffs with nothing behind the point": _with("2 -2", "2. -2."),
    "payoffs with nothing before the point": _with("2 -2", ".5 -.5"),
    "payoffs as 2e0": _with("2 -2", "2e0 -20E-1"),
    "payoffs as .2e1": _with("2 -2", ".2e1 -.2e1"),
    "payoffs as 2.e0": _with("2 -2", "2.e0 -2"),
    "payoffs as 2e+0": _with("2 -2", "2e+0 -2"),
    "payoffs as 2.0e0": _with("2 -2", "2.0e0 -2.0E+0"),
    "payoffs as 002": _with("2 -2", "002 -02"),
    "payoff -0": _with("2 -2", "-0 0"),
    "payoff -.5": _with("2 -2", "-.5 0.5"),
    "payoffs of 2147483648": _with("2 -2", "2147483648 -2147483648"),
    "payoffs of 2147483647/2": _with("2 -2", "2147483647/2 -2147483647/2"),
    "payoffs of 2147483648/2": _with("2 -2", "2147483648/2 -2147483648/2"),
    "payoffs of 1/2147483648": _with("2 -2", "1/2147483648 -1/2147483648"),
    "payoffs of floating point": _with("2 -2", "0.30000000000000004 -0.30000000000000004"),
    "payoffs of 40 decimals": _with("2 -2", f"2.{'1' * 40} -2.{'1' * 40}"),
    "payoffs of 400 decimals": _with("2 -2", f"1.{DIGITS} -1.{DIGITS}"),
    "payoffs without a blank between": _with("2 -2", "2-2"),
    "payoffs as fractions": _with("2 -2", "4/2 -4/2"),
    "large fractions": _with("2 -2", "6000000000/3000000000 -6000000000/3000000000"),
    "payoff +2": _with("2 -2", "+2 -2"),
    "payoff 2/-1": _with("2 -2", "-2/-1 -2"),
    "payoff with blanks": _with("2 -2", "4 / 2 -2"),
    "payoff inf": _with("2 -2", "inf -inf"),
    "payoff 1/0": _with("2 -2", "1/0 -1/0"),
    "payoff 0x2": _with("2 -2", "0x2 -2"),
    "payoff of 400 digits": _with("2 -2", f"{'9' * 308} -{'9' * 308}"),
    "payoff 1e400": _with("2 -2", "1e400 -1e400"),
    "payoff 1e4000": _with("2 -2", "1e4000 -1e4000"),
    "payoff grouped": _with("2 -2", "2_0 -2_0"),
    "payoffs add up to 3": _with(
        "2 -2", "5 -2", "1 -1", "4 -1", "-1 1", "2 1", "-2 2", "1 2", "1 -1", "4 -1", "-1 1", "2 1"
    ),
    "payoffs do not add up to the same": _with("2 -2", "3 -2"),
    "payoff missing": _with("{ 2 -2 }", "{ 2 }"),
    "payoff too many": _with("{ 2 -2 }", "{ 2 -2 0 }"),
    "outcome by number alone": _with(
        't "" 5 "" { 1 -1 }', 't "" 2', 't "" 6 "" { -1 1 }', 't "" 3'
    ),
    "outcome repeated": _with('t "" 5 "" { 1 -1 }', 't "" 2 "" { 1 -1 }'),
    "outcome repeated with another spelling": _with('t "" 5 "" { 1 -1 }', 't "" 2 "" { 1.0 -1 }'),
    "outcome repeated with other payoffs": _with('t "" 5 "" { 1 -1 }', 't "" 2 "" { 2 -2 }'),
    "outcome repeated with another label": _with('t "" 5 "" { 1 -1 }', 't "" 2 "again" { 1 -1 }'),
    "outcome by number before its description": _with('t "" 2 "" { 1 -1 }', 't "" 5'),
    "outcome without label": _with('t "" 1 "" {', 't "" 1 {'),
    "null outcome at the end": _with('t "" 3 "" { -1 1 }', 't "" 0'),
    "no outcome": _with('t "" 3 "" { -1 1 }', 't ""'),
    "payoffs of outcome 0": _with('t "" 3 ""', 't "" 0 ""'),
    "labels of outcomes left out": _with('*"" {', "{", 'c "" 1 {', 'c "" 1 "" {'),
    "outcome repeated without its label": _with(
        't "" 2 ""', 't "" 2 "won"', 't "" 5 "" { 1 -1 }', 't "" 2 { 1 -1 }'
    ),
    "outcome -2147483648": _with('t "" 3 ""', 't "" -2147483648 ""'),
    "outcome 2147483647": _with('t "" 3 ""', 't "" 2147483647 ""'),
    "outcome 2147483648": _with('t "" 3 ""', 't "" 2147483648 ""'),
    "negative outcome": _with('t "" 3 ""', 't "" -3 ""'),
    "outcome on the way": _with('"low" 1/2 } 0', '"low" 1/2 } 7 "" { 1 -1 }'),
    "outcome on the way of a player": _with('"fold" } 0', '"fold" } 7 "" { 1 -1 }'),
    "no outcome of a decision": _with('"fold" } 0', '"fold" }'),
    # The tree.
    "a node too many": BASE + 't "" 7 "" { 0 0 }\n',
    "text behind the tree": BASE + "the end\n",
    "more lines behind the tree": BASE + "Done: 11 nodes.\nBye.\n",
    "two trees": BASE + BASE,
    "other output before the tree": f"3 squares\nWriting the EFG of 11 nodes\n{BASE}",
    "a prompt before the tree": f"> {BASE}",
    "a node too few": BASE[: BASE.index('t "" 6')],
    "a node of an unknown kind": _with('t "" 6', 'x "" 6'),
    "kind in capitals": _with('t "" 6', 'T "" 6'),
    "one node": BASE[: BASE.index("c ")] + 't "" 1 "" { 2 -2 }\n',
    "an action alone": _with(
        '{ "raise" "fold" } 0\np "" 2 1 "raised" { "call" "pass" } 0\nt "" 1 "" { 2 -2 }\n'
        't "" 2 "" { 1 -1 }',
        '{ "fold" } 0',
    ),
    "a branch alone": BASE[: BASE.index("c ")] + 'c "" 1 "" { "go" 1 } 0\nt "" 1 "" { 2 -2 }\n',
}


def ask(python, reader, probes):
    """Return the results of an environment's reader on probes, by name."""
    ended = subprocess.run(
        [python, str(READERS), reader],
        input=json.dumps(probes),
        capture_output=True,
        text=True,
        timeout=600,
    )
    return json.loads(ended.stdout)


def measure(columns):
    """Return the updated table: for each probe the results of the given environments, and the other
    columns unchanged.
    """
    known = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    answers = {
        name: ask(python, name.partition(" ")[0], PROBES) for name, python in columns.items()
    }
    return {
        probe: {**known.get(probe, {}), **{name: answers[name][probe] for name in columns}}
        for probe in PROBES
    }


if __name__ == "__main__":
    found = measure(dict(argument.split("=") for argument in sys.argv[1:]))
    lines = (f"  {json.dumps(name)}: {json.dumps(found[name])}" for name in found)
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
