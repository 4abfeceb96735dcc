"""Wrong programs of students: a program of `right/` with one mistake in it each.

The table is in three parts, one for each style of writing: recursive functions that write text as
they go; classes; stacks, generators and dataclasses.
"""

from pathlib import Path
from typing import NamedTuple

RIGHT = Path(__file__).parent / "right"


class WrongProgram(NamedTuple):
    """A wrong program."""

    name: str
    program: str
    """The file in `right/`, without its ending."""
    mistake: str
    """The name that efgc has for the mistake, up to what depends on the map; empty if it has
    none.
    """
    replacements: tuple[tuple[str, str], ...]
    """Old text, which occurs once in the program, and new text."""


def wrong_program(mistake: WrongProgram) -> str:
    """Return the text of a wrong program."""
    text = (RIGHT / f"{mistake.program}.py").read_text()
    for old, new in mistake.replacements:
        assert text.count(old) == 1, (mistake.name, old, text.count(old))
        text = text.replace(old, new)
    return text


RECURSIVE = (
    WrongProgram(
        "encounters without their place",
        "cave_recursive",
        "miners do not see the place of the encounter",
        (("key = (placed, encounters, pos)", "key = (placed, encounters)"),),
    ),
    WrongProgram(
        "encounters without their order",
        "cave_recursive",
        "",
        (("key = (placed, encounters, pos)", "key = (placed, frozenset(encounters), pos)"),),
    ),
    WrongProgram(
        "the robbed player keeps the gold",
        "cave_recursive",
        "gold that was taken away is counted",
        (
            (
                'play(pos, visited, 0, seen + ("robbed",)',
                'play(pos, visited, gold, seen + ("robbed",)',
            ),
        ),
    ),
    WrongProgram(
        "an escape without gold pays nothing",
        "cave_recursive",
        "",
        (("print_terminal(2 + gold)", "print_terminal(2 + gold if gold > 0 else 0)"),),
    ),
    WrongProgram(
        "the miners' payoff first",
        "cave_strings",
        "the payoffs have the wrong sign",
        (('str(points) + ", " + str(-points)', 'str(-points) + ", " + str(points)'),),
    ),
    WrongProgram(
        "captured with the probability of winning",
        "cave_strings",
        "the probabilities of capture and escape are exchanged",
        (("(p_capture, 1 - p_capture)", "(1 - p_capture, p_capture)"),),
    ),
    WrongProgram(
        "miners remember only where they are",
        "cave_strings",
        "miners forget what happened before this encounter or alarm",
        (
            (
                'miner_node(known + place, ["fight", "take"])',
                'miner_node(known.split("|")[0] + place, ["fight", "take"])',
            ),
        ),
    ),
    WrongProgram(
        "the player is its square and its moves",
        "cave_strings",
        "agent knows its square and nothing else",
        (("player_node(hist, [", "player_node(str((i, j)) + str(options), ["),),
    ),
    WrongProgram(
        "rows compared with the width",
        "cave_strings",
        "",
        (
            (
                "0 <= ni < len(grid) and 0 <= nj < len(grid[0])",
                "0 <= ni < len(grid[0]) and 0 <= nj < len(grid)",
            ),
        ),
    ),
    WrongProgram(
        "one gold at most",
        "cave_certain",
        "",
        (("go(newpath, gold + 1, events, placement)", "go(newpath, 1, events, placement)"),),
    ),
    WrongProgram(
        "miners never take the gold",
        "cave_certain",
        "miners always fight",
        (
            (
                '    node(2, (placement, before, sq), ["take", "fight"])\n'
                '    go(path, 0, events + ("taken",), placement)\n',
                "",
            ),
        ),
    ),
    WrongProgram(
        "two points for being stuck",
        "cave_certain",
        "a dead end pays 2, not 0",
        (('terminal(0, "stuck")', 'terminal(2, "stuck")'),),
    ),
    WrongProgram(
        "the start is not marked as visited",
        "cave_certain",
        "a square is entered twice",
        (("and n not in path]", "and n not in path[1:]]"),),
    ),
    WrongProgram(
        "a dead end keeps the gold",
        "island_recursive",
        "gold is kept in a dead end",
        (
            (
                "        leaf(0)\n        return\n    decision",
                "        leaf(gold)\n        return\n    decision",
            ),
        ),
    ),
    WrongProgram(
        "a bandit goes where the agent is",
        "island_recursive",
        "bandits can move onto the square of the alarm",
        (("if place not in bandits and place != pos:", "if place not in bandits:"),),
    ),
    WrongProgram(
        "no staying if a place is free",
        "island_recursive",
        "bandits must move at the alarm",
        (
            (
                '    options = [bandits]\n    names = ["stay"]\n',
                "    options = []\n    names = []\n"
                "    if len(dangerous) < num_bandits + 2:\n"
                '        options, names = [bandits], ["stay"]\n',
            ),
        ),
    ),
    WrongProgram(
        "the first bandit alone can move",
        "island_text",
        "only one of the bandits can move at the alarm",
        (("for who in sorted(bandits):", "for who in sorted(bandits)[:1]:"),),
    ),
    WrongProgram(
        "a fight costs the gold",
        "island_text",
        "gold is lost in a fight that is won",
        (("agent(to, now, gold, remember + '!'", "agent(to, now, 0, remember + '!'"),),
    ),
    WrongProgram(
        "the treasures are worth nothing",
        "island_text",
        "gold is not counted",
        (("terminal(10 + gold)", "terminal(10)"),),
    ),
    WrongProgram(
        "the sensors do not tell the place",
        "report_highs",
        "bandits do not see the place of the alarm",
        (('infoset = q + " alarm%d" % E.index(pos)', 'infoset = q + " alarm"'),),
    ),
)

