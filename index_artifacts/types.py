"""The values that pass between stages and out of the query module. Bulk data travels as the tables of `schema`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Category(StrEnum):
    """What a file is for; decided by the rules of `categories.toml`."""

    SOURCE = "source"
    TEST = "test"
    EXAMPLE = "example"
    DOCS = "docs"
    CONFIG = "config"
    GENERATED = "generated"
    VENDORED = "vendored"


class Status(StrEnum):
    """Whether a file's content is in the index."""

    INDEXED = "indexed"
    SKIPPED = "skipped"


class Change(StrEnum):
    """What happened to a file since the last state."""

    ADDED = "added"
    MODIFIED = "modified"
    DELETED = "deleted"
    RENAMED = "renamed"
    UNCHANGED = "unchanged"


class SymbolKind(StrEnum):
    """The kinds of definition that a language's query file may capture."""

    CLASS = "class"
    INTERFACE = "interface"
    STRUCT = "struct"
    ENUM = "enum"
    TRAIT = "trait"
    MODULE = "module"
    NAMESPACE = "namespace"
    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    MACRO = "macro"
    PROPERTY = "property"
    FIELD = "field"
    CONSTANT = "constant"
    VARIABLE = "variable"
    TYPE = "type"
    SECTION = "section"  # of a document: what a heading or a key begins


CLASS_KINDS = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.MODULE,
    }
)
CALLABLE_KINDS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.MACRO})


class ChunkKind(StrEnum):
    """What a chunk holds."""

    CLASS = "class"
    METHOD = "method"
    FUNCTION = "function"
    SECTION = "section"
    FILE = "file"


class RelationKind(StrEnum):
    """The kinds of edge between symbols."""

    IMPORTS = "imports"
    EXTENDS = "extends"
    IMPLEMENTS = "implements"
    CONTAINS = "contains"
    CALLS = "calls"


class Direction(StrEnum):
    """Which relations of a symbol: those that enter it, those that leave it, or both."""

    CALLERS = "callers"
    CALLEES = "callees"
    BOTH = "both"


class Resolution(StrEnum):
    """How the target of a relation was found, surest first."""

    SPAN = "span"
    SAME_CLASS = "same class"
    SAME_FILE = "same file"
    IMPORT = "import"
    UNIQUE_IN_REPOSITORY = "unique in repository"
    UNIQUE_IN_FLEET = "unique in fleet"
    AMBIGUOUS = "ambiguous"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition in one file.

    Attributes:
        kind: What is defined.
        name: Its own name, without scopes.
        qualified_name: Enclosing names and the name, joined by "." in every language.
        signature: The text from its first keyword to its body, white space folded.
        parameters: The text of its parameter list, without the outer brackets.
        return_type: As written, or "".
        annotations: Decorators, annotations and attributes as written.
        doc: Its doc comment or docstring without comment marks.
        start_line: First line, 1-based, of its doc comment, decorators or definition.
        end_line: Last line, 1-based, inclusive.
        parent: Position, in the file's list of symbols, of the enclosing symbol; -1 at top level.
    """

    kind: SymbolKind
    name: str
    qualified_name: str
    signature: str
    parameters: str
    return_type: str
    annotations: tuple[str, ...]
    doc: str
    start_line: int
    end_line: int
    parent: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A use of a name, not yet resolved.

    Attributes:
        kind: Which relation it would make; never `contains`.
        name: The last identifier of what is named; for an import the imported item, or "" for a whole module.
        receiver: What stands before the name in a call or qualified type ("self", "client", "pkg.mod"); for an import the module.
        alias: The local name of an import when it differs from `name`.
        line: 1-based.
        scope: Position, in the file's list of symbols, of the innermost enclosing symbol; -1 at file level.
        receiver_type: Type that is written for the variable which is the receiver of a call, dotted, or "".
    """

    kind: RelationKind
    name: str
    receiver: str
    alias: str
    line: int
    scope: int
    receiver_type: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What syntax gives for one file.

    Attributes:
        package: The package or namespace that the file declares, or "".
        symbols: In order of their start, outer before inner.
        references: In order of their line.
        broken: Whether the parser met text that it could not place.
    """

    package: str
    symbols: tuple[Symbol, ...]
    references: tuple[Reference, ...]
    broken: bool


@dataclass(frozen=True, slots=True)
class Chunk:
    """A unit of text that search can return.

    Attributes:
        kind: What it holds.
        symbol: Qualified name of the symbol that it stands for, or "".
        symbols: Names of all symbols that start in it.
        scopes: Enclosing names of its symbol.
        description: Generated words about its symbol: owner, name in words, doc, parameters, return type, annotations.
        text: Its source text.
        start_line: 1-based.
        end_line: 1-based, inclusive.
    """

    kind: ChunkKind
    symbol: str
    symbols: tuple[str, ...]
    scopes: tuple[str, ...]
    description: str
    text: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge between two symbols of a version, or from or to a whole file.

    Attributes:
        kind: What the source does with the target.
        source: Qualified name, or "" for the file.
        source_repo: Its repository.
        source_path: Its file.
        target: Qualified name; as written where it was not resolved.
        target_repo: Its repository, or "" where it was not resolved.
        target_path: Its file, likewise.
        line: 1-based, in the source's file; for `contains` the line of the target.
        resolution: How the target was found.
        candidates: How many definitions it may mean.
        depth: How many relations away from what was asked for; 1 for its own.
        source_id: Stable id of the source; -1 for the file.
        target_id: Stable id of the target; -1 where it was not resolved, or is a file.
    """

    kind: str
    source: str
    source_repo: str
    source_path: str
    target: str
    target_repo: str
    target_path: str
    line: int
    resolution: str
    candidates: int
    depth: int = 1
    source_id: int = field(default=-1, compare=False)
    target_id: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class EmbeddingInput:
    """What a document gives an embedder; each provider forms its own text from it.

    Attributes:
        title: Path without extension, scopes and symbol names, each already a list of words as written.
        description: Generated words about the symbol, or "".
        body: The chunk's own text.
        kind: The chunk's kind.
        symbol: The chunk's qualified name, or "".
    """

    title: Title
    description: str
    body: str
    kind: str = ""
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Title:
    """The names that stand over a chunk."""

    path: str
    scopes: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search.

    Attributes:
        repo: Repository name.
        path: File, relative to the repository, with "/".
        start_line: 1-based.
        end_line: 1-based, inclusive.
        kind: The chunk's kind.
        symbol: Qualified name, or "".
        language: The file's language, or "".
        score: Comparable within one result list only.
        text: The chunk's text.
        commit: The commit that the hit is as of, or "" where the repository has none.
        parts: Each ranking signal's contribution to the score; empty unless asked for.
    """

    repo: str
    path: str
    start_line: int
    end_line: int
    kind: str
    symbol: str
    language: str
    score: float
    text: str
    commit: str
    parts: dict[str, float] = field(default_factory=dict)

    @property
    def citation(self) -> str:
        """`repo/path:start-end`."""
        return f"{self.repo}/{self.path}:{self.start_line}-{self.end_line}"


@dataclass(frozen=True, slots=True)
class ContextPart:
    """Something that explains a hit.

    Attributes:
        role: What it is to the hit: "class", "calls", "implemented by" or "called by".
        symbol: Qualified name.
        citation: `repo/path:start-end` of it; of a caller `repo/path:line` of the call.
        text: Its signature and the first line of its doc; of a class also its constructors and fields.
    """

    role: str
    symbol: str
    citation: str
    text: str
