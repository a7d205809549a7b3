"""On what kind of drive a file lies. SQLite's write-ahead log needs memory that all its users share: one computer."""

from __future__ import annotations

import re
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import PurePath

MOUNTS: Final = Path("/proc/self/mountinfo")
"""Linux's table of what is mounted where. macOS and others have none: there no network drive is told from another."""

_NETWORK: Final = frozenset(
    {
        *("nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afs", "ncpfs", "davfs", "coda"),
        *("ceph", "glusterfs", "lustre", "gpfs", "beegfs", "ocfs2", "gfs2"),
        # What a virtual machine shares with its host, which is another computer to it.
        *("9p", "virtiofs", "vboxsf", "prl_fs", "vmhgfs"),
    }
)
_NETWORK_FUSE: Final = re.compile(
    r"fuse\.(sshfs|rclone|s3fs|davfs2?|gvfsd-fuse|glusterfs|ceph(-fuse)?|smbnetfs|curlftpfs|gcsfuse|vmhgfs-fuse)"
)
_OCTAL: Final = re.compile(rb"\\([0-7]{3})")


def network_of(path: Path) -> str | None:
    """Return the kind of network drive on which a path lies, there or not; None: this computer's own, or not known.

    Not told are network drives of macOS, and those of Windows that have a letter.
    """
    if shared := _unc(path):
        return shared
    try:
        table = MOUNTS.read_bytes()
    except OSError:
        return None
    return network_in(table, path)


def network_in(table: bytes, path: Path) -> str | None:
    """Look a path up in a table of mounts, as of proc(5): its kind of network drive, None for any other drive."""
    real = path.resolve()
    folders = {str(real), *map(str, real.parents)}
    best, kind = "", ""
    for line in table.splitlines():
        place, _, source = line.partition(b" - ")
        fields = place.split()
        if len(fields) < 5 or not source:  # noqa: PLR2004 - proc(5): the fifth is the mount point
            continue
        point = _OCTAL.sub(lambda octal: bytes([int(octal[1], 8)]), fields[4]).decode(errors="surrogateescape")
        # Of two at one place the later lies over the earlier.
        if point in folders and len(point) >= len(best):
            best, kind = point, source.split()[0].decode(errors="replace")
    return kind if kind in _NETWORK or _NETWORK_FUSE.fullmatch(kind) else None


def _unc(path: PurePath) -> str | None:
    r"""Tell a Windows share, such as \\server\learners, by its name."""
    drive = path.drive if isinstance(path, PureWindowsPath) else ""
    shared = drive.startswith("\\\\") and (drive[2:4] not in {"?\\", ".\\"} or drive[2:].upper().startswith("?\\UNC\\"))
    return "a Windows share" if shared else None
