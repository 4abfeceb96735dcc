"""Certificates of backward induction: what is true is accepted, every number that is changed is
rejected, and the graph is read as our own reader does.
"""

import copy
import hashlib
import json
import random
from fractions import Fraction

import pytest
from click.testing import CliRunner

from efgc.pipeline.cli import efgc
from efgc.schemas import induction_certificate, state_graph
from efgc.schemas.parts.documents import read_yaml
from efgc.schemas.parts.problems import EfgcError, InputError
from efgc.schemas.state_graph.writing import write_canonical
from efgc.stages.checkers.induction_checker import Rejected, _graph, check_induction_certificate
from efgc.stages.parse.games import game_graph
from efgc.stages.report.induction import report_induction
from efgc.stages.solve.induction import solve_graph
from public_games import BATTLE, DUEL, by_chance, certified_graph, graph_of
from said import but_files
from small_games import ARTIFACTS, seeds
from standing_alone import standing_alone

SOURCES = {  # With the value that other parts of the program, or the rules, say.
    "goofspiel 2": (DUEL, Fraction(13, 4)),
    "goofspiel 3": ("game: goofspiel\ncards: 3\nobjective: points\n", Fraction(0)),
    "goofspiel 3 to win": ("game: goofspiel\ncards: 3\nobjective: win\n", Fraction(0)),
    "goofspiel 4": ("game: goofspiel\ncards: 4\nobjective: points\n", Fraction(0)),
    "goofspiel 4 to win": ("game: goofspiel\ncards: 4\nobjective: win\n", Fraction(0)),
    "a droid battle": (BATTLE, Fraction(0)),
    "a droid duel": ((ARTIFACTS / "droid-duel" / "droid-duel.yaml").read_text(), Fraction(1, 3)),
}


def by_hand():
    """Return what `by_chance` is worth. Matching pennies with -1 behind the last entry is the
    matrix 1/2 -3 / -3 -1/2, whose value is (ad - bc) / (a + d - b - c) = (-1/4 - 9) / 6 = -37/24.
    """
    pennies = Fraction(-37, 24)
    return Fraction(1, 3) * max(-1, pennies) + Fraction(1, 6) * Fraction(-7, 2) + pennies / 2


@pytest.mark.parametrize("name", SOURCES)
def test_public_games_are_proved(name):
    source, value = SOURCES[name]
    certificate, graph = certified_graph(graph_of(source))
    assert check_induction_certificate(certificate, graph) == f"the value is {value}"
    read = induction_certificate.read(certificate.decode())
    assert "".join(induction_certificate.write(read)).encode() == certificate


@pytest.mark.parametrize("level", (0, 1))
def test_every_level_is_proved(level):
    certificate, graph = certified_graph(graph_of(DUEL, level))
    assert check_induction_certificate(certificate, graph) == "the value is 13/4"


def test_all_kinds_of_states_are_proved():
    certificate, graph = certified_graph(by_chance())
    assert check_induction_certificate(certificate, graph) == f"the value is {by_hand()}"
    assert len(json.loads(certificate)["stages"]) == 1


@pytest.mark.parametrize(
    "make", (by_chance, *(lambda s=s: graph_of(s) for s, _ in SOURCES.values()))
)
def test_the_checker_reads_a_graph_as_our_reader_of_yaml_does(make):
    text = "".join(state_graph.write(make()))
    start, players, states = _graph(text)
    whole = read_yaml(text)
    assert (start, players, states) == (whole["start"], whole["players"], whole["states"])


@pytest.mark.slow
def test_random_deals_are_proved():
    draw = random.Random(20)
    for _ in range(40):
        cards = draw.choice((1, 2, 2, 3))
        hands = [sorted(draw.sample(range(1, 8), cards)) for _ in range(2)]
        prizes = sorted(draw.choices(range(-3, 6), k=cards))
        objective = draw.choice(("points", "win"))
        source = f"game: goofspiel\nhands: {hands}\nprizes: {prizes}\nobjective: {objective}\n"
        try:
            graph = graph_of(source, draw.choice((0, 1, 2)))
        except InputError:
            continue
        certificate, text = certified_graph(graph)
        value = report_induction(graph, solve_graph(graph), exact=True).exact
        assert check_induction_certificate(certificate, text) == f"the value is {value}"


# Every number.


