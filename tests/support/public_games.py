"""Games of public states with their certificates of backward induction."""

import hashlib
from fractions import Fraction

from efgc.schemas import induction_certificate, state_graph
from efgc.schemas.parts.states import Choice, Draw, Joint, Terminal
from efgc.schemas.state_graph import StateGraph
from efgc.stages.parse.games import game_graph
from efgc.stages.report.certify import certify_induction
from efgc.stages.report.induction import report_induction
from efgc.stages.solve.induction import solve_graph

DUEL = "game: goofspiel\nhands: [[2, 3], [1, 2]]\nprizes: [1, 3]\nobjective: points\n"
BATTLE = "game: droid-battle\nboard: |\n  2-5\n  ---\nshots: [2, 1]\nrounds: 2\n"


def graph_of(source, level=2):
    return game_graph(source, "", "0" * 64, level, 100_000)


def by_chance():
    """Return a graph with all kinds of states and with names that YAML has to quote: chance leads
    to a duel of droids, to a choice of either player, or to matching pennies for 1/2 and 3.
    """
    pennies = Joint(
        moves=(("heads", "tails: 2"), ("no", "é 😀")),
        to=((5, 5), (5, 6)),
        reward=((Fraction(1, 2), Fraction(-3)), (Fraction(-3), Fraction(1, 2))),
    )
    names = ("start", "yes", '"quoted" \\U0001f600', "3", "é: 😀", "end", "-1")
    return StateGraph(
        title="by chance, with: a colon",
        source=None,
        players=("one", "player \\ 2"),
        secret=None,
        names=names,
        states=(
            Draw((("a", Fraction(1, 3), 1), ("b", Fraction(1, 6), 2), ("c", Fraction(1, 2), 4))),
            Choice(1, (("stop", 6), ("go", 4))),
            Choice(2, (("stop", 5), ("go: on", 3))),
            Terminal(Fraction(-7, 2)),
            pennies,
            Terminal(Fraction(0)),
            Terminal(Fraction(-1)),
        ),
        start=0,
    )


def certified_graph(graph, write=state_graph.write):
    """Return the bytes of a graph's certificate and of its file."""
    text = "".join(write(graph)).encode()
    report = report_induction(graph, solve_graph(graph), exact=True)
    made = certify_induction(report, hashlib.sha256(text).hexdigest())
    return "".join(induction_certificate.write(made)).encode(), text
