"""Draw: pictures of games and of what is proved about them, as pure functions from records to text.

Each kind of picture has a folder: what it shows is gathered in records first, then there is one
module per way of writing it. Colours stand in `stages.draw.colours` alone.
"""
