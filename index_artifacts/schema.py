"""Names and types of every column, per repository and per version. A change here is a change of the format."""

from __future__ import annotations

import pyarrow as pa

FORMAT_VERSION = 2

_text = pa.string()

SOURCE_FILES = pa.schema(
    [
        ("path", _text),
        ("language", _text),
        ("category", _text),
        ("size", pa.int64()),
        ("lines", pa.int32()),
        ("sha256", _text),
        ("status", _text),
        ("reason", _text),
    ]
)
FILE_CHANGES = pa.schema([("path", _text), ("change", _text), ("previous_path", _text)])

# What a repository's shards hold. Tables that a version links to as they are begin with the repository's name.
SYNTAX_FILES = pa.schema(
    [
        ("path", _text),
        ("language", _text),
        ("sha256", _text),
        ("fingerprint", _text),  # of what declares its language
        ("reason", _text),  # why it is indexed without symbols, or ""
        ("package", _text),  # that it declares
        ("broken", pa.bool_()),  # whether its parser met errors
        ("symbols", pa.int32()),
        ("references", pa.int32()),
        ("tokens", pa.list_(pa.uint32())),  # CRC-32 of the words of its references, sorted
    ]
)
SYMBOLS = pa.schema(
    [
        ("repo", _text),
        ("path", _text),
        ("id", pa.int64()),
        ("kind", _text),
        ("name", _text),
        ("qualified_name", _text),
        ("signature", _text),
        ("parameters", _text),
        ("return_type", _text),
        ("annotations", pa.list_(_text)),
        ("doc", _text),
        ("start_line", pa.int32()),
        ("end_line", pa.int32()),
        ("parent", pa.int32()),  # row among the file's symbols; -1 at top level
    ]
)
REFERENCES = pa.schema(
    [
        ("kind", _text),
        ("name", _text),
        ("receiver", _text),
        ("alias", _text),
        ("line", pa.int32()),
        ("scope", pa.int32()),  # row among the file's symbols; -1 at file level
        ("receiver_type", _text),  # written for the variable that is the receiver, or ""
    ]
)
TEXTS = pa.schema([("text", _text)])
CHUNKS = pa.schema(
    [
        ("repo", _text),
        ("path", _text),
        ("kind", _text),
        ("symbol", _text),
        ("symbols", pa.list_(_text)),
        ("scopes", pa.list_(_text)),
        ("description", _text),
        ("text", _text),
        ("start_line", pa.int32()),
        ("end_line", pa.int32()),
    ]
)
CHUNK_FILES = pa.schema([("path", _text), ("sha256", _text), ("language", _text), ("fingerprint", _text), ("chunks", pa.int32())])
CHUNK_SPANS = pa.schema(
    # file: place among the indexed files of the shard or version; kind: place in `ChunkKind`
    [("file", pa.int32()), ("start_line", pa.int32()), ("end_line", pa.int32()), ("kind", pa.int8())]
)
EMBEDDING_KEYS = pa.schema([("key", pa.binary(16))])
# Symbols are told by their id, -1 for none; paths of what was not resolved are "".
RELATIONS = pa.schema(
    [
        ("kind", _text),
        ("source_repo", _text),
        ("source_path", _text),
        ("source", pa.int64()),
        ("source_name", _text),
        ("target_repo", _text),
        ("target_path", _text),
        ("target", pa.int64()),
        ("target_name", _text),  # where it was not resolved: receiver and name as written, or the whole name that is imported
        ("line", pa.int32()),
        ("resolution", _text),
        ("candidates", pa.int32()),  # how many definitions it may mean
    ]
)
# family: languages that call each other, as `languages.toml` says
RELATION_FILES = pa.schema([("path", _text), ("family", _text), ("relations", pa.int32())])
BASES = pa.schema(
    [("path", _text), ("source", pa.int64()), ("source_name", _text), ("line", pa.int32()), ("kind", _text), ("target", pa.int64())]
)
# Names that a repository does not define, dotted; whether they are more than an import.
RESULTS = pa.schema([("path", _text), ("source", pa.int64()), ("target", pa.int64())])  # classes that functions and members give
EXTERNAL = pa.schema([("family", _text), ("name", _text), ("used", pa.bool_())])
# What it can be imported by.
PROVIDED = pa.schema([("family", _text), ("prefix", _text)])
# Its definitions by name and by class and name, its Python modules by their whole name, whose id is -1.
NAMES = pa.schema(
    [("family", _text), ("name", _text), ("count", pa.int32()), ("id", pa.int64()), ("path", _text), ("qualified_name", _text)]
)
SYMBOL_RANKS = pa.schema([("id", pa.int64()), ("rank", pa.float32())])

# A version's shards in order: `leaf` stands for a shard in the documents of the text index.
SHARDS = pa.schema([("repo", _text), ("leaf", pa.int64()), ("files", pa.int32()), ("chunks", pa.int32())])
# Row i of a version's chunks is row i of its vectors; the i-th file that is indexed is row i of the file vectors.
VERSION_FILES = pa.schema(
    [
        ("repo", _text),
        *SOURCE_FILES,
        ("package", _text),
        ("broken", pa.bool_()),
        ("symbols", pa.int32()),
        ("first_symbol", pa.int32()),
        ("chunks", pa.int32()),
        ("first_chunk", pa.int32()),
        ("rank", pa.float32()),  # PageRank in the graph of files, times the number of files of the repository
    ]
)
