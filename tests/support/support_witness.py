"""A second computation of the actions in optimal play: for each sequence HiGHS finds, in floats,
its largest weight in an optimal plan.

It shares nothing with what finds changes of play but the files that `lower` writes, one for each
player, and the record of a game.
"""

import tempfile
from pathlib import Path

import highspy

from efgc.schemas.game import Chance, Decision, Terminal
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import lower

SLACK, LEAST = 1e-10, 1e-6


def played(game):
    """Return pairs of an information set reached by optimal play and an action taken there."""
    used = {0} | _used(game, 1) | _used(game, 2)
    found, seen, waiting = set(), {0}, [0]
    while waiting:
        match game.nodes[waiting.pop()]:
            case Terminal():
                onward = ()
            case Chance(_, _, children):
                onward = children
            case Decision(infoset, children):
                taken = [at for at in range(len(children)) if game.first[infoset] + at in used]
                found |= {(infoset, at) for at in taken}
                onward = [children[at] for at in taken]
        waiting += set(onward) - seen
        seen |= set(onward)
    return found


def _used(game, player):
    """Return the sequences of a player, by the game's numbers, that some optimal plan plays."""
    text = lower(game, player, "lp", without=("single", "endgames"))[0]
    form = Forms(game).without(("single", "endgames")).form
    sequences = form.players[player - 1]
    highs = _read(text)
    highs.run()
    lp, best = highs.getLp(), highs.getInfo().objective_function_value
    costs = list(lp.col_cost_)
    entries = [(at, cost) for at, cost in enumerate(costs) if cost]
    maximised = lp.sense_ == highspy.ObjSense.kMaximize
    low, high = (
        (best - SLACK, highspy.kHighsInf) if maximised else (-highspy.kHighsInf, best + SLACK)
    )
    highs.addRow(low, high, len(entries), [at for at, _ in entries], [cost for _, cost in entries])
    for at, _ in entries:
        highs.changeColCost(at, 0.0)
    highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
    names = {name: at for at, name in enumerate(lp.col_names_)}
    found = set()
    for number, move in enumerate(sequences.moves):
        column = names["xy"[player - 1] + str(number)]
        highs.changeColCost(column, 1.0)
        highs.run()
        if highs.getInfo().objective_function_value > LEAST:
            found.add(move)
        highs.changeColCost(column, 0.0)
    return found


def _read(text):
    highs = highspy.Highs()
    highs.silent()
    for option in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
        highs.setOptionValue(option, 1e-10)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.lp")
        path.write_text(text)
        highs.readModel(str(path))
    return highs
