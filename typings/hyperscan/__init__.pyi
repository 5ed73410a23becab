from collections.abc import Callable, Sequence

__version__: str

HS_FLAG_DOTALL: int
HS_MODE_BLOCK: int

class error(Exception): ...

class Scratch:
    def __init__(self, database: Database | None = None) -> None: ...

class Database:
    def __init__(self, scratch: Scratch | None = None, mode: int = 0) -> None: ...
    def compile(
        self,
        expressions: Sequence[bytes],
        ids: Sequence[int] | None = None,
        elements: int | None = None,
        flags: int | Sequence[int] = 0,
    ) -> None: ...
    def scan(
        self,
        data: bytes,
        match_event_handler: Callable[[int, int, int, int, object], bool | None],
        flags: int = 0,
        context: object = None,
        scratch: Scratch | None = None,
    ) -> None: ...
    def size(self) -> int: ...

def dumpb(database: Database) -> bytes: ...
def loadb(buf: bytes, mode: int) -> Database: ...
