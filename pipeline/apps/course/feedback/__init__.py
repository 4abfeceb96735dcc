"""Feedback on one hand-in for the student who made it: a document that is written as a page and as
the text of a mail.

It explains the first difference, quotes the rules that settle it, and says how to look for the
mistake. It contains neither the game of the map nor its value, and nothing of other hand-ins.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .....schemas.grades import PASSED, FirstDifference, Verdict
from .....schemas.parts.labels import cut, one_line
from .....schemas.parts.squares import square_name
from .....stages.documents import Block, Document, Facts, Figure, Section
from .....stages.draw import svg
from .....stages.parse.maps import EXIT, Map, read_map
from .....stages.parse.rule_sets import RULES
from ..records import Grade, Grades, brief, mark, way
from .advice import GOES_ON, KINDS, MISTAKES, Advice, Judgement, judgement
from .picture import scene, text_lines
from .rule_texts import PASSAGES, Topic
from .story import Moment, moment

PROBLEMS = 10
"""Number of problems that are listed."""
UNFOLLOWED = (
    "This page cannot follow these labels on the map. It can show the path, and the payoff by the "
    "rules, if moves are called up, down, left and right, and hiding places e1, e2 and so on or by "
    "their squares."
)
PAYS_NOTHING = "the end of play, with payoff 0"
LONGEST = 4000
"""Characters of a sentence, which only names from a hand-in can exceed."""

_FILE = re.compile("([Yy])our file")
_DECISION = re.compile(r"a decision of (.+?) among (\d+): ", re.DOTALL)


def feedback(head: Grades, grade: Grade, repeat: str, map_text: str, name: str) -> Document:
    """Return the feedback on a grade. `map_text` is the map of the grade, empty if it has none;
    `repeat` is the command that repeats the finding, and `name`
    the hand-in's name for the student.
    """
    right = grade.verdict in PASSED
    verdict = "nothing to grade" if grade.without_handin else str(grade.verdict)
    facts = [
        ("verdict", f"{verdict}{' on this map' if right and not grade.trial else ''}"),
        *_names(head, grade, name),
        *_maps(head, grade),
        ("rules", head.source.rules),
        *([("points", _short(mark(grade)))] if grade.of is not None else []),
    ]
    judged = judgement(grade, program=head.nodes is None)
    sections = [Section("In short", [*_judged(grade, judged), *_scope(grade), *_others(grade)])]
    if grade.difference and not right and map_text:
        sections.append(_difference(head, grade.difference, read_map(map_text)))
    if grade.problems and not grade.without_handin:
        sections.append(Section("The problems", list(_problems(grade))))
    if not right:
        advice = _advice(head, grade, judged)
        if rules := list(_rules(head, advice)):
            sections.append(Section("What the rules say", rules))
        sections.append(Section("What to try next", list(_hints(head, grade, advice, name))))
    if grade.remarks:
        remarks = [_short(remark) for remark in grade.remarks]
        sections.append(Section("Remarks", remarks))
    if grade.without_handin and map_text:
        sections.append(_asked(head, map_text))
    elif map_text or repeat:
        sections.append(_check(repeat, map_text))
    if grade.trial:
        sections = list(map(_about_output, sections))
    return Document(f"Feedback on {_short(name)}", facts, sections)


def _names(head: Grades, grade: Grade, name: str) -> Iterator[tuple[str, str]]:
    if grade.without_handin or not name.startswith(grade.student):
        yield "student", _short(grade.student)
    if name != grade.student:
        yield "program" if head.nodes is None else "file", _short(name)


def _maps(head: Grades, grade: Grade) -> Iterator[tuple[str, str]]:
    if grade.trial:
        yield "maps", f"{grade.trial.maps:,}"
    elif head.nodes is not None:  # Else a map is for each program.
        yield "map", head.title


def _about_output(section: Section) -> Section:
    """Return a section about the output of a program in place of a file."""

    def words(block: Block) -> Block:
        if isinstance(block, str):
            return _of_program(block)
        if isinstance(block, Facts):
            return Facts([(_of_program(name), value) for name, value in block.rows])
        return block

    return Section(_of_program(section.heading), list(map(words, section.blocks)))


def _of_program(text: str) -> str:
    return _FILE.sub(lambda found: f"{'Tt'[found[1] == 'y']}he output of your program", text)


def _judged(grade: Grade, judged: Judgement) -> Iterator[str]:
    """Yield the verdict in a sentence or two."""
    trial = grade.trial
    if trial and grade.verdict in PASSED:
        every = "the map" if trial.maps == 1 else f"all {trial.maps:,} maps"
        yield f"Your program is right on {every} on which it was run."
        return
    if trial and trial.maps == 1 and trial.wrong:
        yield "Your program is wrong on the map on which it was run; it is shown at the end."
    elif trial and trial.wrong:
        part = "all" if trial.wrong == trial.maps else f"{trial.wrong:,} of"
        yield (
            f"Your program is wrong on {part} {trial.maps:,} maps. This page is about "
            "the smallest map that was found on which it is wrong; it is shown at the end."
        )
        if grade.verdict is Verdict.DIFFERENT:
            return
    yield judged.sentence


def _others(grade: Grade) -> Iterator[str]:
    """Yield what else the student handed in, and why nothing is graded if nothing is."""
    name = _short(os.path.basename(grade.file) or grade.file)
    if grade.without_handin and grade.file not in grade.programs:
        yield f"{name}: {_short(grade.problems[0].message)}."
    elif grade.others and not grade.without_handin:
        yield f"Your best hand-in is {name}, and this page is about it. You also handed in:"
    for other in grade.others:
        if other.file in grade.programs:  # The first sentence is about them.
            continue
        yield f"{_short(brief(replace(other, file=os.path.basename(other.file))))}."


def _short(text: str) -> str:
    return cut(one_line(text), LONGEST)


def _scope(grade: Grade) -> Iterator[str]:
    if grade.verdict in (Verdict.IDENTICAL, Verdict.EQUIVALENT) and not grade.trial:
        yield (
            "This was proved for this map, for all histories of the game. On another map a mistake "
            "may still show."
        )
    elif grade.difference:
        if not any(one.proved for one in grade.mistakes):
            if len(grade.difference.squares) == 1 and not grade.trial:  # Before the first move.
                yield "It differs from the beginning: first look whether it is of this map."
            yield "This page shows the first difference; there may be more."
    elif grade.verdict in (Verdict.DIFFERENT, Verdict.NOT_COMPARABLE) and grade.proof:
        # The rest of a proof has commands and sizes for the teacher.
        yield f"The reason: {grade.proof.partition(':')[0].partition(', and ')[0]}."
    for mistake in grade.mistakes:
        words = _short(mistake.words)
        if mistake.proved:
            yield f"The mistake: {words}. With this mistake, the game of the map is your game."
        else:
            yield f"It looks like this mistake: {words}."


def _difference(head: Grades, first: FirstDifference, board: Map) -> Section:
    """Return the story of a first difference, with its picture."""
    shown = moment(board, head.players, first)
    picture = svg.embedded(scene(board, head.players, shown))
    figure = Figure(text_lines(board, head.players, shown), picture)
    blocks: list[Block] = (
        [one_line(" ".join(shown.sentences)), figure] if shown.sentences else [figure]
    )
    if first.way or not first.squares:
        labels = way(first) or "none, it is the root"
        blocks.append(f"The labels of your file on the way there: {labels}.")
    if first.squares:
        row, column = first.squares[-1]
        at = f"You are at {square_name(first.squares[-1])}"
        blocks.append(f"{at}: in a program, row {row} and column {column}, counted from 0.")
    else:
        blocks.append(UNFOLLOWED)
    sum_of_payoff = _sum_of_payoff(head, first, board, shown)
    return Section("Where your file differs", [*blocks, *_comparison(head, first), *sum_of_payoff])


def _sum_of_payoff(
    head: Grades, first: FirstDifference, board: Map, shown: Moment
) -> Iterator[str]:
    """Yield how the payoff adds up by the rules, if the payoff differs."""
    if first.kind != "payoff" or not first.squares:
        return
    if first.expected == PAYS_NOTHING:
        captured = first.events[-1:] == ("chance: captured",)
        end = "you are captured" if captured else "this is a dead end, where no move is left"
        yield f"The payoff by the rules: 0, as {end}."
    elif first.squares[-1] in board.squares(EXIT):
        pays = f"the exit pays {RULES[head.source.rules].escape}"
        gold = [square_name(square) for square in shown.carried]
        each = " each" if len(gold) > 1 else ""
        more = f"the gold at {' and '.join(gold)} pays 1{each}" if gold else "you carry no gold"
        yield f"The payoff by the rules: {pays}, and {more}."


def _comparison(head: Grades, first: FirstDifference) -> Iterator[str | Facts]:
    if first.other_line is None:
        yield Facts(
            [
                (f"your file, line {first.line}", _decided(first.found)),
                ("by the rules", _decided(first.expected)),
            ]
        )
        return
    lines = f"lines {min(first.line, first.other_line)} and {max(first.line, first.other_line)}"
    name = _owner(head, first)
    if first.kind == "knows too much":
        yield (
            f"Your file puts the nodes of {lines} into two information sets. By the rules {name} "
            "cannot distinguish between them there: they belong to one information set."
        )
    else:
        yield (
            f"Your file puts the nodes of {lines} into one information set. By the rules {name} "
            "can distinguish between them: they belong to two information sets."
        )


def _decided(text: str) -> str:
    """Return the description of a node in plain words.

    >>> _decided("a decision of miners among 2: take gold, fight")
    'miners choose among 2 actions: take gold, fight'
    """

    def words(found: re.Match[str]) -> str:
        several = found[1].endswith("s")
        actions = f"{found[2]} action{'s' * (found[2] != '1')}"
        return f"{found[1]} {'choose' if several else 'chooses'} among {actions}: "

    return _short(_DECISION.sub(words, text, count=1))


def _owner(head: Grades, first: FirstDifference) -> str:
    """Return the player that a difference about knowledge is about."""
    agent, others = head.players
    return f"the {agent if first.expected.startswith(f'{agent} ') else others}"


def _problems(grade: Grade) -> Iterator[str]:
    for problem in grade.problems[:PROBLEMS]:
        # The teacher graded several files, and knows the options.
        message = problem.message.partition(", shared among ")[0]
        message = message.replace("; 'efgc lint --fix' removes that output", "")
        where = f"Line {problem.line}: " if problem.line else ""
        yield _short(f"{where}{message.replace(' of --handin-seconds', ' allowed')}")
    left = len(grade.problems) - PROBLEMS
    if left > 0:
        yield f"And {left:,} more of this kind."


def _advice(head: Grades, grade: Grade, judged: Judgement) -> Sequence[Advice]:
    """Return the advice on the mistakes, or else on the difference, or else on the verdict."""
    first = grade.difference
    found = [MISTAKES[mistake.key] for mistake in grade.mistakes]
    if not found:
        found = [_by_kind(head, first) if first else judged.advice]
    return [_precise(head, first, one) if first else one for one in dict.fromkeys(found)]


def _by_kind(head: Grades, first: FirstDifference) -> Advice:
    """Return the advice on a difference without a named mistake. Another turn is about the moves
    where the agent should move, and about the end of play where that is missing.
    """
    if first.kind != "turn":
        return KINDS[first.kind]
    if not first.squares:  # It is unknown which rule holds there.
        return KINDS["turn"]._replace(topic=Topic.GAME)
    if first.expected.startswith("the end of play"):
        captured = first.events[-1:] == ("chance: captured",)
        return GOES_ON._replace(topic=Topic.FIGHT) if captured else GOES_ON
    moves = first.expected.startswith(f"a decision of {head.players[0]} ")
    return KINDS["moves" if moves else "turn"]


def _precise(head: Grades, first: FirstDifference, advice: Advice) -> Advice:
    """Return advice with the topic that fits the place of a difference."""
    if advice.topic is Topic.GOLD and first.expected == PAYS_NOTHING:
        return advice._replace(topic=Topic.NOTHING)
    after_hiding = any(event.startswith(f"{head.players[1]}: ") for event in first.events)
    if advice.topic is Topic.HIDING and after_hiding:
        cave = head.source.rules.startswith("cave")
        return advice._replace(topic=Topic.ENCOUNTER if cave else Topic.ALARM)
    if advice.topic is Topic.GAME and first.kind.startswith("knows"):
        agent = _owner(head, first) == f"the {head.players[0]}"
        return advice._replace(topic=Topic.AGENT_KNOWS if agent else Topic.OTHERS_KNOW)
    return advice


def _rules(head: Grades, advice: Sequence[Advice]) -> Iterator[str]:
    for topic in dict.fromkeys(one.topic for one in advice if one.topic):
        sections, rule = PASSAGES[head.source.rules][topic]
        titles = " and ".join(f"“{title}”" for title in sections)
        where = f"{titles} in the assignment" if titles else "the assignment"
        yield f"{rule} (In our words; read {where}.)"


def _hints(head: Grades, grade: Grade, advice: Sequence[Advice], name: str) -> Iterator[str]:
    agent, others = head.players
    event = "encounter" if head.source.rules.startswith("cave") else "alarm"
    for one in advice:
        yield one.hint.format(agent=agent, others=others, event=event)
    named = head.source.rules in ("island-2013", "island-2018")
    command = f"{name} {'map.txt ' * named}< map.txt"
    if grade.difference and grade.trial:
        yield (
            f"Save the map below as map.txt. Line {grade.difference.line} of what your program "
            f"prints for it is the one above: {command} | sed -n {grade.difference.line}p"
        )
    elif grade.trial and grade.trial.map:
        yield f"Save the map below as map.txt, and run your program on it: {command}"
    elif grade.difference:
        yield (
            f"When you have changed your program, write the file again and look at line "
            f"{grade.difference.line} again."
        )


def _asked(head: Grades, map_text: str) -> Section:
    """Return the map whose game was to be handed in."""
    board, start = read_map(map_text), Moment(())
    picture = svg.embedded(scene(board, head.players, start))
    return Section(
        "What was asked for",
        [
            "A file with the game of this map:",
            Figure([*map(one_line, map_text.splitlines())]),
            "Its squares have these names:",
            Figure(text_lines(board, head.players, start), picture),
        ],
    )


def _check(repeat: str, map_text: str) -> Section:
    blocks: list[str | Figure] = []
    if map_text:
        blocks += ["The map:", Figure([*map(one_line, map_text.splitlines())])]
    if repeat:
        saved = "" if "\n" in repeat else ", with the map saved under the name in it"
        blocks += [
            f"If you have efgc, this command repeats the finding{saved}:",
            Figure(list(map(one_line, repeat.splitlines()))),
        ]
    return Section("How to check", blocks)
