"""Goofspiel in play: a game of which every point is made when somebody comes there.

Both bid at once. So player 1's bid is a move that player 2 does not see, and theirs follow each
other as in any game with information sets: a match, its look, advice, tally and transcript are
those of all games. What a position is worth, and how it is played, is worked out from level files.
"""
