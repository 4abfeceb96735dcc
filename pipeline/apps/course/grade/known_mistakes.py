"""Which mistake shows on which built-in map, written by tests/documents/mistake_maps.py.

Each line has a mark per map (1 where the mistake shows, 0 where it cannot) and its name.
"""

TABLES = {
    "island-2013": """\
1111111111 a capture pays N, not N
1111111111 a capture pays like an exit
0011111101 a dead end pays N, not N
0011111101 a dead end pays like an exit
1111111111 a fight always ends with the agent captured
1111111111 a fight always ends with the agent escaped
1111111111 a fight ends in capture with probability N
0011111101 a legal move is missing everywhere: down
0010111101 a legal move is missing everywhere: left
1101000111 a legal move is missing everywhere: right
1100011101 a legal move is missing everywhere: up
0000011101 agent does not see what happens at dangerous places
0001100101 agent forgets its path
0000010101 agent forgets what happened at dangerous places before
0010011101 agent knows all that bandits do
0010011101 agent knows everything
0001111101 agent knows its square and nothing else
0010011101 agent knows where bandits hide
1111111111 an exit pays N, not N
0001110011 each gold is worth N, not N
1101111111 encounters are played by the rules cave-2023
0001110011 gold is kept after a capture
0001110001 gold is kept in a dead end
0001110011 gold is not counted
1111111111 played by the rules cave-2023
0000001101 played by the rules island-2018
1101111111 the number of bandits is N, not N
1111111111 the payoffs have the wrong sign
1101011111 the probabilities of capture and escape are exchanged
""",
    "island-2018": """\
1111111111111 a capture pays N, not N
1111111111111 a capture pays like an exit
0011110011111 a dead end pays N, not N
0011110011111 a dead end pays like an exit
1111111111111 a fight always ends with the agent captured
1111111111111 a fight always ends with the agent escaped
1111111111111 a fight ends in capture with probability N
0011111011111 a legal move is missing everywhere: down
0011111010001 a legal move is missing everywhere: left
1100110111111 a legal move is missing everywhere: right
1101111011011 a legal move is missing everywhere: up
0001111011111 agent does not see what happens at dangerous places
0010010010111 agent forgets its path
0001110010011 agent forgets what happened at dangerous places before
0001111011111 agent knows all that bandits do
0001111011111 agent knows everything
0011111011111 agent knows its square and nothing else
0001111011111 agent knows where bandits hide
0000001000011 an alarm is raised after a fight, too
0000001000011 an alarm is raised at every empty place
1111111111111 an exit pays N, not N
0000111010011 bandits can move onto the square of the alarm
0000111010011 bandits cannot move at the alarm
0000000010011 bandits do not see the place of the alarm
0000111011111 bandits forget where they hid
0000000001101 bandits know everything
0000111011111 bandits know nothing at all
0000000010011 bandits know only where they hid, not the place or what happened before
0000111010011 bandits must move at the alarm
0000000001101 bandits see the path of agent
0000111011111 bandits see the place and nothing else: not where they hid
0011100111001 each gold is worth N, not N
1111111111111 encounters are played by the rules cave-2023
0011100111001 gold is kept after a capture
0011100011001 gold is kept in a dead end
0010100111001 gold is lost in a fight that is won
0011100111001 gold is not counted
0000001000011 only one of the bandits can move at the alarm
1111111111111 played by the rules cave-2023
0000111010011 played by the rules island-2013
1111111111111 the number of bandits is N, not N
1111111111111 the payoffs have the wrong sign
1101111111111 the probabilities of capture and escape are exchanged
""",
    "cave-2023": """\
11111111111 a capture pays N, not N
11111111111 a capture pays like an exit
00111111011 a dead end pays N, not N
00111111011 a dead end pays like an exit
11111111111 a fight always ends with the agent captured
11111111111 a fight always ends with the agent escaped
11111111111 a fight ends in capture with probability N
00110011011 a legal move is missing everywhere: down
00111011011 a legal move is missing everywhere: left
11111111111 a legal move is missing everywhere: right
11100111011 a legal move is missing everywhere: up
00110111011 agent does not see what happens at dangerous places
00110111011 agent does not see whether miners fight or take the gold
00100010011 agent forgets its path
00010001011 agent forgets what happened at dangerous places before
00011100011 agent knows all that miners do
00011100011 agent knows everything
00110111011 agent knows its square and nothing else
00011100011 agent knows where miners hide
11111111111 an exit pays N, not N
00110011101 each gold is worth N, not N
11111111011 encounters are played by the rules island-2013
11111111011 encounters are played by the rules island-2018
00110001101 gold is kept after a capture
00110001001 gold is kept in a dead end
00100001101 gold is lost in a fight that is won
00110011101 gold is not counted
00100001101 gold that was taken away is counted
11111111011 miners always fight
11111111011 miners always take the gold
00000101011 miners do not see the place of the encounter
00000000011 miners forget the order of the encounters
00001001011 miners forget what happened before this encounter or alarm
00001001011 miners forget what they chose before
00001100011 miners forget where they hid
00100011011 miners know everything
00011101011 miners know nothing at all
00001101011 miners know only where they hid, not the place or what happened before
00100011011 miners see the path of agent
00001101011 miners see the place and nothing else: not where they hid
11111111111 played by the rules island-2013
11111111111 played by the rules island-2018
11111111111 the number of miners is N, not N
11111111111 the payoffs have the wrong sign
11001110111 the probabilities of capture and escape are exchanged
""",
}
