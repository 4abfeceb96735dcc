"""What is written can be read, and what is drawn can be seen, light and dark (WCAG 2.2)."""

import re

import pytest

from browser import contrast_of
from efgc.stages.draw.colours import COLOURS, ROLES, dark_rules, variables

# Where text may stand, by the names of colours: that of a player or of chance on plain grounds.
PLAIN = ("ground", "paper", "square")
TINTED = ("faint", "mark-ground", "first-ground", "second-ground", "chance-ground")
ANYWHERE = ("ink", "soft")
ON_GOLD = ("coin-ink",)
# Edges and areas that mean something by themselves, without an edge of another colour.
SHAPES = ("first", "second", "chance", "exit", "marked", "wall", "ink")
MODES = ("light", "dark")


def contrast(one, other, mode):
    return contrast_of(*(_parts(getattr(COLOURS[name], mode)) for name in (one, other)))


def _parts(colour):
    return [int(part, 16) for part in re.findall("[0-9a-f]{2}", colour)]


def test_the_contrast_of_black_and_white_is_that_of_the_standard():
    assert contrast_of((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    # The lightest grey on white that the standard lets pass: 4.54.
    assert contrast_of((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)


def test_every_role_of_words_is_tried():
    written = {paints["fill"] for role, paints in ROLES.items() if role.endswith("words")}
    assert written == {"ink", "soft", "first", "second", "chance", "coin-ink"}
    assert all(name in COLOURS for paints in ROLES.values() for name in paints.values())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("words", ["first", "second", "chance", *ANYWHERE])
def test_words_can_be_read_on_plain_grounds(words, mode):
    assert min(contrast(words, ground, mode) for ground in PLAIN) >= 4.5


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("words", ANYWHERE)
def test_neutral_text_is_readable_on_any_ground(words, mode):
    assert min(contrast(words, ground, mode) for ground in TINTED) >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_words_on_gold_can_be_read(mode):
    assert min(contrast(words, "gold", mode) for words in ON_GOLD) >= 4.5


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_can_be_seen(shape, mode):
    assert min(contrast(shape, ground, mode) for ground in PLAIN) >= 3


@pytest.mark.parametrize("mode", MODES)
def test_lightly_filled_shapes_have_a_visible_edge(mode):
    tinted = [
        paints for paints in ROLES.values() if paints.get("fill") in TINTED and "stroke" in paints
    ]
    assert len(tinted) > 2
    for paints in tinted:
        assert contrast(paints["stroke"], paints["fill"], mode) >= 3


def test_every_colour_has_a_name_for_pages_and_every_role_a_dark_rule():
    named = "".join(variables())
    assert all(named.count(f"--{name}: ") == 2 for name in COLOURS)
    dark = "".join(dark_rules("svg"))
    assert all(f"svg .{role} {{" in dark for role in ROLES)
