"""Checkers: each verifies one kind of certificate or bounds from the files alone.

They share nothing with the code that makes certificates, and little with each other, although some
functions stand in several of them: a fault in shared code could not be noticed by both. They stay
short enough to be read in one sitting.

| checker | verifies | imports |
| --- | --- | --- |
| `game_checker` | the certificate of a game | nothing of ours |
| `induction_checker` | the certificate of a graph without a secret | nothing of ours |
| `program_checker` | the certificate of a linear program | nothing of ours |
| `bounds_checker` | bounds on a game or a state graph | readers of state graphs and strategies |
| `map_bounds_checker` | bounds on a map | `map_claim_checker`, `map_paths_checker` |
"""
