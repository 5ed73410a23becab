"""JSON as text, with or without comments and trailing commas: where each value stands, so that the rest can stay."""

import json
from typing import Literal

import msgspec

DEEPEST = 200
"""Deeper than this nobody nests settings by hand."""
SPACE = " \t\r\n"
NUMBER = frozenset("+-.0123456789eE")
WORDS = ("true", "false", "null")

Kind = Literal["object", "array", "string", "number", "word"]


class NotJson(ValueError):
    """What cannot be read, or is not of the shape that it must have, and where."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at
        self.why = why


class Node(msgspec.Struct, kw_only=True):
    """One value."""

    kind: Kind
    start: int
    end: int
    """Just behind its last character."""
    items: list["Item"] = msgspec.field(default_factory=list["Item"])
    """What an object or an array has in it, unless it is closed."""
    closed: bool = False
    """Whether only its meaning is known, and not where its parts stand."""

    def get(self, key: str) -> "Node | None":
        """The value of a key of an object; of several the last, as parsers take it."""
        index = self.index(key)
        return None if index is None else self.items[index].value

    def index(self, key: str) -> int | None:
        """Where in an object a key is."""
        found = [number for number, item in enumerate(self.items) if item.key == key]
        return found[-1] if self.kind == "object" and found else None


class Item(msgspec.Struct, kw_only=True):
    """One member of an object, or one element of an array."""

    key: str | None
    start: int
    """Where the key begins, or the element."""
    value: Node
    comma: int = -1
    """Where the comma behind it is; -1 where there is none."""


def scan(text: str, opened: frozenset[str] | None = None) -> Node | None:
    """The document; None where there is nothing but space and comments. Raises NotJson.

    Where only what is below some keys of the document is of interest, the rest is read faster, as closed values: a
    host may keep megabytes in the file that has its settings.
    """
    scanner = _Scanner(text, opened)
    scanner.skip()
    if scanner.at == len(text):
        return None
    root = scanner.value(0)
    scanner.skip()
    if scanner.at < len(text):
        raise NotJson(scanner.at, "something follows after the end of the document")
    return root


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column of a position, both from one on."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def value_of(text: str, node: Node) -> object:
    """What a value means."""
    match node.kind:
        case "object" if not node.closed:
            return {item.key: value_of(text, item.value) for item in node.items}
        case "array" if not node.closed:
            return [value_of(text, item.value) for item in node.items]
        case _:
            return json.loads(text[node.start : node.end], parse_int=_whole)


def _whole(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # more digits than Python turns into a number
        return float(digits)


def behind_space(text: str, at: int) -> tuple[int, str]:
    """Where the space and the comments from here on end, and the last of these comments."""
    last = ""
    while True:
        while at < len(text) and text[at] in SPACE:
            at += 1
        if text.startswith("//", at):
            end = line_comment_end(text, at)
        elif text.startswith("/*", at):
            closed = text.find("*/", at + 2)
            if closed < 0:
                raise NotJson(at, "a comment is not closed")
            end = closed + 2
        else:
            return at, last
        at, last = end, text[at:end]


def line_comment_end(text: str, at: int) -> int:
    """Where a comment ends that goes to the end of its line."""
    return min((end for sign in "\r\n" if (end := text.find(sign, at)) >= 0), default=len(text))


def _no_number(word: str) -> object:
    raise ValueError(word)


class _Scanner:
    def __init__(self, text: str, opened: frozenset[str] | None) -> None:
        self._text = text
        self._opened = opened
        self._decoder = json.JSONDecoder(parse_int=_whole, parse_constant=_no_number)
        self.at = 0

    def skip(self) -> None:
        self.at, _ = behind_space(self._text, self.at)

    def value(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise NotJson(self.at, "it is nested too deeply")
        sign = self._text[self.at : self.at + 1]
        if sign == "{":
            return self._filled("object", "}", depth)
        if sign == "[":
            return self._filled("array", "]", depth)
        if sign == '"':
            return self._string()
        if sign and sign in NUMBER:
            return self._number()
        for word in WORDS:
            if self._text.startswith(word, self.at):
                return self._node("word", self.at + len(word))
        raise NotJson(self.at, f"a value is expected here, not {sign!r}" if sign else "the document ends too early")

    def _filled(self, kind: Literal["object", "array"], closing: str, depth: int) -> Node:
        node = Node(kind=kind, start=self.at, end=self.at)
        self.at += 1
        self.skip()
        while not self._text.startswith(closing, self.at):
            if node.items and node.items[-1].comma < 0:
                ended = self.at == len(self._text)
                raise NotJson(self.at, "the document ends too early" if ended else f"',' or '{closing}' is expected")
            node.items.append(self._item(kind, depth))
            self.skip()
            if self._text.startswith(",", self.at):
                node.items[-1].comma = self.at
                self.at += 1
                self.skip()
        self.at += 1
        node.end = self.at
        return node

    def _item(self, kind: Kind, depth: int) -> Item:
        start = self.at
        if kind == "array":
            return Item(key=None, start=start, value=self.value(depth + 1))
        if not self._text.startswith('"', self.at):
            ended = self.at == len(self._text)
            raise NotJson(self.at, "the document ends too early" if ended else "a key in double quotes is expected")
        key = self._string()
        self.skip()
        if not self._text.startswith(":", self.at):
            raise NotJson(self.at, "':' is expected after a key")
        self.at += 1
        self.skip()
        name = json.loads(self._text[key.start : key.end])
        closed = depth == 0 and self._opened is not None and name not in self._opened
        return Item(key=name, start=start, value=(self._closed() if closed else None) or self.value(depth + 1))

    def _closed(self) -> Node | None:
        """A whole object or array at once; None where it is none, or has comments in it, or something wrong."""
        kind = {"{": "object", "[": "array"}.get(self._text[self.at : self.at + 1])
        if kind is None:
            return None
        try:
            _, end = self._decoder.raw_decode(self._text, self.at)
        except (ValueError, RecursionError):
            return None
        node = self._node("object" if kind == "object" else "array", end)
        node.closed = True
        return node

    def _string(self) -> Node:
        start, look = self.at, self.at + 1
        while True:
            quote = self._text.find('"', look)
            if quote < 0:
                raise NotJson(start, "a text is not closed")
            before = quote
            while self._text[before - 1] == "\\":
                before -= 1
            if (quote - before) % 2 == 0:
                break
            look = quote + 1
        return self._checked("string", quote + 1)

    def _number(self) -> Node:
        end = self.at
        while end < len(self._text) and self._text[end] in NUMBER:
            end += 1
        return self._checked("number", end)

    def _checked(self, kind: Kind, end: int) -> Node:
        try:
            json.loads(self._text[self.at : end], parse_int=_whole)
        except json.JSONDecodeError as error:
            raise NotJson(self.at + error.pos, f"this is no valid {kind}") from error
        return self._node(kind, end)

    def _node(self, kind: Kind, end: int) -> Node:
        node = Node(kind=kind, start=self.at, end=end)
        self.at = end
        return node
