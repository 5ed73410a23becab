"""Streamable HTTP, on this machine only."""

import asyncio
import signal
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings

from afterwit.errors import MachineryFailed
from afterwit.faces.mcp.bearer import OnlyBearers

HOST = "127.0.0.1"
MOST_CONVERSATIONS = 200
"""Of older clients, which hold a session open."""
PATIENCE = 1
"""Seconds that answers have to be sent in when the server stops; what is being written is finished in any case."""


def bound(port: int) -> socket.socket:
    """A socket on this machine's own address; port 0 takes one that is free."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()
    except OSError as error:
        listening.close()
        message = f"Port {port} cannot be listened on ({error.strerror}): choose another one, or 0 for any."
        raise MachineryFailed(message) from error
    return listening


def serve(server: Server[Any], listening: socket.socket, token: str, where: str) -> int:
    """Serve until told to stop."""
    port = listening.getsockname()[1]
    names = [f"{name}:{port}" for name in (HOST, "localhost")]
    app = server.streamable_http_app(
        host=HOST,
        max_sessions=MOST_CONVERSATIONS,
        transport_security=TransportSecuritySettings(
            allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names]
        ),
    )
    config = uvicorn.Config(
        OnlyBearers(app, token),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=PATIENCE,
    )
    sys.stderr.write(f"Listening on http://{HOST}:{port}/mcp; the bearer token {where}.\n")
    sys.stderr.flush()
    asyncio.run(_Quiet(config).serve(sockets=[listening]))
    return 0


class _Quiet(uvicorn.Server):
    """Ends with an exit code of our own, where the original raises the signal that ended it once more."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop in order on the signals that ask for it."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, self.handle_exit, each, None)
        yield
