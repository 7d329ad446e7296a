"""`tools.play_coverage` without what it needs."""

from __future__ import annotations

import pytest

from tools import play_coverage


def test_without_coverage_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play_coverage, "find_spec", lambda name: None, raising=False)
    assert play_coverage.main(["survive", "--games", "1"]) == 2
    assert capsys.readouterr().err == "play_coverage needs coverage.py: pip install coverage\n"
