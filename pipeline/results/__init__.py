"""Results of the chain for people and programs: `facts` of a report with the strategies, exact
`numbers`, `pictures`, `networks`, `evaluations` and `differences`.
"""
