"""Check that a state graph is a game: players, probabilities, labels, places, no cycle."""

from collections.abc import Sequence
from fractions import Fraction

from ..parts.documents import Findings
from ..parts.exact import brief
from ..parts.problems import Place, Problem, shown
from ..parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal
from .columns import forms
from .graph import Graph, ObservationGraph, StateGraph
from .observed_checking import LARGEST, check_distribution, check_observed
from .order import find_cycle, topological, transitions
from .records import RESERVED, Secret

ENDLESS = "play might never end"
SEES = (
    "`sees` has a meaning only in a graph with a secret; without one, both players see every move "
    "(version 2 of the format hides moves)"
)


def check(graph: Graph) -> list[Problem]:
    """Return all problems of the graph, such as cycles, wrong probabilities, unknown places."""
    if isinstance(graph, ObservationGraph):
        return check_observed(graph)
    assert isinstance(graph, StateGraph)
    findings = Findings()
    check_players(findings, graph.players)
    if graph.secret:
        _check_secret(findings, graph.secret)
        if graph.rule:
            findings.add(
                ("rule",), "a graph with a secret cannot have a rule that generates its states"
            )
    if not graph.states:
        rule = (
            graph.rule.check()
            if graph.rule
            else [Problem("the rule that generates the states is missing")]
        )
        return [*findings.problems, *(Problem(one.message, ("rule", *one.place)) for one in rule)]
    if not _forms_are_sound(graph):
        for name, state in zip(graph.names, graph.states, strict=True):
            _check_state(findings, graph, ("states", name), state)
    if not findings.problems and not len(topological(graph)):
        states = find_cycle(*transitions(graph), graph.start)
        cycle = " -> ".join(graph.names[state] for state in states)
        findings.add(("states", cycle.partition(" ")[0]), f"{ENDLESS}: {cycle}")
    return findings.problems


def _forms_are_sound(graph: StateGraph) -> bool:
    """Return whether the graph is in columns, and no state has a problem. With a secret, all states
    of the same kind with the same moves or place have the same problems.
    """
    if graph.columns is None or graph.secret is None:
        return False
    findings = Findings()
    for state in forms(graph.columns.kind, graph.columns.what).first.tolist():
        _check_state(findings, graph, (), graph.columns.record(state))
    return not findings.problems


def check_players(findings: Findings, players: Sequence[str]) -> None:
    """Add the problems of the names of players."""
    if len(players) == 2 and players[0] == players[1]:
        findings.add(("players",), "the two players have the same name")
    for index, name in enumerate(players):
        if name in RESERVED or not name:
            findings.add(("players", index), f"{shown(name)} cannot be a player's name")


def _check_secret(findings: Findings, secret: Secret) -> None:
    for name, _ in secret.places:
        # Actions are named by several places, separated by blanks.
        if not name or " " in name:
            findings.add(
                ("secret", "places", name),
                f"{shown(name)} cannot be a place's name: it must not be empty or contain blanks",
            )
    count, places = secret.size, len(secret.places)
    if not 0 <= count <= places:
        findings.add(("secret", "count"), f"cannot choose {count} places out of {places}")


def _check_state(findings: Findings, graph: StateGraph, place: Place, state: State) -> None:
    match state:
        case Draw(moves):
            _check_labels(findings, place, [label for label, _, _ in moves])
            drawn = [(label, probability) for label, probability, _ in moves]
            findings.problems += check_distribution(drawn, (*place, "moves"))
        case Choice(_, moves, sees):
            _check_labels(findings, place, [label for label, _ in moves])
            if sees and not graph.secret:
                findings.add((*place, "sees"), SEES)
        case Look(secret_place):
            _check_place(findings, graph, (*place, "place"), secret_place)
        case Relocation(_, not_to):
            _check_place(findings, graph, (*place, "relocate", "not_to"), not_to)
        case Joint():
            _check_joint(findings, graph, place, state)
        case Terminal(payoff) if not graph.secret:
            _check_size(findings, (*place, "payoff"), payoff)


def _check_joint(findings: Findings, graph: StateGraph, place: Place, state: Joint) -> None:
    if graph.secret:
        findings.add(
            (*place, "actor"), "both players can move at once only in a graph without a secret"
        )
    for at, labels in enumerate(state.moves):
        if not all(labels):
            findings.add((*place, "moves", at), "a move needs a label")
        elif not labels:
            findings.add((*place, "moves", at), "there is no move")
        elif len(set(labels)) < len(labels):
            findings.add((*place, "moves", at), "duplicate label")
    shape = (len(state.moves[0]), len(state.moves[1]))
    for key, rows in (("to", state.to), ("reward", state.reward)):
        if len(rows) != shape[0] or any(len(row) != shape[1] for row in rows):
            findings.add(
                (*place, key), f"is not {shape[0]} rows of {shape[1]}, one per pair of moves"
            )
    for row, numbers in enumerate(state.reward):
        for column, number in enumerate(numbers):
            _check_size(findings, (*place, "reward", row, column), number)


def _check_size(findings: Findings, place: Place, number: Fraction) -> None:
    if abs(number) > LARGEST:
        findings.add(
            place, f"{brief(number)} is beyond 1e290: the sum of the rewards could overflow"
        )


def _check_labels(findings: Findings, place: Place, labels: list[str]) -> None:
    if not labels:
        findings.add((*place, "moves"), "there is no move")
    if "" in labels:
        findings.add((*place, "moves", ""), "a move needs a label")


def _check_place(findings: Findings, graph: StateGraph, place: Place, name: str) -> None:
    known = [known for known, _ in graph.places]
    if name not in known:
        findings.add(
            place,
            f"{shown(name)} is not a place of the secret; "
            f"the places are {', '.join(known) or 'none'}",
        )
