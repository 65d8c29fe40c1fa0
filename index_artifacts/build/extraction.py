"""Symbols and references of one file, from its syntax tree and its language's query file.

The query files speak one vocabulary of captures:

    @definition.<kind>   the node of a symbol; <kind> is a value of `SymbolKind`
    @name                its name; several definitions of one name node merge, the widest span wins
    @parameters @return_type @annotation @doc @body @owner
                         its parts; @parameters is a list, several of them, or its brackets; several @return_type are one;
                         @body may follow the node (Dart); @owner is a type written before the name (Go receiver, C++
                         `Owner::`); several, a path
    @assignment          marks a word like `name=value`: its @name ends before the `=` (aliases of a shell)
    @functions           marks a type or module in which functions are no methods (Julia modules)
    @prototype           marks a function without body; one in a function is dropped (in C++ it is mostly a variable)
    @scope @namespace    a node that lends its @name to what it holds without being a symbol (Rust impl, C++ namespace)
    @block               statements in braces: what is bound in them is local, even where the function around is not recognised
    @items               brackets around what reads as if it stood in the file itself (Rust macros around items)
    @embedded            text in another language: the one of `#set! language`, or that @language names, which without
                         @embedded is said for the whole file; strings of JSON stand for what they hold
    @head                marks a section that goes on to the next one beside it (a stage of a Dockerfile)
    @package             the package that the file declares; several, a path
    @comment @attribute  what may stand above a definition and belongs to it; @quiet: what is named in it is not used there
    @reference.<kind>    a use: @name, with @receiver; an import has @module, with @name and @alias; several @module are
                         one path, outer first; @owner is the type that the use belongs to when it is written outside of it
                         (Rust `impl Trait for Owner`)
    @variable            a parameter, local or member: @name with its written @type, or @value, the variable that it is set to,
                         or @made, the call that gives it;
    @local               what binds its @name in a function, so that a bare call of it means nothing that is defined elsewhere
    @member              one that belongs to the class although it stands in a function (TypeScript `constructor(private a: A)`)
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from index_artifacts import languages
from index_artifacts.build.embedded import Embedded, ranges_of, unescape
from index_artifacts.build.references import OWNER_KINDS, Places, bind_locals, is_none, note_types, references_of
from index_artifacts.build.source_text import SPACE, Source, type_names
from index_artifacts.build.variables import Variables
from index_artifacts.types import (
    CALLABLE_KINDS,
    CLASS_KINDS,
    Extraction,
    Symbol,
    SymbolKind,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Range

_COMMENT_MARKS = re.compile(
    r"^[ \t]*(?:<!--+|--+>|@\w+ (?:~[sS])?\"{1,3}|\"\"\"|/\*[*!]*|\*+/|\*|///?!?|//!|#+(?:'(?=\s|$))?|--+(?:[ \t]*\|)?|;+|%+)?[ \t]?",
    re.MULTILINE,
)
_UNSIGNED = re.compile(rb"(?:\s+|//[^\n]*|/\*.*?\*/|#(?:\s|(?:if|elif|else|endif)\b)[^\n]*)*", re.DOTALL)  # beside annotations
_DOCSTRING_MARKS = re.compile(r"^[rRbBuUfF]*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")
_OPERATOR = re.compile(r"[^\w\s\"'`]+")
_LOCAL_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.PROPERTY, SymbolKind.TYPE})
_HEADS = frozenset(
    {"comment", "attribute", "scope", "namespace", "block", "package", "variable", "member", "local"}
)  # with those that have a dot
_SIGNATURE_LIMIT = 400
_DOC_LIMIT = 4000


@dataclass(slots=True)
class _Definition:
    """A definition while its matches are merged."""

    kind: SymbolKind | None  # None for a scope or block that is no symbol
    node: Node
    promotes: bool  # functions inside are methods
    name: Node | None
    parts: dict[str, list[Node]] = field(default_factory=dict)
    block: bool = False

    @property
    def last(self) -> Node:
        """The node that the definition ends with: a body that follows it, else its own."""
        last: Node = max((self.node, *self.parts.get("body", ())), key=lambda n: n.end_byte)
        return last


def extract(data: bytes, language: str) -> Extraction:
    """Parse one file and collect what its language's query file captures.

    Args:
        data: UTF-8, without byte-order mark.
        language: A name of `languages.toml`.

    Returns:
        Symbols and references; what stands outside of syntax errors is kept, and `broken` says that there were some.
    """
    source = Source(data)
    roots = [(language, languages.parser(language).parse(languages.legible(data, language)).root_node)]
    merged: dict[int, _Definition] = {}
    uses: list[tuple[str, dict[str, list[Node]]]] = []
    typed: list[dict[str, list[Node]]] = []
    bound: list[dict[str, list[Node]]] = []
    quiet: list[tuple[int, int]] = []
    package = ""
    for match in _matches(source, roots):
        head = next((key for key in match if "." in key or key in _HEADS), "")
        if head == "comment" or head == "attribute":
            source.note(match[head][0], head == "attribute")
            quiet += [(n.start_byte, n.end_byte) for n in match.get("quiet", ())]
        elif head.startswith("definition."):
            _merge(merged, match, head)
        elif head.startswith("reference."):
            uses.append((head[10:], match))
        elif head == "variable" or head == "member":
            typed.append(match)
        elif head == "local":
            bound.append(match)
        elif head == "scope" or head == "namespace":
            node = match[head][0]
            merged.setdefault(-1 - node.start_byte, _Definition(None, node, head == "scope", match["name"][0]))
        elif head == "block":
            node = match[head][0]
            merged.setdefault(-1 - node.start_byte, _Definition(None, node, False, None, block=True))
        elif head == "package" and not package:
            package = ".".join(source.folded(n) for n in match[head]).replace("\\", ".").replace("::", ".")
    symbols, starts = _symbols(source, list(merged.values()), clauses=languages.languages()[language].clauses)
    named = {d.name.start_byte for d in merged.values() if d.kind is not None and d.name is not None}
    uses = [use for use in uses if not is_none(*use, quiet, named)]
    places = Places(starts)
    variables = Variables(symbols, implicit_self=languages.languages()[language].implicit_self)
    bind_locals(variables, source, bound, places)
    note_types(variables, source, typed, places)
    references = references_of(source, uses, places, symbols, variables)
    return Extraction(package, tuple(symbols), tuple(references), any(root.has_error for _, root in roots))


def _matches(source: Source, roots: list[tuple[str, Node]]) -> Iterator[dict[str, list[Node]]]:
    """The matches of each tree by the query of its language; trees of what @items and @embedded hold are added to `roots`."""
    from tree_sitter import QueryCursor, Range

    for language, tree in roots:
        query = languages.query(language)
        embedded: dict[int, Embedded] = {}
        said = ""
        for pattern, match in QueryCursor(query).matches(tree):
            if "items" in match:
                start, end = match["items"][0].children[0], match["items"][0].children[-1]
                inside = Range(start.end_point, end.start_point, start.end_byte, end.start_byte)
                inner = _parsed(source.data, language, [inside])
                if not inner.has_error:
                    roots.append((language, inner))
            elif "embedded" in match:
                node = match["embedded"][0]
                part = embedded.setdefault(node.start_byte, Embedded(node))
                part.usual = query.pattern_settings(pattern).get("language") or part.usual
                part.said += [source.text(n) for n in match.get("language", ())]
            elif "language" in match:
                said = source.text(match["language"][0])
            else:
                yield match
        text = languages.legible(source.data, language) if embedded else source.data
        for part in embedded.values():
            name, ranges = part.language(said), ranges_of(part.node)
            if name and ranges:  # without ranges a parser takes the whole text
                roots.append((name, _parsed(unescape(text, [part.node]), name, ranges)))
        source.data = unescape(source.data, [part.node for part in embedded.values()])


def _parsed(data: bytes, language: str, ranges: list[Range]) -> Node:
    """The tree of some ranges of a text."""
    parser = languages.parser(language)
    parser.included_ranges = ranges
    try:
        return parser.parse(languages.legible(data, language)).root_node
    finally:
        parser.included_ranges = []


def _merge(merged: dict[int, _Definition], match: dict[str, list[Node]], head: str) -> None:
    name = match["name"][0] if "name" in match else None
    node = match[head][0]
    key = name.start_byte if name is not None else node.start_byte
    kind = SymbolKind(head[11:])
    known = merged.get(key)
    if known is None:
        known = merged[key] = _Definition(kind, node, kind in CLASS_KINDS and "functions" not in match, name)
    else:
        if node.end_byte - node.start_byte > known.node.end_byte - known.node.start_byte:
            known.node = node
        if known.kind in _LOCAL_KINDS and kind not in _LOCAL_KINDS:  # what a name is bound to says more than that it is bound
            known.kind, known.promotes = kind, kind in CLASS_KINDS
    for part, nodes in match.items():
        if part != head and part != "name":
            known.parts.setdefault(part, []).extend(n for n in nodes if n not in known.parts.get(part, ()))


@dataclass(slots=True)
class _Open:
    """An entry of the stack of enclosing definitions."""

    start: int
    end: int
    names: tuple[str, ...]
    symbol: int  # -1 for a scope that is no symbol
    promotes: bool
    callable: bool
    block: bool = False
    section: bool = False


def _symbols(source: Source, found: list[_Definition], *, clauses: bool) -> tuple[list[Symbol], list[tuple[int, int, int]]]:
    """Symbols in order, and (start byte, end byte, position) of each for placing references."""
    _extend(found)
    found.sort(key=lambda d: (d.node.start_byte, -d.last.end_byte, d.name.start_byte if d.name is not None else 0))
    stack: list[_Open] = []
    symbols: list[Symbol] = []
    spans: list[tuple[int, int, int]] = []
    owners: dict[int, str] = {}
    newest: dict[int, int] = {}  # symbol -> the last symbol directly in it
    for definition in found:
        node, end = definition.node, definition.last.end_byte
        while stack and (stack[-1].end <= node.start_byte or (stack[-1].start, stack[-1].end) == (node.start_byte, end)):
            stack.pop()  # names that share one declaration are siblings
        if stack and end > stack[-1].end:
            continue  # overlapping spans come only from broken syntax
        # What stands in a section is no member of it, unless it is one itself.
        around = (o for o in reversed(stack) if not o.section or definition.kind is SymbolKind.SECTION)
        outer = next(around, None) or _Open(0, len(source.data), (), -1, False, False)
        if definition.block:
            if not outer.promotes and not outer.callable:
                stack.append(_Open(node.start_byte, end, outer.names, outer.symbol, False, False, True))
            continue
        if definition.kind is None:
            names = outer.names + type_names(source, definition.name)
            symbol_of = outer.symbol if outer.symbol >= 0 else -2 if definition.promotes else -1
            stack.append(_Open(node.start_byte, end, names, symbol_of, definition.promotes, False))
            continue
        # A block without a function can be a header whose macros the grammar does not understand: keep what that would hold.
        if outer.callable or (outer.block and node.start_point.column and definition.kind is not SymbolKind.TYPE):
            if definition.kind in _LOCAL_KINDS or "prototype" in definition.parts:
                continue
        owner_names = tuple(n for o in definition.parts.get("owner", ()) for n in type_names(source, o))
        name = source.text(definition.name) if definition.name is not None else ""
        if definition.kind is SymbolKind.SECTION:
            name = _title(name)
        elif not _OPERATOR.fullmatch(name):
            name = name.strip("\"'`: ")
        name = name.partition("=")[0] if "assignment" in definition.parts else name
        name = name[:200] or outer.names[-1] if outer.names else name[:200]
        if not name:
            continue
        *inside, name = name.split(".") if definition.kind in CLASS_KINDS else [name]
        scopes = (*outer.names, *owner_names, *inside)
        symbol = _symbol(source, definition, name, scopes, outer, bool(owner_names))
        position = len(symbols)
        before = newest.get(outer.symbol, -1)
        if clauses and before >= 0 and (symbols[before].qualified_name, symbols[before].kind) == (symbol.qualified_name, symbol.kind):
            position = before
            symbols[before] = replace(symbols[before], end_line=symbol.end_line)
        else:
            symbols.append(symbol)
        newest[outer.symbol] = position
        if owner_names or outer.symbol == -2:
            owners[position] = ".".join(scopes)
        spans.append((node.start_byte, end, position))
        kinds = symbol.kind in CLASS_KINDS and "functions" not in definition.parts, symbol.kind in CALLABLE_KINDS
        stack.append(_Open(node.start_byte, end, (*scopes, name), position, *kinds, section=symbol.kind is SymbolKind.SECTION))
    return _with_owners(symbols, owners), spans


def _title(text: str) -> str:
    """The first line of a text, without quotes around the whole."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"
    return (text[1:-1] if quoted else text).strip().partition("\n")[0].rstrip()


