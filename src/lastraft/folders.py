"""Where this user's tables and games are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """`LASTRAFT_DATA`, or the system's folder for such things."""
    if named := os.environ.get("LASTRAFT_DATA"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "lastraft"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "lastraft"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lastraft"
