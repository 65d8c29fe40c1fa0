"""Everything codelode raises on purpose.

    LodeError
    ├── ConfigError      a setting or a registered repository is wrong
    ├── HomeError        the home cannot be written, or another process is writing it
    ├── SourceError      a repository cannot be read
    ├── ArtifactError    a version is missing, damaged or of another format
    │   ├── NoIndexError
    │   ├── DamagedIndexError
    │   └── FormatError
    ├── EmbeddingError   an embedder cannot be made or answered wrongly
    │   └── ServerError  its server does not answer for now
    ├── WorkerError      processes cannot be started
    ├── UnknownNameError a repository, version or symbol that is not there
    ├── AmbiguousNameError a name means several symbols where one is needed
    └── GateError        a version did not pass the quality gate

Messages are one sentence that says what, which value, and what to do; the command prints them as they are.
"""


class LodeError(Exception):
    """Base of every error that is meant for the user."""


class ConfigError(LodeError):
    """A setting or a registered repository is wrong."""


class HomeError(LodeError):
    """The home folder cannot be written, or another process holds its lock."""


class SourceError(LodeError):
    """A repository cannot be read."""


class ArtifactError(LodeError):
    """An index version cannot be used."""


class NoIndexError(ArtifactError):
    """Nothing has been published yet."""


class DamagedIndexError(ArtifactError):
    """A file of a version is missing, truncated or disagrees with its manifest."""


class FormatError(ArtifactError):
    """A version was written in a format that this release does not read."""


class EmbeddingError(LodeError):
    """An embedder cannot be made, or answered wrongly."""


class ServerError(EmbeddingError):
    """An embedding server cannot be reached, is overloaded or fails; later it may answer."""


class WorkerError(LodeError):
    """Worker processes cannot be started."""


class UnknownNameError(LodeError):
    """A repository, version or symbol that is not there."""


class AmbiguousNameError(LodeError):
    """A name means several symbols where one is needed."""


class GateError(LodeError):
    """A version did not pass the quality gate and stays a candidate."""
