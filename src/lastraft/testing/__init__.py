"""What tests of games need: the conformance suite for any game."""