CLASSES = (
    WrongProgram(
        "the captured agent keeps the gold",
        "cave_classes",
        "gold is kept after a capture",
        (("fight.add(Terminal(0))", "fight.add(Terminal(gold))"),),
    ),
    WrongProgram(
        "miners know their placement and the place",
        "cave_classes",
        "miners forget what happened before this encounter or alarm",
        (("(placement, tuple(log), place)", "(placement, place)"),),
    ),
    WrongProgram(
        "information sets of the path alone",
        "cave_classes",
        "agent does not see what happens at dangerous places",
        (("(tuple(visited), tuple(observed))", "tuple(visited)"),),
    ),
    WrongProgram(
        "a won fight pays a gold",
        "cave_classes",
        "",
        (
            (
                "fight.add(self.on_square(visited, gold, won",
                "fight.add(self.on_square(visited, gold + 1, won",
            ),
        ),
    ),
    WrongProgram(
        "as many hiding places as miners",
        "cave_classes",
        "",
        (('elif square == "E":', 'elif square == "E" and len(self.spots) < self.miners:'),),
    ),
    WrongProgram(
        "numbers by place",
        "cave_export",
        "miners see the place and nothing else: not where they hid",
        (("DecisionNode(MINERS, shared + place)", "DecisionNode(MINERS, place)"),),
    ),
    WrongProgram(
        "the last event alone",
        "cave_export",
        "agent forgets what happened at dangerous places before",
        (("str(path) + seen)", "str(path) + seen[-1:])"),),
    ),
    WrongProgram(
        "one diagonal",
        "cave_export",
        "an illegal move",
        (("('down', r + 1, c)):", "('down', r + 1, c), ('diagonal', r + 1, c + 1)):"),),
    ),
    WrongProgram(
        "one gold is taken",
        "cave_export",
        "",
        (("robbed = self.move_node(path, 0,", "robbed = self.move_node(path, max(gold - 1, 0),"),),
    ),
    WrongProgram(
        "no escape without gold",
        "cave_export",
        "",
        (("if what == 'D':", "if what == 'D' and gold > 0:"),),
    ),
    WrongProgram(
        "the points of another year",
        "cave_state",
        "an exit pays 10, not 2",
        (("return 2 + self.gold", "return 10 + self.gold"),),
    ),
    WrongProgram(
        "miners know what the agent knows",
        "cave_state",
        "miners see the path of agent",
        (("return tuple(self.log)", "return tuple(self.log + self.trace)"),),
    ),
    WrongProgram(
        "the placement is in the agent's information sets",
        "cave_state",
        "agent knows where miners hide",
        (("return tuple(self.trace)", "return (self.placement,) + tuple(self.trace)"),),
    ),
    WrongProgram(
        "the alarm still works after a fight",
        "island_template",
        "an alarm is raised after a fight, too",
        (
            (
                "if not self.events:",
                'if all(what == "fight" for _, what in self.events):',
            ),
        ),
    ),
    WrongProgram(
        "the alarm is for thieves",
        "island_template",
        "",
        (("if not self.events:", "if not self.events and new.gold > 0:"),),
    ),
    WrongProgram(
        "every end is the destination",
        "island_template",
        "a dead end pays like an exit",
        (
            (
                'if not self.dead and self.square() == "D":\n            return',
                "if not self.dead:\n            return",
            ),
        ),
    ),
    WrongProgram(
        "no alarm at all",
        "island_template",
        "bandits cannot move at the alarm",
        (("                if not self.events:\n                    new.alarm = action\n", ""),),
    ),
    WrongProgram(
        "the probability of the example",
        "island_nodes",
        "a fight ends in capture with probability",
        (("p = self.island.p", "p = 0.5"),),
    ),
    WrongProgram(
        "the alarm costs the gold",
        "island_nodes",
        "",
        (("return self.alarm(path, gold, seen", "return self.alarm(path, 0, seen"),),
    ),
    WrongProgram(
        "a bandit joins the agent",
        "report_classes",
        "bandits can move onto the square of the alarm",
        (("if new not in hidden and new != here:", "if new not in hidden:"),),
    ),
)

