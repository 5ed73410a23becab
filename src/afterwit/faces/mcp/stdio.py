"""Standard input and output: how a host talks to a server that it started itself."""

import asyncio
import os
import signal
import sys
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from afterwit.faces.mcp.desk import Desk


def serve(server: Server[Any], desk: Desk) -> int:
    """Serve until the host closes its end, or tells us to stop."""
    if sys.stdin.isatty():
        sys.stderr.write("This speaks MCP: a host starts it (`afterwit install` tells it how). Ctrl-D ends it.\n")
    asyncio.run(_serve(server, desk))
    return 0


async def _serve(server: Server[Any], desk: Desk) -> None:
    loop = asyncio.get_running_loop()
    stopping: set[asyncio.Task[None]] = set()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, lambda: stopping.add(loop.create_task(_stop(desk))))
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def _stop(desk: Desk) -> None:
    """End at once, with what was begun finished: the thread that waits for the host's next line cannot be woken."""
    await desk.close()
    sys.stderr.flush()
    os._exit(0)
