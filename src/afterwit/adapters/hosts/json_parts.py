"""Our entries in a host's JSON settings: put in after what is there, brought up to date, and taken out again."""

from collections.abc import Iterator
from typing import cast

from afterwit.adapters.hosts.host import NAME, Given, Hook, Part, Server, is_our_hook, is_our_server
from afterwit.adapters.hosts.json_edit import Document
from afterwit.adapters.hosts.json_text import Node, NotJson, value_of

HOOKS = "hooks"
ARTICLES = {"object": "an object", "array": "a list", "string": "a text", "number": "a number", "word": "a plain word"}


def merged(text: str, parts: tuple[Part, ...], before: str | None) -> tuple[str, list[str]]:
    """The text with our entries, and what had to be left; `before` is the text before we first came, if known."""
    document = _document(text, parts)
    notes: list[str] = []
    if document.root is None:
        document = _document(f"{text}{{}}\n", parts)
    _shape(document.root, "object", "the document")
    for part in parts:
        match part:
            case Given():
                if _root(document).get(part.key) is None:
                    document = document.added(_root(document), part.key, part.value)
            case Hook():
                document = _with_hook(document, part)
            case Server():
                document, note = _with_server(document, part)
                notes += note
    wanted = {part.event for part in parts if isinstance(part, Hook)}
    if wanted:
        document = _without_hooks(document, _document(before or "", parts), keep=wanted)
    return document.text, notes


def stripped(text: str, parts: tuple[Part, ...], before: str | None) -> str:
    """The text without our entries, and without what was only there to hold them; empty where nothing else is left.

    `before` is the text before we first came: what was there then stays, though it is empty. None where no file was.
    """
    document, old = _document(text, parts), _document(before or "", parts)
    if document.root is None:
        return text
    _shape(document.root, "object", "the document")
    document = _without_hooks(document, old, keep=set())
    for part in parts:
        if isinstance(part, Server):
            servers = _root(document).get(part.below)
            index = None if servers is None else servers.index(NAME)
            if servers and index is not None and is_our_server(value_of(document.text, servers.items[index].value)):
                document = _dropped(document, old, (part.below,), index)
    if old.root is not None:
        return document.text
    given = {part.key: part.value for part in parts if isinstance(part, Given)}
    if value_of(document.text, _root(document)) in ({}, given) and not _comments(document):
        return before or ""
    return document.text


def lacking(text: str, parts: tuple[Part, ...]) -> list[str]:
    """Which of our entries are not there any more, for people."""
    root = _document(text, parts).root
    gone: list[str] = []
    for part in parts:
        if isinstance(part, Hook):
            found = [handler for _, _, handler in _ours(text, _at(root, HOOKS, part.event))]
            gone += [] if found else [f"the hook for {part.event}"]
        elif isinstance(part, Server):
            entry = _at(root, part.below, NAME)
            gone += [] if entry and is_our_server(value_of(text, entry)) else ["the MCP server"]
    return gone


def _document(text: str, parts: tuple[Part, ...]) -> Document:
    return Document(text, frozenset({HOOKS, *(part.below for part in parts if isinstance(part, Server))}))


def _with_hook(document: Document, hook: Hook) -> Document:
    entry = {HOOKS: [hook.handler]} if hook.grouped else hook.handler
    hooks = _shape(_root(document).get(HOOKS), "object", HOOKS)
    if hooks is None:
        return document.added(_root(document), HOOKS, {hook.event: [entry]})
    event = _shape(hooks.get(hook.event), "array", f"{HOOKS}.{hook.event}")
    if event is None:
        return document.added(hooks, hook.event, [entry])
    ours = list(_ours(document.text, event))
    if not ours:
        return document.added(event, None, entry)
    if len(ours) > 1:
        container, index, _ = ours[-1]
        return _with_hook(document.removed(container, index), hook)
    handler = ours[0][2]
    if _covers(value_of(document.text, handler), hook.handler):
        return document
    return document.replaced(handler, hook.handler)


def _with_server(document: Document, server: Server) -> tuple[Document, list[str]]:
    servers = _shape(_root(document).get(server.below), "object", server.below)
    if servers is None:
        return document.added(_root(document), server.below, {NAME: server.value}), []
    entry = servers.get(NAME)
    if entry is None:
        return document.added(servers, NAME, server.value), []
    there = value_of(document.text, entry)
    if not is_our_server(there):
        return document, [f"{server.below} has an entry {NAME} of somebody else, which was left as it is"]
    return (document if _covers(there, server.value) else document.replaced(entry, server.value)), []


def _without_hooks(document: Document, old: Document, keep: set[str]) -> Document:
    """Without our hooks at any event but some."""
    while True:
        hooks = _root(document).get(HOOKS)
        found = (
            (item.key, container, index)
            for item in (hooks.items if hooks and hooks.kind == "object" else ())
            if item.key not in keep and item.value.kind == "array"
            for container, index, _ in _ours(document.text, item.value)
        )
        event, container, index = next(found, (None, None, 0))
        if event is None or container is None:
            return document
        if container is _at(_root(document), HOOKS, event):
            document = _dropped(document, old, (HOOKS, event), index)
        else:
            document = document.removed(container, index)


def _ours(text: str, event: Node | None) -> Iterator[tuple[Node, int, Node]]:
    """Our hooks at an event: what has to go with each, as a list and a place in it, and the hook itself."""
    if event is None or event.kind != "array":
        return
    for number, item in enumerate(event.items):
        if is_our_hook(value_of(text, item.value)):
            yield event, number, item.value
            continue
        group = item.value.get(HOOKS)
        if group is None or group.kind != "array":
            continue
        ours = [place for place, inner in enumerate(group.items) if is_our_hook(value_of(text, inner.value))]
        for place in ours:
            alone = len(group.items) == 1
            yield (event, number, group.items[0].value) if alone else (group, place, group.items[place].value)


def _dropped(document: Document, old: Document, path: tuple[str, ...], index: int) -> Document:
    """Without one item of what is at a path, and without that itself where it becomes empty and was not there."""
    container = _at(_root(document), *path)
    if container is None:
        return document
    was = _at(old.root, *path)
    if len(container.items) == 1 and was is None:
        above, last = path[:-1], path[-1]
        outer = _at(_root(document), *above)
        place = None if outer is None else outer.index(last)
        if outer is not None and place is not None:
            if above:
                return _dropped(document, old, above, place)
            inside = old.inside(old.root) if old.root is not None and not old.root.items else None
            return document.removed(outer, place, inside)
    return document.removed(container, index, old.inside(was) if was is not None and not was.items else None)


def _at(root: Node | None, *path: str) -> Node | None:
    for key in path:
        root = root.get(key) if root is not None else None
    return root


def _root(document: Document) -> Node:
    if document.root is None:
        raise NotJson(0, "the document is empty")
    return document.root


def _shape(node: Node | None, kind: str, what: str) -> Node | None:
    if node is not None and node.kind != kind:
        raise NotJson(node.start, f"{what} is {ARTICLES[node.kind]}, where {ARTICLES[kind]} belongs")
    return node


def _covers(there: object, wanted: dict[str, object]) -> bool:
    """Whether an entry says all that it should; what a person added to it is theirs."""
    said = cast("dict[str, object]", there) if isinstance(there, dict) else {}
    return all(said.get(key) == value for key, value in wanted.items())


def _comments(document: Document) -> bool:
    """Whether somebody wrote a comment into what is otherwise empty."""
    return "//" in document.text or "/*" in document.text
