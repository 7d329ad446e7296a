"""The game server. It holds the state of every table, keeps secrets and loses nothing.

A table is an append-only log (`entries`, `store`) from which its state (`table`) is folded. `live_tables` checks and
appends actions, `messages` builds what each reader is sent, `driver` moves for bots and clocks. No game is known here.
"""
