"""Whether somebody has asked the program to end.

The exception that a signal raises is lost where Python happens to be in a callback that may not
raise (of a weak reference, of the import lock); who waits for long asks here as well.
"""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_asked = False


def interrupt(number: int, frame: FrameType | None) -> None:
    """Handle a signal as Ctrl-C is handled, and remember it."""
    global _asked  # a signal comes to the process, not to an object
    _asked = True
    signal.default_int_handler(number, frame)


def raise_if_asked() -> None:
    """Raise KeyboardInterrupt where a signal asked for the end."""
    if _asked:
        raise KeyboardInterrupt


@contextlib.contextmanager
def asked() -> Iterator[None]:
    """Make `raise_if_asked` raise meanwhile, in every thread: a signal reaches only the first."""
    global _asked
    before, _asked = _asked, True
    try:
        yield
    finally:
        _asked = before


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Put off Ctrl-C meanwhile: for what would be left half done; in the main thread only."""
    global _asked
    before, _asked = _asked, False
    handled = ENDING if threading.current_thread() is threading.main_thread() else ()
    handlers = {number: signal.signal(number, signal.SIG_IGN) for number in handled}
    try:
        yield
    finally:
        _asked = before
        for number, handler in handlers.items():
            signal.signal(number, handler)
