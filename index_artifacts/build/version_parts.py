"""Files of a version that are made of parts: a folder of hard links, in order, to what shards hold."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index_artifacts.errors import ArtifactError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from index_artifacts.build.shards import Made

Checksums = dict[str, dict[str, Any]]  # `sha256` and `bytes` of linked files, by path relative to the version


def link_shards(out: Path, name: str, shards: Sequence[Made], file: str) -> Checksums:
    """Make the folder `name` of a version: one file of each shard, named so that their order is that of the shards.

    Raises:
        ArtifactError: A shard is no longer whole.
    """
    folder = empty_folder(out / name)
    checksums: Checksums = {}
    for i, made in enumerate(shards):
        target = f"{i:05d}-{made.key[:12]}{Path(file).suffix}"
        link_file(made, file, folder / target)
        checksums[f"{name}/{target}"] = made.files[file]
    return checksums


def link_file(made: Made, file: str, target: Path) -> None:
    """Give a file of a shard a second name; where the file system cannot, copy it.

    Raises:
        ArtifactError: It is no longer what the shard says.
    """
    source = made.folder / file
    try:
        if source.stat().st_size != made.files[file]["bytes"]:
            raise FileNotFoundError
        try:
            os.link(source, target)
        except FileNotFoundError:
            raise
        except OSError:
            shutil.copyfile(source, target)
    except FileNotFoundError:
        raise ArtifactError(f"{source} is damaged or missing; run 'lode index' again, which makes it anew.") from None


def copy_parts(out: Path, name: str, parts: Iterable[tuple[str, Path]]) -> None:
    """Make the folder `name` of a version of one file a repository, which is small."""
    folder = empty_folder(out / name)
    for i, (label, path) in enumerate(parts):
        shutil.copyfile(path, folder / f"{i:05d}-{label}{path.suffix}")


def empty_folder(folder: Path) -> Path:
    """Make a folder, without what a killed run left in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
