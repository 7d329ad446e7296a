"""Saved games: whole or not there, whatever the disk does."""

from __future__ import annotations

import os
import resource
import stat
from pathlib import Path

import pytest

import lastraft
from lastraft.folders import data_folder
from lastraft.terminal import saves
from tests.driftwood import GAME


def begun() -> lastraft.Match:
    m = lastraft.new("driftwood", seats=3, seed=4)
    for move in ("draw", "draw", "draw"):
        m.push(move)
    return m


def test_a_read_only_folder_refuses_and_the_old_save_stays(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "game.txt"
    file.parent.mkdir()
    m = begun()
    file.write_text(m.record())
    before = file.read_text()
    file.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    as_root = os.geteuid() == 0
    if as_root:  # to whom nothing is read-only
        os.seteuid(65534)
    try:
        with pytest.raises(saves.CannotSave, match=r"cannot save to .*: Permission denied"):
            saves.save(m, ["person"] * 3, file)
    finally:
        if as_root:
            os.seteuid(0)
        file.parent.chmod(0o700)
    assert file.read_text() == before


def test_a_disk_that_fills_up_in_the_middle_leaves_the_old_save_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    m = begun()
    saves.save(m, ["person", "random", "random"], file)
    before = file.read_text()
    m.push(next(iter(m.legal_moves())))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(saves.CannotSave, match="File too large"):
            saves.save(m, ["person", "random", "random"], file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_save_is_a_record_that_says_who_sits_where(tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "game.txt")
    m = lastraft.new("driftwood", seats=3, seed=1, names=["Ola", "Jan", "C"])
    m.push("draw")
    saves.save(m, ["person", "person", "random"], link)
    assert link.is_symlink()
    back, players = saves.load(tmp_path / "game.txt")
    assert players == ["person", "person", "random"]
    assert back.names == ("Ola", "Jan", "C")
    assert back.record() == m.record()


def test_only_the_newest_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    m = lastraft.new("driftwood", seed=1)
    for i in range(saves.KEPT + 3):
        path = data_folder() / f"game-{i:02}.txt"
        saves.keep(m, ["person"] * 3, path)
        os.utime(path, (i, i))
    saves.keep(m, ["person"] * 3, saves.new_place(GAME.name))
    assert len(list(data_folder().glob("*.txt"))) == saves.KEPT
    assert saves.last_place().name.startswith("driftwood-")
