"""The rules of the game in play, in a few lines for newcomers."""

from collections.abc import Iterator

from ....schemas.parts.exact import brief
from ....schemas.parts.problems import counted
from ....schemas.parts.source import OPENSPIEL
from ....schemas.rules.droid_battle import DroidBattle
from ....schemas.rules.objective import Objective
from ....schemas.state_graph import StateGraph
from ....stages.parse import RULES
from ....stages.parse.recognising import OPENSPIEL_PREFIX
from ....stages.parse.walk import Rules
from .map_knowledge import capture_of
from .solved_match import Playable

WAYS = 2
"""The level at which a move is a whole path."""
GOOFSPIEL = (
    "In each round one of the prizes left is drawn at random, and both players bid a card of their "
    "hand at once.",
    "The higher card takes the prize; if the cards are equal, neither player does. Prize and cards "
    "are gone.",
)
OF_OPENSPIEL = "https://openspiel.readthedocs.io/en/latest/games.html"
ENDINGS = {
    Objective.WIN: "the player with more points wins, by however many.",
    Objective.POINTS: "the difference of the points counts.",
}


def rules_of(ready: Playable, people: tuple[int, ...] = ()) -> list[str]:
    """Return the rules of a map, of Goofspiel, or of a rules file; empty for other games, whose
    rules are their tree. Programs play the players that no people play.
    """
    graph, source = ready.graph, ready.game.source
    if graph is not None and ready.rows and source is not None and source.rules in RULES:
        lines = list(_rules_of_map(ready, graph, RULES[source.rules]))
        if source.level == WAYS:
            lines.append(
                "Each move here is a whole path, up to the next dangerous place or an exit; "
                "efgc play -O 1 plays step by step."
            )
        return lines
    if source is not None and source.rules == OPENSPIEL:
        name = source.file.removeprefix(OPENSPIEL_PREFIX).partition("(")[0]
        return [f"OpenSpiel's documentation of its games has the rules of {name}: {OF_OPENSPIEL}"]
    if ready.dealt is None:
        return list(ready.remarks)
    objective = ready.dealt.cards(0, 0)["objective"]
    return [
        *GOOFSPIEL,
        f"Prizes are points. After all rounds {ENDINGS[objective]}",
        *(
            f"The program of {ready.game.players[player - 1]} is {ready.programs[player].name}."
            for player in sorted({*ready.programs} - {*people})
        ),
    ]


def rules_of_battle(rule: DroidBattle) -> list[str]:
    """Return the rules of a battle, in a few lines for newcomers."""
    return [
        "In each round both droids act at once: step to a free square, or shoot if a shot is left.",
        "Steps come before shots. If both would stand on one square or change places, neither "
        "moves.",
        "A laser runs along row and column, both ways, up to the next wall. A hit is a point; if "
        "both shoot and hit, neither gets one.",
        f"After {counted(rule.rounds, 'round')}, or when nobody has a shot left, "
        f"{ENDINGS[Objective(rule.objective)]}",
    ]


def equilibria_remark(ready: Playable) -> str:
    """Return a remark on other equilibria; empty if none is proved, also if there may be some."""
    names = [ready.game.players[player - 1] for player in ready.several]
    have = "has" if len(names) == 1 else "have"
    return (
        f"This is not the only equilibrium: {' and '.join(names)} {have} other optimal strategies. "
        "Play follows the one that efgc run reports."
        if names
        else ""
    )


def _rules_of_map(ready: Playable, graph: StateGraph, rules: Rules) -> Iterator[str]:
    agent, others = ready.game.players
    places, hidden = len(graph.places), graph.secret.size if graph.secret else 0
    yield (
        f"The {agent} walks from the start S to an exit D, up, down, left or right, and enters no "
        "square twice."
    )
    yield (
        f"{hidden} {others if hidden != 1 else others.removesuffix('s')} "
        f"{'hide' if hidden != 1 else 'hides'} at the {places} dangerous places E; the {agent} "
        "sees who is there only when it enters."
    )
    capture = capture_of(graph)
    lost = "" if capture is None else f" captures the {agent} with probability {brief(capture)}"
    if rules.dangers.robbery:
        yield f"One of the {others} that it meets takes all gold so far, or fights, which{lost}."
    elif lost:
        yield f"A fight with one of the {others}{lost}."
    if alarms := rules.dangers.alarms:
        many = f"one of the first {alarms} dangerous places"
        first = "the first dangerous place" if alarms == 1 else many
        yield (
            f"If {first} that the {agent} enters is empty, there is an alarm: one of the {others} "
            "may move to another free place."
        )
    gold = (
        f" and {rules.gold} for each gold G on its way"
        if any("G" in row for row in ready.rows)
        else ""
    )
    yield (
        f"At an exit the {agent} gets {rules.escape}{gold}; captured, or where no way leads "
        f"on, it gets 0. The {others} lose what it gets."
    )
