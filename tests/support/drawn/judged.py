"""Comparing grades of hand-ins with the truth."""

import re
from collections import Counter
from dataclasses import dataclass, field

from drawn.mistakes import MISTAKES
from drawn.nodes import CHANCE, END, by_history
from drawn.told import faults
from drawn.truth import OTHER, SAME
from efgc.pipeline.apps.course.grading.grader import Grader, GradingRequest
from efgc.pipeline.files.text import Text

PASSED = ("identical", "equivalent")
RULES = {"cave": "cave-2023", "island": "island-2018"}


@dataclass
class Judged:
    """A hand-in that was graded."""

    case: object
    grade: object
    verdict: str
    """right, wrong, open (the grader cannot decide) or unknown (the truth is)."""
    at_mistake: bool | None = None
    """Whether the first difference is where the mistake shows; None without a difference."""
    named: str = ""
    """right, proved (another one by which it is exactly this game), wrong, or nothing."""
    kind: bool | None = None
    """Whether the first difference is of a kind that the mistake leads to; None where unknown."""
    false: list = field(default_factory=list)
    """The false statements in the explanation."""

    @property
    def failed(self):
        """Whether the grade has any fault."""
        return (
            self.verdict in ("wrong", "open")
            or self.case.truth == OTHER
            and (
                not self.at_mistake
                or self.kind is False
                or self.named not in ("right", "proved")
                or bool(self.false)
            )
        )

    def __str__(self):
        case, first = self.case, self.grade.difference
        told = f"\n    told: {tuple(first)}" if first else ""
        node = case.written.nodes.get(first.line) if first else None
        true = f"\n    line: {node.squares} {node.events}, from {node.top}" if node else ""
        lies = "".join(f"\n    FALSE: {fault}" for fault in self.false)
        return (
            f"case {case.seed}: truth {case.truth}, {self.grade.verdict}; at the mistake: "
            f"{self.at_mistake}; of its kind: {self.kind}; named {self.named or 'not'}: "
            f"{[(one.words, one.proved) for one in self.grade.mistakes]}{told}{true}{lies}\n"
            f"    {case.board.rows} {case.board.bandits} {case.board.capture} {case.style}"
        )


class Judge:
    """The grader of one map, and the right tree."""

    def __init__(self, board):
        text = Text(board.text, "map", "map", "0" * 64)
        self.grader = Grader(GradingRequest(text, RULES[board.course]))
        self.right = by_history(board.tree())

    def judged(self, case):
        text = Text(case.written.text, "handin", "handin", "0" * 64)
        grade = self.grader.grade("handin", lambda: text)
        found = Judged(case, grade, _verdict(case, str(grade.verdict)))
        if grade.difference is not None:
            found.at_mistake = _at_mistake(case, grade.difference)
            found.false = faults(case, grade, self.right)
        if case.mistake and grade.verdict not in PASSED:
            found.named = _named(case, grade)
            kinds = MISTAKES[case.mistake].kinds
            if kinds and grade.difference is not None:
                found.kind = str(grade.difference.kind) in kinds
        return found


def _verdict(case, said):
    if said == "not comparable":
        return "open"
    if case.truth is None:
        return "unknown"
    truth = case.truth
    if said == "different" and any(
        node.wrong and node.turn in (END, CHANCE) for node in case.written.nodes.values()
    ):
        truth = OTHER  # A wrong number that the normal form may hide.
    return (
        "right"
        if truth == (SAME if said in PASSED else OTHER if said == "different" else "")
        else "wrong"
    )


def _at_mistake(case, first):
    nodes = case.written.nodes
    here = [nodes[line] for line in (first.line, first.other_line) if line in nodes]
    if any(node.wrong for node in here):
        return True
    if first.other_line or first.kind == "payoff":
        return False
    # If the mover differs, the mistake may show one line above or below.
    [node, *_] = here
    beside = [below for _, _, below in node.branches]
    beside += [above for above in nodes.values() if any(b is node for _, _, b in above.branches)]
    return any(other.wrong for other in beside)


def _named(case, grade):
    called = MISTAKES[case.mistake].called
    for mistake in grade.mistakes:
        if re.search(called, mistake.words):
            return "right"
        return "proved" if mistake.proved else "wrong"
    return ""


def tally(found):
    """Return a summary of judged hand-ins, as lines."""
    found = list(found)
    verdicts = Counter(one.verdict for one in found)
    told = [one for one in found if one.at_mistake is not None and one.case.truth != SAME]
    wrong = [one for one in found if one.case.truth == OTHER and one.grade.verdict == "different"]
    named = Counter(one.named or "not" for one in wrong)
    at, lies = sum(one.at_mistake for one in told), sum(bool(one.false) for one in found)
    yield f"{len(found):,} hand-ins; verdicts: {dict(verdicts)}"
    yield f"first difference at the mistake: {at:,} of {len(told):,} ({_part(at, len(told))})"
    kinds = [one.kind for one in wrong if one.kind is not None]
    part = _part(sum(kinds), len(kinds))
    yield f"of the mistake's kind: {sum(kinds):,} of {len(kinds):,} ({part})"
    yield f"mistake named: {_part(named['right'] + named['proved'], len(wrong))} {dict(named)}"
    silent = sum(not one.grade.difference.squares for one in found if one.grade.difference)
    yield f"false stories: {lies:,}; told by the labels of the file alone: {silent:,}"


def by_mistake(found):
    """Return a table by mistake, as lines."""
    rows = {}
    for one in found:
        row = rows.setdefault(one.case.mistake or "none", Counter())
        row.update([f"verdict {one.verdict}", f"truth {one.case.truth}", "all"])
        if one.at_mistake is not None:
            row.update(["told", *["at"] * one.at_mistake, *["false"] * bool(one.false)])
        if one.case.truth == OTHER and one.grade.verdict == "different":
            row.update(["different", f"named {one.named or 'not'}"])
    yield (
        f"{'mistake':<28}{'all':>5}{'other':>6}{'open':>5}{'wrong':>6}{'told':>6}{'at':>5}"
        f"{'false':>6}{'diff.':>6}{'named':>6}{'proved':>7}{'otherw.':>8}"
    )
    columns = ["all", "truth other", "verdict open", "verdict wrong", "told", "at", "false"]
    columns += ["different", "named right", "named proved", "named wrong"]
    widths = (5, 6, 5, 6, 6, 5, 6, 6, 6, 7, 8)
    for mistake, row in rows.items():
        cells = (f"{row[name]:>{width}}" for name, width in zip(columns, widths, strict=True))
        yield f"{mistake:<28}{''.join(cells)}"


def _part(some, all):
    return f"{100 * some / all:.1f} %" if all else "none"
