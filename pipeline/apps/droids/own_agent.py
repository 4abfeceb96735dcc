"""The help text on writing an agent in a user's own file. A test extracts the class from it and
plays it.
"""

OWN_AGENT = '''\
\b
An agent of your own is a class in a Python file, FILE.py:CLASS. It is made
without arguments and needs two methods:

\b
  import random

\b
  class MyAgent:
      def clear(self):
          """A new game begins: forget the last one, not what was learned."""

\b
      def get_best_move(self, self_droid, adv_droid, score_change,
                        training=False):
          actions = {action.name: action
                     for action in self_droid.available_actions()}
          return actions.get("SHOOT") or random.choice(list(actions.values()))

\b
self_droid, adv_droid
    rows, cols, location (row and column from 0), shots, walls (a set of
    locations); available_actions(), a set; copy(); move_location(action);
    shoot(other_droid, action), whether it hits
an action
    one of those, or one of the file's own class Action; only its name
    counts: MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT or SHOOT (a plain
    text is not an action)
score_change
    points that the last round brought, less those of the other droid:
    -1, 0 or 1, and 0 in the first round
training
    whether there is something to learn; it may be left out

The numbers of `random` and numpy.random begin with the command's seed.

\b
In Goofspiel the second method returns a card of hand:

\b
  get_best_move(self, hand, other_hand, prize, prizes, score_change,
                training=False)

\b
hand, other_hand
    the cards that both have left, as tuples of whole numbers
prize, prizes
    the prize that is turned up, and a tuple of those still to come
'''
