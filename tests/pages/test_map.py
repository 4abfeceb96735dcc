"""The map in the page: play is stepped through by mouse and by keys, and every number on the screen
is that of `stages.report.situations`.
"""

import pytest

from pipeline.chain import run
from pipeline.settings import Settings
from report_page import PUBLISHED, text_of
from stages.report.situations import play_of

# What is shown has six digits.
SHOWN = 0.6e-6
MOST = 150
"""Situations of one map that are compared."""

READ = """() => {
    const number = text => text === "–" ? null : Number(text);
    const text = node => node.textContent.trim();
    const cells = row => [...row.querySelectorAll("td.number")].map(cell => number(text(cell)));
    const rows = [...document.querySelectorAll("#map .map-options tr:has(button[data-option])")];
    const facts = [...document.querySelectorAll("#map .map-facts dd")].map(text);
    const secrets = [...document.querySelectorAll("#map .map-secrets tr")];
    return {
        heading: text(document.querySelector("#map-now")),
        worth: number(facts[0]),
        options: Object.fromEntries(
            rows.map(row => [row.querySelector("button").dataset.option, cells(row)])),
        places: Object.fromEntries([...document.querySelectorAll("#map [data-place]")].map(
            one => [one.dataset.place, text(one)])),
        secrets: secrets.map(row => [text(row.cells[0]), number(text(row.cells[1]))]),
    };
}"""


def play(source, **options):
    """Return the play that the page of a source follows."""
    if source in PUBLISHED:
        options = {"rules": PUBLISHED[source][0], **options}
    *_, step = run(text_of(source), Settings(**options, report_format="html"))
    return play_of(step.made)


def near(shown, number):
    if number is None or shown is None:
        return shown is None and number is None
    return abs(shown - number) <= SHOWN * max(1, abs(number))


def agree(seen, play, situation):
    """Hold what a page shows against the situation."""
    options = play.options(situation)
    assert len(seen["options"]) == len(options)
    assert near(seen["worth"], play.value(situation))
    for at, option in enumerate(options):
        probability, value = seen["options"][str(at)]
        # Where player 2's strategy never leads, the page shows nothing, not even what the agent
        # would do.
        wanted = option.probability if situation.weight else None
        assert near(probability, wanted) and near(value, option.value)
    occupied = play.occupied(situation)
    for place, text in seen["places"].items():
        if occupied is None or text in ("?", "met"):
            assert (occupied is None) == (text == "?")
            assert text == "?" or near(1, occupied[place])
        elif text not in ("<0.1 %", ">99.9 %"):
            assert abs(float(text.split()[0]) / 100 - occupied[place]) <= 0.6e-3
    if situation.weight and len(seen["secrets"]) <= 8:
        total = sum(share for _, share in seen["secrets"])
        assert near(total, 1)
        for place, probability in occupied.items():
            held = [share for names, share in seen["secrets"] if place in names.split()]
            assert abs(sum(held) - probability) < 1e-5


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("name", ["island-1", "island-2", "island-3", "cave-example", "maze"])
def test_every_situation_has_the_numbers_of_the_report(name, level, page_of, opened):
    if name == "maze" and level == 0:
        pytest.skip("20 million histories")
    followed = play(name, level=level)
    with opened(page_of(name, level=level)) as page:
        waiting = [((), followed.forward(followed.start())[1])]
        compared = 0
        while waiting and compared < MOST:
            picks, situation = waiting.pop()
            page.evaluate("to => { location.hash = to; }", f"map={'.'.join(map(str, picks))}")
            page.wait_for_function(
                "at => page.address.get('map') === at", arg=".".join(map(str, picks))
            )
            agree(page.evaluate(READ), followed, situation)
            compared += 1
            for at, option in enumerate(followed.options(situation)):
                waiting.append(((*picks, at), followed.forward(option.then)[1]))
        assert compared > 3
