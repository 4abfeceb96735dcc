"""Remarks on valid rules that probably mean something else."""

import pytest

from efgc.stages.parse.rules import parse_rules

RULES = """format: efgc/rules
title: t
players: [A, B]
state: {{win: bool, n: 0..9, t: 0..9}}
turn: A
start:
  - {start}
moves:
  A: {{{move}}}
  B: {{wait: {{}}}}
then: [{{do: {{t: t + 1}}}}]
ends: [{{if: t == 2, pays: n}}]
"""
CHANCE = 'chance: {good: 1/4, bad: 3/4}, do: {win: chance == "good"}'
MOVE = '"m{i}": {for: "i in 0..2", do: {n: i}'


def remarks(start="{do: {n: 1}}", move="go: {}"):
    found = []
    parse_rules(RULES.format(start=start, move=move), "0" * 64, remark=found.append)
    return found


@pytest.mark.parametrize(
    "rules, line, said",
    [
        ({"start": f"{{{CHANCE}, sees: {{A: win}}}}"}, 7, "A sees the value of 'win' before"),
        ({"start": f"{{{CHANCE}, sees: {{A: t, B: [t, not win]}}}}"}, 7, "B sees the value of"),
        ({"move": f"{MOVE}, sees: {{B: n + 1}}}}"}, 9, "to show the new one, write i"),
    ],
)
def test_a_value_that_is_shown_before_it_changes_has_a_remark(rules, line, said):
    [remark] = remarks(**rules)
    assert remark.startswith(f"line {line}: ") and said in remark
    assert "the same in every branch" in remark


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"start": f"{{{CHANCE}}}"},
        {"start": f"{{{CHANCE}, sees: {{A: chance}}}}"},
        {"start": f"{{{CHANCE}, sees: {{A: 'chance == \"good\" or win'}}}}"},
        {"start": f"{{{CHANCE}, sees: {{A: t}}}}"},
        {"start": f"{{{CHANCE}, sees: {{A: '\"win\"'}}}}"},
        {"start": "{draw: 'n in 1..3', sees: {A: n}}"},
        {"move": f"{MOVE}, sees: {{B: i}}}}"},
        {"move": "go: {do: {n: n + 1}, sees: {B: n}}"},  # One branch alone; it can be meant.
    ],
)
def test_other_rules_have_none(rules):
    assert remarks(**rules) == []
