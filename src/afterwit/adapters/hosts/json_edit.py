"""Changes to JSON text that leave every other byte alone, each in the style that is found there."""

import json

from afterwit.adapters.hosts.json_text import SPACE, Item, Node, behind_space, line_comment_end, scan

UNIT = "  "
"""How far is indented where nothing shows how."""


class Document:
    """JSON text with its parts. What changes it gives another document."""

    def __init__(self, text: str, opened: frozenset[str] | None = None) -> None:
        self.text = text
        self._opened = opened
        self.root = scan(text, opened)

    def added(self, container: Node, key: str | None, value: object) -> "Document":
        """With one more item at the end of an object or array."""
        if not container.items:
            return self._first(container, key, value)
        last = container.items[-1]
        before = self._space_before(last.start)
        at, comment = self._end_of_line(last.value.end if last.comma < 0 else last.comma + 1)
        if "\n" in before or comment.startswith("//"):
            deeper = self._indent_of(container) + self._unit
            indent = before[before.rfind("\n") + 1 :] if "\n" in before else deeper
            item = self._newline + indent + self._rendered(key, value, indent)
        else:
            lead = " " if len(container.items) == 1 and " " in self._colon else ""
            item = (before or lead) + self._flat(key, value)
        if last.comma >= 0:
            return self._with(at, at, f"{item},")
        return self._with(last.value.end, at, f",{self.text[last.value.end : at]}{item}")

    def replaced(self, node: Node, value: object) -> "Document":
        """With another value in a place."""
        if node.items and "\n" not in self.text[node.start : node.end]:
            return self._with(node.start, node.end, self._flat(None, value))
        return self._with(node.start, node.end, self._rendered(None, value, self._indent_of(node)))

    def removed(self, container: Node, index: int, inside: str | None = None) -> "Document":
        """Without one item and its comma, which is the inverse of adding it.

        `inside` is what an object or array that becomes empty is to have between its brackets, where that is known.
        """
        item = container.items[index]
        start = self._cut_from(container, index)
        if len(container.items) == 1 and inside is not None and self._beside(container, item) == inside.split():
            return self._with(container.start + 1, container.end - 1, inside)
        if item.comma >= 0:
            return self._with(start, item.comma + 1, self.text[item.value.end : item.comma])
        if index > 0:
            comma = container.items[index - 1].comma
            return self._with(comma, item.value.end, self.text[comma + 1 : start])
        return self._with(start, item.value.end, "")

    def inside(self, container: Node) -> str:
        """What stands between the brackets."""
        return self.text[container.start + 1 : container.end - 1]

    def _with(self, start: int, end: int, instead: str) -> "Document":
        return Document(self.text[:start] + instead + self.text[end:], self._opened)

    def _first(self, container: Node, key: str | None, value: object) -> "Document":
        at = container.start + 1
        end, last = behind_space(self.text, at)
        if last:
            at = self.text.rindex(last, at, end) + len(last)
        if self.root and self.root.items and "\n" not in self.text[self.root.start : self.root.end]:
            return self._with(at, at, self._flat(key, value))
        outer = self._indent_of(container)
        indent = outer + self._unit
        tail = "" if "\n" in self.text[at : container.end] else self._newline + outer
        return self._with(at, at, self._newline + indent + self._rendered(key, value, indent) + tail)

    def _cut_from(self, container: Node, index: int) -> int:
        """Where what goes with an item begins: the space before it, unless that ends a comment's line."""
        item = container.items[index]
        _, comment = behind_space(self.text, container.items[index - 1].comma + 1 if index else container.start + 1)
        at = item.value.end + 1 if item.comma == item.value.end else item.value.end
        behind = self.text[at : at + 1]
        if comment.startswith("//") and behind not in {"\r", "\n"}:
            return item.start
        return item.start - len(self._space_before(item.start))

    def _beside(self, container: Node, item: Item) -> list[str]:
        """The words of the comments beside the only item between two brackets."""
        end = item.value.end
        comma, behind = (item.comma, item.comma + 1) if item.comma >= 0 else (end, end)
        around = (container.start + 1, item.start), (end, comma), (behind, container.end - 1)
        return [word for start, end in around for word in self.text[start:end].split()]

    def _rendered(self, key: str | None, value: object, indent: str) -> str:
        shown = json.dumps(value, ensure_ascii=False, indent=self._unit).replace("\n", self._newline + indent)
        return shown if key is None else f"{json.dumps(key, ensure_ascii=False)}: {shown}"

    def _flat(self, key: str | None, value: object) -> str:
        colon = self._colon
        shown = json.dumps(value, ensure_ascii=False, separators=(", " if " " in colon else ",", colon))
        return shown if key is None else f"{json.dumps(key, ensure_ascii=False)}{colon}{shown}"

    @property
    def _colon(self) -> str:
        first = self.root.items[0] if self.root and self.root.kind == "object" and self.root.items else None
        return ":" if first and self.text[first.start : first.value.start].endswith(":") else ": "

    @property
    def _unit(self) -> str:
        for item in self.root.items if self.root else ():
            before = self._space_before(item.start)
            if "\n" in before:
                return before[before.rfind("\n") + 1 :] or UNIT
        return UNIT

    @property
    def _newline(self) -> str:
        first = self.text.find("\n")
        return "\r\n" if first > 0 and self.text[first - 1] == "\r" else "\n"

    def _space_before(self, at: int) -> str:
        start = at
        while start > 0 and self.text[start - 1] in SPACE:
            start -= 1
        return self.text[start:at]

    def _end_of_line(self, at: int) -> tuple[int, str]:
        """Where the comments end that stand behind something on its line, and the last of them."""
        last = ""
        while True:
            start = at
            while start < len(self.text) and self.text[start] in " \t":
                start += 1
            if self.text.startswith("//", start):
                at = line_comment_end(self.text, start)
            elif self.text.startswith("/*", start):
                at = self.text.index("*/", start + 2) + 2
            else:
                return at, last
            last = self.text[start:at]

    def _indent_of(self, node: Node) -> str:
        """How far the line is indented in which something begins."""
        start = self.text.rfind("\n", 0, node.start) + 1
        end = start
        while end < len(self.text) and self.text[end] in " \t":
            end += 1
        return self.text[start:end]
