"""Reports: a page that stands alone and says what the games say."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import lastraft
from lastraft.arena.files import CannotKeep
from lastraft.arena.matchup import matchup
from lastraft.arena.report import Sample, compared_options, options, report, seats, what_wins
from tests.driftwood import GAME, Driftwood, cards


def facts(s: Driftwood, seat: int) -> dict[str, int]:
    return {"cards <left>": cards(s, seat), "seat number": seat, "always": 3}


class PageParser(HTMLParser):
    """Finds what a page would fetch, and its headings."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.headings: list[str] = []
        self.pictures = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.pictures += tag == "svg"
        for name, value in attrs:
            outside = value and not value.startswith("#")
            if name in ("src", "href", "xlink:href") and outside:
                self.fetched.append(f"{tag} {value}")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2" and data.strip():
            self.headings.append(data.strip())


def test_a_page_that_stands_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "speech", dataclasses.replace(GAME.speech, facts=facts))
    out = tmp_path / "report.html"
    assert not report(matchup("driftwood", 3, "greedy,random"), 200, out)
    page = out.read_text("utf-8")
    parsed = PageParser(page)
    assert parsed.fetched == []
    assert "<script" not in page
    assert "url(http" not in page
    assert parsed.headings == ["Seats", "Scores", "Length", "What wins", "Rules to choose", "Bots"]
    assert parsed.pictures == 6
    assert "200 games with 3 seats, played by greedy, random" in page
    assert "cards &lt;left&gt;" in page
    assert "<left>" not in page
    assert re.search(r">rounds: three</td><td [^>]*>five</td><td [^>]*>moves per game</td>", page)
    again = tmp_path / "again.html"
    report(matchup("driftwood", 3, "greedy,random"), 200, again, workers=1)
    assert again.read_text("utf-8") == page


@pytest.mark.parametrize(("compare", "line"), [(None, ""), ([], " --compare none"), (["votes"], " --compare votes")])
def test_a_page_says_how_it_is_made_again(tmp_path: Path, compare: list[str] | None, line: str) -> None:
    out = tmp_path / "report.html"
    report(matchup("driftwood", 2, "random", {"rounds": "five"}), 5, out, compare, seed=4, workers=1)
    made_by = "lastraft report driftwood --seats 2 --games 5 --bots random --seed 4 --option rounds=five"
    assert f"Made by: {made_by}{line}</p>" in out.read_text("utf-8")


def test_what_wins_compares_winners_with_the_others_of_their_game() -> None:
    import numpy as np

    from lastraft.arena.batch import row_type

    sample = Sample(matchup("driftwood", 3, "random"), False)
    rows = np.zeros(3, row_type(3))
    rows["rank"] = [[1, 2, 3], [2, 1, 2], [1, 1, 1]]
    rows["score"] = [[9, 5, 1], [2, 7, 2], [3, 3, 3]]
    sample.add(rows, None)
    sample.facts = {
        "planks": [[4, 1, 3], [0, 5, 2], [9, 9, 9]],
        "always": [[3, 3, 3]] * 3,
        "total": rows["score"].tolist(),
        "a piece of A's": [[5, 0, 0], [0, 0, 0], [4, 0, 0]],
    }
    (row,) = what_wins(sample).rows
    assert row.cells[:3] == ("planks", "4.50", "1.50")
    assert row.cells[3].startswith("3.00")


def test_a_seat_with_an_advantage_is_named() -> None:
    """TG-4.2: with two seats the first gets every vote."""
    sample = Sample(matchup("driftwood", 2, "random"), False)
    from lastraft.arena.batch import no_halt
    from lastraft.arena.executors import batches, threads

    with threads(sample.matchup, 1) as executor:
        for batch in batches(executor, 1, 300, no_halt()):
            sample.add(batch.rows, None)
    section = seats(sample)
    assert "Clearly better: A. Clearly worse: B." in section.lines[0]
    assert [row.clear for row in section.rows] == [True, True]


def test_each_option_is_compared_with_its_other_values() -> None:
    base = matchup("driftwood", 3, "random", {"rounds": "five"})
    assert [(now, value, other.options) for now, value, other in compared_options(base, None)] == [
        ("rounds: five", "three", ()),
        ("votes: yes", "no", (("rounds", "five"), ("votes", "no"))),
    ]
    assert compared_options(base, []) == []
    with pytest.raises(lastraft.BadOption, match="has no such option; there are: rounds, votes"):
        compared_options(base, ["weather"])


def test_a_rule_is_judged_by_games_of_the_same_seeds() -> None:
    import numpy as np

    from lastraft.arena.batch import row_type

    wanted = matchup("driftwood", 2, "random")
    base, other, short = (Sample(wanted, False) for _ in range(3))
    rows = np.zeros(40, row_type(2))
    rows["rank"], rows["score"], rows["moves"] = [1, 2], [5, 1], np.arange(40) * 10
    base.add(rows, None)
    short.add(rows[:30], None)  # somebody stopped it
    rows = rows.copy()
    rows["moves"] += 1 + np.arange(40) % 2
    other.add(rows, None)
    section = options(base, [("wind: no", "yes", other), ("rain: no", "yes", short)])
    changes = {(row.cells[0], row.cells[2]): (*row.cells[3:], row.clear) for row in section.rows}
    assert changes["wind: no", "moves per game"] == ("195.00", "196.50", "+1.50 ± 0.16", True)
    assert changes["rain: no", "moves per game"] == ("145.00", "145.00", "0.00 ± 0.00", False)


def test_a_page_that_cannot_be_written_is_refused_before_any_game(tmp_path: Path) -> None:
    with pytest.raises(CannotKeep, match="cannot write"):
        report(matchup("driftwood", 3, "random"), 100_000_000, tmp_path / "no" / "report.html")


def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "nothing"
    out.symlink_to("/dev/null")
    report(matchup("driftwood", 3, "random"), 4, out, compare=[])
    assert out.is_char_device()


def test_a_bot_that_fails_is_named(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    report(matchup("driftwood", 3, "random,py:tests.arena.bad_bots.Raises"), 4, out, compare=[])
    assert "bad_bots.Raises failed" in out.read_text("utf-8")
