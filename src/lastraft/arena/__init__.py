"""Many games: simulations, ladders of bots, reports for designers. It knows no game by name.

One scheme of seeds holds everywhere, on any number of cores, on a GPU and in a cluster: the game of seed n has the
generator that `Match` gives to seed n, and the bot in seat k is ``bot(spec, game, bot_seed(n, k))``.
"""