def _extend(found: list[_Definition]) -> None:
    """Let what @head marks go on to the next of its kind beside it, or to the end of what holds both."""
    beside: dict[int, list[_Definition]] = {}
    parents: dict[int, Node] = {}
    for definition in found:
        if "head" in definition.parts and (parent := definition.node.parent) is not None:
            beside.setdefault(parent.id, []).append(definition)
            parents[parent.id] = parent
    for key, heads in beside.items():
        children = [c for c in parents[key].named_children if "comment" not in c.type]
        starts = [c.start_byte for c in children]
        heads.sort(key=lambda d: d.node.start_byte)
        for head, end in zip(heads, [*(d.node.start_byte for d in heads[1:]), parents[key].end_byte], strict=True):
            head.parts.setdefault("body", []).append(children[bisect_left(starts, end) - 1])


def _with_owners(symbols: list[Symbol], owners: dict[int, str]) -> list[Symbol]:
    """Give methods that stand outside of their type the type as parent, where the file defines it."""
    if not owners:
        return symbols
    types = {s.qualified_name: i for i, s in reversed(list(enumerate(symbols))) if s.kind in OWNER_KINDS}
    return [replace(s, parent=types[owners[i]]) if i in owners and types.get(owners[i], i) != i else s for i, s in enumerate(symbols)]