STACKS = (
    WrongProgram(
        "one information set for each placement",
        "cave_stack",
        "miners know where they hid and nothing else: not the place, not what happened before",
        (("key = placement, met, here", "key = placement"),),
    ),
    WrongProgram(
        "a met miner is a met miner",
        "cave_stack",
        "agent does not see whether miners fight or take the gold",
        (('seen + ("won",)', 'seen + ("taken",)'),),
    ),
    WrongProgram(
        "two points for each gold",
        "cave_stack",
        "each gold is worth 2, not 1",
        (("more = 1 if", "more = 2 if"),),
    ),
    WrongProgram(
        "both players get the gold",
        "cave_stack",
        "",
        (("{{ {gold}, {-gold} }}", "{{ {gold}, {gold} }}"),),
    ),
    WrongProgram(
        "the captured agent escapes",
        "cave_generators",
        "a capture pays like an exit",
        (
            (
                'yield terminal(0)\n    yield from moving(cave, agent.saw("fought")',
                'yield terminal(2 + agent.gold)\n    yield from moving(cave, agent.saw("fought")',
            ),
        ),
    ),
    WrongProgram(
        "no fights",
        "cave_generators",
        "miners always take the gold",
        (
            ('    yield personal(2, (miners, here), ["fight", "take the gold"])\n', ""),
            (
                '    yield f\'c "" 1 "" {{ "captured" {cave.prob} "free" {1 - cave.prob} }} 0\'\n',
                "",
            ),
            (
                '    yield terminal(0)\n    yield from moving(cave, agent.saw("fought"), '
                'miners.learn(here, "fought"))\n',
                "",
            ),
        ),
    ),
    WrongProgram(
        "encounters without their results",
        "cave_generators",
        "miners forget what they chose before",
        (("self.history + ((place, what),)", "self.history + (place,)"),),
    ),
    WrongProgram(
        "three directions",
        "cave_generators",
        "a legal move is missing everywhere: up",
        (("(0, 1), (1, 0), (0, -1), (-1, 0):", "(0, 1), (1, 0), (0, -1):"),),
    ),
    WrongProgram(
        "one information set for all encounters",
        "cave_generators",
        "miners know nothing at all",
        (("personal(2, (miners, here),", 'personal(2, "encounter",'),),
    ),
    WrongProgram(
        "miners hide when they see the player come",
        "cave_lazy",
        "",
        (('return 2, "hide",', 'return 2, ("hide", here),'),),
    ),
    WrongProgram(
        "gold in the hiding places",
        "cave_lazy",
        "",
        (('(GRID[s] == "G")', '(GRID[s] in "GE")'),),
    ),
    WrongProgram(
        "many miners in one place",
        "cave_lazy",
        "",
        (
            ("import combinations", "import combinations_with_replacement"),
            ("list(combinations(PLACES", "list(combinations_with_replacement(PLACES"),
        ),
    ),
    WrongProgram(
        "miners do not remember their choice",
        "cave_lazy",
        "miners forget where they hid",
        (("return 2, (h.placement, h.met, here),", "return 2, (h.met, here),"),),
    ),
    WrongProgram(
        "the square instead of the path",
        "island_stack",
        "agent forgets its path",
        (("emit_player(1, (tuple(path), saw),", "emit_player(1, (tuple(moves), saw),"),),
    ),
    WrongProgram(
        "the agent hears the bandits move",
        "island_stack",
        "",
        (
            (
                'todo.append(("turn", path, gold, saw, r, LATER))',
                'todo.append(("turn", path, gold, saw + "+" * (r != bandits), r, LATER))',
            ),
        ),
    ),
    WrongProgram(
        "what happened is not in the key",
        "island_functional",
        "agent does not see what happens at dangerous places",
        (("return decide(1, (path, seen),", "return decide(1, path,"),),
    ),
    WrongProgram(
        "one bandit is missing",
        "island_functional",
        "the number of bandits is",
        (
            (
                "combinations(sorted(places, key=text), k))",
                "combinations(sorted(places, key=text), k - 1))",
            ),
        ),
    ),
    WrongProgram(
        "an ambush costs a point",
        "island_dataclass",
        "a capture pays -1, not 0",
        (('leaf(0, "ambush")', 'leaf(-1, "ambush")'),),
    ),
    WrongProgram(
        "going on with the probability of the ambush",
        "report_simplex",
        "the probabilities of capture and escape are exchanged",
        (("left = weight * (1 - p)", "left = weight * p"),),
    ),
    WrongProgram(
        "an alarm at every empty place",
        "report_duals",
        "an alarm is raised at every empty place",
        (("            if w.first:\n", "            if w.bandits:\n"),),
    ),
)

MISTAKES = (*RECURSIVE, *CLASSES, *STACKS)
