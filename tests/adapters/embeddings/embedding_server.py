"""A real server for tests that gives what it is told to give, and remembers what it was asked."""

import json
import socket
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, NamedTuple, cast

JSON = dict[str, Any]


class Asked(NamedTuple):
    """A request."""

    path: str
    headers: Mapping[str, str]
    body: JSON

    @property
    def texts(self) -> list[str]:
        """What was to be embedded."""
        return self.body["input"]


class Reply(NamedTuple):
    """An answer."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    manner: Literal["plain", "endless", "trickling", "silent", "hanging up"] = "plain"
    """Whether the body goes on over and over, or so slowly, or nothing comes, or the connection is closed."""


Replies = Callable[[Asked], Reply]


def vectors_for(asked: Asked) -> list[JSON]:
    """A vector for each text, told by its length, the last first."""
    rows: list[JSON] = [
        {"object": "embedding", "index": index, "embedding": [3 * len(text), 4 * len(text), 0]}
        for index, text in enumerate(asked.texts)
    ]
    return rows[::-1]


def good(asked: Asked) -> Reply:
    """What a server says when all is well."""
    return Reply(body=json.dumps({"object": "list", "data": vectors_for(asked), "model": "m", "usage": {}}).encode())


class EmbeddingServer(ThreadingHTTPServer):
    """Answers each request with the next of its replies, and the last one from then on."""

    daemon_threads = True

    def __init__(self, *replies: Replies | Reply) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = list(replies) or [good]
        self.asked: list[Asked] = []
        self.closing = threading.Event()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    def reply_to(self, asked: Asked) -> Reply:
        """The next reply."""
        self.asked.append(asked)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return reply if isinstance(reply, Reply) else reply(asked)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        """Answer."""
        server = cast("EmbeddingServer", self.server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reply = server.reply_to(Asked(self.path, dict(self.headers), body))
        if reply.manner == "silent":
            server.closing.wait()
        if reply.manner in {"silent", "hanging up"}:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(reply.body)
            while reply.manner != "plain" and not server.closing.wait(0.01 if reply.manner == "trickling" else 0):
                self.wfile.write(reply.body)
        except ConnectionError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that is given
        """Say nothing."""


@contextmanager
def serving(*replies: Replies | Reply) -> Generator[EmbeddingServer]:
    """A server that runs as long as the block."""
    server = EmbeddingServer(*replies)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
