"""Draw: pictures of games and of their proved properties, as pure functions.

Each kind of picture has a folder or a module. Its content is first collected in records. `scene`
turns these into shapes, which `stages.draw.svg` and `stages.draw.tikz` write; pictures for the
terminal and for Graphviz are written from the records. `stages.draw.colours` alone has colours.
"""
