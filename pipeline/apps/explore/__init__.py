"""The explorer: a page with a source on the left and the results of the stages on the right,
updated at once.

`site` answers the requests of the page, which `orders` checks. Sources are compiled in sandbox
processes, one per `column` of the page, in which the last order wins. `compilation` runs there, and
`facts` has what the page shows.
"""