def _symbol(source: Source, definition: _Definition, name: str, scopes: tuple[str, ...], outer: _Open, owned: bool) -> Symbol:
    node, parts, kind = definition.node, definition.parts, definition.kind
    assert kind is not None
    if kind is SymbolKind.FUNCTION and (owned or outer.promotes):
        kind = SymbolKind.METHOD
    elif kind is SymbolKind.VARIABLE and name.isupper():
        kind = SymbolKind.CONSTANT
    row, comments, attributes = source.leading(node, outer.start)
    annotations = tuple(source.folded(n)[:200] for n in [*attributes, *parts.get("annotation", [])])
    written = (_COMMENT_MARKS.sub("", _unquoted(source.text(n).rstrip())) for n in comments)
    docs = "\n".join(written).replace("*/", "").strip().removesuffix('"')
    docs += "\n" * bool(docs) + "\n".join(_DOCSTRING_MARKS.sub("", source.text(n)).strip() for n in parts.get("doc", [])[:1])
    returns = source.between(parts["return_type"]) if "return_type" in parts else ""
    return Symbol(
        kind=kind,
        name=name,
        qualified_name=".".join((*scopes, name)),
        signature=_signature(source, definition),
        parameters=source.parameters(parts["parameters"]) if "parameters" in parts else "",
        return_type=returns.removeprefix("->").removeprefix(":").strip(),
        annotations=annotations,
        doc=docs.strip()[:_DOC_LIMIT],
        start_line=row + 1,
        end_line=source.last_row(definition.last) + 1,
        parent=max(outer.symbol, -1),
    )


def _unquoted(text: str) -> str:
    """A comment, or a string that stands for one without its quotes."""
    return _DOCSTRING_MARKS.sub("", text) if text.startswith('"') else text


def _signed(data: bytes, start: int) -> int:
    """Where a signature goes on: after comments and directives."""
    found = _UNSIGNED.match(data, start)
    return found.end() if found is not None else start


def _signature(source: Source, definition: _Definition) -> str:
    node, parts = definition.node, definition.parts
    if definition.kind is SymbolKind.SECTION:
        return SPACE.sub(" ", source.line(definition.name or node)).strip()[:_SIGNATURE_LIMIT]
    start = node.start_byte
    for annotation in sorted(parts.get("annotation", ()), key=lambda n: n.start_byte):
        if annotation.start_byte == _signed(source.data, start):
            start = _signed(source.data, annotation.end_byte)
    end = min(n.start_byte for n in parts["body"]) if "body" in parts else min(node.end_byte, start + _SIGNATURE_LIMIT)
    text = source.data[start:end].decode("utf-8", "replace")
    return SPACE.sub(" ", text).strip().rstrip("{:=; ").removesuffix("=>").rstrip()[:_SIGNATURE_LIMIT]
