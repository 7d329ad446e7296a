"""For tests of games: the conformance suite, random games, and the collector of sentences to translate."""

import contextlib

with contextlib.suppress(ImportError):  # only the suite's failures read better with it
    import pytest

    pytest.register_assert_rewrite("lastraft.testing.conformance")
