"""The results of a reader of `.efg` files on texts: a script for any environment with the reader.

Takes on stdin a JSON mapping of names to texts and the reader's name as argument, and prints what
the reader does with each: `refuses`, `crashes`, `hangs`, or the tree that it reads, in prefix
order: `c:` and the probabilities; the number of a player, that of the information set in order of
first visit and the number of actions, apart by `:`; the payoffs, added up on the way.
"""

import json
import os
import signal
import sys

SECONDS = 10


def gambit(text):
    """Return the tree that pygambit reads, of 16.0, of later releases, or of 17."""
    import pygambit

    if hasattr(pygambit, "read_efg"):
        import io

        game = pygambit.read_efg(io.StringIO(text))
    else:
        game = pygambit.Game.parse_game(text)
    if hasattr(pygambit, "H"):
        return _gambit_17(game, pygambit.H.path)
    players = list(game.players)
    seen, found = {}, []

    def visit(node, carried):
        if node.outcome:
            carried = [
                total + float(node.outcome[player])
                for total, player in zip(carried, players, strict=True)
            ]
        if node.is_terminal:
            found.append(_payoffs(carried))
            return
        children = list(node.children)
        if node.player.is_chance:
            found.append(_chance([float(action.prob) for action in node.infoset.actions]))
        else:
            # Not all releases number them.
            infoset = list(node.player.infosets).index(node.infoset)
            found.append(_decision(seen, players.index(node.player) + 1, infoset, len(children)))
        for child in children:
            visit(child, carried)

    visit(game.root, [0.0] * len(players))
    return found


def _gambit_17(game, path):
    players = list(game.players)
    infosets = {player: game.get_infosets(player) for player in players}
    seen, found = {}, []

    def visit(labels, carried):
        node = path(*labels)
        outcome, actions = game.get_outcome(node), game.get_actions(node)
        if outcome is not None:
            payoffs = game.get_outcome_payoffs(outcome)
            carried = [
                total + float(payoffs[player])
                for total, player in zip(carried, players, strict=True)
            ]
        if not actions:
            found.append(_payoffs(carried))
            return
        if shares := game.get_action_probs(node):
            found.append(_chance([float(shares[action]) for action in actions]))
        else:
            player = game.get_player(node)
            infoset = infosets[player].index(game.get_members(node)[0])
            found.append(_decision(seen, players.index(player) + 1, infoset, len(actions)))
        for action in actions:
            visit((*labels, action), carried)

    visit((), [0.0] * len(players))
    return found


def openspiel(text):
    """Return the tree that OpenSpiel reads."""
    import pyspiel

    game = pyspiel.load_efg_game(text)
    seen, found = {}, []

    def visit(state):
        if state.is_terminal():
            found.append(_payoffs(state.returns()))
            return
        actions = state.legal_actions()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            actions = [action for action, _ in outcomes]
            found.append(_chance([probability for _, probability in outcomes]))
        else:
            found.append(
                _decision(
                    seen, state.current_player() + 1, state.information_state_string(), len(actions)
                )
            )
        for action in actions:
            visit(state.child(action))

    visit(game.new_initial_state())
    return found


def efgc(text):
    """Return the tree that this project reads."""
    from efgc.schemas.game import Chance, Decision
    from gambit_games import parse_gambit

    game = parse_gambit(text.lstrip("\ufeff"), "")  # As `pipeline.files.reading` reads it.
    numbers = {infoset: at for player in (1, 2) for at, infoset in enumerate(game.infosets(player))}
    found = []
    for node in game.nodes:
        if isinstance(node, Chance):
            found.append(_chance([float(probability) for probability in node.probabilities]))
        elif isinstance(node, Decision):
            player, number = game.information_sets[node.infoset].player, numbers[node.infoset]
            found.append(f"{player}:{number + 1}:{len(node.children)}")
        else:
            found.append(_payoffs([float(node.payoff), float(game.constant - node.payoff)]))
    return found


def _chance(probabilities):
    return "c:" + ",".join(f"{probability:.9g}" for probability in probabilities)


def _decision(seen, player, infoset, actions):
    known = seen.setdefault(player, {})
    return f"{player}:{known.setdefault(infoset, len(known) + 1)}:{actions}"


def _payoffs(payoffs):
    return " ".join(
        f"{payoff + 0.0:.9g}".replace("-0", "0") if payoff == 0 else f"{payoff:.9g}"
        for payoff in payoffs
    )


def answer(reader, text):
    """Return the result of a reader on a text, in a separate process, which it may crash."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            said = "; ".join(reader(text))
        except Exception:  # Each reader has its own errors.
            said = "refuses"
        os.write(there, said.encode())
        os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as pipe:
        said = pipe.read().decode()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return "hangs" if os.WTERMSIG(status) == signal.SIGALRM else "crashes"
    return said


if __name__ == "__main__":
    reader = {"gambit": gambit, "openspiel": openspiel, "efgc": efgc}[sys.argv[1]]
    try:
        reader('EFG 2 R "" { "a" "b" } t "" 0 ')  # Imports its packages, once.
    except Exception as error:
        print(error, file=sys.stderr)
    print(json.dumps({name: answer(reader, text) for name, text in json.load(sys.stdin).items()}))
