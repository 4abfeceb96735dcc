"""Checks a certificate of backward induction against its state graph:
`python induction_checker.py NAME.certificate.json NAME.states.yaml`.

It needs only Python's standard library, nothing of efgc. The graph is read as written by `efgc`, in
an unambiguous subset of YAML. `schemas/induction_certificate.md` has the steps.
"""

import hashlib
import json
import re
import sys
from fractions import Fraction
from typing import Any, NamedTuple

RATIO = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?")
QUOTED = r'"(?:[ !#-\[\]-~]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}|U[0-9a-f]{8}))*"'
WORD = "(?i:y|n|yes|no|on|off|true|false|null|nan|inf)(?![A-Za-z0-9_ ./()+=-])"
PLAIN = f"(?!{WORD})[A-Za-z](?:[A-Za-z0-9_ ./()+=-]*[A-Za-z0-9_./()+=-])?"
SCALAR = f"(?:{QUOTED}|{PLAIN}|-?(?:0|[1-9][0-9]*)(?:/(?:0|[1-9][0-9]*))?)"
TOKEN = re.compile(f"{SCALAR}|, |: |[][{{}}]")
TOKENS = re.compile(f"(?:{TOKEN.pattern})*+")  # Possessive: no backtracking over unclosed tokens.
LINE = re.compile(f"({SCALAR}):(?: (.+))?")
CLAIM = ("format", "version", "title", "graph_sha256", "value", "stages")
STAGE = ("state", "value", "strategy_1", "strategy_2")
HEAD = {"format", "version", "title", "players", "start", "states"}
SHOWN = {"made", "source", "counts", "rule"}  # Parts of a graph that the proof does not need.
MOVES = {"actor", "moves"}  # The possible sets of keys of a state:
KEYS = ({"payoff"}, MOVES, MOVES | {"at"}, MOVES | {"to"}, MOVES | {"to", "reward"})


class Line(NamedTuple):  # A line of a graph.
    number: int
    depth: int  # Leading blanks.
    text: str  # The rest.


class Stage(NamedTuple):  # A stage game in the certificate.
    value: Fraction
    strategies: tuple[list[Fraction], list[Fraction]]


class Rejected(Exception):
    """The certificate is not valid; the message has the reason."""


