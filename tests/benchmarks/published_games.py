"""Games that published tables name, by OpenSpiel's names: `efgc run` beside OpenSpiel's own linear
program and CFR+, each in a process of its own, at most LIMIT seconds and so many bytes.

Seconds are those of the processor, with walking OpenSpiel's tree, which all of them do. OpenSpiel's
linear program needs cvxpy and ecos.
"""

import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from large_games import EFGC, measured

HIDDEN = "goofspiel(imp_info=True,num_cards={},points_order=descending)"
SHIPS = "battleship(board_height={},board_width=2,ship_sizes=[{}],ship_values=[{}],num_shots={})"
GAMES = {  # Options of `efgc run` by game.
    "kuhn_poker": (),
    "leduc_poker": (),
    "liars_dice": (),
    HIDDEN.format(4): (),
    HIDDEN.format(5): (),
    HIDDEN.format(6): (),
    SHIPS.format(2, "2", "4", 3): (),
    SHIPS.format(3, "2", "4", 3): ("--max-histories", "5000000"),
}
LIMIT, MEMORY = 60, 8 * 2**30
CLOSE = 1e-3  # NashConv at which CFR+ stops.


def loaded(name):
    import pyspiel

    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


def by_lp(name):
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    return f"value {float(solve_zero_sum_game(loaded(name))[0]):.9g}"


def by_cfr(name):
    """Run CFR+, looking at NashConv after 1, 2, 4, ... iterations."""
    import pyspiel

    game = loaded(name)
    solver, done, wanted, spent = pyspiel.CFRPlusSolver(game), 0, 1, 0.0
    while spent < LIMIT / 3:  # What comes next takes twice as long.
        for _ in range(wanted - done):
            solver.evaluate_and_update_policy()
        done, wanted = wanted, 2 * wanted
        conv = pyspiel.nash_conv(game, solver.average_policy())
        spent = time.process_time()
        if conv < CLOSE:
            break
    return f"NashConv {conv:.2g} after {done:,} iterations"


def main():
    for name, options in GAMES.items():
        print(name, flush=True)
        show("efgc", [*EFGC, "run", f"openspiel:{name}", *options], facts)
        for peer in ("by_lp", "by_cfr"):
            show(peer, [sys.executable, __file__, peer, name], last)


def show(who, command, told):
    code, said, seconds, memory = measured(command, ".")
    words = told(said) if code == 0 else f"ended with {code}: {last(said)[-60:]}"
    print(f"  {who:<8}{seconds:9.2f} s{memory:8.0f} MiB  {words}", flush=True)


def facts(said):
    told = dict.fromkeys(
        " ".join(line.split())
        for line in said.splitlines()
        if line.startswith(("value", "exact", "bounds", "solved", "compiled"))
    )
    return "\n".join(f"{'':32}{line}" for line in told).lstrip()


def last(said):
    return (said.strip().splitlines() or ["nothing"])[-1]


if __name__ == "__main__":
    if len(sys.argv) == 3:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        print(globals()[sys.argv[1]](sys.argv[2]))
    else:
        main()
