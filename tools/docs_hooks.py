"""What `mkdocs` needs beyond the folder `docs`: the pages of the repository's root and the rules of the games, with
links that fit the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "src/lastraft/survive/rulebook.md": "rules/survive.md",
    "src/lastraft/hellapagos/rulebook.md": "rules/hellapagos.md",
    "src/lastraft/outlive/rulebook.md": "rules/outlive.md",
}


def on_files(files: Files, *, config: Any) -> Files:
    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=_for_site((ROOT / name).read_text("utf-8"))))
    return files


def _for_site(text: str) -> str:
    text = text.replace("](docs/", "](").replace("](LICENSE)", "](https://opensource.org/license/mit)")
    return re.sub(r"\]\(([\w/]+\.md)\)", lambda link: f"]({PAGES.get(link[1], link[1])})", text)
