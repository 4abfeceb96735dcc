"""Small state graphs of version 2, as texts."""

from itertools import permutations
from random import Random

CARDS = "JQK"


def _kuhn():
    yield "format: efgc/state-graph\nversion: 2\ntitle: Kuhn poker\nplayers: [Ann, Bob]\n"
    yield "start: deal\nstates:\n  deal:\n    actor: chance\n    moves:\n"
    deals = ["".join(pair) for pair in permutations(CARDS, 2)]
    for one, other in deals:
        seen = f"{{Ann: {one}, Bob: {other}}}"
        yield f"      {one}{other}: {{p: 1/6, to: {one}{other}, sees: {seen}}}\n"
    for deal in deals:
        sign = "" if CARDS.index(deal[0]) > CARDS.index(deal[1]) else "-"
        yield f"  {deal}: {{actor: Ann, moves: {{check: {deal} check, bet: {deal} bet}}}}\n"
        yield f"  {deal} check: {{actor: Bob, moves: {{check: wins {sign}1, bet: {deal} raise}}}}\n"
        yield f"  {deal} bet: {{actor: Bob, moves: {{fold: wins 1, call: wins {sign}2}}}}\n"
        yield f"  {deal} raise: {{actor: Ann, moves: {{fold: wins -1, call: wins {sign}2}}}}\n"
    for payoff in (-2, -1, 1, 2):
        yield f"  wins {payoff}: {{payoff: {payoff}}}\n"


KUHN = "".join(_kuhn())

# The thief does not see whether the guard looks, nor the guard whether the thief steals.
BURGLAR = """\
format: efgc/state-graph
version: 2
title: burglar
players: [thief, guard]
start: night
limit: {moves: 6, payoff: 1}
states:
  night:
    actor: thief
    moves:
      wait: {to: dark, sees: {}}
      steal: {to: open, reward: 2, sees: {}}
  dark:
    actor: guard
    moves:
      sleep: {to: noise, sees: {}}
      look: {to: noise, reward: 1/10, sees: {}}
  open:
    actor: guard
    moves:
      sleep: {to: gone, sees: {}}
      look: {to: caught, reward: 1/10, sees: {}}
  noise:
    actor: chance
    moves:
      loud: {p: 1/3, to: night, sees: {thief: noise, guard: noise}}
      quiet: {p: 2/3, to: night, sees: {}}
  gone: {payoff: 0}
  caught: {payoff: -5}
"""


def rounds(number):
    """Return the text of a game with 9 ** number terminal histories, in which moves are hidden."""
    lines = ["format: efgc/state-graph", "version: 2", "title: rounds", "players: [Ann, Bob]"]
    lines += ["start: r0a", "states:", f"  r{number}a: {{payoff: 3}}"]
    for at in range(number):
        lines += [
            f"  r{at}a: {{actor: Ann, moves: {{x: {{to: r{at}b, sees: {{}}}}, "
            f"y: {{to: r{at}b, sees: {{}}}}, z: r{at}b}}}}",
            f"  r{at}b: {{actor: Bob, moves: {{x: r{at + 1}a, "
            f"y: {{to: r{at + 1}a, sees: {{}}}}, z: {{to: r{at + 1}a, sees: {{Ann: z}}}}}}}}",
        ]
    return "\n".join([*lines, ""])


def random_graph(number):
    """Return the text of a random game with a limit of moves, cycles and hidden moves."""
    chosen = Random(number)
    size, ends = chosen.randint(1, 5), chosen.randint(1, 2)
    names = [f"s{at}" for at in range(size)] + [f"end {at}" for at in range(ends)]
    lines = []
    for name in names[:size]:
        actor = chosen.choice(("Ann", "Bob", "chance"))
        lines.append(f"  {name}:\n    actor: {actor}\n    moves:\n")
        for label in "xy":  # The same in all states, so that players know their moves.
            fields = [f"to: {chosen.choice(names)}"]
            if actor == "chance":
                fields.append("p: 1/2")
            if chosen.random() < 0.3:
                fields.append(f"reward: {chosen.randint(-3, 3)}/2")
            if chosen.random() < 0.6:
                players = [player for player in ("Ann", "Bob") if chosen.random() < 0.5]
                seen = ", ".join(f"{player}: {chosen.choice('ab')}" for player in players)
                fields.append(f"sees: {{{seen}}}")
            lines.append(f"      {label}: {{{', '.join(fields)}}}\n")
    lines += [f"  {name}: {{payoff: {chosen.randint(-4, 4)}}}\n" for name in names[size:]]
    head = "format: efgc/state-graph\nversion: 2\ntitle: random\nplayers: [Ann, Bob]\nstart: s0\n"
    limit = f"limit: {{moves: {chosen.randint(1, 6)}, payoff: {chosen.randint(-2, 2)}}}\n"
    return f"{head}{limit}states:\n{''.join(lines)}"