def numbers_of(data, at=()):
    """Yield the way to every exact number of a certificate."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, part in items:
        if isinstance(part, (dict, list)):
            yield from numbers_of(part, (*at, key))
        elif key not in ("format", "version", "title", "graph_sha256", "state"):
            yield (*at, key)


@pytest.mark.parametrize("off", (Fraction(1), Fraction(-1), Fraction(1, 10**30)))
@pytest.mark.parametrize("make", (by_chance, lambda: graph_of(DUEL)))
def test_every_number_that_is_changed_is_rejected(make, off):
    certificate, graph = certified_graph(make())
    whole = json.loads(certificate)
    ways = list(numbers_of(whole))
    assert len(ways) == 1 + sum(
        1 + len(stage["strategy_1"]) + len(stage["strategy_2"]) for stage in whole["stages"]
    )
    for *way, last in ways:
        claim = copy.deepcopy(whole)
        parent = claim
        for step in way:
            parent = parent[step]
        parent[last] = str(Fraction(parent[last]) + off)
        with pytest.raises(
            Rejected, match="the value is|guarantees|concedes|not a probability distribution"
        ):
            check_induction_certificate(json.dumps(claim).encode(), graph)


def test_other_strategies_are_rejected():
    certificate, graph = certified_graph(graph_of(DUEL))
    claim = json.loads(certificate)
    stage = claim["stages"][0]
    for player, does in ((1, "guarantees"), (2, "concedes")):
        changed = copy.deepcopy(claim)
        key = f"strategy_{player}"
        changed["stages"][0][key] = ["1/2", "1/2"]
        assert changed["stages"][0][key] != stage[key]
        said = f"{stage['state']}: player {player}'s strategy {does} .*, not 13/4"
        with pytest.raises(Rejected, match=said):
            check_induction_certificate(json.dumps(changed).encode(), graph)


# Forms.

TO_CLAIM = {  # Changes of the certificate of `DUEL`.
    "another format": (lambda claim: claim.update(format="efgc/certificate"), "of version 1"),
    "a version that is true": (lambda claim: claim.update(version=True), "of version 1"),
    "another graph": (
        lambda claim: claim.update(graph_sha256="0" * 64),
        "belongs to another graph",
    ),
    "a key too many": (lambda claim: claim.update(a="1"), "the certificate: its keys must be"),
    "a key too few": (lambda claim: claim.pop("title"), "the certificate: its keys must be"),
    "no list": (lambda claim: claim.update(stages={}), "the stages are not a list"),
    "a stage too few": (lambda claim: claim["stages"].pop(), "no stage game has this state"),
    "a stage twice": (
        lambda claim: claim["stages"].append(claim["stages"][0]),
        "hand 2 3 / 1 2 prizes 1 3 up 1 is repeated",
    ),
    "a stage of no state": (
        lambda claim: claim["stages"].append(claim["stages"][0] | {"state": "nowhere"}),
        "a stage belongs to no state at which both players move",
    ),
    "a stage of an end": (
        lambda claim: claim["stages"].append(claim["stages"][0] | {"state": "end 0"}),
        "a stage belongs to no state at which both players move",
    ),
    "a key in a stage": (lambda claim: claim["stages"][0].update(gap="0"), "a stage: its keys"),
    "a strategy that is text": (
        lambda claim: claim["stages"][0].update(strategy_1="11"),
        "strategies are lists",
    ),
    "a move too few": (
        lambda claim: claim["stages"][0].update(strategy_1=["1"]),
        "strategy_1 is not a probability distribution over its moves",
    ),
    "a move below 0": (
        lambda claim: claim["stages"][0].update(strategy_2=["-1", "2"]),
        "strategy_2 is not a probability distribution over its moves",
    ),
    **{
        f"the number {number!r}": (
            lambda claim, number=number: claim["stages"][0].update(value=number),
            "is not an exact number",
        )
        for number in ("1_0/2", " 1", "+1", "0.5", "1/0", "1e0", "١", 3, 3.25, True, None, ["1"])
    },
}
TO_GRAPH = {  # Old and new text in the graph of `by_chance`.
    "a payoff": ("payoff: -7/2", "payoff: -3", "the value is .*, not"),
    "a decimal": ("payoff: -7/2", "payoff: -3.5", "line .* is not as efgc writes it"),
    "a number of another base": ("payoff: -7/2", "payoff: -07/2", "cannot be read"),
    "a word that is a truth": ("stop: end,", "No: end,", "is not as efgc writes it"),
    "a payoff over 0": ("payoff: -7/2", "payoff: -7/0", "is not an exact number"),
    "a reward": ("reward: [[1/2, -3]", "reward: [[1, -3]", "guarantees|concedes"),
    "a reward too few": ("reward: [[1/2, -3]", "reward: [[1/2]", "rows of another shape"),
    "a row too few": ("[-3, 1/2]]", "[-3]]", "rows of another shape"),
    "a chance": ("{p: 1/3,", "{p: 1/4,", "its probabilities are not above 0 with sum 1"),
    "a chance below 0": ("{p: 1/3,", "{p: -1/3,", "its probabilities are not above 0 with sum 1"),
    "a chance of 0, with the sum 1": (
        '{p: 1/3, to: "yes"}, b: {p: 1/6,',
        '{p: 1/2, to: "yes"}, b: {p: 0,',
        "its probabilities are not above 0 with sum 1",
    ),
    "a chance below 0, with the sum 1": (
        '{p: 1/3, to: "yes"}, b: {p: 1/6,',
        '{p: 2/3, to: "yes"}, b: {p: -1/6,',
        "its probabilities are not above 0 with sum 1",
    ),
    "letters beyond ASCII": ("\\u00e9", "é", "is not as efgc writes it"),
    "a blank before a colon": ("stop: end,", "stop : end,", "is not as efgc writes it"),
    "a key of chance": ("{p: 1/3,", "{q: 1/3,", "its keys must be p, to"),
    "a cycle": ("stop: end,", "stop: start,", "play could return to start"),
    "a target": ("stop: end,", "stop: ende,", "the graph: ende is not a state"),
    "no moves": ("moves: {stop: end, ", "moves: {}, sees: {", "is not a state of a graph without"),
    "an actor": ("{actor: one,", "{actor: three,", "no such actor, or one with a secret"),
    "a secret": ("{actor: one,", "{actor: secret,", "no such actor, or one with a secret"),
    "a label twice": ("[heads, ", '["tails: 2", ', "a player has no move, or a label twice"),
    "a key twice": ("stop: end, ", "stop: end, stop: end, ", "a key is repeated"),
    "a state twice": ("  end: {", '  "3": {', "the graph: 3 is repeated"),
    "a state that play never comes to": (
        "  end: {",
        "  more: {payoff: 0}\n  end: {",
        "the graph: play never reaches more",
    ),
    "a start": ("start: start", "start: begin", "the graph: begin is not a state"),
    "a comment": ("\nstates:\n", "\nstates: # all\n", "is not as efgc writes it"),
    "an empty line": ("\nstates:\n", "\n\nstates:\n", "is not as efgc writes it"),
    "an anchor": ("{payoff: -7/2}", "&a {payoff: -7/2}", "is not as efgc writes it"),
    "a tag": ("payoff: -7/2", "payoff: !!int 3", "is not as efgc writes it"),
    "single quotes": ("stop: end,", "'stop': end,", "is not as efgc writes it"),
    "other blanks": ("stop: end,", "stop:  end,", "is not as efgc writes it"),
    "a line feed": ("\n", "\r\n", "lines end with a line feed"),
    "no head": ("version: 1\n", "", "the graph has an unknown head or a secret"),
    "another version": ("version: 1\n", "version: 2\n", "not a state graph of version 1"),
    "one player": ('players: [one, "player \\\\ 2"]', "players: [one]", "has not two players"),
    "a player twice": ('"player \\\\ 2"]', "one]", "has not two players and a start"),
}


NOT_OURS = "is not as efgc writes it"
TO_BLOCKS = {  # Old and new text in the graph of `by_chance` with its long states on several lines.
    "other blanks": ("    actor: joint\n", "     actor: joint\n", NOT_OURS),
    "one blank more before an item": ("        - end\n", "         - end\n", NOT_OURS),
    "a key on the line of an item": ("        - end\n", "        - x: end\n", "cannot be read"),
    "a key among items": ("        - end\n", "        x: end\n", NOT_OURS),
    "an item among keys": ("    actor: joint\n", "    - joint\n", NOT_OURS),
    "nothing": ("    actor: joint\n", "    actor:\n", NOT_OURS),
    "a text on two lines": ("    actor: joint\n", "    actor: jo\n      int\n", NOT_OURS),
    "a comment": ("    actor: joint\n", "    actor: joint # both\n", NOT_OURS),
    "an empty line": ("    actor: joint\n", "    actor: joint\n\n", NOT_OURS),
    "a key twice": ("    actor: joint\n", 2 * "    actor: joint\n", "actor is repeated"),
    "a target": ("        - end\n", "        - ende\n", "the graph: ende is not a state"),
    "a row too few": ("        - end\n", "", "rows of another shape"),
}


@pytest.mark.parametrize("change", TO_BLOCKS)
def test_a_changed_graph_with_long_states_is_rejected(change):
    certificate, graph = certified_graph(by_chance(), narrow)
    assert check_induction_certificate(certificate, graph) == f"the value is {by_hand()}"
    old, new, said = TO_BLOCKS[change]
    assert old in graph.decode()
    changed = graph.decode().replace(old, new).encode()
    with pytest.raises(Rejected, match=said):
        check_induction_certificate(of(certificate, changed), changed)


def narrow(graph):
    """Yield the text of a graph with lines of 40 columns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("efgc.schemas.state_graph.writing.WIDTH", 40)
        yield from state_graph.write(graph)


