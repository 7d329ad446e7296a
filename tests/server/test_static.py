"""Scripts and stylesheets as they are served."""

from __future__ import annotations

import pytest

from lastraft.server.web.pages import AT_TABLES, STATIC, _static, _without_margins


@pytest.mark.parametrize("name", sorted(path.name for path in STATIC.iterdir() if path.suffix in (".js", ".css")))
def test_only_margins_are_left_out(name: str) -> None:
    """Every line of code is served as it is written but for its indentation and comment, at its own number."""
    source = (STATIC / name).read_bytes()
    served = _static()[name][0]
    lines, written = _without_margins(source).split(b"\n"), source.split(b"\n")
    assert _without_margins(source) in served
    assert len(lines) == len(written)
    changed = [(line, was.lstrip()) for line, was in zip(lines, written, strict=True) if line != was.lstrip()]
    for line, was in changed:
        assert was.startswith(line)
        left_out = was[len(line) :].lstrip()
        assert left_out.startswith((b"/*", b"*", b"//")) or name.endswith(".css"), was
        assert all(line.count(quote) % 2 == 0 for quote in (b'"', b"`")), f"this is in a string: {was!r}"
    assert b"\n/**\n" not in served


def test_a_type_before_code_stays() -> None:
    source = b"/* one */\nlet a = 'b://c'; // why\n  /** @type {B} */ (b).c();\n/**\n * d\n */\nd();\n// e"
    assert _without_margins(source) == b"\nlet a = 'b://c';\n/** @type {B} */ (b).c();\n\n\n\nd();\n"


def test_a_table_fetches_its_stylesheets_as_one() -> None:
    assert all(_static()[f"{room}.css"][0] in _static()["table.css"][0] for room in AT_TABLES if room != "table")
