"""Names and types of every column, per repository and per version. A change here is a change of the format."""

from __future__ import annotations

import pyarrow as pa

FORMAT_VERSION = 1

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

# What syntax adds to a file: the package it declares, whether its parser met errors, how many rows it has in the other tables.
SYNTAX_FILES = pa.schema(
    [*SOURCE_FILES, ("package", _text), ("broken", pa.bool_()), ("symbols", pa.int32()), ("references", pa.int32()), ("texts", pa.int32())]
)
SYMBOLS = pa.schema(
    [
        ("path", _text),
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
        ("path", _text),
        ("kind", _text),
        ("name", _text),
        ("receiver", _text),
        ("alias", _text),
        ("line", pa.int32()),
        ("scope", pa.int32()),  # row among the file's symbols; -1 at file level
    ]
)
TEXTS = pa.schema([("path", _text), ("text", _text)])
CHUNKS = pa.schema(
    [
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
CHUNK_FILES = pa.schema([("path", _text), ("sha256", _text), ("language", _text), ("chunks", pa.int32())])
EMBEDDING_KEYS = pa.schema([("key", pa.binary(16))])
# Rows of symbols and files are numbered within the repository; -1 stands for none.
RELATIONS = pa.schema(
    [
        ("kind", _text),
        ("source_file", pa.int32()),
        ("source", pa.int32()),
        ("target_file", pa.int32()),
        ("target", pa.int32()),
        ("name", _text),  # what the source calls it: receiver and name
        ("line", pa.int32()),
        ("resolution", _text),
        ("candidates", pa.int32()),  # how many definitions it may mean
    ]
)

# The version's tables. Row i of `chunks` is row i of vectors.faiss and document i of the text index; row i of `files` likewise.
VERSION_FILES = pa.schema(
    [
        ("repo", _text),
        *SYNTAX_FILES,
        ("first_chunk", pa.int32()),
        ("chunks", pa.int32()),
        ("first_symbol", pa.int32()),
        ("rank", pa.float32()),  # PageRank in the graph of files, times the number of files of the repository
    ]
)
VERSION_CHUNKS = pa.schema([("repo", _text), ("file", pa.int32()), *CHUNKS])
CHUNK_SPANS = pa.schema(
    [("file", pa.int32()), ("start_line", pa.int32()), ("end_line", pa.int32()), ("kind", pa.int8())]  # kind: place in `ChunkKind`
)
VERSION_SYMBOLS = pa.schema([("repo", _text), ("file", pa.int32()), *SYMBOLS, ("rank", pa.float32())])
VERSION_RELATIONS = pa.schema(
    [
        ("kind", _text),
        ("source_repo", _text),
        ("source_path", _text),
        ("source", pa.int32()),
        ("source_name", _text),
        ("target_repo", _text),
        ("target_path", _text),
        ("target", pa.int32()),
        ("target_name", _text),
        ("line", pa.int32()),
        ("resolution", _text),
        ("candidates", pa.int32()),
    ]
)