def test_what_is_no_text_or_number_of_json_is_rejected():
    certificate, graph = certified_graph(graph_of(DUEL))
    claim = json.loads(certificate)
    for title in (1, None, float("nan")):
        with pytest.raises(Rejected, match="not an induction certificate|not an exact number"):
            check_induction_certificate(json.dumps(claim | {"title": title}).encode(), graph)


@pytest.mark.parametrize("change", TO_CLAIM)
def test_a_changed_certificate_is_rejected(change):
    certificate, graph = certified_graph(graph_of(DUEL))
    mutate, said = TO_CLAIM[change]
    claim = json.loads(certificate)
    mutate(claim)
    with pytest.raises(Rejected, match=said):
        check_induction_certificate(json.dumps(claim).encode(), graph)


@pytest.mark.parametrize("change", TO_GRAPH)
def test_a_changed_graph_is_rejected(change):
    certificate, graph = certified_graph(by_chance(), write_canonical)
    old, new, said = TO_GRAPH[change]
    assert old in graph.decode()
    changed = graph.decode().replace(old, new).encode()
    with pytest.raises(Rejected, match="belongs to another graph"):
        check_induction_certificate(certificate, changed)
    with pytest.raises(Rejected, match=said):
        check_induction_certificate(of(certificate, changed), changed)