def check_induction_certificate(certificate: bytes, graph: bytes) -> str:
    """Return the proved statement on a graph in words, from both files. Raise Rejected."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # Fractions may be long.
    try:
        text = certificate.decode("utf-8-sig")
        claim = json.loads(text, parse_constant=_number, object_pairs_hook=_mapping)
        if type(claim) is dict:
            claim.pop("made", None)  # The proof does not need it.
        _keys(claim, CLAIM, "the certificate")
        header = [claim["format"], claim["version"], type(claim["version"]), type(claim["title"])]
        known = header == ["efgc/induction-certificate", 1, int, str]
        _expect(known, "not an induction certificate of version 1")
        digest = hashlib.sha256(graph).hexdigest()
        _expect(claim["graph_sha256"] == digest, f"belongs to another graph, not to {digest}")
        start, players, states = _graph(graph.decode("utf-8-sig"))
        value = _induction(start, players, states, _stages(claim["stages"]))
        told = _number(claim["value"], "the value")
        _expect(value == told, f"the value is {_short(value)}, not {_short(told)}")
        return f"the value is {value}"
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise Rejected(f"cannot be read: {type(error).__name__} {str(error)[:100]}") from None
    finally:
        sys.set_int_max_str_digits(limit)


def _stages(entries: Any) -> dict[str, Stage]:
    found: dict[str, Stage] = {}
    _expect(type(entries) is list, "the stages are not a list")
    for entry in entries:
        _keys(entry, STAGE, "a stage")
        name, *lists = entry["state"], entry["strategy_1"], entry["strategy_2"]
        _expect(type(name) is str and name not in found, f"a stage: {_short(name)} is repeated")
        _expect(all(type(each) is list for each in lists), f"{_short(name)}: strategies are lists")
        first, second = ([_number(weight, name) for weight in each] for each in lists)
        found[name] = Stage(_number(entry["value"], name), (first, second))
    return found


def _graph(text: str) -> tuple[str, list[str], dict[str, Any]]:
    """Return the start, the names of the players, and the states by their names."""
    _expect(text.endswith("\n") and "\r" not in text, "the graph: lines end with a line feed")
    told = enumerate(text[:-1].split("\n"), 1)
    lines = [
        Line(number, len(line) - len(line.lstrip(" ")), line.lstrip(" ")) for number, line in told
    ]
    head = _block(lines[::-1], 0)
    states = head.get("states") if type(head) is dict else None
    _expect(states != "generated", "the graph does not list its states")
    if type(states) is not dict or head.keys() - SHOWN != HEAD:
        raise Rejected("the graph has an unknown head or a secret")
    header, players = [head["format"], head["version"]], head["players"]
    _expect(header == ["efgc/state-graph", "1"], "not a state graph of version 1")
    named = type(players) is list and len(players) == 2 and type(head["start"]) is str
    named = named and len({*players, "chance", "joint", "secret"}) == 5
    _expect(named, "the graph has not two players and a start")
    return head["start"], players, states


def _block(lines: list[Line], depth: int) -> Any:
    """Take the lines of a block with `depth` leading blanks from the end of a reversed list of
    lines; return its mapping or list, or None if there is no block.
    """
    found: Any = None
    while lines and lines[-1].depth >= depth:
        number, blanks, text = lines.pop()
        where, item = f"the graph: line {number} is not as efgc writes it", text.startswith("- ")
        found = ([] if item else {}) if found is None else found
        _expect(blanks == depth and type(found) is (list if item else dict), where)
        if text.startswith("- - "):  # The first item of a nested list.
            lines.append(Line(number, depth + 2, text[2:]))
            found.append(_block(lines, depth + 2))
        elif item:
            found.append(_flow(text[2:], where))
        else:
            match = LINE.fullmatch(text)
            key, data = (_flow(part, where) for part in (match.groups("") if match else ("", "")))
            _expect(key not in found, f"the graph: {_short(key)} is repeated, in line {number}")
            found[key] = _block(lines, depth + 2) if data is None else data
            _expect(key is not None and found[key] is not None, where)
    return found


def _flow(text: str, where: str) -> Any:
    """Return the value on one line; None if there is none."""
    _expect(TOKENS.fullmatch(text) is not None, where)
    told = "".join(map(_as_json, TOKEN.findall(text)))
    return json.loads(told, object_pairs_hook=_mapping) if told else None


def _as_json(token: str) -> str:
    """Convert a token of YAML to JSON: every scalar is text."""
    if token[0] == '"':
        return re.sub(r"\\(U\w{8}|.)", _escape, token)
    return token if token[0] in "[]{},:" else json.dumps(token)


def _escape(match: re.Match[str]) -> str:
    return json.dumps(chr(int(match[1][1:], 16)))[1:-1] if match[1][0] == "U" else match[0]


def _induction(
    start: str, players: list[str], states: dict[str, Any], stages: dict[str, Stage]
) -> Fraction:
    """Return the value of the start, computing each state after all its successors."""
    values: dict[str, Fraction] = {}
    for name, state in _postorder(start, states):
        actor, moves = state.get("actor"), state.get("moves")
        if "payoff" in state:
            values[name] = _number(state["payoff"], name)
        elif actor == "joint":
            _expect(name in stages, f"{_short(name)}: no stage game has this state")
            values[name] = _stage(name, state, values, stages[name])
        elif actor == "chance":
            drawn = [_number(move["p"], name) for move in moves.values()]
            sound = min(drawn) > 0 and sum(drawn) == 1
            _expect(sound, f"{_short(name)}: its probabilities are not above 0 with sum 1")
            values[name] = _mean(drawn, [values[move["to"]] for move in moves.values()])
        else:
            _expect(actor in players, f"{_short(name)}: no such actor, or one with a secret")
            best = max if actor == players[0] else min
            values[name] = best(values[to] for to in moves.values())
    lost = next((name for name in states if name not in values), None)
    _expect(lost is None, f"the graph: play never reaches {_short(lost)}")
    joint = {name for name, state in states.items() if state.get("actor") == "joint"}
    _expect(joint == stages.keys(), "a stage belongs to no state at which both players move")
    return values[start]


def _postorder(start: str, states: dict[str, Any]) -> Any:
    """Yield the reachable states, each after all its successors."""
    open_states: dict[str, bool] = {}  # Whether all successors have been yielded.
    waiting = [start]
    while waiting:
        name = waiting[-1]
        if name not in open_states:
            _expect(name in states, f"the graph: {_short(name)} is not a state")
            following = _targets(name, states[name])
            open_states[name] = False
            waiting += following
            cycle = next((to for to in following if open_states.get(to) is False), None)
            _expect(cycle is None, f"the graph: play could return to {_short(str(cycle))}")
            continue
        waiting.pop()
        if not open_states[name]:
            open_states[name] = True
            yield name, states[name]


def _targets(name: str, state: Any) -> list[str]:
    """Return the names of a state's successors, after checking its form."""
    sound = type(state) is dict and state.keys() in KEYS
    _expect(sound, f"{_short(name)}: is not a state of a graph without a secret")
    if "payoff" in state:
        return []
    if state["actor"] == "joint":
        first, second = state["moves"]
        for rows in (state["to"], state.get("reward", state["to"])):
            shape = len(rows) == len(first) and all(len(row) == len(second) for row in rows)
            lists = type(rows) is list and all(type(row) is list for row in rows)
            _expect(shape and lists and second != [], f"{_short(name)}: rows of another shape")
        for labels in (first, second):
            sound = type(labels) is list and 0 < len(labels) == len({*labels})
            _expect(sound, f"{_short(name)}: a player has no move, or a label twice")
        return [to for row in state["to"] for to in row]
    following = state["moves"].values() if type(state["moves"]) is dict else ()
    _expect(len(following) > 0 and "to" not in state, f"{_short(name)}: has no moves")
    if state["actor"] == "chance":
        for move in following:
            _keys(move, ("p", "to"), _short(name))
        return [move["to"] for move in following]
    return [*following]


