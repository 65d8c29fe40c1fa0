"""Run git so that nothing which a repository says starts a program, asks a question or reaches another one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from index_artifacts.remotes import without_credentials

if TYPE_CHECKING:
    from collections.abc import Sequence

# Repository settings must not start programs: https://git-scm.com/docs/git-config on fsmonitor and hooksPath.
GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*", "--no-optional-locks")
# A remote that stops sending ends the fetch; a background process would outlive the writer's lock; packs arrive whole, loose objects do not.
_FETCH = (
    *("git", "-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never", "-c", "http.lowSpeedLimit=100"),
    *("-c", "http.lowSpeedTime=60", "-c", "gc.autoDetach=false", "-c", "maintenance.autoDetach=false", "-c", "fetch.unpackLimit=1"),
)
# Set by a hook that lode is called from, they would point git at that hook's repository.
_ELSEWHERE = (
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR"),
    *("GIT_NAMESPACE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE"),
)
_NO_REASON = ("warning: ", "hint: ", "remote: ", "from ")


def environment(protocols: str = "none") -> dict[str, str]:
    """The environment of a git process.

    Args:
        protocols: What it may fetch by, with ":" between; by default nothing, also where a repository lacks objects that its
            settings promise to come from a remote.
    """
    kept = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    return kept | {"GIT_ALLOW_PROTOCOL": protocols, "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C"}


def output(folder: Path, *arguments: str) -> bytes | None:
    """What a git command prints in a folder; None where it fails or there is no git."""
    try:
        done = subprocess.run([*GIT, *arguments], cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL, env=environment())
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def bare(git_dir: Path, *arguments: str) -> bytes | None:
    """What a git command prints of a bare repository."""
    return output(git_dir, "--git-dir=.", *arguments)


class RemoteError(Exception):
    """Raised by `talk`; the message is the line of git's that says why."""


def talk(arguments: Sequence[str], folder: Path) -> str:
    """Run a git command that talks to a remote, and asks nobody for a password.

    Args:
        arguments: The command and its arguments.
        folder: Where to run it.

    Returns:
        What it prints.

    Raises:
        RemoteError: It failed.
        FileNotFoundError: There is no git.
    """
    asking_nobody = {
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "SSH_ASKPASS": "",
        "SSH_ASKPASS_REQUIRE": "never",
        "GCM_INTERACTIVE": "never",
    }
    variables = environment("file:git:http:https:ssh") | asking_nobody
    if not {"GIT_SSH", "GIT_SSH_COMMAND"} & variables.keys():
        own = (output(folder, "config", "--get", "core.sshCommand") or b"ssh").decode("utf-8", "replace").strip()
        variables["GIT_SSH_COMMAND"] = f"{own} -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=20"
    # A session of its own has no terminal on which ssh could ask.
    done = subprocess.run(
        [*_FETCH, *arguments], cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, check=False, start_new_session=True
    )
    if done.returncode != 0:
        raise RemoteError(_told(done.stderr.decode("utf-8", "replace")) or f"git ended with code {done.returncode}")
    return done.stdout.decode("utf-8", "surrogateescape")


def _told(errors: str) -> str:
    """The first line that says what went wrong: those after it are advice."""
    lines = [line for line in errors.splitlines() if line.strip() and not line.lower().startswith(_NO_REASON)]
    return without_credentials(lines[0].removeprefix("fatal: ").removeprefix("error: ").strip().rstrip(".")) if lines else ""
