"""The rules of the assignments in our own words, by topic and document, with the titles of the
sections that state them.
"""

from enum import StrEnum
from typing import NamedTuple


class Topic(StrEnum):
    """A subject of the rules."""

    MOVES = "moves"
    HIDING = "hiding"
    GOLD = "gold and exits"
    NOTHING = "captures and dead ends"
    FIGHT = "fights"
    ENCOUNTER = "dangerous places"
    ALARM = "alarm"
    AGENT_KNOWS = "information of player 1"
    OTHERS_KNOW = "information of player 2"
    RECALL = "memory"
    GAME = "the whole game"
    FILE = "output"


class Passage(NamedTuple):
    """A rule, and where to read it."""

    sections: tuple[str, ...]
    """Titles of sections of the document; none if we do not have it."""
    rule: str


_CAVE_2023 = {
    Topic.MOVES: Passage(
        ("The Game",),
        "On each move you go up, down, left or right, never into a wall, and you step on each "
        "square at most once. Play ends as soon as you step on an exit, or if you have no legal "
        "move.",
    ),
    Topic.HIDING: Passage(
        ("The Game",),
        "The miners move first. Together they choose their hiding places among the squares E, at "
        "most one miner on each; all miners hide, and they never change their places.",
    ),
    Topic.GOLD: Passage(
        ("Scoring", "Encounters"),
        "An escape through an exit pays 2 points, and 1 more for each piece of gold that you carry "
        "then. Gold that the miners took from you does not count.",
    ),
    Topic.NOTHING: Passage(
        ("Scoring",),
        "You get 0 points if you lose a fight or get stuck, whatever gold you carried.",
    ),
    Topic.FIGHT: Passage(
        ("Encounters",),
        "If the miner starts a fight, chance decides it: you lose with the probability "
        "capture_prob of the map, and play ends. If you win, you go on with all your gold.",
    ),
    Topic.ENCOUNTER: Passage(
        ("Encounters",),
        "An encounter begins when you step on a square where a miner hides. The miners then choose "
        "one of two: take all your gold and let you go, or fight. Nothing happens on a square E "
        "without a miner.",
    ),
    Topic.ALARM: Passage(
        ("The Game",), "Miners never move from the places that they chose, and there is no alarm."
    ),
    Topic.AGENT_KNOWS: Passage(
        ("The Game",),
        "You see your own moves, and for each square E that you step on whether a miner is there "
        "and what happens. You do not see where the other miners hide.",
    ),
    Topic.OTHERS_KNOW: Passage(
        ("The Game",),
        "The miners see neither you nor your path. They share what they know: where they hid, and "
        "all encounters with their results.",
    ),
    Topic.RECALL: Passage(
        ("The Game",),
        "A player forgets nothing: neither its own earlier actions nor what it has seen. The "
        "miners share all encounters and their results, from the first to the last.",
    ),
    Topic.GAME: Passage(
        ("Homework Assignment 1",),
        "The file describes the rules of the game exactly, as a two-player zero-sum game in "
        "extensive form.",
    ),
    Topic.FILE: Passage(
        ("Requirements",),
        "The program reads the map from standard input and writes the game to standard output as "
        "an efg file, and nothing else: no debugging output, no messages.",
    ),
}
_ISLAND_2018 = {
    Topic.MOVES: Passage(
        ("Assignment on Extensive-Form Games", "Conventions & FAQ"),
        "The agent moves up, down, left or right, never onto an obstacle, and steps on each square "
        "at most once. Play ends as soon as it reaches the destination, or if it has no legal "
        "move.",
    ),
    Topic.HIDING: Passage(
        ("Assignment on Extensive-Form Games",),
        "Before the agent moves, the bandits choose the dangerous places where they wait, at most "
        "one bandit at each. All bandits of the map are placed.",
    ),
    Topic.GOLD: Passage(
        ("Constants for Utility Calculation",),
        "The agent gets 10 points for reaching the destination, and 1 more for each gold treasure "
        "that it collected.",
    ),
    Topic.NOTHING: Passage(
        ("Constants for Utility Calculation",),
        "A successful attack and a path that does not end in the destination give 0 points, "
        "whatever gold the agent carried.",
    ),
    Topic.FIGHT: Passage(
        ("Assignment on Extensive-Form Games",),
        "An attack is successful with the probability p of the map, and then play ends. Otherwise "
        "the agent goes on with all its gold, and there is one bandit less.",
    ),
    Topic.ENCOUNTER: Passage(
        ("Assignment on Extensive-Form Games",),
        "An attack occurs when the agent visits a dangerous place with a bandit; nobody decides "
        "about it. An unoccupied dangerous place only matters for the alarm.",
    ),
    Topic.ALARM: Passage(
        ("Assignment on Extensive-Form Games",),
        "The alarm is raised only if the first dangerous place that the agent visits is "
        "unoccupied, so at most once. Then one bandit may move to another empty dangerous place, "
        "or none does. It cannot move to a place of another bandit or of the agent.",
    ),
    Topic.AGENT_KNOWS: Passage(
        ("Assignment on Extensive-Form Games",),
        "The agent knows how many bandits there are, not where they wait. At each dangerous place "
        "it learns whether a bandit is there; it does not see whether one moves after the alarm.",
    ),
    Topic.OTHERS_KNOW: Passage(
        ("Assignment on Extensive-Form Games",),
        "The bandits know where they wait and which dangerous place caused the alarm. They do not "
        "see the agent's path.",
    ),
    Topic.RECALL: Passage(
        ("Assignment on Extensive-Form Games",),
        "A player forgets nothing: neither its own earlier actions nor what it has seen. The agent "
        "can react to all information gained in the course of the game.",
    ),
    Topic.GAME: Passage(
        ("Assignment on Extensive-Form Games",),
        "The problem is formalized as a two-player zero-sum game in extensive form.",
    ),
    Topic.FILE: Passage(
        ("Input",),
        "The program reads the file of the map; its game is then written as a Gambit file.",
    ),
}
_OPENING = "Consider the following problem"
"""The document of 2020 begins without a title."""
_ISLAND_2020 = {
    topic: Passage((_OPENING,), passage.rule) for topic, passage in _ISLAND_2018.items()
} | {
    Topic.MOVES: Passage((_OPENING, "3 Conventions and FAQ"), _ISLAND_2018[Topic.MOVES].rule),
    Topic.ALARM: Passage(("3 Conventions and FAQ",), _ISLAND_2018[Topic.ALARM].rule),
    Topic.OTHERS_KNOW: Passage(("3 Conventions and FAQ",), _ISLAND_2018[Topic.OTHERS_KNOW].rule),
    Topic.GAME: Passage(("1 Assignment",), _ISLAND_2018[Topic.GAME].rule),
    Topic.FILE: Passage(
        ("2 Input and Output",),
        "The program reads the map from standard input. Its output is a valid Gambit file, as "
        "written by the function export_gambit of the template.",
    ),
}
_ISLAND_2013 = {topic: Passage((), passage.rule) for topic, passage in _ISLAND_2018.items()} | {
    Topic.ALARM: Passage((), "Bandits stay where they wait, and there is no alarm."),
    Topic.AGENT_KNOWS: Passage(
        (),
        "The agent knows how many bandits there are, not where they wait. At each dangerous place "
        "it learns whether a bandit is there.",
    ),
    Topic.OTHERS_KNOW: Passage(
        (), "The bandits choose their places once and then decide nothing more."
    ),
    Topic.ENCOUNTER: Passage(
        (),
        "An attack occurs when the agent visits a dangerous place with a bandit; nobody decides "
        "about it. Nothing happens at an unoccupied dangerous place.",
    ),
}

PASSAGES: dict[str, dict[Topic, Passage]] = {
    "island-2013": _ISLAND_2013,
    "island-2018": _ISLAND_2018,
    "island-2020": _ISLAND_2020,
    "cave-2023": _CAVE_2023,
}
"""The rules, by the name of the rules and the topic."""
