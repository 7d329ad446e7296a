"""Scripts and stylesheets as they are served."""

from __future__ import annotations

import pytest

from lastraft.server.web.pages import STATIC, _static, _without_margins


@pytest.mark.parametrize("name", sorted(path.name for path in STATIC.iterdir() if path.suffix in (".js", ".css")))
def test_only_margins_are_left_out(name: str) -> None:
    """Every line of code is served as it is written but for its indentation, at its own number."""
    source = (STATIC / name).read_bytes()
    served = _static()[name][0]
    lines, written = _without_margins(source).split(b"\n"), source.split(b"\n")
    assert served.startswith(_without_margins(source))
    assert len(lines) == len(written)
    left_out = [was for line, was in zip(lines, written, strict=True) if line != was.lstrip()]
    assert all(was.lstrip().startswith((b"/*", b"*", b"//")) or name.endswith(".css") for was in left_out), left_out
    assert b"\n/**\n" not in served


def test_a_type_before_code_stays() -> None:
    source = b"/* one */\nlet a = 1; // why\n  /** @type {B} */ (b).c();\n/**\n * d\n */\nd();\n// e"
    assert _without_margins(source) == b"\nlet a = 1; // why\n/** @type {B} */ (b).c();\n\n\n\nd();\n"
