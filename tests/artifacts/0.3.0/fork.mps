NAME          efgc_player1_c1ce82984848233f_without_single_endgames FREE
* Made by efgc 0.3.0: efgc lower -O 0 --player 1
* from the game c1ce82984848233f5edfe2c8e0d3d16bc7b53b020f9d082abe50e5e19df10329
* The linear program of player 1, agent: v0 is the payoff to guarantee.
* Columns: realization weights of the sequences of agent (own actions, [observations])
*   x0  empty sequence
*   x1  left
*   x2  right
*   x3  left [e1 occupied, escaped] left
*   x4  right [e2 empty] right
*   x5  left [e1 empty] left
*   x6  right [e2 occupied, escaped] right
* Columns: values of the information sets of bandits, as payoffs to agent
*   v0  the whole game
*   v1  the first decision
*   v2  e1 [alarm at e2]
*   v3  e2 [alarm at e1]
* Rows: the weights at an information set of agent add up to the weight that leads there
*   f0  the empty sequence has weight 1
*   f1  the first decision
*   f2  left [e1 occupied, escaped]
*   f3  right [e2 empty]
*   f4  left [e1 empty]
*   f5  right [e2 occupied, escaped]
* Rows: against a sequence of bandits, values are at most what the weights earn
*   b0  empty sequence
*   b1  e1
*   b2  e2
*   b3  e1 [alarm at e2] stay
*   b4  e2 [alarm at e1] stay
ROWS
 N  value
 E  f0
 E  f1
 E  f2
 E  f3
 E  f4
 E  f5
 L  b0
 L  b1
 L  b2
 L  b3
 L  b4
COLUMNS
    x0        f0        1.0
    x0        f1        -1.0
    x1        f1        1.0
    x1        f2        -1.0
    x1        f4        -1.0
    x2        f1        1.0
    x2        f3        -1.0
    x2        f5        -1.0
    x3        f2        1.0
    x3        b1        -5.0
    x4        f3        1.0
    x4        b3        -10.0
    x5        f4        1.0
    x5        b4        -10.0
    x6        f5        1.0
    x6        b2        -5.0
    v0        value     -1.0
    v0        b0        1.0
    v1        b0        -1.0
    v1        b1        1.0
    v1        b2        1.0
    v2        b1        -1.0
    v2        b3        1.0
    v3        b2        -1.0
    v3        b4        1.0
RHS
    right     f0        1.0
BOUNDS
 FR bound     v0
 FR bound     v1
 FR bound     v2
 FR bound     v3
ENDATA
