"""The folder of this user's tables and games, and files that are written whole."""

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


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically; after a failure it is what it was before. A device or a pipe is not replaced by a file.

    :raises OSError: if the disk refuses.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        with path.open("wb", buffering=0) as file:
            file.write(data)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