def _stage(name: str, state: Any, values: dict[str, Fraction], stage: Stage) -> Fraction:
    """Return the value of a stage game, after checking that both strategies guarantee it."""
    pays = state.get("reward", [["0"] * len(row) for row in state["to"]])
    matrix = [
        [_number(number, name) + values[to] for number, to in zip(*both, strict=True)]
        for both in zip(pays, state["to"], strict=True)
    ]
    sizes = len(matrix), len(matrix[0])
    for player, weights, size in zip((1, 2), stage.strategies, sizes, strict=True):
        sound = len(weights) == size and min(weights) >= 0 and sum(weights) == 1
        _expect(
            sound,
            f"{_short(name)}: strategy_{player} is not a probability distribution over its moves",
        )
        lines = zip(*matrix, strict=True) if player == 1 else iter(matrix)
        sums = [_mean(weights, line) for line in lines]
        got, does = (min(sums), "guarantees") if player == 1 else (max(sums), "concedes")
        said = f"player {player}'s strategy {does} {_short(got)}, not {_short(stage.value)}"
        _expect((got - stage.value) * (3 - 2 * player) >= 0, f"{_short(name)}: {said}")
    return stage.value


def _mean(weights: Any, numbers: Any) -> Fraction:
    pairs = zip(weights, numbers, strict=True)
    return sum((weight * number for weight, number in pairs if weight), Fraction(0))


def _number(data: Any, name: str = "a number") -> Fraction:
    sound = type(data) is str and RATIO.fullmatch(data) is not None
    _expect(sound, f"{_short(name)}: {_short(data)} is not an exact number")
    return Fraction(data)


def _keys(data: Any, keys: tuple[str, ...], where: str) -> None:
    sound = type(data) is dict and data.keys() == {*keys}
    _expect(sound, f"{where}: its keys must be {', '.join(keys)}")


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _expect(len(dict(pairs)) == len(pairs), "a key is repeated")
    return dict(pairs)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) < 80 else f"{text[:40]}... ({len(text)} characters)"


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)


if __name__ == "__main__":
    try:
        print(check_induction_certificate(*(open(name, "rb").read() for name in sys.argv[1:])))
    except (OSError, Rejected, TypeError) as reason:
        sys.exit(str(reason))
