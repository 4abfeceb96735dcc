"""Sources to be played, as text, by short names."""

from itertools import permutations

from small_games import published

CARDS = "JQK"


def kuhn_efg():
    """Return Kuhn poker as a Gambit file (Kuhn 1950); player 1's value is -1/18."""
    deals = list(permutations(range(3), 2))
    chances = " ".join(f'"{CARDS[first]}{CARDS[second]}" 1/6' for first, second in deals)
    lines = ['EFG 2 R "Kuhn poker" { "Ann" "Bob" }', f'c "" 1 "deal" {{ {chances} }} 0']
    ends = 0

    def end(paid):
        nonlocal ends
        ends += 1
        lines.append(f't "" {ends} "" {{ {paid}, {-paid} }}')

    def asked(player, card, late, actions):
        number, name = 2 * card + late + 1, f"{CARDS[card]}{' after a bet' * late}"
        lines.append(f'p "" {player} {number} "{name}" {{ "{actions[0]}" "{actions[1]}" }} 0')

    for first, second in deals:
        won = 1 if first > second else -1
        asked(1, first, 0, ("check", "bet"))
        asked(2, second, 0, ("check", "bet"))
        end(won)
        asked(1, first, 1, ("fold", "call"))
        end(-1)
        end(2 * won)
        asked(2, second, 1, ("fold", "call"))
        end(1)
        end(2 * won)
    return "\n".join(lines) + "\n"


SOURCES = {
    "kuhn": kuhn_efg(),
    **{
        f"goofspiel-{cards}": f"game: goofspiel\ncards: {cards}\nobjective: points\n"
        for cards in range(2, 14)
    },
    "large cards": "game: goofspiel\nobjective: points\nprizes: [1, 2, 3, 7]\n"
    "hands: [[2, 10, 12, 13], [2, 10, 12, 13]]\n",
    "cave": published("cave-example"),
    "bushes": published("two-bushes"),
    "islands": published("island-1"),
    "long islands": published("island-3"),
}
