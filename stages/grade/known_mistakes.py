"""Which mistake shows on which built-in map, written by tests/documents/mistake_maps.py.

Each line has a mark per map (1 where the mistake shows, 0 where it cannot) and its name.
"""

TABLES = {
    "island-2013": """\
111111111 a capture pays N, not N
111111111 a capture pays like an exit
001111111 a dead end pays N, not N
001111111 a dead end pays like an exit
110111111 a fight always ends with the agent captured
110111111 a fight always ends with the agent escaped
110111111 a fight ends in capture with probability N
001111111 a legal move is missing everywhere: down
001011111 a legal move is missing everywhere: left
110100011 a legal move is missing everywhere: right
110001111 a legal move is missing everywhere: up
000001111 agent does not see what happens at dangerous places
000110011 agent forgets its path
000001011 agent forgets what happened at dangerous places before
001001111 agent knows all that bandits do
001001111 agent knows everything
000111111 agent knows its square and nothing else
001001111 agent knows where bandits hide
111111111 an exit pays N, not N
000111001 each gold is worth N, not N
110111111 encounters are played by the rules cave-2023
000111001 gold is kept after a capture
000111001 gold is kept in a dead end
000111001 gold is not counted
111111111 played by the rules cave-2023
000000111 played by the rules island-2018
110111111 the number of bandits is N, not N
111111111 the payoffs have the wrong sign
110101111 the probabilities of capture and escape are exchanged
""",
    "island-2018": """\
111111111111 a capture pays N, not N
111111111111 a capture pays like an exit
001111011111 a dead end pays N, not N
001111011111 a dead end pays like an exit
111111111111 a fight always ends with the agent captured
111111111111 a fight always ends with the agent escaped
111111111111 a fight ends in capture with probability N
001111111111 a legal move is missing everywhere: down
001111110001 a legal move is missing everywhere: left
110011011111 a legal move is missing everywhere: right
110111111011 a legal move is missing everywhere: up
000111111111 agent does not see what happens at dangerous places
001001010111 agent forgets its path
000111010011 agent forgets what happened at dangerous places before
000111111111 agent knows all that bandits do
000111111111 agent knows everything
001111111111 agent knows its square and nothing else
000111111111 agent knows where bandits hide
000000100011 an alarm is raised after a fight, too
000000100011 an alarm is raised at every empty place
111111111111 an exit pays N, not N
000011110011 bandits can move onto the square of the alarm
000011110011 bandits cannot move at the alarm
000000010011 bandits do not see the place of the alarm
000011111111 bandits forget where they hid
000000001101 bandits know everything
000011111111 bandits know nothing at all
000000010011 bandits know only where they hid, not the place or what happened before
000011110011 bandits must move at the alarm
000000001101 bandits see the path of agent
000011111111 bandits see the place and nothing else: not where they hid
001110011001 each gold is worth N, not N
111111111111 encounters are played by the rules cave-2023
001110011001 gold is kept after a capture
001110011001 gold is kept in a dead end
001010011001 gold is lost in a fight that is won
001110011001 gold is not counted
000000100011 only one of the bandits can move at the alarm
111111111111 played by the rules cave-2023
000011110011 played by the rules island-2013
111111111111 the number of bandits is N, not N
111111111111 the payoffs have the wrong sign
110111111111 the probabilities of capture and escape are exchanged
""",
    "cave-2023": """\
1111111111 a capture pays N, not N
1111111111 a capture pays like an exit
0011111111 a dead end pays N, not N
0011111111 a dead end pays like an exit
1111111111 a fight always ends with the agent captured
1111111111 a fight always ends with the agent escaped
1111111111 a fight ends in capture with probability N
0011001111 a legal move is missing everywhere: down
0011101111 a legal move is missing everywhere: left
1111111111 a legal move is missing everywhere: right
1110011111 a legal move is missing everywhere: up
0011011111 agent does not see what happens at dangerous places
0011011111 agent does not see whether miners fight or take the gold
0010001011 agent forgets its path
0001000111 agent forgets what happened at dangerous places before
0001110011 agent knows all that miners do
0001110011 agent knows everything
0011011111 agent knows its square and nothing else
0001110011 agent knows where miners hide
1111111111 an exit pays N, not N
0011001101 each gold is worth N, not N
1111111111 encounters are played by the rules island-2013
1111111111 encounters are played by the rules island-2018
0011000101 gold is kept after a capture
0011000101 gold is kept in a dead end
0010000101 gold is lost in a fight that is won
0011001101 gold is not counted
0010000101 gold that was taken away is counted
1111111111 miners always fight
1111111111 miners always take the gold
0000010111 miners do not see the place of the encounter
0000000011 miners forget the order of the encounters
0000100111 miners forget what happened before this encounter or alarm
0000100111 miners forget what they chose before
0000110011 miners forget where they hid
0010001111 miners know everything
0001110111 miners know nothing at all
0000110111 miners know only where they hid, not the place or what happened before
0010001111 miners see the path of agent
0000110111 miners see the place and nothing else: not where they hid
1111111111 played by the rules island-2013
1111111111 played by the rules island-2018
1111111111 the number of miners is N, not N
1111111111 the payoffs have the wrong sign
1100111011 the probabilities of capture and escape are exchanged
""",
}
