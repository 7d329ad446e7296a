"""People across devices and games: signing in, results and ratings, leagues."""
