"""Random repositories and random edits of them, as steps that can be replayed, shortened and printed."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

# (kind, argument, ...): write, delete, rename, copy and whatever else the runner of the steps understands.
Step = tuple[str, ...]

_NAMES = {
    "C": ("Alpha", "Beta", "Gamma", "Delta", "Epsilon"),
    "f": ("run", "stop", "load", "parse"),
    "m": ("core", "util", "base"),
    "p": ("core", "pkg", "app"),
}
_PLACE = re.compile(r"«(\w+)»")
_SHARED_IMPORTS = 3  # at most so many in a new file


@cache
def templates() -> dict[str, dict[str, list[str]]]:
    """What files of each language are made of."""
    return tomllib.loads(Path(__file__).with_name("templates.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Draft:
    """A file in pieces that can be edited one by one."""

    language: str
    header: str
    imports: tuple[str, ...]
    blocks: tuple[str, ...]

    @property
    def text(self) -> str:
        """The file."""
        return self.header + "\n".join((*self.imports, *self.blocks)) + "\n"


@dataclass(slots=True)
class Author:
    """Writes repositories, and steps that change them.

    Attributes:
        chance: Where all choices come from.
        languages: Of the files.
        repositories: Names; more of them for `add`.
        files: What is there, by repository and path.
        past: What was there at some moments.
    """

    chance: random.Random
    languages: tuple[str, ...]
    repositories: tuple[str, ...]
    files: dict[tuple[str, str], Draft] = field(default_factory=dict)
    past: list[dict[tuple[str, str], Draft]] = field(default_factory=list)

    def begin(self, count: int) -> list[Step]:
        """Steps that write the first files."""
        return [step for _ in range(count) for step in self._add()]

    def edit(self) -> list[Step]:
        """Steps of one random change."""
        kinds: list[tuple[Callable[[], list[Step]], int]] = [
            (self._revise, 8),
            (self._add, 3),
            (self._delete, 2),
            (self._move, 3),
            (self._copy, 1),
            (self._revert, 1),
        ]
        (change,) = self.chance.choices([k for k, _ in kinds], [w for _, w in kinds])
        return change()

    def remember(self) -> None:
        """Keep what is there now, so that a later step can go back to it."""
        self.past.append(dict(self.files))

    def _filled(self, template: str, language: str) -> str:
        def fill(match: re.Match[str]) -> str:
            if match[1] == "call":
                return self._filled(self.chance.choice(templates()[language]["calls"]), language)
            return self.chance.choice(_NAMES[match[1]])

        return _PLACE.sub(fill, template)

    def _piece(self, language: str, kind: str) -> str:
        return self._filled(self.chance.choice(templates()[language][kind]), language)

    def _draft(self, language: str) -> Draft:
        imports = [self._piece(language, "imports") for _ in range(self.chance.randint(0, _SHARED_IMPORTS))]
        blocks = [self._piece(language, "definitions") for _ in range(self.chance.randint(1, 4))]
        return Draft(language, self._piece(language, "headers"), tuple(imports), tuple(blocks))

    def _write(self, place: tuple[str, str], draft: Draft) -> list[Step]:
        self.files[place] = draft
        return [("write", *place, draft.text)]

    def _place(self, language: str) -> tuple[str, str]:
        return self.chance.choice(self.repositories), self._piece(language, "paths")

    def _add(self) -> list[Step]:
        language = self.chance.choice(self.languages)
        return self._write(self._place(language), self._draft(language))

    def _chosen(self) -> tuple[str, str] | None:
        return self.chance.choice(sorted(self.files)) if self.files else None

    def _delete(self) -> list[Step]:
        place = self._chosen()
        if place is None:
            return []
        del self.files[place]
        return [("delete", *place)]

    def _move(self) -> list[Step]:
        place = self._chosen()
        if place is None:
            return []
        draft = self.files.pop(place)
        target = self._place(draft.language)
        self.files[target] = draft
        return [("rename", *place, *target)]

    def _copy(self) -> list[Step]:
        place = self._chosen()
        if place is None:
            return []
        target = self._place(self.files[place].language)
        self.files[target] = self.files[place]
        return [("copy", *place, *target)]

    def _revert(self) -> list[Step]:
        """Go back to an earlier moment, in one file or altogether."""
        if not self.past:
            return self._revise()
        then = self.chance.choice(self.past)
        places = sorted(self.files.keys() | then.keys())
        if places and self.chance.random() < 0.5:
            places = [self.chance.choice(places)]
        steps: list[Step] = []
        for place in places:
            if place in then and self.files.get(place) != then[place]:
                steps += self._write(place, then[place])
            elif place not in then:
                del self.files[place]
                steps.append(("delete", *place))
        return steps

    def _revise(self) -> list[Step]:
        """Change one piece of a file."""
        place = self._chosen()
        if place is None:
            return self._add()
        draft = self.files[place]
        return self._write(place, self._revised(draft))

    def _revised(self, draft: Draft) -> Draft:
        pick, language = self.chance, draft.language
        kind = pick.choice(["header", "lines", "import", "imports", "block", "blocks", "swap", "name", "name", "more"])
        if kind == "header":
            return replace(draft, header=self._piece(language, "headers"))
        if kind == "lines":
            return replace(draft, header=draft.header + "\n" * pick.randint(1, 2))
        if kind == "import":
            return replace(draft, imports=(*draft.imports, self._piece(language, "imports")))
        if kind == "imports":
            return replace(draft, imports=tuple(i for i in draft.imports if pick.random() < 0.5))
        if kind == "more":
            return replace(draft, blocks=(*draft.blocks, self._piece(language, "definitions")))
        if kind == "swap":
            return replace(draft, blocks=tuple(pick.sample(draft.blocks, len(draft.blocks))))
        if kind == "blocks":
            return replace(draft, blocks=tuple(b for b in draft.blocks if pick.random() < 0.6))
        if not draft.blocks:
            return self._draft(language)
        at = pick.randrange(len(draft.blocks))
        block = self._renamed(draft.blocks[at]) if kind == "name" else self._piece(language, "definitions")
        return replace(draft, blocks=(*draft.blocks[:at], block, *draft.blocks[at + 1 :]))

    def _renamed(self, block: str) -> str:
        """Give one use of a name, or all, another of its sort."""
        sort = self.chance.choice(sorted(_NAMES))
        uses = [m.span() for name in _NAMES[sort] for m in re.finditer(rf"\b{name}\b", block)]
        if not uses:
            return block
        start, end = self.chance.choice(uses)
        new = self.chance.choice(_NAMES[sort])
        if self.chance.random() < 0.3:
            return re.sub(rf"\b{block[start:end]}\b", new, block)
        return block[:start] + new + block[end:]