def of(certificate, graph):
    """Return a certificate with the digest of another graph."""
    claim = json.loads(certificate) | {"graph_sha256": hashlib.sha256(graph).hexdigest()}
    return json.dumps(claim).encode()


def test_generated_states_are_refused():
    graph = b"".join(
        part.encode() for part in state_graph.write(game_graph(DUEL, "", "0" * 64, 2, 1))
    )
    certificate, _ = certified_graph(graph_of(DUEL))
    with pytest.raises(Rejected, match="the graph does not list its states"):
        check_induction_certificate(of(certificate, graph), graph)


# Random changes of the letters.

LETTERS = ' "\\,:{}[]#-+/.01239abdepst\n\té\u2028'


@pytest.mark.parametrize("seed", range(4))
def test_values_proved_for_a_changed_graph_are_true(seed):
    """Whatever a changed graph proves, our own reader and solver say the same of it."""
    draw = random.Random(seed)
    write = (state_graph.write, write_canonical, narrow, narrow)[seed]
    certificate, graph = certified_graph(by_chance() if seed else graph_of(DUEL), write)
    whole, proved = graph.decode(), 0
    for _ in seeds(600):
        letters = list(whole)
        for _ in range(draw.choice((1, 1, 2))):
            at = draw.randrange(len(letters))
            letters[at : at + draw.randrange(2)] = draw.choice(("", draw.choice(LETTERS)))
        changed = "".join(letters)
        try:
            said = check_induction_certificate(of(certificate, changed.encode()), changed.encode())
        except Rejected:
            continue
        proved += 1
        data = read_yaml(changed)
        assert _graph(changed)[2] == data["states"]
        if "rule" not in data:
            read = state_graph.read(changed)
            value = report_induction(read, solve_graph(read), exact=True).exact
            assert said == f"the value is {value}"
    assert proved


