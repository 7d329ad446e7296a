"""Tables where people and bots meet. The server owns the truth, keeps every secret and loses nothing.

A table is an append-only log (`entries`, `store`); what is in memory (`table`) is folded from it. `live_tables` checks,
appends and wakes; `messages` says what each reader is sent; `driver` moves for bots and clocks. No game is known here.
"""