# Commands.


def test_the_checker_is_short_and_self_contained(tmp_path):
    said = standing_alone("induction_checker", tmp_path)
    certificate, graph = certified_graph(graph_of(DUEL))
    (tmp_path / "c.json").write_bytes(certificate)
    (tmp_path / "g.yaml").write_bytes(graph)
    assert said("c.json", "g.yaml") == (0, "the value is 13/4\n", "")
    assert said("c.json", "missing") == (1, "", "[Errno 2] No such file or directory: 'missing'\n")


def ended(found):
    """Return exit code, stdout and stderr of a command, with what it raised as `main` says it."""
    if isinstance(found.exception, EfgcError):
        return found.exception.exit_code, found.stdout, str(found.exception)
    return found.exit_code, found.stdout, found.stderr


def test_the_commands_certify_and_check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "duel.yaml").write_text(DUEL)
    run = CliRunner()

    def ends(*arguments):
        return ended(run.invoke(efgc, arguments))

    assert ends("parse", "duel.yaml", "-o", "duel.states.yaml")[0] == 0
    assert ends("solve", "duel.states.yaml", "-o", "duel.solution.json")[0] == 0
    certify = ("certify", "duel.states.yaml", "duel.solution.json")
    code, printed, said = ends(*certify, "-o", "right.json")
    assert (code, printed, but_files(said)) == (0, "", "")
    assert ends("check", "right.json", "duel.states.yaml") == (
        0,
        "right.json: induction certificate, no problems\n"
        "duel.states.yaml: state graph, no problems\n"
        "right.json: proves for duel.states.yaml that the value is 13/4\n",
        "",
    )
    said = ends("check", "right.json")
    assert said[0] == 0 and "not verified against its state graph" in said[1]
    right = (tmp_path / "right.json").read_text()
    (tmp_path / "wrong.json").write_text(right.replace('"value": "13/4"', '"value": "7/2"', 1))
    said = ends("check", "duel.states.yaml", "wrong.json")
    assert said[0] == 5 and said[2].startswith("wrong.json: the value is 13/4, not 7/2\n")
    assert said[2].splitlines()[1].startswith("wrong.json: was changed after `certify`")
    for more in (("--refine", "sequential"), ("--no-exact",), ("duel.solution.json",)):
        assert ends(*certify, *more)[0] == 2
    assert ends("parse", "duel.yaml", "--max-states", "1", "-o", "large.states.yaml")[0] == 0
    said = ends("certify", "large.states.yaml", "duel.solution.json")
    assert said[0] == 1 and "does not list its states: `efgc parse duel.yaml -O 1` lists" in said[2]
    secret = str(ARTIFACTS / "island-1" / "island-1.states.yaml")
    said = ends("certify", secret, "duel.solution.json")
    advice = f"has a secret: certify the game that `efgc expand {secret}` makes"
    assert said[0] == 1 and advice in said[2]
    other = str(ARTIFACTS / "goofspiel-3" / "goofspiel-3.states.yaml")
    said = ends("certify", other, "duel.solution.json")
    assert said[0] == 1 and "is the solution of another state graph" in said[2]


def test_a_graph_in_another_form_is_not_certified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    graph = graph_of(DUEL)
    text = "".join(state_graph.write(graph)).replace("states:\n", "states: # all of them\n")
    (tmp_path / "g.states.yaml").write_text(text)
    run = CliRunner()
    assert run.invoke(efgc, ["solve", "g.states.yaml", "-o", "g.solution.json"]).exit_code == 0
    code, _, said = ended(run.invoke(efgc, ["certify", "g.states.yaml", "g.solution.json"]))
    assert code == 1 and "the checker cannot read it: the graph: line 8 is not as" in said


def test_fractions_that_are_too_long_end_with_exit_code_4(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("efgc.stages.report.induction.state_by_state.EXACT_BITS", (1, 1))
    (tmp_path / "g.states.yaml").write_text("".join(state_graph.write(graph_of(DUEL))))
    run = CliRunner()
    assert run.invoke(efgc, ["solve", "g.states.yaml", "-o", "g.solution.json"]).exit_code == 0
    code, _, said = ended(run.invoke(efgc, ["certify", "g.states.yaml", "g.solution.json"]))
    assert code == 4 and "fractions of more than 1 bits" in said
